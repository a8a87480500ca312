"""Renders a Scene with a fragment shader on an off-screen OpenGL context (Mesa's software rasteriser serves)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from threading import get_ident
from typing import NamedTuple

import cv2
import moderngl
import numpy as np
from numpy.typing import NDArray

from companion.cli import Refusal
from models.train.render.dice_scene.things import MAX_OBJECTS, Scene

MAX_LIGHTS = 3
WHOLE_SCREEN = "#version 330\nin vec2 corner; void main() { gl_Position = vec4(corner, 0., 1.); }"
"""The vertex shader: one triangle over everything."""


def gl_context() -> moderngl.Context:
    """The off-screen context that all renderers of the thread draw in. Of several, only the newest would be current:
    an older renderer would draw with its textures, which mostly have the same numbers. Raises Refusal."""
    return _context_of(get_ident())


@cache
def _context_of(thread: int) -> moderngl.Context:
    try:
        made = moderngl.create_standalone_context(backend="egl", require=330)
    except Exception as error:  # it has no kind of its own
        raise Refusal(f"no off-screen OpenGL 3.3 here ({error}); Mesa's software rasteriser serves") from None
    made.gc_mode = "auto"  # textures go with the renderer that has them
    return made


class Rendered(NamedTuple):
    light: NDArray[np.float32]
    """(height, width, 3) linear light, red green blue."""
    thing: NDArray[np.uint8]
    """(height, width): number of the thing seen + 1, or 0 for the table."""
    face: NDArray[np.uint8]
    """(height, width): its side seen, 1..6 for +x -x +y -y +z -z."""
    glare: NDArray[np.uint8]
    """(height, width): share of mirrored light, 0..255; above a half it outshines the matt colour there."""
    pip: NDArray[np.uint8]
    """(height, width): 255 on a pip of a die, else 0."""


class Renderer:
    """Holds the programs and the textures. `samples` rays a pixel along each axis."""

    room = MAX_OBJECTS
    """Things that a scene may have."""

    pictures: tuple[str, ...] = ("environment", "table", "glyphs", "prints")
    """The textures that the shader wants."""

    def __init__(
        self, samples: int = 2, vertex: str = WHOLE_SCREEN, defines: Mapping[str, object] | None = None
    ) -> None:
        """`defines` are set before the shader's own (see scene.frag)."""
        self.context = gl_context()
        fragment = files("models.train.render.dice_scene").joinpath("scene.frag").read_text()
        first = fragment.index("#version 330\n")  # GLSL wants it before anything else
        body = fragment[:first] + fragment[first + len("#version 330\n") :]
        given = "".join(f"#define {name} {value}\n" for name, value in {"SAMPLES": samples, **(defines or {})}.items())
        self.program = self.context.program(vertex_shader=vertex, fragment_shader=f"#version 330\n{given}{body}")
        corners = self.context.buffer(np.float32([-1, -1, 3, -1, -1, 3]).tobytes())
        self.screen = self.context.vertex_array(self.program, corners, "corner")
        self.targets: dict[tuple[int, int], moderngl.Framebuffer] = {}
        self.textures: dict[str, moderngl.Texture] = {}
        self.set_prints(np.full((8, 8, 3), 0.5, np.float32))

    def set_texture(self, name: str, picture: NDArray[np.float32]) -> None:
        """Bind a linear (height, width, 3) float picture, first row at the top, to `environment` or `table`."""
        old = self.textures.pop(name, None)
        if old is not None:
            old.release()
        height, width = picture.shape[:2]
        flipped = picture[::-1] if name == "table" else picture
        texture = self.context.texture(
            (width, height), 3, np.ascontiguousarray(flipped, np.float16).tobytes(), dtype="f2"
        )
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        texture.repeat_y = name == "table"
        self.textures[name] = texture

    def set_glyphs(self, sheet: NDArray[np.uint8]) -> None:
        """Bind the sheet of 8 x 8 printed signs, (side, side) with ink = 255, first row at the top."""
        texture = self.context.texture((sheet.shape[1], sheet.shape[0]), 1, np.ascontiguousarray(sheet).tobytes())
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self.textures["glyphs"] = texture

    def set_prints(self, sheet: NDArray[np.float32]) -> None:
        """Bind the sheet of 8 x 8 coloured pictures, (side, side, 3) linear, first row at the top."""
        self.set_texture("prints", sheet)

    def _write(self, name: str, values: object) -> None:
        if name in self.program:
            uniform = self.program[name]
            data = np.ascontiguousarray(values)
            uniform.write(data.tobytes())  # type: ignore[union-attr]

    def drawn(self, scene: Scene) -> moderngl.Framebuffer:
        """The framebuffer into which the scene has been drawn: its light, and what is seen, as `render` reads them."""
        target = self.targets.get(scene.size)
        if target is None:
            target = self.context.framebuffer(
                [self.context.texture(scene.size, 4, dtype="f2"), self.context.texture(scene.size, 4, dtype="f1")]
            )
            self.targets[scene.size] = target
        target.use()
        self._upload(scene)
        for unit, name in enumerate(self.pictures):
            self.textures[name].use(unit)
            if name in self.program:
                self.program[name].value = unit  # type: ignore[union-attr]
        self._draw(scene)
        return target

    def render(self, scene: Scene) -> Rendered:
        width, height = scene.size
        target = self.drawn(scene)
        light = np.frombuffer(target.read(components=3, attachment=0, dtype="f2"), np.float16)
        ids = np.frombuffer(target.read(components=4, attachment=1, dtype="f1"), np.uint8)
        light = light.reshape(height, width, 3)[::-1].astype(np.float32)
        ids = ids.reshape(height, width, 4)[::-1]
        return Rendered(light, *(ids[..., n].copy() for n in range(4)))

    def _draw(self, scene: Scene) -> None:
        self.screen.render(vertices=3)

    def _upload(self, scene: Scene) -> None:
        things = scene.things
        empty = self.room - len(things)

        def rows(values: list[object], width: int) -> NDArray[np.float32]:
            table = np.asarray(values, np.float32).reshape(len(things), width)
            return np.vstack([table, np.zeros((empty, width), np.float32)])

        write = self._write
        write("resolution", np.float32(scene.size))
        write("cameraAxes", np.float32(scene.axes).T)  # GLSL matrices are written column by column
        write("eye", np.float32(scene.eye))
        write("focal", np.float32([scene.focal]))
        write("objectCount", np.int32([len(things)]))
        # `turn` is object to world; its transpose, written column by column, is `turn` row by row.
        write("toObject", rows([t.turn for t in things], 9))
        write("place", rows([t.place for t in things], 3))
        write("form", rows([(t.kind, t.rounding, t.ball, t.bound) for t in things], 4))
        write("halfSize", rows([t.half for t in things], 3))
        write("bodyA", rows([t.body[0] for t in things], 3))
        write("bodyB", rows([t.body[1] for t in things], 3))
        write("surface", rows([t.surface for t in things], 4))
        write("pips", rows([t.pips for t in things], 4))
        write("pipColour", rows([t.pip_colour for t in things], 3))
        write("oneColour", rows([t.one_colour for t in things], 3))
        write("oneScale", rows([t.one_scale for t in things], 1))
        write("layout_", rows([t.layout for t in things], 3))
        write("faces", np.int32(rows([t.faces for t in things], 6)))
        write("finish", rows([t.finish for t in things], 4))
        write("pipGloss", rows([t.pip_gloss for t in things], 1))
        write("panel", rows([t.panel for t in things], 3))
        write("panelColour", rows([t.panel_colour for t in things], 3))
        lights = scene.lights[:MAX_LIGHTS]
        spare = MAX_LIGHTS - len(lights)
        write("lightCount", np.int32([len(lights)]))
        write("lightAt", np.float32([light[0] for light in lights] + [(0, 0, 1)] * spare))
        write("lightColour", np.float32([light[1] for light in lights] + [(0, 0, 0)] * spare))
        write("lightRadius", np.float32([light[2] for light in lights] + [1.0] * spare))
        shapes = [*scene.lamp_shapes, *[(0.0, 0.0, 0.0, 0.0)] * MAX_LIGHTS][:MAX_LIGHTS]
        write("lampShape", np.float32(shapes))
        write("environmentGain", np.float32([scene.environment_gain]))
        write("environmentTurn", np.float32([scene.environment_turn]))
        write("tableScale", np.float32([scene.table_scale]))
        write("tableGloss", np.float32([scene.table_gloss]))


def to_display(light: NDArray[np.float32], exposure: float, shoulder: float = 0.25) -> NDArray[np.uint8]:
    """Linear light to an 8-bit picture (blue green red) with a soft shoulder for the highlights."""
    x = np.maximum(light * exposure, 0)
    x = x * (1 + shoulder * x) / (1 + shoulder * x + shoulder * 0.6 * x * x)
    return cv2.cvtColor(np.uint8(np.clip(x, 0, 1) ** (1 / 2.2) * 255 + 0.5), cv2.COLOR_RGB2BGR)
