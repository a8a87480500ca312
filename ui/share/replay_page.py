"""Writes a match as one HTML file that replays it: data, script and style within it, and nothing from anywhere.

The page shows nothing but what its data says, so that one digest over the data covers every word of the match. A line
that the file is incomplete stands in it from the beginning; the script, which comes last, takes it away, so that a file
that was cut off still says so.
"""

from __future__ import annotations

import json
from hashlib import sha256
from html import escape

from companion.match import Journal
from companion.text import current_language, say
from ui.history import Replay, date_text
from ui.share.html_file import IN_SCRIPT, html_page, page_asset
from ui.share.replay_data import replay_data


def replay_page(replay: Replay, journal: Journal) -> str:
    """The page, in the language in use."""
    # In ASCII, so that the digest holds however the file is encoded on its way.
    data = json.dumps(replay_data(replay, journal), ensure_ascii=True, separators=(",", ":")).translate(IN_SCRIPT)
    incomplete = say(
        "This match cannot be shown: the file is incomplete or was changed, or what opened it runs no scripts. Open it "
        "in a browser, or have the match shared again."
    )
    changed = say(
        "This file was changed after the match was shared, so the match in it is not shown. Have it shared again."
    )
    title = f"{replay.game.title}, {date_text(replay.summary.started)}"
    body = (
        f'<main id="match"><div id="incomplete" role="alert"><h1>{escape(incomplete)}</h1></div>'
        f'<div id="changed" role="alert" hidden><h1>{escape(changed)}</h1></div></main>\n'
        f'<script type="application/json" id="data" data-sha256="{sha256(data.encode()).hexdigest()}">{data}</script>\n'
    )
    style, script = (page_asset(__package__, f"replay_page.{kind}") for kind in ("css", "js"))
    return html_page(current_language(), title, style, body, script)
