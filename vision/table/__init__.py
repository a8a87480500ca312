"""The eyes for the whole table of a game: zones, sheets, dice, pieces, cards to a `TableView`."""
