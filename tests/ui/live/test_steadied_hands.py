"""Hands are timed in pictures of a camera that stands, whatever the camera does."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

import companion
from companion.referee.matching.explanations import SeatedGame
from ui.live.match_pipeline import MatchPipeline
from vision.camera.frame import Frame
from vision.hands import Smack
from vision.motion.stream_reader import TableReading
from vision.plane.plane import Plane

MOVED = np.array([[1, 0, 12], [0, 1, -7], [0, 0, 1]], np.float64)
TABLE = cv2.resize(np.random.default_rng(2).integers(0, 255, (45, 80, 3), np.uint8), (320, 180))
PLANE = Plane(np.diag([2.0, 2.0, 1.0]), (160.0, 90.0))


class Swinging:
    """A reader whose camera has moved."""

    blind, reads_dice, since_view = False, False, MOVED
    plane = PLANE.moved(MOVED, 0.0)


class Timing:
    """A detector of smacks that keeps what it is shown."""

    plane = PLANE


def pipeline() -> MatchPipeline:
    reader: Any = Swinging()
    made = MatchPipeline(SeatedGame.usual(companion.load("dinosaurs-vs-army-men")), reader)
    made._smacks = Timing()  # type: ignore[assignment]
    return made


def test_a_frame_is_steadied_by_how_the_camera_has_moved() -> None:
    seen = cv2.warpPerspective(TABLE, MOVED, (320, 180))
    steady = pipeline()._steadied(Frame(np.asarray(seen, np.uint8), 1.0)).image
    inside = steady[10:-10, 15:-15], TABLE[10:-10, 15:-15]
    assert np.abs(inside[0].astype(int) - inside[1]).max() <= 2


def test_at_rest_the_plane_of_the_sheet_tells_where_the_camera_is() -> None:
    made = pipeline()
    made._eyes.since_view = None  # it is the newest view
    made._note_camera(Frame(TABLE, 1.0), TableReading("at rest", None, True, 0.0, None, MOVED))
    assert made._swung is not None and np.abs(made._swung - MOVED).max() < 1e-9


def test_a_smack_before_a_camera_that_moves_is_asked_about() -> None:
    made = pipeline()
    told: list[bool] = []
    made.tracker.report_hands = lambda time, events, text, sure=True: told.append(sure) or []  # type: ignore[method-assign, func-returns-value]
    smack = Smack("smack", 1.0, 0, (0,), "{0} was first", (), (), np.zeros((4, 2)))
    made._smacked(smack, 320)
    made._eyes.since_view = None
    made._smacked(smack, 320)
    assert told == [False, True]
