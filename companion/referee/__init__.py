"""Follows one match from rest to rest of the table: events, questions, rulings, desyncs and notices about them."""
