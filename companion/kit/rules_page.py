"""The rules of a game on one page, in our own words, laid out in the largest type that fits."""

from __future__ import annotations

import re
from bisect import bisect_left

import msgspec

import seeds
from companion.drawing import INK, LEADING, PALE, POINT, WHITE, Ink, Pen
from companion.kit.drawings import drawings_of
from seeds import DRAWINGS, Clause

SIZE = (190.0, 260.0)
"""Of the printed area."""
TYPES = tuple(size / 4 for size in range(46, 27, -1))
"""Sizes of type that are tried, in points: the largest that fits is taken; below 7 nobody reads by candlelight."""
GAP, PAD = 4.0, 2.6
"""Between boxes, and from a box's edge to its text."""
NEEDED, TALLEST = 34.0, 62.0
"""Height below which a diagram is left out, and beyond which it does not grow."""
HEAD = 30.0
"""Height of the title."""
_ICON = re.compile(r"\[([a-z-]+)\] ")


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One box: a few lines, and the clauses that they sum up."""

    id: str
    title: str
    clauses: tuple[str, ...]
    lines: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is best looked up; a cell that opens with the name of a drawing in brackets shows it."""

    title: str
    clauses: tuple[str, ...]
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    """Of the columns, as shares."""
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.heads) for row in (*self.rows, self.widths)):
            raise ValueError(f"each row of the table {self.title!r} needs {len(self.heads)} cells")
        for name in (found[1] for row in self.rows for cell in row if (found := _ICON.match(cell))):
            if name not in DRAWINGS:
                raise ValueError(f"the table {self.title!r} names the drawing {name!r}, which there is not")


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seed says for the page."""

    goal: str
    sections: tuple[Section, ...]
    table: Table | None = None


class _Summed(msgspec.Struct):
    title: str
    about: str
    players: tuple[int, int]
    clauses: tuple[Clause, ...]
    summary: Summary | None = None


@seeds.remembered
def _seed_summary(game: str) -> _Summed:
    return seeds.table_of(game, _Summed)


def summary_of(game: str) -> Summary:
    """The page's text: the seed's own, or else its clauses as they are. Raises seeds.SeedError."""
    seed = _seed_summary(game)
    sections = (Section(clause.id, clause.title, (clause.id,), (clause.text,)) for clause in seed.clauses)
    return seed.summary or Summary(seed.about, tuple(sections))


def clauses_text(clauses: tuple[str, ...]) -> str:
    """Joins clause ids, each prefix once: "AVA-3.2, 3.3"."""
    said: list[str] = []
    before = ""
    for clause in clauses:
        prefix, number = clause.split("-")
        said.append(number if prefix == before else clause)
        before = prefix
    return ", ".join(said)


class _Setter:
    """Sets the page in type of one size; `dry`: only measures."""

    def __init__(self, pen: Pen, size: float, ink: Ink, game: str, dry: bool) -> None:
        self.pen, self.size, self.ink, self.game, self.dry = pen, size, ink, game, dry
        self.line = size * POINT * LEADING

    def section(self, section: Section, x: float, y: float, wide: float) -> float:
        """One box with its upper left at (x, y); its height."""
        high = self._section(section, x, y, wide, True)
        if not self.dry:
            self.pen.box(
                (x, y, x + wide, y + high), self.pen.ground(self.ink.tint(0.06)), self.ink.tint(0.45), 0.3, 2.5
            )
            self._section(section, x, y, wide, False)
        return high

    def _section(self, section: Section, x: float, y: float, wide: float, dry: bool) -> float:
        pen, indent = self.pen, 0.9 * self.size * POINT
        down = y + PAD
        if not dry:
            pen.pdf.set_font("Helvetica", "", 5.5)
            named = clauses_text(section.clauses)
            long = pen.pdf.get_string_width(named)
            pen.text(x + wide - PAD - long / 2, down + 0.45 * self.line, named, 5.5, PALE)
        down += (
            pen.paragraph(x + PAD, down, wide - 2 * PAD, section.title, self.size + 1, self.ink.full, True, dry) + 0.6
        )
        for line in section.lines:
            if not dry:
                pen.disc(x + PAD + 0.3 * indent, down + 0.5 * self.line, 0.16 * indent, self.ink.tint(0.7))
            down += pen.paragraph(x + PAD + indent, down, wide - 2 * PAD - indent, line, self.size, INK, dry=dry) + 0.7
        return down - y + PAD - 0.7

    def sections(self, sections: tuple[Section, ...], y: float) -> float:
        """All boxes in two columns as even as their order allows; where the longer one ends."""
        wide = (SIZE[0] - GAP) / 2
        dry = _Setter(self.pen, self.size, self.ink, self.game, True)
        highs = [dry.section(section, 0, 0, wide) + GAP for section in sections]
        cut = min(range(1, len(sections) + 1), key=lambda n: max(sum(highs[:n]), sum(highs[n:])))
        ends = []
        for x, part in ((0.0, range(cut)), (wide + GAP, range(cut, len(sections)))):
            down = y
            for n in part:
                if not self.dry:
                    self.section(sections[n], x, down, wide)
                down += highs[n]
            ends.append(down)
        free = (min(ends), max(ends) - GAP)
        draw = drawings_of(self.game).diagram
        if not self.dry and draw is not None and free[1] - free[0] >= NEEDED:
            x = 0.0 if ends[0] < ends[1] else wide + GAP
            spare = max(free[1] - free[0] - TALLEST, 0) / 2
            draw(self.pen, (x, free[0] + spare, x + wide, free[1] - spare), self.ink)
        return max(ends)

    def table(self, table: Table, y: float) -> float:
        """The table over the whole width; where it ends."""
        pen, ink = self.pen, self.ink
        unit = SIZE[0] / sum(table.widths)
        edges = [unit * sum(table.widths[:n]) for n in range(len(table.widths) + 1)]
        down = y
        if not self.dry:
            pen.paragraph(PAD, down, SIZE[0] / 2, table.title, self.size + 1, ink.full, bold=True)
            named = clauses_text(table.clauses)
            pen.pdf.set_font("Helvetica", "", 5.5)
            pen.text(SIZE[0] - PAD - pen.pdf.get_string_width(named) / 2, down + 0.5 * self.line, named, 5.5, PALE)
        down += (self.size + 1) * POINT * LEADING + 1
        for n, row in enumerate((table.heads, *table.rows)):
            highs = [
                self._cell(cell, edges[k], down, edges[k + 1] - edges[k], n == 0, True) for k, cell in enumerate(row)
            ]
            high = max(highs) + 1.6
            if not self.dry:
                box = (0.0, down, SIZE[0], down + high)
                pen.box(box, ink.full if n == 0 else pen.ground(ink.tint(0.1 if n % 2 else 0.03)), ink.tint(0.45), 0.2)
                for k, cell in enumerate(row):
                    top = down + (high - highs[k]) / 2
                    self._cell(cell, edges[k], top, edges[k + 1] - edges[k], n == 0, False)
            down += high
        return down

    def _cell(self, cell: str, x: float, y: float, wide: float, head: bool, dry: bool) -> float:
        """One cell's text with its drawing before it; its height."""
        icon = _ICON.match(cell)
        left = x + PAD
        least = 0.0
        if icon:
            half = 0.62 * self.line
            least = 2.3 * half
            cell = cell[icon.end() :]
            left += 2.8 * half
        wide -= left - x + PAD
        name, colon, _ = cell.partition(": ")
        high = self.pen.paragraph(left, y, wide, cell, self.size, dry=True)
        if not dry:
            top = y + max(least - high, 0) / 2
            if icon:
                middle = y + max(high, least) / 2
                ground = WHITE if self.pen.light else self.ink.tint(0.06)
                self.pen.drawing(DRAWINGS[icon[1]], left - 1.5 * half, middle, half, self.ink.full, ground)
            self.pen.paragraph(left, top, wide, cell, self.size, WHITE if head else INK, bold=head)
            if colon and icon:  # the name once more, bold, over itself
                self.pen.paragraph(left, top, wide, name, self.size, self.ink.full)
        return max(high, least)


def _laid_out(pen: Pen, game: str, summary: Summary, size: float, dry: bool, air: float = 0.0) -> float:
    """Everything below the title; where it ends."""
    ink = drawings_of(game).ink
    setter = _Setter(pen, size, ink, game, dry)
    goal = pen.paragraph(0, 0, SIZE[0] - 30, summary.goal, size + 1.5, dry=True)
    if not dry:
        pen.box((0, HEAD, SIZE[0], HEAD + goal + 2 * PAD), pen.ground(ink.tint(0.18)), ink.full, 0.5, 2.5)
        pen.paragraph(PAD + 1, HEAD + PAD, 24, "Goal", size + 1.5, ink.full, bold=True)
        pen.paragraph(26, HEAD + PAD, SIZE[0] - 30, summary.goal, size + 1.5, INK)
    down = setter.sections(summary.sections, HEAD + goal + 2 * PAD + GAP + air)
    return down if summary.table is None else setter.table(summary.table, down + air)


def draw_summary(pen: Pen, game: str, summary: Summary) -> None:
    """The whole page but its margins. Raises ValueError for a text that no type is small enough for."""
    seed = _seed_summary(game)
    drawn = drawings_of(game)
    ink = drawn.ink
    below = SIZE[1] - 6
    best = bisect_left(TYPES, True, key=lambda size: _laid_out(pen, game, summary, size, True) <= below)
    if best == len(TYPES):
        raise ValueError(f"the summary of {game} is too long for one page")
    size = TYPES[best]
    pen.text(SIZE[0] / 2, 9, seed.title.upper(), 19, ink.full, bold=True, spaced=3)
    least, most = seed.players
    pen.text(SIZE[0] / 2, 18, f"the rules on one page  -  {least} to {most} players", 8.5, PALE)
    if drawn.heads is not None:
        drawn.heads(pen, SIZE[0])
    else:
        for x, icon in zip((13, SIZE[0] - 13), drawn.icons, strict=True):
            pen.disc(x, 12, 11, pen.ground(ink.tint(0.14)), ink.full, 0.4)
            pen.drawing(DRAWINGS[icon], x, 12, 7.4, ink.full, WHITE if pen.light else ink.tint(0.14))
    air = min((below - _laid_out(pen, game, summary, size, True)) / 2, 2 * GAP)
    _laid_out(pen, game, summary, size, False, air)
    pen.text(SIZE[0] / 2, SIZE[1] - 1.5, f"Clauses in full, with house rules: companion explain {game}", 7, PALE)
