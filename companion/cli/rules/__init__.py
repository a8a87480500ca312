"""Commands about the rules alone, without a camera: `rules`, `explain`, `replay`, `odds`, `hints`, `simulate`."""

from companion.cli.rules.replay import ending, told

__all__ = ["ending", "told"]
