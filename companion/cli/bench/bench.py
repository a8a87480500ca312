"""`companion bench`: how fast the eyes are here, and how fast a peer network is in the same run.

Times change from machine to machine and with what else runs; ratios within one run hardly do. So everything that is
compared is timed in turns, round by round, each on one core.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from companion.cli import UNREAD, WRONG_USE, Refusal

if TYPE_CHECKING:
    from vision.camera import Image
    from vision.dice import DiceReader

_DATA = Path(__file__).parents[3] / "tests" / "data"  # in a checkout; the wheel carries no tests
_PICTURE = _DATA / "eighteen.png"
_BOARD = _DATA / "board.jpg"
_DICE = (1, 6, 18, 40)
_SIZES = ((640, 360), (1280, 720), (1920, 1080), (3840, 2160))
_WARM_UP = 5
_TABLE_ROUNDS = 10
_COLD_STARTS = 3
_IDLE_FRAMES = 100
_FRAME = 1 / 30  # seconds between frames
_GREY = (114, 114, 114)  # with which YOLO models are trained to see what is not picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--picture", metavar="FILE", default=str(_PICTURE), help="the picture to read (default: the tests')"
    )
    parser.add_argument("--peer", metavar="FILE", help="an ONNX network of YOLO's shape to compare with")
    parser.add_argument("--film", metavar="FILE", help="a film of a game, to tell how fast it is watched")
    parser.add_argument("--game", metavar="ID", help="the game that is played in it")
    parser.add_argument("--players", metavar="N", help="how many play it (2)")
    parser.add_argument("--rounds", metavar="N", type=_count, default=30, help="how often each is timed (default: 30)")


def run(arguments: argparse.Namespace) -> int:
    """Print one line a measurement, then a table by dice and size."""
    import cv2

    from vision.camera import PictureError, read_picture
    from vision.dice import DiceReader
    from vision.inference import ModelError

    cv2.setNumThreads(1)
    try:
        image, reader = read_picture(arguments.picture), DiceReader()
    except PictureError as error:
        raise Refusal(f"{error}; --picture takes another", WRONG_USE) from None
    except ModelError as error:
        raise Refusal(str(error)) from None
    contest: dict[str, Callable[[], object]] = {"eyes": lambda: reader.read(image)}
    peer = None
    if arguments.peer is not None:
        peer = Peer(arguments.peer)
        contest["peer"] = lambda: peer.look(image)
    times = timed_in_turns(contest, arguments.rounds)
    height, width = image.shape[:2]
    dice = len(reader.read(image).dice)
    report("eyes", f"{width}x{height} pixels, {dice} dice, one core", times["eyes"])
    for part, share in parts(reader, image, arguments.rounds).items():
        report(f"  {part}", "of these", share)
    report("idle frame", "nothing has moved", frame_times(reader, [image] * 2 * _IDLE_FRAMES))
    report("swinging camera", "nothing else has moved", frame_times(reader, swung(image, 2 * _IDLE_FRAMES)))
    if peer is not None:
        report("peer", f"{peer.name}, {peer.width}x{peer.height}, one core, without sorting its output", times["peer"])
        median, least = (pick(times["peer"]) / pick(times["eyes"]) for pick in (statistics.median, min))
        print(f"peer / eyes: {median:.1f} by median, {least:.1f} by minimum", flush=True)
    seconds, mebibytes = zip(*(cold_start(arguments.picture) for _ in range(_COLD_STARTS)), strict=True)
    report("cold start", "from the start of `companion scan` to its first reading", list(seconds))
    starts = timed_in_turns({"door": _front_door, "bare": _bare_interpreter}, _COLD_STARTS)
    report("front door", "`companion --help`, a process of its own", starts["door"])
    ratio = min(starts["door"]) / min(starts["bare"])
    print(f"front door / an interpreter that does nothing: {ratio:.1f} by minimum", flush=True)
    known = [peak for peak in mebibytes if peak is not None]
    print(f"memory: at most {max(known)} MiB in that process" if known else "memory: this system does not tell it")
    if all((_DATA / "bench" / f"{n}.jpg").is_file() for n in _DICE):
        print_table(reader, min(arguments.rounds, _TABLE_ROUNDS))
    if _BOARD.is_file():
        from companion.cli.bench.table import board_game, whole_table

        board = f"the board of {board_game(_BOARD)} with dice, one core"
        for what, spent in whole_table(reader, _BOARD, min(arguments.rounds, _TABLE_ROUNDS)).items():
            report(f"table, {what}", board, spent)
    report_referee(arguments)
    return 0


def report_referee(arguments: argparse.Namespace) -> None:
    """How fast views are judged, and how fast a film is watched, where one is given."""
    from companion.cli.bench.referee import film_speed, judging
    from companion.cli.common import whole_number

    by_game = judging()
    times = [seconds for spent in by_game.values() for seconds in spent]
    median, most = 1000 * statistics.median(times), 1000 * statistics.quantiles(times, n=20)[-1]
    what = f"a view of a table, {len(times)} of {len(by_game)} games"
    print(f"referee: {what}: median {median:.2f} ms, 95th percentile {most:.2f} ms", flush=True)
    if arguments.film is not None:
        players = 2 if arguments.players is None else whole_number("bench", "--players", arguments.players)
        lasts, took = film_speed(arguments.film, arguments.game, players)
        print(
            f"film: {lasts:.1f} s watched in {took:.1f} s, {lasts / took:.1f} times faster than real time", flush=True
        )


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


def parts(reader: DiceReader, image: Image, rounds: int) -> dict[str, list[float]]:
    """Seconds that the parts of a reading take in each round, without those of the parts within them."""
    from vision.dice import DiceDetector, PippedDiceClassifier

    finder, classifier = cast("DiceDetector", reader.finder), cast("PippedDiceClassifier", reader.classifier)
    watched = [
        ("finder, beside its network", finder, "find"),
        ("halving the picture", sys.modules[DiceDetector.__module__], "halvings"),
        ("finder's network", finder.session, "run"),
        ("cutting dice out", sys.modules[PippedDiceClassifier.__module__], "cut_crops"),
        ("reader's network", classifier.reader.session, "run"),
        ("colours", classifier.colours, "look"),
    ]
    times: dict[str, list[float]] = {name: [] for name, _, _ in watched}
    times["the rest"] = []
    meter = Meter()
    with ExitStack() as patches:
        for name, owner, attribute in watched:
            if attribute in vars(owner):
                patches.callback(setattr, owner, attribute, getattr(owner, attribute))
            else:  # a method of its class
                patches.callback(delattr, owner, attribute)
            setattr(owner, attribute, meter.around(name, getattr(owner, attribute)))
        read = meter.around("the rest", reader.read)
        for round_ in range(-_WARM_UP, rounds):
            meter.spent.clear()
            read(image)
            if round_ >= 0:
                for name in times:
                    times[name].append(meter.spent[name])
    return times


class Meter:
    """Measures what calls take by themselves: the time of measured calls within them is not counted twice."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._within = [0.0]

    def around(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """`call`, its seconds added to those of `name`."""

        def measured(*arguments: Any, **named: Any) -> Any:
            self._within.append(0.0)
            start = time.perf_counter()
            try:
                return call(*arguments, **named)
            finally:
                whole = time.perf_counter() - start
                self.spent[name] += whole - self._within.pop()
                self._within[-1] += whole

        return measured


def print_table(reader: DiceReader, rounds: int) -> None:
    """Milliseconds a picture: the number of dice downwards, its size across."""
    import cv2

    from vision.camera import read_picture

    contest: dict[str, Callable[[], object]] = {}
    for dice in _DICE:
        whole = read_picture(_DATA / "bench" / f"{dice}.jpg")
        for size in _SIZES:
            image: Any = cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
            contest[f"{dice} {size}"] = partial(reader.read, image)
    times = timed_in_turns(contest, rounds)
    print("milliseconds a picture, median, by the dice in it and its size:")
    print("dice" + "".join(f"{f'{width}x{height}':>12s}" for width, height in _SIZES))
    for dice in _DICE:
        print(f"{dice:4d}" + "".join(f"{1000 * statistics.median(times[f'{dice} {size}']):12.1f}" for size in _SIZES))


_COLD = """
import sys, companion.cli
code = companion.cli.main(["scan", sys.argv[1], "--json"])
try:
    peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
except OSError:
    peak = ""
print(peak)
sys.exit(code)
"""


def _front_door() -> None:
    _process("import companion.cli; companion.cli.main(['--help'])")


def _bare_interpreter() -> None:
    _process("pass")


def _process(code: str) -> None:
    """Run `code` in a new interpreter."""
    subprocess.run([sys.executable, "-c", code], env=_environment(), stdout=subprocess.DEVNULL, check=True)


def _environment() -> dict[str, str]:
    """In which a new process finds the modules that this one has."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}


def cold_start(picture: str) -> tuple[float, int | None]:
    """Seconds from the start of a new process to its first reading, and the most memory in MiB that it took."""
    env = _environment()
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", _COLD, picture], stdout=subprocess.PIPE, text=True, env=env) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        seconds = time.perf_counter() - start
        peak = child.stdout.readline().strip()
    if child.returncode or not first.startswith("{"):
        raise Refusal(f"{picture}: a new process could not read it (exit code {child.returncode})")
    return seconds, int(peak) >> 10 if peak else None


def frame_times(reader: DiceReader, pictures: Sequence[Image]) -> list[float]:
    """Seconds a frame of the second half of some pictures; in the first the table comes to rest and is read."""
    from vision.camera import Frame
    from vision.motion import StreamReader

    times = []
    watch = StreamReader(reader.read)
    for number, picture in enumerate(pictures):
        frame = Frame(picture, number * _FRAME)
        start = time.perf_counter()
        watch.look(frame)
        times.append(time.perf_counter() - start)
    return times[len(times) // 2 :]


def swung(image: Image, count: int) -> list[Image]:
    """A picture (height, width, 3) as a camera in a hand would have it, `count` times: some pixels a frame."""
    import cv2
    import numpy as np

    height, width = image.shape[:2]
    frames = []
    for number in range(count):
        share = np.sin(2 * np.pi * number / count)
        move = cv2.getRotationMatrix2D((width / 2, height / 2), 3 * share, 1.0)
        move[:, 2] += 0.05 * width * share, 0.03 * width * np.sin(4 * np.pi * number / count)
        frames.append(np.asarray(cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8))
    return frames


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
