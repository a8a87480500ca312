"""A club: what all tables that write one record play, on a page for all to see; tournaments, ratings, tables' roles."""

from companion.club.club import Club
from companion.club.feed import Feed
from companion.club.history import history, those
from companion.club.pairings import Met, Pair, berger_rounds, knock_out_next, knock_out_start, swiss_round
from companion.club.ratings import Duel, Rating, Ratings
from companion.club.results import Results
from companion.club.server import make_server
from companion.club.standings import Line, Played, System, standings
from companion.club.table_roles import TableError, add_table, remove_table, renew_table
from companion.club.tournaments import SYSTEMS, Tournament, TournamentError, Tournaments, tournament_data

__all__ = [
    "SYSTEMS",
    "Club",
    "Duel",
    "Feed",
    "Line",
    "Met",
    "Pair",
    "Played",
    "Rating",
    "Ratings",
    "Results",
    "System",
    "TableError",
    "Tournament",
    "TournamentError",
    "Tournaments",
    "add_table",
    "berger_rounds",
    "history",
    "knock_out_next",
    "knock_out_start",
    "make_server",
    "remove_table",
    "renew_table",
    "standings",
    "swiss_round",
    "those",
    "tournament_data",
]
