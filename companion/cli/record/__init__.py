"""Commands about recorded matches: `companion matches`, `companion stats`."""
