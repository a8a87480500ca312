"""Draws a TableScene a second way, for the test that no training picture resembles: traced paths instead of a ray-cast,
other shapes (table_meshes), other lamps. Mitsuba 3 does the tracing (https://mitsuba-renderer.org, BSD).

With LLVM 19 or later named in DRJIT_LIBLLVM_PATH it is about four times as fast; LLVM 14 and 15 crash it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

import cv2
import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from models.train.generate.table_truth import Ids
from models.train.render.common import Picture, linear
from models.train.render.dice_scene.things import BALL, BLOCK, DIE, DISC, PRINT, Scene, Thing
from models.train.render.kit_pictures import pictures_of
from models.train.render.tables import table_meshes as meshes
from models.train.render.tables.table_items import MM, PAWN, LaidCard, LaidHand, LaidSheet, TableScene
from models.train.render.tables.table_meshes import ATLAS, Mesh
from seeds.cards import CARD, CARD_ROUNDED

LLVM = "DRJIT_LIBLLVM_PATH"
RAYS = {"llvm_ad_rgb": 24, "scalar_rgb": 12}
"""Paths a pixel, as many as there is time for: what grain is left looks like a sensor's."""
BOUNCES = 4
PAPER_LIFT = 0.006
"""Units that a sheet lies above the table."""
WIDE = 160.0
"""Half the side of the table, in units."""
LAMP = (0.5, 3.0)
"""Least and greatest radius of a lamp, in units."""
BRIGHTEST = 60.0
"""Of the surroundings: a sun among them would leave sparks in so few paths."""


def variant() -> str:
    return "llvm_ad_rgb" if os.environ.get(LLVM) else "scalar_rgb"


def _texture(picture: Picture, repeat: float = 0.0) -> dict[str, Any]:
    """`picture`: rows from the top, linear; `repeat`: how often along each axis, where it does."""
    made: dict[str, Any] = {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(picture, np.float32)),
        "raw": True,
    }
    if repeat:
        made["to_uv"] = mi.ScalarTransform4f().scale([repeat, repeat, 1])
    else:
        made["wrap_mode"] = "clamp"
    return made


def _colour(colour: NDArray[np.float32]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(np.clip(v, 0.001, 0.95)) for v in colour]}


def _surface(colour: dict[str, Any], gloss: float) -> dict[str, Any]:
    """Matt below a tenth of gloss, else lacquered, the rougher the duller."""
    if gloss < 0.1:
        return {"type": "diffuse", "reflectance": colour}
    rough = 0.05 + 0.35 * (1 - gloss)
    return {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": rough, "nonlinear": True}


def _lamps(scene: Scene) -> dict[str, Any]:
    """The lamps as balls that shine."""
    made = {}
    for n, (at, colour, radius) in enumerate(scene.lights):
        r = float(np.clip(radius, *LAMP))
        # A lamp below the camera might hang in its view: it goes up, as much stronger as it is further away.
        higher = max(1.0, (float(scene.eye[2]) + 1.5 * r) / max(float(at[2]), 1.0))
        radiance = [float(v) * 90 * higher**2 / r**2 for v in colour]
        made[f"lamp{n}"] = {
            "type": "sphere",
            "id": f"lamp{n}",
            "center": [float(v) * higher for v in at],
            "radius": r,
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": radiance}},
        }
    return made


class Part(NamedTuple):
    """A part of a picture, in pixels."""

    offset_x: int
    offset_y: int
    width: int
    height: int


class SecondRenderer:
    """Mitsuba is set to one variant for the whole process."""

    def __init__(self, rays: int | None = None) -> None:
        mi.set_variant(variant())
        self.rays = rays or RAYS[variant()]
        self._kept: dict[str, tuple[object, Any]] = {}
        """What takes long to make, with what it was made of."""

    def draw(self, table: TableScene, environment: Picture, seed: int) -> tuple[NDArray[np.float32], Ids]:
        """Linear light (height, width, 3) and the items + 1 that are seen (height, width) of one table."""
        self._kept.clear()
        scene = mi.load_dict(self._described(table, environment))
        light = self._light(scene, seed)
        numbered = mi.load_dict({"type": "aov", "aovs": "shape:shape_index"})
        index = np.array(mi.render(scene, integrator=numbered, sensor=1, spp=1, seed=seed), np.float32)[..., -1]
        owner = np.array([0, *(self._owner(shape.id()) for shape in scene.shapes())])  # shapes count from 1
        return light, np.asarray(owner[np.clip(np.round(index).astype(int), 0, len(owner) - 1)])

    def draw_part(self, table: TableScene, environment: Picture, seed: int, part: Part) -> NDArray[np.float32]:
        """Linear light (height, width, 3) of a part of the picture alone, of a table that is drawn again and again."""
        return self._light(mi.load_dict(self._described(table, environment, part)), seed)

    def _light(self, scene: Any, seed: int) -> NDArray[np.float32]:
        return np.array(mi.render(scene, spp=self.rays, seed=seed), np.float32)[..., :3]

    def _once(self, name: str, of: object, make: Callable[[], Any]) -> Any:
        """What `make` makes of something, made anew only where that is another thing."""
        before = self._kept.get(name)
        if before is None or before[0] is not of:
            before = self._kept[name] = (of, make())
        return before[1]

    @staticmethod
    def _owner(name: str) -> int:
        return int(name.split("-")[1]) + 1 if name.startswith("item-") else 0

    def _described(self, table: TableScene, environment: Picture, part: Part | None = None) -> dict[str, Any]:
        scene = table.scene
        made: dict[str, Any] = {
            "type": "scene",
            "integrator": {"type": "path", "max_depth": BOUNCES, "rr_depth": 8},
            "room": self._once("room", environment, lambda: mi.load_dict(_room(scene, environment))),
            "table": self._once("table", table.table, lambda: mi.load_dict(_ground(scene, table.table))),
        }
        for name, kind in (("camera", "gaussian"), ("numbering", "box")):
            made[name] = self._camera(table, kind, part)
        made |= _lamps(scene)
        for n, sheet in enumerate(table.laid.sheets):
            paper = self._once(f"paper{n}", sheet.picture, lambda sheet=sheet: mi.load_dict(_paper(sheet)))
            corners = sheet.paper_corners.astype(np.float64) + np.array([0, 0, PAPER_LIFT * (1 + n)])
            lying = Mesh(
                corners, np.array([(0, 3, 2), (0, 2, 1)]), np.array([(0, 1), (1, 1), (1, 0), (0, 0)], np.float64)
            )
            made[f"sheet{n}"] = _shape(f"sheet{n}", lying, paper)
        pictures, stickers = self._once("prints", table.laid.game, lambda: _prints(table.laid.game))
        for number, item in enumerate(table.laid.items):
            for k, thing in enumerate(item.things):
                for part, (mesh, surface) in enumerate(self._solids(thing, item, pictures, stickers)):
                    name = f"item-{number}-{k}-{part}"
                    placed = mesh._replace(points=mesh.points @ np.float64(thing.turn).T + np.float64(thing.place))
                    made[name] = _shape(name, placed, surface)
        return made

    def _solids(self, thing: Thing, item: object, pictures: list[Picture], stickers: dict[int, Picture]) -> list[Solid]:
        """See `_meshes`. What is itself wherever it lies, as dice and pawns are, is made once."""
        if isinstance(item, (LaidCard, LaidHand)):
            return _meshes(thing, item, pictures, stickers)

        def loaded() -> list[Solid]:
            return [(mesh, mi.load_dict(surface)) for mesh, surface in _meshes(thing, item, pictures, stickers)]

        return list(self._once(f"thing {id(thing.faces)}", thing.faces, loaded))

    def _camera(self, table: TableScene, kernel: str, part: Part | None) -> dict[str, Any]:
        scene = table.scene
        width, height = scene.size
        _, up, back = (np.float64(scene.axes)[:, k] for k in range(3))
        eye = np.float64(scene.eye)
        aim = mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=(eye - back).tolist(), up=up.tolist())
        film: dict[str, Any] = {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": kernel}}
        if part is not None:
            film |= {f"crop_{name}": value for name, value in part._asdict().items()}
        fov = float(np.degrees(2 * np.arctan(0.5 / scene.focal)))
        return {"type": "perspective", "fov": fov, "fov_axis": "y", "to_world": aim, "film": film,
                "near_clip": 0.5, "far_clip": 2000.0, "sampler": {"type": "independent"}}  # fmt: skip


def _room(scene: Scene, environment: Picture) -> dict[str, Any]:
    room = np.roll(np.minimum(environment, BRIGHTEST), int(scene.environment_turn * environment.shape[1]), 1)
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(room, np.float32)),
        "scale": scene.environment_gain,
        "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
    }


def _ground(scene: Scene, material: Picture) -> dict[str, Any]:
    return {
        "type": "rectangle",
        "id": "table",
        "to_world": mi.ScalarTransform4f().scale([WIDE, WIDE, 1]),
        "bsdf": _surface(_texture(material, 2 * WIDE * scene.table_scale), scene.table_gloss * 2),
    }


def _paper(sheet: LaidSheet) -> dict[str, Any]:
    return _surface(_texture(linear(sheet.picture)), sheet.gloss)


def _prints(game: str) -> tuple[list[Picture], dict[int, Picture]]:
    """The linear pictures of a game's prints, and those that fit on a die's side, by the number of the face."""
    pictures = [linear(picture) for picture in pictures_of(game).values()]
    stickers = {PRINT + n: cv2.resize(p, (ATLAS, ATLAS), interpolation=cv2.INTER_AREA) for n, p in enumerate(pictures)}
    return pictures, stickers


Solid = tuple[Mesh, Any]
"""A mesh and its surface, as a dictionary or loaded."""


def _meshes(
    thing: Thing, item: object, pictures: list[Picture], stickers: dict[int, NDArray[np.float32]]
) -> list[Solid]:
    """What a thing is made of, in its own frame, with its surfaces."""
    half = np.asarray(thing.half, np.float64)
    r, h, gloss = float(half[0]), float(half[2]), float(thing.surface[1])
    plain = _surface(_colour(thing.body[0]), gloss)
    if thing.kind == DIE:
        mesh, picture = meshes.die(thing, stickers)
        return [(mesh, _surface(_texture(picture), max(gloss, 0.3)))]
    if isinstance(item, LaidCard):
        upper, edge = meshes.card(CARD[0] * MM, CARD[1] * MM, 2 * h, CARD_ROUNDED * MM)
        face = _surface(_texture(pictures[thing.faces[4] - PRINT]), 0.25)
        return [(upper, face), (edge, _surface(_colour(thing.body[0]), 0.0))]
    if isinstance(item, LaidHand):
        skin = thing.body[0] is item.skin or np.allclose(thing.body[0], item.skin)
        if thing.kind == BLOCK:
            ball = meshes.turned(np.array([(np.cos(a), np.sin(a)) for a in np.linspace(-np.pi / 2, np.pi / 2, 15)]))
            return [
                (ball._replace(points=ball.points * half * [1.05, 0.98, 1.15]), _surface(_colour(thing.body[0]), 0.12))
            ]
        if skin:
            return [(meshes.capsule(r, h), _surface(_colour(thing.body[0]), 0.12))]
        return [(meshes.sleeve(r, h), _surface(_colour(thing.body[0]), 0.0))]
    if thing.kind == PAWN:
        return [(meshes.pawn(r, h), plain)]
    if thing.kind == BALL:
        ring = np.linspace(-np.pi / 2, np.pi / 2, 15)
        return [(meshes.turned(np.stack([r * np.cos(ring), r * np.sin(ring)], 1)), plain)]
    if thing.kind == DISC:
        return [(meshes.disc(r, h, rim=thing.faces[4] == 0 and h < r), plain)]
    return [(meshes.box(half, max(thing.rounding, 0.02)), plain)]


def _shape(name: str, mesh: Mesh, surface: Any) -> Any:
    """A Mitsuba mesh in world coordinates; `surface` as a dictionary, or loaded."""
    properties = mi.Properties()
    properties.set_id(name)
    properties["surface"] = mi.load_dict(surface) if isinstance(surface, dict) else surface
    made = mi.Mesh(
        name, len(mesh.points), len(mesh.faces), has_vertex_normals=True, has_vertex_texcoords=True, props=properties
    )
    values = mi.traverse(made)
    for key, table, kind in (
        ("vertex_positions", mesh.points, np.float32),
        ("vertex_normals", mesh.normals, np.float32),
        ("vertex_texcoords", mesh.uv * [1, -1] + [0, 1], np.float32),  # a picture's first row lies at 0
        ("faces", mesh.faces, np.uint32),
    ):
        values[key] = np.ascontiguousarray(table, kind).ravel()
    values.update()
    return made
