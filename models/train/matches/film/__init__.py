"""Renders a written match as a film: hands, throws and scenery. Needs the extra `train`."""

from models.train.matches.film.film import RATE, write_film

__all__ = [
    "RATE",
    "write_film",
]
