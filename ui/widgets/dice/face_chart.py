"""How often each face came up: a bar a face beside that of a fair die, and whether anything speaks against one."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.statistics import UNFAIR, Dice, face_name, needed, verdict
from companion.table import Colour, Face
from companion.text import digits, say, say_count, upper
from ui.widgets.basic import PAINTS, Bar, bar_chart, bar_legend, card, die_picture, heading, note


def face_card(
    title: str,
    spoken: str,
    dice: Dice,
    width: float,
    named: Callable[[Face], str] = face_name,
    least: int = 0,
) -> ft.Control:
    """`spoken`: the title for screen readers, as a sentence; `width`: of the chart, in pixels; `named`: what faces are
    called; `least`: dice below which they are not judged."""
    colour: Colour | None = dice.dice if dice.dice in PAINTS else None
    bars = [
        Bar(
            named(face.face),
            f"{digits(face.share, '.1%')} ({digits(face.count, ',')})",
            face.share,
            face.low,
            face.high,
            face.expected,
            die_picture(face.face, colour, 28) if isinstance(face.face, int) else None,
        )
        for face in dice.faces
    ]
    said = ", ".join(
        say("{face}: {share:.0%} of {fair:.0%}", face=named(one.face), share=one.share, fair=one.expected)
        for one in dice.faces
    )
    judged = upper(verdict(dice)) if dice.rolled >= least else say("Too few dice yet to judge them")
    summary = say("Faces and their fair share: {faces}. {verdict}.", faces=said, verdict=judged)
    number = isinstance(dice.faces[0].face, int)
    return card(
        heading(title, size=17),
        bar_chart(bars, f"{spoken} {summary}", width, label=34 if number else 70, text=96),
        bar_legend(say("a fair die")),
        ft.Text(f"{judged}.", size=14),
        *_power(dice),
        spacing=8,
        padding=14,
    )


def _power(dice: Dice) -> list[ft.Control]:
    """Whether so many dice are enough to tell a loaded one."""
    count = needed(dice, UNFAIR)
    if count is None:
        return []
    so_far = upper(say_count("{count:,} die so far", "{count:,} dice so far", dice.rolled))
    share = float(UNFAIR)
    if dice.rolled >= count:
        enough = say(
            "{so_far}: enough to tell, in 4 of 5 cases, that a face comes up {share:.0%} of the time.",
            so_far=so_far,
            share=share,
        )
    else:
        enough = say(
            "{so_far}. It takes {needed:,} to tell, in 4 of 5 cases, that a face comes up {share:.0%} of the time.",
            so_far=so_far,
            needed=count,
            share=share,
        )
    return [note(enough, size=13)]


def count_card(title: str, counts: tuple[tuple[Face, int], ...], width: float) -> ft.Control:
    """The same for dice of which it is not known how often each face should come up."""
    rolled = max(1, sum(count for _, count in counts))
    bars = [
        Bar(str(face), f"{digits(count / rolled, '.1%')} ({digits(count, ',')})", count / rolled, 0.0, 0.0)
        for face, count in counts
    ]
    said = ", ".join(f"{face}: {digits(count, ',')}" for face, count in counts)
    unknown = say("How often a fair die shows each of these faces is not known, so that nothing is said about it.")
    return card(
        heading(title, size=17),
        bar_chart(bars, f"{title}. {said}.", width, label=100, text=96),
        note(unknown, size=13),
        spacing=8,
        padding=14,
    )
