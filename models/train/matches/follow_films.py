"""Builds films of whole games, has `companion watch` follow them, and says how far hands alone were enough and what
every touch that was left came from: `python -m models.train.matches.follow_films films`, or `make films`.

Four films of each game by default, with two to four players, from a low, a middle and a high camera. Their seeds are
none that anything was tuned on. A film that is there is not built again. The causes are found by reading each film once
more and comparing the rest at which an event came to lie with what was read of it.

`--second` has them drawn by Mitsuba's paths instead, which nothing was fitted on and which takes several times as long;
see models/train/generate/path_traced_renderer.py for how to make it faster. `--shaken` has the same films followed as a
camera in a hand would have taken them (models/train/matches/film/shaken.py). `--jobs`, `--cluster` and `--resume` are
as with `companion watch`; films come back from where they are built, and this program writes them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import cv2

from companion import cli
from companion.batch import Job, JobError, Source
from companion.cli.common import add_batch, add_resume
from companion.table.view import TableView
from models.train.jobs import KnownFile, do_jobs, files_made, run_program, write_files
from models.train.matches.evaluate import RestScore, read_film, score_rests
from models.train.matches.film import View, shake, write_film
from models.train.matches.script import EVENTS, GAMES, players_in, write_match
from models.train.render.common import Assets, add_assets
from seeds import game_ids

FIRST_SEED, COUNT = 97, 4
ELEVATIONS = {"low": (52.0, 60.0), "middle": (60.0, 70.0), "high": (70.0, 80.0)}
"""Degrees above the table of each camera; the films of a game take them in turn."""
GRAVEST = ("die not found", "die misread", "taken for a die", "zone of a die", "piece not found", "piece misread",
           "card not read", "taken for a card", "colour of a die")  # fmt: skip
"""Faults of a reading, the gravest first: games mostly know whose a die is without its colour."""
SUMMED = ("events", "alone", "questions", "wrong", "illegal", "right", "false_alarms", "desyncs", "resolved", "typed",
          "set_up")  # fmt: skip
"""Of the score that `companion watch --truth` tells."""


class Followed(NamedTuple):
    """One film, followed."""

    film: Path
    elevation: str
    score: dict[str, Any]
    causes: tuple[str, ...]
    """Of each touch."""

    @property
    def line(self) -> str:
        score = self.score
        causes = "; ".join(f"{n} {cause}" for cause, n in Counter(self.causes).most_common())
        return (
            f"{self.film.stem} ({self.elevation}): {score['alone']} of {score['events']} events untouched, "
            f"{score['questions']} questions, {score['wrong']} wrong; {causes}"
        )


def elevation_of(seed: int) -> str:
    """The camera's height in the film of a seed."""
    return list(ELEVATIONS)[seed % len(ELEVATIONS)]


def film_of(name: str, game: str, seed: int, assets: KnownFile | None, traced: bool) -> dict[str, bytes]:
    """The job of the film of a seed: it and its truth; `traced`: by the second renderer."""
    cv2.setNumThreads(1)
    view = View(elevation=ELEVATIONS[elevation_of(seed)])
    match = write_match(game, seed, EVENTS, players_in(game, seed))
    return files_made(lambda at: write_film(match, at / name, Assets.of(assets), view=view, traced=traced))


def shaken(source: Source, name: str, truth: str) -> dict[str, bytes]:
    """The job of a film as a camera in a hand would have taken it."""
    cv2.setNumThreads(1)
    with _film(source, name, truth) as film:
        return files_made(lambda at: shake(film, at / name))


def follow(source: Source, name: str, truth: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The job of following a film: the score that `companion watch` tells, and what its touches came from."""
    cv2.setNumThreads(1)
    with _film(source, name, truth) as film:
        told = StringIO()
        with redirect_stdout(told):
            code = cli.main(["watch", str(film), "--truth", str(film.with_suffix(".json")), "--json"])
        if code:
            raise JobError(f"{name}: `companion watch` ended with {code}")
        score: dict[str, Any] = json.loads(told.getvalue().splitlines()[-1])
        if not score["touches"]:
            return score, ()
        _, views, _, _ = read_film(film)
        return score, causes_of(score["touches"], score_rests(json.loads(truth), views), views)


@contextmanager
def _film(source: Source, name: str, truth: str) -> Iterator[Path]:
    """The film that a job is given, with its truth beside it."""
    if isinstance(source, str):
        yield Path(source)
        return
    with TemporaryDirectory() as folder:
        film = Path(folder) / name
        film.write_bytes(source)
        film.with_suffix(".json").write_text(truth)
        yield film


def causes_of(
    touches: Sequence[dict[str, Any]], rests: Sequence[RestScore], views: Sequence[TableView]
) -> tuple[str, ...]:
    """What each touch came from, by what was read of the rest at which its event came to lie. Events that were typed
    at one moment have the cause of the first of them: the others only waited for it."""
    causes: list[str] = []
    for n, touch in enumerate(touches):
        before = touches[n - 1] if n else None
        if before is not None and touch["how"] == before["how"] == "typed" and touch["time"] == before["time"]:
            causes.append(causes[-1])
            continue
        score = next((one for one in rests if one.rest["events"] >= touch["event"]), None)
        causes.append("never lay at rest" if score is None else cause_of(score, views))
    return tuple(causes)


def cause_of(score: RestScore, views: Iterable[TableView]) -> str:
    """The gravest thing that was wrong with the reading of a rest: unseen, misread, in doubt; or nothing, so that the
    table allowed more than one explanation."""
    if score.view is None:
        return "no settled view"
    if score.faults:
        return min((fault.kind for fault in score.faults), key=GRAVEST.index)
    for view in views:
        if score.rest["from"] <= view.time <= score.view.time:
            doubts = doubts_of(view)
            if doubts:
                return doubts[0]
    return "read right, open what was done"


def doubts_of(view: TableView) -> list[str]:
    """What is in doubt in a view, of which nothing is wrong."""
    dice = [f"die in doubt: {', '.join(die.doubts) or 'no reason'}" for die in view.dice if not die.certain]
    pieces = ["piece in doubt" for piece in view.pieces if not piece.certain]
    cards = ["card in doubt" for card in view.cards if not card.certain]
    unsure = ["something else may lie there"] if view.unsure else []
    covered = ["cells covered"] if view.covered else []
    return [*dice, *pieces, *cards, *unsure, *covered]


def table(followed: Sequence[Followed], keys: Sequence[str]) -> list[str]:
    """Lines of a table in Markdown: the sums over the films of each of `keys`, which is a game or a height."""
    lines = ["| | events | untouched | questions a hundred | wrong | illegal acts ruled right | false alarms | "
             "desyncs ended | typed | set up |", "| --- " * 10 + "|"]  # fmt: skip
    for key in [*keys, "all"]:
        of_key = [one for one in followed if key in (one.film.stem.rpartition("-")[0], one.elevation, "all")]
        sums = {name: sum(one.score[name] for one in of_key) for name in SUMMED}
        events = max(sums["events"], 1)
        lines.append(
            f"| {key} | {sums['events']} | {sums['alone'] / events:.3f} | {100 * sums['questions'] / events:.1f} | "
            f"{sums['wrong']} | {sums['right']} of {sums['illegal']} | {sums['false_alarms']} | "
            f"{sums['resolved']} of {sums['desyncs']} | {sums['typed']} | {sums['set_up']} |"
        )
    return lines


def cause_table(followed: Sequence[Followed]) -> list[str]:
    """Lines of a table in Markdown: what the touches of each game came from."""
    games = sorted({one.film.stem.rpartition("-")[0] for one in followed})
    counts = {game: Counter[str]() for game in games}
    for one in followed:
        counts[one.film.stem.rpartition("-")[0]].update(one.causes)
    total = sum(counts.values(), Counter[str]())
    lines = [f"| touches | {' | '.join(games)} | all |", "| --- " * (len(games) + 2) + "|"]
    for cause, number in total.most_common():
        lines.append(f"| {cause} | {' | '.join(str(counts[game][cause] or '') for game in games)} | {number} |")
    return lines


def _there(film: Path) -> bool:
    return film.exists() and film.with_suffix(".json").exists()


def _of_film(film: Path) -> Job:
    """A job that is given a film and its truth."""
    return Job(str(film), (film.name, film.with_suffix(".json").read_text()), str(film))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, nargs="?", default=Path("films"), help="folder of the films")
    parser.add_argument("--count", type=int, default=COUNT, help=f"films of each game ({COUNT})")
    parser.add_argument("--game", choices=game_ids(), metavar="ID", action="append", help="only this, or these")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help=f"of the first film of each game ({FIRST_SEED})")
    add_assets(parser)
    parser.add_argument("--second", action="store_true", help="by the second renderer, into OUT/second")
    parser.add_argument("--shaken", action="store_true", help="as by a camera in a hand, into OUT/shaken")
    add_batch(parser)
    add_resume(parser)
    args = parser.parse_args()
    games, out = args.game or list(GAMES), args.out / "second" if args.second else args.out
    films = {
        out / f"{game}-{seed}.mp4": (game, seed) for seed in range(args.seed, args.seed + args.count) for game in games
    }
    build = [
        Job(str(film), (film.name, *of, args.assets, args.second)) for film, of in films.items() if not _there(film)
    ]
    do_jobs("follow_films", args, build, "film", film_of, lambda _, files: write_files(out, files), keeps=True)
    if args.shaken:
        steady, out = list(films), out / "shaken"
        films = {out / film.name: of for film, of in films.items()}
        shake_ = [_of_film(film) for film in steady if not _there(out / film.name)]
        do_jobs("follow_films", args, shake_, "film", shaken, lambda _, files: write_files(out, files), keeps=True)
    followed: list[Followed] = []

    def done(job: Job, found: tuple[dict[str, Any], tuple[str, ...]]) -> None:
        film = Path(job.name)
        followed.append(Followed(film, elevation_of(films[film][1]), found[0], tuple(found[1])))
        print(followed[-1].line, flush=True)

    do_jobs("follow_films", args, list(map(_of_film, films)), "film", follow, done)
    print("", *table(followed, games), "", *table(followed, list(ELEVATIONS)), "", *cause_table(followed), sep="\n")


if __name__ == "__main__":
    run_program(__spec__.name)
