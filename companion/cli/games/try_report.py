"""The report of `companion try` as one page, with the pictures that lie beside it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import Refusal

if TYPE_CHECKING:
    from companion.conformance import Check

STYLE = """body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{font-size:1.1rem;margin:1.4rem 0 .3rem}.FAULT{color:#b00020}.sound{color:#1b6b2f}li.fault{color:#b00020}
li.note{color:#555}img{max-width:100%;border:1px solid #ccc;margin:.4rem .4rem 0 0;vertical-align:top}"""


def write_report(folder: Path, game: str, checks: Iterable[Check]) -> Path:
    """Write `report.html` into a folder that may hold pictures of the checks; its path. Raises Refusal."""
    parts = [f"<h1>{escape(game)}</h1>"]
    for check in checks:
        word = "sound" if check.sound else "FAULT"
        parts.append(
            f'<h2><span class="{word}">{word}</span> {escape(check.name)}</h2><p>{escape(check.figure)}</p><ul>'
        )
        parts += [f'<li class="{one.level}">{one.level}: {escape(one.line)}</li>' for one in check.findings]
        parts.append("</ul>")
    if (folder / "match.html").is_file():
        parts.append('<p><a href="match.html">The match, move by move</a></p>')
    pictures = [folder / "result.png", *sorted(folder.glob("kit-*.png"), key=lambda one: int(one.stem[4:]))]
    parts += [f'<img src="{one.name}" alt="{one.stem}" width="420">' for one in pictures if one.is_file()]
    body = "\n".join(parts)
    head = f'<meta charset="utf-8"><title>{escape(game)}</title><style>{STYLE}</style>'
    page = f'<!doctype html><html lang="en">{head}{body}'
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"try: {folder}: cannot be written ({error.strerror}); name another folder with --out") from None
    return folder / "report.html"
