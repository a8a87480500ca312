"""How much a run of the tests tries: `COMPANION_TESTS=nightly` tries all there is, `dev` little; otherwise as in CI."""

from __future__ import annotations

import os

__all__ = ["DEV", "NIGHTLY", "PROFILE", "examples"]

PROFILE = os.environ.get("COMPANION_TESTS", "ci")
NIGHTLY = PROFILE == "nightly"
DEV = PROFILE == "dev"


def examples(count: int) -> int:
    """`count`, for a test that has a number of examples of its own instead of its profile's; an eighth in `dev`."""
    return max(count // 8, 5) if DEV else count
