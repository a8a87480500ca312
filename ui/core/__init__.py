"""Base of the app: stores and hooks, tabs, routes, roles, theme, HTTP filter, uploads."""

from ui.core.access import Role, acting, require
from ui.core.background import BackgroundOpener, Closable, start_thread
from ui.core.faults import player_message, try_open
from ui.core.hooks import (
    Tab,
    allowed,
    keyed,
    open_tab,
    part,
    tab_of_page,
    use_closing,
    use_field,
    use_height,
    use_held,
    use_keys,
    use_store,
    use_value,
    use_width,
)
from ui.core.http_filter import (
    AsgiApp,
    LoopbackMiddleware,
    Message,
    Receive,
    Scope,
    Send,
    content_security_policy,
    header,
    ignore_disconnect,
    is_framework_page,
    without_dropped,
)
from ui.core.kit_files import PAPERS, PART_NAMES, kit_file
from ui.core.reduced_motion import Waiting, ask_about_motion, is_still
from ui.core.routes import Place, Route, use_addresses, use_route
from ui.core.sounds import SOUNDS, Sound, wav_of
from ui.core.store import Store
from ui.core.tab_language import LanguageMiddleware
from ui.core.theme import GAP, PHONE, RADIUS, TAP, WIDE, dark_theme, light_theme
from ui.core.uploads import MAX_UPLOAD, UploadError, Uploads, too_large

__all__ = [
    "GAP",
    "MAX_UPLOAD",
    "PAPERS",
    "PART_NAMES",
    "PHONE",
    "RADIUS",
    "SOUNDS",
    "TAP",
    "WIDE",
    "AsgiApp",
    "BackgroundOpener",
    "Closable",
    "LanguageMiddleware",
    "LoopbackMiddleware",
    "Message",
    "Place",
    "Receive",
    "Role",
    "Route",
    "Scope",
    "Send",
    "Sound",
    "Store",
    "Tab",
    "UploadError",
    "Uploads",
    "Waiting",
    "acting",
    "allowed",
    "ask_about_motion",
    "content_security_policy",
    "dark_theme",
    "header",
    "ignore_disconnect",
    "is_framework_page",
    "is_still",
    "keyed",
    "kit_file",
    "light_theme",
    "open_tab",
    "part",
    "player_message",
    "require",
    "start_thread",
    "tab_of_page",
    "too_large",
    "try_open",
    "use_addresses",
    "use_closing",
    "use_field",
    "use_height",
    "use_held",
    "use_keys",
    "use_route",
    "use_store",
    "use_value",
    "use_width",
    "wav_of",
    "without_dropped",
]
