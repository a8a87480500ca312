"""Makes the server's own TLS certificate, without which a phone's browser opens no camera."""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ui.network.devices import write_private

DAYS = 397
"""For how long it is good: browsers take none that is good for longer."""
SPARE = 14
"""Days before its end at which it is made anew."""
LOOPBACK = "127.0.0.1"


class Certificate(NamedTuple):
    """Where certificate and key lie, and by what people may check that it is ours."""

    chain: Path
    key: Path
    fingerprint: str
    """SHA-256, in hex."""


def certificate(
    folder: Path, names: Sequence[str], addresses: Sequence[str], now: datetime.datetime | None = None
) -> Certificate:
    """The kept certificate, or a new one where it is missing, damaged, about to end, or lacks a name or address.

    Raises OSError when it cannot be written.
    """
    now = now or datetime.datetime.now(datetime.UTC)
    chain, key = folder / "certificate.pem", folder / "key.pem"
    wanted = {*names, *addresses, LOOPBACK}
    kept = _kept(chain, key)
    if kept is None or not wanted <= _called(kept) or kept.not_valid_after_utc < now + datetime.timedelta(days=SPARE):
        kept = _make(chain, key, sorted(wanted), now)
    return Certificate(chain, key, kept.fingerprint(hashes.SHA256()).hex())


def _kept(chain: Path, key: Path) -> x509.Certificate | None:
    try:
        kept = x509.load_pem_x509_certificate(chain.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        return None
    form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    if private.public_key().public_bytes(*form) != kept.public_key().public_bytes(*form):
        return None
    key.chmod(0o600)
    return kept


def _called(kept: x509.Certificate) -> set[str]:
    """The names and addresses for which a certificate is good."""
    try:
        alternatives = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return set()
    return {
        *alternatives.get_values_for_type(x509.DNSName),
        *map(str, alternatives.get_values_for_type(x509.IPAddress)),
    }


def _make(chain: Path, key: Path, called: Sequence[str], now: datetime.datetime) -> x509.Certificate:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tabletop companion")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_general(one) for one in called]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(key, secret)
    write_private(chain, made.public_bytes(serialization.Encoding.PEM))
    return made


def _general(called: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(called))
    except ValueError:
        return x509.DNSName(called)
