"""The table that the host has open, and how it is opened."""

from ui.host.table_host import TableHost

__all__ = ["TableHost"]
