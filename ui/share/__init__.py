"""Shares a match: one HTML file that replays it anywhere, and a picture of its result. For the app and the commands."""

from ui.share.forms import SHARED_FORMS, SharedForm, shared, shares
from ui.share.picture_text import PictureError

__all__ = ["SHARED_FORMS", "PictureError", "SharedForm", "shared", "shares"]
