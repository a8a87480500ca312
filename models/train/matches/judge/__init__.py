"""Compares what the referee followed of a film with its truth."""
