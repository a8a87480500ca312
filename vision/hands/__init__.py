"""Hands over the table: segmentation, tracking of arms, seats, and who smacked first."""

from vision.hands.arm_observation import NEAR_CARD_MM
from vision.hands.seat_assignment import SeatEstimator
from vision.hands.smack_decision import SmackHand
from vision.hands.smack_detector import HandVisit, Smack, SmackDetector

__all__ = ["NEAR_CARD_MM", "HandVisit", "SeatEstimator", "Smack", "SmackDetector", "SmackHand"]
