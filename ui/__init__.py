"""The Flet app and its server."""

from companion.text import add_catalogue

add_catalogue("ui")
