"""JSON output of the commands, one Struct for each kind of object. A field that may be left out is `UNSET`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from companion.match import Source
from companion.record import State
from companion.referee.notices import Cue, What
from companion.rules import Need
from companion.table import Colour, Doubt, TableView
from scripts.schemas.games import AnyEvent, AnyPosition, AnyStep, Count, Strict

Share = Annotated[float, Meta(ge=0, le=1)]
SeatId = int | str
"""A seat's number; its colour in Space Checkers."""
Point = tuple[float, float]
FaceValue = int | str

# ---------------------------------------------------------------------------------------------- the rules


class AwaitedNext(Strict):
    need: Need
    seat: SeatId | UnsetType = UNSET
    dice: int | dict[str, int] | UnsetType = UNSET


class Action(Strict):
    event: AnyEvent
    text: str
    clause: str


class Outcome(Strict):
    how: str
    ranking: list[list[SeatId]]
    clause: str


class RulesAnswer(Strict):
    """The position reached, what it needs, what it allows, and how it ended."""

    position: AnyPosition
    awaited: AwaitedNext
    actions: list[Action]
    outcome: Outcome | None


class Broken(Strict):
    clause: str
    text: str


class RulesIllegal(Strict):
    """Every clause that an event breaks; `at` is its index in the list."""

    illegal: Annotated[list[Broken], Meta(min_length=1)]
    at: Count


class Chance(Strict):
    event: AnyEvent
    probability: Annotated[str, Meta(pattern="^[0-9]+(/[0-9]+)?$")]


class Odds(Strict):
    awaited: AwaitedNext
    outcomes: list[Chance]


class HintListed(Strict):
    """One legal action; `won` is the share of the games from it that were won, between `low` and `high`. It won a share
    of the same games smaller by `behind` than the best, give or take `margin`."""

    event: AnyEvent
    won: Share
    low: Share
    high: Share
    games: Count
    at_once: float
    next_turn: float
    verdict: Literal["clearly best", "about as good", "seems worse", "worse", "not judged"]
    behind: float
    margin: Annotated[float, Meta(ge=0)]


class BattleAction(Strict):
    event: AnyEvent
    chance: Share


class BattleOdds(Strict):
    """What is exactly known of the battle that is going on."""

    what: str
    seat: SeatId
    chance: Share
    actions: list[BattleAction]


class Hints(Strict):
    hints: list[HintListed]
    odds: BattleOdds | None


class Length(Strict):
    least: Count
    median: Count
    p95: Count
    most: Count
    mean: float


class Simulated(Strict):
    game: str
    players: Count
    options: dict[str, Any]
    games: Count
    seed: Count
    play: Literal["random", "greedy"]
    length: Length
    endings: dict[str, Count]
    first: dict[str, Count]
    events: dict[str, Count]
    forfeits: Count


# ---------------------------------------------------------------------------------------------- photographs and rolls


class DieRead(Strict):
    """One die. `value` is null where the face is not known, and a name where an enrolled set is read."""

    box: tuple[float, float, float, float]
    value: FaceValue | None
    colour: Colour | None
    confidence: Share
    certain: bool
    alternatives: list[tuple[FaceValue, Share]]
    top: tuple[Point, Point, Point, Point] | UnsetType = UNSET
    doubts: list[Doubt] | UnsetType = UNSET


class PictureRead(Strict):
    image: str
    width: Count
    height: Count
    dice: list[DieRead]
    unsure: bool
    ms: float


class RollRead(Strict):
    source: str
    t: float
    dice: list[DieRead]
    unsure: bool


class BoardRead(Strict):
    """A cell is [row, column, colour, confidence, certain]; null: a doubt about an empty cell, or no board at all."""

    image: str
    rows: Count
    cols: Count
    corners: tuple[Point, Point, Point, Point] | None
    cells: list[tuple[Count, Count, str | None, Share, bool]] | None
    ms: float


class Sets(Strict):
    sets: list[str]
    folder: str


class FaceEnrolled(Strict):
    name: str
    looks: Count


class Enrolled(Strict):
    remarks: list[str]
    skipped: list[str]
    set: str | UnsetType = UNSET
    faces: list[FaceEnrolled] | UnsetType = UNSET
    seconds: float | UnsetType = UNSET


# ---------------------------------------------------------------------------------------------- watching


class CorrectedEarlier(Strict):
    """The event with this number was this one."""

    number: Annotated[int, Meta(ge=1)]
    event: AnyEvent


class Choice(Strict):
    text: str
    events: list[AnyStep]
    taken_back: Count
    probability: Share
    corrected: CorrectedEarlier | UnsetType = UNSET


class Notice(Strict):
    """One thing told. `evidence` is what lies on the table, null before anything lay at rest; `film` and `game` are
    told of films in a folder."""

    time: float
    what: What
    text: str
    position: AnyPosition
    awaited: AwaitedNext
    evidence: TableView | None
    number: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    film: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    events: list[AnyStep] | UnsetType = UNSET
    confidence: Share | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET
    broken: list[Broken] | UnsetType = UNSET
    tasks: list[str] | UnsetType = UNSET
    cue: Cue | UnsetType = UNSET


class Touch(Strict):
    """Something that players had to do on the screen, in second `time`, and the event of the match that it brought."""

    how: Literal["answered", "typed", "set up"]
    time: float
    event: Count


class Score(Strict):
    """How well the referee followed a match whose truth was given."""

    events: Count
    alone: Count
    wrong: Count
    questions: Count
    illegal: Count
    caught: Count
    right: Count
    false_alarms: Count
    desyncs: Count
    resolved: Count
    typed: Count
    set_up: Count
    finished: bool
    touches: list[Touch]


class Said(Strict):
    time: float
    event: AnyEvent


# ---------------------------------------------------------------------------------------------- recorded matches


class MatchListed(Strict):
    """One match of the record; `entries` counts what was undone and corrected, too."""

    id: str
    game: str
    players: Count
    options: dict[str, Any]
    names: list[str]
    colours: list[Colour]
    started: float
    date: str
    state: State
    outcome: Outcome | None
    series: str | None
    entries: Count


class EntryPlayed(Strict, tag_field="did", tag="played"):
    event: AnyStep
    source: Source
    time: float | UnsetType = UNSET
    confidence: Share | UnsetType = UNSET


class EntryUndone(Strict, tag_field="did", tag="undone"):
    count: Annotated[int, Meta(ge=1)]
    time: float | UnsetType = UNSET


class EntryCorrected(Strict, tag_field="did", tag="corrected"):
    """The event at `index`, from 0 on, of those that stood was another, or none; later ones were read again or fell."""

    index: Count
    event: AnyStep | None
    source: Source
    reread: list[tuple[Count, AnyStep]] | UnsetType = UNSET
    fell: Count | UnsetType = UNSET
    time: float | UnsetType = UNSET
    confidence: Share | UnsetType = UNSET


class MatchExported(Strict):
    """A match with everything that was kept of it: `events` are those that stand, `entries` the journal."""

    id: str
    game: str
    players: Count
    options: dict[str, Any]
    names: list[str]
    colours: list[Colour]
    started: float
    date: str
    state: State
    outcome: Outcome | None
    series: str | None
    start: AnyPosition
    events: list[AnyStep]
    position: AnyPosition
    entries: list[EntryPlayed | EntryUndone | EntryCorrected]


class FaceShare(Strict):
    face: FaceValue
    count: Count
    share: Share
    low: Share
    high: Share
    expected: Share


class FairnessTold(Strict):
    statistic: float
    freedom: Count
    p: Share
    exact: bool


class Unfair(Strict):
    share: Share
    dice_needed: Count | None


class DiceCounted(Strict):
    game: str
    dice: str
    rolled: Count
    faces: list[FaceShare]
    fair: FairnessTold
    unfair: Unfair


class WinsCounted(Strict):
    game: str
    who: str
    games: Count
    won: Count
    low: Share
    high: Share


class LengthsCounted(Strict):
    game: str
    games: Count
    drawn: Count
    least: Count
    median: float
    most: Count
    minutes: float | None


class GamesWonCounted(Strict):
    game: str
    games: Count
    won: Count
    lost: Count


class PersonTold(Strict):
    who: str
    games: Count
    won: Count
    drawn: Count
    streak: int
    longest: Count
    by_game: list[GamesWonCounted]


class PairTold(Strict):
    who: str
    other: str
    kind: Literal["person", "program", "unnamed"]
    together: bool
    games: Count
    won: Count
    lost: Count
    by_game: list[GamesWonCounted]


class Statistics(Strict):
    matches: Count
    finished: Count
    dice: list[DiceCounted]
    sides: list[WinsCounted]
    players: list[WinsCounted]
    lengths: list[LengthsCounted]
    people: list[PersonTold]
    pairs: list[PairTold]


# ---------------------------------------------------------------------------------------------- the doctor


class FindingTold(Strict):
    level: Literal["change", "note", "fine"]
    part: str
    text: str


class StreamFigures(Strict):
    frames: Count
    rate: float | None
    frozen: bool
    sizes: Count
    flicker: float
    shake: float


class PictureFigures(Strict):
    width: Count
    height: Count
    dice: Count
    light: float
    burnt: float
    blur: float | None
    dice_light: float | None
    dice_burnt: float | None
    glare: float | None
    dice_blur: float | None
    dice_size: float | None
    smallest: float | None
    cut_off: Count


class Figures(Strict):
    stream: StreamFigures | UnsetType = UNSET
    pictures: list[PictureFigures] | UnsetType = UNSET


class Doctor(Strict):
    well: bool
    findings: list[FindingTold]
    figures: Figures
