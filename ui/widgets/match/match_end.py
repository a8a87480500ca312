"""The end of a match: who has won, the score, and what people want then."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import PHONE, Place, allowed, keyed, part, use_route, use_store, use_width
from ui.history import result_words
from ui.match import LiveMatch, MatchScene, MatchSession
from ui.widgets.basic import Colors, card, column, flow, heading, note, warning
from ui.widgets.camera import opening_card
from ui.widgets.match.parts import score_row

BIG = ft.ButtonStyle(
    shadow_color=ft.Colors.TRANSPARENT,
    padding=ft.Padding.symmetric(horizontal=22, vertical=18),
    text_style=ft.TextStyle(size=16, weight=ft.FontWeight.W_600),
)


def has_ended(scene: MatchScene) -> bool:
    """Whether there is nothing more to come: the game is over, or the film of a demonstration is and nobody has gone on
    with its match."""
    return scene.outcome is not None or (scene.ended and scene.by_itself is not None and not scene.gone_on)


@part
def EndCard(
    table: LiveMatch,
    scene: MatchScene,
    scale: float = 1.0,
    share: Callable[[], None] | None = None,
    on_play: Callable[[], None] | None = None,
    bare: bool = False,
) -> ft.Control:
    """The result for everybody, and below it what the host may do next. `scale`: of the result's letters; `share` opens
    the ways to give the match to others, `on_play` the form of the game of a recorded match; `bare`: the next match is
    begun elsewhere (AgainButtons)."""
    app = use_app()
    use_store(app.host)
    session = table.session
    words = say("The recorded match ends here")
    if scene.outcome is not None:
        words = result_words(scene.outcome, session.game.seat_name)
    parts: list[ft.Control] = [heading(words, size=26 * scale), score_row(session, scene, scale)]
    if allowed("host"):
        if app.host.failed:
            parts.append(warning(app.host.failed, on_close=app.host.dismiss))
        opening = app.host.opening
        following = keyed("next", Next, table, session, share, on_play, bare)
        parts.append(opening_card(opening) if opening else following)
    elif allowed("play"):
        parts.append(note(say("What comes next begins at the host's screen.")))
    return card(*parts, bgcolor=Colors.SURFACE_CONTAINER_HIGH, border=Colors.PRIMARY)


@part
def AgainButtons(table: LiveMatch, on_play: Callable[[], None] | None) -> ft.Control:
    """Begin the next match like this one, or watch the film again or play its game; for the host."""
    app = use_app()
    use_store(app.host)
    if not allowed("host") or app.host.opening:
        return ft.Container()
    buttons = _again(table, on_play)
    return column(buttons, spacing=10) if use_width() < PHONE else flow(buttons, spacing=10, run_spacing=10)


def _again(table: LiveMatch, on_play: Callable[[], None] | None) -> list[ft.Control]:
    app, again = use_app(), table.again

    def play(moved: bool = False) -> None:
        fault = None if again is None else app.cameras.fault(again.source)
        if fault is not None:
            app.host.fail(fault)
        else:
            app.host.begin_again(table, moved)

    text = say("Watch again") if again is None else say("Play again")
    buttons: list[ft.Control] = [
        ft.FilledButton(text, icon=ft.Icons.REPLAY_ROUNDED, style=BIG, on_click=lambda _: play())
    ]
    if again is None and on_play is not None:
        buttons.append(
            ft.FilledTonalButton(
                say("Play this game"),
                icon=ft.Icons.PLAY_ARROW_ROUNDED,
                style=BIG,
                on_click=lambda _: on_play(),
            )
        )
    if again is not None and any(again.setup.names):
        moved = say("Play again, seats swapped") if again.setup.players == 2 else say("Play again, one seat on")
        buttons.append(
            ft.FilledTonalButton(moved, icon=ft.Icons.SWAP_HORIZ_ROUNDED, style=BIG, on_click=lambda _: play(True))
        )
    return buttons


@part
def Next(
    table: LiveMatch,
    session: MatchSession,
    share: Callable[[], None] | None,
    on_play: Callable[[], None] | None,
    bare: bool,
) -> ft.Control:
    """What the host may do after the end; `share`, `on_play` and `bare` as in EndCard."""
    app, route = use_app(), use_route()
    buttons = [] if bare else _again(table, on_play)
    if share is not None:
        buttons.append(
            ft.FilledTonalButton(say("Share"), icon=ft.Icons.SHARE_ROUNDED, style=BIG, on_click=lambda _: share())
        )
    if (match_id := session.match_id) is not None:
        buttons.append(
            ft.FilledTonalButton(
                say("Look at the match"),
                icon=ft.Icons.TIMELINE_ROUNDED,
                style=BIG,
                on_click=lambda _: route.go(Place.RECORDED, match_id),
            )
        )
    leave = say("Leave the table")
    leaving = ft.OutlinedButton(leave, icon=ft.Icons.LOGOUT_ROUNDED, style=BIG, on_click=lambda _: app.host.leave())
    buttons.append(leaving)
    if use_width() < PHONE:
        return column(buttons, spacing=10)
    return flow(buttons, spacing=10, run_spacing=10)
