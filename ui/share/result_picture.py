"""Draws the result of a match as a picture to send: who played what, who won, the score sheet in short, the table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.text import say
from ui.history import Replay, date_text, result_words, status_text
from ui.share.picture_text import Image, PictureError, Style, bgr, can_write, fitted, width_of, wrapped, write
from ui.share.svg_raster import rasterised
from ui.widgets.drawing import TablePart, table_parts

WIDTH, EDGE, GAP = 1080, 56, 28
"""Pixels: of the picture, of what is left free around it, and between two parts."""
GROUND, QUIET, RULE = "#FBF8F1", "#5B544A", "#D5CCBB"
TITLE, RESULT, TEXT = Style(44, weight=700), Style(60, "#1F5F3F", 700), Style(28)
CAPTION = Style(20, QUIET)
SMALL, BOLD = Style(24, QUIET), Style(28, weight=700)
LINES = 8
"""Things that were scored which are listed; what there is more of is one line."""
NUMBER = 150
"""Pixels of a column of numbers, where there is room for it."""
SHARES = {"board": 1.0, "mat": 0.48, "dice": 0.6, "pile": 0.16}
"""Of the width, that each kind of drawing takes."""


class _Canvas:
    """A picture that grows downwards."""

    def __init__(self) -> None:
        self.rows: list[Image] = []

    def strip(self, high: int) -> Image:
        """An empty strip under what is there."""
        self.rows.append(np.full((high, WIDTH, 3), bgr(GROUND), np.uint8))
        return self.rows[-1]

    def line(self, text: str, style: Style) -> None:
        for one in wrapped(text, style, WIDTH - 2 * EDGE):
            write(self.strip(round(style.size * 1.4)), one, EDGE, round(style.size * 1.05), style)

    def rule(self) -> None:
        self.strip(2)[:, EDGE:-EDGE] = bgr(RULE)


def result_picture(replay: Replay) -> bytes:
    """The picture as a PNG, in the language in use. Raises PictureError."""
    game = replay.game
    seats = range(game.players)
    names = [name if can_write(name) else game.seat_word(seat) for seat, name in enumerate(replay.names)]
    outcome = replay.outcome(replay.length)
    canvas = _Canvas()
    canvas.strip(EDGE)
    canvas.line(game.title, TITLE)
    canvas.line(date_text(replay.summary.started), SMALL)
    canvas.strip(GAP)
    if outcome is None:
        canvas.line(say("Unfinished"), RESULT)
        canvas.line(status_text(replay.summary), TEXT)
    else:
        canvas.line(result_words(outcome, names.__getitem__), RESULT)
        if can_write(outcome.how):
            canvas.line(outcome.how, TEXT)
    canvas.strip(GAP)
    totals = replay.sheet.totals
    for seat in seats:
        word = game.seat_word(seat)
        row = canvas.strip(44)
        points = f"{totals[seat]}"
        write(row, points, WIDTH - EDGE, 32, BOLD, right=True)
        room = WIDTH - 2 * EDGE - width_of(points, BOLD) - GAP
        write(row, fitted(names[seat] if names[seat] == word else f"{names[seat]}, {word}", TEXT, room), EDGE, 32, TEXT)
    canvas.strip(GAP)
    _table(canvas, [one._replace(title=_title(one, names, replay.names)) for one in _parts(replay)])
    _sheet(canvas, replay, names)
    canvas.strip(GAP)
    canvas.line(say("Refereed by Tabletop companion"), SMALL)
    canvas.strip(EDGE // 2)
    done, png = cv2.imencode(".png", np.vstack(canvas.rows))
    if not done:
        raise PictureError(say("the picture could not be written"))
    return png.tobytes()


def _parts(replay: Replay) -> tuple[TablePart, ...]:
    return table_parts(replay.game, replay.layout(replay.length))


def _title(part: TablePart, names: Sequence[str], spoken: Sequence[str]) -> str:
    """The title of a drawing with the names that can be written."""
    title = part.title
    for name, other in zip(spoken, names, strict=True):
        if name != other:
            title = title.replace(name, other)
    return title


def _table(canvas: _Canvas, parts: Sequence[TablePart]) -> None:
    """Drawings side by side as long as there is room, each with its title above it."""
    inner = WIDTH - 2 * EDGE
    rows: list[list[tuple[TablePart, int]]] = []
    for part in parts:
        wide = min(round(inner * SHARES[part.kind]), inner)
        if part.kind == "dice":
            wide = min(wide, round(part.size[0] * 0.8))
        taken = sum(width + GAP for _, width in rows[-1]) if rows else inner
        if rows and taken + wide <= inner:
            rows[-1].append((part, wide))
        else:
            rows.append([(part, wide)])
    for row in rows:
        drawn = [rasterised(part.svg, wide, GROUND) for part, wide in row]
        titled = any(part.title for part, _ in row)
        strip = canvas.strip(max(one.shape[0] for one in drawn) + (36 if titled else 0) + GAP)
        left = EDGE
        for (part, wide), image in zip(row, drawn, strict=True):
            write(strip, fitted(part.title, CAPTION, wide if len(row) > 1 else inner), left, 24, CAPTION)
            top = 36 if titled else 0
            strip[top : top + image.shape[0], left : left + image.shape[1]] = image
            left += wide + GAP


def _sheet(canvas: _Canvas, replay: Replay, names: Sequence[str]) -> None:
    """What each player had for what. Of many players only the sums are told, above."""
    sums = replay.sheet.sums
    whats = list(dict.fromkeys(one.what for own in sums for one in own))
    if not whats or len(names) > 4:
        return
    canvas.line(say("Score sheet"), BOLD)
    canvas.strip(GAP // 3)
    column = min(NUMBER, (WIDTH - 2 * EDGE) // (2 * len(names)))
    room = WIDTH - 2 * EDGE - column * len(names) - GAP

    def row(what: str, cells: Sequence[str], style: Style) -> None:
        strip = canvas.strip(40)
        write(strip, fitted(what, style, room), EDGE, 28, style)
        for place, cell in enumerate(reversed(cells)):
            write(strip, fitted(cell, style, column - 12), WIDTH - EDGE - place * column, 28, style, right=True)

    row("", names, SMALL)
    canvas.rule()
    for what in whats[:LINES]:
        points = [next((one.points for one in own if one.what == what), None) for own in sums]
        row(what, ["" if one is None else f"{one}" for one in points], TEXT)
    if len(whats) > LINES:
        rest = [sum(one.points for one in own if one.what in whats[LINES:]) for own in sums]
        row(say("and more"), [f"{one}" for one in rest], TEXT)
    canvas.rule()
    row(say("Together"), [f"{total}" for total in replay.sheet.totals], BOLD)
