"""Makes the surroundings of a match: sheets on their paper, table, room, lamps and camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from companion.drawing import Paper
from models.train.matches.script import Match
from models.train.matches.stage import BARE, Stage, pile_place
from models.train.render.common import (
    Assets,
    Picture,
    load_environment,
    made_up_environment,
    made_up_material,
)
from models.train.render.dice_scene.scene import ceiling_lamp
from models.train.render.dice_scene.things import Scene, Vector
from models.train.render.kit_pictures import on_paper, paper_size, printed
from models.train.render.tables.table_items import MM, Laid, LaidSheet, TableScene
from models.train.render.tables.tables import MATT, Surfaces, frame

SIZE = (1280, 720)
ELEVATION = (52.0, 80.0)
"""Degrees above the table from which the camera looks."""
TONES = ((0.42, 0.27, 0.15), (0.3, 0.3, 0.32), (0.5, 0.45, 0.38), (0.16, 0.22, 0.15))
"""Of made-up tables: wood, slate, linen, baize."""
EDGE = (20.0, 44.0)
"""Pixels from all that lies there to the picture's edges, from and to: what reaches over them looks like a hand."""
APART = 30.0
"""Millimetres of a table without sheets that are in view around where dice roll."""
ROOM = {"die": 14.0, "direction die": 14.0, "card": 56.0}
"""Millimetres around things beside the sheets that have to be in view."""


@dataclass(frozen=True)
class View:
    """Which surroundings a film has, and from where its camera looks."""

    number: int = 0
    """Of the surroundings: each match can be filmed in many."""
    beside: bool = False
    """Whether the camera stands at the right of the table, not at its near side: two sheets that lie one beyond the
    other fill its picture better."""
    elevation: tuple[float, float] = ELEVATION
    """Degrees above the table from which its camera looks, from and to."""


@dataclass(frozen=True)
class Scenery:
    """All that a match's films share but the things themselves."""

    table: TableScene
    """Sheets as they lie first, the table's material, camera and surroundings; nothing lies on it."""
    environment: Picture
    lamps: tuple[list[tuple[Vector, Vector, float]], ...]
    """The lights under each of the film's lamps: place, colour, radius."""

    def scene(self, things: list[object], lamp: int) -> Scene:
        """The camera's scene with these things under one of the lamps."""
        return replace(self.table.scene, things=things, lights=self.lamps[lamp], lamp_shapes=[])  # type: ignore[arg-type]


def dressed(g: Generator, match: Match, assets: Assets | None = None, view: View | None = None) -> Scenery:
    """Surroundings for a match; without assets all of them are made up."""
    assets, view = assets or Assets(), view or View()
    stage = match.rests[0].stage
    paper: Paper = "A4" if g.random() < 0.7 else "Letter"
    light = bool(g.random() < 0.2)
    pictures = dict(printed(match.game.id, paper, match.game.players, light)) if stage.pages else {}
    gloss = float(g.choice([0.03, 0.08]))
    fresh = [
        LaidSheet(page, on_paper(g, pictures[page]), paper_size(page, paper), (0.0, 0.0), 0.0, gloss)
        for page in stage.pages
    ]
    sheets = sheets_on(stage, fresh)
    surfaces = Surfaces(assets)
    material = surfaces.draw(g) if surfaces.files else quiet_material(g)
    rooms = [load_environment(p) for p in assets.environments[:40]] if assets.environments else []
    environment = rooms[int(g.integers(len(rooms)))] if rooms else made_up_environment(g)
    nothing = np.zeros(3, np.float32)
    scene = Scene(
        things=[], eye=nothing, axes=np.eye(3, dtype=np.float32), focal=float(g.uniform(1.15, 1.8)), size=SIZE,
        lights=[], environment=0, environment_gain=float(g.uniform(0.5, 1.0)), environment_turn=float(g.random()),
        table_scale=float(np.exp(g.uniform(np.log(0.018), np.log(0.04)))), table_gloss=MATT * float(g.uniform(0, 0.5)),
    )  # fmt: skip
    _stand(g, match, sheets, scene, view)
    laid = Laid(match.game.id, sheets)
    return Scenery(TableScene(laid, scene, material), environment, _lamps(g, scene))


def quiet_material(g: Generator) -> Picture:
    """A made-up table without glaring colours: games are mostly played on wood and cloth."""
    base = made_up_material(g, 512)
    base = np.concatenate([base, base[:, ::-1]], 1)  # mirrored copies meet without seams
    base = np.concatenate([base, base[::-1]], 0)
    grey = base.mean(2, keepdims=True)
    tone = np.float32(TONES[int(g.integers(len(TONES)))]) / max(float(grey.mean()), 0.05)
    return np.asarray(np.clip((0.25 * base + 0.75 * grey) * tone, 0.01, 0.9), np.float32)


def sheets_on(stage: Stage, sheets: list[LaidSheet]) -> list[LaidSheet]:
    """The sheets where they lie on a stage."""
    return [
        replace(sheet, middle=(pose.x * MM, pose.y * MM), turn=pose.turn)
        for sheet, pose in zip(sheets, stage.poses, strict=True)
    ]


def _stand(g: Generator, match: Match, sheets: list[LaidSheet], scene: Scene, view: View) -> None:
    """Put the camera where it sees everything that will ever lie there."""
    bumped = {rest.stage.poses: rest.stage for rest in match.rests}
    points = [sheet.paper_corners for stage in bumped.values() for sheet in sheets_on(stage, sheets)]
    aside = set()
    for rest in match.rests:
        for number, placed in rest.stage.at.items():
            if placed.sheet is None:
                aside.add((placed.x, placed.y, ROOM[rest.stage.things[number].kind]))
    if match.rests[0].stage.piles:
        aside |= {(*pile_place(match.rests[0].stage, way)[:2], ROOM["card"]) for way in match.table.ways}
    for x, y, room in aside:
        around = [(x + a * room, y + b * room, 0.0) for a in (-1, 1) for b in (-1, 1)]
        points.append(np.float32(around) * np.float32([MM, MM, 0]))
    if not sheets:
        across = BARE[0] + APART, BARE[1] + APART
        points.append(np.float32([(a * across[0] * MM, b * across[1] * MM, 0.0) for a in (-1, 1) for b in (-1, 1)]))
    tilt = np.radians(90 - g.uniform(*view.elevation))
    turn = (np.pi / 2 if view.beside else 0.0) + float(g.normal(0, 0.12))
    way = np.float32([np.sin(turn) * np.sin(tilt), -np.cos(turn) * np.sin(tilt), np.cos(tilt)])
    frame(scene, np.concatenate(points), way, float(g.normal(0, 0.03)), float(g.uniform(*EDGE)))


def _lamps(g: Generator, scene: Scene) -> tuple[list[tuple[Vector, Vector, float]], ...]:
    """Two lamps, and one of them alone: what a switch leaves."""
    kelvin, strengths = float(g.uniform(2900, 6500)), (g.uniform(0.6, 1.0), g.uniform(0.3, 0.7))
    made = [ceiling_lamp(g, kelvin, one, (14, 34), (30, 60)) for one in strengths]
    return made, made[:1]
