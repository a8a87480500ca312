"""Controls that screens are put together from, sorted by what they show."""
