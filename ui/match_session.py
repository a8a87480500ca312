"""A match of any game on a real table: the umpire that follows it, and what players say. No screen in it.

The thread that looks at the frames does everything that touches the match; what players tap waits for its next look.
Screens see a `MatchScene`, a picture of one moment that never changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from companion.evidence import Evidence
from companion.game import Awaited, CompanionError, Event, Game, Outcome
from companion.journal import Moment
from companion.judged import Judge
from companion.layout import Layout
from companion.notices import Notice
from companion.record import RecordedMatch
from companion.referee import Explanation, Seated
from companion.speech import Speech
from companion.steps import SetUp, step_text
from companion.table import Cell, TableView
from companion.tasks import as_seen
from companion.umpire import Umpire
from ui.store import Store
from vision.camera import Frame, Image
from vision.overlay import draw

__all__ = ["Line", "MatchScene", "MatchSession", "Move", "Spectator"]

Seeing = Literal["starting", "moving", "still", "ended", "lost"]
PAUSE = 2.5
"""Seconds of a demonstration for which a question stands before the recorded players answer it."""


class Spectator(Protocol):
    """What looks at the frames (ui.refereed.Refereed)."""

    umpire: Umpire

    @property
    def moving(self) -> bool: ...

    def see(self, frame: Frame) -> list[Notice]: ...


class Move(msgspec.Struct, frozen=True):
    """Something that may be done now."""

    event: Event
    text: str
    kind: str
    clause: str


class Line(msgspec.Struct, frozen=True):
    """One event that stands, as the list of events shows it."""

    number: int
    text: str
    source: str
    position: Any
    """After it."""


class MatchScene(msgspec.Struct, frozen=True):
    """Everything a screen shows of a match, of one moment."""

    position: Any
    awaited: Awaited
    outcome: Outcome | None
    moves: tuple[Move, ...]
    lit: frozenset[Cell]
    """The cells on which something may be changed now."""
    scores: tuple[int, ...]
    layout: Layout
    """How the table should lie."""
    lies: Layout | None
    """How it lies, where that is something else."""
    open: Notice | None
    """What the players have to answer or to put right."""
    remark: Notice | None
    """Something said that needs no answer; a player may dismiss it."""
    newest: Notice | None
    """What was told last, for a voice and for sounds."""
    lines: tuple[Line, ...]
    """The events that stand, newest first."""
    as_it_lies: tuple[str, ...]
    """What each way is called in which the game may go on from the table as it lies."""
    view: TableView | None
    seeing: Seeing
    trouble: str | None
    """One line about the source or the record."""
    ended: bool
    by_itself: bool | None
    """Whether the players of a demonstration answer by themselves; None where it is none."""


class MatchSession(Store):
    """One match, for any number of screens. All methods may be called from any thread; `see` and `work` from one."""

    def __init__(
        self,
        table: Spectator,
        match: RecordedMatch | None = None,
        *,
        name: str = "table",
        live: bool = False,
        players: Judge | None = None,
        looks: Callable[[float], None] | None = None,
    ) -> None:
        """`match`: where it is recorded; `players`: those of a demonstration, who answer what is asked; `looks` hears
        of the time of every frame before it is looked at."""
        super().__init__()
        self.seated: Seated = table.umpire.seated
        self.game: Game = self.seated.game
        self.name, self.live = name, live
        self.names = match.names if match is not None and match.names else ()
        self._table, self._match, self._players = table, match, players
        self._looks = looks
        self._speech = Speech(table.umpire.journal)
        self._todo: deque[Callable[[], list[Notice]]] = deque()
        self._seeing: Seeing = "starting"
        self._remark: Notice | None = None
        self._newest: Notice | None = None
        self._trouble: str | None = None
        self._ended = False
        self._by_itself = players is not None
        self._asked: float | None = None
        """When what is open was told, on the clock of a demonstration."""
        self._time = 0.0
        self._allowed: tuple[Any, tuple[Move, ...], frozenset[Cell]] = (None, (), frozenset())
        """What may be done in a position, which takes a while to list."""
        self._scene = self._now()

    @property
    def scene(self) -> MatchScene:
        """This moment, whole."""
        return self._scene

    def seat_name(self, seat: int) -> str:
        """What a player is called: by name where names were given."""
        return self.names[seat] if seat < len(self.names) else self.game.seat_name(seat)

    # ------------------------------------------------------------------------------------------ what the eyes tell

    def see(self, frame: Frame) -> None:
        """The next frame of the source."""
        self._time = frame.time
        if self._looks is not None:
            self._looks(frame.time)
        notices = self._answered(frame.time) + self._table.see(frame)
        if self._players is not None:
            self._players.hears(notices)
        seeing: Seeing = "moving" if self._table.moving else "still"
        if notices or seeing != self._seeing or self._trouble != self._record_trouble():
            self._tell(notices, seeing)

    def _answered(self, time: float) -> list[Notice]:
        """What the players of a demonstration say: what is spoken at once, an answer after a while."""
        if self._players is None or not self._by_itself:
            return []
        asked = self._table.umpire.open is not None
        self._asked = (self._asked if self._asked is not None else time) if asked else None
        if self._asked is not None and time < self._asked + PAUSE:
            return []
        return self._players.speaks(self._table.umpire, time)

    def stalled(self, line: str) -> None:
        with self.change():
            self._seeing, self._trouble = "lost", line
            self._scene = self._now()

    def source_ended(self, error: str | None = None) -> None:
        with self.change():
            self._ended, self._seeing = True, "ended" if error is None else "lost"
            self._trouble = error or self._trouble
            self._scene = self._now()

    @property
    def drawn(self) -> object:
        return id(self._table.umpire.view) if self._seeing == "still" else None

    def draw(self, image: Image) -> Image:
        view = self._table.umpire.view
        return draw(image, view if view is not None and self._seeing == "still" else (), brief=True)

    # ------------------------------------------------------------------------------------------ what players do

    def choose(self, choice: Explanation) -> None:
        """Answer what is open with one of its choices."""
        self._do(lambda: self._table.umpire.choose(choice))

    def say(self, event: Event) -> None:
        """Something happened that the eyes did not tell."""
        self._do(lambda: self._table.umpire.say(event, "typed"))

    def typed(self, line: str) -> None:
        """The same in the words of the game's notation."""
        self._do(lambda: self._table.umpire.say(self.game.parsed(line), "typed"))

    def undo(self) -> None:
        """Take the newest event back."""
        self._do(lambda: self._table.umpire.take_back())

    def correct(self, number: int, line: str | None) -> None:
        """Event `number`, 1 the oldest, was another, in the words of the notation; None: nothing happened."""
        self._do(lambda: self._table.umpire.correct(number - 1, None if line is None else self.game.parsed(line)))

    def take_as_it_lies(self, way: int) -> None:
        """The game goes on from the table as it lies; `way`: which of `as_it_lies`."""

        def take() -> list[Notice]:
            choices = self._table.umpire.as_it_lies()
            if way >= len(choices):
                raise CompanionError("how the table lies cannot be told: something is hidden, missing or in doubt")
            return self._table.umpire.choose(choices[way])

        self._do(take)

    def play_by_itself(self, by_itself: bool) -> None:
        """Whether the players of a demonstration answer by themselves."""
        with self.change():
            self._by_itself = by_itself
            self._scene = self._now()

    def dismiss(self) -> None:
        """A player has read the remark."""
        with self.change():
            self._remark = None
            self._scene = self._now()

    def leave(self) -> None:
        """The players end the match here; it can be resumed."""
        if self._match is not None:
            self._match.leave()

    def work(self) -> None:
        """Do what players have asked for since the last time."""
        while self._todo:
            act = self._todo.popleft()
            try:
                self._tell(act(), self._seeing)
            except CompanionError as fault:
                self._tell([self._speech.notice("reminder", self._time, str(fault), cue="question")], self._seeing)

    def _do(self, act: Callable[[], list[Notice]]) -> None:
        with self.change():  # which wakes whoever works
            self._todo.append(act)

    # ------------------------------------------------------------------------------------------ telling

    def _tell(self, notices: Sequence[Notice], seeing: Seeing) -> None:
        with self.change():
            self._seeing = seeing
            for notice in notices:
                self._newest = notice
                if notice.what == "reminder":
                    self._remark = notice
                elif notice.what in ("event", "set up", "agreed"):
                    self._remark = None
            self._trouble = self._record_trouble()
            self._scene = self._now()

    def _record_trouble(self) -> str | None:
        if self._match is None:
            return None
        return self._match.trouble or self._match.notice

    def _now(self) -> MatchScene:
        umpire, game = self._table.umpire, self.game
        position = umpire.position
        layout = self.seated.layout(position)
        opened = umpire.open
        if opened is not None and opened is self._remark:
            opened = None
        if self._allowed[0] != position:
            self._allowed = position, self._moves(position), self._lit(position, layout)
        differs = opened is not None and opened.what in ("ruling", "desync")
        ways = umpire.as_it_lies() if opened is not None else ()
        return MatchScene(
            position=position,
            awaited=game.awaited(position),
            outcome=game.outcome(position),
            moves=self._allowed[1],
            lit=self._allowed[2],
            scores=tuple(game.scores(position)),
            layout=layout,
            lies=as_seen(Evidence(umpire.view), layout) if differs and umpire.view is not None else None,
            open=opened,
            remark=self._remark,
            newest=self._newest,
            lines=tuple(reversed([self._line(n, one) for n, one in enumerate(umpire.journal.history(), 1)])),
            as_it_lies=tuple(map(self._speech.label, ways)),
            view=umpire.view,
            seeing=self._seeing,
            trouble=self._trouble,
            ended=self._ended,
            by_itself=None if self._players is None else self._by_itself,
        )

    def _moves(self, position: Any) -> tuple[Move, ...]:
        game = self.game
        return tuple(
            Move(one, game.text(position, one), game.kind_of(one), game.clause_of(position, one))
            for one in game.actions(position)
        )

    def _lit(self, position: Any, layout: Layout) -> frozenset[Cell]:
        """Where pieces lie otherwise after something that may be done now."""
        if not layout.grids:
            return frozenset()
        lit: set[Cell] = set()
        for action in self.game.actions(position):
            after = self.seated.layout(self.game.apply(position, action)).pieces
            changed = {cell for cell in {*after, *layout.pieces} if after.get(cell) != layout.pieces.get(cell)}
            lit |= {cell for cell in changed if cell.grid == layout.grids[0]}
        return frozenset(lit)

    def _line(self, number: int, moment: Moment) -> Line:
        text = step_text(self.game, moment.before, moment.event)
        source = "set up" if isinstance(moment.event, SetUp) else moment.played.source
        return Line(number, text, source, moment.after)
