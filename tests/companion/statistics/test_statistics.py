"""What recorded matches add up to: only dice that lay on a table, under the name that the evidence gives them."""

from __future__ import annotations

from random import Random

import pytest

import companion
from companion.match.journal import Journal, Source
from companion.rules.self_play import played
from companion.statistics.statistics import Dice, Tally
from companion.table.view import Colour, Die, TableView
from tests.support.games.army import Rolled, attack, game


def view(colour: Colour, *faces: int) -> TableView:
    dice = tuple(
        Die(box=(0.0, 0.0, 1.0, 1.0), value=face, colour=colour, confidence=1.0, certain=True) for face in faces
    )
    return TableView(time=1.0, width=4, height=3, dice=dice)


def counted(*journals: Journal) -> dict[str, dict[object, int]]:
    """The faces that were counted, by dice."""
    return {dice.dice: {face.face: face.count for face in dice.faces if face.count} for dice in told(*journals)}


def told(*journals: Journal) -> tuple[Dice, ...]:
    tally = Tally()
    for journal in journals:
        tally.add(journal)
    return tally.statistics().dice


def test_dice_count_where_they_were_seen_or_typed_and_not_where_they_were_drawn() -> None:
    journal = Journal(game())
    journal.play(Rolled((1,) * 9), "seen", view("blue", *[1] * 9))
    journal.play(Rolled((2,) * 9), "typed")
    assert counted(journal) == {"blue": {1: 9}, "Aliens": {2: 9}}
    for source in ("lot", "recorded"):
        other = Journal(game())
        other.play(Rolled((3,) * 9), source)  # type: ignore[arg-type]
        assert counted(other) == {}


def test_what_was_undone_does_not_count_and_what_was_corrected_counts_as_corrected() -> None:
    journal = Journal(game())
    journal.play(Rolled((1,) * 9), "seen")
    journal.play(Rolled((2,) * 9), "typed")
    journal.undo()
    journal.correct(0, Rolled((3,) * 9))
    assert counted(journal) == {"Army": {3: 9}}
    drawn = Journal(game())
    drawn.play(Rolled((1,) * 9), "lot")
    drawn.correct(0, Rolled((3,) * 9))
    assert counted(drawn) == {}, "no die of the table was rolled"


def test_a_colour_is_believed_where_it_goes_with_most_rolls_of_a_seat() -> None:
    """The first roll goes with red and blue dice alike, the second with blue ones alone."""
    journal = Journal(game())
    both = (*view("blue", *[4] * 9).dice, *view("red", *[4] * 9).dice)
    journal.play(Rolled((4,) * 9), "seen", TableView(time=1.0, width=4, height=3, dice=both))
    assert counted(journal) == {"Army": {4: 9}}
    journal.play(Rolled((2,) * 9), "typed")
    journal.play(attack("4", 2), "chosen")
    journal.play(journal.game.parsed("rally 2"), "chosen")
    journal.play(Rolled((2,)), "typed")
    journal.play(journal.game.parsed("rally 4"), "chosen")
    journal.play(Rolled((5, 6)), "seen", view("blue", 5, 6, *[4] * 7))
    assert counted(journal) == {"blue": {4: 9, 5: 1, 6: 1}, "Aliens": {2: 10}}


def test_a_pair_that_was_kept_was_not_rolled_again() -> None:
    rules = companion.load("doubles-wild")
    journal = Journal(rules)
    for faces in ([6, 6, 6], [1, 1, 1]):
        journal.play(rules.parse_event({"do": "threw", "faces": faces}), "typed")
    journal.play(rules.parsed("roll red 1 2 blue 3 4"), "typed")
    journal.play(rules.parsed("reroll red"), "chosen")
    journal.play(rules.parsed("roll red 5 6 blue 3 4"), "typed")
    assert counted(journal)["red"] == {1: 1, 2: 1, 5: 1, 6: 1} and counted(journal)["blue"] == {3: 1, 4: 1}


def test_a_direction_die_has_its_own_odds_even_where_the_match_began_after_a_roll() -> None:
    rules = companion.load("space-checkers")
    *_, last = played(rules, Random(3), longest=1)
    journal = Journal(rules, last.after)
    journal.play(next(iter(rules.actions(last.after))), "chosen")
    journal.play(rules.parsed("roll 3 wild"), "typed")
    direction, number = told(journal)
    assert (direction.dice, number.dice) == ("direction die", "number die")
    assert {face.face: face.expected for face in direction.faces}["wild"] == pytest.approx(1 / 3)
    assert direction.fair.exact and direction.fair.p == 1 and number.rolled == 1


def test_cards_are_no_dice() -> None:
    assert counted(random_journal("dinosaurs-vs-army-men")) == {}


def random_journal(game_id: str, seed: int = 1, source: Source = "typed", players: int = 2) -> Journal:
    """A whole game played at random, an entry a minute."""
    journal = Journal(companion.load(game_id, players))
    for number, step in enumerate(played(journal.game, Random(seed))):
        journal.play(step.event, source, time=60.0 * number)
    return journal


def test_games_count_for_the_side_that_alone_is_first_and_for_its_players() -> None:
    tally = Tally()
    games = [random_journal("army-vs-aliens-2011", seed) for seed in range(12)]
    first = [journal.game.outcome(journal.position).ranking[0] for journal in games]  # type: ignore[union-attr]
    for journal in games:
        tally.add(journal, ("Anna", "Ben"), started=0.0)
    told = tally.statistics()
    assert (told.matches, told.finished) == (12, 12)
    assert [(one.who, one.games, one.won) for one in told.sides] == [
        ("Aliens", 12, first.count((1,))), ("Army", 12, first.count((0,)))
    ]  # fmt: skip
    assert [(one.who, one.won) for one in told.players] == [("Anna", first.count((0,))), ("Ben", first.count((1,)))]
    (length,) = told.lengths
    assert length.drawn == first.count((0, 1)) and length.least <= length.median <= length.most
    assert length.minutes == pytest.approx(length.median - 1, abs=0.1)


def test_partners_win_together() -> None:
    tally = Tally()
    journal = random_journal("army-vs-aliens-2011", 2, players=4)
    tally.add(journal, ("A", "B", "C", "D"))
    told = tally.statistics()
    won = {one.who: one.won for one in told.players}
    assert won["A"] == won["C"] and won["B"] == won["D"] and len(told.sides) == 2
    assert told.lengths[0].minutes is None


def test_a_game_that_goes_on_counts_for_nobody_yet() -> None:
    journal = Journal(game())
    journal.play(Rolled((1,) * 9), "typed")
    tally = Tally()
    tally.add(journal, ("Anna", "Ben"))
    told = tally.statistics()
    assert (told.matches, told.finished, told.sides, told.players, told.lengths) == (1, 0, (), (), ())
    assert Tally().statistics().matches == 0


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_every_die_of_a_whole_game_is_counted_once(game_id: str) -> None:
    """A random game rolls fair dice: as many as its events show, and none of them looks loaded."""
    journal = random_journal(game_id, 5)
    for dice in told(journal):
        assert sum(face.count for face in dice.faces) == dice.rolled > 0
        assert sum(face.expected for face in dice.faces) == pytest.approx(1)
        assert all(face.low <= face.share <= face.high for face in dice.faces)
        assert dice.fair.p > 1e-4
