"""Hands over the table: segmentation, tracking of arms, seats, and who smacked first."""

from vision.hands.arm_observation import NEARLY
from vision.hands.seat_assignment import SeatEstimator
from vision.hands.smack_decision import SmackHand
from vision.hands.smack_detector import Smack, SmackDetector, Visit

__all__ = ["NEARLY", "SeatEstimator", "Smack", "SmackDetector", "SmackHand", "Visit"]
