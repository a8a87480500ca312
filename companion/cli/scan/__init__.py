"""Commands that read pictures and clips: `scan`, `scan --rolls`, `board`, `enrol`."""
