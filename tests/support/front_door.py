"""The front door asked in this process: quicker than a process each, for tests that ask often."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from companion import cli


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def refusal(self) -> str:
        """The one line on standard error, less what every refusal begins with; there is nothing else."""
        assert self.out == "" and self.err.count("\n") == 1 and self.err.endswith("\n"), self
        assert self.err.startswith("companion: ") and self.err.rstrip("\n").isprintable()
        return self.err.removeprefix("companion: ").rstrip("\n")


Ask = Callable[..., Answer]


def asking(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A function that runs `companion ARGUMENT...`; `given` is what standard input holds."""

    def ask(*arguments: object, given: str | bytes = b"") -> Answer:
        raw = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code = cli.main([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return ask
