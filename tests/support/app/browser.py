"""The app in headless Chromium: a server of its own for each group of tests, and a page with semantics on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.serving import open_link
from tests.support.paths import ROOT
from tests.support.vision.readings_folder import FOLDER
from tests.support.waiting import until

PATIENCE = 60_000
"""Milliseconds that a condition on the screen gets: generous, because the machine may be slow and shared."""

_TELLING = "import faulthandler, signal; faulthandler.register(signal.SIGUSR1)"
"""Run before a server: asked by a signal, it prints where each of its threads is."""
_REPLAYING = """
from tests.support.app.each_frame import show_each_frame
from tests.support.vision.recorded_readings import replay
replay()
show_each_frame()
"""
_drivers: list[Any] = []
"""Playwright, once for each browser that is open."""
_KEPT = "COMPANION_SCREENSHOTS"
"""The variable of the environment that names a folder for pictures of the screen."""
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""What draws pages and nothing else comes first: a whole browser draws its own windows too, though nobody sees them."""
_FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_PASSING_FLAGS = ["--js-flags=--liftoff-only --no-turbofan --no-maglev"]
"""Where nobody looks at the pictures, and no tab is there for long: compiling once more what is run often takes a
seventh of all the processor that such tests take."""
_WATCHING_FIELDS = """
const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
Object.defineProperty(HTMLInputElement.prototype, 'value', {...own, set(words) {
    own.set.call(this, words);
    this.writes = (this.writes || 0) + 1;
    if (document.activeElement === this) this.open = true;
}});
const focus = HTMLElement.prototype.focus;
HTMLInputElement.prototype.focus = function(...how) {
    focus.apply(this, how);
    if (this.writes) this.open = true;
};
document.addEventListener('focusout', event => { event.target.open = false; }, true);
"""
"""Run in each page before its own scripts. Flutter connects itself to a field some frames after the field has got the
focus, and writes into it what it takes to stand there; into one that it makes anew it writes before it gives it the
focus. `open` is true from then on. `writes` counts what was written."""
_FEWER_FRAMES = """
const draw = window.requestAnimationFrame.bind(window), EVERY = 1000 / 15;
let last = -EVERY, number = 0, waiting = new Map(), due = new Map();
window.requestAnimationFrame = told => {
    waiting.set(++number, told);
    if (waiting.size === 1)
        setTimeout(() => draw(time => {
            [last, due, waiting] = [performance.now(), waiting, new Map()];
            for (const told of due.values())
                try { told(time); } catch (error) { setTimeout(() => { throw error; }); }
        }), Math.max(0, last + EVERY - performance.now()));
    return number;
};
window.cancelAnimationFrame = number => waiting.delete(number) || due.delete(number);
const unseen = new CSSStyleSheet();
unseen.replaceSync('flt-semantics-host > * { filter: none !important; opacity: 0 !important; }');
document.adoptedStyleSheets = [unseen];
"""
"""Run in each page before its own scripts, where nobody looks at the pictures: it draws 15 frames a second at most, as
a slow phone does. What moves takes no longer for it, and what fails in a frame keeps nothing else from it. What Flutter
says to screen readers, which nobody sees, is not drawn: Flutter hides it by a filter, over which a browser without a
graphics card takes a sixth of its time."""
_AT_REST = """
found => new Promise(done => {
    let before = '', same = -1, left = 100;
    const next = () => {
        const box = found.getBoundingClientRect(), now = JSON.stringify(box);
        same = found.getClientRects().length && now === before ? same + 1 : 0;
        before = now;
        if (same < 4 && left-- && found.isConnected) requestAnimationFrame(next);
        else done(same < 4 ? null : {x: box.x, y: box.y, width: box.width, height: box.height});
    };
    next();
    setTimeout(() => done(null), 10_000);
})
"""
"""Where something is, once it has rested for four frames: a page is drawn in several steps. Null where it is drawn anew
meanwhile, is not to be seen, or does not rest, and where the browser draws no frames."""
_SCROLL_TO = """
found => {
    const before = found.getBoundingClientRect().top;
    found.scrollIntoView({block: 'nearest'});
    return found.getBoundingClientRect().top !== before;
}
"""
"""Scrolls something into view, and tells whether it had to. Only once it rests: where Flutter scrolls by itself
meanwhile, as to the field that has the focus again after a dialog, it does not hear of it, and draws another place than
the browser tells."""
_AFTER_TWO_FRAMES = """
field => new Promise(told => {
    const tell = () => told([field.value, field.writes]);
    requestAnimationFrame(() => requestAnimationFrame(tell));
})
"""
"""What stands in a field once the browser has drawn, and how often Flutter has written into it."""
HOSTS: dict[str, str] = {}
"""NAME=SECRET of the host's own browsers, by the address of a server that was started here."""
_SPARE: dict[Any, list[Any]] = {}
"""Empty pages of a browser that were used before: what they have loaded and compiled need not be so again, which takes
three times as long as all else that opening the app does."""
COARSE, READABLE, SHARP = 0.25, 0.5, 1.0
"""Pixels drawn for each pixel of a page, where nobody looks at the pictures, where a QR code is read, and as people see
it: there is no graphics card, so that drawing takes a third of all that a browser does."""
_SCALES: dict[Any, float] = {}
"""The same of each browser that is open."""


class AppServer:
    """The app as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.cookie = ""
        """NAME=SECRET of the host's own browsers."""
        self.folder: Path
        """Where it keeps settings, where it has such a place of its own."""
        self.lines: list[str] = []
        """What it has printed, errors included."""

    def begin(self, link: str) -> None:
        """Open the link that the server has printed, as the host's browser does."""
        self.address, self.cookie = open_link(link)
        HOSTS[self.address] = self.cookie

    def fetch(self, path: str = "/", timeout: float = 30) -> HTTPResponse:
        """What the server answers the host's browser; closed by the caller. Raises urllib.error.HTTPError."""
        asked = urllib.request.Request(self.address + path, headers={"Cookie": self.cookie})
        answer: HTTPResponse = urllib.request.urlopen(asked, timeout=timeout)
        return answer

    def run(self, code: str) -> Any:
        """Run Python in a server that obeys (tests.support.app.posed); what it calls `answer`."""
        before = len(self.lines)
        self.tell(json.dumps(code))

        def said() -> str | None:
            return next((line for line in self.lines[before:] if line.startswith(("done ", "failed "))), None)

        line = until(said, "an answer")
        assert line.startswith("done "), line
        return json.loads(line.removeprefix("done "))

    def pose(self, name: str, events: int | None = None) -> None:
        """Put a match in a position of a game on the table."""
        self.run(f"from tests.support.app.posed import pose; pose({name!r}, {events!r})")

    @property
    def faults(self) -> list[str]:
        """What could not be drawn, with what was printed about it."""
        first = next((n for n, line in enumerate(self.lines) if re.match(r"drawing .* failed", line)), None)
        return [] if first is None else self.lines[first : first + 40]

    def last_words(self) -> str:
        """The end of what it has printed, and where each of its threads is."""
        self.process.send_signal(signal.SIGUSR1)
        time.sleep(1)  # for it to be printed
        return "".join(self.lines[-300:])

    def tell(self, line: str) -> None:
        """Send a line to the program, for servers that listen."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


@contextmanager
def serve(code: str, **env: str) -> Iterator[AppServer]:
    """Run Python code that ends in `ui.server.server.run(port=0)`; the server is stopped, and has to stop, at the end.
    What it sees of the bundled films is replayed where this run keeps it."""
    first = f"{_TELLING}\n{_REPLAYING}" if FOLDER in os.environ else _TELLING
    process = subprocess.Popen(
        [sys.executable, "-c", f"{first}\n{code}"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None and process.stdin is not None
    server = AppServer(process, "")
    try:
        for line in process.stdout:
            server.lines.append(line)
            found = re.search(r"http://\S+", line)
            if found:
                server.begin(found[0])
                break
        assert server.address, f"the server did not start: {''.join(server.lines)}"
        # Whoever does not read a pipe stops the writer.
        reader = threading.Thread(target=lambda: server.lines.extend(process.stdout or []), daemon=True)
        reader.start()
        try:
            yield server
        except Exception:
            print(f"what the server said:\n{server.last_words()}")
            raise
        assert not server.faults, "".join(server.faults)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the server did not stop:\n{server.last_words()}") from None
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


@contextmanager
def chromium(*flags: str, pixels: float = COARSE) -> Iterator[Any]:
    """A headless browser, with these flags too; skips, saying why, where there is none. It draws so many `pixels` for
    each of a page, and every one where pictures of the screen are kept."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(_NAMES)} is installed")
    with _driver() as playwright:
        pixels = SHARP if _KEPT in os.environ else pixels
        every = _FLAGS if pixels == SHARP else [*_FLAGS, *_PASSING_FLAGS]
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=[*every, *flags])
        _SCALES[browser] = pixels
        try:
            yield browser
        finally:
            del _SCALES[browser]
            _SPARE.pop(browser, None)
            browser.close()


@contextmanager
def _driver() -> Iterator[Any]:
    """Playwright, of which a process can have one at a time: browsers that are open side by side share it, and it ends
    with the last of them."""
    if not _drivers:
        try:
            from playwright.sync_api import sync_playwright
        except ImportError:
            pytest.skip("Playwright is not installed (extra `dev`)")
        _drivers.append(sync_playwright().start())
    else:
        _drivers.append(_drivers[0])
    try:
        yield _drivers[0]
    finally:
        driver = _drivers.pop()
        if not _drivers:
            driver.stop()


def context(browser: Any, width: int, height: int) -> Any:
    """A browser as of somebody else, for tabs of this size."""
    # The server's own certificate is one that no browser knows.
    made = browser.new_context(
        viewport={"width": width, "height": height}, ignore_https_errors=True, device_scale_factor=_SCALES[browser]
    )
    made.set_default_timeout(PATIENCE)
    made.add_init_script(_WATCHING_FIELDS)
    if _SCALES[browser] != SHARP:
        made.add_init_script(_FEWER_FRAMES)
    return made


def be_known(context: Any, address: str, cookie: str = "") -> None:
    """Give a browser the cookie (NAME=SECRET) by which the app knows it; by default the host's of an app of ours."""
    origin = "/".join(address.split("/", 3)[:3])
    if said := cookie or HOSTS.get(origin, ""):
        name, token = said.split("=", 1)
        secure = origin.startswith("https")
        context.add_cookies(
            [{"name": name, "value": token, "url": origin, "secure": secure, "httpOnly": True, "sameSite": "Lax"}]
        )


def page_of(browser: Any, width: int, height: int) -> Any:
    """An empty page of nobody yet."""
    spare = _SPARE.setdefault(browser, [])
    page = spare.pop() if spare else context(browser, width, height).new_page()
    page.set_viewport_size({"width": width, "height": height})
    return page


def keep_picture(page: Any, name: str) -> None:
    """Keep a picture of a page, where the environment names a folder for such (COMPANION_SCREENSHOTS)."""
    folder = os.environ.get(_KEPT)
    if folder:
        page.wait_for_timeout(2000)  # what is drawn comes after what is spoken
        page.screenshot(path=Path(folder) / f"{name}.png")


class Screen:
    """One tab that looks at the app, spoken to by what is written and said on it."""

    def __init__(
        self,
        browser: Any,
        address: str,
        width: int = 1280,
        height: int = 900,
        reduced_motion: str = "reduce",
        cookie: str = "",
    ) -> None:
        """Without motion, which takes time, unless it is wished. `cookie`: NAME=TOKEN of a device that was let in."""
        self.browser = browser
        self.page = page_of(browser, width, height)
        self.context = self.page.context
        self.answered: list[str] = []
        """The addresses of everything that was fetched."""
        self.faults: list[str] = []
        """What its scripts have stumbled over, and what its console calls an error."""
        self._heard = {
            "response": lambda response: self.answered.append(response.url),
            "pageerror": lambda error: self.faults.append(str(error)),
            "console": lambda told: self.faults.append(told.text) if told.type == "error" else None,
        }
        for event, hear in self._heard.items():
            self.page.on(event, hear)
        self.page.emulate_media(reduced_motion=reduced_motion)
        be_known(self.context, address, cookie)
        self.page.goto(address)
        self.begin()

    def begin(self) -> None:
        """What comes first on a page of the app."""
        self.listen()

    def listen(self) -> None:
        """Switch semantics on, as a screen reader does; needed again after a reload."""
        placeholder = self.page.locator("flt-semantics-placeholder")
        placeholder.wait_for(state="attached")
        placeholder.evaluate("element => element.click()")
        self.page.get_by_role("heading").first.wait_for()

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Any:
        return self.page.get_by_role("button", name=name, exact=exact).first

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Click the first button of this name."""
        from playwright.sync_api import TimeoutError as Late

        button = self.button(name, exact=exact)
        try:
            self.click(button)
        except Late:
            raise AssertionError(f"no {name!r} to press; on the screen is:\n{self.all_words()}") from None

    def has(self, name: re.Pattern[str]) -> bool:
        """Whether there is such a button."""
        return bool(self.page.get_by_role("button", name=name).count())

    def enter(self, label: str) -> None:
        """End what is typed into a field."""
        self.page.keyboard.press("Enter")

    def key(self, name: str) -> None:
        """Press a key."""
        self.page.keyboard.press(name)

    def touch(self, x: float, y: float, sheet: int, words: str) -> None:
        """Click a place of a drawn sheet, given as shares of its width and height, once the whole sheet is in view;
        `words` are said of it."""
        drawn = self.page.locator(f"[aria-label={json.dumps(words)}]").last
        drawn.wait_for()
        box = self.in_view(drawn)
        self.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])

    def leave(self) -> None:
        """Leave the table, whatever is on it."""
        self.press("Leave", exact=True)
        self.press("Leave the table")

    def fill(self, label: str, words: str) -> None:
        """Put words into a field in place of what stands there, once Flutter is connected to it; what comes before that
        is lost. No keys are pressed for it: where a dialog that closes gives the focus back to a button meanwhile, a
        space would press that, and digits choose."""
        from playwright.sync_api import TimeoutError as Late

        field = self.page.get_by_role("textbox", name=label)
        try:
            field.wait_for()
        except Late:
            raise AssertionError(f"no field {label!r}; on the screen is:\n{self.all_words()}") from None
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if not field.evaluate("field => Boolean(field.open) && document.activeElement === field"):
                self.click(field)
                if not self._opens(field):  # what was above it a moment ago, as a dialog that closes, took the click
                    continue
            writes = field.evaluate("field => field.writes")
            self.page.keyboard.press("Control+A")
            self.page.keyboard.insert_text(words)
            if field.evaluate(_AFTER_TWO_FRAMES) == [words, writes]:
                return
        held = field.input_value()
        raise AssertionError(f"the field {label!r} holds {held!r}; on the screen is:\n{self.all_words()}")

    def _opens(self, field: Any) -> bool:
        from playwright.sync_api import TimeoutError as Late

        try:
            self.page.wait_for_function("field => field.open", arg=field.element_handle(), timeout=2_000)
        except Late:
            return bool(field.evaluate("field => document.activeElement === field"))
        return True

    def click(self, found: Any) -> None:
        """Click something once it is in view and rests: the browser has scrolled at once, Flutter some frames later,
        and a click in between would meet what was there before."""
        self.in_view(found)
        found.click()

    def in_view(self, found: Any) -> dict[str, float]:
        """Scroll something into view, and return where it is then."""
        box = self.box_of(found)
        return self.box_of(found) if found.evaluate(_SCROLL_TO) else box

    def box_of(self, found: Any) -> dict[str, float]:
        """Where something is, in pixels, once it has come to rest."""
        for _ in range(10):
            box = found.evaluate(_AT_REST)
            if box is not None:
                return dict(box)
        raise AssertionError(f"{found} has no place on the screen")

    def text(self, words: str) -> Any:
        return self.page.get_by_text(words).first

    def wait_for(self, words: str) -> None:
        """Until these words are on the screen."""
        from playwright.sync_api import TimeoutError as Late

        try:
            self.text(words).wait_for()
        except Late:
            raise AssertionError(f"{words!r} did not come; on the screen is:\n{self.all_words()}") from None

    def wait_until_gone(self, words: str) -> None:
        self.text(words).wait_for(state="detached")

    def all_words(self) -> str:
        """The whole screen as a screen reader has it."""
        return str(self.page.locator("body").aria_snapshot())

    def wait_for_any(self, *words: str) -> str:
        """Which of these words comes first."""
        script = (
            "words => words.find(one => document.body.innerText.includes(one) || "
            "[...document.querySelectorAll('[aria-label]')].some(e => e.ariaLabel.includes(one)))"
        )
        return str(self.page.wait_for_function(script, arg=list(words)).json_value())

    def keep(self, name: str) -> None:
        """Keep a picture of the screen, where the environment names a folder for such (COMPANION_SCREENSHOTS)."""
        keep_picture(self.page, name)

    def close(self) -> None:
        """Close the tab, and keep its page for the next one."""
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        self.context.clear_cookies()
        _SPARE.setdefault(self.browser, []).append(self.page)

    def drop(self) -> None:
        """Close the tab, and keep nothing of it."""
        self.context.close()


@contextmanager
def screen(browser: Any, address: str, width: int = 1280, height: int = 900, **wishes: str) -> Iterator[Screen]:
    """A tab of its own, closed at the end; `wishes`: what else Screen takes."""
    opened = Screen(browser, address, width, height, **wishes)
    try:
        yield opened
    except BaseException:
        opened.drop()
        raise
    opened.close()
