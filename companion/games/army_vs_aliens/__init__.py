"""Army vs Aliens, sheet of 2011: the game for two players, clause by clause (AVA-1.1 to AVA-6.5).

Seats, teams and the order of turns are handled for any number of seats; the number that is let in is the seed's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from companion.game import Awaited, BrokenClause, MalformedError, Outcome, Pile
from companion.games.army_vs_aliens import format as formats
from companion.games.army_vs_aliens.pieces import (
    HERO,
    NUKE,
    NUKED,
    ArmySeed,
    Attack,
    Event,
    General,
    Mothership,
    Nuke,
    Options,
    Overlord,
    Player,
    Position,
    Rally,
    Ranks,
    Rolled,
    Rolling,
    rallies,
    rolls,
    single_attacks,
    target_sets,
    triple_attacks,
    without,
)
from companion.games.army_vs_aliens.rulings import judge, nuke_hits, targets_wanted
from companion.games.army_vs_aliens.words import Words, clause_of, kind_of
from companion.games.base import Rules
from companion.notation import Notation
from companion.strict import a_list, any_object
from companion.table import Colour
from seeds import Side, read

__all__ = ["ArmyVsAliens", "build"]


def build(game_id: str, players: int, options: Mapping[str, object] | None) -> ArmyVsAliens:
    """The game for a seed's id. Raises MalformedError for players or options that it does not have."""
    return ArmyVsAliens(read(game_id, ArmySeed), players, options)


def for_position(game_id: str, fields: dict[str, object]) -> ArmyVsAliens:
    """The game that a position was played by. Raises MalformedError."""
    if "players" not in fields:
        raise MalformedError("", 'the key "players" is missing')
    return build(game_id, len(a_list(fields["players"], "players")), any_object(fields["options"], "options"))


class ArmyVsAliens(Rules[ArmySeed, Position, Event]):
    """The rules for one table; satisfies `companion.Game`."""

    NOTATION = Notation(
        {
            "rolled": "roll {faces:numbers}",
            "attack": "attack {with:numbers} on {hit:pairs}",
            "nuke": "nuke",
            "general": "general {rank:number}",
            "overlord": "overlord {hit:pairs}",
            "mothership": "mothership {hit:pairs}",
            "rally": "rally {roll:numbers}",
        }
    )

    def __init__(self, seed: ArmySeed, players: int = 2, options: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, players, options)
        self._rules = Options(**{name: self._values[name] for name in Options.__struct_fields__})  # type: ignore[arg-type]
        self._teams = tuple(range(players))
        lull = "an attack" if self._rules.draw_reset == "attack" else "a die destroyed"
        self._words = Words(seed, players, lull)

    # ------------------------------------------------------------------------------------------ positions

    def start(self) -> Position:
        seats = range(self.players)
        players = tuple(Player(self._words.side(seat).id, self._teams[seat]) for seat in seats)
        return Position(None, 0, players, Rolling(0, self.seed.dice))

    def awaited(self, position: Position) -> Awaited:
        if self._ending(position) is not None:
            return Awaited("nothing")
        if position.rolling is not None:
            return Awaited("roll", position.rolling.seat, position.rolling.dice)
        return Awaited("action", position.turn)

    def outcome(self, position: Position) -> Outcome | None:
        ending = self._ending(position)
        if ending is None:
            return None
        teams = sorted(set(self._teams))
        members = {team: tuple(s for s, p in enumerate(position.players) if p.team == team) for team in teams}
        dice = {team: [rank for seat in members[team] for rank in position.players[seat].scored] for team in teams}
        alive = [team for team in teams if any(position.living(seat) for seat in members[team])]
        worth = {team: (len(dice[team]), sum(dice[team])) if ending == "AVA-6.3" else (0, 0) for team in alive}
        order = sorted(set(worth.values()), reverse=True)
        groups = [tuple(s for team in alive if worth[team] == rank for s in members[team]) for rank in order]
        out = tuple(seat for team in teams if team not in alive for seat in members[team])
        ranking = tuple(tuple(sorted(group)) for group in (*groups, out) if group)
        return Outcome(self._how(position, ending, ranking), ranking, ending)

    def _how(self, position: Position, ending: str, ranking: tuple[tuple[int, ...], ...]) -> str:
        if len(ranking) == 1:
            return self._words.ending("drawn", None, None, position.quiet, 0, 0)
        winner, loser = ranking[0][0], ranking[1][0]
        if ending == "AVA-6.1":
            return self._words.ending("eliminated", winner, loser, position.quiet, 0, 0)
        scored = [position.players[seat].scored for seat in (winner, loser)]
        if len(scored[0]) != len(scored[1]):
            return self._words.ending("most_dice", winner, loser, position.quiet, len(scored[0]), len(scored[1]))
        return self._words.ending("most_ranks", winner, loser, position.quiet, sum(scored[0]), sum(scored[1]))

    def _ending(self, position: Position) -> str | None:
        """The clause that ends the game in this position, or None."""
        rolling, turn = position.rolling, position.turn
        if turn is None and rolling is not None:
            return None
        living, before, team, teams = 0, 0, -1, 0
        for seat, player in enumerate(position.players):
            if player.combat or player.rally or (rolling is not None and rolling.seat == seat):
                living += 1
                if turn is not None and seat < turn:
                    before += 1
                if player.team != team:
                    team, teams = player.team, teams + 1
        if teams < 2:
            return "AVA-6.1"
        counter, limit = self._rules.draw_counter, self._rules.draw_limit
        if counter == "streak":
            ended = position.quiet >= limit * living
        elif counter == "aligned":
            ended = (position.quiet - before) // living >= limit
        else:
            ended = position.quiet >= limit
        return "AVA-6.3" if ended else None

    def draw_counter(self, position: Position) -> tuple[int, int]:
        """Quiet turns so far, and at how many of them the game ends if no attack comes (AVA-6.3)."""
        limit, turn = self._rules.draw_limit, position.turn
        living = self.players if turn is None else sum(position.living(seat) > 0 for seat in range(self.players))
        if self._rules.draw_counter == "turns":
            return position.quiet, limit
        if self._rules.draw_counter == "streak" or turn is None:
            return position.quiet, limit * living
        before = sum(position.living(seat) > 0 for seat in range(turn))
        return position.quiet, limit * living + (position.quiet - before) % living

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
            found += single_attacks(own, other, combat)
        for other, combat in enemies:
            found += triple_attacks(own, other, combat)
        if own and own[-1] >= HERO:
            found += self._abilities(position, player, enemies)
        found += rallies(own, player.rally > 0)
        return found

    def _abilities(self, position: Position, player: Player, enemies: list[tuple[int, Ranks]]) -> list[Event]:
        found: list[Event] = []
        own, rules = player.combat, self._rules
        if player.side == "army":
            if own.count(NUKE) >= 3 and (rules.allow_noop_ability or nuke_hits(position)):
                found.append(Nuke())
            if HERO in own:
                found += [General(rank) for rank in rules.general_ranks if rank in own or rules.allow_noop_ability]
            return found
        if targets_wanted(position, player, rules) is not None:
            hits = target_sets(enemies)
            if own.count(NUKE) >= 3:
                found += [Mothership(hit) for hit in hits]
            if HERO in own:
                found += [Overlord(hit) for hit in hits]
        return found

    def _judge(self, position: Position, event: Event) -> tuple[BrokenClause, ...]:
        return judge(position, event, self._rules, self._over(position))

    def _over(self, position: Position) -> BrokenClause | None:
        """What a finished game answers to every event."""
        ending = self._ending(position)
        if ending is None:
            return None
        if ending == "AVA-6.3":
            return BrokenClause(ending, "over", (("quiet", position.quiet),))
        loser = next(seat for seat in range(self.players) if not position.living(seat))
        return BrokenClause(ending, "over", (("loser", loser),))

    def _after(self, position: Position, event: Event) -> Position:
        if type(event) is Rolled:
            return self._roll(position, event)
        seat = position.turn
        assert seat is not None
        if type(event) is Rally:
            player = position.players[seat]
            dice = player.rally + len(event.roll)
            left = Player(player.side, player.team, without(player.combat, event.roll), 0, player.scored)
            return Position(seat, position.quiet, _replaced(position.players, seat, left), Rolling(seat, dice))
        players, destroyed = self._acted(position, event, seat)
        quiet = 0 if destroyed or self._rules.draw_reset == "attack" else position.quiet + 1
        return Position(_next_living(players, seat), quiet, players)

    def _roll(self, position: Position, event: Rolled) -> Position:
        """AVA-2.1, AVA-3.4: the dice land in Combat and the limit on rank 5 is kept."""
        rolling = position.rolling
        assert rolling is not None
        player = position.players[rolling.seat]
        combat = (*player.combat, *event.faces)
        landed = _limited(player.side, player.team, combat, player.rally, player.scored)
        players = _replaced(position.players, rolling.seat, landed)
        if position.turn is not None:
            return Position(_next_living(players, rolling.seat), position.quiet + 1, players)
        # AVA-2.2: also for seats that rolled before, whose dice a position set up by hand may not have sorted yet
        players = tuple(_limited(p.side, p.team, p.combat, p.rally, p.scored) for p in players)
        if rolling.seat + 1 < self.players:
            return Position(None, 0, players, Rolling(rolling.seat + 1, self.seed.dice))
        return Position(0, 0, players)

    def _acted(self, position: Position, event: Event, seat: int) -> tuple[tuple[Player, ...], bool]:
        """The players after a legal attack or ability, and whether a die was destroyed."""
        players = position.players
        own = players[seat]
        if type(event) is Attack:
            return _hit(_spent(players, seat, event.using), seat, event.hit), True
        if type(event) is Mothership:
            return _hit(_spent(players, seat, (NUKE,) * 3), seat, event.hit), bool(event.hit)
        if type(event) is Overlord:
            spent = _spent(players, seat, (HERO,))
            for owner, rank in event.hit:
                spent = _spent(spent, owner, (rank,))
            return spent, False
        if type(event) is General:
            rank = event.rank
            combat = [rank + 1 if die == rank else die for die in without(own.combat, (HERO,))]
            promoted = _limited(own.side, own.team, combat, own.rally + 1, own.scored)
            return _replaced(players, seat, promoted), False
        return self._nuked(_spent(players, seat, (NUKE,) * 3), seat)

    def _nuked(self, players: tuple[Player, ...], user: int) -> tuple[tuple[Player, ...], bool]:
        """AVA-4.1: every rank 1 to 3 in Combat dies; the user's own side's dice go to the captain of the others."""
        own = players[user].team
        captain = next(seat for seat, player in enumerate(players) if player.team != own)
        hits = [
            (captain if player.team == own else user, (seat, rank))
            for seat, player in enumerate(players)
            for rank in player.combat
            if rank <= NUKED
        ]
        for scorer, target in hits:
            players = _hit(players, scorer, (target,))
        return players, bool(hits)

    def chances(self, position: Position) -> list[tuple[Event, Fraction]]:
        if position.rolling is None or self._ending(position) is not None:
            return []
        return list(rolls(position.rolling.dice))

    def drawn(self, position: Position, lot: Random) -> Rolled:
        assert position.rolling is not None
        return self.rolled([lot.randrange(6) + 1 for _ in range(position.rolling.dice)])

    def scores(self, position: Position) -> tuple[int, ...]:
        """The dice that each seat has destroyed."""
        return tuple(len(player.scored) for player in position.players)

    def rolled(self, faces: Sequence[int]) -> Rolled:
        return Rolled(tuple(sorted(faces)))

    # ------------------------------------------------------------------------------------------ table and words

    def layout(self, position: Position) -> tuple[Pile, ...]:
        """Combat and Rally of each seat, and its dice in the enemy's Scoring Zone."""
        piles: list[Pile] = []
        for seat, player in enumerate(position.players):
            air = position.rolling.dice if position.rolling is not None and position.rolling.seat == seat else 0
            lost = position.players[(seat + 1) % self.players].scored  # AVA-4.1: with two players always the other's
            piles += [
                Pile("combat", seat, player.combat, len(player.combat), air),
                Pile("rally", seat, None, player.rally),
                Pile("scoring", seat, lost, len(lost)),
            ]
        return tuple(piles)

    def side(self, seat: int) -> Side:
        """The faction of a seat: its name, the usual colour of its dice, its units."""
        return self._words.side(seat)

    def seat_name(self, seat: int) -> str:
        return self._words.side(seat).name

    def usual_colour(self, seat: int) -> Colour:
        return self._words.side(seat).colour

    def face_name(self, seat: int, face: int) -> str:
        return self._words.side(seat).unit(face).one

    def text(self, position: Position, event: Event) -> str:
        return self._words.event(position, event)

    def kind_of(self, event: Event) -> str:
        return kind_of(event)

    def clause_of(self, position: Position, event: Event) -> str:
        return clause_of(event, setup=position.turn is None)

    def _consequences(self, before: Position, event: Event, after: Position) -> tuple[str, ...]:
        return ()

    def broken_text(self, broken: BrokenClause) -> str:
        return self._words.broken(broken)

    # ------------------------------------------------------------------------------------------ JSON

    def _parse_position(self, fields: dict[str, object]) -> Position:
        position = formats.parse_position(fields, self.seed, self._teams)
        if position.turn is None and position.rolling is None and not self._may_be_over(position):
            raise MalformedError("turn", "a seat has to act, or a roll has to be awaited")
        return position

    def _may_be_over(self, position: Position) -> bool:
        """Whether the game has ended; a seat without dice while nothing is destroyed has only not rolled them yet."""
        ending = self._ending(position)
        return ending == "AVA-6.3" or (ending == "AVA-6.1" and any(player.scored for player in position.players))

    def format_position(self, position: Position) -> dict[str, object]:
        return formats.format_position(position, self.id, self.format_options())

    def _parse_event(self, value: object, path: str) -> Event:
        return formats.parse_event(value, path, self.players)

    def format_event(self, event: Event) -> dict[str, object]:
        return formats.format_event(event)


def _replaced(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def _next_living(players: tuple[Player, ...], seat: int) -> int:
    """The seat whose turn follows that of `seat`; those without dice are passed over."""
    for step in range(1, len(players) + 1):
        other = (seat + step) % len(players)
        if players[other].combat or players[other].rally:
            return other
    raise AssertionError("somebody has a living die (AVA-6.2)")


def _limited(side: str, team: int, combat: Sequence[int], rally: int, scored: Ranks) -> Player:
    """A player with these dice after AVA-5.1: of several dice of rank 5 in Combat all but one go to Rally."""
    heroes = combat.count(HERO)
    kept = sorted(combat)
    if heroes > 1:
        first = kept.index(HERO)
        del kept[first + 1 : first + heroes]
        rally += heroes - 1
    return Player(side, team, tuple(kept), rally, scored)


def _spent(players: tuple[Player, ...], seat: int, ranks: Ranks) -> tuple[Player, ...]:
    """The players after dice of a seat went from its Combat to its Rally Zone."""
    player = players[seat]
    combat = without(player.combat, ranks)
    return _replaced(players, seat, Player(player.side, player.team, combat, player.rally + len(ranks), player.scored))


def _hit(players: tuple[Player, ...], scorer: int, targets: tuple[tuple[int, int], ...]) -> tuple[Player, ...]:
    """The players after dice in Combat were destroyed: they lie in the scorer's Scoring Zone, faces kept."""
    for owner, rank in targets:
        hit = players[owner]
        combat = without(hit.combat, (rank,))
        players = _replaced(players, owner, Player(hit.side, hit.team, combat, hit.rally, hit.scored))
        own = players[scorer]
        scored = tuple(sorted((*own.scored, rank)))
        players = _replaced(players, scorer, Player(own.side, own.team, own.combat, own.rally, scored))
    return players
