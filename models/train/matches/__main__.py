"""Build recorded matches: `python -m models.train.matches FOLDER --count 2`, or `make matches OUT=FOLDER COUNT=2`.

FOLDER gets GAME-SEED.mp4 and, beside it, GAME-SEED.json with the truth. A match that is there is not built again.
`--small` makes short, quiet films of a small size instead, made-up materials and all, that may be given away; and
`--bundled` the films that come with the app, whole matches from the set-up to the winner, as GAME.mp4.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import cv2

from models.train.game_notes import notes_of
from models.train.matches.film import CRF, RATE, Film, View, write_film, write_small_film
from models.train.matches.script import EVENTS, GAMES, Trouble, captions_of, players_in, write_match, write_short_match
from models.train.render.common import Assets
from seeds import game_ids

SMALL_EVENTS, SMALL_RATE = 12, 12


CALM = Trouble(slips=0.12, illegal=0.1, askew=0.06, apart=0.1, forgets=0.15, hasty=0.0, slow=0.0)
"""Of small films: a little of everything."""


def build_bundled(out: Path, games: Sequence[str]) -> None:
    """The films that come with the app, with their captions."""
    for game in games:
        chosen = notes_of(game).demo
        if chosen is None:
            raise SystemExit(f"{game}: its rendering.toml has no table [demo], which says what match is filmed")
        match = write_short_match(game, chosen.seed, chosen.take, chosen.waits, chosen.hurried)
        assert match is not None
        view = View(chosen.view, beside=chosen.beside)
        film = Film(match, Assets(), SMALL_RATE, rough=0.0, view=view)
        write_small_film(film, out / f"{game}.mp4", captions_of(match, chosen.asked), chosen.crf or CRF)
        print(f"{out / game}.mp4: {len(match.events)} events, {match.seconds:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="models.train.matches", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("out", type=Path, nargs="?", default=Path("matches"))
    parser.add_argument("--count", type=int, default=2, help="matches of each game")
    parser.add_argument("--game", choices=game_ids(), metavar="ID", action="append", help="only this, or these")
    parser.add_argument("--seed", type=int, default=1, help="of the first match of each game")
    parser.add_argument("--events", type=int, help=f"of a match ({EVENTS}; of a small one {SMALL_EVENTS})")
    parser.add_argument("--assets", type=Path, help="folder of licensed pictures; without one all of it is made up")
    parser.add_argument("--small", action="store_true", help="short films of a small size")
    parser.add_argument("--bundled", action="store_true", help="the films that come with the app")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.bundled:
        build_bundled(args.out, args.game or GAMES)
        return
    assets = Assets() if args.small else Assets.load(args.assets)
    events = args.events or (SMALL_EVENTS if args.small else EVENTS)
    for seed in range(args.seed, args.seed + args.count):
        for game in args.game or GAMES:
            film = args.out / f"{game}-{seed}.mp4"
            if film.exists() and film.with_suffix(".json").exists():
                print(f"{film} is there")
                continue
            begun = time.perf_counter()
            if args.small:
                match = write_match(game, seed, events, trouble=CALM)
            else:
                match = write_match(game, seed, events, players_in(game, seed))
            rough = 0.0 if args.small else None
            write_film(match, film, assets, SMALL_RATE if args.small else RATE, rough=rough)
            megabytes = film.stat().st_size / 1e6
            print(f"{film}: {len(match.events)} events, {match.seconds:.0f} s, {megabytes:.1f} MB, "
                  f"in {time.perf_counter() - begun:.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
