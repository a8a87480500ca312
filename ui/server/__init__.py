"""The web server: starts, serves the page and dispatches to screens."""

from ui.server.server import ServerError, run

__all__ = ["ServerError", "run"]
