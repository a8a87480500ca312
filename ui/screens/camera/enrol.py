"""Learning the faces of one's own dice as a page: name the set, show each face a few times, save it."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import later, say, say_count
from ui.app_state import use_app
from ui.core import (
    WIDE,
    BackgroundOpener,
    keyed,
    part,
    use_closing,
    use_field,
    use_route,
    use_store,
    use_value,
    use_width,
)
from ui.sources import ENOUGH, Enrolment, EnrolScene, FaceShown, LiveEnrolment, faces_of, open_enrolment
from ui.widgets.basic import (
    Colors,
    banner,
    card,
    column,
    columns,
    fault_line,
    flow,
    heading,
    hint,
    icon_button,
    name_and_note,
    note,
    page,
    question_dialog,
    warning,
)
from ui.widgets.camera import LivePicture, use_camera
from vision.symbols import SetError, Store, check_set_name

ABOUT = later(
    "Dice with pips need no learning. Of dice with own pictures one at a time is shown to the camera, "
    "face by face, on a plain ground and close by. A set that has all units of a game can be chosen "
    "for its matches."
)
UNSAVED = later("The looks that were taken are lost.")
EXISTS = later("there is a set of this name: add looks to it, or make it anew")
USE = later("Read dice with it: companion scan PICTURE --set “{name}”")


@part
def EnrolScreen(about: str) -> ft.Control:
    """`about` is empty."""
    route, width = use_route(), use_width()
    preview = ft.use_memo(BackgroundOpener[LiveEnrolment], [])
    use_store(preview)
    use_closing(preview.clear)
    if preview.live is not None:
        return keyed("live", Live, preview.live, preview.clear)
    controls: list[ft.Control] = [note(say(ABOUT), size=14.5), keyed("begin", Begin, preview), keyed("own", Own)]
    return page(say("Learn own dice"), route, controls, width)


@part
def Begin(preview: BackgroundOpener[LiveEnrolment]) -> ft.Control:
    """What the set is called, and what looks on."""
    app = use_app()
    use_store(preview)
    pick = use_camera()
    name = use_field(
        lambda: ft.TextField(
            label=say("Name of the set"),
            border_radius=12,
            border_color=ft.Colors.OUTLINE,
            autocorrect=False,
            max_length=80,
            counter="",
        )
    )
    nothing: dict[str, str] = {}
    faults, set_faults = use_value(nothing)

    def begin(add: bool | None) -> None:
        """`add`: whether to add to a set of this name or to make it anew; None: nobody has said."""
        title, spec, found = (name.value or "").strip(), pick.spec, {}
        try:
            check_set_name(title)
            if Store().has(title) and add is None:
                found["exists"] = say(EXISTS)
        except SetError as fault:
            found["name"] = str(fault)
        if (line := app.cameras.fault(spec)) is not None:
            found["source"] = line
        set_faults(found)
        if not found:
            preview.begin(spec, lambda: open_enrolment(title, spec, bool(add), app.cameras))

    def button(text: str, icon: ft.IconData, add: bool | None) -> ft.Control:
        return ft.FilledButton(text, icon=icon, disabled=preview.opening is not None, on_click=lambda _: begin(add))

    controls: list[ft.Control] = [
        card(
            heading(say("The set"), size=17), name, *fault_line(faults.get("name") or faults.get("exists")), spacing=8
        ),
        pick.shown(faults.get("source")),
    ]
    if preview.failed:
        controls.append(warning(preview.failed))
    if preview.opening:
        controls.append(note(say("Opening …")))
    if "exists" in faults:
        choices = [
            button(say("Add to it"), ft.Icons.ADD_ROUNDED, True),
            button(say("Make it anew"), ft.Icons.RESTART_ALT_ROUNDED, False),
        ]
        controls.append(flow(choices))
    else:
        controls.append(button(say("Begin"), ft.Icons.PLAY_ARROW_ROUNDED, None))
    return column(controls)


@part
def Own() -> ft.Control:
    """The sets that were learnt, with a way to remove them."""
    removing, remove = use_value("")
    _, again = use_value(0)
    fault, set_fault = use_value("")
    store = Store()
    try:
        own = store.own()
    except SetError as error:
        return warning(str(error))

    def removed() -> None:
        try:
            store.remove(removing)
            set_fault("")
        except SetError as error:
            set_fault(str(error))
        again(len(own) + 1000)

    dialog = None
    if removing:
        text = say("What was learnt is deleted; the dice have to be shown again.")
        dialog = question_dialog(
            say("Remove the set {removing}?", removing=removing),
            text,
            say("Remove the set"),
            removed,
            lambda: remove(""),
        )
    ft.use_dialog(dialog)
    if not own:
        return ft.Container()
    rows: list[ft.Control] = []
    for name, faces in faces_of(own, store).items():
        bin_ = icon_button(
            say("Remove the set {name}", name=name),
            ft.Icons.DELETE_OUTLINE_ROUNDED,
            lambda name=name: remove(name),  # type: ignore[misc]
        )
        rows.append(ft.Row([name_and_note(name, faces), bin_], spacing=8))
    return card(heading(say("Sets that were learnt"), size=17), *rows, *fault_line(fault), spacing=8)


@part
def Live(live: LiveEnrolment, close: Callable[[], object]) -> ft.Control:
    """The picture, what to do next, and the faces that were shown."""
    session = live.session
    use_store(session)
    route, width, scene = use_route(), use_width(), session.scene
    fault, set_fault = use_value("")
    asking, ask = use_value(False)
    number, renew = use_value(0)
    name = ft.use_memo(lambda: _face_field(), [number])

    def show() -> None:
        line = session.show(name.value or "")
        set_fault(line or "")
        if line is None:
            renew(number + 1)

    unsaved = scene.saved is None and any(face.thumbnails for face in scene.faces)

    def leave() -> None:
        if unsaved:
            ask(True)
        else:
            close()

    dialog = None
    if asking:
        dialog = question_dialog(
            say("Stop without saving?"), say(UNSAVED), say("Stop without saving"), close, lambda: ask(False)
        )
    ft.use_dialog(dialog)
    picture = LivePicture(live.frame_loop, say("Live picture of the die"))
    icon = ft.Icons.CASINO_OUTLINED if scene.good else ft.Icons.SEARCH_ROUNDED
    side: list[ft.Control] = [banner(scene.sentence, scene.good, icon)]
    if scene.trouble:
        side.append(warning(scene.trouble))
    if scene.saved is not None:
        side.append(_saved(session, scene, close))
    side.append(
        card(
            heading(say("The set {name}", name=session.name), size=17),
            ft.Row(
                [
                    name,
                    ft.FilledTonalButton(say("Show it"), icon=ft.Icons.VISIBILITY_OUTLINED, on_click=lambda _: show()),
                ],
                spacing=8,
            ),
            *fault_line(fault),
            *(_face(face, n, n == scene.current, session) for n, face in enumerate(scene.faces)),
            spacing=8,
        )
    )
    side.append(
        ft.Row(
            [
                ft.FilledButton(
                    say("Save the set"),
                    icon=ft.Icons.SAVE_OUTLINED,
                    disabled=not scene.faces,
                    on_click=lambda _: set_fault(session.save() or ""),
                ),
                ft.TextButton(say("Stop"), on_click=lambda _: leave()),
            ],
            spacing=8,
        )
    )
    beside = column(side)
    shown = [columns(picture, beside, (1, 1), width >= WIDE)]
    return page(say("Learn own dice"), route, shown, width, leave)


def _face_field() -> ft.TextField:
    return ft.TextField(
        label=say("Name of the face"), border_radius=12, border_color=ft.Colors.OUTLINE, autocorrect=False, expand=True
    )


def _face(face: FaceShown, number: int, current: bool, session: Enrolment) -> ft.Control:
    seen = len(face.thumbnails)
    words = say("{seen} of {enough} looks", seen=seen, enough=ENOUGH) + (say(", being shown") if current else "")
    pictures: list[ft.Control] = [
        ft.Image(src=one, width=34, height=34, border_radius=6, exclude_from_semantics=True) for one in face.thumbnails
    ]
    row = ft.Row(
        [
            name_and_note(face.name, words),
            icon_button(
                say("Show {name} again", name=face.name), ft.Icons.REPLAY_ROUNDED, lambda: session.show_again(number)
            ),
            icon_button(
                say("Remove {name}", name=face.name), ft.Icons.DELETE_OUTLINE_ROUNDED, lambda: session.remove(number)
            ),
        ],
        spacing=4,
    )
    return ft.Container(
        content=ft.Column([row, flow(pictures, spacing=4, run_spacing=4)], spacing=4, tight=True),
        padding=10,
        border_radius=12,
        border=ft.Border.all(2.5, Colors.PRIMARY) if current else ft.Border.all(1, Colors.OUTLINE_VARIANT),
    )


def _saved(session: Enrolment, scene: EnrolScene, close: Callable[[], object]) -> ft.Control:
    assert scene.saved is not None
    count = len(scene.saved.faces)
    words = say_count(
        "{name} is saved: {count} face, {looks} looks.",
        "{name} is saved: {count} faces, {looks} looks.",
        count,
        name=session.name,
        looks=scene.saved.looks,
    )
    lines = [words, *scene.remarks, say(USE, name=session.name)]
    done = ft.TextButton(say("Done"), on_click=lambda _: close())
    return hint(" ".join(lines), icon=ft.Icons.CHECK_CIRCLE_OUTLINE_ROUNDED, actions=[done])
