"""Synthesizes the sounds of the app: a few soft tones for each cue of the referee and for the time of a turn."""

from __future__ import annotations

import io
import wave
from functools import cache
from typing import Literal, TypeAlias

import numpy as np

from companion.referee import Cue

Sound: TypeAlias = Cue | Literal["time short", "time over"]
"""The cues of the referee, and those of a turn's time."""
RATE = 16_000
"""Samples a second."""
PEAK = 0.35
"""Of the most that a sample can be."""
_FADE = 0.012
"""Seconds in which a tone comes in."""

_TONES: dict[Sound, tuple[tuple[float, float, float], ...]] = {
    "roll": ((880, 0.0, 0.09), (660, 0.07, 0.12)),
    "move": ((523, 0.0, 0.16),),
    "capture": ((392, 0.0, 0.14), (262, 0.11, 0.28)),
    "card": ((740, 0.0, 0.1),),
    "question": ((587, 0.0, 0.16), (784, 0.14, 0.3)),
    "illegal": ((233, 0.0, 0.22), (220, 0.2, 0.34)),
    "agreed": ((523, 0.0, 0.12), (659, 0.1, 0.2)),
    "done": ((659, 0.0, 0.16),),
    "over": ((523, 0.0, 0.18), (659, 0.15, 0.18), (784, 0.3, 0.18), (1047, 0.45, 0.5)),
    "time short": ((880, 0.0, 0.1), (880, 0.2, 0.1)),
    "time over": ((440, 0.0, 0.2), (440, 0.3, 0.2), (440, 0.6, 0.4)),
}
"""Of each sound: hertz, when it begins, and how long it rings, in seconds."""
SOUNDS: tuple[Sound, ...] = tuple(_TONES)


@cache
def wav_of(sound: Sound) -> bytes:
    """A sound as a WAV file."""
    tones = _TONES[sound]
    length = max(begin + rings for _, begin, rings in tones)
    wave_form = np.zeros(round(RATE * length))
    for hertz, begin, rings in tones:
        at = np.arange(round(RATE * rings)) / RATE
        swell = np.minimum(at / _FADE, 1) * np.exp(-4 * at / rings) * np.minimum((rings - at) / _FADE, 1)
        first = round(RATE * begin)
        place = wave_form[first : first + at.size]
        place += ((np.sin(2 * np.pi * hertz * at) + 0.3 * np.sin(4 * np.pi * hertz * at)) * swell)[: place.size]
    samples = (wave_form / np.abs(wave_form).max() * PEAK * 32767).astype("<i2")
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return out.getvalue()
