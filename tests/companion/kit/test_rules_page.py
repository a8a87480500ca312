"""The rules on one page: of every game, true to its clauses, and short enough."""

from __future__ import annotations

import msgspec
import pytest
from fpdf import FPDF

import seeds
from companion.drawing import Paper, Pen
from companion.kit.rules_page import SIZE, TYPES, Section, Summary, Table, clauses_text, draw_summary, summary_of
from seeds import Seed

GAMES = seeds.game_ids()


def the_summary(game: str) -> Summary:
    summary = summary_of(game)
    assert summary is not None
    return summary


@pytest.mark.parametrize("game", GAMES)
def test_what_it_sums_up_are_clauses_of_the_game(game: str) -> None:
    class Clauses(msgspec.Struct):
        clauses: tuple[seeds.Clause, ...]

    known = {clause.id for clause in seeds.table_of(game, Clauses).clauses}
    summary = the_summary(game)
    for part in (*summary.sections, summary.table):
        assert part.clauses and set(part.clauses) <= known, part.title


@pytest.mark.parametrize("game", GAMES)
def test_it_has_goal_set_up_turn_and_end(game: str) -> None:
    summary = the_summary(game)
    ids = [section.id for section in summary.sections]
    assert summary.goal and {"setup", "turn", "end"} <= set(ids) and len(set(ids)) == len(ids)
    assert summary.table.rows


def test_the_two_editions_differ_where_their_rules_do() -> None:
    older, newer = (the_summary(f"army-vs-aliens-{year}") for year in (2011, 2012))
    assert all(clause.startswith("AVB-") for section in newer.sections for clause in section.clauses)
    one, other = ({section.id: " ".join(section.lines) for section in both.sections} for both in (older, newer))
    assert set(one) == set(other)
    assert {name for name in one if one[name] != other[name]} == set(one)
    assert "Cup" in other["heroes"] + other["rally"] and "Cup" not in " ".join(one.values())
    assert "The Army begins" in one["setup"] and "rank 1 begin" in other["setup"]
    assert [row[:1] for row in older.table.rows] == [row[:1] for row in newer.table.rows]


@pytest.mark.parametrize(("paper", "light"), [("A4", False), ("Letter", True)])
@pytest.mark.parametrize("game", GAMES)
def test_it_fits_its_page_in_type_that_can_be_read(game: str, paper: Paper, light: bool) -> None:
    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pen = Pen(pdf, paper, SIZE, light)
    lowest, sizes = [0.0], set()
    text = pdf.text

    def noted(x: float, y: float, said: str) -> None:
        lowest.append(y - pen.top)
        sizes.add(pdf.font_size_pt)
        text(x, y, said)
        assert x >= pen.left and x + pdf.get_string_width(said) <= pen.left + SIZE[0] + 0.1, said

    pdf.text = noted  # type: ignore[method-assign]
    draw_summary(pen, game, the_summary(game))
    assert max(lowest) <= SIZE[1] and max(sizes & set(TYPES)) >= 8.5
    assert pdf.page_no() == 1


def test_a_text_that_is_too_long_is_refused() -> None:
    pdf = FPDF(unit="mm")
    pen = Pen(pdf, "A4", SIZE, False)
    whole = the_summary("doubles-wild")
    long = msgspec.structs.replace(whole, sections=whole.sections * 4)
    with pytest.raises(ValueError, match="the summary of doubles-wild is too long for one page"):
        draw_summary(pen, "doubles-wild", long)


def test_clauses_are_named_shortly() -> None:
    assert clauses_text(("AVA-3.2", "AVA-3.3")) == "AVA-3.2, 3.3"


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ((("one",),), "each row of the table 'Ranks' needs 2 cells"),
        ((("1", "[dragon] Dragon"),), "names the drawing 'dragon', which there is not"),
    ],
)
def test_a_wrong_table_is_refused(rows: tuple[tuple[str, ...], ...], line: str) -> None:
    with pytest.raises(ValueError, match=line.replace("[", "\\[")):
        Table(title="Ranks", clauses=("AVA-1.2",), heads=("Rank", "Army"), widths=(1.0, 2.0), rows=rows)


def test_the_seed_is_read_strictly() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `text`"):
        msgspec.convert({"id": "end", "title": "End", "clauses": [], "lines": [], "text": ""}, Section)
    assert "summary" in Seed.__struct_fields__
