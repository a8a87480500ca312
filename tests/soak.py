"""A long evening: matches watched one after the other by one program, from a film that is looped.

`python -m tests.soak FILM --hours 8`, or `make soak FILM=... HOURS=8`: FILM.json beside the film holds its truth. The
hours are those of the film, which is watched as fast as the machine can. A line a match tells memory and time a frame;
it ends with 1 where memory grew by more than LEEWAY after the first hour (or the first tenth, if that is less), or a
frame took longer at the end than at the beginning.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

LEEWAY, SLOWER = 1.05, 1.25
"""How many times as much memory and time may be used at the end; time on a machine that does other things too."""


class Looped(NamedTuple):
    """One match of the evening."""

    seconds: float
    """Of film, from the beginning of the evening."""
    megabytes: float
    """Of memory that the program holds after it."""
    usual: float
    """Milliseconds a frame took: the median."""
    slow: float
    """The same of the 99th percentile."""
    events: int

    @property
    def line(self) -> str:
        return (
            f"{self.seconds / 3600:6.2f} h  {self.megabytes:7.1f} MB  {self.usual:6.2f} ms a frame, "
            f"{self.slow:6.1f} at the 99th percentile  {self.events} events"
        )


def memory() -> float:
    """Megabytes that this program holds."""
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def evening(film: Path, hours: float) -> Sequence[Looped]:
    """Watch and record matches for so long."""
    import companion
    from companion.record import Record
    from companion.referee.matching.explanations import SeatedGame
    from companion.referee.scripted_players import ScriptedPlayers
    from seeds.sheets import pile_of
    from ui.live.match_pipeline import MatchPipeline
    from vision.camera.clip import VideoClip
    from vision.table.table_factory import table_reader_for

    truth: dict[str, Any] = json.loads(film.with_suffix(".json").read_text())
    game = companion.load(truth["game"], truth["players"], truth["options"])
    eyes = table_reader_for(game.id, game.players, truth["options"].get("geometry"))
    found: list[Looped] = []
    passed = 0.0
    with tempfile.TemporaryDirectory() as folder, Record(Path(folder) / "matches.sqlite", clock=time.time) as record:
        while passed < hours * 3600:
            match = record.begin(game)
            table = MatchPipeline(SeatedGame(game, tuple(truth["colours"])), eyes, pile_of(game.id), match.journal)
            judge, took, newest = ScriptedPlayers(game, truth), [], 0.0
            clip = VideoClip(str(film), realtime=False)
            while (frame := clip.read()) is not None:
                begun = time.perf_counter()
                shown = frame._replace(time=passed + frame.time)
                notices = [*judge.act(table.tracker, frame.time), *table.see(shown)]
                took.append(1000 * (time.perf_counter() - begun))
                judge.observe(notices)
                newest = frame.time
            clip.close()
            match.leave()
            passed += newest
            took.sort()
            found.append(
                Looped(passed, memory(), median(took), took[int(0.99 * len(took))], len(match.journal.history()))
            )
            print(found[-1].line, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.soak", description=__doc__)
    parser.add_argument("film", type=Path)
    parser.add_argument("--hours", type=float, default=8.0, help="of film")
    arguments = parser.parse_args()
    found = evening(arguments.film, arguments.hours)
    settled = next((one for one in found if one.seconds >= min(3600, arguments.hours * 360)), found[0])
    more = found[-1].megabytes / settled.megabytes
    part = max(1, len(found) // 4)
    slower = median(one.usual for one in found[-part:]) / median(one.usual for one in found[:part])
    print(f"memory grew {more:.3f} times, and a frame took {slower:.2f} times as long at the end as at the beginning")
    return int(more > LEEWAY or slower > SLOWER)


if __name__ == "__main__":
    sys.exit(main())
