"""The renderers: rasterised scenes of dice, boards, tables and clips."""
