"""Runs a match before a camera without a screen: frames through table reader and referee; reports of misreadings.

Shared with commands, so it imports neither Flet nor any other room of the app.
"""

from ui.live.match_pipeline import MatchPipeline
from ui.live.report_check import Judgement, dice_view, encoded_for_report, judge_report, match_report, new_report
from ui.live.smack_replay import SeenHand, SmackSeen, Still

__all__ = [
    "Judgement",
    "MatchPipeline",
    "SeenHand",
    "SmackSeen",
    "Still",
    "dice_view",
    "encoded_for_report",
    "judge_report",
    "match_report",
    "new_report",
]
