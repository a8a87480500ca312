"""`companion bench`: how fast the eyes are here, and how fast a peer network is in the same run.

Times change from machine to machine and with what else runs; ratios within one run hardly do. So everything that is
compared is timed in turns, round by round, each on one core.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli import UNREAD, WRONG_USE, Refusal

if TYPE_CHECKING:
    from vision.camera import Image
    from vision.eyes import Eyes

_PICTURE = Path(__file__).parents[2] / "tests" / "data" / "eighteen.png"  # in a checkout; the wheel carries no tests
_WARM_UP = 5
_IDLE_FRAMES = 100
_FRAME = 1 / 30  # seconds between frames
_GREY = (114, 114, 114)  # with which YOLO models are trained to see what is not picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--picture", metavar="FILE", default=str(_PICTURE), help="the picture to read (default: the tests')"
    )
    parser.add_argument("--peer", metavar="FILE", help="an ONNX network of YOLO's shape to compare with")
    parser.add_argument("--rounds", metavar="N", type=_count, default=30, help="how often each is timed (default: 30)")


def run(arguments: argparse.Namespace) -> int:
    """Print one line a measurement."""
    import cv2

    from vision.eyes import Eyes
    from vision.networks import ModelError
    from vision.pictures import PictureError, read_picture

    cv2.setNumThreads(1)
    try:
        image, eyes = read_picture(arguments.picture), Eyes()
    except PictureError as error:
        raise Refusal(f"{error}; --picture takes another", WRONG_USE) from None
    except ModelError as error:
        raise Refusal(str(error)) from None
    contest: dict[str, Callable[[], object]] = {"eyes": lambda: eyes.read(image)}
    peer = None
    if arguments.peer is not None:
        peer = Peer(arguments.peer)
        contest["peer"] = lambda: peer.look(image)
    times = timed_in_turns(contest, arguments.rounds)
    height, width = image.shape[:2]
    dice = len(eyes.read(image).dice)
    report("eyes", f"{width}x{height} pixels, {dice} dice, one core", times["eyes"])
    for part, share in parts(eyes, image, arguments.rounds).items():
        report(f"  {part}", "of these", share)
    report("idle frame", "nothing has moved", idle(eyes, image))
    if peer is not None:
        report("peer", f"{peer.name}, {peer.width}x{peer.height}, one core, without sorting its output", times["peer"])
        median, least = (pick(times["peer"]) / pick(times["eyes"]) for pick in (statistics.median, min))
        print(f"peer / eyes: {median:.1f} by median, {least:.1f} by minimum", flush=True)
    return 0


def timed_in_turns(contest: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of every call, by name; one call of each a round, after a warm-up."""
    times: dict[str, list[float]] = {name: [] for name in contest}
    for round_ in range(-_WARM_UP, rounds):
        for name, call in contest.items():
            start = time.perf_counter()
            call()
            if round_ >= 0:
                times[name].append(time.perf_counter() - start)
    return times


def parts(eyes: Eyes, image: Image, rounds: int) -> dict[str, list[float]]:
    """What finding and reading take of the whole, in turns of their own."""
    boxes = eyes.finder.find(image).boxes
    return timed_in_turns(
        {"finder": lambda: eyes.finder.find(image), "reader": lambda: eyes.reader.read(image, boxes)}, rounds
    )


def idle(eyes: Eyes, image: Image) -> list[float]:
    """Seconds a frame once a still table has been read."""
    from vision.camera import Frame

    times = []
    eyes.forget()
    for number in range(2 * _IDLE_FRAMES):  # in the first half the eyes come to rest and read
        frame = Frame(image, number * _FRAME)
        start = time.perf_counter()
        eyes.look(frame)
        times.append(time.perf_counter() - start)
    eyes.forget()
    return times[_IDLE_FRAMES:]


class Peer:
    """A network of YOLO's shape: one (1, 3, height, width) picture in, red, green, blue as shares of one."""

    def __init__(self, path: str) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime has a dozen kinds of its own without a common base
            reason = str(error).splitlines()[0][:200]
            raise Refusal(f"--peer {path}: no ONNX network that can be run ({reason})", UNREAD) from None
        put = self._session.get_inputs()
        shape: list[Any] = put[0].shape
        if len(put) != 1 or len(shape) != 4 or shape[1] not in (3, "3") or put[0].type != "tensor(float)":
            raise Refusal(
                f"--peer {path}: takes {put[0].type} {shape}; one float (1, 3, height, width) is needed", UNREAD
            )
        self.name = Path(path).name
        self.height, self.width = (side if isinstance(side, int) else 640 for side in shape[2:])
        self._input = put[0].name

    def look(self, image: Image) -> object:
        """Its raw output for `image`, shrunk whole into its input with grey around it."""
        import cv2

        height, width = image.shape[:2]
        scale = min(self.width / width, self.height / height)
        size = round(width * scale), round(height * scale)
        left, top = (self.width - size[0]) // 2, (self.height - size[1]) // 2
        small = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
        right, bottom = self.width - size[0] - left, self.height - size[1] - top
        boxed = cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_CONSTANT, value=_GREY)
        return self._session.run(None, {self._input: cv2.dnn.blobFromImage(boxed, 1 / 255, swapRB=True)})


def report(name: str, what: str, times: list[float]) -> None:
    """One line."""
    median, least = 1000 * statistics.median(times), 1000 * min(times)
    print(f"{name}: {what}: median {median:.2f} ms, minimum {least:.2f} ms", flush=True)


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)
