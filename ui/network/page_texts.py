"""Translates our own pages for the network.

In their files a text stands as `[[Join the table]]`, where `make texts` finds it for the catalogues, and `[language]`
stands for the language. Scripts stay files of their own, so that the strict policy of these pages holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape

from companion.text import current_language, say

TEXT = re.compile(r"\[\[(.+?)]]")
"""A text in a page."""


def translated_page(written: str, suffix: str) -> str:
    """A page as it is served; `suffix` is that of its file, by which texts are made safe where they stand."""
    safe = _SAFE.get(suffix)
    if safe is None:
        return written
    return TEXT.sub(lambda found: safe(say(found[1])), written).replace("[language]", current_language())


def _in_script(text: str) -> str:
    """The inside of a JavaScript string between double quotes."""
    return json.dumps(text)[1:-1]


_SAFE: dict[str, Callable[[str], str]] = {".html": escape, ".js": _in_script, ".webmanifest": _in_script}
