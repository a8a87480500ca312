"""The page of a review shows what was followed, escapes what others have named, and asks the first open question."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from companion.cli.review.film_review import Answer, Asked, FilmReview, Ruled
from companion.cli.review.report_page import report_page

HOSTILE = '<script>alert("x")</script>'


def asked(time: float, settled: str = "", picture: str = "none.jpg") -> Asked:
    return Asked(time=time, seen=time, text=HOSTILE, choices=(HOSTILE, "nothing"), picture=picture, settled=settled)


def page(*reviews: FilmReview, pictures: Path = Path("nowhere")) -> str:
    return report_page(HOSTILE, reviews, {}, pictures, HOSTILE)


def review(**fields: object) -> FilmReview:
    return FilmReview(film=HOSTILE, sha256="ab" * 32, version="1", **fields)  # type: ignore[arg-type]


def test_whatever_is_named_is_text() -> None:
    ruled = Ruled(time=3.0, text=HOSTILE, clauses=((HOSTILE, HOSTILE),), picture=HOSTILE)
    answer = Answer(film="ab" * 32, time=1.0, choice=HOSTILE)
    text = page(review(asked=[asked(1.0)], ruled=[ruled], trouble=HOSTILE, answers=(answer,), unused=(answer,)))
    assert HOSTILE not in text and text.count("<script") == 2


def test_only_its_own_script_and_style_run() -> None:
    text = page(review(asked=[asked(1.0)]))
    (policy,) = re.findall('Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; ")
    for kind in ("style", "script"):
        (inner,) = re.findall(f"<{kind}>(.*?)</{kind}>", text, re.S)
        assert f"'sha256-{b64encode(sha256(inner.encode()).digest()).decode()}'" in policy


def test_the_first_open_question_of_a_film_is_asked_with_its_picture(tmp_path: Path) -> None:
    (tmp_path / "one.jpg").write_bytes(b"\xff\xd8picture")
    one = review(asked=[asked(1.0, "seen later"), asked(62.0, picture="one.jpg"), asked(70.0)])
    text = page(one, review(asked=[asked(5.0, "seen later")]), pictures=tmp_path)
    assert re.findall('data-time="([0-9.]+)"', text) == ["62.0"]
    assert "1:02 What was it?" in text and "1 more depend on this one" in text
    assert "1 question is open." in text and b64encode(b"\xff\xd8picture").decode() in text


def test_where_nothing_is_open_nothing_is_asked() -> None:
    text = page(review(asked=[asked(1.0, "seen later")]))
    assert "No question is open." in text and 'id="save"' not in text and "<script>" not in text
