"""Language and names: translation of messages, numbers, player names, text fit for one line."""

from companion.text.language import (
    LANGUAGES,
    current_language,
    digits,
    later,
    later_as,
    listed,
    localized,
    say,
    say_as,
    say_count,
    speak_for,
    upper,
    use_language,
)
from companion.text.lines import one_line
from companion.text.player_names import SeatWords, spoken_name

__all__ = [
    "LANGUAGES",
    "SeatWords",
    "current_language",
    "digits",
    "later",
    "later_as",
    "listed",
    "localized",
    "one_line",
    "say",
    "say_as",
    "say_count",
    "speak_for",
    "spoken_name",
    "upper",
    "use_language",
]
