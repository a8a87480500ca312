"""Controls of the table of dice alone."""
