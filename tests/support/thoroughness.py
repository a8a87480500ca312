"""How much a run of the tests tries: `COMPANION_TESTS=nightly` tries all there is, `dev` little; otherwise as in CI."""

from __future__ import annotations

import os

__all__ = ["NIGHTLY", "PROFILE"]

PROFILE = os.environ.get("COMPANION_TESTS", "ci")
NIGHTLY = PROFILE == "nightly"
