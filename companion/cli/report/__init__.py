"""Reports of misreadings: packing one, and reading the pictures of such again."""
