"""Pages of a match in play: the players' and the viewers'."""
