"""Renderers of scenes whose truth is known, in the units of a die's side (16 mm), z up.

common        materials, surroundings, prints
dice_scene    dice and things like them, ray-cast by a fragment shader, and the camera that takes them
boards        boards with pieces
tables        whole tables of each game
clips         thrown dice in motion
"""
