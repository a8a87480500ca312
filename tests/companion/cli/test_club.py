"""`companion club`: the page's command, tournaments, ratings and results, and what it says of wrong use."""

from __future__ import annotations

import csv
import io
import json
import os
import socket
import sys
import time
import urllib.request
from pathlib import Path
from random import Random

import pytest

import companion
from companion.record import Record
from companion.rules import played
from tests.support.app.serving import serving
from tests.support.front_door import Ask, asking
from tests.support.record.postgresql import Server

ask = pytest.fixture(asking)
PROGRAM = [sys.executable, "-m", "companion", "club"]


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "club.sqlite")


def finished(where: str, *names: str) -> None:
    with Record(where, clock=time.time) as record:
        match = record.begin(companion.load("doubles-wild"), names)
        for step in played(match.journal.game, Random(1)):
            match.journal.play(step.event, "typed")


def test_a_tournament_from_beginning_to_end(where: str, ask: Ask) -> None:
    begin = ("club", "tournament", "--record", where)
    people = ("--people", "Anna,Ben,Cleo", "--game", "doubles-wild")
    assert ask(*begin, "new", "Cup", "--system", "round-robin", *people).out == (
        "Cup: round-robin of doubles-wild, 3 people, round 0 of 3\n"
    )
    assert ask(*begin, "pair", "Cup").out.splitlines()[1:] == ["   1  Anna has a bye", "   2  Ben - Cleo"]
    refused = ask(*begin, "pair", "Cup")
    assert refused.code == 1 and refused.err == (
        "companion: club: Cup: 1 results of round 1 are missing, such as that of board 2\n"
    )
    assert ask(*begin, "result", "Cup", "1", "2", "draw").out.splitlines()[-1] == "   2  Ben - Cleo  draw"
    rows = list(csv.DictReader(io.StringIO(ask(*begin, "standings", "Cup", "--as", "csv").out)))
    assert [(row["place"], row["person"], row["points"]) for row in rows] == [
        ("1", "Anna", "1"), ("2", "Ben", "0.500000"), ("2", "Cleo", "0.500000")
    ]  # fmt: skip
    assert json.loads(ask(*begin, "standings", "Cup", "--as", "json").out)["round"] == 1
    assert ask(*begin).out == "Cup: round-robin of doubles-wild, 3 people, round 1 of 3\n"


def test_ratings_and_results_are_printed_and_exported(where: str, ask: Ask) -> None:
    finished(where, "Anna", "=Ben()")
    assert "Anna" in ask("club", "ratings", "--record", where).out
    rated = json.loads(ask("club", "ratings", "--record", where, "--as", "json").out)
    assert {one["person"] for one in rated} == {"Anna", "=Ben()"} and all(one["games"] == 1 for one in rated)
    (row,) = csv.DictReader(io.StringIO(ask("club", "results", "--record", where, "--as", "csv").out))
    assert row["people"] == "Anna, =Ben()" and row["winners"] in ("Anna", " =Ben()", "")
    assert json.loads(ask("club", "results", "--game", "space-checkers", "--record", where, "--as", "json").out) == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["tournament", "pair", "Cup"], "club: there is no tournament Cup"),
        (
            ["tournament", "new", "Cup", "--system", "swiss", "--game", "go", "--people", "A,B"],
            "club: --game 'go': that is no game here",
        ),
        (["ratings", "--game", "go"], "club: --game 'go': that is no game here"),
        (["--add-table", "Window"], "club: tables have links of their own on a PostgreSQL server alone"),
    ],
    ids=["no tournament", "no game", "ratings of no game", "a file has no tables"],
)  # fmt: skip
def test_wrong_use_is_told_in_one_line(arguments: list[str], line: str, where: str, ask: Ask) -> None:
    answer = ask("club", "--record", where, *arguments)
    assert answer.code in (1, 2) and answer.err.startswith(f"companion: {line}") and answer.err.count("\n") == 1


def test_a_table_gets_a_link_another_one_and_none(server: Server, ask: Ask) -> None:
    where = server.database()
    link = ask("club", "--record", where, "--add-table", "Window").out.strip()
    assert link.startswith("postgresql://") and "%3AWindow:" in link
    assert "there is a table Window already" in ask("club", "--record", where, "--add-table", "Window").err
    assert ask("club", "--record", where, "--new-link", "Window").out.strip() not in ("", link)
    assert ask("club", "--record", where, "--remove-table", "Window").out == "Removed Window\n"


@pytest.mark.slow
def test_the_page_is_served_until_ctrl_c_and_a_port_in_use_is_said(where: str, ask: Ask) -> None:
    finished(where, "Anna", "Ben")
    with serving([*PROGRAM, "--record", where, "--name", "Our club"], os.environ) as club:
        assert club.process.stdout is not None
        assert club.process.stdout.readline() == f"The club's page: http://127.0.0.1:{club.port}\n"
        end = time.monotonic() + 60
        state = {"matches": []}
        while not state["matches"] and time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{club.address}/state") as answer:
                    state = json.load(answer)
            except OSError:
                time.sleep(0.05)
        assert state["matches"][0]["state"] == "over" and state["club"] == "Our club"
        answer = ask("club", "--record", where, "--port", str(club.port))
        assert answer.code == 2 and answer.err.startswith(f"companion: port {club.port} is in use")
        assert club.end()[::2] == (0, "")


@pytest.mark.slow
def test_the_page_is_served_while_the_database_is_away(ask: Ask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    where = f"postgresql://club@127.0.0.1:{port}/matches"
    with serving([*PROGRAM, "--record", where], os.environ) as club:
        assert club.process.stdout is not None
        club.process.stdout.readline()
        end, trouble = time.monotonic() + 60, ""
        while not trouble and time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{club.address}/state") as answer:
                    trouble = json.load(answer)["trouble"]
            except OSError:
                time.sleep(0.05)
        assert trouble.startswith(f"the record {where} does not answer: ")
        code, _, err = club.end()
        assert code == 0 and all(line.startswith("companion: club: the record") for line in err.splitlines())
