"""How devices get in and out: invitations, the host's word, tokens. No network."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from ui.core.access import NotAllowed, acting
from ui.network.devices import LAPSE, RENEW, Device, Devices, digest
from ui.network.pairing import LIFE, MOST_WAITING, WRONG_CODES, WRONG_NUMBERS, Pairing, PairingError, tidy_name


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Player:
    role = "player"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(tmp_path: Path, clock: Clock) -> Pairing:
    made = Pairing(clock)
    made.start(tmp_path / "devices.json", "https://192.0.2.7:8443")
    return made


def test_a_device_is_in_once_the_host_has_said_so(pairing: Pairing, tmp_path: Path, clock: Clock) -> None:
    token, one = pairing.ask_to_join(pairing.invite().token, "Anna's phone", "camera")
    assert pairing.status(token) == "waiting" and pairing.device(token) is None
    assert re.fullmatch(r"\d{4}", one.number) and pairing.waiting == (one,)
    assert pairing.let_in(one.id, "player", one.number) is not None
    device = pairing.device(token)
    assert device is not None and (device.name, device.role) == ("Anna's phone", "player")
    assert pairing.status(token) == "in" and pairing.waiting == ()
    later = Pairing(clock)
    later.start(tmp_path / "devices.json", "https://192.0.2.7:8443")
    assert later.device(token) == device, "it is still in after a restart"


def test_an_invitation_is_good_for_one_device(pairing: Pairing) -> None:
    made = pairing.invite()
    pairing.ask_to_join(made.token, "one", "viewer")
    for secret in made.token, made.code:
        with pytest.raises(PairingError, match="used up or wrong"):
            pairing.ask_to_join(secret, "other", "viewer")


def test_an_invitation_ends_with_its_time_and_with_the_next(pairing: Pairing, clock: Clock) -> None:
    first, second = pairing.invite(), pairing.invite()
    with pytest.raises(PairingError):
        pairing.ask_to_join(first.token, "late", "viewer")
    clock.now += LIFE
    assert pairing.invitation is None
    with pytest.raises(PairingError):
        pairing.ask_to_join(second.token, "late", "viewer")


def test_a_code_is_typed_as_people_type(pairing: Pairing) -> None:
    code = pairing.invite().code
    token, _ = pairing.ask_to_join(f" {code[:3].lower()} - {code[3:]} ", "phone", "viewer")
    assert pairing.status(token) == "waiting"


def wrong_codes(pairing: Pairing, address: str, times: int) -> None:
    for _ in range(times):
        with pytest.raises(PairingError):
            pairing.ask_to_join("AAAAAA", "guesser", "viewer", address)


@pytest.mark.slow
def test_codes_cannot_be_tried_out(pairing: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    made = pairing.invite()
    wrong_codes(pairing, "192.0.2.1", WRONG_CODES)
    with pytest.raises(PairingError):
        pairing.ask_to_join(made.code, "guesser", "viewer", "192.0.2.1")
    assert pairing.ask_to_join(made.code, "phone", "viewer", "192.0.2.2")[1].name == "phone", "others come in by it"
    monkeypatch.setattr("ui.network.pairing.WRONG_IN_ALL", 20)
    made = pairing.invite()
    for number in range(20):
        wrong_codes(pairing, f"192.0.2.{number}", 1)
    with pytest.raises(PairingError):
        pairing.ask_to_join(made.code, "guesser", "viewer", "192.0.2.99")
    assert pairing.ask_to_join(made.token, "phone", "viewer")[1].name == "phone", (
        "the QR code cannot be guessed, and stays good"
    )


def test_who_is_refused_or_not_answered_stays_out(pairing: Pairing, clock: Clock) -> None:
    token, one = pairing.ask_to_join(pairing.invite().token, "stranger", "player")
    pairing.refuse(one.id)
    assert pairing.status(token) == "refused" and pairing.let_in(one.id, "player", one.number) is None
    token, one = pairing.ask_to_join(pairing.invite().token, "forgotten", "player")
    clock.now += LIFE
    assert pairing.status(token) == "unknown" and pairing.let_in(one.id, "player", one.number) is None
    assert pairing.devices == ()


def test_a_removed_device_is_out_for_good(pairing: Pairing, tmp_path: Path, clock: Clock) -> None:
    token, one = pairing.ask_to_join(pairing.invite().token, "phone", "player")
    device = pairing.let_in(one.id, "player", one.number)
    assert device is not None and pairing.role_of(device.id) == "player"
    pairing.remove(device.id)
    assert pairing.device(token) is None and pairing.role_of(device.id) is None
    assert Devices(tmp_path / "devices.json", clock).all == ()


def test_the_host_lets_in_the_device_whose_number_it_has_typed(pairing: Pairing) -> None:
    token, one = pairing.ask_to_join(pairing.invite().token, "phone", "player")
    other = f"{(int(one.number) + 1) % 10_000:04d}"
    for typed in ("", other):
        with pytest.raises(PairingError, match="“phone” shows another number"):
            pairing.let_in(one.id, "player", typed)
    assert pairing.let_in(one.id, "player", f" {one.number[:2]} {one.number[2:]}") is not None
    token, one = pairing.ask_to_join(pairing.invite().token, "stranger", "player")
    for _ in range(WRONG_NUMBERS):
        with pytest.raises(PairingError):
            pairing.let_in(one.id, "player", other if other != one.number else "")
    assert pairing.status(token) == "refused"


def joined(pairing: Pairing, name: str) -> tuple[str, Device]:
    """A device that was let in, and its token."""
    token, one = pairing.ask_to_join(pairing.invite().token, name, "player")
    device = pairing.let_in(one.id, "player", one.number)
    assert device is not None
    return token, device


def test_a_token_ends_when_its_device_was_away_for_ninety_days(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    token, device = joined(pairing, "phone")
    clock.now += LAPSE - 1
    assert pairing.device(token) is not None
    pairing.seen(device)
    clock.now += LAPSE - 1
    assert pairing.device(token) is not None, "it was here meanwhile"
    clock.now += 2
    assert pairing.device(token) is None and pairing.role_of(device.id) is None and pairing.devices == ()
    joined(pairing, "phone")
    assert len(Devices(tmp_path / "devices.json", clock).all) == 1


def test_a_token_is_renewed_and_the_older_one_is_good_until_the_newer_is_used(pairing: Pairing, clock: Clock) -> None:
    token, device = joined(pairing, "phone")
    assert pairing.renew(device) is None
    clock.now += RENEW
    newer = pairing.renew(device)
    assert newer is not None and pairing.renew(device) is None
    for known in (token, newer):
        assert (found := pairing.device(known)) is not None and found.id == device.id
    assert pairing.device(token) is None, "its browser has the newer one"
    pairing.seen(device)
    assert pairing.device(newer) is not None and pairing.device("") is None


def test_all_devices_are_shut_out_at_once(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    tokens = [joined(pairing, name)[0] for name in ("phone", "television")]
    pairing.remove(*(one.id for one in pairing.devices))
    assert [pairing.device(token) for token in tokens] == [None, None]
    assert Devices(tmp_path / "devices.json", clock).all == ()


def test_few_may_wait_at_a_time(pairing: Pairing) -> None:
    for number in range(MOST_WAITING):
        pairing.ask_to_join(pairing.invite().token, f"phone {number}", "viewer")
    with pytest.raises(PairingError, match="Too many devices wait"):
        pairing.ask_to_join(pairing.invite().token, "one more", "viewer")


def test_names_are_plain_and_told_apart(pairing: Pairing) -> None:
    assert tidy_name("  <b>Anna</b>\n\x07's ") == "b Anna b 's" and tidy_name("\u202e") == "Device"
    assert len(tidy_name("x" * 500)) == 24
    for _ in range(2):
        _, one = pairing.ask_to_join(pairing.invite().token, "phone", "camera")
        pairing.let_in(one.id, "camera", one.number)
    assert [one.name for one in pairing.devices] == ["phone", "phone 2"]
    with pytest.raises(PairingError, match="Choose"):
        pairing.ask_to_join(pairing.invite().token, "phone", "host")


def test_no_device_invites_lets_in_or_removes(pairing: Pairing) -> None:
    made = pairing.invite()
    _, one = pairing.ask_to_join(made.token, "phone", "player")
    with acting(Player()):
        for act in (
            pairing.invite,
            pairing.withdraw,
            lambda: pairing.let_in(one.id, "player", one.number),
            lambda: pairing.refuse(one.id),
            lambda: pairing.remove(one.id),
        ):
            with pytest.raises(NotAllowed):
                act()
    assert pairing.devices == () and pairing.waiting == (one,)


def test_the_file_is_private_and_holds_no_token(pairing: Pairing, tmp_path: Path) -> None:
    token, one = pairing.ask_to_join(pairing.invite().token, "phone", "player")
    pairing.let_in(one.id, "player", one.number)
    path = tmp_path / "devices.json"
    kept = path.read_text()
    assert token not in kept and digest(token) in kept
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["devices.json"]


@pytest.mark.parametrize("text", ["", "{", '[{"id": "1", "role": "host"}]', '{"a": 1}'])
def test_a_damaged_file_lets_nobody_in_and_is_set_aside(text: str, tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "devices.json"
    path.write_text(text)
    devices = Devices(path, clock)
    assert devices.all == () and devices.damaged is not None and devices.damaged.read_text() == text


def test_what_cannot_be_kept_lets_nobody_in(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").write_text("")
    pairing = Pairing(clock)
    with pytest.raises(OSError):
        pairing.start(tmp_path / "file" / "devices.json", "https://192.0.2.7:8443")
    assert not pairing.on
