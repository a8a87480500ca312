"""Writes what came of a folder of films as one HTML page: scores, questions to be answered, rulings, dice.

Pictures, style and script are in it, and it asks no network for anything. Answers are saved as a file, which the next
`companion review` takes in.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec

from companion.cli.review.film_review import Asked, FilmReview, Ruled
from companion.games import title_of
from companion.match import Journal
from companion.statistics import Tally, all_matches, dice_name, verdict

NOTHING_OF_IT = "Something else:"


def report_page(
    title: str, reviews: Sequence[FilmReview], journals: Mapping[str, Journal], pictures: Path, command: str
) -> str:
    """The page. `journals`: the matches by id; `pictures`: the folder of the pictures that the reviews name;
    `command`: what takes the answers in."""
    from ui.share import IN_SCRIPT, html_page, page_asset

    answers = json.dumps(msgspec.to_builtins([one for review in reviews for one in review.answers]))
    questions = sum(review.open is not None for review in reviews)
    asked = "1 question is open." if questions == 1 else f"{questions} questions are open."
    bar = (
        '<div id="bar"><button id="save" type="button">Save the answers</button> '
        f'<span id="count"></span>, to be taken in by <code>{escape(command)}</code></div>'
    )
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{_films(len(reviews))}. {asked if questions else 'No question is open.'}</p>",
        _overview(reviews, journals),
        *(_film(number, one, journals.get(one.match), pictures) for number, one in enumerate(reviews)),
        *_dice(journals.values()),
        bar if questions else "",
        f'<script type="application/json" id="answers">{answers.translate(IN_SCRIPT)}</script>',
    ]
    style, script = (page_asset(__package__, f"report_page.{kind}") for kind in ("css", "js"))
    return html_page("en", title, style, "\n".join(filter(None, body)) + "\n", script if questions else "")


def _films(count: int) -> str:
    return "1 film" if count == 1 else f"{count} films"


def _overview(reviews: Sequence[FilmReview], journals: Mapping[str, Journal]) -> str:
    rows = []
    for number, review in enumerate(reviews):
        journal = journals.get(review.match)
        how = review.trouble or _standing(journal)
        rows.append(
            f'<tr><td><a href="#film-{number}">{escape(review.film)}</a><td>{escape(_game(review))}'
            f'<td>{escape(how)}<td class="number">{len(review.ruled)}<td>{"open" if review.open else ""}</tr>'
        )
    head = "<tr><th>Film<th>Game<th>Result<th>Rulings<th>Question</tr>"
    return f'<div class="wide"><table>{head}{"".join(rows)}</table></div>'


def _game(review: FilmReview) -> str:
    return title_of(review.game) if review.game else ""


def _standing(journal: Journal | None) -> str:
    """How a match stands, or how it ended, in one line."""
    if journal is None:
        return ""
    outcome = journal.game.outcome(journal.position)
    if outcome is not None:
        return str(outcome.how)
    count = len(journal.history())
    return f"not over after {count} event{'' if count == 1 else 's'}"


def _film(number: int, review: FilmReview, journal: Journal | None, pictures: Path) -> str:
    number_of_open = sum(not one.settled for one in review.asked)
    parts = [f"<h2>{escape(review.film)}</h2>"]
    if review.trouble:
        parts.append(f'<p class="trouble">{escape(review.trouble)}</p>')
    if journal is not None:
        parts.append(f"<p>{escape(_game(review))}: {escape(_standing(journal))}</p>")
        parts.append(_scores(journal))
        parts.append(f'<p><a href="match-{escape(review.match)}.html">The match, move by move</a></p>')
    for answer in review.unused:
        said = answer.choice or answer.event
        parts.append(f'<p class="trouble">{_clock(answer.time)}: no question there takes the answer {escape(said)}</p>')
    if review.open is not None:
        parts.append(_question(review, review.open, pictures))
        if number_of_open > 1:
            parts.append(f'<p class="muted">{number_of_open - 1} more depend on this one.</p>')
    if review.ruled:
        parts.append(f"<details><summary>Against the rules: {len(review.ruled)}</summary>")
        parts += [_ruling(one, pictures) for one in review.ruled]
        parts.append("</details>")
    settled = [one for one in review.asked if one.settled]
    if settled:
        parts.append(f"<details><summary>Questions that are settled: {len(settled)}</summary><ul>")
        parts += [f"<li>{_clock(one.time)} {escape(one.text)} <i>{escape(one.settled)}</i></li>" for one in settled]
        parts.append("</ul></details>")
    return f'<section id="film-{number}">{"".join(parts)}</section>'


def _scores(journal: Journal) -> str:
    game = journal.game
    scores = game.scores(journal.position)
    cells = [
        f'<tr><td>{escape(game.seat_name(seat))}<td class="number">{score}</tr>' for seat, score in enumerate(scores)
    ]
    return f"<table>{''.join(cells)}</table>"


def _question(review: FilmReview, asked: Asked, pictures: Path) -> str:
    name = f"{review.sha256[:12]}-{asked.time}"
    choices = [
        f'<label><input type="radio" name="{name}" value="{escape(choice)}"> {escape(choice)}</label>'
        for choice in asked.choices
    ]
    other = (
        f'<label><input type="radio" name="{name}" value=""> {NOTHING_OF_IT}</label>'
        f'<input type="text" aria-label="{NOTHING_OF_IT}" placeholder="as companion watch takes it typed">'
    )
    return (
        f'<div class="question" data-film="{review.sha256}" data-time="{asked.time}">'
        f"<h3>{_clock(asked.time)} What was it?</h3>{_picture(pictures / asked.picture)}{''.join(choices)}{other}</div>"
    )


def _ruling(ruled: Ruled, pictures: Path) -> str:
    clauses = "".join(f'<li class="broken">{escape(clause)}: {escape(text)}</li>' for clause, text in ruled.clauses)
    picture = _picture(pictures / ruled.picture)
    return f"<h3>{_clock(ruled.time)} {escape(ruled.text)}</h3><ul>{clauses}</ul>{picture}"


def _dice(journals: Iterable[Journal]) -> Iterator[str]:
    tally = Tally()
    for journal in journals:
        tally.add(journal)
    statistics = tally.statistics()
    if not statistics.dice:
        return
    yield f"<section><h2>The dice of all films</h2><p>{escape(all_matches(statistics))}</p><table>"
    for dice in statistics.dice:
        yield f"<tr><td>{escape(title_of(dice.game))}<td>{escape(dice_name(dice))}<td>{escape(verdict(dice))}</tr>"
    yield "</table></section>"


def _picture(path: Path) -> str:
    try:
        data = b64encode(path.read_bytes()).decode()
    except OSError:
        return ""
    return f'<img alt="" loading="lazy" src="data:image/jpeg;base64,{data}">'


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
