"""A button that sends one photograph from the browser to the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import MAX_UPLOAD, UploadError, part, too_large, use_value
from vision.camera import ENDINGS

PICTURES = sorted(ending.removeprefix(".") for ending in ENDINGS)


@part
def UploadButton(
    text: str, on_photograph: Callable[[bytes, str], None], on_fault: Callable[[str], None], disabled: bool = False
) -> ft.Control:
    """The browser opens its file dialogue within the tap itself, as phones demand; the bytes then come to our inbox."""
    app = use_app()
    sending, set_sending = use_value("")

    async def picked(event: ft.FilePickerResultEvent) -> None:
        if not event.files:
            return
        file = event.files[0]
        if file.size > MAX_UPLOAD:
            on_fault(too_large(file.name))
            return
        set_sending(file.name)
        try:
            token = app.uploads.announce()
            arriving = asyncio.create_task(app.uploads.receive(token, file.name))
            target = ft.FilePickerUploadFile(upload_url=f"/photograph/{token}", id=file.id, name=file.name)
            await picker.upload([target])
            on_photograph(await arriving, file.name)
        except UploadError as fault:
            on_fault(str(fault))
        finally:
            set_sending("")

    def uploaded(event: ft.FilePickerUploadEvent) -> None:
        if event.error:
            on_fault(
                say("{file_name}: the upload failed; check the connection, then try again", file_name=event.file_name)
            )

    newest = ft.use_memo(lambda: [picked], [])
    newest[0] = picked

    async def result(event: ft.FilePickerResultEvent) -> None:
        await newest[0](event)

    # Made with its handlers: the browser reports only what somebody listened to from the start.
    picker = ft.use_memo(lambda: ft.FilePicker(on_result=result, on_upload=uploaded), [])
    return ft.FilledTonalButton(
        say("Sending …") if sending else text,
        icon=ft.Icons.UPLOAD_ROUNDED,
        disabled=disabled or bool(sending),
        action=ft.PickFiles(picker, file_type=ft.FilePickerFileType.CUSTOM, allowed_extensions=PICTURES),
    )
