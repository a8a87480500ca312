"""Commands about the rules alone, without a camera: `rules`, `explain`, `replay`, `odds`, `hints`, `simulate`."""

from companion.cli.rules.replay import ending_line, event_lines

__all__ = ["ending_line", "event_lines"]
