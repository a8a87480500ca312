"""Tables that are set up by hand in the middle of a match: as they lie, or as the players say."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
from companion.match.entries import format_entry, parse_entry
from companion.match.journal import Journal
from companion.match.steps import SetUp, format_step, parse_step, step_text
from companion.record import Record
from companion.record.transcripts import FaultyLine, Noted, Transcript
from companion.referee.matching.explanations import SeatedGame
from companion.referee.matching.misread_repair import repairs
from companion.referee.notice_delays import BEFORE_RULING
from companion.referee.tracker import MatchTracker
from companion.rules import CompanionError, MalformedError
from companion.rules.self_play import played
from tests.support.games.army import GAME, Rolled, at, attack, game, told
from tests.support.record.recording import clock
from tests.support.referee.sightings import Evidence, die, view
from tests.support.referee.tabletop import Tabletop

TOLD_WITH = [
    ("army-vs-aliens-2011", 2),
    ("army-vs-aliens-2012", 2),
    ("doubles-wild", 2),
    ("doubles-wild", 4),
    ("space-checkers", 2),
    ("space-checkers", 4),
]
"""Games whose table tells the position, with players none of whom share a colour."""


def lying(seated: SeatedGame, position: Any, lot: Random) -> Any:
    """The view of a table on which a position lies."""
    top = Tabletop(seated, lot)
    top.lay(seated.layout(position))
    return top.view()[0]


def resting(seated: SeatedGame, position: Any) -> bool:
    """Whether the position is one between two turns, which is all that a table can tell."""
    plain = seated.game.format_position(position)
    rest = not any(plain.get(key) for key in ("rolling", "rolled", "battle", "start", "playoff", "drawing"))
    return rest and plain["turn"] is not None and seated.game.outcome(position) is None


@pytest.mark.slow
@pytest.mark.parametrize("game_id, players", TOLD_WITH)
def test_the_position_is_among_those_that_the_table_may_be_in(game_id: str, players: int) -> None:
    """From any earlier position; but for what lies in boxes: supplies, and turns without an attack."""
    rules, lot, tried = companion.load(game_id, players), Random(5), 0
    seated = SeatedGame.usual(rules)
    for _ in range(12):
        positions = [step.after for step in played(rules, lot, longest=80)]
        for before, now in zip(positions, positions[7:], strict=False):
            if not (resting(seated, now) and seated.layout(before).dice):
                continue
            found = list(rules.as_it_lies(before, Evidence(lying(seated, now, lot)), seated.colours))
            tried += 1
            assert {"supply", "quiet"} >= min((different(rules, one, now) for one in found), key=len)
            assert len({rules.awaited(one).seat for one in found}) == len(found)
    assert tried > 12


def different(rules: Any, one: Any, other: Any) -> set[str]:
    a, b = rules.format_position(one), rules.format_position(other)
    return {key for key in a if a[key] != b[key]}


def test_cards_that_lie_face_down_tell_no_position() -> None:
    rules = companion.load("dinosaurs-vs-army-men")
    seated = SeatedGame.usual(rules)
    assert list(rules.as_it_lies(rules.start(), Evidence(view()), seated.colours)) == []


def test_a_table_with_a_missing_die_tells_no_position() -> None:
    tracker, table = astray()
    tracker.observe(view(*table[1:]))
    assert tracker.as_it_lies() == ()


def test_a_table_half_in_view_tells_no_position() -> None:
    tracker, table = astray()
    tracker.observe(view(*table, missing=("The mat of the Army is not in view.",)))
    assert tracker.as_it_lies() == ()


# ---------------------------------------------------------------------------------------------- the referee


def astray() -> tuple[MatchTracker, list[Any]]:
    """A match, and a table of another: the dice of both sides, all sure, nothing of which any event explains."""
    rules = game()
    tracker = MatchTracker(SeatedGame.usual(rules), Journal(rules, at(army="112233445", aliens="112233456", turn=0)))
    table = [
        *(die(face, "green", "0:combat", (10.0 * n, 0.0)) for n, face in enumerate((1, 2, 6, 6, 6))),
        *(die(3, "green", "0:rally", (10.0 * n, 50.0)) for n in range(2)),
        *(die(face, "green", "1:scoring", (10.0 * n, 90.0)) for n, face in enumerate((1, 4))),
        *(die(face, "blue", "1:combat", (10.0 * n, 150.0)) for n, face in enumerate((2, 2, 3, 4, 4, 5))),
        *(die(1, "blue", "1:rally", (10.0 * n, 200.0)) for n in range(2)),
        die(6, "blue", "0:scoring", (0.0, 250.0)),
    ]
    colours = tracker.seated.colours
    table = [one if colours[0] == "green" else recoloured(one) for one in table]
    return tracker, table


def recoloured(one: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(one, colour="blue" if one.colour == "green" else "green")


def test_where_nothing_explains_the_table_it_may_count_as_it_lies() -> None:
    tracker, table = astray()
    notices = [*tracker.observe(view(*table)), *tracker.due_notices(2 * BEFORE_RULING)]
    (desync,) = [one for one in notices if one.what == "desync"]
    assert desync.labels == (
        "The table counts as it lies, Army next", "The table counts as it lies, Aliens next"
    )  # fmt: skip
    (noted,) = tracker.choose(desync.choices[1])
    assert noted.what == "set up" and noted.text == desync.labels[1] and noted.number == 1
    assert told(tracker.position) == told(at(army="12666", aliens="223445", rally=(2, 2), scored=("6", "14"), turn=1))
    assert tracker.pending is None and tracker.offered == ()

    tracker.take_back(len(tracker.journal.history()))
    assert tracker.position == tracker.journal.start


def test_an_illegal_act_is_no_reason_to_change_the_game() -> None:
    """What breaks a clause is put back: nobody is offered to let it count, though players may insist."""
    rules = game()
    start = at(army="112233445", aliens="112233456", turn=0)
    tracker = MatchTracker(SeatedGame.usual(rules), Journal(rules, start))
    top = Tabletop(tracker.seated, Random(1))
    top.lay(tracker.seated.layout(at(army="112233445", aliens="11223346", scored=("5", ""), turn=0)))
    notices = [*tracker.observe(top.view()[0]), *tracker.due_notices(2 * BEFORE_RULING)]
    assert [one.what for one in notices] == ["ruling"]
    assert tracker.offered == () and len(tracker.as_it_lies()) == 2


def test_players_may_set_up_any_position() -> None:
    tracker, _ = astray()
    wanted = at(army="666", aliens="56", rally=(6, 7), turn=1)
    (noted,) = tracker.set_up(wanted)
    assert noted.what == "set up" and tracker.position == wanted
    assert tracker.journal.latest is not None and tracker.journal.latest.played.source == "typed"


# ---------------------------------------------------------------------------------------------- what is kept


def a_journal() -> tuple[Journal, Any]:
    journal = Journal(game())
    for faces in ((1, 1, 2, 3, 3, 4, 5, 6, 6), (1, 2, 2, 3, 4, 4, 5, 6, 6)):
        journal.play(Rolled(faces), "seen", view())
    placed = at(army="1266", aliens="2235", rally=(5, 5), turn=1)
    journal.play(SetUp(placed), "chosen", time=5.0)
    journal.play(attack("3", 2, 0), "typed")
    return journal, placed


def test_a_set_up_is_an_entry_like_any_other() -> None:
    journal, placed = a_journal()
    moment = journal.history()[2]
    assert (moment.after, moment.chance, moment.seen) == (placed, False, False)
    assert step_text(journal.game, moment.before, moment.event) == "The table counts as it lies, Aliens next"
    raw = [json.loads(json.dumps(format_entry(journal.game, entry))) for entry in journal.entries]
    assert raw[2]["event"]["do"] == "set-up"
    again = Journal(journal.game, None, [parse_entry(journal.game, one) for one in raw])
    assert again.position == journal.position
    again.undo(2)
    assert again.position == moment.before


def test_what_is_corrected_before_a_set_up_leaves_it_alone() -> None:
    journal, placed = a_journal()
    came = journal.correct(1, Rolled((1, 1, 1, 1, 1, 1, 1, 1, 6)))
    assert came.fallen == () and journal.history()[2].after == placed
    journal.undo(2)
    journal.play(attack("3", 1), "typed")
    journal.play(SetUp(placed), "typed")
    with pytest.raises(CompanionError, match=r"the table was set up by hand after that \(4\): take it back first"):
        journal.correct(0, Rolled((1, 1, 1, 1, 1, 1, 1, 1, 6)))
    journal.correct(3, None)
    assert len(journal.history()) == 3


def test_nothing_before_a_set_up_is_suspected_of_being_misread() -> None:
    journal, _ = a_journal()
    assert repairs(SeatedGame.usual(journal.game), journal, Evidence(view())) == ([], [])


def test_a_transcript_holds_it(tmp_path: Path) -> None:
    journal, placed = a_journal()
    transcript = Transcript.of(journal)
    *before, last = transcript.events
    transcript = Transcript(journal.game, [*before, Noted(last.event, "the cat {again}")], start=transcript.start)
    text = transcript.written()
    assert '\n3. [Position "{\\"game\\"' in text
    again = Transcript.read(text)
    assert again == transcript and again.reached == journal.position
    assert [step.after for step in again.steps()][2] == placed
    broken = text.replace('\\"turn\\": 1', '\\"turn\\": 7')
    with pytest.raises(FaultyLine, match=r"^line \d+: turn: "):
        Transcript.read(broken)
    with pytest.raises(FaultyLine):
        Transcript.read(text.replace('3. [Position "', '3. [Game "'))


def test_a_record_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with Record(path, clock=clock) as record:
        match = record.begin(game(), ("Anna", "Ben"))
        for entry in a_journal()[0].entries:
            match.journal.add(entry)
        assert match.trouble is None
        assert record.journal(match.id).position == match.journal.position
        assert record.resume(match.id).journal.history() == match.journal.history()


@pytest.mark.parametrize(
    "raw", [{"do": "set-up"}, {"do": "set-up", "position": 5}, {"do": "set-up", "position": {}, "more": 1}]
)
def test_what_is_no_set_up_is_refused(raw: object) -> None:
    with pytest.raises(MalformedError, match=r"^event"):
        parse_step(game(), raw)


def test_rules_know_no_such_event() -> None:
    rules = companion.load(GAME)
    plain = format_step(rules, SetUp(rules.start()))
    assert parse_step(rules, plain) == SetUp(rules.start())
    with pytest.raises(MalformedError):
        rules.parse_event(plain)
