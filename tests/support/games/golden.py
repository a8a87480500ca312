"""Golden playthroughs: readable files that hold a game's events and everything the rules say about them.

A file is its own script. Its first line is the table, as JSON: {"game", "options"}, and "players" where they are not
two. Then lines that begin with

    play EVENT      apply an event, as a line of the game's notation or as JSON
    try EVENT       ask for the ruling and leave the position as it is
    set POSITION    go on from another position of the same table, as JSON; keys left out are those of the first one
    #               a remark for the reader

and the lines between are what the game answered: the position, how it ended, the actions by their headings. `replay`
plays the script again and writes the whole file anew, so that a test compares two texts.
`python -m tests.support.games.golden FILE...` rewrites files after a deliberate change; read the difference before
committing it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import companion
from companion import Game, MalformedError

PLAY, TRY, SET, REMARK = "play ", "try ", "set ", "#"
WIDTH = 118
MANY = 9
"""More actions than this under one heading are listed without the words that all of them begin with."""


def replay(text: str) -> str:
    """The file that the script in `text` leads to."""
    head, *lines = text.splitlines()
    table = json.loads(head)
    game = companion.load(table["game"], table.get("players", 2), table["options"])
    position = game.start()
    written = [head, "", *_told(game, position)]
    for line in lines:
        if line.startswith(TRY):
            written += [line, *_tried(game, position, line.removeprefix(TRY))]
        elif line.startswith(PLAY):
            event = _event(game, line.removeprefix(PLAY))
            clauses = ", ".join(game.rule(position, event).clauses)
            written += ["", line, f"     {game.text(position, event)}  [{clauses}]"]
            position = game.apply(position, event)
            written += _told(game, position)
        elif line.startswith(SET):
            first = game.format_position(game.start())
            position = game.parse_position(first | json.loads(line.removeprefix(SET)))
            written += ["", line, *_told(game, position)]
        elif line.startswith(REMARK):
            written += ["", line]
    return "\n".join(written) + "\n"


def _event(game: Game, text: str) -> Any:
    return game.parse_event(text) if text.startswith("{") else game.parsed(text)


def _tried(game: Game, position: Any, text: str) -> list[str]:
    try:
        ruling = game.rule(position, _event(game, text))
    except MalformedError as fault:
        return [f"     no event at all: {fault}"]
    if ruling.legal:
        return [f"     legal  [{', '.join(ruling.clauses)}]"]
    return [f"     {broken.clause}: {game.broken_text(broken)}" for broken in ruling.broken]


def _told(game: Game, position: Any) -> list[str]:
    tell = TELLERS.get(type(game).__module__.split(".")[2], _as_json)
    lines = [f"     {line}" for line in tell(game, game.format_position(position))]
    outcome = game.outcome(position)
    if outcome is not None:
        return [*lines, f"     over, {outcome.clause}: {outcome.how} {[list(group) for group in outcome.ranking]}"]
    for kind, events in groupby(game.actions(position), key=game.kind_of):
        lines += [f"     {kind}:", *_wrapped(_short(game, position, list(events)))]
    return lines


def _short(game: Game, position: Any, events: Sequence[Any]) -> list[str]:
    """Events in few words: rallies by their ranks alone, and many of a kind by what tells them apart."""
    if all(game.format_event(event)["do"] == "rally" for event in events):
        return ["".join(map(str, game.format_event(event)["roll"])) or "rally dice only" for event in events]  # type: ignore[call-overload]
    if len(events) > MANY and len({game.format_event(event)["do"] for event in events}) == 1:
        lines = [game.formatted(event).split(" ") for event in events]
        shared = 0
        while len({tuple(words[: shared + 1]) for words in lines}) == 1:
            shared += 1
        first, *others = (" ".join(words[shared:]) for words in lines)
        return [f"{' '.join(lines[0][:shared])}: {first}", *others]
    texts = [game.text(position, event) for event in events]
    return [text.removeprefix("Attack: ") for text in texts]


def _wrapped(parts: list[str]) -> list[str]:
    lines = [" " * 9]
    for i, part in enumerate(parts):
        piece = part + ("" if i == len(parts) - 1 else "; ")
        if len(lines[-1]) + len(piece) > WIDTH and lines[-1].strip():
            lines.append(" " * 9)
        lines[-1] += piece
    return [line.rstrip() for line in lines]


# ---------------------------------------------------------------------------------------------- positions in few words

Plain = dict[str, Any]
"""A position as plain data."""


def _digits(ranks: list[int]) -> str:
    return "".join(map(str, ranks)) or "-"


def _listed(items: list[Any]) -> str:
    return " ".join("-" if item is None else str(item) for item in items) or "-"


def _squares(squares: list[list[int]]) -> str:
    return " ".join(",".join(map(str, square)) for square in squares) or "-"


def _army(game: Game, plain: Plain) -> list[str]:
    parts = []
    names = [player["side"] for player in plain["players"]]
    if len(names) > 2:
        names = [f"{name} {seat}" for seat, name in enumerate(names)]
    for name, player in zip(names, plain["players"], strict=True):
        combat, scored = _digits(player["combat"]), _digits(player["scored"])
        parts.append(f"{name} {combat} rally {player['rally']} scored {scored}")
    if plain.get("rolling") is not None:
        parts.append(f"{names[plain['rolling']['seat']]} rolls {plain['rolling']['dice']}")
    elif plain["turn"] is not None:
        parts.append(f"{names[plain['turn']]} to act")
    return [" | ".join([*parts, f"quiet {plain['quiet']}"])]


def _cards(game: Game, plain: Plain) -> list[str]:
    parts = [f"piles {_listed(plain['piles'])}", f"central {_listed(plain['central'])}", f"turn {plain['turn']}"]
    parts += [f"{key} {_listed(plain[key])}" for key in ("barred", "out", "removed") if plain.get(key)]
    parts += ["a Smack Attack! waits"] if plain.get("smack") else []
    lines = [" | ".join(parts)]
    if (battle := plain.get("battle")) is not None:
        up = " / ".join(map(_listed, battle["up"]))
        lines.append(
            f"battle: seat {battle['chooser']} has the others seek {battle['kind'] or '?'} | up {up} | "
            f"fighters {_listed(battle['fighters'])} | searching {_listed([battle.get('searching')])}"
            + (f" | tied {_listed(battle['tied'])}" if battle.get("tied") is not None else "")
        )
    return [*lines, f"awaited {json.dumps(game.format_awaited(game.parse_position(plain)))}"]


def _board(game: Game, plain: Plain) -> list[str]:
    parts = [f"{key} {_listed(plain[key])}" for key in ("supply", "score")] + [f"turn {_listed([plain['turn']])}"]
    if (rolled := plain.get("rolled")) is not None:
        hand = " ".join(f"{key} {_listed(rolled[key] or ['in the hand'])}" for key in ("red", "blue"))
        parts.append(f"rolled {hand}{', a re-roll is left' if rolled['again'] else ''}")
    if (battle := plain.get("battle")) is not None:
        parts.append(
            f"battle on {_squares([battle['square']])}: {battle['attacker']} attacks {battle['defender']}, "
            f"round {battle['round']}, dice {' / '.join(map(_listed, battle['dice']))}, {battle['to_roll']} to roll"
        )
    if (start := plain.get("start")) is not None:
        parts.append(f"who begins, among {_listed(start['among'])}: {_listed(start['totals'])}")
    parts += [f"playoff of {_listed(plain['playoff'])}"] if plain.get("playoff") is not None else []
    lines = [" | ".join(parts)]
    for seat in sorted({seat for *_, seat in plain["board"]}):
        held = [[row, column] for row, column, owner in plain["board"] if owner == seat]
        lines.append(f"markers of {seat}: {_squares(held)}")
    return [*lines, f"awaited {json.dumps(game.format_awaited(game.parse_position(plain)))}"]


def _pawns(game: Game, plain: Plain) -> list[str]:
    """The board from the north: pawns by the first letter of their colour, the Earth as #."""
    seed: Any = game.seed
    board = seed.geometries[game.options.get("geometry", "G12")]
    cells = [["."] * board.n for _ in range(board.n)]
    low = (board.n - board.earth) // 2
    for row in range(low, low + board.earth):
        cells[row][low : low + board.earth] = "#" * board.earth
    for colour, pawns in plain["pawns"].items():
        for row, column in pawns:
            cells[row][column] = colour[0]
    captured = ", ".join(f"{colour} {count}" for colour, count in plain["captured"].items())
    awaited = json.dumps(game.format_awaited(game.parse_position(plain)))
    rolled = plain.get("rolled")
    thrown = f" | rolled {rolled['number']} {rolled['direction']}" if rolled is not None else ""
    head = f"turn {plain['turn']} | captured {captured}{thrown} | awaited {awaited}"
    return [head] if rolled is not None else [head, *("".join(row) for row in cells)]


def _as_json(game: Game, plain: Plain) -> list[str]:
    return [json.dumps({key: value for key, value in plain.items() if key not in ("game", "options")})]


TELLERS: dict[str, Callable[[Game, Plain], list[str]]] = {
    "army_vs_aliens": _army,
    "dinosaurs_vs_army_men": _cards,
    "doubles_wild": _board,
    "space_checkers": _pawns,
}
"""How a position is told, by the module that plays the game; as JSON where none is named."""


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(replay(path.read_text("utf-8")), "utf-8")
