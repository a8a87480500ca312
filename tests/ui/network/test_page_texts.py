"""The texts of our own pages for the network: put in safely, and each of them known to the catalogue."""

from __future__ import annotations

from companion.text import use_language
from ui.network import device_pages as site
from ui.network.page_texts import TEXT, translated_page


def test_texts_are_put_in_as_the_place_asks() -> None:
    assert translated_page('<p lang="[language]">[[Player\'s "a" <b>]]</p>', ".html") == (
        '<p lang="en">Player&#x27;s &quot;a&quot; &lt;b&gt;</p>'
    )
    assert translated_page('say("[[He said "no" …]]")', ".js") == 'say("He said \\"no\\" \\u2026")'
    assert translated_page("a[[1]]", ".css") == "a[[1]]"


def test_every_page_changes_with_the_language() -> None:
    """Nothing that a marker should have replaced is left, and English words are gone in German."""
    for name in site.SERVED.values():
        written = (site.FILES / name).read_text(encoding="utf-8")
        use_language("en")
        english = translated_page(written, f".{name.rpartition('.')[2]}")
        use_language("de")
        german = translated_page(written, f".{name.rpartition('.')[2]}")
        assert not TEXT.search(german) and "[language]" not in german
        assert (english == german) == name.endswith(".css"), name
