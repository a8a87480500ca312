"""Games in other languages than English: `texts/de.toml` in a game's folder has its German texts and nothing else.

Such a file has the same tables under the same ids as the seed itself (choices go by their `value`, units by their
`rank`, cards by their `letter`), and states every text that players hear of. What the seed does not have, or what is
missing, is refused as strictly as anything in a seed. A file may say more of how a language bends a word (GRAMMAR).
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from seeds.installed import installed_games, remembered
from seeds.seed import Seed, SeedError, tables_of

S = TypeVar("S", bound=Seed)

TEXTS = ("text", "name", "one", "many", "a", "place", "measures", "about", "needs", "heading", "line")
"""Keys whose values are texts, wherever they stand; and `title` in clauses."""
SENTENCES = ("faults", "endings", "words")
"""Tables all of whose values are texts."""
GRAMMAR = ("a", "accusative", "place", "within")
"""Keys that a language may need where English does without."""
NAMES = ("id", "value", "rank", "letter")
"""What entries of a list go by."""
PRINTED = ("sheets", "summary")
"""What is printed stays in the language of the print kit."""


def in_language(seed: S, language: str) -> S:
    """The seed with its texts in a language ("en": itself). Raises SeedError."""
    return seed if language == "en" else _in_language(seed.game, type(seed), language)


@remembered
def _in_language(game_id: str, kind: type[S], language: str) -> S:
    try:
        return msgspec.convert(tables_in(game_id, language), kind)
    except msgspec.MsgspecError as fault:
        raise SeedError(f"{_file(game_id, language)}: {' '.join(str(fault).split())}") from None


def tables_in(game_id: str, language: str) -> dict[str, Any]:
    """All tables of a seed, with their texts in a language; in English, where nobody has translated the game. Raises
    SeedError."""
    seed = tables_of(game_id)
    if language == "en" or not is_translated(game_id, language):
        return seed
    name, texts = _file(game_id, language), tables_of(game_id, language)
    game, _ = texts.pop("game", None), texts.pop("prefix", None)
    if game != game_id:
        raise SeedError(f"{name}: game is {game!r}, and it is installed as {game_id!r} - at `$.game`")
    translated: dict[str, Any] = _translated(seed, texts, name, "$")
    return translated


def is_translated(game_id: str, language: str) -> bool:
    """Whether a game has its texts in a language."""
    return language == "en" or (installed_games()[game_id].folder / "texts" / f"{language}.toml").is_file()


def _file(game_id: str, language: str) -> str:
    return installed_games()[game_id].shown(f"texts/{language}.toml")


def _translated(seed: Any, texts: Any, name: str, path: str) -> Any:
    """`seed` with the texts of `texts`; both are of the same place."""
    if isinstance(seed, dict):
        return _table(seed, texts, name, path)
    return _entries(seed, texts, name, path)


def _table(seed: dict[str, Any], texts: Any, name: str, path: str) -> dict[str, Any]:
    if not isinstance(texts, dict):
        raise SeedError(f"{name}: a table is needed - at `{path}`")
    whole = dict(seed)
    for key, value in texts.items():
        here = f"{path}.{key}"
        if _is_text(seed, key, path) or (key in GRAMMAR and key not in seed and path != "$"):
            if not isinstance(value, str) or not value.strip():
                raise SeedError(f"{name}: a text is needed - at `{here}`")
            whole[key] = value
        elif key in seed and _has_texts(seed[key], here):
            whole[key] = _translated(seed[key], value, name, here)
        elif key not in NAMES:
            raise SeedError(f"{name}: the seed has no such text - at `{here}`")
    for key, value in seed.items():
        if key not in texts and (_is_text(seed, key, path) or _has_texts(value, f"{path}.{key}")):
            raise SeedError(f"{name}: a text is missing - at `{path}.{key}`")
    return whole


def _entries(seed: list[Any], texts: Any, name: str, path: str) -> list[Any]:
    if not isinstance(texts, list):
        raise SeedError(f"{name}: a list is needed - at `{path}`")
    texts = {_key_of(entry): entry for entry in texts if isinstance(entry, dict)}
    wanted = [_key_of(entry) for entry in seed]
    if len(texts) != len(texts) or any(called not in wanted for called in texts):
        raise SeedError(f"{name}: every entry needs a name that the seed has, each once - at `{path}`")
    return [
        _table(entry, texts[called], name, f"{path}[{called}]")
        if called in texts
        else _untranslated(entry, name, path, called)
        for entry, called in zip(seed, wanted, strict=True)
    ]


def _untranslated(entry: Any, name: str, path: str, called: str) -> Any:
    """An entry that the language leaves out, which it may if there is no text in it."""
    if _has_texts(entry, path):
        raise SeedError(f"{name}: {called} is missing - at `{path}`")
    return entry


def _key_of(entry: Any) -> str:
    """What an entry of a list goes by, as its kind of name and the name."""
    for key in NAMES:
        if isinstance(entry, dict) and key in entry:
            return f"{key} {entry[key]!r}"
    return "?"


def _is_text(table: dict[str, Any], key: str, path: str) -> bool:
    if not isinstance(table.get(key), str):
        return False
    return key in TEXTS or path.rpartition(".")[2] in SENTENCES or (key == "title" and path.startswith("$.clauses["))


def _has_texts(value: Any, path: str) -> bool:
    if any(path.startswith(f"$.{key}") for key in PRINTED):
        return False
    if isinstance(value, dict):
        return any(_is_text(value, key, path) or _has_texts(value[key], f"{path}.{key}") for key in value)
    if isinstance(value, list):
        return any(_has_texts(entry, f"{path}[{_key_of(entry)}]") for entry in value)
    return False
