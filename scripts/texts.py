"""Brings the catalogues of translations up to what the code says, and compiles them: `make texts`.

Each package that speaks has a folder texts/ with one .po for each language but English. New messages are added to it
without a translation, those that the code no longer has are dropped, and the .mo is made anew. It says what is missing,
and what no catalogue can hold because it is no sentence in the code (scripts/escapes.py).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scripts.escapes import escapes
from ui.network import TEXT

ROOT = Path(__file__).parents[1]

SOURCES: dict[str, tuple[str, ...]] = {"companion": ("companion", "vision"), "ui": ("ui",)}
"""Whose messages a package's catalogues hold: folders of the checkout."""

LANGUAGES = ("de",)

KEYWORDS = {"say": None, "later": None, "say_count": (1, 2), "say_as": ((1, "c"), 2), "later_as": ((1, "c"), 2)}
"""The functions of companion/text/language.py by whose calls messages are known."""


def in_pages(file: BinaryIO, *_: object, **__: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of a page for the network, as babel wants them: line, function, message, comments."""
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        for found in TEXT.finditer(line):
            yield number, None, found[1], []


METHODS = [("**.py", "python"), ("network/pages/**.*", in_pages)]
"""How messages are found, by the files' names."""


def speaking() -> list[str]:
    """The packages that have catalogues."""
    return [package for package in SOURCES if (ROOT / package / "texts").is_dir()]


def collected(package: str) -> Catalog:
    """Every message of the code of a package, in the order of its files."""
    catalog = Catalog(project="tabletop-companion", fuzzy=False)
    for folder in SOURCES[package]:
        found = extract_from_dir(
            ROOT / folder, METHODS, keywords=KEYWORDS, comment_tags=("Say:",), strip_comment_tags=True
        )
        for name, _line, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
            catalog.add(message, None, [(f"{folder}/{name}", None)], auto_comments=comments, context=context)
    return catalog


def path_of(package: str, language: str) -> Path:
    return ROOT / package / "texts" / f"{language}.po"


def written(package: str, language: str) -> Catalog:
    """The catalogue as it stands in the checkout, or an empty one."""
    path = path_of(package, language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """The same bytes whenever it is done."""
    catalog.creation_date = catalog.revision_date = datetime.fromtimestamp(0, UTC)
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def untold(message: Message) -> bool:
    """Whether a message lacks a translation, or part of it."""
    return not all(message.string) if isinstance(message.string, tuple | list) else not message.string


def renewed(package: str, language: str) -> list[str]:
    """Write both files of a catalogue; the messages that want a translation."""
    old, catalog = written(package, language), collected(package)
    fresh = Catalog(locale=language, fuzzy=False, header_comment=f"# What {package} says, in {language}.")
    for message in catalog:
        if message.id:
            known = old.get(message.id, message.context)
            fresh.add(
                message.id,
                known.string if known is not None else None,
                [(name, None) for name in sorted({name for name, _ in message.locations})],
                auto_comments=message.auto_comments,
                context=message.context,
            )
    path = path_of(package, language)
    out = io.BytesIO()
    write_po(out, fresh, width=120, omit_header=True, include_lineno=False)
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: {language}\\n"\n'
    head += '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    path.write_bytes(head.encode() + out.getvalue().lstrip())
    path.with_suffix(".mo").write_bytes(compiled(written(package, language)))
    return [str(message.id) for message in fresh if message.id and untold(message)]


def main() -> int:
    missing = 0
    for package in speaking():
        for language in LANGUAGES:
            wanting = renewed(package, language)
            missing += len(wanting)
            for message in wanting:
                print(f"{path_of(package, language).relative_to(ROOT)}: no translation of {message}", file=sys.stderr)
        for line in (line for folder in SOURCES[package] for line in escapes(ROOT, folder)):
            missing += 1
            print(line, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
