"""`companion doctor`: what is bad is told in plain words with what to do, the gravest first."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest

import vision.camera.sources
import vision.dice
import vision.inference.networks
from companion import cli
from tests.support.paths import DATA
from tests.support.sources import ScriptedSource
from vision.camera.frame import Frame, Image, SourceError
from vision.diagnostics import doctor as checkup
from vision.diagnostics import machine_checks as machine
from vision.diagnostics.image_quality import StreamHealth

BENCH = DATA / "bench"
one_reader = cache(vision.dice.DiceReader)
Findings = tuple[int, list[str]]


@pytest.fixture(autouse=True)
def calm_machine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Neither the speed nor the memory of the machine that tests shall change what they find; one reader for all."""
    threads = cv2.getNumThreads()
    monkeypatch.setattr(machine, "DiceReader", one_reader)
    monkeypatch.setattr(machine, "READINGS", 1)
    monkeypatch.setattr(machine, "FRAME_TIME", 1e9)
    monkeypatch.setattr(machine, "MEMORY", 0)
    yield
    cv2.setNumThreads(threads)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., Findings]:
    """Runs the doctor; its exit code and its lines."""

    def run(*arguments: str | Path) -> Findings:
        code = cli.main(["doctor", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert err == ""
        return code, out.splitlines()

    return run


def write(folder: Path, image: Any, name: str = "table.png") -> Path:
    path = folder / name
    cv2.imwrite(str(path), np.asarray(image, np.uint8))
    return path


def bench(name: str = "18.jpg") -> Image:
    return np.asarray(cv2.imread(str(BENCH / name)), np.uint8)


# ------------------------------------------------------------------------------------------------------- pictures


@pytest.mark.parametrize("name", ["1.jpg", "6.jpg", "18.jpg", "40.jpg"])
def test_good_pictures_are_well(told: Callable[..., Findings], name: str) -> None:
    code, lines = told(BENCH / name)
    assert code == 0 and lines[-1] == "all is well"
    assert not any(line.startswith("CHANGE") for line in lines)


def dark_table(image: Image) -> Image:
    """The wood becomes nearly black, the dice stay: what matters is the light on the dice."""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(int)
    wood = (hsv[..., 0] > 6) & (hsv[..., 0] < 24) & (hsv[..., 1] > 50) & (hsv[..., 1] < 160)
    out = image.astype(float)
    out[wood] *= 0.12
    return np.uint8(out)


def grown_dark(image: Image) -> Image:
    return np.uint8(image * 0.22)


def washed_out(image: Image) -> Image:
    return np.uint8(np.clip(image.astype(float) * 5, 0, 255))


def blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 5.5), np.uint8)


def shrunk(image: Image) -> Image:
    return np.asarray(cv2.resize(image, (170, 96), interpolation=cv2.INTER_AREA), np.uint8)


def moved_away(image: Image) -> Image:
    canvas = np.full((1080, 1600, 3), (60, 90, 120), np.uint8)
    canvas[360:720, 480:1120] = cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)
    return canvas


def cropped(image: Image) -> Image:
    return np.ascontiguousarray(image[:, 270:])


def lit_by_a_spot(image: Image) -> Image:
    out = image.copy()
    cv2.circle(out, (815, 435), 16, (255, 255, 255), -1)  # on the red one of the eighteen
    return out


BAD = [
    (grown_dark, "light: too dark, ", "more light on the table"),
    (washed_out, "light: over-exposed, ", "less light or exposure"),
    (blurred, "sharpness: blurred over ", "set the focus"),
    (shrunk, "dice: dice are 1", "use 720p or 1080p, or move the camera closer"),
    (moved_away, "dice: dice are ", "px where the finder looks: move the camera closer"),
    (cropped, "dice: ", "dice are cut off by the picture's edge"),
    (lit_by_a_spot, "light: a lamp's reflection covers ", "move the lamp aside"),
]


@pytest.mark.parametrize(("harm", "begins", "advises"), BAD)
def test_bad_pictures_are_told_with_what_to_do(
    told: Callable[..., Findings], tmp_path: Path, harm: Callable[[Image], Image], begins: str, advises: str
) -> None:
    code, lines = told(write(tmp_path, harm(bench())))
    assert code == 1 and lines[-1].endswith(" to change, the gravest first")
    assert any(line.startswith(f"CHANGE  {begins}") and advises in line for line in lines), lines


def test_a_dark_table_with_bright_dice_is_not_too_dark(told: Callable[..., Findings], tmp_path: Path) -> None:
    dark = dark_table(bench())
    assert np.median(dark) < 30, "the table is dark indeed"
    code, lines = told(write(tmp_path, dark))
    assert not any("light: too dark" in line for line in lines), lines
    assert code == 0


@pytest.mark.parametrize(("level", "word"), [(0, "too dark"), (255, "over-exposed")])
def test_black_and_white_pictures_are_told(
    told: Callable[..., Findings], tmp_path: Path, level: int, word: str
) -> None:
    code, lines = told(write(tmp_path, np.full((360, 640, 3), level)))
    assert code == 1 and lines[0].startswith(f"CHANGE  light: {word}")
    assert any(line.startswith("note    dice: none is seen") for line in lines)


def test_of_a_folder_each_trouble_is_told_once_with_the_first_picture(
    told: Callable[..., Findings], tmp_path: Path
) -> None:
    write(tmp_path, bench("6.jpg"), "a.png")
    for name in ("b.png", "c.png"):
        write(tmp_path, grown_dark(bench("6.jpg")), name)
    code, lines = told(tmp_path)
    assert code == 1
    dark = [line for line in lines if "too dark, " in line]
    assert len(dark) == 1 and dark[0].startswith("CHANGE  light: b.png: ")
    assert dark[0].endswith("(and 1 more of 3 pictures)")


def test_the_gravest_comes_first(told: Callable[..., Findings], tmp_path: Path) -> None:
    _, lines = told(write(tmp_path, grown_dark(cropped(bench()))))
    parts = [line.split(":")[0] for line in lines if line.startswith("CHANGE")]
    assert parts == ["CHANGE  light", "CHANGE  dice"]
    levels = [line.split()[0] for line in lines[:-1]]
    assert levels == sorted(levels, key=["CHANGE", "note", "fine"].index)


def test_programs_get_one_line_of_json(told: Callable[..., Findings], tmp_path: Path) -> None:
    code, lines = told(write(tmp_path, grown_dark(bench())), "--json")
    assert code == 1 and len(lines) == 1
    answer = json.loads(lines[0])
    assert answer["well"] is False
    assert answer["findings"][0]["level"] == "change" and answer["findings"][0]["part"] == "light"
    assert answer["figures"]["pictures"][0]["dice_light"] < checkup.DARK
    assert {finding["level"] for finding in answer["findings"]} <= {"change", "note", "fine"}


# --------------------------------------------------------------------------------------------------------- sources


def test_without_any_camera_the_rest_is_checked_and_a_way_is_shown(
    told: Callable[..., Findings], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(spec: str) -> Any:
        assert spec == "0"
        raise SourceError("webcam 0 is not there")

    monkeypatch.setattr(checkup, "open_source", none)
    code, lines = told()
    assert code == 0
    assert lines[0].startswith("note    camera: no webcam is found here") and "`companion doctor SOURCE`" in lines[0]
    assert {line.split()[1] for line in lines[1:-1]} == {"networks:", "speed:", "programs:", "memory:"}
    assert any("1280x720 with 18 dice" in line for line in lines), "drawn dice are timed"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("absent.png", "not found; check the path"),
        ("absent.mp4", "no such file; give the path of a video or picture"),
        ("rtsp://127.0.0.1:9/x", "127.0.0.1 sends no stream that can be played"),
    ],
)
def test_a_source_that_cannot_be_opened_is_what_has_to_change(
    told: Callable[..., Findings], name: str, line: str
) -> None:
    code, lines = told(name)
    assert code == 1 and lines[0].startswith("CHANGE  camera: ") and line in lines[0]


def clip(path: Path, images: list[Image], rate: float = 20) -> Path:
    height, width = images[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (width, height))
    for image in images:
        writer.write(image)
    writer.release()
    return path


def noisy(image: Image, g: np.random.Generator) -> Image:
    return np.uint8(np.clip(image + g.normal(0, 2, image.shape), 0, 255))


@pytest.mark.slow
def test_a_clip_is_judged_by_the_moment_that_shows_most_dice(told: Callable[..., Findings], tmp_path: Path) -> None:
    g = np.random.default_rng(1)
    full = cv2.resize(bench("6.jpg"), (640, 360), interpolation=cv2.INTER_AREA)
    images = [noisy(np.full_like(full, 100), g) for _ in range(25)] + [noisy(full, g) for _ in range(25)]
    code, lines = told(clip(tmp_path / "table.avi", images))
    assert code == 0, lines
    assert any(line.startswith("fine    dice: 6 are seen") for line in lines)
    assert "fine    camera: 20.0 frames a second" in lines


@pytest.mark.slow
def test_a_damaged_clip_is_told_and_read_as_far_as_it_goes(told: Callable[..., Findings], tmp_path: Path) -> None:
    g = np.random.default_rng(1)
    small = cv2.resize(bench("6.jpg"), (640, 360), interpolation=cv2.INTER_AREA)
    path = clip(tmp_path / "table.avi", [noisy(small, g) for _ in range(60)])
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    code, lines = told(path)
    assert code == 1 and lines[0].startswith("CHANGE  camera: table.avi: damaged at or before 1.")
    assert any("dice: 6 are seen" in line for line in lines)


class Camera(ScriptedSource):
    """Gives its frames at their times, like a camera."""

    def __init__(self, frames: list[Frame]) -> None:
        super().__init__(frames, "webcam 0", live=True)
        self.script = iter(frames)
        self.closed = False

    def read(self) -> Frame | None:
        frame = next(self.script, None)
        if frame is not None:
            checkup.time.sleep(0.004)
        return None if self.closed else frame

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Image, int], Any], float], None]:
    """Puts a camera of six dice in place of the first webcam; `change` makes its frames, `rate` of them a second."""
    small = np.asarray(cv2.resize(bench("6.jpg"), (640, 360), interpolation=cv2.INTER_AREA), np.uint8)

    def put(change: Callable[[Image, int], Any], rate: float) -> None:
        frames = [Frame(np.uint8(np.clip(change(small, n), 0, 255)), n / rate) for n in range(int(3.2 * rate) + 2)]
        monkeypatch.setattr(checkup, "open_source", lambda spec: Camera(frames))

    return put


G = np.random.default_rng(5)
NOISE = G.normal(0, 2, (4, 360, 640, 3))


def still(image: Image, n: int) -> Any:
    return image + NOISE[n % 4]


@pytest.mark.slow
def test_a_good_camera_is_well(told: Callable[..., Findings], camera: Any) -> None:
    camera(still, 30)
    code, lines = told()
    assert code == 0, lines
    assert any(line.startswith("fine    camera: 3") or line.startswith("fine    camera: 2") for line in lines)
    assert "fine    rest: the picture keeps still" in lines


LIVE: list[tuple[Callable[[Image, int], Any], float, str]] = [
    (lambda image, n: image, 30, "camera: sends the same picture over and over: it has frozen"),
    (still, 5, "camera: only 5.0 frames a second"),
    (lambda image, n: still(np.roll(image, 3 * (n % 2), 1), n), 30, "rest: the picture moves by 0."),
    (lambda image, n: still(image * (1.0 if n % 2 else 0.8), n), 30, "light: the light flickers, by "),
]


@pytest.mark.slow
@pytest.mark.parametrize(("change", "rate", "words"), LIVE)
def test_faults_of_a_camera_are_told(
    told: Callable[..., Findings], camera: Any, change: Callable[[Image, int], Any], rate: float, words: str
) -> None:
    camera(change, rate)
    code, lines = told("0")
    assert code == 1 and any(line.startswith(f"CHANGE  {words}") for line in lines), lines


def test_a_camera_that_sends_nothing_is_told(told: Callable[..., Findings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "open_source", lambda spec: Camera([]))
    code, lines = told("0")
    assert code == 1 and lines[0] == "CHANGE  camera: webcam 0 sends no picture: check its cable, or choose another"


def test_a_still_clip_is_no_frozen_camera() -> None:
    stream = StreamHealth(40, 25.0, True, 1, 0.0, 0.0)
    assert [finding.level for finding in checkup.judge_stream(stream, live=False)] == ["note", "fine"]
    assert checkup.judge_stream(stream, live=True)[0].level == "change"


# ---------------------------------------------------------------------------------------- networks and machine


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the installed networks, which are looked for there from now on."""
    real = Path(str(vision.inference.networks.files("models")))
    copy = tmp_path / "models"
    copy.mkdir()
    for path in [real / "manifest.toml", *real.glob("*.onnx")]:
        shutil.copy(path, copy)
    monkeypatch.setattr(vision.inference.networks, "files", lambda package: copy)
    monkeypatch.setattr(machine, "DiceReader", vision.dice.DiceReader)
    return copy


def test_damaged_networks_come_first_and_the_rest_is_checked(
    told: Callable[..., Findings], models: Path, tmp_path: Path
) -> None:
    for name in ("finder.onnx", "reader.onnx"):
        (models / name).write_bytes((models / name).read_bytes()[:-7])
    code, lines = told(write(tmp_path, bench()))
    assert code == 1
    assert lines[0].startswith("CHANGE  networks: models/finder.onnx is not the file that")
    assert lines[1].startswith("CHANGE  networks: models/reader.onnx is not the file that")
    assert any(line.startswith("fine    programs: Python ") for line in lines)


@pytest.mark.parametrize("text", ["", "no toml ["])
def test_a_broken_manifest_is_one_line(told: Callable[..., Findings], models: Path, text: str) -> None:
    (models / "manifest.toml").write_text(text)
    code, lines = told(BENCH / "1.jpg")
    assert code == 1 and lines[0].startswith("CHANGE  networks: models/manifest.toml ")


@pytest.mark.parametrize("text", ["", "[trust]\nbias = 1\n", "trust = 3\n"])
def test_a_broken_table_of_trust_is_one_line(told: Callable[..., Findings], models: Path, text: str) -> None:
    manifest = models / "manifest.toml"
    whole = manifest.read_text()
    networks = whole[: whole.index("[trust]")]  # its tables come last
    manifest.write_text(f"{networks}\n{text}" if text.startswith("[") else f"{text}\n{networks}")
    code, lines = told(BENCH / "1.jpg")
    assert code == 1 and lines[0].startswith("CHANGE  networks: models/manifest.toml: its table [trust] cannot be used")


class Slow(NamedTuple):
    """Eyes that take their time."""

    def read(self, image: Image) -> Any:
        end = machine.time.thread_time() + 0.003
        while machine.time.thread_time() < end:
            pass
        return type("Reading", (), {"dice": (1, 2)})


def test_slow_reading_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    image = np.zeros((72, 128, 3), np.uint8)
    monkeypatch.setattr(machine, "FRAME_TIME", 1.0)
    finding = machine.check_speed(Slow(), image)  # type: ignore[arg-type]
    assert finding.level == "change" and "ms for a picture of 128x72 with 2 dice on one core" in finding.text
    monkeypatch.setattr(machine, "FRAME_TIME", 1000.0)
    assert machine.check_speed(Slow(), image).level == "fine"  # type: ignore[arg-type]


def linux(root: Path, available: int, limit: str | None = None, used: int = 0) -> Path:
    (root / "proc").mkdir(parents=True)
    (root / "proc/meminfo").write_text(f"MemTotal: 9 kB\nMemAvailable:   {available << 10} kB\n")
    if limit is not None:
        (root / "sys/fs/cgroup").mkdir(parents=True)
        (root / "sys/fs/cgroup/memory.max").write_text(f"{limit}\n")
        (root / "sys/fs/cgroup/memory.current").write_text(f"{used << 20}\n")
    return root


def test_free_memory_obeys_a_container(tmp_path: Path) -> None:
    assert machine.free_memory(linux(tmp_path / "a", 4000)) == 4000
    assert machine.free_memory(linux(tmp_path / "b", 4000, "max")) == 4000
    assert machine.free_memory(linux(tmp_path / "c", 4000, str(512 << 20), 200)) == 312
    assert machine.free_memory(tmp_path / "no linux") is None


@pytest.mark.parametrize(("free", "level"), [(None, "note"), (300, "change"), (2000, "fine")])
def test_memory_is_judged(monkeypatch: pytest.MonkeyPatch, free: int | None, level: str) -> None:
    monkeypatch.setattr(machine, "MEMORY", 500)
    monkeypatch.setattr(machine, "free_memory", lambda: free)
    (finding,) = machine.check_memory()
    assert finding.level == level


def test_versions_are_compared_with_what_the_package_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.metadata

    asks = ["opencv-python<6,>=4.10", "numpy>=1.26", "onnxruntime>=1.20", 'torch>=9; extra == "train"']
    monkeypatch.setattr(machine, "requires", lambda name: asks)
    real = importlib.metadata.version
    assert [finding.level for finding in machine.check_versions()] == ["fine"]
    monkeypatch.setattr(machine, "version", lambda name: "1.9.2" if name == "onnxruntime" else real(name))
    old, programs = machine.check_versions()
    assert (old.level, old.text) == ("change", "onnxruntime 1.9.2 is too old: install 1.20 or newer")
    assert f"Python {sys.version.split()[0]}" in programs.text
