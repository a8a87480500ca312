"""The drawn table and sheets, with labels for screen readers."""
