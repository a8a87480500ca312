"""Where the checkout and the data of the tests lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The checkout."""
TESTS = ROOT / "tests"
DATA = TESTS / "data"
