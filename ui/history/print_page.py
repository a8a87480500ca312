"""Writes a match as a plain page for the printer: players, score sheet, every move. No script, nothing from outside."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.match import Journal, ScoreSheet, score_sheet, step_text
from companion.record import Summary, corrections_text
from companion.rules import Game
from companion.text import current_language, later, later_as, say, say_as, say_count
from ui.history.texts import clock_time, confidence_text, date_text, full_name, seat_names, source_text, status_text

SHEET, SCORED, MOVES = later("Score sheet"), later("What scored when"), later("Moves")
FOR, TOGETHER, WHO = later("For"), later("Together"), later("Who and for what")
NUMBER, EVENT, FROM = later("No."), later("Event"), later_as("source", "From")
"""Headings."""

STYLE = """
body { font: 11pt/1.35 Georgia, 'Times New Roman', serif; color: #111; background: #fff; max-width: 180mm;
       margin: 12mm auto; padding: 0 6mm; }
h1 { font-size: 19pt; margin: 0 0 1mm; } h2 { font-size: 13pt; margin: 7mm 0 2mm; }
p { margin: 0 0 1mm; } .quiet { color: #555; font-size: 9.5pt; }
table { border-collapse: collapse; width: 100%; } tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: 0.8mm 2mm; border-bottom: 0.3pt solid #bbb; }
thead { display: table-header-group; } th { border-bottom: 0.8pt solid #111; }
.number { text-align: right; white-space: nowrap; } .total td { border-top: 0.8pt solid #111; font-weight: bold; }
@page { margin: 14mm 12mm; }
@media print { body { margin: 0; padding: 0; max-width: none; } .screen { display: none; } }
"""


def printed(summary: Summary, journal: Journal) -> str:
    """The page as HTML."""
    game = journal.game
    names = seat_names(game)
    sheet = score_sheet(game, journal.start, journal.history())
    options = game.format_options()
    who = "; ".join(full_name(game, seat) for seat in range(game.players))
    events = say_count("{count:,} event", "{count:,} events", len(journal.history()))
    ended = status_text(summary, game.outcome(journal.position))
    head = [
        f"<h1>{escape(game.title)}</h1>",
        f"<p>{escape(who)}</p>",
        f"<p>{escape(date_text(summary.started))}, {events}. {escape(ended)}</p>",
    ]
    if options:
        rules = ", ".join(f"{key} = {value}" for key, value in options.items())
        head.append(_quiet(say("House rules: {rules}", rules=rules)))
    changed = corrections_text(journal)
    if changed:
        head.append(_quiet(changed))
    head.append(_quiet(say("Match {id} of the record", id=summary.id)))
    how = say("Print this page with your browser (Ctrl+P, or Share and Print).")
    head.append(f'<p class="quiet screen">{escape(how)}</p>')
    title = f"{game.title}, {date_text(summary.started)}"
    return "".join(
        (
            f'<!doctype html><html lang="{current_language()}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
            *head,
            *_sub_sums(sheet, names),
            *_scored(sheet, names),
            *_moves(game, journal),
            "</main></body></html>\n",
        )
    )


def _escaped(heading: str) -> str:
    return escape(say(heading))


def _quiet(line: str) -> str:
    return f'<p class="quiet">{escape(line)}</p>'


def _sub_sums(sheet: ScoreSheet, names: tuple[str, ...]) -> Iterator[str]:
    yield f"<h2>{_escaped(SHEET)}</h2><table><thead><tr><th>{_escaped(FOR)}</th>"
    yield "".join(f'<th class="number">{escape(name)}</th>' for name in names)
    yield "</tr></thead><tbody>"
    for what in dict.fromkeys(one.what for own in sheet.sums for one in own):
        yield f"<tr><td>{escape(what)}</td>"
        for own in sheet.sums:
            points = next((one.points for one in own if one.what == what), None)
            yield f'<td class="number">{"" if points is None else points}</td>'
        yield "</tr>"
    totals = "".join(f'<td class="number">{total}</td>' for total in sheet.totals)
    yield f'<tr class="total"><td>{_escaped(TOGETHER)}</td>{totals}</tr></tbody></table>'


def _scored(sheet: ScoreSheet, names: tuple[str, ...]) -> Iterator[str]:
    if not sheet.lines:
        return
    yield f'<h2>{_escaped(SCORED)}</h2><table><thead><tr><th class="number">{_escaped(EVENT)}</th>'
    yield f"<th>{_escaped(WHO)}</th>"
    yield "".join(f'<th class="number">{escape(name)}</th>' for name in names)
    yield "</tr></thead><tbody>"
    for line in sheet.lines:
        said = "; ".join(f"{names[one.seat]}: {one.what} {one.points:+}" for one in line.gains)
        totals = "".join(f'<td class="number">{total}</td>' for total in line.totals)
        yield f'<tr><td class="number">{line.number}</td><td>{escape(said)}</td>{totals}</tr>'
    yield "</tbody></table>"


def _moves(game: Game, journal: Journal) -> Iterator[str]:
    yield f'<h2>{_escaped(MOVES)}</h2><table><thead><tr><th class="number">{_escaped(NUMBER)}</th>'
    yield f"<th>{_escaped(EVENT)}</th><th>{escape(say_as('source', FROM))}</th></tr></thead><tbody>"
    for number, moment in enumerate(journal.history(), 1):
        text = step_text(game, moment.before, moment.event)
        parts = filter(None, (source_text(moment), confidence_text(moment), clock_time(moment.played.time)))
        yield (
            f'<tr><td class="number">{number}</td><td>{escape(text)}</td>'
            f'<td class="quiet">{escape(", ".join(parts))}</td></tr>'
        )
    yield "</tbody></table>"
