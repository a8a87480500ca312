"""Where the things of a written match lie and how they move."""
