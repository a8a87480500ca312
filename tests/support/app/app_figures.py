"""How fast the app is here: `python -m tests.support.app.app_figures` prints what people feel and what the laptop pays.

All in one run, in real Chromium on the same machine: the first screen, how old a 1280x720 picture is when it is on the
screen, how far two screens are apart, how soon a tap is answered while pictures come, how many pictures a phone sends,
and what the server takes of one core while nobody is connected, while a browser shows a still table, and while
something moves on it; how many taps a match without a camera takes, and how long a hint. Chromium draws without a
graphics card here and shares the machine, so that a laptop is faster.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import companion
from tests.support.app.browser import SHARP, AppServer, Screen, chromium, screen, serve
from tests.support.app.fake_camera import camera_flags
from tests.support.app.joining import joined
from tests.support.app.paired import paired_app
from tests.support.app.posed import choosing
from tests.support.paths import FILMS
from tests.support.waiting import until
from ui.match.hint_worker import SECONDS, hints_by_process

__all__ = ["main", "serve_camera", "serve_nothing"]

SETTLED = 3.0
"""Seconds that a server or a screen gets to come to rest before it is measured."""
LOOKED = 10.0
"""Seconds over which the processor is looked at."""
FIRST_SCREENS, CHANGES, TAPS = 5, 12, 40
GAME = "space-checkers"
WATCH = """() => {
    window.changed = 0;
    new MutationObserver(() => { window.changed ||= Date.now() / 1000; }).observe(
        document.querySelector("flt-semantics-host"),
        {subtree: true, childList: true, characterData: true, attributes: true});
}"""
"""Notes in the page when what a screen reader has of it changes."""
TOGGLED = ("Mute", "Sounds on")
"""One button, before and after a tap."""
WATCH_TAP = """awaited => {
    window.answered = 0;
    const host = document.querySelector("flt-semantics-host");
    const there = () => [...host.querySelectorAll("flt-semantics")].some(
        one => (one.ariaLabel || one.textContent) === awaited);
    const watch = new MutationObserver(() => {
        if (!window.answered && window.tapped && there()) window.answered = performance.now() - window.tapped;
    });
    window.tapped = 0;
    addEventListener("pointerdown", () => { window.tapped = performance.now(); }, {capture: true, once: true});
    watch.observe(host, {subtree: true, childList: true, characterData: true, attributes: true});
}"""
"""Notes in the page how many milliseconds after the next tap something of this name is there."""
COUNT_TAPS = """() => {
    window.taps = 0;
    addEventListener("click", () => { window.taps += 1; }, {capture: true});
}"""
CHOOSING = [name for name in companion.GAMES if name != "dinosaurs-vs-army-men"]
"""The games in which there is something to choose."""
BEGUN = 5
"""Events before the position of a game for which hints are asked."""
RATE = 30
"""Pictures a second of the camera."""


def serve_nothing() -> None:
    """The app on its start screen."""
    from ui.server.server import run

    run(port=0)


def serve_camera() -> None:
    """A match of Space Checkers before a camera of 1280x720 at RATE, posed: the table is rendered and lies still, but
    for the noise of a camera, until `move` is read, and then something goes over it. `ages` answers how old pictures
    were when a browser had drawn them, in milliseconds; `say` changes the screens and answers when."""
    import cv2
    import flet as ft
    import numpy as np

    from tests.support.app.one_app import APP
    from tests.support.app.posed import posed
    from ui.match.open_match import LiveMatch
    from ui.server.server import run
    from ui.sources.frame_loop import FrameLoop, Shot
    from vision.camera.clip import VideoClip
    from vision.camera.live import Live

    film = VideoClip(FILMS["space-checkers"], realtime=False)
    first = film.read()
    assert first is not None
    still = cv2.resize(first.image, (1280, 720)).astype(np.int16)
    noise = [np.random.default_rng(n).integers(-2, 3, still.shape, np.int16) for n in range(4)]
    pictures = [cv2.imencode(".jpg", np.clip(still + one, 0, 255))[1] for one in noise]
    moves, ages = threading.Event(), []

    class Capture:
        """Compressed pictures, as a webcam sends them."""

        number = 0

        def grab(self) -> bool:
            time.sleep(1 / RATE)
            self.number += 1
            return True

        def read(self) -> tuple[bool, Any]:
            self.grab()
            image = cv2.imdecode(pictures[self.number % len(pictures)], cv2.IMREAD_COLOR)
            if moves.is_set():
                x = 20 * self.number % 1100
                image[300:480, x : x + 180] = (60, 90, 150)
            return True, image

        def release(self) -> None: ...

    session = posed("space-checkers", 3)
    session.live = True
    camera = Live("posed camera", Capture())  # type: ignore[arg-type]
    camera._start = 0.0  # frames have the time of this machine's clock
    frame_loop = FrameLoop(session, camera)
    dates: dict[int, float] = {}
    """When the frame of each picture was taken, by its number."""
    sent: dict[int, float] = {}
    """The same of each JPEG, by its id."""
    draw, encode, send = frame_loop._draw, Shot.jpeg, ft.RawImage.render_encoded

    def dated_draw(image: Any) -> None:
        assert frame_loop._frame is not None
        dates[1 if frame_loop.shot is None else frame_loop.shot.number + 1] = frame_loop._frame.time
        draw(image)

    def dated_jpeg(shot: Shot, across: float) -> bytes:
        jpeg = encode(shot, across)
        sent[id(jpeg)] = dates[shot.number]
        return jpeg

    async def timed_send(raw: ft.RawImage, jpeg: bytes) -> None:
        await send(raw, jpeg)
        ages.append(1000 * (time.monotonic() - sent[id(jpeg)]))

    frame_loop._draw = dated_draw  # type: ignore[method-assign]
    Shot.jpeg = dated_jpeg  # type: ignore[method-assign,assignment]
    ft.RawImage.render_encoded = timed_send  # type: ignore[method-assign,assignment]

    def listen() -> None:
        for number, line in enumerate(sys.stdin):
            answer: Any = None
            match line.strip():
                case "move":
                    moves.set()
                case "ages":
                    answer, ages[:] = list(ages), []
                case "say":
                    answer = time.time()
                    session.enter_text(f"nonsense{number}")
            print(f"answer {json.dumps(answer)}", flush=True)

    threading.Thread(target=listen, daemon=True).start()
    with APP.host.change():
        APP.host.live = LiveMatch(session, frame_loop)
    run(port=0, state=APP)


def main() -> int:
    """Print all of it; 0."""
    with chromium(pixels=SHARP) as browser:
        with serve("from tests.support.app.app_figures import serve_nothing; serve_nothing()") as app:
            time.sleep(SETTLED)
            _line("nobody connected, start screen", f"{_load(app):.1f} % of a core", "under 3 %")
            _line("taps to a match without a camera", f"{_taps_to_match(browser, app)}", "6 or fewer")
            times = [_first_screen(browser, app) for _ in range(FIRST_SCREENS)]
            _line("first screen, of a browser that never was there", f"{_spread(times)} s", "under 2 s")
        with serve("from tests.support.app.app_figures import serve_camera; serve_camera()") as app:
            time.sleep(SETTLED)
            _line("nobody connected, a match before a camera", f"{_load(app):.1f} % of a core", "")
            with screen(browser, app.address) as one, screen(browser, app.address) as two:
                apart = [_apart(app, one, two) for _ in range(CHANGES)]
                _line("a change on the later of two screens", f"{_spread([1000 * s for s in apart], 0)} ms", "300 ms")
            with screen(browser, app.address) as tab:
                time.sleep(SETTLED)
                _line("one browser, still table", f"{_load(app):.1f} % of a core", "under 10 %")
                _tell(app, "move")
                time.sleep(SETTLED)
                _tell(app, "ages")
                load = _load(app)
                ages = _tell(app, "ages")
                taps = _answered(tab)
            _line("one browser, something moves", f"{load:.1f} % of a core", "")
            _line("pictures on the screen", f"{len(ages) / LOOKED:.1f} a second of {RATE}", "15 or more")
            _line("age of a picture when it is drawn", f"{_spread(ages, 0)} ms", "within 60 ms")
            _line("a tap answered meanwhile", f"{_spread(taps, 0)} ms", "100 ms (95 of 100 within 250)")
    with TemporaryDirectory() as folder:
        _line("a phone's pictures of 1280x720", f"{_of_phone(Path(folder)):.1f} a second", "15 or more")
    hints = {name: _hint(name) for name in CHOOSING}
    slowest = max(hints, key=hints.__getitem__)
    _line("hints, the slowest of the games", f"{hints[slowest]:.2f} s ({slowest})", "3 s or less")
    return 0


def _line(what: str, figure: str, asked: str) -> None:
    print(f"{what:48} {figure:42} {asked}", flush=True)


def _spread(values: Sequence[float], digits: int = 2) -> str:
    ranked = sorted(values)
    most = ranked[int(0.95 * (len(ranked) - 1))]
    return f"{statistics.median(ranked):.{digits}f} (95 of 100 within {most:.{digits}f})"


def _processor(app: AppServer) -> float:
    """Seconds of the processor that the server has taken."""
    words = Path(f"/proc/{app.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _load(app: AppServer) -> float:
    """Hundredths of one core that the server takes."""
    before, begun = _processor(app), time.monotonic()
    time.sleep(LOOKED)
    return 100 * (_processor(app) - before) / (time.monotonic() - begun)


def _first_screen(browser: Any, app: AppServer) -> float:
    """Seconds from the address to the first screen, drawn and readable."""
    begun = time.monotonic()
    with screen(browser, app.address):
        return time.monotonic() - begun


def _taps_to_match(browser: Any, app: AppServer) -> int:
    """How often somebody presses, who never was here, until a match without a camera waits for its first roll."""
    with screen(browser, app.address) as tab:
        tab.page.evaluate(COUNT_TAPS)
        tab.press("Play Space Checkers")
        without = tab.page.get_by_role("checkbox", name="Play without a camera")
        without.wait_for()
        if not without.is_checked():
            tab.click(without)
        tab.press("Play", exact=True)
        tab.wait_for("Yellow: roll the dice.")
        taps = int(tab.page.evaluate("() => window.taps"))
        tab.leave()
        return taps


def _answered(tab: Screen) -> list[float]:
    """Milliseconds from a tap to the frame that answers it, over the server and back."""
    taken = []
    for tap in range(TAPS):
        now, then = TOGGLED[tap % 2], TOGGLED[(tap + 1) % 2]
        box = tab.box_of(tab.button(now, exact=True))
        tab.page.evaluate(WATCH_TAP, then)
        tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.page.wait_for_function("() => window.answered")
        taken.append(float(tab.page.evaluate("() => window.answered")))
    return taken


def _hint(name: str) -> float:
    """Seconds until hints are there, with the process that computes them."""
    game, position = choosing(name, BEGUN)
    begun = time.monotonic()
    hints_by_process(game, position, SECONDS)
    return time.monotonic() - begun


def _of_phone(folder: Path) -> float:
    """Pictures a second that come from the camera page of a phone, over TLS, and are decoded here for a match; browser
    and server share the machine."""
    with (
        chromium(*camera_flags(FILMS[GAME], folder), pixels=SHARP) as browser,
        paired_app(folder / "network") as app,
        screen(browser, app.server.address) as host,
    ):
        joined(browser, app, host, "phone", "camera").page.wait_for_url("**/camera")
        app.tell("open", GAME, "phone:phone")
        until(lambda: app.tell("phones")["phone"]["pictures"], "pictures of the phone")
        time.sleep(SETTLED)
        before, begun = app.tell("phones")["phone"]["pictures"], time.monotonic()
        time.sleep(LOOKED)
        return float(app.tell("phones")["phone"]["pictures"] - before) / (time.monotonic() - begun)


def _tell(app: AppServer, word: str) -> Any:
    before = len(app.lines)
    app.tell(word)
    found = until(lambda: [one for one in app.lines[before:] if one.startswith("answer ")], f"an answer to {word}")
    return json.loads(found[0].removeprefix("answer "))


def _apart(app: AppServer, *screens: Screen) -> float:
    """Seconds from a change to the last of these screens that says it."""
    for one in screens:
        one.page.evaluate(WATCH)
    time.sleep(0.7)  # what the change before has left to draw
    for one in screens:
        one.page.evaluate("() => { window.changed = 0 }")
    said = float(_tell(app, "say"))
    for one in screens:
        one.page.wait_for_function("() => window.changed > 0")
    return max(float(one.page.evaluate("() => window.changed")) for one in screens) - said


if __name__ == "__main__":
    sys.exit(main())
