"""House rules: read from words, checked against what the seed allows, told where they differ."""

from __future__ import annotations

import json
import math
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion import GAMES, MalformedError
from companion.rules.house_rules import Value, changed, notes, read_pairs, settle, standard
from companion.rules.strict_json import a_list, plain
from seeds import Choice, Clause, Option, Seed


class Measures(msgspec.Struct, frozen=True):
    """A custom value that is more than a word."""

    side: int


SEED = Seed(
    game="halma",
    title="Halma",
    players=(2, 6),
    about="Jump to the other side.",
    needs="a board",
    minutes=(20, 40),
    options=(
        Option("limit", ("HA-1.1",), "It ends after {value} turns.", 5, least=1, most=9),
        Option("end", ("HA-1.1", "HA-1.2"), "How it ends.", "slow",
               (Choice("slow", "Slowly."), Choice("fast", "Fast."), Choice(False, "Never."))),
        Option("ranks", ("HA-1.2",), "Which ranks.", (1, 2), (Choice((1, 2), "Two."), Choice((1, 2, 3), "Three."))),
        Option("deck", ("HA-1.3",), "Which cards.", "usual", (Choice("usual", "As ever."),), custom="a list of cards"),
    ),
    clauses=tuple(Clause(f"HA-1.{number}", "Title", "Text.") for number in (1, 2, 3)),
)  # fmt: skip
USUAL = {"limit": 5, "end": "slow", "ranks": (1, 2), "deck": "usual"}


def read_deck(value: object, path: str) -> tuple[str, ...]:
    if not (cards := a_list(value, path)):
        raise MalformedError(f"{path}[0]", "there is no first card")
    return tuple(sorted(map(str, cards)))


# ---------------------------------------------------------------------------------------------- reading words


@pytest.mark.parametrize(
    ("pairs", "options"),
    [
        ([], {}),
        (["limit=3"], {"limit": 3}),
        (["limit= 3 "], {"limit": 3}),
        (["end=fast"], {"end": "fast"}),
        (['end="fast"'], {"end": "fast"}),
        (["end=false"], {"end": False}),
        (["end=False"], {"end": "False"}),
        (["end="], {"end": ""}),
        (["end=a=b"], {"end": "a=b"}),
        (["ranks=[1,2,3]"], {"ranks": [1, 2, 3]}),
        (['deck={"D1": 2}'], {"deck": {"D1": 2}}),
        (["ranks=[1,2,3"], {"ranks": "[1,2,3"}),
        (["limit=NaN"], {"limit": "NaN"}),
        (["limit=" + "9" * 5000], {"limit": "9" * 5000}),
        (["deck=" + "[" * 100_000], {"deck": "[" * 100_000}),
        (["limit=null"], {"limit": None}),
        (["b=1", "a=2"], {"b": 1, "a": 2}),
    ],
)
def test_a_value_is_json_and_what_is_not_is_text(pairs: list[str], options: dict[str, object]) -> None:
    assert read_pairs(pairs) == options
    assert list(read_pairs(pairs)) == list(options)


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        (["limit"], "'limit': expected KEY=VALUE, such as draw_limit=3"),
        ([""], "'': expected KEY=VALUE, such as draw_limit=3"),
        (["=3"], "'=3': expected KEY=VALUE, such as draw_limit=3"),
        (["ümlaut\n"], "'\\xfcmlaut\\n': expected KEY=VALUE, such as draw_limit=3"),
        (["a=1", "b=2", "a=1"], "a: it is given twice"),
    ],
)
def test_what_is_no_pair_is_refused(pairs: list[str], fault: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_pairs(pairs)
    assert str(caught.value) == fault


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(st.from_regex(r"\A[a-z_]{1,9}\Z"), json_values)
def test_any_json_value_comes_back_from_its_pair(key: str, value: object) -> None:
    assert read_pairs([f"{key}={json.dumps(value)}"]) == {key: value}


# ---------------------------------------------------------------------------------------------- settling


def test_without_anything_given_the_usual_rules_are_in_force() -> None:
    assert settle(SEED, None) == settle(SEED, {}) == standard(SEED) == USUAL
    assert list(settle(SEED, {"deck": "usual", "limit": 5})) == list(USUAL), "in the order of the seed"


def test_given_values_go_before_the_usual_ones_in_their_normal_form() -> None:
    assert settle(SEED, {"limit": 9, "ranks": [3, 1, 2]}) == {**USUAL, "limit": 9, "ranks": (1, 2, 3)}
    assert settle(SEED, MappingProxyType({"end": False}))["end"] is False
    assert settle(SEED, {"ranks": {2, 1}}) == USUAL


def test_defaults_of_the_table_go_before_the_seeds_and_given_values_before_both() -> None:
    defaults = {"end": "fast"}
    assert settle(SEED, None, defaults=defaults)["end"] == "fast"
    assert settle(SEED, {"end": "slow"}, defaults=defaults)["end"] == "slow"
    assert standard(SEED, defaults) == {**USUAL, "end": "fast"}
    assert changed(settle(SEED, {"end": "slow"}, defaults=defaults), standard(SEED, defaults)) == {"end": "slow"}


def test_custom_values_are_read_by_the_games_reader() -> None:
    readers = {"deck": read_deck}
    assert settle(SEED, {"deck": ["S", "B"]}, readers)["deck"] == ("B", "S")
    assert settle(SEED, {"deck": "usual"}, readers)["deck"] == "usual"
    with pytest.raises(MalformedError, match=r"^options\.deck\[0\]: there is no first card$"):
        settle(SEED, {"deck": []}, readers)


@pytest.mark.parametrize(
    ("given_", "fault"),
    [
        ({"limit": 0}, "options.limit: 0 is not allowed (a whole number from 1 to 9)"),
        ({"limit": 10}, "options.limit: 10 is not allowed (a whole number from 1 to 9)"),
        ({"limit": 10**400}, f"options.limit: 1{'0' * 36}... is not allowed (a whole number from 1 to 9)"),
        ({"limit": True}, "options.limit: true is not allowed (a whole number from 1 to 9)"),
        ({"limit": 5.0}, "options.limit: 5.0 is not allowed (a whole number from 1 to 9)"),
        ({"limit": math.nan}, "options.limit: NaN is not allowed (a whole number from 1 to 9)"),
        ({"limit": math.inf}, "options.limit: Infinity is not allowed (a whole number from 1 to 9)"),
        ({"limit": "5"}, 'options.limit: "5" is not allowed (a whole number from 1 to 9)'),
        ({"limit": None}, "options.limit: null is not allowed (a whole number from 1 to 9)"),
        ({"end": 0}, "options.end: 0 is not allowed (one of: slow, fast, false)"),
        ({"end": True}, "options.end: true is not allowed (one of: slow, fast, false)"),
        ({"end": "SLOW"}, 'options.end: "SLOW" is not allowed (one of: slow, fast, false)'),
        ({"ranks": [1, 1, 2]}, "options.ranks: [1, 1, 2] is not allowed (one of: [1, 2], [1, 2, 3])"),
        ({"ranks": [True, 2]}, "options.ranks: [True, 2] is not allowed (one of: [1, 2], [1, 2, 3])"),
        ({"ranks": [[1], 2]}, "options.ranks: [[1], 2] is not allowed (one of: [1, 2], [1, 2, 3])"),
        ({"ranks": [1] * 5000}, "options.ranks: a list is not allowed (one of: [1, 2], [1, 2, 3])"),
        ({"deck": "other"}, 'options.deck: "other" is not allowed (one of: usual, or a list of cards)'),
        ({"deck": ["B"]}, "options.deck: ['B'] is not allowed (one of: usual, or a list of cards)"),
        ({"deck": 5}, "options.deck: 5 is not allowed (one of: usual, or a list of cards)"),
        ({"cheat": 1}, 'options: halma has no option "cheat" (it has: limit, end, ranks, deck)'),
        ({5: 1}, "options: halma has no option 5 (it has: limit, end, ranks, deck)"),
        ([], "options: expected an object, not a list"),
        ("limit", 'options: expected an object, not "limit"'),
    ],
)
def test_what_the_seed_does_not_allow_is_refused_with_its_path(given_: Any, fault: str) -> None:
    with pytest.raises(MalformedError) as caught:
        settle(SEED, given_)
    assert str(caught.value) == fault


def test_an_option_with_a_reader_still_refuses_words_and_numbers() -> None:
    for value in ("other", 5, None, True):
        with pytest.raises(MalformedError, match=r"^options\.deck: .* is not allowed"):
            settle(SEED, {"deck": value}, {"deck": read_deck})


# ---------------------------------------------------------------------------------------------- telling


def test_what_differs_is_told_in_the_order_of_the_seed() -> None:
    values = settle(SEED, {"ranks": [1, 2, 3], "limit": 2, "end": "slow"})
    assert list(changed(values, standard(SEED)).items()) == [("limit", 2), ("ranks", (1, 2, 3))]


def test_values_as_plain_data() -> None:
    assert plain((1, 2)) == [1, 2] and plain(("B", "S")) == ["B", "S"]
    assert plain("slow") == "slow" and plain(False) is False and plain(3) == 3
    assert plain(Measures(3)) == {"side": 3}
    assert plain({"at": (Measures(1), ((2, 3),))}) == {"at": [{"side": 1}, [[2, 3]]]}


def test_a_clause_is_noted_with_the_house_rules_that_bear_on_it() -> None:
    differing: dict[str, Value] = {"limit": 3, "ranks": (1, 2, 3), "deck": ("B",)}
    assert notes(SEED, differing, "HA-1.1") == ["It ends after 3 turns."]
    assert notes(SEED, differing, "HA-1.2") == ["Three."]
    assert notes(SEED, differing, "HA-1.3") == ["Which cards."], "a custom value has no sentence of its own"
    assert notes(SEED, {}, "HA-1.1") == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_of_every_game_takes_its_values_and_writes_them_back(game_id: str) -> None:
    least, most = companion.load(game_id).seed.players
    for option in companion.load(game_id).seed.options:
        values: list[object] = [choice.value for choice in option.choices] or [option.least, option.most]
        for value in values:
            tables = []
            for players in range(least, most + 1):
                try:
                    tables.append(companion.load(game_id, players, {option.id: value}))
                except MalformedError as fault:
                    assert fault.path in ("players", f"options.{option.id}")
            assert tables, f"{option.id} = {value} at no table"
            for game in tables:
                told = game.format_options()
                assert set(told) <= {option.id}
                assert companion.load(game_id, game.players, told).options == game.options
                assert companion.load(game_id, game.players, json.loads(json.dumps(told))).options == game.options
