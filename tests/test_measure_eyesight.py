"""How well films were seen is measured by what truly lay there: eyes of a known quality are told to be that good."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from models.train.matches.evaluate.views import sights
from models.train.matches.script import truth_of, write_match
from models.train.matches.stage import PERFECT, Eyesight
from scripts.measure_eyesight import count, first_views, main
from scripts.replay_films import Call

EYES = Eyesight(doubted=0.2, silent=0.1, missed=0.1, unnoticed=0.5, likely=(0.65, 0.75))


match_of = cache(write_match)


def seen(game: str, eyes: Eyesight) -> Counter[str]:
    match, sums = match_of(game, 3), Counter[str]()
    truth = truth_of(match)
    tables = {rest.start: table["table"] for rest, table in zip(match.rests, truth["rests"], strict=True)}
    for sight in sights(match, eyes):
        sums += count(sight.view, tables[sight.rest.start], truth["things"])
    return sums


@pytest.mark.parametrize(
    ("game", "what"),
    [("army-vs-aliens-2012", "dice"), ("space-checkers", "pieces"), ("dinosaurs-vs-army-men", "cards")],
)
def test_perfect_eyes_miss_and_misread_nothing(game: str, what: str) -> None:
    sums = seen(game, PERFECT)
    assert sums[f"{what} certain"] > 20
    assert not any(sums[f"{what} {how}"] for how in ("missed", "silent"))
    assert what == "pieces" or not sums[f"{what} doubted"]


@pytest.mark.parametrize(("game", "what"), [("army-vs-aliens-2012", "dice"), ("space-checkers", "pieces")])
def test_eyes_are_told_to_be_as_good_as_they_are(game: str, what: str) -> None:
    sums = seen(game, EYES)
    told = sums[f"{what} certain"] + sums[f"{what} doubted"]
    assert sums[f"{what} doubted"] / told == pytest.approx(0.2, abs=0.05)
    assert sums[f"{what} silent"] / sums[f"{what} certain"] == pytest.approx(0.1, abs=0.03)
    likely = sums[f"{what} from 0.6"]
    assert 0 <= sums[f"{what} doubted"] - likely <= 5  # those that stand astride a line
    assert sums[f"{what} from 0.6, right"] / likely == pytest.approx(0.7, abs=0.1)
    if what == "dice":
        assert sums["dice missed"] / (told + sums["dice missed"]) == pytest.approx(0.1, abs=0.03)


def test_the_first_view_of_each_rest_counts() -> None:
    match = match_of("space-checkers", 3)
    truth, calls = truth_of(match), [Call("act", (0.0,), {})]
    for sight in sights(match):
        views = [msgspec.structs.replace(sight.view, time=sight.rest.start + late) for late in (0.15, 0.2)]
        calls += [Call("observe", (view,), {}) for view in views]
    times = [view.time for view, _ in first_views(calls, truth)]
    assert times and len(times) == len(set(times)) <= len(match.rests)


def test_recorded_films_are_counted_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = match_of("space-checkers", 3)
    views = [msgspec.structs.replace(sight.view, time=sight.rest.start + 0.2) for sight in sights(match)]
    calls = [Call("observe", (view,), {}) for view in views]
    for name in ("one", "other"):
        (tmp_path / f"{name}.json").write_text(json.dumps(truth_of(match)))
        (tmp_path / f"{name}.calls").write_bytes(pickle.dumps(calls))
    monkeypatch.setattr("sys.argv", ["measure_eyesight", *(str(tmp_path / f"{name}.mp4") for name in ("one", "other"))])
    main()
    told = dict(line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert int(told["views"]) == 2 * len([*first_views(calls, truth_of(match))]) > 0
    monkeypatch.setattr("sys.argv", ["measure_eyesight", str(tmp_path / "none.mp4")])
    with pytest.raises(SystemExit):
        main()
    assert "none.calls: no such file" in capsys.readouterr().err
