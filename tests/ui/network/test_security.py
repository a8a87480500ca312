"""Attacks on the network side by pages and files, against a running server; at the end the match has gone on."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.app.paired import Paired, attacked_app, trusting
from ui.network.auth_middleware import PUBLIC_PATHS

ATTACKER = "127.0.0.9"
"""From where attacks come that exhaust what one address may take."""
SECRETS = [
    "/",
    "/main.dart.js",
    "/flutter_bootstrap.js",
    "/assets/FontManifest.json",
    "/camera",
    "/camera.js",
    "/manifest.json",
]

pytestmark = pytest.mark.slow  # an app of its own


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, own_record: Path) -> Iterator[Paired]:
    with attacked_app(tmp_path_factory.mktemp("network"), own_record) as running:
        yield running
        said = "".join(running.server.lines)
        assert "Traceback" not in said and "Exception" not in said, said


@pytest.fixture(scope="module")
def player(app: Paired) -> str:
    """The cookie of a paired player."""
    return app.pair("Player", "player")


@pytest.mark.parametrize("path", SECRETS)
def test_nothing_without_a_token(app: Paired, path: str) -> None:
    for cookie in ("", "__Host-companion=", "__Host-companion=" + "A" * 43, "__Host-companion=\x7f;;=,"):
        answer = app.ask(path, Cookie=cookie)
        assert answer.status in (303, 401)
        assert answer.headers.get("location") in (None, "/pair")
        assert len(answer.body) < 50


def test_with_a_token_there_is_the_app(app: Paired, player: str) -> None:
    for path in ("/", "/main.dart.js", "/manifest.json"):
        answer = app.ask(path, Cookie=player)
        assert answer.status == 200
        assert answer.headers["access-control-allow-origin"] is None
        assert answer.headers["cross-origin-embedder-policy"] is None
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"


def test_our_own_pages_run_nothing_but_our_scripts(app: Paired) -> None:
    for path in PUBLIC_PATHS - {"/pair/state"}:
        answer = app.ask(path)
        policy = answer.headers["content-security-policy"]
        assert answer.status == 200 and "unsafe" not in policy and policy.startswith("default-src 'none'")
        assert not re.search(rb"<script(?! src)|\son\w+=|style=", answer.body)
        assert (answer.headers["cache-control"], answer.headers["referrer-policy"]) == ("no-store", "no-referrer")


def test_a_pairing_token_is_good_once_and_for_a_while(app: Paired) -> None:
    secret = app.tell("invite")["token"]
    first = app.knock(secret, "Once", "viewer")
    assert first.status == 200 and first.cookie.startswith("__Host-companion=")
    told = first.headers["set-cookie"].lower()
    assert all(word in told for word in ("httponly", "secure", "samesite=strict", "path=/"))
    again = app.knock(secret, "Twice", "viewer", "127.0.0.3")
    assert again.status == 403 and again.cookie == ""
    late = app.tell("invite")["token"]
    app.tell("later", "301")
    assert app.knock(late, "Late", "viewer", "127.0.0.4").status == 403


def test_who_was_not_let_in_has_nothing(app: Paired) -> None:
    waiting = app.knock(app.tell("invite")["token"], "Waiter", "player", "127.0.0.5")
    assert json.loads(app.ask("/pair/state", Cookie=waiting.cookie).body) == {"state": "waiting"}
    assert app.ask("/main.dart.js", Cookie=waiting.cookie).status == 401
    assert app.ask("/", Cookie=waiting.cookie).headers["location"] == "/pair"


def test_a_removed_device_has_nothing_any_more(app: Paired) -> None:
    cookie = app.pair("Guest", "player")
    assert app.ask("/main.dart.js", Cookie=cookie).status == 200
    app.tell("remove", "Guest")
    assert app.ask("/main.dart.js", Cookie=cookie).status == 401
    assert json.loads(app.ask("/pair/state", Cookie=cookie).body) == {"state": "unknown"}


def test_a_device_gets_a_newer_token_with_its_page(app: Paired) -> None:
    cookie = app.pair("Weekly", "viewer")
    assert app.ask("/", Cookie=cookie).headers["set-cookie"] is None
    app.tell("later", str(8 * 24 * 3600))
    answer = app.ask("/", Cookie=cookie)
    assert answer.status == 200 and answer.cookie.startswith("__Host-companion=") and answer.cookie != cookie
    told = answer.headers["set-cookie"].lower()
    assert all(word in told for word in ("httponly", "secure", "samesite=strict", "path=/"))
    assert app.ask("/manifest.json", Cookie=answer.cookie).status == 200
    assert app.ask("/manifest.json", Cookie=cookie).status == 401, "it was used: the older one is worth nothing"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", "x" * 300]
)
def test_a_foreign_name_leads_nowhere(app: Paired, player: str, host: str) -> None:
    name = host.format(port=app.port)
    for path in ("/", "/pair", "/main.dart.js"):
        assert app.ask(path, Cookie=player, Host=name).status == 421


def test_this_computer_s_own_names_lead_here(app: Paired, player: str) -> None:
    for name in ("localhost", socket.gethostname().upper()):
        assert app.ask("/pair", Host=f"{name}:{app.port}").status == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "http://{host}", "null", "https://{host}.evil.example", ""])
def test_another_page_cannot_pair_or_read(app: Paired, player: str, origin: str) -> None:
    told = origin.format(host=app.host)
    body = json.dumps({"secret": app.tell("invite")["token"], "name": "x", "role": "player"}).encode()
    assert app.ask("/pair", "POST", body, ATTACKER, Origin=told).status == 403
    if told:
        assert app.ask("/main.dart.js", Cookie=player, Origin=told).status == 403


def test_a_page_elsewhere_cannot_load_what_is_here(app: Paired, player: str) -> None:
    for path in ("/main.dart.js", "/manifest.json"):
        assert app.ask(path, Cookie=player, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors").status == 403
    assert app.ask("/pair", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status == 200, (
        "a link may lead here"
    )


@pytest.mark.parametrize(
    "path", ["/docs", "//docs", "/redoc", "/openapi.json", "/oauth_callback", "/docs/", "/%64ocs", "/./docs"]
)
def test_no_page_of_the_framework(app: Paired, player: str, path: str) -> None:
    assert app.ask(path, Cookie=player).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%5c..%5cserver.py",
        "/%252e%252e%252f%252e%252e%252fetc/passwd",
        "/pair/../server.py",
        "//etc/passwd",
        "/assets/%00.png",
        "/" + "a" * 4000 + ".js",
    ],
)
def test_no_way_out_of_the_folder(app: Paired, player: str, path: str) -> None:
    for cookie in (player, ""):
        answer = app.ask(path, Cookie=cookie)
        assert answer.status == 404 and b"root:" not in answer.body and b"import" not in answer.body


@pytest.mark.parametrize(
    "path", ["/match", "/match/1/text", "/match/3fa9/print", "/statistics/x", "/photograph/x", "/misreading/x"]
)
def test_recorded_matches_stay_with_the_host(app: Paired, player: str, path: str) -> None:
    assert app.ask(path, Cookie=player).status == 404


def test_devices_send_no_files_and_change_no_page(app: Paired, player: str) -> None:
    for method in ("PUT", "POST", "DELETE", "PATCH", "OPTIONS"):
        assert app.ask("/photograph/secret", method, b"x", ATTACKER, Cookie=player).status in (404, 429)


def test_a_camera_sees_no_match_and_a_player_is_no_camera(app: Paired, player: str) -> None:
    camera = app.pair("Lens", "camera")
    assert app.ask("/camera", Cookie=camera).status == 200
    for path in ("/", "/main.dart.js"):
        assert app.ask(path, Cookie=camera).headers["location"] == "/camera"
    for path in ("/camera", "/camera.js"):
        assert app.ask(path, Cookie=player).headers["location"] == "/"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"x" * 2**20, b'{"secret": 1, "name": "x", "role": "player"}', b'{"secret":"x"}', b"\xff\xfe"],
)
def test_what_is_no_request_to_be_paired_is_refused_in_a_line(app: Paired, body: bytes) -> None:
    try:
        answer = app.ask("/pair", "POST", body, f"127.0.1.{len(body) % 200 + 1}")
    except (ConnectionError, ssl.SSLError):
        return  # so much that it was not read to the end
    assert answer.status == 400 and len(answer.body) < 200


def test_codes_cannot_be_tried_out(app: Paired) -> None:
    try_open = [app.knock("AAAAAA", "guesser", "player", ATTACKER).status for _ in range(30)]
    assert set(try_open) == {403, 429} and try_open.count(429) >= 19
    assert app.ask("/pair").status == 200, "others may still pair"


def test_two_hundred_connections_hold_up_nobody(app: Paired, player: str) -> None:
    held = []
    try:
        for _ in range(200):
            held.append(socket.create_connection(("127.0.0.1", app.port), source_address=(ATTACKER, 0), timeout=30))
        assert app.ask("/main.dart.js", Cookie=player).status == 200
        ended = 0
        for one in held:
            one.settimeout(0.2)
            try:
                ended += one.recv(1) == b""
            except TimeoutError:
                pass
            except ConnectionError:
                ended += 1
        assert ended >= 200 - 32
    finally:
        for one in held:
            one.close()


def test_plain_http_and_noise_get_nothing(app: Paired) -> None:
    for words in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x00" * 400, b"\x16\x03\x01\xff\xff"):
        with socket.create_connection(("127.0.0.1", app.port), timeout=30) as talk:
            talk.sendall(words)
            talk.shutdown(socket.SHUT_WR)
            got = b""
            try:
                while part := talk.recv(4096):
                    got += part
            except ConnectionError:
                pass
            assert b"html" not in got and b"HTTP" not in got


def test_broken_requests_get_nothing(app: Paired) -> None:
    for words in (
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 10**6,
    ):
        got = b""
        plain = socket.create_connection(("127.0.0.1", app.port), timeout=30)
        with trusting().wrap_socket(plain, server_hostname="localhost") as talk, contextlib.suppress(OSError):
            talk.sendall(words)
            while part := talk.recv(4096):
                got += part
        assert b"<html" not in got


def test_tokens_are_nowhere_but_in_the_browser(
    app: Paired, player: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    token = player.split("=", 1)[1]
    secret = app.tell("invite")["token"]
    assert app.knock(secret, "Television", "viewer", "127.0.0.8").status == 200
    told = [line for line in app.server.lines if not line.startswith("answer ")]
    assert token not in "".join(told) and secret not in "".join(told)
    files = [one for one in Path(tmp_path_factory.getbasetemp()).rglob("network[0-9]*/*") if one.is_file()]
    assert len(files) >= 3
    for one in files:
        assert token.encode() not in one.read_bytes() and one.stat().st_mode & 0o077 == 0


def test_this_machine_s_own_page_stays_as_it_is(app: Paired) -> None:
    """The host's browser needs no token, and that page is not on the network."""
    with app.server.fetch() as answer:
        assert answer.status == 200
    port = int(app.server.address.rsplit(":", 1)[1])
    others = [found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    for address in {str(one) for one in others if not str(one).startswith("127.")}:
        with pytest.raises(OSError):
            socket.create_connection((address, port), timeout=2).close()
