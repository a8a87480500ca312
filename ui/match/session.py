"""Session of one match: joins the match pipeline with what players enter and correct. No screen in it.

Only the thread of the frame loop touches the match; what players do is queued and done at its next turn. Screens get a
`MatchScene`, an immutable snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.evidence import Evidence
from companion.match import Journal, SetUp, StandingEvent, step_text
from companion.record import PackedReport, RecordedMatch
from companion.referee import Notice, ScriptedPlayers
from companion.referee.matching import Explanation, SeatedGame, layout_as_seen
from companion.rules import BrokenSeed, CompanionError, Event, Game, Odds
from companion.table import Die, Face, Layout, Zones
from companion.text import current_language, say, using_language
from ui.live import MatchPipeline, match_report
from ui.match.act_queue import ActQueue, Shown
from ui.match.answer_choices import Offer, offered, roll_of, sets_up
from ui.match.captions import Caption, caption_at, caption_text
from ui.match.card_pile import CardPile, SmackButtons
from ui.match.corrections import CorrectionChoices, corrections_of
from ui.match.hint_worker import HintWorker
from ui.match.match_scene import EventLine, MatchScene, Move, Seeing, changed_cells, failed_scene
from ui.match.program_player import ProgramPlayer
from ui.match.turn_timer import TurnTimer
from ui.match.typed_roll import TypedDie, dice_to_type, rolled_faces, typed_event
from ui.rolls import LOT
from ui.sources import FrameSession
from vision.camera import Frame, Image

PAUSE = 2.5
"""Seconds of a demonstration for which a question stands before the recorded players answer it."""


class MatchSession(FrameSession[MatchScene]):
    """One match, for any number of screens. All methods may be called from any thread; `see` and `work` from one."""

    needs = "play"

    def __init__(
        self,
        table: MatchPipeline,
        match: RecordedMatch | None = None,
        *,
        name: str = "table",
        live: bool = False,
        players: ScriptedPlayers | None = None,
        captions: Sequence[Caption] = (),
        on_frame_time: Callable[[float], None] | None = None,
        known: float | None = None,
        on_lines: Callable[[Zones], None] | None = None,
        secret: str = "",
        program: Sequence[str] = (),
        on_program: Callable[[tuple[str, ...]], None] | None = None,
        timer: TurnTimer | None = None,
    ) -> None:
        """`match`: where it is recorded; `players`: those of a demonstration, who answer questions; `captions`: what to
        look at in its film; `on_frame_time` is called with the time of every frame before it is read; `known`: seconds
        of a film until which the match knows what happened; `on_lines` is called with lines on the picture that were
        moved, to keep them. `secret` decides which cards are flipped where nobody has any (ui.match.card_pile);
        `program`: how strong the program plays at each seat, and `on_program` is called when that changes;
        `timer` times the turns, by default when players switch it on."""
        super().__init__(live)
        self.seated: SeatedGame = table.tracker.seated
        self.game: Game = self.seated.game
        self.name = name
        self._table, self._match, self._players = table, match, players
        self.match_id = None if match is None else match.id  # None where it is not recorded
        self.started = None if match is None else match.started  # in seconds of UTC since 1970
        self._on_frame_time = on_frame_time
        self._known = known
        self._zones, self._on_lines = table.lines, on_lines
        self._acts = ActQueue()
        self._seeing: Seeing = "starting" if table.sees else "unseen"
        self._pile = CardPile(secret)
        self._smack_buttons = SmackButtons(self._pile)
        self._program, self._on_program = ProgramPlayer(self.game, program, self._pile), on_program
        self._remark: Notice | None = None
        self._newest: Notice | None = None
        self._by_itself = players is not None
        self._captions, self._caption = captions, ""
        self._ended_at = 0
        """How many entries there were when the source ended."""
        self._asked: float | None = None
        """When what is open was told, on the clock of a demonstration."""
        self._time = 0.0
        self.hints = HintWorker(self.game)
        self.timer = timer or TurnTimer()
        self._paused = False
        """Whether players have paused the film."""
        self._allowed: dict[str, tuple[Any, tuple[Move, ...], tuple[TypedDie, ...], Odds | None]] = {}
        """By language: what may be done in a position, what can be typed, and what hangs on it; that takes a while to
        list."""
        self._lines: dict[str, tuple[int, tuple[EventLine, ...]]] = {}
        """By language: the events that stand, after how many entries of the journal."""
        self._scenes: dict[str, MatchScene] = {}
        """This moment in each language that anybody has asked for."""
        self._refresh()

    @property
    def scene(self) -> MatchScene:
        """This moment, whole, in the language of the context; notices stay in the one in which they were told."""
        scene = self._scenes.get(current_language())
        if scene is None:
            with self._lock:
                scene = self._scenes[current_language()] = self._made()
        return scene

    def copied_journal(self) -> Journal:
        """All that has happened so far; what comes later does not change it."""
        with self._lock:
            journal = self._table.tracker.journal
            return Journal(journal.game, journal.start, journal.entries)

    def _refresh(self, turn_anew: bool = False) -> None:
        """Make the scenes anew, and have the timer follow; `turn_anew`: the turn is to be played once more."""
        for language in {*self._scenes, current_language()}:
            with using_language(language):
                self._scenes[language] = self._made()
        self.timer.follow(self._scenes[current_language()], self._paused, turn_anew)

    # ------------------------------------------------------------------------------------------ what the eyes tell

    def see(self, frame: Frame) -> None:
        """The next frame of the source."""
        self._time = frame.time
        if self._known is not None and frame.time <= self._known:
            self._table.catch_up(frame)
            return
        if self._on_frame_time is not None:
            self._on_frame_time(frame.time)
        notices = self._answered(frame.time) + self._table.see(frame)
        if self._players is not None:
            self._players.observe(notices)
        seeing: Seeing = "moving" if self._table.moving else "still"
        caption = caption_at(self._captions, frame.time)
        news = seeing != self._seeing or self.scene.smacks is not self._table.smacks or caption != self._caption
        self._caption = caption
        if notices or news or self._trouble != self._record_trouble():
            self._publish(notices, seeing)

    def _answered(self, time: float) -> list[Notice]:
        """What the players of a demonstration say: what is spoken at once, an answer after a while."""
        if self._players is None or not self._by_itself:
            return []
        asked = self._table.tracker.open is not None
        self._asked = (self._asked if self._asked is not None else time) if asked else None
        if self._asked is not None and time < self._asked + PAUSE:
            return []
        return self._players.act(self._table.tracker, time)

    def stalled(self, line: str) -> None:
        with self.change():
            self._seeing, self._trouble = "lost", line
            self._refresh()

    def source_ended(self, error: str | None = None) -> None:
        with self.change():
            self._ended = True
            self._publish(self._table.tracker.stop_watching(), "ended" if error is None else "lost")
            self._trouble = error or self._trouble
            self._ended_at = len(self._table.tracker.journal.entries)
            self._refresh()

    @property
    def calm(self) -> bool:
        return self._seeing == "still"

    @property
    def every_frame(self) -> bool:
        return self._table.times_hands

    @property
    def drawn(self) -> object:
        return self._table.tracker.view if self._seeing == "still" else None, self._zones

    def draw(self, image: Image) -> Image:
        return self._table.draw(image, self._seeing == "still", self._zones)

    # ------------------------------------------------------------------------------------------ what players do
    # `shown`: what the tab showed where the player acted. An act that was made for an earlier moment is not done, and
    # its tab is told; None: it is done in any case.

    def choose(self, choice: Explanation, shown: Shown | None = None) -> None:
        """Answer what is open with one of the offers."""

        def take() -> list[Notice]:
            tracker = self._table.tracker
            if sets_up(choice) and choice not in tracker.as_it_lies():
                raise CompanionError(say("the table lies otherwise by now: look again, and choose anew"))
            return tracker.choose(choice)

        self._enqueue(take, shown)

    def enter_event(self, event: Event, shown: Shown | None = None) -> None:
        """Record an event that was not seen."""
        self._enqueue(lambda: self._table.tracker.say(event, "typed"), shown)

    def enter_text(self, line: str, shown: Shown | None = None) -> None:
        """Record an event that was not seen, in the game's notation; an unreadable line becomes a remark."""
        self._enqueue(lambda: self._table.tracker.say(self.game.parsed(line), "typed"), shown)

    def roll(self, faces: Sequence[Face], shown: Shown | None = None) -> None:
        """Record the awaited roll with these faces, in the order of the scene's dice."""

        def put() -> list[Notice]:
            tracker = self._table.tracker
            return tracker.say(typed_event(self.seated, tracker.position, faces), "typed")

        self._enqueue(put, shown)

    def draw_lot(self, shown: Shown | None = None) -> None:
        """Let chance roll the awaited dice, or turn up the next card of the shuffled pile."""

        def draw() -> list[Notice]:
            tracker = self._table.tracker
            need = self.game.awaited(tracker.position).need
            if need not in ("roll", "flip"):
                return []
            lot = LOT if need == "roll" else self._pile.lot(len(tracker.journal.history()))
            return tracker.say(self.game.drawn(tracker.position, lot), "lot")

        self._enqueue(draw, shown)

    def smack(self, seat: int, seen: Any) -> None:
        """The player at `seat` smacks, on a screen that shows the position `seen`."""
        self._enqueue(lambda: self._smack_buttons.press(self._table.tracker, seat, seen))

    def let_program_play(self, seat: int, strength: str) -> None:
        """Have the program play a seat from now on; empty: a person does."""
        with self.change():
            self._program.let_play(seat, strength)
            self._refresh()
        if self._on_program:
            self._on_program(self._program.strengths)

    @property
    def lines(self) -> Zones | None:
        """The zones between lines on the picture; None: the printed sheets have them."""
        return self._zones

    def set_line(self, index: int, share: float) -> None:
        """Move a line between zones; it stays between its neighbours."""
        with self.change():
            if self._zones is not None:
                self._zones = self._zones.moved(index, share)

    def apply_lines(self) -> None:
        """Sort the dice by the lines as they are now, and keep these."""
        lines = self._zones
        if lines is not None:
            self._enqueue(lambda: self._table.move_lines(lines))
            if self._on_lines is not None:
                self._on_lines(lines)

    def show_remark(self, line: str) -> None:
        """Show a line that needs no answer."""
        self._enqueue(lambda: [self._table.tracker.remark(self._time, line)])

    def keep_dice(self, keep: bool) -> None:
        """Keep what the dice look like for later matches, or no longer."""
        self._enqueue(lambda: [self._table.tracker.remark(self._time, self._table.keep_dice(keep))])

    def undo(self, shown: Shown | None = None) -> None:
        """Take the newest event back, with what followed from it by itself."""
        self._enqueue(lambda: self._table.tracker.take_back(), shown, repeats=True)

    def redo(self, shown: Shown | None = None) -> None:
        """Bring back what was taken back last."""
        self._enqueue(lambda: self._table.tracker.redo(), shown, repeats=True)

    def came_late(self, tab: object) -> bool:
        """Whether the newest act of a tab was not done because it was made for an earlier moment."""
        return self._acts.came_late(tab)

    def dismiss_late(self, tab: object) -> None:
        """Forget that, once the player has read it."""
        with self.change():
            self._acts.forgive(tab)

    def misreading(self) -> PackedReport | None:
        """The newest view as a report of a misreading, where there is one that can be replayed. Raises ModelError."""
        with self._lock:
            return match_report(self._table)

    def event_of(self, scene: MatchScene, die: Die) -> int | None:
        """The number of the event in which a die of the scene's view was read: the newest roll that has its face and
        colour, else its colour. Of a die in a colour that nobody plays, the newest that has its face, else any. None
        where there is no such roll, and while a question about dice is open: its answers say what they show."""
        if scene.open is not None and scene.open.what == "question" and any(offer.dice for offer in scene.offers):
            return None
        own = die.colour in self.seated.colours
        for face in (die.value, None):
            for line in scene.lines:
                for shown, colour in line.roll:
                    if face in (shown, None) and (not own or colour in (die.colour, None)):
                        return line.number
        return None

    def corrections_of(self, number: int) -> CorrectionChoices:
        """What event `number`, 1 the oldest, may have been instead. It takes a while, and works on a copy. Raises
        CompanionError."""
        journal = self._table.tracker.journal
        return corrections_of(self.seated, Journal(self.game, journal.start, journal.entries), number)

    def correct(self, choices: CorrectionChoices, event: Event | str | None) -> None:
        """An event was another, which may be in the words of the notation; None: it did not happen."""

        def put_right() -> list[Notice]:
            tracker = self._table.tracker
            if not choices.still(tracker.journal):
                raise CompanionError(say("the match has gone on otherwise by now: look again, and choose anew"))
            if event is None and choices.number == len(tracker.journal.history()):
                return tracker.take_back()
            return tracker.correct(choices.number - 1, self.game.parsed(event) if isinstance(event, str) else event)

        self._enqueue(put_right)

    def play_by_itself(self, by_itself: bool) -> None:
        """Whether the players of a demonstration answer by themselves."""
        with self.change():
            self._by_itself = by_itself
            self._refresh()

    def note_paused(self, paused: bool) -> None:
        """Players have paused the film, or let it go on."""
        with self.change():
            self._paused = paused
            self._refresh()

    def dismiss(self) -> None:
        """Forget the remark, once a player has read it."""
        with self.change():
            self._remark = None
            self._refresh()

    @property
    def knows_beginning(self) -> bool:
        """Whether the match knows what happened at the beginning of its film."""
        return self._known is not None

    @property
    def recorded(self) -> RecordedMatch | None:
        """The match in the record; None where it is not recorded."""
        return self._match

    def hand_over(self) -> None:
        """Another session goes on with the match, before another camera."""
        self._match = None

    def leave(self) -> None:
        """End the match here; it can be resumed."""
        if self._match is not None:
            self._match.leave()

    def work(self) -> None:
        """Do what players have asked for since the last time."""
        journal = self._table.tracker.journal
        while (act := self._acts.next(len(journal.entries))) is not None:
            try:
                notices = act.do()
            except CompanionError as fault:
                notices = [self._table.tracker.remark(self._time, str(fault))]
            self._acts.done(act, len(journal.entries))
            self._publish(notices, self._seeing)
        if self._acts.changed:
            with self.change():
                self._acts.changed = False
        self.timer.tick()
        if self._match is not None:
            self._match.catch_up()
        told = self._program.turn(self._table.tracker, self._table.sees)
        if told is not None:
            self._publish(told, self._seeing)

    def _enqueue(self, do: Callable[[], list[Notice]], shown: Shown | None = None, *, repeats: bool = False) -> None:
        with self.change():  # which wakes whoever works
            self._acts.add(do, shown, repeats)

    # ------------------------------------------------------------------------------------------ telling

    def _publish(self, notices: Sequence[Notice], seeing: Seeing) -> None:
        if self._match is not None:
            for notice in notices:
                self._match.hear(notice.what, notice.text)
        with self.change():
            self._seeing = seeing
            for notice in notices:
                self._newest = notice
                if notice.what == "reminder":
                    self._remark = notice
                elif notice.what in ("event", "set up", "agreed"):
                    self._remark = None
            self._trouble = self._record_trouble()
            self._refresh(turn_anew=any(notice.what in ("taken back", "set up") for notice in notices))

    def _record_trouble(self) -> str | None:
        return None if self._match is None else self._match.trouble or self._match.notice

    def _made(self) -> MatchScene:
        """This moment; where the code of the game fails in it, the one before, with what is wrong."""
        try:
            return self._now()
        except BrokenSeed as fault:
            before = next(iter(self._scenes.values()), None)
            if before is None:
                raise
            return failed_scene(before, fault, self._table.tracker.journal)

    def _now(self) -> MatchScene:
        tracker, game = self._table.tracker, self.game
        position = tracker.position
        spoken = current_language()
        layout = self.seated.layout(position)
        opened = tracker.open
        if opened is not None and opened is self._remark:
            opened = None
        if spoken not in self._allowed or self._allowed[spoken][0] != position:
            moves = tuple(self._move(position, layout, one) for one in game.actions(position))
            self._allowed[spoken] = position, moves, dice_to_type(self.seated, position), game.odds(position)
        _, moves, dice, odds = self._allowed[spoken]
        differing = tracker.view if opened is not None and opened.what in ("ruling", "desync") else None
        offers, shared = self._offers(opened)
        return MatchScene(
            position=position,
            awaited=game.awaited(position),
            outcome=game.outcome(position),
            moves=moves,
            dice=dice,
            odds=odds,
            won=game.lines(position),
            scores=tuple(game.scores(position)),
            layout=layout,
            seen_layout=None if differing is None else layout_as_seen(Evidence(differing), layout),
            open=opened,
            offers=offers,
            shared=shared,
            put_back=tracker.put_back,
            redo=self._next_redo(tracker.journal),
            entries=len(tracker.journal.entries),
            remark=self._remark,
            newest=self._newest,
            lines=self._event_lines(tracker.journal),
            view=tracker.view,
            seeing=self._seeing,
            trouble=self._trouble,
            ended=self._ended,
            gone_on=self._ended and len(tracker.journal.entries) > self._ended_at,
            by_itself=None if self._players is None else self._by_itself,
            caption="" if self._ended else caption_text(self._caption),
            smacks=self._table.smacks,
            dice_kept=self._table.dice_kept,
            program=self._program.strengths,
            wish="" if self._program.wish is None else game.text(position, self._program.wish),
        )

    def _move(self, position: Any, layout: Layout, event: Event) -> Move:
        game = self.game
        plain: dict[str, Any] = game.format_event(event)
        return Move(
            event=event,
            text=game.text(position, event),
            clause=game.clause_of(position, event),
            kind=game.kind_of(event),
            hits=tuple((int(seat), int(face)) for seat, face in plain.get("hit", ())),
            cells=changed_cells(layout, lambda: self.seated.layout(game.apply(position, event))),
            trail=game.trail(position, event),
            touches=game.touches(position, event),
        )

    def _offers(self, opened: Notice | None) -> tuple[tuple[Offer, ...], str]:
        if opened is None:
            return (), ""
        choices = [choice for choice in opened.choices if not sets_up(choice)]
        if opened.what in ("ruling", "desync"):
            choices += self._table.tracker.as_it_lies()
        return offered(self._table.tracker, choices)

    def _event_lines(self, journal: Journal) -> tuple[EventLine, ...]:
        spoken, count = current_language(), len(journal.entries)
        if spoken not in self._lines or self._lines[spoken][0] != count:
            lines = [self._line(number, one) for number, one in enumerate(journal.history(), 1)]
            self._lines[spoken] = count, tuple(reversed(lines))
        return self._lines[spoken][1]

    def _line(self, number: int, moment: StandingEvent) -> EventLine:
        text = step_text(self.game, moment.before, moment.event)
        source = "set up" if isinstance(moment.event, SetUp) else moment.played.source
        before, event = moment.before, moment.event
        return EventLine(
            number, text, source, roll_of(self.seated, before, event), rolled_faces(self.seated, before, event)
        )

    def _next_redo(self, journal: Journal) -> str:
        moment = next(iter(journal.undone), None)
        return "" if moment is None else step_text(self.game, moment.before, moment.event)
