"""The glossary: few terms, one plain sentence each, and types that are there."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.support.paths import ROOT

MOST = 60
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.M)
TERMS = [row for row in ROWS if row[0] not in ("term", "---")]


def test_there_are_few_terms_and_each_once() -> None:
    names = [term for term, _, _ in TERMS]
    assert 30 <= len(names) == len(set(names)) <= MOST


@pytest.mark.parametrize(("term", "meaning", "carrier"), TERMS, ids=[term for term, _, _ in TERMS])
def test_a_term_has_a_sentence_and_a_type(term: str, meaning: str, carrier: str) -> None:
    assert meaning[0].isupper() and meaning.endswith(".") and ". " not in meaning, "one sentence"
    found = re.fullmatch(r"`([\w.]+):(\w+)`", carrier)
    assert found is not None, "module:type"
    assert hasattr(importlib.import_module(found[1]), found[2])
