"""Materials and prints that all rendered scenes share."""
