"""Makes the networks of models/ again: renders scenes, fits, evaluates and writes the model card. Not part of the
wheel.
"""
