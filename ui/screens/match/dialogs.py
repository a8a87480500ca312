"""Dialogs of the screen of a match: a clause, leaving the table, ways to share, a misreading, the correction of an
event."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import flet as ft

from companion.record import PackedReport, Summary, pack_report
from companion.text import later, say
from ui.app_state import use_app
from ui.core import use_value
from ui.history import MISREADING, played_match
from ui.match import MatchScene, MatchSession
from ui.widgets.basic import question_dialog
from ui.widgets.history import export_dialog
from ui.widgets.match import clause_dialog, misreading_dialog

NOTHING_TO_REPORT = later(
    "There is nothing to report yet: the table has not been read, or its board was tapped, which others cannot replay."
)


class _Misreading(NamedTuple):
    """An open report: what `misreading_dialog` shows."""

    packed: PackedReport
    token: str
    on_note: Callable[[str], None]


class MatchDialogs(NamedTuple):
    """What opens them."""

    show_clause: Callable[[str], None]
    ask_to_leave: Callable[[], None]
    share: Callable[[], None]
    report: Callable[[], None]


def use_dialogs(session: MatchSession, scene: MatchScene, correction: ft.AlertDialog | None) -> MatchDialogs:
    """The dialogs of this tab, one at a time; `correction`: that of an event, where one is being put right."""
    app = use_app()
    clause, set_clause = use_value("")
    leaving, set_leaving = use_value(False)
    nobody: tuple[Summary, str] | None = None
    shared, set_shared = use_value(nobody)

    def share() -> None:
        played = played_match(session)
        token = app.downloads.offer(played.summary.id, match=lambda: played)
        set_shared((played.summary, token))

    unpacked: _Misreading | None = None
    misread, set_misread = use_value(unpacked)

    def report() -> None:
        packed = session.misreading()
        if packed is None:
            session.show_remark(say(NOTHING_TO_REPORT))
            return
        notes = [""]
        token = app.downloads.offer(MISREADING, lambda: pack_report(packed.noted(notes[-1])))
        set_misread(_Misreading(packed, token, notes.append))

    dialog: ft.DialogControl | None = correction
    if shared is not None:
        dialog = export_dialog(*shared, lambda: set_shared(None))
    elif misread is not None:
        dialog = misreading_dialog(*misread, lambda: set_misread(None))
    elif clause:
        dialog = clause_dialog(session.game, clause, lambda: set_clause(""))
    elif leaving:
        kept = "" if scene.by_itself is not None else " " + say("What was played stays in the record.")
        dialog = question_dialog(
            say("Leave this table?"),
            say("Every screen that looks at it leaves it.") + kept,
            say("Leave the table"),
            app.host.leave,
            lambda: set_leaving(False),
        )
    ft.use_dialog(dialog)
    return MatchDialogs(set_clause, lambda: set_leaving(True), share, report)
