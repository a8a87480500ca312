"""Runs the checks of `companion doctor` for a screen, in the background."""

from __future__ import annotations

import logging

from companion.text import later, say
from ui.core import Store, start_thread
from ui.sources.cameras import Cameras
from vision.diagnostics import Finding, examine

BROKE = later("the check broke off ({fault}); the server's log has the details")
LOG = logging.getLogger(__name__)


class DoctorRun(Store):
    """At most one run at a time. Any thread may call."""

    def __init__(self, cameras: Cameras) -> None:
        """`cameras` open what is checked."""
        super().__init__()
        self._cameras = cameras
        self.step: str | None = None
        """What is being checked; None: nothing is."""
        self.findings: tuple[Finding, ...] | None = None
        """Of the last run, the gravest first; None before the first."""

    def begin(self, spec: str) -> None:
        """Check everything with this source; an empty one is the first webcam, if there is one."""
        with self.change():
            if self.step is not None:
                return
            self.step, self.findings = say("the networks"), None
        start_thread("doctor", self._run, spec or None)

    def _says(self, step: str) -> None:
        with self.change():
            self.step = step

    def _run(self, spec: str | None) -> None:
        try:
            findings, _ = examine(spec, self._cameras.open, self._says)
        except Exception as fault:
            LOG.exception("the doctor failed")
            findings = [Finding("change", "doctor", say(BROKE, fault=type(fault).__name__), 0)]
        with self.change():
            self.step, self.findings = None, tuple(findings)
