"""Wraps what is written as one HTML file: its style and script are in it, nothing else runs, nothing is fetched."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

IN_SCRIPT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What would end an element that holds JSON, or begin another, as JSON writes it otherwise."""


def html_page(language: str, title: str, style: str, body: str, script: str = "") -> str:
    """The page. `title` is text, `body` HTML; the script, if there is one, comes last."""
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}'; style-src 'sha256-{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return "".join(
        (
            f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n',
            f'<link rel="icon" href="data:,">\n<title>{escape(title)}</title>\n',
            f"<style>{style}</style>\n</head>\n<body>\n{body}",
            f"<script>{script}</script>\n" if script else "",
            "</body>\n</html>\n",
        )
    )


@cache
def page_asset(package: str, name: str) -> str:
    """A style or script that lies in a package, with the line ends that its digest is made of."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return "\n".join(text.splitlines()) + "\n"


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
