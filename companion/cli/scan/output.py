"""Readings of dice as docs/formats.md has them, shared by photographs and rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.table import Die


def format_die(die: Die) -> dict[str, object]:
    """One die as docs/formats.md has it: tenths of a pixel, ten-thousandths of a probability."""
    top = {} if die.top is None else {"top": [[round(float(x), 1), round(float(y), 1)] for x, y in die.top]}
    why = {"doubts": list(die.doubts)} if die.doubts else {}
    return {
        "box": [round(float(side), 1) for side in die.box],
        **top,
        "value": die.value if die.face is None else die.face,
        "colour": die.colour,
        "confidence": round(float(die.confidence), 4),
        "certain": die.certain,
        "alternatives": [[value, round(float(share), 4)] for value, share in die.alternatives or die.face_alternatives],
        **why,
    }
