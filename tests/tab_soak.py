"""A long evening of two browser tabs: one of a phone's size and one of a laptop's show a film that is looped.

`python -m tests.tab_soak --hours 3`, or `make soak-tabs HOURS=3`. A line a minute tells the memory of each process of
the browser that draws, how many pictures both tabs have shown, the errors of the consoles, and whether the pictures are
new. It ends with 1 where there was an error, the pictures stood still, or memory grew by more than LEEWAY after the
first ten minutes. With `--pace 3` the film plays three times as fast, and its pictures, as large as usual, follow each
other without a pause on pages that are drawn with few pixels: as many in an hour as in two.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.app.browser import COARSE, SHARP, Screen, chromium, screen, serve

SIZES = ((390, 844), (1280, 900))
LEEWAY = 1.10
"""How many times as much memory may be used at the end as after SETTLED."""
SETTLED = 600.0
"""Seconds from the start after which memory is compared; a tenth of the time, where that is less."""
EVERY = 60.0
"""Seconds between two looks."""
STILL = 20
"""Looks at a picture, half a second apart, in which it has to change."""
SERVER = """
from tests.support.app.one_app import APP
from ui.server.server import run
from ui.widgets.camera import picture
import flet, threading, time

shown, render = 0, flet.RawImage.render_encoded

async def count(image, jpeg):
    global shown
    await render(image, jpeg)
    shown += 1

def loop():
    while APP.host.table is None or APP.host.table.frame_loop.shot is None:
        time.sleep(0.05)
    source = APP.host.table.frame_loop.source
    source.loop, source.rate = True, source.rate * {pace}
    while True:
        time.sleep(1)
        print("shown", shown, flush=True)

flet.RawImage.render_encoded = count
if {pixels} < 1:
    picture.SPARED, use = 0.0, picture._use_newest
    picture._use_newest = lambda raw, loop, width: use(raw, loop, width / {pixels})
threading.Thread(target=loop, daemon=True).start()
run(port=0, demo={game!r}, state=APP)
"""


class Look(NamedTuple):
    """What one look at both tabs found."""

    seconds: float
    megabytes: dict[str, float]
    """Of each process of the browser, by its kind and number."""
    pictures: int
    """That both tabs together have shown so far."""
    errors: int
    """In all consoles so far."""
    moves: bool
    """Whether the pictures of all tabs were new."""

    @property
    def line(self) -> str:
        held = ", ".join(f"{name} {size:.0f} MB" for name, size in self.megabytes.items())
        told = f"{self.pictures} pictures  {self.errors} errors  {'new' if self.moves else 'STANDS STILL'}"
        return f"{self.seconds / 60:6.1f} min  {held}  {told}"


def drawing_processes() -> dict[str, float]:
    """Megabytes of each process of a browser that was started here and draws, by its kind and number."""
    parents: dict[int, int] = {}
    found: dict[int, tuple[str, float]] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            kind = re.search(r"--type=(renderer|gpu-process)\b", (folder / "cmdline").read_text())
            status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        except OSError:  # it has ended
            continue
        number = int(folder.name)
        parents[number] = int(status["PPid"])
        if kind is not None and "VmRSS" in status:  # one that has ended and is not yet buried has none
            found[number] = kind[1], int(status["VmRSS"].split()[0]) / 1024

    def is_ours(number: int) -> bool:
        while number in parents and number != os.getpid():
            number = parents[number]
        return number == os.getpid()

    return {f"{kind} {number}": size for number, (kind, size) in sorted(found.items()) if is_ours(number)}


def moves(tab: Screen) -> bool:
    """Whether the picture of the table changes."""
    picture = tab.page.get_by_role("img", name="Live picture of the table").first
    picture.scroll_into_view_if_needed()
    box = tab.box_of(picture)
    height = tab.page.viewport_size["height"]
    box["y"], below = max(0.0, box["y"]), min(height, box["y"] + box["height"])
    box["height"] = below - box["y"]
    first = tab.page.screenshot(clip=box)
    for _ in range(STILL):
        tab.page.wait_for_timeout(500)
        if tab.page.screenshot(clip=box) != first:
            return True
    return False


def evening(game: str, hours: float, tell: Callable[[str], None] = print, pace: float = 1.0) -> Sequence[Look]:
    """Show the film of a game in both tabs for so long; what each look found. `pace`: how fast it plays."""
    found: list[Look] = []
    pixels = SHARP if pace <= 1 else COARSE
    with tempfile.TemporaryDirectory() as folder:
        env = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), folder)
        with (
            serve(SERVER.format(game=game, pace=pace, pixels=pixels), **env) as app,
            chromium(pixels=pixels) as browser,
            screen(browser, app.address, *SIZES[0]) as phone,
            screen(browser, app.address, *SIZES[1]) as laptop,
        ):
            tabs = (phone, laptop)
            errors: list[str] = []

            def hear(message: Any) -> None:
                if message.type == "error":
                    errors.append(message.text)

            for tab in tabs:
                tab.page.on("console", hear)
            begun = time.monotonic()
            while (passed := time.monotonic() - begun) < hours * 3600:
                count = len(errors) + sum(len(tab.faults) for tab in tabs)
                told = next((line for line in reversed(app.lines) if line.startswith("shown ")), "shown 0")
                pictures = int(told.split()[1])
                look = Look(passed, drawing_processes(), pictures, count, all(moves(tab) for tab in tabs))
                found.append(look)
                tell(look.line)
                laptop.page.wait_for_timeout(1000 * max(0.0, min(EVERY, hours * 3600 / 10)))
            for words in sorted({*errors, *(fault for tab in tabs for fault in tab.faults)}):
                tell(f"error: {words[:200]}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.tab_soak", description=__doc__)
    parser.add_argument("--game", default="space-checkers", help="whose recorded match is shown")
    parser.add_argument("--hours", type=float, default=3.0)
    parser.add_argument("--pace", type=float, default=1.0, help="how many times as fast as usual the film plays")
    arguments = parser.parse_args()
    found = evening(arguments.game, arguments.hours, lambda line: print(line, flush=True), arguments.pace)
    settled = next((one for one in found if one.seconds >= min(SETTLED, arguments.hours * 360)), found[0])
    before, after = sum(settled.megabytes.values()), sum(found[-1].megabytes.values())
    stood = sum(not one.moves for one in found)
    grown = f"memory {before:.0f} -> {after:.0f} MB ({after / before:.3f} times)"
    shown = f"{found[-1].pictures} pictures, {found[-1].errors} errors"
    print(f"{grown}, {shown}, {stood} of {len(found)} looks at a picture that stood still")
    return int(after > LEEWAY * before or found[-1].errors > 0 or stood > 0)


if __name__ == "__main__":
    sys.exit(main())
