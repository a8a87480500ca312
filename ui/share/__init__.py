"""Shares a match: one HTML file that replays it anywhere, and a picture of its result. For the app and the commands."""

from ui.share.forms import SHARED_FORMS, SharedForm, shared, shares
from ui.share.html_file import IN_SCRIPT, html_page, page_asset
from ui.share.picture_text import PictureError

__all__ = ["IN_SCRIPT", "SHARED_FORMS", "PictureError", "SharedForm", "html_page", "page_asset", "shared", "shares"]
