"""Moments as dates, whatever a clock said when they were written down."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

EARLIEST, LATEST = (datetime(year, 1, 2, tzinfo=UTC).timestamp() for year in (1970, 9999))


def date_of(seconds: float, zone: tzinfo | None = None) -> datetime:
    """The date and time of `seconds` since 1970 in a zone, that of this computer by default; of the nearest moment that
    a date can have, where a clock was centuries off."""
    within = min(max(seconds, EARLIEST), LATEST) if seconds == seconds else EARLIEST
    return datetime.fromtimestamp(within, zone)
