"""What each game is made of, read strictly from one TOML file a game: components, sheets, cards, clauses, texts."""

from seeds.seed import (
    Choice,
    Clause,
    Colour,
    Option,
    OptionValue,
    Seed,
    SeedError,
    Side,
    Unit,
    Zone,
    game_ids,
    module_of,
    parse,
    read,
    table_of,
    tables_of,
)

__all__ = [
    "Choice",
    "Clause",
    "Colour",
    "Option",
    "OptionValue",
    "Seed",
    "SeedError",
    "Side",
    "Unit",
    "Zone",
    "game_ids",
    "module_of",
    "parse",
    "read",
    "table_of",
    "tables_of",
]
