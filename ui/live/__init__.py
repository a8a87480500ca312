"""A match before a camera without a screen: frames through eyes and referee; shared with `companion watch`."""
