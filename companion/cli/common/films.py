"""Films: those of a folder, and which game each shows, by what is said, by its name, or by the sheets in it."""

from __future__ import annotations

import os
from pathlib import Path

from companion.cli import WRONG_USE, Refusal, complain

MOST_FILMS = 10_000
"""In one folder."""
LOOKED_AT = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""Seconds of a film at which its sheets are looked for."""
ENOUGH = 3
"""Pictures with sheets that tell which game it is."""


def films_in(command: str, folder: str) -> list[Path]:
    """The films in a folder and in those within it, sorted by name; what is hidden, and links to folders, are left out.
    Raises Refusal."""
    from vision.camera import VIDEO_ENDINGS

    if not os.path.isdir(folder):
        raise Refusal(f"{command}: {folder}: there is no such folder", WRONG_USE)
    found: list[Path] = []
    for place, folders, files in os.walk(folder, onerror=lambda error: complain(f"{command}: {error}")):
        folders[:] = [one for one in folders if not one.startswith(".")]
        films = (Path(place, file) for file in files if not file.startswith("."))
        found += [film for film in films if film.suffix.lower() in VIDEO_ENDINGS]
        if len(found) > MOST_FILMS:
            raise Refusal(f"{command}: {folder}: more than {MOST_FILMS:,} films; name a folder within it", WRONG_USE)
    if not found:
        endings = ", ".join(sorted(VIDEO_ENDINGS))
        raise Refusal(f"{command}: {folder}: a folder without films; {endings} are looked for", WRONG_USE)
    return sorted(found)


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
