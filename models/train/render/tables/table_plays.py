"""Lays a position of one of the games on a table: a real one, out of a random game, the way people lay things.

Each `lay_...` takes an empty table with its sheets on it and fills it; what it could not find room for is left out, so
the position is that of the game, and the items are the truth about the table.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.random import Generator

import companion
from companion.kit.sticker_pages import stickers_of
from companion.rules.self_play import played
from companion.table.view import Colour
from models.train.game_notes import notes_of
from models.train.render.dice_scene.things import DieStyle
from models.train.render.kit_pictures import pictures_of
from models.train.render.tables.table_items import (
    CARD_THICK,
    MM,
    Laid,
    LaidPiece,
    LaidSheet,
    PieceKind,
    card,
    die_style,
    marker,
    pawn,
    piece_look,
    pipped_die,
    sticker_die,
)  # fmt: skip
from seeds.cards import BACK
from seeds.sheets import Box

DIE_ROOM = 0.74
"""Radius in units that a die keeps for itself."""
SEATS: tuple[Colour, ...] = ("blue", "red", "green", "yellow")
"""Of the markers of Doubles Wild, as its sheet is printed."""


def random_position(g: Generator, game: str, players: int, options: dict[str, object] | None = None) -> dict[str, Any]:
    """A position of a random game, as its JSON has it."""
    rules = companion.load(game, players=players, options=options or {})
    steps = list(played(rules, Random(int(g.integers(2**31))), longest=notes_of(game).table_events))
    chosen = steps[int(g.integers(len(steps)))].after
    return dict(rules.format_position(chosen))


# ------------------------------------------------------------------------------------------------------------- dice


def _spot(g: Generator, laid: Laid, sheet: LaidSheet, box: Box, places: list[tuple[float, float]], huddle: float,
          radius: float) -> tuple[float, float] | None:  # fmt: skip
    """World x, y of a free place in `box` (millimetres): near one of `places`, or anywhere; None: there is none."""
    left, top, right, bottom = box
    near = 11.5
    for attempt in range(60):
        if places and attempt < 25:
            x, y = places[int(g.integers(len(places)))]
            at = np.array([x, y]) + g.normal(0, huddle, 2)
        else:
            at = np.array([g.uniform(left + near, right - near), g.uniform(top + near, bottom - near)])
        if not (left + near <= at[0] <= right - near and top + near <= at[1] <= bottom - near):
            continue
        x, y, _ = (float(v) for v in sheet.world([at])[0])
        if laid.free(x, y, radius):
            return x, y
    return None


def _beside(
    g: Generator, laid: Laid, radius: float, reach: tuple[float, float] = (1.5, 6.0)
) -> tuple[float, float] | None:
    """World x, y of a free place on the table beside the sheets."""
    corners = np.concatenate([sheet.paper_corners for sheet in laid.sheets])[:, :2]
    low, high = corners.min(0) - reach[1], corners.max(0) + reach[1]
    for _ in range(200):
        x, y = (float(v) for v in g.uniform(low, high))
        far = [_outside(sheet, (x, y)) for sheet in laid.sheets]
        if reach[0] + radius < min(far) < reach[1] + radius and laid.free(x, y, radius):
            return x, y
    return None


def _outside(sheet: LaidSheet, at: tuple[float, float]) -> float:
    """Units from the sheet's paper to a point; 0 on it."""
    (x, y), (width, deep), (wide, high) = sheet.millimetres([at])[0], sheet.page.sheet.size, sheet.paper
    over = max(abs(x - width / 2) - wide / 2, 0), max(abs(y - deep / 2) - high / 2, 0)
    return float(np.hypot(*over)) * MM


def _places(box: Box, rows: int, cols: int) -> list[tuple[float, float]]:
    """Middles of the outlines that a mat has for its dice."""
    left, top, right, bottom = box
    top += 8
    return [
        (left + 3 + (col + 0.5) * (right - left - 6) / cols, top + (row + 0.5) * (bottom - top - 3) / rows)
        for row in range(rows)
        for col in range(cols)
    ]


ZONES = {"combat": (2, 9), "rally": (2, 5), "scoring": (2, 5)}
BORDERS = ((130.0, 122.0, "y"), (80.0, 85.0, "x"), (130.0, 85.0, "x"), (180.0, 85.0, "x"), (30.0, 43.0, "y"))
"""Millimetres of a mat where two zones meet or a zone ends, and along which axis a die may slide there."""


def _lay_die(g: Generator, laid: Laid, style: DieStyle, at: tuple[float, float] | None, value: int) -> None:
    if at is not None:
        laid.add(pipped_die(g, style, *at, value), DIE_ROOM * style.size)


def lay_armies(g: Generator, laid: Laid, position: dict[str, Any]) -> None:
    """Army vs Aliens: dice in the zones of two mats, now and then across a line or beside the mat."""
    styles = [die_style(g, "blue"), die_style(g, "green")]
    for style in styles:
        style.size = float(g.choice([1.0, 0.88, 1.12], p=[0.75, 0.15, 0.1]))
    tidy, huddle = g.random() < 0.6, float(g.uniform(0.5, 5))
    stray = float(g.choice([0.0, 0.08, 0.2], p=[0.6, 0.25, 0.15]))
    units = [tuple(face.name for face in page.faces) for page in (stickers_of(laid.game, 2) if laid.symbols else ())]
    order = list(pictures_of(laid.game)) if laid.symbols else []

    def lay(owner: int, at: tuple[float, float] | None, value: int) -> None:
        if not laid.symbols:
            _lay_die(g, laid, styles[owner], at, value)
        elif at is not None:
            cells = [order.index(name) for name in units[owner]]
            die = sticker_die(g, blank, *at, units[owner], cells, value - 1)
            laid.add(die, DIE_ROOM * blank.size)

    blank = die_style(g, "white") if laid.symbols else styles[0]
    for seat, player in enumerate(position["players"]):
        sheet = laid.sheets[seat]
        dice = [("combat", seat, rank) for rank in player["combat"]]
        dice += [("rally", seat, int(g.integers(1, 7))) for _ in range(player["rally"])]
        dice += [("scoring", 1 - seat, rank) for rank in player["scored"]]
        for zone, owner, value in dice:
            if g.random() < stray:
                x, y, along = BORDERS[int(g.integers(len(BORDERS)))]
                off = g.uniform(-12, 12), g.normal(0, 2.5)
                at = sheet.world([(x + (off[0] if along == "x" else off[1]), y + (off[0] if along == "y" else off[1]))])
                point = float(at[0, 0]), float(at[0, 1])
                if laid.free(*point, DIE_ROOM):
                    lay(owner, point, value)
                    continue
            box = sheet.page.sheet.area(zone).box
            places = _places(box, *ZONES[zone]) if tidy else []
            at_ = _spot(g, laid, sheet, box, places, huddle, DIE_ROOM)
            lay(owner, at_, value)
    rolling = position.get("rolling")
    loose = rolling["dice"] if rolling else int(g.choice([0, 1, 2], p=[0.8, 0.12, 0.08]))
    owner = rolling["seat"] if rolling else int(g.integers(2))
    for _ in range(loose):
        lay(owner, _beside(g, laid, DIE_ROOM), int(g.integers(1, 7)))


# ---------------------------------------------------------------------------------------------------------- boards


def _on_cell(g: Generator, sheet: LaidSheet, grid: str, row: int, col: int, off: float) -> tuple[float, float]:
    """World x, y about the middle of a cell; `off`: standard deviation in millimetres."""
    left, top, right, bottom = sheet.page.sheet.grid(grid).cell(row, col)
    by = np.clip(g.normal(0, off, 2), -0.28 * (right - left), 0.28 * (right - left))
    at = sheet.world([((left + right) / 2 + by[0], (top + bottom) / 2 + by[1])])[0]
    return float(at[0]), float(at[1])


def lay_doubles(g: Generator, laid: Laid, position: dict[str, Any]) -> None:
    """Doubles Wild: markers on the board, one on each player's strip, dice beside."""
    players = len(position["supply"])
    colours = list(SEATS) if g.random() < 0.75 else [SEATS[int(n)] for n in g.permutation(4)]
    sheet = laid.sheets[0]
    kind: PieceKind = "disc" if g.random() < 0.85 else "marble"
    look = piece_look(g, colours, thin=g.random() < 0.3)
    radius, off = float(g.uniform(13, 15) / 2 * MM), float(g.uniform(0.3, 2.2))
    radius = radius if kind == "disc" else radius * 0.95
    battle = position["battle"]
    for row, col, seat in position["board"]:
        stacked = bool(battle) and battle["square"] == [row, col]
        colour = colours[seat]
        at = _on_cell(g, sheet, "board", row - 3, col - 3, off)
        things = marker(g, "disc" if stacked else kind, *at, 0.0, radius, look, colour)
        if stacked:
            upper = (at[0] + g.normal(0, 0.04), at[1] + g.normal(0, 0.04), look.thick)
            colour = colours[battle["attacker"]]
            things = [*marker(g, "disc", *upper, radius, look, colour), *things]
        form = "stack" if stacked else "flat"
        laid.add(LaidPiece(things, kind, form, colour, (0, "board", row - 3, col - 3)), radius)  # type: ignore[arg-type]
    for seat, score in enumerate(position["score"][:players]):
        strip = sheet.page.sheet.grid(f"score-{seat}")
        col = min(score, strip.cols - 1)
        at = _on_cell(g, sheet, strip.id, 0, col, 1.0)
        things = marker(g, kind, *at, 0.0, radius, look, colours[seat])
        laid.add(LaidPiece(things, kind, "flat", colours[seat], (0, strip.id, 0, col)), radius)
    if g.random() < 0.5:  # what each has left, in heaps beside the board
        for seat in range(players):
            for _ in range(int(min(position["supply"][seat], g.integers(0, 5)))):
                spare = _beside(g, laid, radius)
                if spare:
                    things = marker(g, kind, *spare, 0.0, radius, look, colours[seat])
                    laid.add(LaidPiece(things, kind, "flat", colours[seat]), radius)
    red, blue = die_style(g, "red"), die_style(g, "blue")
    each = 3 if battle else 2
    for style in (red, blue):
        for _ in range(each):
            onto = None
            if g.random() < 0.12:  # they roll over the board, too
                onto = _spot(g, laid, sheet, (20.0, 40.0, 170.0, 225.0), [], 0, DIE_ROOM)
            _lay_die(g, laid, style, onto or _beside(g, laid, DIE_ROOM), int(g.integers(1, 7)))


def lay_space(g: Generator, laid: Laid, position: dict[str, Any]) -> None:
    """Space Checkers: pawns on the board, prisoners in the cells of whoever took them, two dice beside."""
    seats: list[Colour] = list(position["seats"])
    sheet = laid.sheets[0]
    board = sheet.page.sheet.grid("board")
    cell = (board.box[2] - board.box[0]) / board.cols
    flat = g.random() < 0.35
    kind: PieceKind = "disc" if flat else "pawn"
    look = piece_look(g, seats, thin=flat and g.random() < 0.7)
    radius = float(g.uniform(0.36, 0.44) * cell * MM) if flat else float(g.uniform(3.6, 5.2) * MM)
    high, off = float(radius * g.uniform(3.4, 5.2)), float(g.uniform(0.2, 0.09 * cell))
    fallen = float(g.choice([0.0, 0.06, 1.0], p=[0.5, 0.3, 0.2]))

    def put(grid: str, row: int, col: int, colour: Colour, down: bool) -> None:
        at = _on_cell(g, sheet, grid, row, col, off)
        if flat:
            things, form = marker(g, "disc", *at, 0.0, radius, look, colour), "flat"
        else:
            things, form = pawn(g, *at, radius, high, look, colour, down), "lying" if down else "standing"
        laid.add(LaidPiece(things, kind, form, colour, (0, grid, row, col)), radius)  # type: ignore[arg-type]

    taken: list[Colour] = []
    for colour in seats:
        for row, col in position["pawns"][colour]:
            put("board", row, col, colour, bool(g.random() < fallen))
        taken += [colour] * (12 - len(position["pawns"][colour]))
    g.shuffle(taken)  # type: ignore[arg-type]
    laid_down = g.random() < 0.3  # prisoners lie, at some tables
    for colour in seats:
        cells = sheet.page.sheet.grid(f"prison-{colour}")
        others = [one for one in taken if one != colour][: min(position["captured"][colour], 10)]
        for n, prisoner in enumerate(others):
            taken.remove(prisoner)
            put(cells.id, *((0, n) if cells.rows == 1 else (n, 0)), prisoner, bool(laid_down))
    plain = die_style(g, str(g.choice(["white", "white", "black", "grey"])))
    _lay_die(g, laid, plain, _beside(g, laid, DIE_ROOM), int(g.integers(1, 7)))
    at = _beside(g, laid, DIE_ROOM)
    if at:
        names = ("yellow", "green", "blue", "red", "wild", "wild")
        order = list(pictures_of(laid.game))
        white = die_style(g, "white")
        laid.add(sticker_die(g, white, *at, names, [order.index(name) for name in names]), DIE_ROOM)


# ----------------------------------------------------------------------------------------------------------- cards

MOST_SHOWN = 5
"""Cards of the central pile that lie there one by one; those below are a block."""


def lay_piles(g: Generator, laid: Laid, position: dict[str, Any]) -> None:
    """Dinosaurs vs Army Men: the central pile, battle cards around the mat, the players' own piles."""
    sheet, order = laid.sheets[0], list(pictures_of(laid.game))
    left, top, right, bottom = sheet.page.sheet.area("central").box
    middle = sheet.world([((left + right) / 2, (top + bottom) / 2)])[0]
    neat = float(g.uniform(0.3, 1.6))
    central, z, back = list(position["central"]), 0.0, order.index(BACK)

    def near(at: np.ndarray, off: float, twist: float, yaw: float) -> tuple[float, float, float]:
        by = g.normal(0, off * MM, 2)
        return float(at[0] + by[0]), float(at[1] + by[1]), float(yaw + g.normal(0, np.radians(twist)))

    below, shown = central[:-MOST_SHOWN], central[-MOST_SHOWN:]
    if below:
        thick = len(below) * CARD_THICK
        x, y, yaw = near(middle, 1.0, 2, sheet.turn)
        laid.add(card(g, x, y, 0.0, yaw, below[-1], order.index(below[-1]), thick), 2.5)
        z = thick
    for n, face in enumerate(shown):
        x, y, yaw = near(middle, 2.2 * neat, 5 * neat, sheet.turn + (np.pi if g.random() < 0.5 else 0))
        one = card(g, x, y, z, yaw, face, order.index(face))
        one.top = n == len(shown) - 1
        laid.add(one, 2.5)
        z += CARD_THICK
    players = len(position["piles"])
    battle = position.get("battle")
    width, deep = sheet.page.sheet.size
    sides = [
        (width / 2, deep + 14, 0.0),
        (width / 2, -14.0, np.pi),
        (width + 14, deep / 2, np.pi / 2),
        (-14.0, deep / 2, -np.pi / 2),
    ]
    for seat in range(players):
        x0, y0, facing = sides[seat]
        out = np.array([x0 - width / 2, y0 - deep / 2])
        out = out / np.linalg.norm(out)
        along = np.array([-out[1], out[0]])
        yaw = sheet.turn + facing
        cards = battle["up"][seat] if battle else []
        for n, face in enumerate(cards[-4:]):
            mm = np.array([x0, y0]) + out * 46 + along * ((n - min(len(cards), 4) / 2) * float(g.uniform(30, 66)) + 20)
            x, y, turned = near(sheet.world([mm])[0], 3, 6, yaw)
            laid.add(card(g, x, y, CARD_THICK * (0.2 + n), turned, face, order.index(face)), 2.0)
        pile = position["piles"][seat]
        if pile:
            mm = np.array([x0, y0]) + out * g.uniform(50, 70) + along * float(g.uniform(-105, -70))
            x, y, turned = near(sheet.world([mm])[0], 3, 8, yaw)
            laid.add(card(g, x, y, 0.0, turned, None, back, max(pile, 1) * CARD_THICK), 2.8)


LAYING: dict[str, Callable[[Generator, Laid, dict[str, Any]], None]] = {
    "zones": lay_armies,
    "pairs": lay_doubles,
    "direction": lay_space,
    "cards": lay_piles,
}
"""What lays the position of a game, by the way in which it is played by hand."""
