"""Language and names: translation of messages, numbers, player names, text fit for one line."""
