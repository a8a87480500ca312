"""Tables, surroundings and printed signs for rendered scenes: from a folder of licensed pictures, or made up.

The folder is laid out as `assets.json` says (a list of {"file", "kind"}); nothing of it goes into the repository.
Without one every picture is procedural, which is what the tests and the bundled recording use.
"""

from __future__ import annotations

import argparse
import json
import string
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.jobs import KnownFile
from models.train.render.common.prints import hex_board, keyboard, lamps, track_board

Picture = NDArray[np.float32]
Mask = NDArray[np.uint8]
"""(height, width, 3) linear light, red green blue."""


def linear(image: Mask) -> Picture:
    return np.float32(cv2.cvtColor(image, cv2.COLOR_BGR2RGB) / 255.0) ** np.float32(2.2)


@dataclass
class Assets:
    """File names by kind; every list may be empty."""

    materials: list[Path] = field(default_factory=list)
    swatches: list[Path] = field(default_factory=list)
    environments: list[Path] = field(default_factory=list)
    backgrounds: list[Path] = field(default_factory=list)

    @classmethod
    def of(cls, index: KnownFile | None) -> Assets:
        """Those of the folder with this assets.json; Refusal where a worker has another."""
        return cls.load(index and index.checked().parent)

    @classmethod
    def load(cls, folder: Path | None) -> Assets:
        if folder is None:
            return cls()
        entries = json.loads((folder / "assets.json").read_text())
        by_kind: dict[str, list[Path]] = {}
        for entry in entries:
            by_kind.setdefault(entry["kind"], []).append(folder / entry["file"])
        materials = by_kind.get("materials", [])
        return cls(
            materials=[p for p in materials if p.parent.name != "small"],
            swatches=[p for p in materials if p.parent.name == "small"],
            environments=by_kind.get("environments", []),
            # Dominoes carry pips of their own, so every one of these is only ever something that is no die.
            backgrounds=by_kind.get("backgrounds", []) + by_kind.get("foolers", []) + by_kind.get("hands", []),
        )


def add_assets(parser: argparse.ArgumentParser) -> None:
    """The argument that names a folder of assets. What jobs are told of it is its assets.json: every worker has to find
    the same."""
    parser.add_argument(
        "--assets",
        type=lambda folder: KnownFile.at(Path(folder) / "assets.json"),
        metavar="DIR",
        help="folder of licensed pictures with assets.json; without one all of it is made up",
    )


def cloud(g: Generator, size: int, cells: int = 4, stretch: int = 1, fall: float = 0.55) -> NDArray[np.float32]:
    """(size, size) of soft noise in 0..1; `stretch` draws it out along x, like the grain of wood."""
    total = np.zeros((size, size), np.float32)
    for octave in range(7):
        n = cells * 2**octave
        if n > size:
            break
        patch = g.random((n, max(2, n // stretch)), dtype=np.float32)
        total += cv2.resize(patch, (size, size), interpolation=cv2.INTER_CUBIC) * np.float32(fall**octave)
    total -= total.min()
    return total / max(float(total.max()), 1e-6)


def made_up_material(g: Generator, size: int = 512) -> Picture:
    """Wood, felt, stone, weave or plain: colours and grain at random."""
    a = np.float32([g.uniform(0.02, 0.9) for _ in range(3)]) ** np.float32(1.5)
    b = np.clip(a * g.uniform(0.4, 1.6) + np.float32(g.uniform(-0.05, 0.05, 3)), 0, 1)
    look = g.integers(4)
    if look == 0:
        f = cloud(g, size, 3, int(g.choice([8, 16, 32])))
        a = np.float32([0.5, 0.28, 0.12]) * g.uniform(0.2, 1.4)
        b = a * g.uniform(0.35, 0.75)
    elif look == 1:
        f = 0.3 * cloud(g, size) + 0.7 * g.random((size, size), dtype=np.float32)
        b = a * 0.7
    elif look == 2:
        f = np.abs(np.sin(6 * cloud(g, size, 3) * np.pi)).astype(np.float32)
    else:
        f = 0.15 * g.random((size, size), dtype=np.float32) + 0.1 * cloud(g, size)
    return (np.float32(a) * (1 - f[..., None]) + np.float32(b) * f[..., None]).astype(np.float32)


def made_up_environment(g: Generator) -> Picture:
    """A room: soft gradient with windows, tubes, ring lamps and a lamp overhead, (256, 512, 3)."""
    sky, floor = g.uniform(0.1, 0.9), g.uniform(0.03, 0.4)
    room = np.linspace(sky, floor, 256, dtype=np.float32)[:, None, None] * np.ones((256, 512, 3), np.float32)
    room *= np.float32(1 + 0.15 * g.normal(size=3))
    for _ in range(int(g.integers(1, 6))):
        colour = tuple(float(v) for v in g.uniform(1.5, 14) * np.maximum(1 + 0.2 * g.normal(size=3), 0.1))
        x, y, w, h = int(g.integers(0, 440)), int(g.integers(4, 120)), int(g.integers(8, 72)), int(g.integers(6, 60))
        match int(g.integers(4)):
            case 0:  # a ring, drawn wider towards the zenith, where the map is stretched
                wide = int(h / max(np.sin(np.pi * (y + 1) / 256), 0.15))
                cv2.ellipse(room, (x, y), (wide // 2, h // 2), 0, 0, 360, colour, int(g.integers(2, 8)), cv2.LINE_AA)
            case 1:
                cv2.rectangle(room, (x, y), (x + 3 * w, y + max(2, h // 8)), colour, -1)
            case _:
                cv2.rectangle(room, (x, y), (x + w, y + h), colour, -1)
                if g.random() < 0.5:  # the window's bars
                    dark = (0.05, 0.05, 0.05)
                    cv2.line(room, (x + w // 2, y), (x + w // 2, y + h), dark, 2)
                    cv2.line(room, (x, y + h // 2), (x + w, y + h // 2), dark, 2)
    if g.random() < 0.4:
        room[: int(g.integers(6, 30))] = g.uniform(1.5, 10)
    return np.maximum(room, 0.01)


def glyph_sheet(g: Generator, cell: int = 64) -> Mask:
    """8 x 8 printed signs: ten digits, 26 letters, 28 symbols of lines, arcs, polygons and too many dots."""
    sheet = np.zeros((8 * cell, 8 * cell), np.uint8)
    signs = string.digits + string.ascii_uppercase
    for n in range(64):
        tile = np.zeros((cell, cell), np.uint8)
        if n < len(signs):
            font = int(g.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
            scale, weight = cell / 64 * g.uniform(1.1, 1.8), int(g.integers(2, 6))
            (w, h), _ = cv2.getTextSize(signs[n], font, scale, weight)
            cv2.putText(tile, signs[n], ((cell - w) // 2, (cell + h) // 2), font, scale, 255, weight, cv2.LINE_AA)
        else:
            for _ in range(int(g.integers(1, 4))):
                _draw_symbol(g, tile)
        row, column = divmod(n, 8)
        sheet[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = tile
    return sheet


def _draw_symbol(g: Generator, tile: Mask) -> None:
    cell = tile.shape[0]
    p = lambda: tuple(int(v) for v in g.integers(cell // 8, cell * 7 // 8, 2))  # noqa: E731
    weight = int(g.choice([-1, 2, 3, 5]))
    match int(g.integers(6)):
        case 0:
            cv2.circle(
                tile, (cell // 2, cell // 2), int(g.integers(cell // 6, cell // 2 - 2)), 255, weight, cv2.LINE_AA
            )
        case 1:
            points = np.int32([p() for _ in range(int(g.integers(3, 7)))])
            cv2.fillPoly(tile, [points], 255) if weight < 0 else cv2.polylines(
                tile, [points], True, 255, weight, cv2.LINE_AA
            )
        case 2:
            cv2.line(tile, p(), p(), 255, abs(weight) + 2, cv2.LINE_AA)
        case 3:
            cv2.ellipse(
                tile,
                p(),
                (cell // 4, cell // 7),
                g.uniform(0, 180),
                0,
                g.uniform(120, 360),
                255,
                abs(weight) + 1,
                cv2.LINE_AA,
            )
        case 4:
            for _ in range(int(g.integers(7, 16))):  # too many dots for a die
                cv2.circle(tile, p(), cell // 16, 255, -1, cv2.LINE_AA)
        case _:
            cv2.rectangle(tile, p(), p(), 255, abs(weight) + 1)


class Tables:
    """Draws table pictures: a material, often with print, boards, patches and dirt on it; or a whole photograph."""

    def __init__(self, assets: Assets) -> None:
        self.assets = assets

    def _photograph(self, g: Generator) -> Mask:
        while True:
            path = self.assets.backgrounds[int(g.integers(len(self.assets.backgrounds)))]
            image = cv2.imread(str(path))
            if image is not None:
                return image

    def backdrop(self, g: Generator, width: int, height: int) -> Picture:
        """A piece of a photograph that fills the screen."""
        image = self._photograph(g)
        share = g.uniform(0.5, 1.0)
        h, w = image.shape[:2]
        ch = int(min(h, w * height / width) * share)
        cw = int(ch * width / height)
        y, x = int(g.integers(0, h - ch + 1)), int(g.integers(0, w - cw + 1))
        piece = image[y : y + ch, x : x + cw]
        if g.random() < 0.5:
            piece = piece[:, ::-1]
        return linear(cv2.resize(piece, (width, height), interpolation=cv2.INTER_AREA))

    def material(self, g: Generator, size: int = 1024) -> Picture:
        """A seamless-looking table picture, (size, size, 3)."""
        if self.assets.materials and g.random() < 0.8:
            pool = self.assets.materials if g.random() < 0.6 or not self.assets.swatches else self.assets.swatches
            image = cv2.imread(str(pool[int(g.integers(len(pool)))]))
            base = linear(image)
            if max(image.shape[:2]) < 400:  # a swatch: enlarge its look by tiling mirrored copies
                base = np.tile(
                    np.concatenate(
                        [np.concatenate([base, base[:, ::-1]], 1), np.concatenate([base, base[:, ::-1]], 1)[::-1]]
                    ),
                    (2, 2, 1),
                )
            base = cv2.resize(base, (size, size), interpolation=cv2.INTER_AREA)
            if g.random() < 0.4:
                base = np.clip(base * np.float32(g.uniform(0.5, 1.6, 3)), 0, 1)
        else:
            base = cv2.resize(made_up_material(g), (size, size))
        return base

    def table(self, g: Generator, size: int = 1024, unit: float = 60.0) -> Picture:
        """A material with whatever lies flat on tables printed or pasted on it. `unit`: pixels as long as a die."""
        base = np.ascontiguousarray(self.material(g, size))
        r = g.random()
        if r < 0.16:
            hex_board(g, base, unit)
            return base
        if r < 0.22:
            track_board(g, base, unit)
        elif r < 0.30:
            for _ in range(int(g.integers(1, 4))):
                self._stick(g, base, keyboard(g, unit) if g.random() < 0.7 else lamps(g, unit))
        for _ in range(int(g.choice([0, 1, 3, 6, 12], p=[0.35, 0.2, 0.2, 0.15, 0.1]))):
            self._paste(g, base)
        if g.random() < 0.12:
            self._board(g, base)
        return base

    def _paste(self, g: Generator, base: Picture) -> None:
        size = base.shape[0]
        side = int(g.uniform(0.04, 0.5) * size)
        if self.assets.backgrounds and g.random() < 0.5:
            image = self._photograph(g)
            h, w = image.shape[:2]
            c = int(min(h, w) * g.uniform(0.3, 1))
            y, x = int(g.integers(0, h - c + 1)), int(g.integers(0, w - c + 1))
            patch = linear(
                cv2.resize(
                    image[y : y + c, x : x + c], (side, int(side * g.uniform(0.5, 1))), interpolation=cv2.INTER_AREA
                )
            )
        elif g.random() < 0.4:
            patch = cv2.resize(self.material(g, 256), (side, max(8, int(side * g.uniform(0.2, 1)))))
        else:
            patch = random_print(g, side)
        self._stick(g, base, patch)

    def _stick(self, g: Generator, base: Picture, patch: Picture) -> None:
        """Put `patch` somewhere on `base`, turned, sometimes cut to an ellipse."""
        size = base.shape[0]
        h, w = patch.shape[:2]
        mask = np.ones((h, w), np.float32)
        if g.random() < 0.35:
            mask = np.zeros((h, w), np.float32)
            cv2.ellipse(mask, (w // 2, h // 2), (w // 2 - 1, h // 2 - 1), 0, 0, 360, 1.0, -1, cv2.LINE_AA)
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), g.uniform(0, 360), 1.0)
        turn[:, 2] += g.uniform(0, size, 2) - (w / 2, h / 2)
        mask = cv2.warpAffine(mask, turn, (size, size))[..., None]
        base[:] = base * (1 - mask) + cv2.warpAffine(patch, turn, (size, size)) * mask

    def _board(self, g: Generator, base: Picture) -> None:
        """A grid of lines or dots over the whole table."""
        size, step = base.shape[0], int(g.integers(24, 140))
        ink = tuple(float(v) for v in g.uniform(0, 1, 3))
        dots = g.random() < 0.4
        for a in range(step // 2, size, step):
            if dots:
                for b in range(step // 2, size, step):
                    cv2.circle(base, (a, b), max(1, step // 12), ink, -1, cv2.LINE_AA)
            else:
                cv2.line(base, (a, 0), (a, size), ink, max(1, step // 40), cv2.LINE_AA)
                cv2.line(base, (0, a), (size, a), ink, max(1, step // 40), cv2.LINE_AA)


def random_print(g: Generator, side: int) -> Picture:
    """Text, signs, lines or scattered dots on a plain ground: what number tokens, cards and labels look like."""
    side = max(side, 16)
    paper = g.random() >= 0.6
    ground = np.float32([1, 0.96, 0.88]) * g.uniform(0.5, 0.95) if paper else np.float32(g.uniform(0.02, 0.95, 3))
    dark = ground.mean() > 0.25
    ink = np.clip(ground * g.uniform(0.02, 0.4) if dark else ground * 3 + g.uniform(0.2, 0.6), 0, 1)
    sheet = np.zeros((side, side), np.uint8)
    PRINTS[int(g.integers(len(PRINTS)))](g, sheet)
    f = sheet[..., None].astype(np.float32) / 255
    return (ground * (1 - f) + np.float32(ink) * f).astype(np.float32)


def _print_text(g: Generator, sheet: Mask) -> None:
    side = len(sheet)
    text = "".join(g.choice(list(string.ascii_letters + string.digits), int(g.integers(1, 8))))
    for line in range(int(g.integers(1, 6))):
        font, size, thick = int(g.integers(0, 5)), side / 120 * g.uniform(0.5, 2), int(g.integers(1, 4))
        cv2.putText(sheet, text, (2, (line + 1) * max(side // 5, 8)), font, size, 255, thick, cv2.LINE_AA)


def _print_signs(g: Generator, sheet: Mask) -> None:
    for _ in range(int(g.integers(1, 5))):
        _draw_symbol(g, sheet)


def _print_chequers(g: Generator, sheet: Mask) -> None:
    n = int(g.integers(2, 9))
    board = (np.indices((n, n)).sum(0) % 2 * 255).astype(np.uint8)
    sheet[:] = cv2.resize(board, sheet.shape, interpolation=cv2.INTER_NEAREST)


def _print_dots(g: Generator, sheet: Mask) -> None:
    side = len(sheet)
    for _ in range(int(g.integers(1, 30))):
        x, y = (int(v) for v in g.integers(0, side, 2))
        cv2.circle(sheet, (x, y), max(1, int(side * g.uniform(0.01, 0.06))), 255, int(g.choice([-1, 1])), cv2.LINE_AA)


def _print_number(g: Generator, sheet: Mask) -> None:
    """A number in a circle."""
    side, number = len(sheet), str(int(g.integers(2, 13)))
    thick = max(1, side // 30)
    cv2.circle(sheet, (side // 2, side // 2), side // 2 - 2, 255, thick, cv2.LINE_AA)
    at = (side // 4, side * 2 // 3)
    cv2.putText(sheet, number, at, cv2.FONT_HERSHEY_TRIPLEX, side / 60, 255, thick, cv2.LINE_AA)


PRINTS = (_print_text, _print_signs, _print_chequers, _print_dots, _print_number)
"""What draws on a mask (side, side)."""


def environments_of(assets: Assets, seed: int, made_up: int) -> list[Picture]:
    """The surroundings of `assets`, and so many made up from `seed`."""
    found = [load_environment(path) for path in assets.environments]
    return found + [made_up_environment(np.random.default_rng((seed, 7, n))) for n in range(made_up)]


def load_environment(path: Path, width: int = 512) -> Picture:
    """An equirectangular surrounding, (width / 2, width, 3), its brightness brought to a common level."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    light = cv2.cvtColor(np.float32(image), cv2.COLOR_BGR2RGB)
    light = cv2.resize(light, (width, width // 2), interpolation=cv2.INTER_AREA)
    return np.clip(light / max(float(np.mean(light)), 1e-4) * 0.6, 0, 60).astype(np.float32)
