"""One table in play: the game and its record, what the eyes saw last, and what has to be asked. No screen in it.

Every way in goes through one door: a roll may be seen, typed or drawn by lot, and each ends in `Journal.play`. What is
not certain is asked; nothing of it counts before a player has said so. All methods may be called from any thread.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from companion.match import Entry, Journal, StandingEvent
from companion.match import Source as Origin
from companion.referee import Desync, Explained, Question, Seating, check, explain
from companion.rules import Awaited, CompanionError, Event, IllegalEvent, Outcome, ZonedGame
from companion.table import Colour, Die, TableView, Zones
from companion.text import current_language, later, say, say_count
from ui.core import Moves, Store, legal_moves, require
from ui.dice_table.corrections import Correction, Corrections, same_place, unmoved
from ui.dice_table.demo_follower import Follower

if TYPE_CHECKING:
    from vision.motion import TableReading

LOT = random.SystemRandom()

Kind = Literal["recording", "camera", "film", "pictures"]
"""What the picture comes from; it decides whether the dice that lie there at first are taken for the first rolls."""

LEFT = later("The recording goes another way from here and cannot follow: type the rolls, or draw them by lot.")

AskKind = Literal["faces", "fewer", "more", "yes", "first", "still", "again"]

Seeing = Literal["starting", "moving", "still", "ended", "lost"]

NARROWEST = 0.06
"""The least width of a zone, as a share of the picture's width."""


class Ask(msgspec.Struct, frozen=True):
    """Something only the players can tell."""

    kind: AskKind
    text: str
    rolls: tuple[Event, ...] = ()
    """Complete answers, likeliest first."""
    dice: tuple[int, ...] = ()
    """Which dice of the view are in doubt."""


class Scene(msgspec.Struct, frozen=True):
    """Everything a screen shows of the game, of one moment."""

    position: Any
    awaited: Awaited
    moves: Moves
    outcome: Outcome | None
    entries: tuple[Entry, ...]
    standing: tuple[StandingEvent, ...]
    view: TableView | None
    """The newest reading of the table at rest, corrections included."""
    seeing: Seeing
    """Seeing: starting, moving (hands, or dice that roll), still, ended (no more frames) or lost (they broke off)."""
    ask: Ask | None
    notice: str | None
    """One line that a player may dismiss."""
    desync: str | None
    differences: tuple[str, ...]
    """How table and game differ, a line each."""
    to_do: tuple[StandingEvent, ...]
    """What was played since the table came to rest: the differences are then what still has to be moved."""
    zones: Zones
    by_itself: bool | None
    """Whether the recording plays by itself; None where there is no recording."""
    waits: bool
    """True while the recording waits for a player's choice."""
    follows: bool
    """False once the game has left its recording."""
    pausable: bool
    paused: bool
    """The clip stands still."""
    held: bool
    """A player has paused it."""
    ended: bool
    """The source has come to its end."""


class Player(Protocol):
    """What a clip lets us do with it."""

    position: float

    @property
    def paused(self) -> bool: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...


class TableSession(Store):
    """The state of one table and everything that players, eyes and recording do to it."""

    needs = "play"

    def __init__(
        self,
        game: ZonedGame,
        seating: Seating,
        zones: Zones | None = None,
        *,
        name: str = "table",
        kind: Kind = "camera",
        clip: Player | None = None,
        follower: Follower | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.seating = seating
        self.name = name
        self.kind = kind
        self._clip = clip
        self._follower = follower
        self._journal = Journal(game)
        self._zones = zones or Zones()
        self._corrections = Corrections()
        self._raw: TableView | None = None
        self._view: TableView | None = None
        self._seeing: Seeing = "starting"
        self._lying = False
        """Whether the dice lie as they were read, for all that can be seen."""
        self._rest = 0
        """How often the table has come to rest."""
        self._standing_at_rest = 0
        """How many events stood when the table came to rest."""
        self._stale = 0
        """The newest rest that cannot answer the awaited roll: it was there before the roll was called for."""
        self._before: TableView | None = None
        """The table as it lay then."""
        self._agreed = 0
        """The rest for which a player said: count these dice."""
        self._declined = 0
        """The rest for which a player said: do not count them."""
        self._undone_at = -1
        """The rest at which a roll was undone: the dice of that rest do not count again by themselves."""
        self._ask: Ask | None = None
        self._desync: str | None = None
        self._notice: str | None = None
        self._stall: str | None = None
        """The notice about frames that do not come, while they do not."""
        self._held = False
        """A player has paused the clip."""
        self._ended = False
        self._moves: tuple[Any, str, Moves] | None = None

    # -------------------------------------------------------------------------------------------- what screens show

    @property
    def scene(self) -> Scene:
        """This moment, whole."""
        with self._lock:
            position = self._journal.position
            if self._moves is None or self._moves[0] is not position or self._moves[1] != current_language():
                self._moves = (position, current_language(), legal_moves(self.game, position))
            to_do = self._journal.history()[self._standing_at_rest :]
            follower, clip = self._follower, self._clip
            return Scene(
                position=position,
                awaited=self.game.awaited(position),
                moves=self._moves[2],
                outcome=self.game.outcome(position),
                entries=self._journal.entries,
                standing=self._journal.history(),
                view=self._view,
                seeing=self._seeing,
                ask=self._ask,
                notice=self._notice,
                desync=self._desync,
                differences=self._differences(bool(to_do)),
                to_do=to_do,
                zones=self._zones,
                by_itself=None if follower is None else follower.by_itself,
                waits=self._waits_for_player(),
                follows=follower is None or follower.follows,
                pausable=clip is not None,
                paused=clip is not None and clip.paused,
                held=self._held,
                ended=self._ended,
            )

    @property
    def overlay(self) -> tuple[Zones, TableView | None]:
        """What to draw over the picture: the zones, and the dice while they lie where they were read."""
        with self._lock:
            return self._zones, self._view if self._lying and self._follows() else None

    def _differences(self, to_do: bool) -> tuple[str, ...]:
        if self._view is None or not self._lying or not self._follows():
            return ()
        if self.game.awaited(self._journal.position).need == "nothing":
            return ()
        if to_do and self._follower is not None and self._follower.by_itself:
            return ()  # the recorded hands are about to do it
        return tuple(check(self.game, self._journal.position, self._view, self._zones, self.seating))

    # -------------------------------------------------------------------------------------------- what the eyes tell

    def saw(self, look: TableReading) -> None:
        """The eyes looked at one more frame."""
        seeing: Seeing = "moving" if look.state not in ("idle", "at rest") else "still"
        with self._lock:
            nothing_new = not look.settled and seeing == self._seeing and not self._needs_steering()
        if nothing_new:
            return
        with self.change():
            self._seeing, self._lying = seeing, seeing == "still"
            if self._stall is not None and self._notice == self._stall:
                self._notice = None
            self._stall = None
            if look.settled and look.view is not None:
                self._rest += 1
                self._standing_at_rest = len(self._journal.history())
                self._raw = look.view
                self._view = self._corrections.apply(look.view)
                self._resolve()
            self._steer()

    def stalled(self, line: str) -> None:
        """No frame has come for a while, though the source has not ended; the next frame takes this back."""
        with self.change():
            self._seeing, self._stall, self._notice = "lost", line, line

    def source_ended(self, error: str | None = None) -> None:
        """No more frames will come; `error` says why, where it is not the natural end."""
        with self.change():
            self._ended = True
            self._seeing = "ended" if error is None else "lost"
            if error is not None:
                self._notice = error

    # -------------------------------------------------------------------------------------------- what players do

    def choose(self, event: Event) -> None:
        """Play one of the legal actions. What is not legal becomes a notice with its clause."""
        with self.change():
            self._notice = None
            self._act(event, "chosen")
            self._steer()

    def enter_roll(self, faces: Sequence[int], origin: Origin = "typed") -> None:
        """The awaited roll shows these faces, whatever was seen."""
        with self.change():
            self._notice = None
            self._play(self.game.rolled(faces), origin, self._view if origin == "typed" else None)
            self._resolve()
            self._steer()

    def draw_lot(self) -> None:
        """Let chance roll the awaited dice."""
        with self.change():
            awaited = self.game.awaited(self._journal.position)
            if awaited.need != "roll" or not awaited.dice:
                return
            followed = self._follows()
            self.enter_roll([LOT.randint(1, 6) for _ in range(awaited.dice)], "lot")
            if self._follower is not None and followed:
                self._follower.leave(len(self._journal.history()))
                self._notice = say(LEFT)
                self._steer()

    def answer(self, roll: Event) -> None:
        """Of the likely rolls that were asked about, it was this one."""
        with self.change():
            self._notice = None
            self._play(roll, "typed", self._view)
            self._resolve()
            self._steer()

    def agree(self, yes: bool) -> None:
        """Whether the dice that lie there count as the awaited roll."""
        with self.change():
            if yes:
                self._agreed = self._rest
            else:
                self._declined, self._before = self._rest, self._view
            self._resolve()
            self._steer()

    def correct(self, die: Die, value: int | None = None, *, colour: Colour | None = None, is_die: bool = True) -> None:
        """A player says what a die of the view shows, of what colour it is, or that it is none.

        A face that was said is certain from now on, for as long as the die stays where it is. Rolls that were read off
        this very rest are read again; where they come out otherwise, they are undone and played anew, so that the
        record shows both. A die that is no longer in the view is left alone.
        """
        with self.change():
            read = next((one for one in self._raw.dice if one.box == die.box), None) if self._raw is not None else None
            if read is None or self._raw is None or self._view is None or die not in self._view.dice:
                return
            self._corrections.add(Correction(read, value, colour, is_die))
            self._view = self._corrections.apply(self._raw)
            self._notice = None
            if not self._replay() and value is not None:
                self._tell_of_old_roll(read, value)
            self._resolve()
            self._steer()

    def undo(self) -> None:
        """Take back the newest event that stands."""
        with self.change():
            self._notice = None
            try:
                (taken,) = self._journal.undo()
            except CompanionError as fault:
                self._notice = f"{fault}"
                return
            if taken.chance:
                self._undone_at = self._rest
            if self._follower is not None:
                self._follower.taken_back(len(self._journal.history()))
                self._follower.by_itself = False
            self._agreed = 0
            self._resolve()
            self._steer()

    def set_line(self, index: int, share: float) -> None:
        """Move a dividing line of the zones; it stays between its neighbours."""
        with self.change():
            lines = list(self._zones.lines)
            low = (lines[index - 1] if index else 0.0) + NARROWEST
            high = (lines[index + 1] if index + 1 < len(lines) else 1.0) - NARROWEST
            lines[index] = round(min(max(share, low), high), 4)
            self._zones = Zones(names=self._zones.names, lines=tuple(lines))

    def lines_set(self) -> None:
        """The dividing lines stay where they are now: look at the dice with them."""
        with self.change():
            self._resolve()
            self._steer()

    def new_game(self) -> None:
        """The same table, from the start; the dice as they lie are not the first rolls."""
        require("host")
        with self.change():
            self._journal = Journal(self.game)
            self._stale, self._standing_at_rest = self._rest, 0
            self._before, self._agreed, self._undone_at, self._notice = self._view, 0, -1, None
            if self._follower is not None:
                self._follower.leave(0)
            self._resolve()
            self._steer()

    def play_by_itself(self, on: bool) -> None:
        """Whether the recorded choices are made without asking."""
        with self.change():
            if self._follower is not None:
                self._follower.by_itself = on
                self._steer()

    def hold(self, on: bool) -> None:
        """Pause the clip, or let it go on."""
        with self.change():
            self._held = on
            self._steer()

    def say(self, line: str) -> None:
        """Show a notice."""
        with self.change():
            self._notice = line

    def dismiss(self) -> None:
        """The notice has been read."""
        with self.change():
            self._notice = None

    # -------------------------------------------------------------------------------------------- playing

    def _act(self, event: Event, origin: Origin) -> bool:
        followed = self._follows()
        if not self._play(event, origin):
            return False
        self._stale, self._before = self._rest, self._view
        if self._follower is not None:
            self._follower.chosen(event, len(self._journal.history()))
            if followed and not self._follower.follows:
                self._notice = say(LEFT)
        self._resolve()
        return True

    def _play(self, event: Event, origin: Origin, evidence: TableView | None = None) -> bool:
        """Play an event if the rules allow it; otherwise say why not."""
        try:
            self._journal.play(event, origin, evidence)
        except IllegalEvent as fault:
            self._notice = f"{fault} ({', '.join(fault.ruling.clauses)})"
            return False
        self._ask = self._desync = None
        return True

    def _follows(self) -> bool:
        """Whether what is seen still has to do with the game."""
        return self._follower is None or self._follower.follows

    # -------------------------------------------------------------------------------------------- the awaited roll

    def _resolve(self) -> None:
        """Let the newest rest answer the awaited roll, as far as it certainly does; otherwise ask."""
        self._ask = self._desync = None
        while self._view is not None and self._follows() and self._rest > self._stale:
            position = self._journal.position
            answer = explain(self.game, position, self._view, self._zones, self.seating)
            if isinstance(answer, Explained):
                counts = self._may_count(position, answer.event) and self._play(answer.event, "seen", self._view)
                if counts:
                    continue  # in the set-up one rest may show the next player's roll too
            elif isinstance(answer, Question):
                self._ask = Ask(answer.needs, answer.reason, answer.choices, answer.dice)
            elif isinstance(answer, Desync):
                self._desync = answer.reason
            return

    def _may_count(self, position: Any, roll: Event) -> bool:
        """Whether a roll that can be read may count without a yes; otherwise the players are asked."""
        if self._agreed == self._rest:
            return True
        awaited = self.game.awaited(position)
        if self._undone_at == self._rest:
            kind, words = "again", say("The roll was undone, and the dice still lie there")
        elif self._rest == 1 and self.kind in ("camera", "film"):
            kind, words = "first", say("The dice already lie there")
        elif left := self._not_thrown(position, awaited):
            kind, words = (
                "still",
                say_count(
                    "{count} of the {dice} dice to roll has not moved",
                    "{count} of the {dice} dice to roll have not moved",
                    left,
                    dice=awaited.dice,
                ),
            )
        else:
            return True
        if self._declined != self._rest:
            shown = ", ".join(str(face) for face in self.game.format_event(roll)["faces"])  # type: ignore[attr-defined]
            self._ask = Ask(kind, say("{words}: does {shown} count as the roll?", words=words, shown=shown), (roll,))  # type: ignore[arg-type]
        return False

    def _not_thrown(self, position: Any, awaited: Awaited) -> int:
        """How many of the dice that had to be thrown lie exactly as before."""
        if self._before is None or self._view is None or awaited.seat is None:
            return 0
        pile = next((one for one in self.game.piles(position) if one.rolling), None)
        if pile is None:
            return 0
        colour = self.seating.colours[pile.owner]

        def lying(view: TableView) -> list[Die]:
            return [d for d in view.dice if d.colour == colour and self._zones.name_of(d, view.width) == pile.zone]

        still = unmoved(lying(self._before), lying(self._view))
        return max(0, still - pile.count)

    def _replay(self) -> bool:
        """Read the rolls of this rest again, after a correction; False where the newest event is none of them."""
        trailing: list[StandingEvent] = []
        for moment in reversed(self._journal.history()):
            evidence = moment.played.evidence
            if moment.played.source != "seen" or evidence is None or self._view is None:
                break
            if evidence.time != self._view.time:
                break
            trailing.insert(0, moment)
        if not trailing or self._view is None:
            return False
        for moment in trailing:
            answer = explain(self.game, moment.before, self._view, self._zones, self.seating)
            if not isinstance(answer, Explained) or answer.event != moment.event:
                break
        else:
            return True
        for _ in trailing:
            self._journal.undo()
        self._agreed = self._rest  # a player has just vouched for these dice
        return True

    def _tell_of_old_roll(self, read: Die, value: int) -> None:
        """Say so where a corrected die has counted otherwise in a roll that later events rest on."""
        for moment in self._journal.history():
            evidence = moment.played.evidence
            if moment.played.source != "seen" or evidence is None:
                continue
            if any(same_place(old, read) and old.value == read.value != value for old in evidence.dice):
                self._notice = say(
                    "That die has already counted as {value}: if it was misread then, undo back to its roll.",
                    value=read.value,
                )

    # -------------------------------------------------------------------------------------------- the recording

    def _waits_for_player(self) -> bool:
        follower, clip = self._follower, self._clip
        return (
            follower is not None
            and clip is not None
            and not follower.by_itself
            and follower.due(clip.position)
            and self.game.awaited(self._journal.position).need == "action"
        )

    def _wanted_pause(self) -> bool:
        """Whether the clip has to stand still now."""
        follower, clip = self._follower, self._clip
        if self._held:
            return True
        if follower is None or clip is None:
            return False
        if not follower.follows:
            return True
        if not follower.due(clip.position):
            return False
        # The clip has come to the next choice. An unread roll stops it only once there is nothing more to see of it.
        need = self.game.awaited(self._journal.position).need
        return need == "action" or self._seeing == "still"

    def _needs_steering(self) -> bool:
        clip = self._clip
        return clip is not None and self._wanted_pause() != clip.paused

    def _steer(self) -> None:
        """Make the recorded choices that are due, then let the clip run or stand."""
        follower, clip = self._follower, self._clip
        if clip is None:
            return
        if follower is not None and follower.by_itself and not self._held and follower.due(clip.position):
            coming = follower.next
            ready = self.game.awaited(self._journal.position).need == "action"
            if coming is not None and ready and not self._act(coming.event, "recorded"):
                follower.by_itself = False
                self._notice = say("The recorded move does not fit what was read: {reason}", reason=self._notice)
        wanted = self._wanted_pause()
        if wanted and not clip.paused:
            clip.pause()
        elif not wanted and clip.paused:
            clip.resume()
