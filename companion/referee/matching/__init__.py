"""Searches the events that explain what is seen best, earlier misreads and missed events included."""
