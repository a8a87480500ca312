"""`companion app`: the address is checked before anything is loaded, and the server gets what was asked for."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from companion import cli
from companion.cli.app import check_address


@pytest.fixture
def taken() -> Iterator[int]:
    """A port of this machine at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the server was started with; a second entry, put there by a test, is what it raises."""
    calls: list[Any] = []
    module: Any = ModuleType("ui.server")

    class ServerError(Exception):
        pass

    def run(*place: Any, **start: Any) -> None:
        raised = calls.pop() if calls else None
        calls.append((*place, start))
        if raised is not None:
            raise raised

    module.ServerError, module.run = ServerError, run
    monkeypatch.setitem(sys.modules, "ui.server", module)
    import ui

    monkeypatch.setattr(ui, "server", module, raising=False)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return calls


def test_the_server_gets_what_was_asked_for(
    served: list[Any], free: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["app", "--port", str(free), "--demo", "--language", "de"]) == 0
    asked = {"demo": True, "source": None, "open_browser": False, "pair": None, "language": "de", "pair_port": 8443}
    assert served.pop() == ("127.0.0.1", free, asked)
    assert cli.main(["app", "--port", str(free), "--match", "doubles-wild"]) == 0
    assert served.pop() == (
        "127.0.0.1",
        free,
        {
            "demo": "doubles-wild",
            "source": None,
            "open_browser": False,
            "pair": None,
            "language": None,
            "pair_port": 8443,
        },
    )
    monkeypatch.setenv("DISPLAY", ":0")
    assert cli.main(["app", "--port", str(free), "--source", "film.mp4"]) == 0
    assert served.pop() == (
        "127.0.0.1",
        free,
        {"demo": False, "source": "film.mp4", "open_browser": True, "pair": None, "language": None, "pair_port": 8443},
    )
    assert cli.main(["app", "--port", str(free), "--no-browser"]) == 0
    assert served.pop() == (
        "127.0.0.1",
        free,
        {"demo": False, "source": None, "open_browser": False, "pair": None, "language": None, "pair_port": 8443},
    )
    assert capsys.readouterr() == ("", "")


def test_other_devices_come_in_by_pairing_alone(
    served: list[Any], free: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["app", "--host", "0.0.0.0", "--port", str(free)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "other devices join by a code" in err and err.count("\n") == 1
    assert cli.main(["app", "--pair", "--port", str(free)]) == 0
    assert served.pop()[2]["pair"] == 8443
    assert cli.main(["app", "--pair", "--pair-port", "9443", "--port", str(free)]) == 0
    assert served.pop()[2]["pair"] == 9443
    assert cli.main(["app", "--pair-port", "9443", "--port", str(free)]) == 0
    assert (served[-1][2]["pair"], served.pop()[2]["pair_port"]) == (None, 9443)
    assert served == []


def test_a_port_in_use_is_one_line_and_nothing_is_loaded(
    served: list[Any], taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["app", "--port", str(taken)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"companion: port {taken} is in use") and err.count("\n") == 1
    assert f"--port {taken + 1}" in err
    assert served == []


def test_a_source_that_cannot_be_opened_is_one_line(
    served: list[Any], free: int, capsys: pytest.CaptureFixture[str]
) -> None:
    from vision.camera.frame import SourceError

    served.append(SourceError("camera 7: not there; try 0"))
    assert cli.main(["app", "--port", str(free), "--source", "7"]) == 1
    assert capsys.readouterr() == ("", "companion: camera 7: not there; try 0\n")


def test_a_port_that_is_taken_at_the_last_moment_is_one_line(
    served: list[Any], free: int, capsys: pytest.CaptureFixture[str]
) -> None:
    served.append(sys.modules["ui.server"].ServerError("port 8550 is in use"))
    assert cli.main(["app", "--port", str(free)]) == 2
    assert capsys.readouterr() == ("", "companion: port 8550 is in use\n")


@pytest.mark.parametrize(
    ("host", "words"),
    [("no-such-host.invalid", "no such address"), ("192.0.2.1", "no address of this machine"), ("a" * 70, "no such")],
)
def test_an_address_that_cannot_be_listened_on_is_refused(host: str, words: str, free: int) -> None:
    with pytest.raises(cli.Refusal, match=words) as refusal:
        check_address(host, free)
    assert refusal.value.code == 2


@pytest.mark.parametrize(
    ("number", "words"), [(errno.EACCES, "port 80 is kept for the system"), (errno.ENOBUFS, "cannot listen on ::1")]
)
def test_what_the_system_does_not_let_listen_is_refused(
    number: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bind(self: socket.socket, address: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(cli.Refusal, match=words) as refusal:
        check_address("::1", 80)
    assert refusal.value.code == 2


def test_a_free_address_stays_free(free: int) -> None:
    check_address("127.0.0.1", free)
    check_address("localhost", free)
    with socket.create_server(("127.0.0.1", free)):
        pass
