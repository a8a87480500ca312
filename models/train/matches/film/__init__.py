"""Renders a written match as a film: hands, throws, scenery and the truth beside it."""
