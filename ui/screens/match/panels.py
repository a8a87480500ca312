"""Panels of the screen of a match: what is told and asked, what is seen, the drawn table, and what else there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import flet as ft

from companion.table import is_hardly_one
from companion.text import later, say
from ui.app_state import use_app
from ui.core import PHONE, keyed, tab_of_page
from ui.match import LiveMatch, MatchScene, MatchSession
from ui.screens.match.touches import Touches, marks_of
from ui.widgets.basic import die_words, hint, warning
from ui.widgets.camera import Devices, LivePicture, Spot, opening_card
from ui.widgets.drawing import TableDrawing
from ui.widgets.match import (
    EventList,
    MovesList,
    OpenCard,
    PictureControls,
    ProgramSeats,
    RollEntry,
    SmackCard,
    TakenBackCard,
    ToDo,
    TurnTimerChoice,
    again_button,
    by_program,
    has_ended,
    refusal_card,
    types_rolls,
)

CAME_LATE = later("The match had gone on before your tap, so nothing was done: look again, and choose anew.")


class MatchView(NamedTuple):
    """One drawing of the screen: the moment that it shows, the room that there is, and what its tab does with it."""

    table: LiveMatch
    scene: MatchScene
    width: float
    """Of the page, in pixels."""
    bar: bool
    """Whether what is to be done now stands in a bar at the lower edge."""
    touches: Touches
    on_clause: Callable[[str], None]
    """Shows a clause."""
    on_correct: Callable[[int], None]
    """Puts an event right, by its number."""
    on_replay: Callable[[bool], None]
    """Looks at the newest smacks again, or no more."""
    on_report: Callable[[], None]
    """Reports what was misread in the newest view."""
    replaying: bool

    @property
    def session(self) -> MatchSession:
        return self.table.session

    @property
    def unseen(self) -> bool:
        """Whether no camera looks on."""
        return self.scene.seeing == "unseen"

    @property
    def replays(self) -> bool:
        """Whether smacks stand in the place of the picture."""
        return self.replaying and bool(self.scene.smacks) and not self.unseen

    @property
    def asks_about_smack(self) -> bool:
        """Whether who smacked first has to be answered."""
        return self.scene.open is not None and self.scene.awaited.need == "smack"


def told(view: MatchView, pairing: bool) -> list[ft.Control]:
    """What has to be read or answered; `pairing`: with the ways to add a device."""
    app, session, scene, tab = use_app(), view.session, view.scene, tab_of_page()
    ended = has_ended(scene)
    talk: list[ft.Control] = [keyed("devices", Devices)] if pairing else []
    if app.host.opening and not ended:
        talk.append(opening_card(app.host.opening))
    if app.host.failed and not ended:
        talk.append(warning(app.host.failed, on_close=app.host.dismiss))
    if session.came_late(tab):
        talk.append(warning(say(CAME_LATE), on_close=lambda: session.dismiss_late(tab)))
    if scene.trouble:
        talk.append(warning(scene.trouble))
    if scene.caption and not ended:
        talk.append(hint(scene.caption, icon=ft.Icons.VISIBILITY_OUTLINED))
    if scene.wish:
        talk.append(hint(say("The program plays, please do it on the table: {move}", move=scene.wish)))
    if scene.open is not None:
        talk.append(keyed("open", OpenCard, view.table, scene, view.on_clause, view.bar))
    elif scene.put_back is not None:
        talk.append(keyed("taken back", TakenBackCard, session, scene, view.bar))
    elif scene.remark is not None:
        talk.append(warning(scene.remark.text, on_close=session.dismiss))
    if view.asks_about_smack:
        talk += _replay_button(view)
    return talk


def seen(view: MatchView, now: ToDo) -> list[ft.Control]:
    """The live picture with its controls, or smacks once more; without a camera what is to be done `now`."""
    session, scene = view.session, view.scene
    if view.unseen:
        return [] if view.bar else [*now.shown, *now.buttons]
    if view.replays:
        wide = view.width >= PHONE
        return [keyed("again", SmackCard, session, scene.smacks, wide, lambda: view.on_replay(False))]
    lined = None if session.lines is None else session
    label, spots = _picture_label(scene), _die_spots(view)
    picture: list[ft.Control] = [
        keyed("picture", LivePicture, view.table.frame_loop, label, lined=lined, spots=spots),
        keyed("controls", PictureControls, view.table, scene, view.on_report),
    ]
    return picture if view.asks_about_smack else picture + _replay_button(view)


def _replay_button(view: MatchView) -> list[ft.Control]:
    if not view.scene.smacks or view.unseen or view.replays:
        return []
    return [again_button(lambda: view.on_replay(True))]


def drawn(view: MatchView, now: ToDo) -> ft.Control:
    """The table as it should lie, on which something is tapped."""
    scene, layout, unseen = view.scene, view.scene.layout, view.unseen
    on_touch = view.touches.touch if layout.grids or unseen else None
    drags = unseen and not by_program(scene) and any(move.trail for move in scene.moves)
    beside = not (view.bar and now.shown and scene.awaited.need == "action")  # else the bar shows the dice beside it
    marks = marks_of(scene, view.touches)
    return keyed("table", TableDrawing, view.session.game, layout, marks, False, on_touch, drags, beside)


def refused(view: MatchView) -> list[ft.Control]:
    """Why what was tapped is no legal move, to stand beside it."""
    touches = view.touches
    return [] if touches.refusal is None else [refusal_card(touches.refusal, view.on_clause, touches.dismiss)]


def others(view: MatchView) -> list[ft.Control]:
    """What may be done, what has happened, who plays, and the turn timer."""
    session, scene = view.session, view.scene
    rest = [keyed("moves", MovesList, session, scene, view.touches.cell, view.on_clause)] if scene.moves else []
    if scene.awaited.need == "roll" and not view.unseen and not (view.bar and types_rolls(scene)):
        rest.append(keyed("roll", RollEntry, session, scene))
    rest.append(keyed("events", EventList, session, scene, view.on_correct))
    if scene.by_itself is None and not has_ended(scene):
        rest += [keyed("program", ProgramSeats, session, scene), keyed("timer", TurnTimerChoice, session)]
    return rest


def _die_spots(view: MatchView) -> list[Spot]:
    """A button over each die in the picture that corrects the event in which it was read; none while things move."""
    scene = view.scene
    if scene.view is None or scene.seeing == "moving":
        return []
    found = [(die, number) for die in scene.view.dice if (number := view.session.event_of(scene, die)) is not None]
    return [
        Spot(
            die.box,
            say("Correct the {die}, read in event {number}", die=die_words(die.value, die.colour), number=number),
            lambda number=number: view.on_correct(number),  # type: ignore[misc]
        )
        for die, number in found
    ]


def _picture_label(scene: MatchScene) -> str:
    view = scene.view
    if view is None:
        return say("Live picture of the table, not read yet")
    dice = sum(not is_hardly_one(die) for die in view.dice)
    parts = (
        (dice, say("{count} dice", count=dice)),
        (len(view.pieces), say("{count} pieces", count=len(view.pieces))),
        (len(view.cards), say("{count} cards", count=len(view.cards))),
    )
    return say("Live picture of the table: {things} read", things=", ".join(text for count, text in parts if count))
