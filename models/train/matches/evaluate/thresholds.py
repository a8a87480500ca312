"""Measures what the referee's thresholds do, on scripted matches: `python -m models.train.matches.evaluate.thresholds
docs/referee.png`.

The matches are those of `script`, seen as `stage.USUAL` eyes see them, answered as their players would. For each value
of `referee.SURE` the shares of events that were accepted without a touch, that were asked about, and that were told and
wrong; the other thresholds stay as they are. The table is printed, the chart written.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from tqdm import tqdm

from companion.referee.matching import ranking as referee
from models.train.matches.evaluate.follow_match import follow_match
from models.train.matches.script import GAMES, write_match
from models.train.matches.stage import USUAL
from models.train.plots import COLOURS, Axis, chart, draw_line

VALUES = (0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
"""Of SURE."""
FIRST_SEED = 3000
"""Matches of their own: others were looked at while the referee was made."""


def measured(sure: float, matches: int) -> Counter[str]:
    """The sums over so many matches of each game, with `sure` as the threshold."""
    before = referee.SURE
    referee.SURE = sure
    try:
        sums: Counter[str] = Counter()
        for game in GAMES:
            for seed in range(FIRST_SEED, FIRST_SEED + matches):
                verdict = follow_match(write_match(game, seed), USUAL).verdict
                sums.update({key: int(value) for key, value in verdict._asdict().items()})
        return sums
    finally:
        referee.SURE = before


def main() -> None:
    parser = argparse.ArgumentParser(prog="models.train.matches.evaluate.thresholds", description=__doc__)
    parser.add_argument("out", type=Path, help="PNG of the chart")
    parser.add_argument("--matches", type=int, default=8, help="of each game")
    args = parser.parse_args()
    rows = [(value, measured(value, args.matches)) for value in tqdm(VALUES)]
    print("SURE    accepted  asked  wrong  illegal acts with the right clause")
    for value, sums in rows:
        shares = [sums[key] / sums["events"] for key in ("alone", "questions", "wrong")]
        print(f"{value:<7} {shares[0]:8.3f} {shares[1]:6.3f} {shares[2]:6.4f}  {sums['right']} of {sums['illegal']}")
    names = (("accepted alone", "alone"), ("asked", "questions"), ("wrong", "wrong"))
    x = Axis("SURE", VALUES, VALUES[0], VALUES[-1], "log-odds")
    y = Axis("share of events", (0, 0.25, 0.5, 0.75, 1), 0, 1)
    with chart(args.out, "What the referee accepts and asks", x, y) as axes:
        for (name, key), colour in zip(names, COLOURS, strict=False):
            draw_line(axes, x, y, [(value, sums[key] / sums["events"]) for value, sums in rows], name, colour)


if __name__ == "__main__":
    main()
