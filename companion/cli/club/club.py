"""`companion club`: the page of a club; links for its tables, tournaments, ratings and results."""

from __future__ import annotations

import argparse
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.app import check_address
from companion.cli.club import tables_of_text, tournament
from companion.cli.common import add_record, port_number
from companion.text import LANGUAGES, one_line, using_language

if TYPE_CHECKING:
    from companion.record import Record

PORT = 8560


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command: the page, where no action is named."""
    add_record(parser)
    parser.add_argument("--host", default="127.0.0.1", help="where the page is: 0.0.0.0 for the network (127.0.0.1)")
    parser.add_argument("--port", type=port_number, default=PORT, help=f"the port to listen on ({PORT})")
    parser.add_argument("--name", help="what the club is called on the page (the name of its record)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the page (en)")
    tables = parser.add_mutually_exclusive_group()
    tables.add_argument("--add-table", metavar="NAME", help="print a link by which a table of this name can record")
    tables.add_argument("--new-link", metavar="NAME", help="print another link for a table; the old one ends")
    tables.add_argument("--remove-table", metavar="NAME", help="let a table record no more; its matches stay")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    tournament.add_arguments(actions.add_parser("tournament", help="begin, pair and show tournaments"))
    ratings = actions.add_parser("ratings", help="rate people by Glicko-2, a game at a time")
    results = actions.add_parser("results", help="list the finished matches, with who won")
    for action in (ratings, results):
        action.add_argument("--game", metavar="ID", help="only of this game")
        tables_of_text.add_form(action)
        add_record(action, default=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C, or do what is asked. 0 done; 1 the record cannot be read; 2 wrong use."""
    from companion.record import Record
    from companion.rules import CompanionError

    try:
        with using_language(arguments.language), Record(arguments.record, clock=time.time) as record:
            if arguments.action == "tournament":
                return tournament.run(arguments, record)
            if arguments.action is not None:
                return _tell(arguments, record)
            if arguments.add_table or arguments.new_link or arguments.remove_table:
                return _table(arguments, record)
            return _serve(arguments, record)
    except CompanionError as fault:
        raise Refusal(f"club: {fault}", UNREAD) from None


def _table(arguments: argparse.Namespace, record: Record) -> int:
    from companion.club import add_table, remove_table, renew_table

    if arguments.remove_table:
        remove_table(record, arguments.remove_table)
        print(f"Removed {arguments.remove_table}")
    elif arguments.new_link:
        print(renew_table(record, arguments.new_link))
    else:
        print(add_table(record, arguments.add_table))
    return 0


def _serve(arguments: argparse.Namespace, record: Record) -> int:
    host, port = arguments.host, arguments.port
    check_address(host, port)

    from companion.club import Club, Feed, make_server

    language = arguments.language
    if record.place.path is None:
        try:
            if Feed(record).others():
                complain("club: another companion club shows this record already; this one does so too")
        except Exception as fault:  # it goes on, and says so once more where the database stays away
            complain(f"club: {one_line(str(fault))}")
    else:
        record.open()
    name = arguments.name or _name(record)
    club = Club(record, lambda: language, lambda line: complain(f"club: {line}"))
    server = make_server(club, record, lambda: language, one_line(name), host, port)
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    print(f"The club's page: http://{shown}:{port}", flush=True)
    server.run()
    return 0


def _name(record: Record) -> str:
    return Path(record.place.path).stem if record.place.path is not None else record.place.url.database or "club"


def _tell(arguments: argparse.Namespace, record: Record) -> int:
    from companion import GAMES
    from companion.club import Results

    if arguments.game is not None and arguments.game not in GAMES:
        raise Refusal(f"club: --game {arguments.game!a}: that is no game here ({', '.join(GAMES)})", WRONG_USE)
    results = Results(record)
    results.catch_up()
    rows = results.ratings() if arguments.action == "ratings" else results.rows()
    rows = [row for row in rows if arguments.game in (None, row["game"])]
    columns = RATING_COLUMNS if arguments.action == "ratings" else RESULT_COLUMNS
    empty = "Nobody is rated yet." if arguments.action == "ratings" else "No match is finished yet."
    tables_of_text.show(rows, columns, arguments.form, empty)
    return 0


RATING_COLUMNS = ("game", "rank", "person", "rating", "deviation", "volatility", "games")
RESULT_COLUMNS = ("match", "date", "game", "people", "winners")
