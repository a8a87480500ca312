"""The forms in which a match is shared, with what each is called by browsers and in file names."""

from __future__ import annotations

from functools import partial
from typing import Literal

from companion.match import Journal
from companion.record import Summary
from ui.history import ArchivedMatch, Replay, Shares
from ui.share.replay_page import replay_page

SharedForm = Literal["html", "png"]
SHARED_FORMS: dict[SharedForm, str] = {"html": "text/html; charset=utf-8", "png": "image/png"}
"""The media type of each form; its name ends the file's."""


def shared(form: SharedForm, summary: Summary, journal: Journal) -> bytes:
    """Returns the match as the bytes of a file, in the language in use. Raises PictureError where no picture can be
    drawn."""
    replay = Replay(ArchivedMatch(summary, journal))
    if form == "html":
        return replay_page(replay, journal).encode("utf-8")
    from ui.share.result_picture import result_picture

    return result_picture(replay)


def shares() -> Shares:
    """Returns what the server gives matches out by."""
    return {form: (media, partial(shared, form)) for form, media in SHARED_FORMS.items()}
