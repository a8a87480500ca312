"""What several commands share: frames of a source, positions and records named on the command line."""
