"""Words by which what was not translated is found."""

from __future__ import annotations

import re

__all__ = ["ENGLISH"]

ENGLISH = re.compile(r"\b(the|and|of|with|from|player|players|back|play|watch|rules|history|undo|leave|event|events)\b")
"""Words that no German screen has; names of games, which have some of them, begin with a capital letter."""
