"""Motion on the table: frame differences, states from idle to rest, roll detection."""
