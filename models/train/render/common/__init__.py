"""Materials, surroundings and prints that all rendered scenes share."""

from models.train.render.common.materials import (
    Assets,
    Picture,
    Tables,
    add_assets,
    cloud,
    environments_of,
    glyph_sheet,
    linear,
    load_environment,
    made_up_environment,
    made_up_material,
)
from models.train.render.common.prints import CARDS, CELLS, DOMINOES, KEYS, PICTURED, SPOTS, TOKENS, print_sheet
from models.train.render.common.scene_folders import Drawn, write_each, write_together

__all__ = [
    "CARDS",
    "CELLS",
    "DOMINOES",
    "KEYS",
    "PICTURED",
    "SPOTS",
    "TOKENS",
    "Assets",
    "Drawn",
    "Picture",
    "Tables",
    "add_assets",
    "cloud",
    "environments_of",
    "glyph_sheet",
    "linear",
    "load_environment",
    "made_up_environment",
    "made_up_material",
    "print_sheet",
    "write_each",
    "write_together",
]
