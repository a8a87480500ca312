"""A renderer for tests, where the machine has off-screen OpenGL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from models.train.render.dice_scene.renderer import Renderer


def renderer_or_skip() -> Renderer:
    """With one ray a pixel, made-up surroundings, a made-up table and signs; skips the test without OpenGL."""
    from models.train.render.common import Assets, Tables, glyph_sheet, made_up_environment
    from models.train.render.dice_scene.renderer import Renderer

    try:
        made = Renderer(samples=1)
    except Exception as error:  # no OpenGL on this machine
        pytest.skip(f"no off-screen OpenGL here: {error}")
    g = np.random.default_rng(0)
    made.set_texture("environment", made_up_environment(g))
    made.set_texture("table", Tables(Assets()).table(g, 256))
    made.set_glyphs(glyph_sheet(g))
    return made
