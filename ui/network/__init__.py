"""Other devices at the table: phones as cameras, players' phones, a television. Off unless the host asks for it."""

from ui.network.devices import Device
from ui.network.page_texts import TEXT
from ui.network.pairing import Applicant, Invitation, Pairing
from ui.network.tls_server import NetworkServer, data_folder

__all__ = ["TEXT", "Applicant", "Device", "Invitation", "NetworkServer", "Pairing", "data_folder"]
