"""The language of a context, and the catalogues: nothing that the code says is missing, no parameter differs."""

from __future__ import annotations

import asyncio
import gettext
import io
from itertools import repeat
from pathlib import Path
from string import Formatter
from threading import Thread

import pytest
from babel.messages.catalog import Catalog, Message
from babel.numbers import format_decimal

from companion.text import current_language, language, language_source, use_language, using_language
from companion.text.language import digits, listed, say, say_as, say_count
from scripts import texts
from tests.support.app.loops import in_a_loop_of_its_own

CATALOGUES = [(package, language) for package in texts.speaking() for language in texts.LANGUAGES]


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(message: str | tuple[str, ...] | list[str]) -> list[str]:
    return [message] if isinstance(message, str) else list(message)


def faults(collected: Catalog, written: Catalog) -> list[str]:
    """What is wrong with a catalogue of translations for the messages of the code."""
    found = []
    for message in collected:
        if not message.id:
            continue
        told = written.get(message.id, message.context)
        if told is None:
            found.append(f"missing: {message.id}")
        elif told.fuzzy or texts.untold(told):
            found.append(f"not translated: {message.id}")
        elif not all(map(same_parameters, forms(message.id), forms(told.string), repeat(wanted(message)))):
            found.append(f"other parameters: {message.id}")
        elif not all(map(same_formats, forms(message.id), forms(told.string))):
            found.append(f"other formats: {message.id}")
    known = {(str(message.id), message.context) for message in collected}
    return found + [f"left over: {one.id}" for one in written if one.id and (str(one.id), one.context) not in known]


def same_parameters(form: str, translated: str, every: set[str]) -> bool:
    """Of one form of a message; a singular may leave out, or state, what only the plural states in English."""
    return parameters(translated) in (parameters(form), every)


def formats(text: str) -> dict[str, str | None]:
    return {name: spec for _, name, spec, _ in Formatter().parse(text) if name is not None}


def same_formats(form: str, translated: str) -> bool:
    """Whether numbers that both have are written alike."""
    own = formats(form)
    return all(own.get(name, spec) == spec for name, spec in formats(translated).items())


def wanted(message: Message) -> set[str]:
    return set().union(*(parameters(form) for form in forms(message.id)))


def messages(mo: bytes) -> dict[object, str]:
    """All but the header, in which the compiler names itself."""
    catalog = dict(gettext.GNUTranslations(io.BytesIO(mo))._catalog)  # type: ignore[attr-defined]
    catalog.pop("", None)
    return catalog


@pytest.mark.slow
@pytest.mark.parametrize(("package", "spoken"), CATALOGUES)
def test_every_message_of_the_code_has_its_translation(package: str, spoken: str) -> None:
    assert faults(texts.collected(package), texts.written(package, spoken)) == [], "see `make texts`"


@pytest.mark.parametrize(("package", "spoken"), CATALOGUES)
def test_what_is_compiled_is_what_is_written(package: str, spoken: str) -> None:
    path = texts.path_of(package, spoken)
    assert messages(path.with_suffix(".mo").read_bytes()) == messages(texts.compiled(texts.written(package, spoken)))


def test_the_test_sees_a_bad_catalogue() -> None:
    code, translated = Catalog(), Catalog(locale="de")
    for message in ("{a} moves", "rolls", "waits", "{a:,} cards", "gone", ("{count} card", "{count} cards")):
        code.add(message)
    translated.add("{a} moves", "{b} zieht")
    translated.add("rolls", "")
    translated.add("waits", "wartet", flags=["fuzzy"])
    translated.add(("{count} card", "{count} cards"), ("{count} Karte", "Karten"))
    translated.add("{a:,} cards", "{a} Karten")
    translated.add("old", "alt")
    assert faults(code, translated) == [
        "other parameters: {a} moves",
        "not translated: rolls",
        "not translated: waits",
        "other formats: {a:,} cards",
        "missing: gone",
        "other parameters: ('{count} card', '{count} cards')",
        "left over: old",
    ]


def test_the_language_changes_while_the_program_runs() -> None:
    assert current_language() == "en" and listed(["a", "b", "c"]) == "a, b and c"
    use_language("de")
    assert current_language() == "de" and listed(["a", "b", "c"]) == "a, b und c"
    use_language("en")
    assert listed(["a", "b"]) == "a and b" and listed(["a"]) == "a" and listed([]) == ""


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^language: 'fr' is none of: en, de$"):
        use_language("fr")
    assert current_language() == "en"


def test_catalogues_of_several_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Context, plural, a package that joins later, and a message that nobody has translated."""
    folder = tmp_path / "spoken_elsewhere" / "texts"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    catalog = Catalog(locale="de")
    catalog.add("Stir", "Rühren", context="heading")
    catalog.add("Stir", "Umrühren", context="button")
    catalog.add(("{count} toy", "{count} toys"), ("{count} Ding", "{count} Dinge"))
    (folder / "de.mo").write_bytes(texts.compiled(catalog))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(language, "_packages", language._packages)
    use_language("de")
    assert say_as("heading", "Stir") == "Stir"
    language.add_catalogue("spoken_elsewhere")
    assert (say_as("heading", "Stir"), say_as("button", "Stir")) == ("Rühren", "Umrühren")
    assert (say_count("{count} toy", "{count} toys", 1), say_count("{count} toy", "{count} toys", 2)) == (
        "1 Ding",
        "2 Dinge",
    )
    assert say("{who} sleeps", who="A{") == "A{ sleeps" and listed(["a", "b"]) == "a und b"
    use_language("en")
    assert say_as("button", "Stir") == "Stir" and say_count("{count} toy", "{count} toys", 2) == "2 toys"


def test_numbers_are_written_as_the_language_writes_them() -> None:
    def told() -> tuple[str, ...]:
        return (
            digits(12345.678, ",.2f"),
            digits(0.125, ".1%"),
            digits(-3, "+"),
            say("{a:.0%}, {b:,}, {c}, {d}, {e}", a=0.5, b=1e6, c=2.5, d="1.5", e=True),
            say_count("{count:,} die", "{count:,} dice", 4321),
        )

    assert told() == ("12,345.68", "12.5%", "-3", "50%, 1,000,000.0, 2.5, 1.5, True", "4,321 dice")
    use_language("de")
    percent = "\N{NO-BREAK SPACE}%"
    assert told() == ("12.345,68", f"12,5{percent}", "-3", f"50{percent}, 1.000.000,0, 2,5, 1.5, True", "4.321 dice")


@pytest.mark.parametrize("spec", ["", ",", ".1f", ",.3f", ".0%", ".2%", "g", "+.1f"])
@pytest.mark.parametrize("value", [0, 7, -3, 1234, 0.5, -1234.5678, 45678.1])
def test_german_numbers_are_those_that_babel_writes(value: float, spec: str) -> None:
    """Babel, which is there for development alone, has the customs of the languages."""
    pattern = {"": "0.#################", ",": "#,##0.#################", ".1f": "0.0", ",.3f": "#,##0.000",
               ".0%": "0 %", ".2%": "0.00 %", "g": "0.#####", "+.1f": "+0.0;-0.0"}[spec]  # fmt: skip
    rounded = float(format(value, spec).replace(",", "").rstrip("%"))
    shown = rounded / 100 if "%" in spec else rounded
    expected = format_decimal(shown, pattern, "de").replace(" ", "\N{NO-BREAK SPACE}")
    use_language("de")
    assert digits(value, spec) == expected


def test_each_context_speaks_its_own_language() -> None:
    """A task has the language of the code that created it, a thread begins in English, and both keep theirs."""
    heard: list[str] = []

    def listen() -> None:
        heard.append(current_language())
        use_language("de")

    use_language("de")
    thread = Thread(target=listen)
    thread.start()
    thread.join()
    use_language("en")
    assert heard == ["en"] and current_language() == "en"

    async def ask(spoken: str) -> str:
        use_language(spoken)
        await asyncio.sleep(0)
        return listed(["a", "b"])

    async def both() -> list[str]:
        return await asyncio.gather(ask("de"), ask("en"))

    assert in_a_loop_of_its_own(both) == ["a und b", "a and b"] and current_language() == "en"


def test_a_source_is_asked_whenever_a_text_is_needed() -> None:
    """So that a thread follows a language that is chosen while it runs."""
    chosen = ["en"]
    with using_language(lambda: chosen[0]):
        assert listed(["a", "b"]) == "a and b"
        chosen[0] = "de"
        assert listed(["a", "b"]) == "a und b" and language_source()() == "de"
        with pytest.raises(ValueError, match="'fr'"), using_language("fr"):
            pass
    assert current_language() == "en"
