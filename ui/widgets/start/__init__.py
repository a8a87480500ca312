"""Controls of the first page and the set-up."""
