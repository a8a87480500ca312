"""The certificate that the server makes for itself."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import stat
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from ui.network.addresses import own_addresses, own_names
from ui.network.certificate import DAYS, SPARE, certificate

NOW = datetime.datetime(2030, 5, 1, tzinfo=datetime.UTC)


def test_it_says_for_whom_and_how_long_it_is_good(tmp_path: Path) -> None:
    kept = certificate(tmp_path / "new", ["localhost", "den", "den.local"], ["192.0.2.7"], NOW)
    read = x509.load_pem_x509_certificate(kept.chain.read_bytes())
    names = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == {"localhost", "den", "den.local"}
    wanted = {ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("192.0.2.7")}
    assert set(names.get_values_for_type(x509.IPAddress)) == wanted
    assert read.not_valid_after_utc - read.not_valid_before_utc <= datetime.timedelta(days=DAYS)
    key = read.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1)
    assert stat.S_IMODE(kept.key.stat().st_mode) == 0o600
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(kept.chain, kept.key)


def test_it_is_kept_as_long_as_it_serves(tmp_path: Path) -> None:
    first = certificate(tmp_path, ["localhost"], ["192.0.2.7", "192.0.2.8"], NOW)
    assert certificate(tmp_path, ["localhost"], ["192.0.2.8"], NOW + datetime.timedelta(days=300)) == first


def test_it_is_made_anew_in_another_network_and_before_it_ends(tmp_path: Path) -> None:
    first = certificate(tmp_path, ["localhost"], ["192.0.2.7"], NOW)
    second = certificate(tmp_path, ["localhost"], ["192.0.2.99"], NOW)
    third = certificate(tmp_path, ["localhost"], ["192.0.2.99"], NOW + datetime.timedelta(days=DAYS - SPARE))
    assert len({first.fingerprint, second.fingerprint, third.fingerprint}) == 3


@pytest.mark.parametrize("name", ["certificate.pem", "key.pem"])
def test_a_damaged_half_is_replaced(name: str, tmp_path: Path) -> None:
    first = certificate(tmp_path, ["localhost"], [], NOW)
    (tmp_path / name).write_text("-----BEGIN NOTHING-----")
    again = certificate(tmp_path, ["localhost"], [], NOW)
    assert again.fingerprint != first.fingerprint
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(again.chain, again.key)


def test_this_computer_knows_its_names() -> None:
    assert own_names()[0] == "localhost"
    assert all(not ipaddress.ip_address(one).is_loopback for one in own_addresses())
