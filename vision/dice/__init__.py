"""Pipped dice: detection, pip and colour classification, uncertainty, and the pipeline over them."""
