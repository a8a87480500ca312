"""What all games share: the Game protocol, events and errors, options, notation, strict JSON and self-play."""
