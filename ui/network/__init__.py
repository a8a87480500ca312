"""Other devices at the table: phones as cameras, players' phones, a television. Off unless the host asks for it."""

from ui.network.devices import Device, write_private
from ui.network.on_demand import OnDemandServer
from ui.network.page_texts import TEXT
from ui.network.pairing import Invitation, Pairing, PairingError, PendingDevice
from ui.network.tls_server import NetworkServer, data_folder

__all__ = [
    "TEXT",
    "Device",
    "Invitation",
    "NetworkServer",
    "OnDemandServer",
    "Pairing",
    "PairingError",
    "PendingDevice",
    "data_folder",
    "write_private",
]
