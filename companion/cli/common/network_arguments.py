"""Arguments about the network: a port."""

from __future__ import annotations

import argparse


def port_number(text: str) -> int:
    """The port that an argument names."""
    try:
        port = int(text)
    except ValueError:
        port = 0
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; it takes a number from 1 to 65535")
    return port
