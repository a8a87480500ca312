"""`companion app`: open the table in the browser. Other devices join when the host asks for it."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import socket
import sys

from companion import GAMES
from companion.cli import UNREAD, WRONG_USE, Refusal
from companion.cli.common import add_table_name, name_table, port_number
from companion.text import LANGUAGES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address of this machine (default: 127.0.0.1)")
    parser.add_argument("--port", type=port_number, default=8550, help="the port to listen on (default: 8550)")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--demo", action="store_true", help="start on a recorded match, which plays by itself")
    start.add_argument("--match", metavar="GAME", choices=GAMES, help="start on the recorded match of this game")
    start.add_argument("--source", metavar="SPEC", help="start on this camera (0, 1, ...), film, picture or folder")
    parser.add_argument("--pair", action="store_true", help="let phones and televisions join from the start")
    parser.add_argument(
        "--pair-port", type=port_number, default=8443, metavar="PORT", help="where they join (default: 8443)"
    )
    parser.add_argument("--language", choices=LANGUAGES, help="what the app speaks (default: as chosen in it before)")
    add_table_name(parser)
    parser.add_argument("--no-browser", action="store_true", help="only serve; open no browser")


def run(arguments: argparse.Namespace) -> int:
    """Serve the app until Ctrl-C. Refusal with exit code 2 when the address cannot be had or is not of this machine."""
    host, port = arguments.host, arguments.port
    name_table(arguments.table)
    if not _is_this_machine(host):
        raise Refusal(
            f"--host {host}: the app itself listens to this machine only; other devices join by a code that it shows",
            WRONG_USE,
        )
    check_address(host, port)  # before the app is loaded, which takes longer than a person with a typing error likes

    from ui.server import ServerError
    from ui.server import run as serve
    from vision.camera import SourceError

    open_browser = has_screen() and not arguments.no_browser
    try:
        demo = arguments.match or arguments.demo
        pair = arguments.pair_port if arguments.pair else None
        serve(
            host,
            port,
            demo=demo,
            source=arguments.source,
            open_browser=open_browser,
            pair=pair,
            language=arguments.language,
            pair_port=arguments.pair_port,
        )
    except ServerError as error:
        raise Refusal(str(error), WRONG_USE) from None
    except SourceError as error:
        raise Refusal(str(error), UNREAD) from None
    return 0


def check_address(host: str, port: int) -> None:
    """Refusal, with what to do, when nothing can listen there."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise Refusal(f"--host {host}: no such address; 127.0.0.1 is this machine", WRONG_USE) from None
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # as the server does: connections of an earlier run that still fade are no hindrance
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            probe.listen()  # with two servers that both allow the reuse, only listening fails
        except OSError as error:
            raise Refusal(_why_not(error, host, port), WRONG_USE) from None


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return f"port {port} is in use, perhaps by another companion; end that, or take another with --port {other}"
    if error.errno == errno.EACCES:
        return f"port {port} is kept for the system; take one above 1023, such as --port 8550"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host}: no address of this machine; 127.0.0.1 is one"
    return f"cannot listen on {host} port {port}: {error.strerror}; choose others with --host and --port"


def has_screen() -> bool:
    """Whether a browser has somewhere to open; without one, a text browser would take the terminal over."""
    return not sys.platform.startswith(("linux", "freebsd")) or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
