"""Yahtzee: five dice, three rolls a turn, and thirteen boxes to be filled."""
