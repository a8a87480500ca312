"""A match before a camera without a screen: frames through eyes and referee; shared with `companion watch`."""

from ui.live.match_pipeline import MatchPipeline
from ui.live.smack_replay import SeenHand, SmackSeen, Still

__all__ = ["MatchPipeline", "SeenHand", "SmackSeen", "Still"]
