"""`companion club tournament`: begin one, pair the next round, say a result by hand, show the standings."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, get_args

from companion.cli import WRONG_USE, Refusal
from companion.cli.club import tables_of_text
from companion.cli.common import add_record

if TYPE_CHECKING:
    from companion.club import Tournament, Tournaments
    from companion.record import Record

RESULTS = {"1-0": 1.0, "0-1": 0.0, "draw": 0.5}
COLUMNS = ("place", "person", "points", "games", "won", "buchholz", "sonneborn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the action: a list, where none is named."""
    from companion.club import System

    add_record(parser, default=argparse.SUPPRESS)
    does = parser.add_subparsers(dest="does", metavar="WHAT", title="what")
    new = does.add_parser("new", help="begin a tournament")
    new.add_argument("--system", choices=get_args(System), required=True, help="how people are paired")
    new.add_argument("--game", metavar="ID", required=True, help="the game that is played")
    new.add_argument("--people", metavar="A,B,...", required=True, help="who plays, the best first")
    new.add_argument("--rounds", type=int, metavar="N", help="of a swiss (as many as decide it)")
    pair = does.add_parser("pair", help="make and show the pairs of the next round")
    result = does.add_parser("result", help="say a result by hand, where no match tells it")
    standings = does.add_parser("standings", help="show how it stands, with tie-breaks")
    tables_of_text.add_form(standings)
    for one in (new, pair, result, standings):
        one.add_argument("tournament", metavar="NAME", help="the name of the tournament")
        add_record(one, default=argparse.SUPPRESS)
    result.add_argument("round", type=int, metavar="ROUND")
    result.add_argument("board", type=int, metavar="BOARD")
    result.add_argument("result", choices=RESULTS, help="of who is named first at that board")


def run(arguments: argparse.Namespace, record: Record) -> int:
    """Do what is asked. 0 done; CompanionError where it cannot be; 2 wrong use."""
    from companion import GAMES
    from companion.club import Results, Tournaments

    tournaments, results = Tournaments(record), Results(record)
    if arguments.does == "new":
        if arguments.game not in GAMES:
            raise Refusal(f"club: --game {arguments.game!a}: that is no game here ({', '.join(GAMES)})", WRONG_USE)
        people = arguments.people.split(",")
        made = tournaments.begin(arguments.tournament, arguments.system, arguments.game, people, arguments.rounds)
        print(_line(made))
        return 0
    results.catch_up()
    tournaments.settle(results)
    if arguments.does is None:
        found = tournaments.all()
        for one in found:
            print(_line(one))
        if not found:
            print("There is no tournament.")
        return 0
    return _of_one(arguments, tournaments)


def _of_one(arguments: argparse.Namespace, tournaments: Tournaments) -> int:
    from companion.club import tournament_data

    name = arguments.tournament
    if arguments.does == "pair":
        _print_pairs(tournaments.pair(name))
    elif arguments.does == "result":
        _print_pairs(tournaments.decide(name, arguments.round, arguments.board, RESULTS[arguments.result]))
    else:
        data = tournament_data(tournaments.get(name))
        if arguments.form == "json":
            print(json.dumps(data))
        else:
            tables_of_text.show(data["standings"], COLUMNS, arguments.form, "")
    return 0


def _line(one: Tournament) -> str:
    standing = "finished" if one.over else f"round {one.round} of {one.rounds}"
    return f"{one.name}: {one.system} of {one.game}, {len(one.people)} people, {standing}"


def _print_pairs(tournament: Tournament) -> None:
    print(_line(tournament))
    said = {points: result for result, points in RESULTS.items()}
    for one in tournament.played:
        if one.round == tournament.round:
            first, second = one.pair
            if second is None:
                print(f"{one.board:>4}  {tournament.people[first]} has a bye")
            else:
                result = "" if one.points is None else f"  {said[one.points]}"
                print(f"{one.board:>4}  {tournament.people[first]} - {tournament.people[second]}{result}")
