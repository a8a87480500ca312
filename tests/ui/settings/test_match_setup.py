"""What is agreed before a match, without a screen: colours, seats, house rules, and what cannot be."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import companion
from companion.referee.matching.explanations import SeatedGame
from companion.text import use_language
from companion.text.language import LANGUAGES
from ui.live.match_pipeline import MatchPipeline
from ui.settings.dice_choice import OWN, STICKERS, dice_to_choose, faces_for, units_of
from ui.settings.match_setup import (
    MatchSetup,
    colours_to_choose,
    faults,
    ready,
    rules_to_choose,
    usual_setup,
    value_of,
    with_colour,
    with_name,
    with_option,
    with_players,
)
from vision.symbols.face_sets import SetError, Store, all_of
from vision.symbols.symbol_dice_classifier import SymbolDiceClassifier
from vision.table.table_factory import table_reader_for

EVERY = [(game, count) for game in companion.GAMES for count in range(2, companion.load(game).seed.players[1] + 1)]


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_game_is_ready_as_its_sheet_has_it(game: str, players: int) -> None:
    setup = usual_setup(game, players)
    assert faults(setup) == {}
    whole = ready(setup)
    loaded = companion.load(game, players, whole.options)
    assert (whole.names, whole.options, whole.colours) == ((), {}, SeatedGame.usual(loaded).colours)


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_choice_of_every_house_rule_can_be_made_and_taken_back(game: str, players: int) -> None:
    setup = usual_setup(game, players)
    for option in rules_to_choose(setup):
        usual = value_of(setup, option)
        for value in [choice.value for choice in option.choices] or [option.least or 0, (option.least or 0) + 1]:
            other = with_option(setup, option, value)
            assert value_of(other, option) == value
            assert (other.options == {}) == (value == usual)
            assert with_option(other, option, usual) == setup


def test_only_the_colours_of_the_box_are_offered_where_the_eyes_know_no_others() -> None:
    assert len(colours_to_choose("army-vs-aliens-2011")) > 8
    assert sorted(colours_to_choose("doubles-wild")) == ["blue", "green", "red", "yellow"]
    assert sorted(colours_to_choose("space-checkers")) == ["blue", "green", "red", "yellow"]
    assert colours_to_choose("dinosaurs-vs-army-men") == ()


def test_a_colour_that_somebody_has_is_swapped() -> None:
    setup = with_colour(usual_setup("doubles-wild"), 0, "red")
    assert setup.colours == ("red", "blue")
    assert with_colour(setup, 1, "green").colours == ("red", "green")


def test_players_of_different_sides_cannot_share_a_colour() -> None:
    setup = with_colour(usual_setup("army-vs-aliens-2011", 4), 1, "blue")
    assert faults(setup) == {
        "colours": "Army (player 1) and Aliens (player 2) have blue pieces both: give one of them another colour"
    }
    assert faults(with_colour(usual_setup("army-vs-aliens-2011", 4), 2, "red")) == {}


def test_more_players_get_colours_that_are_left() -> None:
    setup = with_players(with_colour(usual_setup("doubles-wild"), 1, "green"), 4)
    assert setup.colours == ("blue", "green", "yellow", "red") or sorted(setup.colours) == sorted(
        colours_to_choose("doubles-wild")
    )
    assert setup.colours[:2] == ("blue", "green")
    assert with_players(setup, 2).colours == ("blue", "green")
    assert faults(setup) == {}


def test_where_colours_tell_who_sits_where_names_go_with_them() -> None:
    setup = with_name(with_name(usual_setup("space-checkers", 3), 0, "Anna"), 2, "Cleo")  # yellow, green, blue
    setup = with_colour(setup, 0, "red")
    assert (setup.colours, setup.names) == (("red", "green", "blue"), ("Anna", "", "Cleo"))
    assert faults(setup) == {}
    whole = ready(setup)
    game = companion.load("space-checkers", 3, whole.options)
    assert whole.colours == SeatedGame.usual(game).colours == ("red", "green", "blue")
    assert whole.names == ("Anna", "Green", "Cleo")


def test_who_begins_by_a_house_rule_takes_name_and_colour_along() -> None:
    setup = with_name(with_name(usual_setup("space-checkers"), 0, "Anna"), 1, "Ben")
    start = next(option for option in rules_to_choose(setup) if option.id == "start")
    whole = ready(with_option(setup, start, "blue"))
    assert (whole.names, whole.colours) == (("Ben", "Anna"), ("blue", "yellow"))


def test_names_are_told_apart_and_short() -> None:
    setup = with_name(with_name(usual_setup("doubles-wild", 3), 0, "Anna"), 2, " anna ")
    assert list(faults(setup)) == ["names[2]"]
    assert list(faults(with_name(setup, 2, "A" * 25))) == ["names[2]"]
    assert ready(with_name(setup, 2, " Cleo ")).names == ("Anna", "Player 2", "Cleo")


def test_house_rules_that_no_game_has_are_told_at_their_field() -> None:
    wrong = MatchSetup(game="doubles-wild", colours=("blue", "red"), options={"rerolls": 7})
    assert list(faults(wrong)) == ["options"]
    assert "rerolls" in faults(wrong)["options"]


def test_dice_with_own_faces_are_offered_once_all_units_are_learnt(tmp_path: Path) -> None:
    sets = Store(tmp_path)
    assert [kind.value for kind in dice_to_choose("doubles-wild", sets)] == []
    assert [kind.value for kind in dice_to_choose("army-vs-aliens-2012", sets)] == ["", STICKERS]
    both = all_of(("army", "alien"))
    sets.save(msgspec.structs.replace(both, name="half", faces=both.faces[:7]))
    own = tuple(msgspec.structs.replace(face, name=face.name.lower()) for face in both.faces)
    sets.save(msgspec.structs.replace(both, name="wooden", faces=own))
    assert [kind.value for kind in dice_to_choose("army-vs-aliens-2011", sets)] == ["", STICKERS, OWN + "wooden"]
    faces = faces_for("army-vs-aliens-2011", OWN + "wooden", sets)
    assert faces is not None and sorted(faces.names) == sorted(units_of("army-vs-aliens-2011"))
    reader = table_reader_for("army-vs-aliens-2011", shown=faces)._dice
    assert reader is not None and isinstance(reader.classifier, SymbolDiceClassifier)
    with pytest.raises(SetError, match="lacks Death Ray, Lander, Saucer, Overlord, Mothership: show them"):
        faces_for("army-vs-aliens-2011", OWN + "half", sets)
    with pytest.raises(SetError, match="plain dice"):
        faces_for("doubles-wild", STICKERS, sets)
    assert faces_for("doubles-wild", "", sets) is None


def test_dice_are_known_by_the_names_of_any_language(tmp_path: Path) -> None:
    """What was learnt in one language is played with in another, and read as the same units."""
    sets, both = Store(tmp_path), all_of(("army", "alien"))
    english = units_of("army-vs-aliens-2011")
    use_language("de")
    german = dict(zip(english, units_of("army-vs-aliens-2011"), strict=True))
    assert german["Trooper"] == "Soldat"
    faces = tuple(msgspec.structs.replace(face, name=german[face.name]) for face in both.faces)
    sets.save(msgspec.structs.replace(both, name="holz", faces=faces))
    sets.save(msgspec.structs.replace(both, name="half", faces=faces[:11]))
    with pytest.raises(SetError, match="Dem Set half fehlt Mutterschiff"):
        faces_for("army-vs-aliens-2011", OWN + "half", sets)
    for spoken in LANGUAGES:
        use_language(spoken)
        learnt, drawn = (faces_for("army-vs-aliens-2011", dice, sets) for dice in (OWN + "holz", STICKERS))
        assert learnt is not None and drawn is not None
        assert sorted(learnt.names) == sorted(drawn.names) == sorted(english)
        seated = SeatedGame.of(companion.load("army-vs-aliens-2011"), ())
        units = MatchPipeline(seated, table_reader_for("army-vs-aliens-2011", shown=learnt))._units
        assert units["Death Ray"] == (2, seated.colours[1]) and units.keys() == set(english)


def test_dice_that_are_gone_are_told_at_their_field() -> None:
    setup = msgspec.structs.replace(usual_setup("army-vs-aliens-2011"), dice=OWN + "gone")
    assert list(faults(setup)) == ["dice"] and "'gone'" in faults(setup)["dice"]


def test_three_at_a_board_whose_sides_have_colours_play_those_of_the_sheet() -> None:
    two = with_name(with_name(usual_setup("space-checkers"), 0, "Anna"), 1, "Ben")
    three = with_players(two, 3)
    assert (three.colours, three.names) == (("yellow", "green", "blue"), ("Anna", "", "Ben"))
    assert with_players(three, 2).colours == ("yellow", "blue"), "opposite each other, as the sheet advises"
    chosen = with_players(with_colour(two, 1, "red"), 3)
    assert sorted(chosen.colours) == ["green", "red", "yellow"], "what somebody chose stays"
