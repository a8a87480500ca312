"""Language and names: translation of messages, numbers, player names, text fit for one line."""

from companion.text.dates import date_of
from companion.text.installed import program_version
from companion.text.language import (
    LANGUAGES,
    LanguageSource,
    add_catalogue,
    current_language,
    digits,
    language_source,
    later,
    later_as,
    listed,
    localized,
    say,
    say_as,
    say_count,
    upper,
    use_language,
    using_language,
)
from companion.text.lines import one_line
from companion.text.player_names import SeatWords, spoken_name

__all__ = [
    "LANGUAGES",
    "LanguageSource",
    "SeatWords",
    "add_catalogue",
    "current_language",
    "date_of",
    "digits",
    "language_source",
    "later",
    "later_as",
    "listed",
    "localized",
    "one_line",
    "program_version",
    "say",
    "say_as",
    "say_count",
    "spoken_name",
    "upper",
    "use_language",
    "using_language",
]
