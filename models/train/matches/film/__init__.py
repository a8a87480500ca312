"""Renders a written match as a film: hands, throws and scenery. Needs the extra `train`."""

from models.train.matches.film.film import CRF, RATE, Film, write_film, write_small_film
from models.train.matches.film.scenery import View
from models.train.matches.film.shaken import shake

__all__ = [
    "CRF",
    "RATE",
    "Film",
    "View",
    "shake",
    "write_film",
    "write_small_film",
]
