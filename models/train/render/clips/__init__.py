"""Clips of thrown dice: physics, scenarios, camera faults and the rolls that are true in them."""
