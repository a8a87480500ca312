"""Renders a TableScene by the ray-cast of scene.frag, in tiles.

Each tile of the picture is told which things it may show and which may shade those, so that fourscore things cost
little more than eight.
"""

from __future__ import annotations

from collections.abc import Mapping

import moderngl
import numpy as np
from numpy.typing import NDArray

from models.train.render.dice_scene.renderer import Rendered, Renderer
from models.train.render.dice_scene.things import Scene
from models.train.render.kit_pictures import CELL, pictures_of, print_sheet
from models.train.render.tables.table_items import LaidSheet, TableScene

TILE = 32
"""Pixels along each side of a tile; an even number, so that no quad of pixels is parted."""
ROOM = 144
"""Things that a scene may have. Beyond it the drivers' uniforms run out."""
SHEETS = 2
ROW = 1024
"""Entries in a row of the texture of members, as the shader has it."""
IN_TILES = """#version 330
in vec2 corner; in vec4 reach; in ivec3 members_;
flat out ivec3 tile;
void main() { tile = members_; gl_Position = vec4(mix(reach.xy, reach.zw, corner), 0., 1.); }
"""
MARGIN = 1.2
"""By how much a thing's bounding ball is enlarged where its soft shadow is looked for; more than by the shader."""
SOFTEST = 1.5
"""Radius of a lamp beyond which the shader makes shadows no softer."""


def _tile_corners(size: tuple[int, int]) -> NDArray[np.float64]:
    """(n, 4): left, top, right, bottom in pixels."""
    width, height = size
    return np.array(
        [
            (x, y, min(x + TILE, width), min(y + TILE, height))
            for y in range(0, height, TILE)
            for x in range(0, width, TILE)
        ],
        np.float64,
    )


def _unit(v: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(v / np.linalg.norm(v, axis=-1, keepdims=True))


def members(scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """The tiles (n, 4), and for each the things (n, things) that it may show, and that may shade what it shows."""
    tiles = _tile_corners(scene.size)
    places = np.array([t.place for t in scene.things], np.float64).reshape(-1, 3)
    bounds = np.array([t.bound for t in scene.things], np.float64)
    eye = np.asarray(scene.eye, np.float64)
    rays = _rays(scene, tiles)
    middle = _unit(rays.sum(1))
    spread = np.arccos(np.clip((rays @ middle[:, :, None])[..., 0], -1, 1)).max(1)
    to = places - eye
    far = np.linalg.norm(to, axis=1)
    angle = np.arccos(np.clip(middle @ (to / np.maximum(far, 1e-9)[:, None]).T, -1, 1))
    pixel = 2.0 / (scene.focal * scene.size[1])
    reach = np.arcsin(np.clip(1.05 * bounds / np.maximum(far, 1e-9), 0, 1)) + pixel
    seen = (angle < spread[:, None] + reach) | (far < 1.1 * bounds)
    patch, radius = _ground(eye, rays)
    near = _shades(scene, places, bounds, patch, radius)
    among = _shades(scene, places, bounds, places, bounds)
    near |= (seen.astype(np.float32) @ among.astype(np.float32)) > 0
    return tiles, seen, near


def _ground(eye: NDArray[np.float64], rays: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Middle (n, 3) and radius (n,) of what tiles show of the table; `rays` (n, 4, 3) through their corners."""
    down = rays[..., 2]
    hits = np.where((down < -1e-3)[..., None], eye - rays * (eye[2] / np.minimum(down, -1e-3))[..., None], np.inf)
    with np.errstate(invalid="ignore"):
        patch = np.where(np.isfinite(hits).all((1, 2))[:, None], hits.mean(1), 0.0)
        radius = np.linalg.norm(hits - patch[:, None], axis=2).max(1)
    return patch, np.where(np.isfinite(radius), radius, 1e6)


def ground(scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Middle (n, 3) and radius (n,) of what each tile shows of the table; 1e6 where it shows the horizon."""
    return _ground(np.asarray(scene.eye, np.float64), _rays(scene, _tile_corners(scene.size)))


def _rays(scene: Scene, tiles: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 4, 3): the directions in which the camera sees the corners of tiles (n, 4)."""
    width, height = scene.size
    px, py = tiles[:, [0, 2, 2, 0]], tiles[:, [1, 1, 3, 3]]
    local = np.stack([(px - width / 2) / height, (height / 2 - py) / height, np.full_like(px, -scene.focal)], -1)
    return _unit(local @ np.asarray(scene.axes, np.float64).T)


def _shades(
    scene: Scene, places: NDArray[np.float64], bounds: NDArray[np.float64], at: NDArray[np.float64],
    radius: NDArray[np.float64],
) -> NDArray[np.bool_]:  # fmt: skip
    """(n, things): which things may darken a point within `radius` (n,) of `at` (n, 3), by light or by closeness."""
    apart = np.linalg.norm(at[:, None] - places[None], axis=2)
    found = apart < 3 * bounds + radius[:, None]
    for lamp, _, size in scene.lights:
        way = np.asarray(lamp, np.float64) - at
        long = np.linalg.norm(way, axis=1, keepdims=True)
        way = way / np.maximum(long, 1e-9)
        along = np.einsum("nc,nkc->nk", way, places[None] - at[:, None])
        ahead = np.clip(along, 0, long)
        off = np.linalg.norm(places[None] - at[:, None] - ahead[..., None] * way[:, None], axis=2)
        wide = MARGIN * bounds + 0.14 * min(size, SOFTEST) * (ahead + radius[:, None])
        found |= (off < wide + radius[:, None]) & (along > -bounds - radius[:, None])
    return np.asarray(found)


class TableRenderer(Renderer):
    """As Renderer, for tables with sheets and many things."""

    room = ROOM
    pictures = ("environment", "table", "glyphs", "prints", "sheet0", "sheet1")

    def __init__(self, samples: int = 2, more: Mapping[str, object] | None = None) -> None:
        """`more`: further defines of the shader."""
        defines = {"TILED": 1, "SHEETS": SHEETS, "MAX_OBJECTS": ROOM, "PRINT_SIDE": f"{CELL}.", **(more or {})}
        super().__init__(samples, IN_TILES, defines)
        self.square = self.context.buffer(np.float32([0, 0, 1, 0, 0, 1, 1, 1]).tobytes())
        for number in range(SHEETS):
            self._set_sheet(number, np.zeros((2, 2, 3), np.uint8))
        self.prints_of = ""

    def render_table(self, table: TableScene) -> Rendered:
        """The environment and the glyphs have to be set before (see Renderer)."""
        self.set_table(table)
        self.place_sheets(table.laid.sheets)
        return self.render(table.scene)

    def set_table(self, table: TableScene) -> None:
        """Bind the pictures of a table: its material, its sheets, its dice and cards."""
        if self.prints_of != table.laid.game:
            self.set_prints(print_sheet(list(pictures_of(table.laid.game).values())))
            self.prints_of = table.laid.game
        self.set_texture("table", table.table)
        for number, sheet in enumerate(table.laid.sheets[:SHEETS]):
            self._set_sheet(number, sheet.picture)

    def place_sheets(self, sheets: list[LaidSheet]) -> None:
        """Tell the shader where the sheets lie whose pictures are bound."""
        sheets = sheets[:SHEETS]
        at = [(*s.middle, float(np.cos(s.turn)), float(np.sin(s.turn))) for s in sheets]
        half = [(s.paper[0] / 32, s.paper[1] / 32, s.gloss) for s in sheets]
        texels = [(s.picture.shape[1], s.picture.shape[0]) for s in sheets]
        self._write("sheetTexels", np.float32(texels + [(1, 1)] * (SHEETS - len(sheets))))
        self._write("sheetCount", np.int32([len(sheets)]))
        self._write("sheetAt", np.float32(at + [(0, 0, 1, 0)] * (SHEETS - len(sheets))))
        self._write("sheetHalf", np.float32(half + [(1, 1, 0)] * (SHEETS - len(sheets))))

    def _set_sheet(self, number: int, picture: NDArray[np.uint8]) -> None:
        """In eight bits and not linear: software rasterisers sample that many times faster."""
        old = self.textures.pop(f"sheet{number}", None)
        if old is not None:
            old.release()
        rows = np.ascontiguousarray(np.dstack([picture[..., ::-1], np.full(picture.shape[:2], 255, np.uint8)]))
        texture = self.context.texture((rows.shape[1], rows.shape[0]), 4, rows.tobytes())
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = False
        self.textures[f"sheet{number}"] = texture

    def members(self, scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """The tiles to be drawn, and what each may show and be shaded by (see `members` of this module)."""
        return members(scene)

    def _draw(self, scene: Scene) -> None:
        width, height = scene.size
        tiles, seen, near = self.members(scene)
        lists = [np.concatenate([np.flatnonzero(s), np.flatnonzero(n)]) for s, n in zip(seen, near, strict=True)]
        counts = np.stack([seen.sum(1), near.sum(1)], 1)
        starts = np.concatenate([[0], np.cumsum(counts.sum(1))[:-1]])
        every = np.concatenate([*lists, np.zeros(1, np.int64)]).astype(np.uint16)
        rows = -(-len(every) // ROW)
        filled = np.zeros(rows * ROW, np.uint16)
        filled[: len(every)] = every
        texture = self.context.texture((ROW, rows), 1, filled.tobytes(), dtype="u2")
        texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        unit = len(self.pictures)
        texture.use(unit)
        self.program["members"].value = unit  # type: ignore[union-attr]
        edges = tiles / (width, height, width, height) * 2 - 1
        reach = np.stack([edges[:, 0], -edges[:, 3], edges[:, 2], -edges[:, 1]], 1).astype(np.float32)
        instances = np.concatenate([reach.view(np.int32), np.int32(np.column_stack([starts, counts]))], 1)
        buffer = self.context.buffer(np.ascontiguousarray(instances).tobytes())
        content = [(self.square, "2f", "corner"), (buffer, "4f 3i/i", "reach", "members_")]
        drawn = self.context.vertex_array(self.program, content)
        drawn.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(tiles))
        for gone in (drawn, buffer, texture):
            gone.release()
