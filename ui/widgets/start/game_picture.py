"""The picture of a game: its own, where it brings one, or dice on a table, drawn by us."""

from __future__ import annotations

from seeds import picture_of

PICTURE_SIZE = (112, 84)
"""Width and height on the screen, in pixels."""
DICE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 112 84"><rect width="112" height="84" fill="#F0E6DA"/>
<path d="M0 30 H112 V84 H0 Z" fill="#B07A4B"/><path d="M22 40 H90 L104 76 H8 Z" fill="#2F5D46"/>
<g transform="rotate(-9 42 56)"><rect x="30" y="44" width="24" height="24" rx="5" fill="#F7F4EC" stroke="#B9B1A2"/>
<g fill="#2B2724"><circle cx="36" cy="50" r="2.3"/><circle cx="48" cy="50" r="2.3"/><circle cx="42" cy="56" r="2.3"/>
<circle cx="36" cy="62" r="2.3"/><circle cx="48" cy="62" r="2.3"/></g></g>
<g transform="rotate(12 72 56)"><rect x="60" y="44" width="24" height="24" rx="5" fill="#C8372D" stroke="#85201A"/>
<g fill="#FFFFFF"><circle cx="66" cy="62" r="2.3"/><circle cx="72" cy="56" r="2.3"/><circle cx="78" cy="50" r="2.3"/>
</g></g></svg>"""
SCREEN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 112 84"><rect width="112" height="84" fill="#F0E6DA"/>
<rect x="26" y="12" width="60" height="62" rx="7" fill="#2A211B"/><rect x="31" y="17" width="50" height="52" rx="3"
fill="#FFFCF8"/><rect x="35" y="22" width="42" height="11" rx="3" fill="#FFDBCB"/>
<rect x="35" y="38" width="19" height="14" rx="3" fill="none" stroke="#8F4C33" stroke-width="1.5"/>
<rect x="58" y="38" width="19" height="14" rx="3" fill="none" stroke="#D8C2BA" stroke-width="1.5"/>
<g fill="#5E5148"><rect x="39" y="26" width="26" height="3" rx="1.5"/><rect x="41" y="43" width="7" height="4" rx="1"/>
<rect x="64" y="43" width="7" height="4" rx="1"/><rect x="35" y="57" width="36" height="2.5" rx="1.2"/>
<rect x="35" y="62" width="28" height="2.5" rx="1.2"/></g></svg>"""


def game_picture(game: str, drawn: str = DICE) -> str:
    """What an image of the game is made from; `drawn` where it brings no picture."""
    return drawn if picture_of(game) is None else f"games/{game}.jpg"
