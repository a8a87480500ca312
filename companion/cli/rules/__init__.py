"""Commands about the rules alone, without a camera: `rules`, `explain`, `replay`, `odds`, `hints`, `simulate`."""
