"""The pages of docs/: links lead somewhere, examples are valid, the rooms are there, and the site needs no network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.schemas import check

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
EXAMPLE = re.compile(r"^(?:<!-- schema: ([\w-]+) -->\n)?```json\n(.*?)^```$", re.M | re.S)
EXAMPLES = [(page.name, *found) for page in PAGES for found in EXAMPLE.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [one for one in targets if "://" not in one and not (page.parent / one).exists()] == []


def test_every_picture_is_shown() -> None:
    shown = {name for page in PAGES for name in re.findall(r"!\[[^]]+\]\((?:docs/)?([^)]+)\)", page.read_text("utf-8"))}
    pictures = {path.name for path in DOCS.iterdir() if path.suffix in (".png", ".jpg", ".svg")} - {"favicon.png"}
    assert shown == pictures


def documents(text: str) -> list[Any]:
    """The JSON documents that stand one after another in a text."""
    found, decoder = [], json.JSONDecoder()
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found


@pytest.mark.parametrize(("page", "schema", "text"), EXAMPLES, ids=[f"{n}-{e[1]}" for n, e in enumerate(EXAMPLES)])
def test_examples_are_valid(page: str, schema: str, text: str) -> None:
    assert schema, f"{page}: a comment before the block names its schema"
    for document in documents(text):
        check(schema, document)


def test_every_format_has_an_example() -> None:
    assert {schema for _, schema, _ in EXAMPLES} == {path.stem for path in (DOCS / "schemas").glob("*.json")}


def test_the_rooms_are_there() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([\w/]+)/` \|", text, re.M))
    assert [name for name in named if not (ROOT / name).is_dir()] == []
    for part in ("companion", "vision"):
        assert {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / part).glob("*/__init__.py")} <= named


class Fetched(HTMLParser):
    """Addresses that a browser fetches by itself when it shows a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag in ("script", "img", "iframe", "audio", "video", "source", "embed"):
            self.addresses.append(given.get("src", ""))
        if tag == "link" and given.get("rel") != "canonical":
            self.addresses.append(given.get("href", ""))
        self.addresses += re.findall(r"url\((.*?)\)", given.get("style", ""))

    def handle_data(self, data: str) -> None:
        self.addresses += re.findall(r"url\((.*?)\)", data)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


@pytest.mark.slow
def test_the_site_needs_no_network(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert {page.stem for page in pages} >= {page.stem for page in DOCS.glob("*.md")}
    for page in pages:
        parser = Fetched()
        parser.feed(page.read_text(encoding="utf-8"))
        assert len(parser.addresses) > 3
        away = [one for one in parser.addresses if re.match(r"['\"]?(\w+:)?//", one)]
        assert away == [], page.name
    for sheet in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")) == [], (
            sheet.name
        )


@pytest.mark.slow
def test_the_site_holds_what_pages_link_to(site: Path) -> None:
    assert {path.name for path in (site / "schemas").iterdir()} == {p.name for p in (DOCS / "schemas").iterdir()}
    assert (site / "search" / "search_index.json").exists()
