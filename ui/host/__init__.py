"""What is on the table of this server, and who may close it."""

from ui.host.table_host import ROOM

__all__ = ["ROOM"]
