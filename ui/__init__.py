"""The Flet app and its server."""
