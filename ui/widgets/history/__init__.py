"""Score sheet and exports of a recorded match."""
