"""Names and addresses by which other devices in the network reach this computer."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys

_ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
"""The system call that tells an interface's IPv4 address."""
_OUTSIDE = ("192.0.2.1", 9)
"""An address that nobody has: asking for the way there sends nothing."""


def own_addresses() -> list[str]:
    """The IPv4 addresses of this computer in its networks, the likeliest first; empty when it is in none."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_OUTSIDE)
        found.append(str(probe.getsockname()[0]))
    found += _of_interfaces()
    with contextlib.suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    kept = [one for one in dict.fromkeys(found) if not ipaddress.ip_address(one).is_loopback]
    return sorted(kept, key=lambda one: not ipaddress.ip_address(one).is_private)


def _of_interfaces() -> list[str]:
    """Those that the interfaces themselves tell, also without any way out of the house."""
    call = _ASK_ADDRESS.get(sys.platform)
    if call is None:
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface that is down has none
                answer = fcntl.ioctl(probe.fileno(), call, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def own_names() -> list[str]:
    """The names under which this computer may be called, in lower case: what can stand in a certificate."""
    name = socket.gethostname().lower().rstrip(".")
    names = ["localhost"]
    if name and name.isascii() and len(name) < 64 and all(part.replace("-", "").isalnum() for part in name.split(".")):
        names.append(name)
        if "." not in name:
            names.append(f"{name}.local")
    return list(dict.fromkeys(names))
