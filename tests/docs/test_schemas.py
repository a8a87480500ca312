"""The JSON Schemas of docs/schemas are those that the types make, and what the program writes is valid by them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import companion
from companion.cli.watch.output import json_line
from companion.match import SetUp
from companion.record import Record
from companion.referee import Notice
from companion.rules import played
from models.train.matches.evaluate.follow_match import follow_match
from models.train.matches.script.script import write_match
from models.train.matches.stage import POOR
from scripts.schemas import FORMATS, build
from scripts.schemas.__main__ import FOLDER
from tests.support.front_door import Ask, asking
from tests.support.paths import DATA
from tests.support.record.recording import clock, recorded
from tests.support.schemas import check, validator

ask = pytest.fixture(asking)

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((game, 2, {}) for game in companion.GAMES),
    ("army-vs-aliens-2011", 4, {"draw_limit": 2}),
    ("army-vs-aliens-2012", 3, {}),
    ("dinosaurs-vs-army-men", 5, {}),
    ("doubles-wild", 4, {"teams": True}),
    ("space-checkers", 4, {"geometry": "G10"}),
]


def test_the_files_are_those_that_the_types_make() -> None:
    """`make docs` writes them anew."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*")} == build()


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(json.loads(build()[f"{name}.json"]))
    assert not validator(name).is_valid({"unheard": "of"})


# ------------------------------------------------------------------------------------------ the rules


def ids(table: object) -> str:
    return str(table[0]) if isinstance(table, tuple) else ""


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_positions_and_events_of_whole_games(table: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = table
    game = companion.load(name, players, options)
    check("position", game.format_position(game.start()))
    lot = Random(7)
    steps = list(played(game, lot))
    for step in [*lot.sample(steps, min(len(steps), 30)), steps[-1]]:
        check("position", game.format_position(step.after))
        for event in (step.event, *game.actions(step.after)[:5]):
            check("event", game.format_event(event))


@pytest.mark.parametrize(
    "event",
    [
        {"do": "rolled", "faces": [7]},
        {"do": "rolled", "faces": [1], "seat": 0},
        {"do": "attack", "with": [3]},
        {"do": "place", "square": [2, 5]},
        {"do": "move", "from": [1], "toward": "blue"},
        {"do": "flipped", "card": "D100"},
        {"do": "jumped"},
        {},
    ],
)
def test_what_is_no_event_is_refused(event: dict[str, Any]) -> None:
    assert not validator("event").is_valid(event)


@pytest.mark.parametrize(
    "change", [{"quiet": -1}, {"quiet": "0"}, {"turn": 9}, {"game": "chess"}, {"more": 1}, {"players": None}]
)
def test_what_is_no_position_is_refused(change: dict[str, Any]) -> None:
    game = companion.load("army-vs-aliens-2011")
    assert not validator("position").is_valid(game.format_position(game.start()) | change)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_answers_of_the_rules(table: tuple[str, int, dict[str, Any]], ask: Ask, tmp_path: Path) -> None:
    name, players, options = table
    game = companion.load(name, players, options)
    *_, last = played(game, Random(1))
    (tmp_path / "over.json").write_text(json.dumps(game.format_position(last.after)))
    (tmp_path / "last.json").write_text(json.dumps(game.format_position(last.before)))
    new = ("--new", name, "--players", players, *(f"--option={key}={json.dumps(v)}" for key, v in options.items()))
    for where in (new, (tmp_path / "last.json",), (tmp_path / "over.json",)):
        check("rules", json.loads(ask("rules", *where).out))
        check("odds", json.loads(ask("odds", *where, "--json").out))
    assert json.loads(ask("rules", tmp_path / "over.json").out)["outcome"]
    illegal = ask("rules", tmp_path / "over.json", "--event", "-", given=json.dumps(game.format_event(last.event)))
    assert illegal.code == 1
    check("rules", json.loads(illegal.out))
    check("hints", json.loads(ask("hints", tmp_path / "last.json", "--seconds", "0.05", "--json").out))


def test_hints_and_the_odds_of_a_battle(ask: Ask, tmp_path: Path) -> None:
    game = companion.load("doubles-wild")
    battle = next(step.after for step in played(game, Random(3)) if game.odds(step.after) and game.actions(step.after))
    (tmp_path / "battle.json").write_text(json.dumps(game.format_position(battle)))
    told = json.loads(ask("hints", tmp_path / "battle.json", "--seconds", "0.05", "--json").out)
    assert told["odds"]["actions"] and told["hints"]
    check("hints", told)


def test_simulated_games(ask: Ask) -> None:
    check("simulate", json.loads(ask("simulate", "doubles-wild", "--games", "2", "--json").out))


# ------------------------------------------------------------------------------------------ pictures


def test_readings_of_pictures(ask: Ask, tmp_path: Path) -> None:
    for found in (
        ask("scan", DATA / "eighteen.png", DATA / "scenes" / "00005.jpg", "--json"),
        ask("scan", DATA / "symbols" / "two.jpg", "--set", "army", "--json"),
    ):
        assert found.lines
        for line in found.lines:
            check("scan", json.loads(line))
    board = json.loads(ask("board", DATA / "board.jpg", "--grid", "9x9", "--json").out)
    assert board["cells"]
    check("board", board)
    none = json.loads(ask("board", DATA / "eighteen.png", "--grid", "8x8", "--json").out)
    assert none["cells"] is None
    check("board", none)


@pytest.mark.slow
def test_rolls_of_a_clip(ask: Ask) -> None:
    found = ask("scan", DATA / "clips" / "rolls.mp4", "--rolls", "--json")
    assert found.lines
    for line in found.lines:
        check("rolls", json.loads(line))


@pytest.mark.slow
def test_sets_that_were_learnt(ask: Ask, tmp_path: Path) -> None:
    check("enrol", json.loads(ask("enrol", "--list", "--data", tmp_path, "--json").out))
    enrolled = ask("enrol", "skulls", DATA / "symbols" / "faces", "--data", tmp_path, "--json")
    check("enrol", json.loads(enrolled.out))
    for more in (("--list",), ("--remove-face", "airplane"), ("--remove",)):
        check("enrol", json.loads(ask("enrol", "skulls", *more, "--data", tmp_path, "--json").out))


@pytest.mark.slow
def test_findings_of_the_doctor(ask: Ask) -> None:
    told = json.loads(ask("doctor", DATA / "eighteen.png", "--json").out)
    assert told["figures"]["pictures"]
    check("doctor", told)
    told = json.loads(ask("doctor", DATA / "clips" / "rolls.mp4", "--json").out)
    assert told["figures"]["stream"]
    check("doctor", told)


# ------------------------------------------------------------------------------------------ watching and the record


@pytest.mark.slow
def test_notices_of_matches() -> None:
    """Of whole matches with eyes that doubt and misread, so that everything is told that a referee can tell."""
    kinds: set[str] = set()
    keys: set[str] = set()
    for name in ("army-vs-aliens-2011", "dinosaurs-vs-army-men"):
        followed = follow_match(write_match(name, 1), POOR)
        game = followed.tracker.journal.game
        for notice in followed.notices:
            line = json.loads(json_line(game, notice, followed.tracker.view))
            check("watch", line)
            kinds.add(line["what"])
            keys |= set(line) | {f"choices.{key}" for choice in line.get("choices", ()) for key in choice}
        assert followed.touches
        check("watch", {**followed.verdict._asdict(), "touches": [one._asdict() for one in followed.touches]})
    assert kinds >= {"event", "question", "ruling", "desync", "agreed"}
    assert keys >= {"number", "events", "confidence", "choices", "broken", "tasks", "choices.corrected"}


def test_a_notice_of_a_table_that_was_set_up() -> None:
    game = companion.load("space-checkers")
    step = SetUp(game.start())
    notice = Notice(what="set up", time=4.0, text="The table counts as it lies", position=step.position, events=(step,))
    line = json.loads(json_line(game, notice, None))
    assert line["events"][0]["do"] == "set-up" and line["evidence"] is None
    check("watch", line)


@pytest.mark.slow
def test_recorded_matches(ask: Ask, tmp_path: Path) -> None:
    with Record(tmp_path / "matches.sqlite", clock=clock) as record:
        matches = [recorded(record, game, steps=40).id for game in companion.GAMES]
    where = ("--record", tmp_path / "matches.sqlite")
    check("matches", json.loads(ask("matches", "--json", *where).out))
    check("stats", json.loads(ask("stats", "--as", "json", *where).out))
    kinds, steps = set(), set()
    for match in matches:
        told = json.loads(ask("matches", "export", match, "--as", "json", *where).out)
        check("match", told)
        kinds |= {entry["did"] for entry in told["entries"]}
        steps |= {entry["event"]["do"] for entry in told["entries"] if entry.get("event")}
    assert kinds == {"played", "undone", "corrected"} and "set-up" in steps
