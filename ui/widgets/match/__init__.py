"""Controls of a match in play: questions, rulings, moves, events, draw counter, sound."""
