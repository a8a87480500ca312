"""Plays what is told as sounds, in one tab, unless that is muted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import flet as ft
import flet_audio

from ui.core import SOUNDS, Sound, asking, tab_of_page, use_value, wav_of


class Cued(Protocol):
    """Something that is told, by a sound as well: a notice of the referee, a roll, or that a turn's time is over."""

    @property
    def cue(self) -> Sound | None: ...


def use_sounds(newest: Cued | None, of: Sequence[Sound] = SOUNDS) -> tuple[bool, Callable[[], None]]:
    """Play the sound of each thing that is told while this is shown. Whether the tab is muted, what changes that.
    `of`: the sounds that may come."""
    tab = tab_of_page()
    muted, set_muted = use_value(tab.muted)
    players = ft.use_memo(lambda: {cue: flet_audio.Audio(src=wav_of(cue)) for cue in of}, [])
    heard = ft.use_memo(lambda: [newest], [])

    async def play(cue: Sound) -> None:
        async with asking():  # a browser that nobody has touched yet plays nothing
            await players[cue].play()

    if newest is not heard[0]:
        heard[0] = newest
        if newest is not None and newest.cue is not None and not tab.muted:
            tab.run(play, newest.cue)

    def turn() -> None:
        tab.muted = not muted
        set_muted(not muted)

    return muted, turn
