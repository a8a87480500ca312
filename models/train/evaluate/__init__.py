"""Measures networks on labelled photographs, boards, tables and clips that they never saw."""
