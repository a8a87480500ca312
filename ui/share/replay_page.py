"""Writes a match as one HTML file that replays it: data, script and style within it, and nothing from anywhere.

The page shows nothing but what its data says, so that one digest over the data covers every word of the match. A line
that the file is incomplete stands in it from the beginning; the script, which comes last, takes it away, so that a file
that was cut off still says so.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from companion.match import Journal
from companion.text import current_language, say
from ui.history import Replay, date_text
from ui.share.replay_data import replay_data

_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What would end the element that holds the data, or begin another, as JSON writes it otherwise."""


def replay_page(replay: Replay, journal: Journal) -> str:
    """The page, in the language in use."""
    # In ASCII, so that the digest holds however the file is encoded on its way.
    data = json.dumps(replay_data(replay, journal), ensure_ascii=True, separators=(",", ":")).translate(_ESCAPES)
    script, style = _asset("replay_page.js"), _asset("replay_page.css")
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}'; style-src 'sha256-{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    incomplete = say(
        "This match cannot be shown: the file is incomplete or was changed, or what opened it runs no scripts. Open it "
        "in a browser, or have the match shared again."
    )
    changed = say(
        "This file was changed after the match was shared, so the match in it is not shown. Have it shared again."
    )
    title = f"{replay.game.title}, {date_text(replay.summary.started)}"
    return "".join(
        (
            f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n',
            f'<link rel="icon" href="data:,">\n<title>{escape(title)}</title>\n',
            f"<style>{style}</style>\n</head>\n<body>\n",
            f'<main id="match"><div id="incomplete" role="alert"><h1>{escape(incomplete)}</h1></div>',
            f'<div id="changed" role="alert" hidden><h1>{escape(changed)}</h1></div></main>\n',
            f'<script type="application/json" id="data" data-sha256="{sha256(data.encode()).hexdigest()}">{data}',
            f"</script>\n<script>{script}</script>\n</body>\n</html>\n",
        )
    )


@cache
def _asset(name: str) -> str:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return "\n".join(text.splitlines()) + "\n"


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
