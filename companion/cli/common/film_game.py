"""Tells which game a film shows: by what is said, by the film's name, or by the sheets that lie in it."""

from __future__ import annotations

from pathlib import Path

from companion.cli import Refusal

LOOKED_AT = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""Seconds of a film at which its sheets are looked for."""
ENOUGH = 3
"""Pictures with sheets that tell which game it is."""


def game_of_film(path: str, name: str, given: str | None) -> str:
    """The game of a film: the one that is given, or its name begins with, or whose sheets are seen in it. Raises
    Refusal, which names the film, where that cannot be told, or the sheets are of another game."""
    named = given or game_named(Path(name).stem)
    seen = _seen(path)
    if named is not None:
        if seen and named not in seen:
            raise Refusal(f"{name}: what lies there are sheets of {' or '.join(seen)}, not of {named}; it is left out")
        return named
    if len(seen) != 1:
        what = f"may be {' or '.join(seen)} by its sheets" if seen else "no sheet of a game is seen in it"
        raise Refusal(f"{name}: {what}; name the game with --game, or begin the film's name with its id")
    return seen[0]


def game_named(stem: str) -> str | None:
    """The game with whose id the name of a film begins; None where it begins with none."""
    from seeds import game_ids

    ends = ("-", "_", ".", " ")
    fits = [game for game in game_ids() if stem == game or stem.startswith(tuple(game + end for end in ends))]
    return max(fits, key=len, default=None)


def _seen(path: str) -> tuple[str, ...]:
    """The games whose sheets are seen at the beginning of a film; several where they share them."""
    from collections import Counter

    from vision.camera import SourceError, VideoClip
    from vision.table import games_in

    counts: Counter[tuple[str, ...]] = Counter()
    try:
        clip = VideoClip(path, realtime=False)
    except SourceError as error:
        raise Refusal(str(error)) from None
    try:
        for seconds in LOOKED_AT:
            clip.begin_at(seconds)
            frame = clip.read() if seconds <= clip.duration else None
            if frame is not None and (games := games_in(frame.image)):
                counts[games] += 1
            if counts.total() >= ENOUGH:
                break
    finally:
        clip.close()
    return counts.most_common(1)[0][0] if counts else ()
