"""How much sooner 400 photographs are read by two processes, and by two workers of a Dask cluster, than by one process:
`python -m tests.support.batch_figures` prints the ratios, and whether the same was read.

The three are measured in turns, because whatever else the machine does changes from one minute to the next.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.cluster import local_cluster
from tests.support.paths import DATA, ROOT

__all__ = ["main"]

PICTURES = 400
ENDINGS = (".jpg", ".png")
TIMES = re.compile(rb'"ms":[\d.]+')
"""What of a reading is measured: it is another each time."""


def scanned(folder: Path, *how: str) -> tuple[float, bytes]:
    """Seconds that a scan takes, and what it prints but for the times in it."""
    command = [sys.executable, "-W", "ignore", "-m", "companion", "scan", str(folder), "--json", *how]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    begun = time.perf_counter()
    run = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - begun, TIMES.sub(b'"ms":0', run.stdout)


def fill(folder: Path, photos: Path) -> None:
    """Put links to so many of the photographs below `photos` into a folder, from all over, again if they are fewer."""
    found = sorted(path for path in photos.rglob("*") if path.suffix.lower() in ENDINGS)
    spread = found[:: max(1, len(found) // PICTURES)]
    for number, path in enumerate(islice(cycle(spread), PICTURES)):
        (folder / f"{number:03}{path.suffix}").symlink_to(path.resolve())


def main() -> int:
    """Measure, and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=DATA / "scenes", help="a folder of photographs")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    arguments = parser.parse_args()
    with TemporaryDirectory() as name, local_cluster() as address:
        folder = Path(name)
        fill(folder, arguments.photos)
        ways = {
            "one process": ("--jobs", "1"),
            "two processes": ("--jobs", "2"),
            "a cluster of two workers": ("--cluster", address),
        }
        for how in ways.values():
            scanned(folder, *how)  # the first compiles, and loads the networks of the workers
        taken: dict[str, list[float]] = {way: [] for way in ways}
        printed: set[bytes] = set()
        for _ in range(arguments.rounds):
            for way, how in ways.items():
                seconds, out = scanned(folder, *how)
                taken[way].append(seconds)
                printed.add(out)
    one = taken["one process"]
    for way, times in taken.items():
        ratio = statistics.median(before / after for before, after in zip(one, times, strict=True))
        print(
            f"companion scan of {PICTURES} photographs, {way}: {statistics.median(times):.1f} s, "
            f"{ratio:.2f} times as fast as one (median of {arguments.rounds})",
            flush=True,
        )
    print("what they print is the same, byte for byte" if len(printed) == 1 else "WHAT THEY PRINT DIFFERS")
    return len(printed) != 1


if __name__ == "__main__":
    sys.exit(main())
