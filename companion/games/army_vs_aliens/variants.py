"""Differences between the sheets of 2011 and 2012, and the house rules of one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from companion.rules import MalformedError

TEAM_PLAYERS = (4, 6, 8)
"""The numbers of players that can form two equal teams, and do by default (AVA-7.3)."""
PRINTED_FFA = (2, 3, 5, 7)
"""The numbers of players without teams that a sheet names (AVA-2.1, AVA-7.2)."""

Lull: TypeAlias = Literal["attack", "destroyed"]
Counter: TypeAlias = Literal["streak", "aligned", "turns"]
FirstKey: TypeAlias = Literal["scored", "living"]
Reach: TypeAlias = Literal["everybody", "others", "enemies"]
OwnDice: TypeAlias = Literal["enemy captain", "left neighbour", "nobody"]
Tie: TypeAlias = Literal["reroll", "random", "army"]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One rule sheet where it differs from the other: a field for each difference.

    The last fields hold clause numbers: what one sheet says there, the other says elsewhere or not at all.
    """

    prefix: str
    """What its clause ids begin with."""
    surplus: Literal["rally", "rank 1", "stay"]
    """What becomes of a second rank 5 in Combat: it goes to Rally, or turns to rank 1 and stays (AVA-5.1, AVB-5.1); or,
    on no sheet but on the table until a hand sees to it, it lies there."""
    scoring_shared: bool
    """Whether all players share one Scoring Zone (AVB-1.1)."""
    begins: Literal["seat 0", "most of rank 1"]
    """Who takes the first turn (AVA-2.3, AVB-2.2)."""
    draw_reset: Lull
    """What sets the draw counter back (AVA-6.4, AVB-6.2); a house rule in 2011."""
    draw_counter: Counter
    """What the draw counter counts (AVA-6.3, AVB-6.2); in 2012 the house rule `draw_unit` goes before it."""
    draw_first_key: FirstKey
    """Which dice are counted first at a no-progress ending (AVA-6.5, AVB-6.3); a house rule in 2012."""
    nuke_reach: Reach
    """Whose Combat Zones a Nuke empties of rank 1 to 3 (AVA-4.1, AVB-4.1)."""
    general_ranks: tuple[int, ...]
    """The ranks that a General may name (AVA-4.2, AVB-4.2); a house rule in 2011."""

    who_begins: str
    """Where it says who takes the first turn."""
    where_dead_lie: str
    """Where it says what becomes of destroyed dice."""
    what_counts: str
    """Where it says what sets the draw counter back."""
    lull_ends: str
    """Where it says that the game ends without progress."""
    who_wins_then: str
    """Where it says who wins such a game."""
    who_is_level: str
    """Where it says what comes of those who are level in everything."""
    heroes_at_first: tuple[str, ...]
    """What else it says of surplus heroes in the first roll."""
    abilities_are: tuple[str, ...]
    """Where it says what an ability counts as."""
    nuke_user_lives: tuple[str, ...]
    """Where it says that a Nuke that hits its user's own dice leaves the user alive."""
    who_begins_among_many: tuple[str, ...]
    """Where it says who begins if there are more than two players."""
    keys_of_two: tuple[str, ...]
    """Where it says that between two players both ways to count dice come to the same."""

    def clause(self, number: str) -> str:
        """The id of the clause of this number."""
        return f"{self.prefix}-{number}"


SHEETS = {
    sheet.prefix: sheet
    for sheet in (
        Sheet(
            prefix="AVA",
            surplus="rally",
            scoring_shared=False,
            begins="seat 0",
            draw_reset="attack",
            draw_counter="streak",
            draw_first_key="scored",
            nuke_reach="everybody",
            general_ranks=(1, 2, 3),
            who_begins="2.3",
            where_dead_lie="1.3",
            what_counts="6.4",
            lull_ends="6.3",
            who_wins_then="6.5",
            who_is_level="6.5",
            heroes_at_first=("2.2",),
            abilities_are=(),
            nuke_user_lives=("6.2",),
            who_begins_among_many=("7.8",),
            keys_of_two=(),
        ),
        Sheet(
            prefix="AVB",
            surplus="rank 1",
            scoring_shared=True,
            begins="most of rank 1",
            draw_reset="destroyed",
            draw_counter="turns",
            draw_first_key="living",
            nuke_reach="others",
            general_ranks=(1, 2, 3, 4, 5, 6),
            who_begins="2.2",
            where_dead_lie="1.2",
            what_counts="6.2",
            lull_ends="6.2",
            who_wins_then="6.3",
            who_is_level="6.5",
            heroes_at_first=(),
            abilities_are=("4.0",),
            nuke_user_lives=(),
            who_begins_among_many=("7", "7.8"),
            keys_of_two=("6.4",),
        ),
    )
}
"""The sheets of 2011 and 2012, by the prefix of their clauses."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What one table plays by: a sheet with the house rules over it."""

    sheet: Sheet
    teams: tuple[int, ...]
    """The team of each seat; each has its own where all play for themselves."""
    team_play: bool
    """Whether there are two teams of several."""
    team_order: Literal["skip", "alternate"]
    draw_limit: int
    draw_counter: Counter
    draw_reset: Lull
    draw_first_key: FirstKey
    allow_noop_ability: bool
    two_target_strict: bool
    any_owner_targets: bool
    general_ranks: tuple[int, ...]
    nuke_reach: Reach
    nuke_own_dice: OwnDice
    """Who scores what a Nuke destroys on its user's own side (AVA-7.5)."""
    count_ones: Literal["after_conversion", "raw"]
    start_total_tie: Tie
    last_side_wins: str
    """The number of the clause that ends the game when one side is left (AVA-6.1, AVA-7.2, AVA-7.3)."""

    @property
    def players(self) -> int:
        return len(self.teams)

    @property
    def many(self) -> bool:
        """Whether the clauses for more than two players bear on the game (AVA-7)."""
        return len(self.teams) > 2


def usually_in_teams(players: int) -> bool:
    """Whether this number of players forms teams unless told otherwise (docs/formats.md)."""
    return players in TEAM_PLAYERS


def in_force(sheet: Sheet, players: int, values: Mapping[str, Any]) -> Options:
    """What a table plays by; `values` are the settled options of the sheet, which lacks some of the other's.

    Raises MalformedError where the house rules leave this number of players out.
    """
    team_play: bool = values["teams"]
    if team_play and players not in TEAM_PLAYERS:
        raise MalformedError("options.teams", f"two equal teams need 4, 6 or 8 players, not {players}")
    if values["ffa_counts"] == "printed" and not team_play and players not in PRINTED_FFA:
        raise MalformedError("players", f"without teams the house rules allow 2, 3, 5 or 7 players, not {players}")
    chosen = {name: getattr(sheet, name) for name in ("draw_counter", "draw_reset", "draw_first_key", "general_ranks")}
    if values.get("draw_unit") == "rounds":
        chosen["draw_counter"] = "streak"
    if not values.get("general_allow_4", True):
        chosen["general_ranks"] = tuple(rank for rank in sheet.general_ranks if rank != 4)
    chosen |= {"any_owner_targets": False, "count_ones": "after_conversion", "start_total_tie": "reroll"}
    chosen |= {name: value for name, value in values.items() if name in Options.__struct_fields__}
    chosen["teams"] = tuple(seat % 2 if team_play else seat for seat in range(players))
    return Options(
        sheet=sheet,
        team_play=team_play,
        nuke_reach=sheet.nuke_reach if values.get("nuke_hits_team", True) else "enemies",
        nuke_own_dice=_own_dice(sheet, players, values),
        last_side_wins="7.3" if team_play else "6.1" if players == 2 else "7.2",
        **chosen,
    )


def _own_dice(sheet: Sheet, players: int, values: Mapping[str, Any]) -> OwnDice:
    """Who scores what a Nuke destroys on its user's own side (AVA-4.1, AVA-7.5, AVB-Q15)."""
    if sheet.nuke_reach == "everybody":
        if players == 2 or values["teams"]:
            return "enemy captain"
        if values["ffa_nuke_own_dice"] == "left_neighbour":
            return "left neighbour"
    return "nobody"
