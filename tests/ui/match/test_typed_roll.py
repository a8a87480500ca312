"""Rolls that no camera saw: typed die by die, or drawn by lot, through the same door as those that were seen."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import companion
import ui.match.session
from companion.match.journal import Journal
from companion.referee.matching.explanations import SeatedGame
from companion.rules import CompanionError
from seeds.sheets import pile_of
from tests.support.app.posed import posed
from tests.support.games.new_game import forgotten, make_game
from ui.live.match_pipeline import MatchPipeline
from ui.match.session import MatchSession
from ui.match.typed_roll import TypedDie, dice_to_type, rolled_faces, typed_event
from vision.table.table_factory import table_reader_for

TWENTY = "count = 2\nsides = 20"
NINE = [6, 1, 1, 2, 2, 3, 4, 5, 6]


def done(session: MatchSession) -> list[tuple[str, str]]:
    """What has happened, oldest first, and where it came from."""
    session.work()
    return [(line.text, line.source) for line in reversed(session.scene.lines)]


@pytest.mark.parametrize("game_id", ["army-vs-aliens-2011", "army-vs-aliens-2012"])
def test_a_roll_is_typed_undone_and_drawn_by_lot(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.match.session.LOT", random.Random(7))  # after some rolls nothing can be done but roll again
    session = posed(game_id, None)
    dice = session.scene.dice
    assert dice == (TypedDie("faces", "blue"),) * 9
    session.roll(NINE)
    ((text, source),) = done(session)
    assert text.endswith("rolled 1, 1, 2, 2, 3, 4, 5, 6, 6") and source == "typed"
    assert session.scene.dice == (TypedDie("faces", "green"),) * 9 and session.scene.awaited.seat == 1
    session.undo()
    assert done(session) == [] and session.scene.dice == dice
    session.draw_lot()
    session.draw_lot()
    assert [source for _, source in done(session)] == ["lot", "lot"]
    assert session.scene.awaited.need == "action" and session.scene.dice == ()
    session.draw_lot()
    assert len(done(session)) == 2 and session.scene.remark is None


def test_lots_are_drawn_by_the_systems_own_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(ui.match.session.LOT, random.SystemRandom)
    monkeypatch.setattr("ui.match.session.LOT", random.Random(7))
    session = posed("army-vs-aliens-2011", None)
    session.draw_lot()
    game = session.game
    expected = game.text(game.start(), game.drawn(game.start(), random.Random(7)))
    assert done(session) == [(expected, "lot")]


def test_a_roll_that_fits_no_more_is_told_in_one_line() -> None:
    session = posed("army-vs-aliens-2011", None)
    session.roll(NINE[:8])
    assert done(session) == []
    assert session.scene.remark is not None and "9 dice are rolled, and 8 were typed" in session.scene.remark.text
    session.dismiss()
    session.roll(NINE)
    session.roll(NINE)
    session.roll(NINE)  # two tabs were as quick as each other
    assert len(done(session)) == 2 and session.scene.remark is not None


def test_a_typed_roll_can_be_corrected_like_a_seen_one() -> None:
    session = posed("army-vs-aliens-2011", None)
    session.roll(NINE)
    done(session)
    session.correct(session.corrections_of(1), session.game.parsed("roll 1 1 1 1 1 1 1 1 6"))
    assert [text for text, _ in done(session)] == ["The Army rolled 1, 1, 1, 1, 1, 1, 1, 1, 6"]


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_what_is_typed_is_the_roll_that_is_awaited(game_id: str) -> None:
    """Whatever dice the position awaits: one in each colour, some of them again, or no pips at all."""
    game = companion.load(game_id)
    seated, chance = SeatedGame.usual(game), random.Random(3)
    position, typed = game.start(), 0
    for _ in range(150):
        need = game.awaited(position).need
        if need == "nothing":
            break
        if need not in ("roll", "flip"):
            assert dice_to_type(seated, position) == ()
            position = game.apply(position, chance.choice(game.actions(position)))
            continue
        event, dice = game.drawn(position, chance), dice_to_type(seated, position)
        if dice:
            plain, typed = game.format_event(event), typed + 1
            fields = {die.field: plain[die.field] for die in dice}
            faces = {name: list(face) if isinstance(face, list | tuple) else [face] for name, face in fields.items()}
            assert typed_event(seated, position, [faces[die.field].pop(0) for die in dice]) == event
        else:
            with pytest.raises(CompanionError):
                typed_event(seated, position, [1])
        position = game.apply(position, event)
    assert (typed > 0) == (game_id != "dinosaurs-vs-army-men")


def test_a_face_that_is_on_no_die_is_refused_in_one_line() -> None:
    seated = SeatedGame.usual(companion.load("space-checkers"))
    with pytest.raises(CompanionError, match="no die of this roll shows 7"):
        typed_event(seated, seated.game.start(), [7, "blue"])
    with pytest.raises(CompanionError, match="no die of this roll shows white"):
        typed_event(seated, seated.game.start(), [6, "white"])


def test_direction_dice_are_typed_or_drawn_by_lot() -> None:
    game = companion.load("space-checkers")
    reader = table_reader_for(game.id, game.players, None)
    session = MatchSession(MatchPipeline(SeatedGame.usual(game), reader, pile_of(game.id), Journal(game)))
    assert session.scene.awaited.need == "roll" and [die.field for die in session.scene.dice] == ["number", "direction"]
    session.draw_lot()
    assert [source for _, source in done(session)] == ["lot"]
    session.undo()
    session.roll([6, "wild"])
    assert [source for _, source in done(session)] == ["typed"]


def test_dice_of_more_sides_than_six_are_typed_drawn_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = forgotten(monkeypatch)
    next(kept)
    try:
        seated = SeatedGame.usual(companion.load(make_game(tmp_path, monkeypatch, ("game.toml", "count = 2", TWENTY))))
        start = seated.game.start()
        assert dice_to_type(seated, start) == (TypedDie("faces", None, tuple(range(1, 21))),) * 2
        event = typed_event(seated, start, [20, 7])
        assert seated.game.text(start, event) == "Player 1 rolls 7 20"
        assert rolled_faces(seated, start, event) == ((7, None), (20, None))
        with pytest.raises(CompanionError, match="no die of this roll shows 21"):
            typed_event(seated, start, [20, 21])
        assert len(seated.game.chances(start)) == 210
        after = seated.game.apply(start, event)
        assert seated.game.parse_position(seated.game.format_position(after)) == after
    finally:
        next(kept, None)
