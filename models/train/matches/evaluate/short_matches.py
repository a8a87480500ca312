"""Finds seeds of whole short matches for the films that come with the app, by following their scripts without film:
`python -m models.train.matches.evaluate.short_matches space-checkers --seeds 5000`.

A seed will do if the referee, given perfect eyesight, follows every event as it happened, asks at least one question
that has more than one answer, tells the act against the rules with a clause that it breaks, and notices that an act was
taken back. Whether the eyes read its film so has still to be seen.
"""

from __future__ import annotations

import argparse

from models.train.matches.evaluate.follow_match import judge
from models.train.matches.script import GAMES, write_short_match


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--takes", type=int, default=1, help="ways to carry out each")
    parser.add_argument("--faults", action="store_true", help="show those that will not do, too")
    args = parser.parse_args()
    for seed in range(args.seed, args.seed + args.seeds):
        for take in range(1, args.takes + 1):
            match = write_short_match(args.game, seed, take)
            found = None if match is None else judge(match)
            if match is None or found is None or (found.faults and not args.faults):
                continue
            print(
                f"{seed}, take {take}: {match.seconds:.0f} s, {len(match.events)} events, "
                f"{match.illegal[0].wrong.what}; {'; '.join(found.faults)}",
                flush=True,
            )
            for question in found.questions:
                print(f"    {question.time:.0f} s: {question.text[:200]}")


if __name__ == "__main__":
    main()
