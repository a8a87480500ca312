"""Is the table found? What the camera sees before a match begins or goes on, and what is missing in one sentence."""

from __future__ import annotations

import flet as ft

from companion.text import later, say
from ui.app_state import use_app
from ui.core import PHONE, WIDE, keyed, part, use_height, use_store, use_width
from ui.match import LiveCheck
from ui.settings import usual_game
from ui.sources import CheckScene
from ui.widgets.basic import Act, BottomBar, banner, framed, halves, has_bar, header, scrolling, warning
from ui.widgets.camera import CornerButtons, LivePicture, ZoneLines, opening_card, verdict_card

ANYWAY, BEGIN = later("Begin anyway"), later("Begin the match")
GO_ON_ANYWAY, GO_ON = later("Go on anyway"), later("Go on with the match")
PRINTED, OWN = later("Look for the printed sheets"), later("Our board has no black squares at its corners")
NO_MATS = later("We have no printed mats: lines on the picture")


@part
def CheckScreen(table: LiveCheck) -> ft.Control:
    """The check of one match, for every tab that shows the table. One that is in play goes on as it was where it is
    cancelled."""
    app = use_app()
    session = table.session
    use_store(app.host)
    use_store(session)
    width, scene = use_width(), session.scene
    bar = has_bar(width, use_height())
    play = table.in_play
    anyway, begins = (ANYWAY, BEGIN) if play is None else (GO_ON_ANYWAY, GO_ON)

    def cancel() -> None:
        if play is None:
            app.host.leave()
        else:
            app.host.change_source(table, play.again.source, look=False)

    buttons = [Act(say("Cancel"), ft.Icons.CLOSE_ROUNDED, cancel)]
    title = usual_game(table.setup.game, table.setup.players).title
    begin = ft.Row(
        [
            (ft.FilledButton if scene.found else ft.OutlinedButton)(
                say(begins if scene.found else anyway),
                icon=ft.Icons.PLAY_ARROW_ROUNDED,
                expand=True,
                disabled=app.host.opening is not None
                or ((scene.tapping or scene.lines is not None) and not scene.found),
                on_click=lambda _: app.host.go_on(table),
            )
        ]
    )
    talk: list[ft.Control] = [found_banner(scene, width)]
    if app.host.failed:
        talk.append(warning(app.host.failed, on_close=app.host.dismiss))
    if scene.trouble:
        talk.append(warning(scene.trouble))
    if app.host.opening:
        talk.append(opening_card(app.host.opening))
    words = say("Live picture of the table with the sheets that are found")
    if scene.tapping:
        words = say("Live picture of the table; the corners can be moved with the buttons")
    elif scene.lines is not None:
        words = say("Live picture of the table; the lines can be moved with the buttons")
    picture = LivePicture(
        table.frame_loop,
        words,
        on_tap=session.put_corner if scene.tapping else None,
        lined=None if scene.lines is None else session,
    )
    rest: list[ft.Control] = []
    if scene.tapping:
        rest.append(CornerButtons(session, scene))
    if scene.lines is not None:
        rest.append(ZoneLines(session, scene.lines))
    rest.append(verdict_card(scene))
    if session.size is not None:
        rest.append(
            ft.TextButton(
                say(PRINTED if scene.tapping else OWN),
                icon=ft.Icons.PRINT_OUTLINED if scene.tapping else ft.Icons.TOUCH_APP_OUTLINED,
                on_click=lambda _: session.tap_board(not scene.tapping),
            )
        )
    if session.may_have_lines:
        drawn = scene.lines is not None
        rest.append(
            ft.TextButton(
                say(PRINTED if drawn else NO_MATS),
                icon=ft.Icons.PRINT_OUTLINED if drawn else ft.Icons.VIEW_WEEK_OUTLINED,
                on_click=lambda _: session.draw_lines(not drawn),
            )
        )
    if width >= WIDE:
        body: ft.Control = halves(scrolling([picture]), scrolling([*talk, begin, *rest]), (3, 2), expand=True)
    else:
        body = scrolling([*talk, picture, *([] if bar else [begin]), *rest])
    top = header(say("{title}: is the table found?", title=title), session.name, buttons, width)
    side = 10 if width < PHONE else 16
    return framed([top], body, side, [keyed("begin", BottomBar, [], [begin], side)] if bar else [])


def found_banner(scene: CheckScene, width: float) -> ft.Control:
    """What is missing, or that all is found."""
    icon = ft.Icons.CHECK_CIRCLE_ROUNDED if scene.found else ft.Icons.SEARCH_ROUNDED
    return banner(scene.sentence, scene.found, icon, size=18 if width >= PHONE else 16)
