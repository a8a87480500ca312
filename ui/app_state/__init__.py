"""The state of one running app, and how the components of its tabs reach it."""

from ui.app_state.app_state import AppState, use_app

__all__ = ["AppState", "use_app"]
