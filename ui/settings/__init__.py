"""What players chose and the app remembers: language, set-ups, dice."""
