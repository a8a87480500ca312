"""What the games say in German: seeds with the same ids, and whole games in which nothing is left in English."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from string import Formatter
from typing import Any

import msgspec
import pytest

import seeds
from companion import load
from companion.games import GAMES
from companion.match.steps import SetUp, step_text
from companion.referee.matching.layout_diff import tasks_between
from companion.rules import BrokenClause, Game
from companion.rules.self_play import played
from companion.table.view import Colour
from companion.text import use_language
from companion.text.language import localized
from seeds import Seed, SeedError, languages
from seeds.languages import in_language
from tests.support.games.faults import fault_params

SAME = re.compile(r"General|Teams|Battle Round!|Smack Attack!|(\d+,\d+)")
"""What is the same in both languages on purpose: names, and squares that are called by numbers."""

ENGLISH = re.compile(r"\b(the|and|of|dice|turn|with|from|player|nothing|rolls?|moves?|one|that|red|blue|combat)\b")
"""Words that no German sentence has."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "white")

GRAMMAR = re.compile(r"^((\w+_)?(has|is|s|have|tn|ten)|first_die|first_points)$")
"""Parameters of templates that only bend words, which each language does in its own way."""

TABLES = [
    ("army-vs-aliens-2011", 2, {}),
    ("army-vs-aliens-2011", 3, {"draw_reset": "destroyed"}),
    ("army-vs-aliens-2011", 4, {}),
    ("army-vs-aliens-2012", 2, {"start_total_tie": "random", "any_owner_targets": True}),
    ("army-vs-aliens-2012", 5, {}),
    ("dinosaurs-vs-army-men", 2, {}),
    ("dinosaurs-vs-army-men", 5, {"strict_out": True}),
    ("doubles-wild", 2, {"battle_optional": True, "wild_may_decline": True}),
    ("doubles-wild", 4, {"teams": True}),
    ("space-checkers", 2, {"diagonals": "both"}),
    ("space-checkers", 4, {}),
]


def in_both(text: Callable[[], str]) -> tuple[str, str]:
    """A text in English and in German."""
    use_language("en")
    english = text()
    use_language("de")
    german = text()
    use_language("en")
    return english, german


def check(text: Callable[[], str]) -> str:
    """That a text is another one in German, with nothing left to be filled in; the German one."""
    english, german = in_both(text)
    assert german and "{" not in german and "}" not in german, german
    assert german != english or SAME.fullmatch(german), german
    assert not ENGLISH.search(german), german
    return german


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_what_hands_have_to_do_is_told_in_german(game_id: str, players: int, options: dict[str, object]) -> None:
    game = load(game_id, players, options)
    colours = [game.usual_colour(seat) or COLOURS[seat] for seat in range(players)]
    kinds = set()
    for step in played(game, Random(2), longest=60):
        before, after = game.layout(step.before, colours), game.layout(step.after, colours)
        english, german = in_both(lambda a=before, b=after: "\n".join(one.text for one in tasks_between(game, a, b)))
        for one, other in zip(english.splitlines(), german.splitlines(), strict=True):
            kinds.add(other.split()[-1])
            assert one != other and "{" not in other
            assert not ENGLISH.search(other), other
    assert kinds


def names(game: Game) -> list[str]:
    """What the seats are called in German."""
    use_language("de")
    called = [game.seat_name(seat) for seat in range(game.players)]
    use_language("en")
    return called


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_whole_games_are_told_in_german(game_id: str, players: int, options: dict[str, object]) -> None:
    game, lot = load(game_id, players, options), Random(7)
    broken: set[tuple[str, str]] = set()
    pool: list[Any] = []
    for _ in range(3):
        for step in played(game, lot, longest=400):
            check(lambda step=step: game.text(step.before, step.event))
            check(lambda step=step: game.kind_of(step.event))
            pool = [*pool, step.event][-60:]
            for event in lot.sample(pool, min(3, len(pool))):
                for one in game.rule(step.after, event).broken:
                    if (one.clause, one.fault) not in broken:
                        broken.add((one.clause, one.fault))
                        check(lambda one=one: game.broken_text(one))
            odds = game.odds(step.after) if lot.random() < 0.05 else None
            if odds is not None:
                check(lambda after=step.after: game.odds(after).what)
            if game.outcome(step.after) is not None:
                check(lambda after=step.after: game.outcome(after).how)
    assert len(broken) > 3
    check(lambda: step_text(game, game.start(), SetUp(game.start())))
    assert [game.seat_name(seat) for seat in range(players)] != names(game)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_and_house_rule_is_told_in_german(game_id: str) -> None:
    for players in (2, 4):
        game = load(game_id, players)
        for clause in game.seed.clauses:
            check(lambda game=game, clause=clause: game.clause_text(clause.id))
            check(lambda game=game, clause=clause: localized(game.seed).clause(clause.id).title)
        for n, option in enumerate(game.seed.options):
            check(lambda game=game, n=n: localized(game.seed).options[n].text.replace("{value}", "5"))
            for choice in option.choices:
                check(lambda game=game, n=n, choice=choice: localized(game.seed).options[n].explain(choice.value))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_fault_can_be_said_in_both_languages(game_id: str) -> None:
    """With the parameters of its English sentence, whatever the ways of German."""
    game = load(game_id, 4)
    params = fault_params(game_id)
    for clause in game.seed.clauses:
        for fault in clause.faults:
            check(lambda clause=clause, fault=fault: game.broken_text(BrokenClause(clause.id, fault, params)))


def meaning(template: str) -> set[str]:
    """The parameters of a template, without those that only bend words, and whatever case the others are in."""
    found = set()
    for _, name, _, _ in Formatter().parse(template):
        if name is not None and not GRAMMAR.match(name):
            name = re.sub(r"^(an?_)", "", name.lower())
            found.add(re.sub(r"(_units?|_count|_of)$", "", name))
    return found


def templates(seed: Seed) -> dict[str, str]:
    """Every sentence of a seed that has parameters, by its place."""
    found = {f"{clause.id} {fault}": text for clause in seed.clauses for fault, text in clause.faults.items()}
    found |= {f"ending {way}": text for way, text in getattr(seed, "endings", {}).items()}
    found |= {option.id: option.text for option in seed.options}
    return found | {"measures": getattr(seed, "measures", "")}


@pytest.mark.parametrize("game_id", GAMES)
def test_german_seeds_have_the_same_ids_and_parameters(game_id: str) -> None:
    seed = load(game_id, 2).seed
    german = in_language(seed, "de")
    assert [clause.id for clause in german.clauses] == [clause.id for clause in seed.clauses]
    assert [option.accept(option.default) for option in german.options] == [one.default for one in seed.options]
    english, translated = templates(seed), templates(german)
    assert english.keys() == translated.keys()
    differing = [place for place in english if meaning(english[place]) != meaning(translated[place])]
    assert differing == []


def test_a_score_is_told_in_the_right_case() -> None:
    """`with 1 point to 0`, and in German the dative of what both have."""
    game = load("doubles-wild", 2)
    how = {1: 0, 14: 12}
    for first, second in how.items():
        english, german = in_both(lambda: game._words.ending("points", (0,), first, second))  # type: ignore[attr-defined]  # noqa: B023
        assert english.endswith(f": player 1 wins with {first} point{'s' if first > 1 else ''} to {second}.")
        assert german.endswith(f": Spieler 1 gewinnt mit {first} zu {second} Punkten.")


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_score_sheets_are_in_german(game_id: str, players: int, options: dict[str, object]) -> None:
    game = load(game_id, players, options)
    steps = list(played(game, Random(1), longest=400))

    def whats() -> str:
        told = dict.fromkeys(gain.what for step in steps for gain in game.gains(step.before, step.event, step.after))
        return "; ".join(told)

    english, german = in_both(whats)
    alike = set(english.split("; ")) & set(german.split("; ")) - {""}
    assert not alike and not re.search(r"\b(rank|pawns|lost|won|Three)\b", german)


def test_a_template_means_the_same_in_other_cases() -> None:
    assert meaning("{A_own} of {side} {has} {own_count}") == meaning("k{an_own} {side_of}") == {"own", "side"}
    assert meaning("{side}") != meaning("{target_side}")


def altered(monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the German seed of Doubles Wild say something else."""
    real = seeds.tables_of

    def tables(game_id: str, folder: str = "") -> dict[str, Any]:
        found = msgspec.json.decode(msgspec.json.encode(real(game_id, folder)))
        if folder:
            change(found)
        return found

    monkeypatch.setattr(languages, "tables_of", tables)
    monkeypatch.setattr(languages, "_in_language", languages._in_language.__wrapped__)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda said: said["clauses"].pop(3), r"id 'DW-2.1' is missing - at `\$.clauses`"),
        (lambda said: said["clauses"][3].pop("title"), r"a text is missing - at `\$.clauses\[id 'DW-2.1'\].title`"),
        (lambda said: said["clauses"][3]["faults"].update(new="x"), r"no such text - at `.*faults.new`"),
        (lambda said: said["clauses"][3]["faults"].pop("count"), r"a text is missing - at `.*faults.count`"),
        (lambda said: said["clauses"].append({"id": "DW-9"}), r"every entry needs a name that the seed has"),
        (
            lambda said: said["options"][0]["choices"].pop(),
            r"value True is missing - at `.*'teams'\].choices`",
        ),
        (lambda said: said["endings"].update(points=""), r"a text is needed - at `\$.endings.points`"),
        (lambda said: said.update(sheets=[]), r"no such text - at `\$.sheets`"),
        (lambda said: said.update(clauses="none"), r"a list is needed - at `\$.clauses`"),
        (lambda said: said.update(endings=[]), r"a table is needed - at `\$.endings`"),
        (lambda said: said.update(game="chess"), r"game is 'chess', and it is installed as 'doubles-wild'"),
    ],
)
def test_a_german_seed_is_read_strictly(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], None], fault: str
) -> None:
    seed = load("doubles-wild", 2).seed
    altered(monkeypatch, change)
    with pytest.raises(SeedError, match=rf"^companion/games/doubles_wild/texts/de.toml: .*{fault}"):
        in_language(seed, "de")
