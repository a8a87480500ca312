"""The commands for games themselves: which are installed, a new one, and whether one is sound."""
