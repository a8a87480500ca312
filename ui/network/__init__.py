"""Other devices at the table: phones as cameras, players' phones, a television. Off unless the host asks for it."""

from ui.network.devices import Device
from ui.network.page_texts import TEXT
from ui.network.pairing import PAIRING, Applicant, Invitation
from ui.network.tls_server import NetworkServer, data_folder

__all__ = ["PAIRING", "TEXT", "Applicant", "Device", "Invitation", "NetworkServer", "data_folder"]
