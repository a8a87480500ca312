"""A match before a camera without a screen: frames through eyes and referee; shared with `companion watch`."""

from ui.live.match_pipeline import Refereed
from ui.live.smack_replay import SeenHand, SmackSeen, Still

__all__ = ["Refereed", "SeenHand", "SmackSeen", "Still"]
