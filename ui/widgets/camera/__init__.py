"""Controls about cameras, pictures and devices."""

from ui.widgets.camera.camera_change import CameraChange
from ui.widgets.camera.camera_choice import CameraPick, use_camera
from ui.widgets.camera.check_parts import CornerButtons, finding_row, verdict_card
from ui.widgets.camera.devices import Devices, InvitationCard, PairingRequests
from ui.widgets.camera.opening import opening_card
from ui.widgets.camera.picture import LivePicture, Spot
from ui.widgets.camera.upload import UploadButton
from ui.widgets.camera.zone_lines import ZoneLines

__all__ = [
    "CameraChange",
    "CameraPick",
    "CornerButtons",
    "Devices",
    "InvitationCard",
    "LivePicture",
    "PairingRequests",
    "Spot",
    "UploadButton",
    "ZoneLines",
    "finding_row",
    "opening_card",
    "use_camera",
    "verdict_card",
]
