"""Dice with other faces: enrolment, embedding, learnt sets, and their classifier."""
