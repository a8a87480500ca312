"""The web server: starts, serves the page and dispatches to screens."""
