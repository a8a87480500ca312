"""The whole attack, and its table: `make attack`, or a part of it with `--share 0.1`. It ends with 1 where anything was
lost."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.attack.grammar import by_schema
from tests.attack.inputs import inputs
from tests.attack.kills import full_and_gone, kills
from tests.attack.outcome import Outcome, table
from tests.attack.peers import SLOWEST, peers
from tests.attack.pictures import films, pictures
from tests.attack.records import clocks, damaged, disks, servers

PICTURES, FILMS, INPUTS, BY_SCHEMA, KILLS, TAKEN, PEERS = 2900, 100, 3500, 1500, 300, 60, 200
DISKS, SERVERS, DAMAGED, CLOCKS = 40, 40, 400, 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of all attacks")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    outcomes: list[Outcome] = []
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="companion-attack-") as name:
        folder, seed = Path(name), arguments.seed

        def some(count: int) -> int:
            return max(2, round(arguments.share * count))

        for attack in (
            lambda: pictures(some(PICTURES), seed),
            lambda: films(some(FILMS), folder, seed),
            lambda: inputs(some(INPUTS), folder, seed),
            lambda: by_schema(some(BY_SCHEMA), folder, seed),
            lambda: kills(some(KILLS), folder, seed),
            lambda: full_and_gone(some(TAKEN), folder, seed),
            lambda: disks(some(DISKS), folder, seed),
            lambda: servers(some(SERVERS), seed),
            lambda: damaged(some(DAMAGED), folder, seed),
            lambda: clocks(some(CLOCKS), folder, seed),
            lambda: peers(some(PEERS), folder / "network", seed),
        ):
            outcomes.append(attack())
            print(table(outcomes[-1:]).splitlines()[1], file=sys.stderr, flush=True)
    if (waited := outcomes[-1].worst) > SLOWEST:
        outcomes[-1].lost.append(f"the host waited {waited:.2f} s at 95 %")
    print(table(outcomes))
    print(f"{time.monotonic() - begun:.0f} s")
    sys.exit(any(one.lost for one in outcomes))


if __name__ == "__main__":
    main()
