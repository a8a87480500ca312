"""Decoding JSON strictly: what stands for no number is named with its place, and hostile text is refused at once."""

from __future__ import annotations

from time import thread_time

import pytest

from companion import MalformedError
from companion.rules.strict_json import parse_json


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ('{"a": [1, {"b": NaN}]}', "a[1].b: NaN is no number in JSON"),
        ('{"a": 1, "b": [-Infinity, NaN]}', "b[0]: -Infinity is no number in JSON"),
        ("[" + "9" * 19 + "]", "[0]: a number of 19 digits is too long"),
        ("NaN", "NaN is no number in JSON"),
        ('{"a": NaN, "a": 1}', "NaN is no number in JSON"),
        (b"\xff", "this is no JSON: it is not UTF-8 text"),
        ("", "this is no JSON: Expecting value (line 1, column 1)"),
        ("[" * 200_000 + "]" * 200_000, "this is nested too deeply to be read"),
    ],
)
def test_what_is_no_json_is_named_with_its_place(raw: str | bytes, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_json(raw)
    assert str(caught.value) == line


@pytest.mark.parametrize("raw", ["[" * 5_000_000, '{"a":' * 100_000, "[" + "9" * 5_000_000 + "]", "9" * 5_000_000])
def test_hostile_text_is_refused_within_a_second(raw: str) -> None:
    begun = thread_time()
    with pytest.raises(MalformedError):
        parse_json(raw)
    assert thread_time() - begun < 1  # of this thread, on a busy machine


def test_a_place_begins_with_what_was_read() -> None:
    with pytest.raises(MalformedError, match=r"^event\[3\]\.faces\[1\]: NaN is no number"):
        parse_json('{"faces": [1, NaN]}', "event[3]")


def test_a_mark_of_the_byte_order_is_passed_over() -> None:
    assert parse_json(b"\xef\xbb\xbf[1]") == [1]
