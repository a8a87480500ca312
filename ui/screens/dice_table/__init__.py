"""The page of the table of dice alone."""
