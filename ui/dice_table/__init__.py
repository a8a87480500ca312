"""The table of Army vs Aliens with dice alone."""
