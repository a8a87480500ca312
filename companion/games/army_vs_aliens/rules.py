"""Army vs Aliens by the sheets of 2011 and 2012: for two players, every man for himself, and in teams.

One module plays both sheets. Where they differ stands in one table (`sheets.SHEETS`); what they share, and what the
house rules change, is written once. Clauses are quoted with the prefix of the sheet: AVA-3.2 in 2011, AVB-3.2 in 2012.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from companion.evidence import Evidence
from companion.games.army_vs_aliens import format as formats
from companion.games.army_vs_aliens import outcome, pieces, score_lines, table, transitions
from companion.games.army_vs_aliens.clause_trace import consequences
from companion.games.army_vs_aliens.illegal_attempts import Attempts
from companion.games.army_vs_aliens.layout_positions import positions_on_table
from companion.games.army_vs_aliens.pieces import ArmySeed, Event, Player, Position
from companion.games.army_vs_aliens.readings import readings
from companion.games.army_vs_aliens.rulings import RulingBuilder, nuke_hits, targets_wanted, volley_zones
from companion.games.army_vs_aliens.text import Words, number_of
from companion.games.army_vs_aliens.touches import meant_action, touched_dice
from companion.games.army_vs_aliens.variants import SHEETS, in_force, usually_in_teams
from companion.rules import (
    Attempt,
    Awaited,
    BaseGame,
    BrokenClause,
    DrawCounter,
    Gain,
    MalformedError,
    Needs,
    Notation,
    Outcome,
    Reading,
    Touched,
    a_list,
    any_object,
)
from companion.table import Colour, Layout
from seeds import Side, read


def build(game_id: str, players: int, options: Mapping[str, object] | None) -> ArmyVsAliens:
    """The game for a seed's id. Raises MalformedError for players or options that it does not have."""
    return ArmyVsAliens(read(game_id, ArmySeed), players, options)


def for_position(game_id: str, fields: dict[str, object]) -> ArmyVsAliens:
    """The game that a position was played by. Raises MalformedError."""
    if "players" not in fields:
        raise MalformedError("", 'the key "players" is missing')
    return build(game_id, len(a_list(fields["players"], "players")), any_object(fields["options"], "options"))


class ArmyVsAliens(BaseGame[ArmySeed, Position, Event]):
    """The rules for one table; satisfies `companion.Game`."""

    _words: Words
    LIFTS = (pieces.Rally,)
    NEEDS: ClassVar[Needs] = {pieces.Rolled: "roll", pieces.Drawn: "roll"}
    NOTATION = Notation(
        {
            "rolled": "roll {faces:numbers}",
            "drawn": "drawn {seat:number}",
            "attack": "attack {with:numbers} on {hit:pairs}",
            "nuke": "nuke",
            "general": "general {rank:number}",
            "overlord": "overlord {hit:pairs}",
            "mothership": "mothership {hit:pairs}",
            "rally": "rally {roll:numbers}",
        }
    )

    def __init__(self, seed: ArmySeed, players: int = 2, options: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, players, options, defaults={"teams": usually_in_teams(players)})
        self._sheet = SHEETS[seed.prefix]
        self._rules = in_force(self._sheet, players, self._values)
        self._event_type = formats.event_type(self._rules)
        self._checks = formats.checks(seed, self._rules)
        self._words = Words(seed, self._rules)
        self._judge_event = RulingBuilder(self._rules)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together: two teams, or each alone."""
        if not self._rules.team_play:
            return super().sides
        return tuple(range(0, self.players, 2)), tuple(range(1, self.players, 2))

    # ------------------------------------------------------------------------------------------ positions

    def start(self) -> Position:
        return transitions.first_position(
            [self.side(seat).id for seat in range(self.players)], self.seed.dice, self._rules
        )

    def awaited(self, position: Position) -> Awaited:
        if self._ending(position) is not None:
            return Awaited("nothing")
        if position.rolling is not None:
            return Awaited("roll", position.rolling.seat, position.rolling.dice)
        if position.turn is None:
            return Awaited("roll", position.drawing[0])
        return Awaited("action", position.turn)

    def outcome(self, position: Position) -> Outcome | None:
        ending = self._ending(position)
        if ending is None:
            return None
        ranking = outcome.ranking(position, self._rules, ending)
        return Outcome(self._words.ending(position, ending), ranking, self._sheet.clause(ending))

    def _ending(self, position: Position) -> str | None:
        return outcome.ending(position, self._rules)

    def draw_counter(self, position: Position) -> DrawCounter:
        """Quiet turns so far, and at how many of them the game ends if nothing happens (AVA-6.3, AVB-6.2)."""
        return DrawCounter(*outcome.draw_counter(position, self._rules), self._sheet.clause(self._sheet.lull_ends))

    def scores(self, position: Position) -> tuple[int, ...]:
        """What is counted first at the end: dice destroyed (AVA-6.5), or living dice (AVB-6.3)."""
        if self._rules.draw_first_key == "living":
            return tuple(position.living(seat) for seat in range(self.players))
        return tuple(len(player.scored) for player in position.players)

    def _gains(self, before: Position, event: Event, after: Position) -> Iterable[Gain]:
        count = score_lines.living if self._rules.draw_first_key == "living" else score_lines.destroyed
        return count(before, after, self.face_name)

    # ------------------------------------------------------------------------------------------ events

    def actions(self, position: Position) -> list[Event]:
        seat = position.turn
        if seat is None or position.rolling is not None or self._ending(position) is not None:
            return []
        players = position.players
        player = players[seat]
        own, team = player.combat, player.team
        enemies = [(other, p.combat) for other, p in enumerate(players) if p.team != team]
        found: list[Event] = []
        for other, combat in enemies:
            found += pieces.single_attacks(own, other, combat)
        for other, combat in enemies:
            found += pieces.triple_attacks(own, other, combat)
        if own and own[-1] >= pieces.HERO:
            found += self._abilities(position, player, seat)
        found += pieces.rallies(own, player.rally > 0)
        return found

    def _abilities(self, position: Position, player: Player, seat: int) -> list[Event]:
        found: list[Event] = []
        own, rules = player.combat, self._rules
        if player.side == "army":
            if own.count(pieces.NUKE) >= 3 and (rules.allow_noop_ability or nuke_hits(position, seat, rules)):
                found.append(pieces.Nuke())
            if pieces.HERO in own:
                any_rank = rules.allow_noop_ability
                found += [pieces.General(rank) for rank in rules.general_ranks if any_rank or rank in own]
            return found
        if own.count(pieces.NUKE) >= 3:
            zones = volley_zones(position, seat, (pieces.NUKE,) * 3, rules)
            if targets_wanted(zones, rules) is not None:
                found += pieces.volleys(pieces.Mothership, zones)
        if pieces.HERO in own:
            zones = volley_zones(position, seat, (pieces.HERO,), rules)
            if targets_wanted(zones, rules) is not None:
                found += pieces.volleys(pieces.Overlord, zones)
        return found

    def _judge(self, position: Position, event: Event) -> tuple[BrokenClause, ...]:
        return self._judge_event(position, event, self._over(position))

    def _over(self, position: Position) -> BrokenClause | None:
        """What a finished game answers to every event."""
        ending = self._ending(position)
        if ending is None:
            return None
        clause = self._sheet.clause(ending)
        if ending != self._rules.last_side_wins:
            return BrokenClause(clause, "over", (("quiet", position.quiet),))
        alive = outcome.living_seats(position)
        if self._rules.many and not self._rules.team_play:
            return BrokenClause(clause, "over", (("winner", alive[0]),))
        teams = self._rules.teams
        loser = next(seat for seat in range(self.players) if teams[seat] != teams[alive[0]])
        return BrokenClause(clause, "over", (("loser", loser),))

    def _apply_legal(self, position: Position, event: Event) -> Position:
        return transitions.after(position, event, self.seed.dice, self._rules)

    def chances(self, position: Position) -> list[tuple[Event, Fraction]]:
        if self._ending(position) is not None:
            return []
        if position.rolling is not None:
            return list(pieces.rolls(position.rolling.dice))
        return [(pieces.Drawn(seat), Fraction(1, len(position.drawing))) for seat in position.drawing]

    def drawn(self, position: Position, lot: Random) -> pieces.Rolled | pieces.Drawn:
        if position.rolling is None:
            return pieces.Drawn(lot.choice(position.drawing))
        return self.rolled([lot.randrange(6) + 1 for _ in range(position.rolling.dice)])

    def rolled(self, faces: Sequence[int]) -> pieces.Rolled:
        return pieces.Rolled(tuple(sorted(faces)))

    # ------------------------------------------------------------------------------------------ table and words

    def layout(self, position: Position, colours: Sequence[Colour]) -> Layout:
        return table.layout(position, colours, self._rules)

    def touches(self, position: Position, event: Event) -> tuple[Touched, ...]:
        return touched_dice(position, event)

    def meant(self, position: Position, touched: Sequence[Touched]) -> Event | None:
        found = meant_action(position, touched)
        return None if found is None else self._normal(found)

    def readings(
        self, position: Position, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        return readings(position, seen, colours, spent)

    def _positions_on_table(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Position]:
        return positions_on_table(position, seen, colours, self.seed.dice, self._rules)

    def attempts(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        return Attempts(position, seen, colours, self._rules).all(self._judge, self.actions)

    def unsettled(self, before: Position, event: Event, colours: Sequence[Colour]) -> Layout | None:
        return table.unsettled(before, event, self.seed.dice, colours, self._rules)

    def side(self, seat: int) -> Side:
        """The faction of a seat: its name, the usual colour of its dice, its units."""
        return self._words.side(seat)

    def usual_colour(self, seat: int) -> Colour:
        return self._words.side(seat).colour

    def face_name(self, seat: int, face: int) -> str:
        return self._words.side(seat).unit(face).one

    def clause_of(self, position: Position, event: Event) -> str:
        return self._sheet.clause(number_of(event, setup=position.turn is None))

    def _consequences(self, before: Position, event: Event, after: Position) -> tuple[str, ...]:
        rally = pieces.Rally
        may_attack = not isinstance(event, rally) or any(type(one) is not rally for one in self.actions(before))
        ended = self._ending(after)
        numbers = consequences(before, event, after, ended, self._rules, may_attack=may_attack)
        return tuple(map(self._sheet.clause, numbers))

    # ------------------------------------------------------------------------------------------ JSON

    def _parse_position(self, fields: dict[str, object]) -> Position:
        position = formats.parse_position(fields, self.seed, self._rules, self._checks)
        if position.turn is None and not position.in_setup and not self._may_be_over(position):
            raise MalformedError("turn", "a seat has to act, or a roll has to be awaited")
        if self._ending(position) is None:
            formats.check_turn(position)
        return position

    def _may_be_over(self, position: Position) -> bool:
        """Whether the game has ended; a seat without dice while nothing is destroyed has only not rolled them yet."""
        ending = self._ending(position)
        if ending != self._rules.last_side_wins:
            return ending is not None
        return any(player.scored for player in position.players)

    def _normal(self, event: Event) -> Event:
        return formats.with_sorted_lists(event)

    def format_position(self, position: Position) -> dict[str, object]:
        return formats.format_position(position, self.id, self.format_options())
