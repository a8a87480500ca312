"""Runs a match before a camera without a screen: frames through table reader and referee.

Shared with `companion watch`, so it imports neither Flet nor any other room of the app.
"""

from ui.live.match_pipeline import MatchPipeline
from ui.live.smack_replay import SeenHand, SmackSeen, Still

__all__ = ["MatchPipeline", "SeenHand", "SmackSeen", "Still"]
