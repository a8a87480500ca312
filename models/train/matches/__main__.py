"""Build recorded matches: `python -m models.train.matches FOLDER --count 2`, or `make matches OUT=FOLDER COUNT=2`.

FOLDER gets GAME-SEED.mp4 and, beside it, GAME-SEED.json with the truth. A match that is there is not built again.
Films are built by as many processes as there are cores, `--jobs N`, or by workers of a cluster, `--cluster ADDRESS`.
`--small` makes short, quiet films of a small size instead, made-up materials and all, that may be given away; and
`--bundled` the films that come with the app, whole matches from the set-up to the winner, as GAME.mp4.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import cv2

from companion.batch import Job, JobError
from companion.cli.common import add_batch
from models.train.game_notes import notes_of
from models.train.jobs import KnownFile, do_jobs, files_made, run_program, write_files
from models.train.matches.film import CRF, Film, View, write_film, write_small_film
from models.train.matches.script import EVENTS, GAMES, Trouble, captions_of, players_in, write_match, write_short_match
from models.train.render.common import Assets, add_assets
from seeds import game_ids

SMALL_EVENTS, SMALL_RATE = 12, 12


CALM = Trouble(slips=0.12, illegal=0.1, askew=0.06, apart=0.1, forgets=0.15, hasty=0.0, slow=0.0)
"""Of small films: a little of everything."""


class Built(NamedTuple):
    """A film and its truth, and what is told of it."""

    files: dict[str, bytes]
    told: str


def build_bundled(name: str, game: str) -> Built:
    """The job of a film that comes with the app, with its captions."""
    cv2.setNumThreads(1)
    chosen = notes_of(game).demo
    if chosen is None:
        raise JobError(f"{game}: its rendering.toml has no table [demo], which says what match is filmed")
    match = write_short_match(game, chosen.seed, chosen.take, chosen.waits, chosen.hurried)
    assert match is not None
    film = Film(match, Assets(), SMALL_RATE, rough=0.0, view=View(chosen.view, beside=chosen.beside))
    captions, crf = captions_of(match, chosen.asked), chosen.crf or CRF
    files = files_made(lambda at: write_small_film(film, at / name, captions, crf))
    return Built(files, f"{len(match.events)} events, {match.seconds:.0f} s")


def build(name: str, game: str, seed: int, events: int, small: bool, assets: KnownFile | None) -> Built:
    """The job of one match."""
    cv2.setNumThreads(1)
    begun = time.perf_counter()
    if small:
        match = write_match(game, seed, events, trouble=CALM)
        files = files_made(lambda at: write_film(match, at / name, Assets(), SMALL_RATE, rough=0.0))
    else:
        match = write_match(game, seed, events, players_in(game, seed))
        files = files_made(lambda at: write_film(match, at / name, Assets.of(assets)))
    told = f"{len(match.events)} events, {match.seconds:.0f} s, {len(files[name]) / 1e6:.1f} MB"
    return Built(files, f"{told}, in {time.perf_counter() - begun:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(prog="models.train.matches", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("out", type=Path, nargs="?", default=Path("matches"))
    parser.add_argument("--count", type=int, default=2, help="matches of each game")
    parser.add_argument("--game", choices=game_ids(), metavar="ID", action="append", help="only this, or these")
    parser.add_argument("--seed", type=int, default=1, help="of the first match of each game")
    parser.add_argument("--events", type=int, help=f"of a match ({EVENTS}; of a small one {SMALL_EVENTS})")
    add_assets(parser)
    parser.add_argument("--small", action="store_true", help="short films of a small size")
    parser.add_argument("--bundled", action="store_true", help="the films that come with the app")
    add_batch(parser)
    args = parser.parse_args()
    games = args.game or GAMES

    def done(job: Job, built: Built) -> None:
        write_files(args.out, built.files)
        print(f"{job.name}: {built.told}", flush=True)

    if args.bundled:
        jobs = [Job(str(args.out / f"{game}.mp4"), (f"{game}.mp4", game)) for game in games]
        do_jobs("matches", args, jobs, "film", build_bundled, done, keeps=None)
        return
    events = args.events or (SMALL_EVENTS if args.small else EVENTS)
    jobs = []
    for seed in range(args.seed, args.seed + args.count):
        for game in games:
            film = args.out / f"{game}-{seed}.mp4"
            if film.exists() and film.with_suffix(".json").exists():
                print(f"{film} is there")
            else:
                jobs.append(Job(str(film), (film.name, game, seed, events, args.small, args.assets)))
    do_jobs("matches", args, jobs, "film", build, done, keeps=True)


if __name__ == "__main__":
    run_program(__spec__.name)
