"""The first page, the set-up of a match, the print kit."""
