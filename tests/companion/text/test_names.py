"""The players' names in all that is said of their match, and nowhere in what is written for other programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import companion
from companion.games import GAMES
from companion.match.journal import Journal
from companion.match.steps import SetUp, step_text
from companion.record import Record, outcome_text
from companion.record.exports import exported
from companion.referee.matching.layout_diff import tasks_between
from companion.rules import BrokenClause, Game
from companion.rules.self_play import played
from companion.table.view import Colour
from companion.text import use_language
from companion.text.player_names import LONGEST_SPOKEN, spoken_name
from models.train.matches.evaluate.follow_match import follow_match
from models.train.matches.script.script import write_match
from models.train.matches.stage import POOR
from tests.companion.text.test_german import TABLES
from tests.support.games import army, checkers, dinosaurs, doubles
from tests.support.games.faults import fault_params
from tests.support.record.recording import STARTED
from ui.history.texts import full_name

NAMES = ("Anna", "Ben", "Carla", "David", "Elif")
HOSTILE = (
    "{player}", "{0}", "}{", "{{", "%s %(player)s %", "Ann\na\r\tB", "N" * 500, "1", "-2", "\N{HEBREW LETTER ALEF}bc",
    "\u202eevil", '"><b>', "\\", "Which was it?", "a\u0000b", "\ud800x", "\U0001f9d1\u200d\U0001f9d1", "  Ann  ",
    "Army",
)  # fmt: skip
PLAYERS = re.compile(r"[Pp]layers? \d|Spieler \d")
FACTIONS = re.compile(r"\b[Tt]he (Army|Aliens)\b|\b([Dd]ie|der) (Armee|Aliens)\b")
"""What games call the seats by themselves."""
OWN = re.compile(r"(Only the|Nur die) \w+")
"""What only one faction has, whoever plays it."""
COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "white")


@pytest.fixture(params=["en", "de"], autouse=True)
def speaking(request: pytest.FixtureRequest) -> Iterator[str]:
    use_language(request.param)
    yield request.param
    use_language("en")


def lines_of(game: Game, seed: int = 7, longest: int = 200) -> list[str]:
    """All that is said while a game is played: events, rulings, tasks, tables set up by hand, the end."""
    lot, said, pool = Random(seed), [], []
    colours = [game.usual_colour(seat) or COLOURS[seat] for seat in range(game.players)]
    for step in played(game, lot, longest=longest):
        said.append(game.text(step.before, step.event))
        pool = [*pool, step.event][-60:]
        for event in lot.sample(pool, min(3, len(pool))):
            said += [game.broken_text(one) for one in game.rule(step.after, event).broken]
        before, after = game.layout(step.before, colours), game.layout(step.after, colours)
        said += [task.text for task in tasks_between(game, before, after)]
        outcome = game.outcome(step.after)
        said += [] if outcome is None else [outcome.how]
    said.append(step_text(game, game.start(), SetUp(game.start())))
    return said


def unnamed(lines: list[str], teams: bool = False) -> list[str]:
    """Those that call somebody otherwise than by name; teams of several win and lose by their faction."""
    ends = re.compile(r"\bwins?\b|gewinn|no living|keinen lebenden")
    return [
        line
        for line in lines
        if PLAYERS.search(line) or (FACTIONS.search(OWN.sub("", line)) and not (teams and ends.search(line)))
    ]


def own_words(game: Game) -> set[str]:
    """What the game calls its seats by itself."""
    return {game.seat_word(seat) for seat in range(game.players)}


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_whole_games_are_told_with_names(game_id: str, players: int, options: dict[str, object]) -> None:
    game = companion.load(game_id, players, options)
    named = game.called(NAMES[:players])
    plain, said = lines_of(game), lines_of(named)
    assert len(plain) == len(said)
    differing = [(was, now) for was, now in zip(plain, said, strict=True) if was != now]
    assert len(differing) > 20
    for was, now in differing:
        assert any(name in now for name in NAMES[:players]), (was, now)
    assert unnamed(said, teams=len(game.sides) < players) == []
    for name in NAMES[:players]:
        assert any(name in line for line in said), name


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_questions_rulings_and_reminders_of_a_watched_match_name_the_players(game_id: str) -> None:
    match = write_match(game_id, 1, events=40)
    named = replace(match, table=replace(match.table, game=match.game.called(NAMES[: match.game.players])))
    plain, told = follow_match(match, POOR).notices, follow_match(named, POOR).notices
    assert [notice.what for notice in told] == [notice.what for notice in plain]
    said = [text for one in told for text in (one.text, *one.labels, *(task.text for task in one.tasks))]
    assert unnamed(said, teams=len(match.game.sides) < match.game.players) == []
    assert any(name in line for line in said for name in NAMES)


def rulings(game: Game) -> list[str]:
    """Every ruling that there is, by the first two players."""
    params = fault_params(game.id)
    return [
        game.broken_text(BrokenClause(clause.id, fault, params))
        for clause in game.seed.clauses
        for fault in clause.faults
    ]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_ruling_takes_names(game_id: str) -> None:
    game = companion.load(game_id, 2)
    plain, said = rulings(game), rulings(game.called(NAMES[:2]))
    for was, now in zip(plain, said, strict=True):
        speaks = any(word.lower() in OWN.sub("", was).lower() for word in own_words(game))
        assert not speaks or "Anna" in now or "Ben" in now, (was, now)
    assert unnamed(said) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_no_name_breaks_a_sentence(game_id: str, players: int, options: dict[str, object]) -> None:
    game = companion.load(game_id, players, options)
    plain, starts = lines_of(game, longest=60), rulings(game)
    for first in range(len(HOSTILE)):
        names = [HOSTILE[(first + seat) % len(HOSTILE)] for seat in range(players)]
        named = game.called(names)
        said = lines_of(named, longest=60) if first % 6 == 0 else []
        assert not said or len(said) == len(plain)
        for line in [*said, *rulings(named)]:
            assert line.isprintable() or "\u200d" in line or "\u2068" in line, line
            line.encode()
            assert len(line) < 3 * LONGEST_SPOKEN + max(map(len, [*plain, *starts])), line


def test_names_in_a_sentence() -> None:
    assert spoken_name(" Ann\n  a ") == "Ann a"
    assert spoken_name("N" * 41) == "N" * 39 + "…"
    assert spoken_name("\u202ecba") == "cba", "it turns nothing around"
    assert spoken_name("\ud800") == "?" and spoken_name("\u200b \t") == spoken_name("") == ""
    assert spoken_name("\N{HEBREW LETTER ALEF}1") == "\u2068\N{HEBREW LETTER ALEF}1\u2069", "and is set apart"
    assert spoken_name("Anne\u0301e") == "Ann\u00e9e"


def test_a_sentence_takes_the_name_as_it_was_written(speaking: str) -> None:
    game = dinosaurs.game().called(["ßen", "anna"])
    flip = game.text(game.start(), game.parsed("flip A1"))
    assert flip == {"en": "anna flips Army man 1", "de": "anna dreht Soldat 1 um"}[speaking]
    assert doubles.game().called(["anna", "ßen"]).seat_name(1) == "ßen"


def test_who_plays_the_aliens_is_one_person(speaking: str) -> None:
    game = army.game().called(["Anna", "Ben"])
    position = game.apply(game.start(), game.parsed("roll 1 1 2 3 3 4 5 6 6"))
    roll = game.parsed("roll 1 2 2 3 4 4 5 6 6")
    assert game.text(position, roll) == {
        "en": "Ben rolled 1, 2, 2, 3, 4, 4, 5, 6, 6", "de": "Ben würfelt 1, 2, 2, 3, 4, 4, 5, 6, 6",
    }[speaking]  # fmt: skip
    spent = game.broken_text(BrokenClause("AVA-3.2", "spent_target", (("target_seat", 1),)))
    assert {"en": "out of the Rally of Ben:", "de": "aus der Sammelzone von Ben genommen:"}[speaking] in spent
    assert game.seat_word(1) == "Aliens" and full_name(game, 1) == "Ben, Aliens"


def test_who_has_no_name_is_called_as_the_game_does() -> None:
    game = checkers.game()
    assert [game.called(["", "Ben"]).seat_name(seat) for seat in (0, 1)] == [game.seat_word(0), "Ben"]
    filled = game.called([game.seat_word(0), game.seat_word(1)])
    assert lines_of(filled, longest=20) == lines_of(game, longest=20)
    assert game.called(["Anna"]).seat_name(1) == game.seat_word(1), "a name too few takes nothing down"


def test_players_of_one_name_are_told_apart() -> None:
    game = army.game()
    army_word, aliens = game.seat_word(0), game.seat_word(1)
    twice = game.called(["Anna", "ANNA "])
    assert [twice.seat_name(0), twice.seat_name(1)] == [f"Anna ({army_word})", f"ANNA ({aliens})"]
    swapped = game.called([aliens, ""])
    assert [swapped.seat_name(0), swapped.seat_name(1)] == [f"{aliens} ({army_word})", aliens]
    long = game.called(["N" * 50, "N" * 60])
    assert long.seat_name(0) != long.seat_name(1)


@pytest.mark.parametrize("game_id", GAMES)
def test_names_are_for_words_only(game_id: str) -> None:
    game = companion.load(game_id)
    named, lot = game.called(NAMES[:2]), Random(3)
    steps = list(played(game, lot))
    for step in steps[-40:]:
        assert named.format_position(step.after) == game.format_position(step.after)
        assert named.format_awaited(step.after) == game.format_awaited(step.after)
        assert named.format_outcome(step.after) == game.format_outcome(step.after)
        assert named.formatted(step.event) == game.formatted(step.event)
        assert named.gains(step.before, step.event, step.after) == game.gains(step.before, step.event, step.after)
    outcome = named.outcome(steps[-1].after)
    assert outcome is not None and (len(outcome.ranking) == 1 or any(name in outcome.how for name in NAMES[:2]))
    assert game.called(NAMES[:2]).called(()).outcome(steps[-1].after) == game.outcome(steps[-1].after)


@pytest.mark.slow
def test_a_recorded_match_speaks_of_its_players_and_keeps_what_it_kept(tmp_path: Path, speaking: str) -> None:
    game = dinosaurs.game()
    with Record(tmp_path / "one.sqlite", clock=lambda: STARTED) as record:
        match = record.begin(game, ("Anna", "Ben"))
        plain = Journal(game)
        for step in played(game, Random(5)):
            match.journal.play(step.event, "typed")
            plain.play(step.event, "typed")
        for journal in (match.journal, record.resume(match.id).journal, record.journal(match.id)):
            first = journal.history()[0]
            assert step_text(journal.game, first.before, first.event).startswith("Ben ")
        summary = record.summary(match.id)
        assert summary.outcome == game.format_outcome(plain.position)
        assert "Anna flips" not in exported("json", summary, record.journal(match.id))
        winner = NAMES[summary.outcome["ranking"][0][0]]  # type: ignore[index]
        told = outcome_text(summary)
        assert told == match.journal.game.outcome(match.journal.position).how and winner in told  # type: ignore[union-attr]


def test_matches_spoken_of_at_once_keep_their_players_apart() -> None:
    game = doubles.game()
    tables = [game.called([f"Anna{n}", f"Ben{n}"]) for n in range(8)]

    def names(n: int) -> set[str]:
        return set(re.findall(r"(?:Anna|Ben)\d+", "\n".join(lines_of(tables[n], longest=60))))

    with ThreadPoolExecutor(8) as threads:
        for n, found in enumerate(threads.map(names, range(8))):
            assert found == {f"Anna{n}", f"Ben{n}"}
