"""What counts as found, right, false, exact, certain and silent: by hand, and as the project's own scorer has it."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from models.train.evaluate.prediction_files import Album, load_labels, load_lines, score_all
from models.train.evaluate.scoring import Figures, score_picture

Thing = dict[str, Any]


def thing(x: float, value: int | None = 1, side: float = 20, **more: Any) -> Thing:
    """A labelled object whose box begins at `x`."""
    return {"box": [x, 0, x + side, side], "kind": "d6", "value": value} | more


def die(x: float, value: int | None = 1, certain: bool = True, side: float = 20, **more: Any) -> Thing:
    """A reading whose box begins at `x`."""
    sure = 0.99 if certain else 0.4
    return {"box": [x, 0, x + side, side], "value": value, "confidence": sure, "certain": certain} | more


def label(*objects: Thing, labelled: str = "boxes", **more: Any) -> Thing:
    return {"image": "a.jpg", "source": "s", "labelled": labelled, "objects": list(objects)} | more


def counts(labelled: Thing, *dice: Thing, unsure: bool = False) -> Counter[str]:
    return score_picture(labelled, {"image": "a.jpg", "dice": list(dice), "unsure": unsure, "ms": 5.0}).counts


def some(found: Counter[str], *names: str) -> tuple[int, ...]:
    return tuple(found[name] for name in names)


def test_a_picture_read_rightly_is_exact_and_clean() -> None:
    found = counts(label(thing(0, 3), thing(50, 5)), die(1, 3), die(49, 5))
    assert some(found, "dice", "placed", "found", "right", "false") == (2, 2, 2, 2, 0)
    assert some(found, "readings", "sure", "silent", "judged", "exact", "clean shown", "clean") == (2, 2, 0, 1, 1, 1, 1)


def test_a_certain_wrong_face_is_silent_and_an_unsure_one_is_not() -> None:
    picture = label(thing(0, 3), thing(50, 5))
    assert some(counts(picture, die(0, 4), die(50, 5)), "found", "right", "silent", "exact", "clean shown") == (
        2,
        1,
        1,
        0,
        1,
    )
    unsure = counts(picture, die(0, 4, certain=False), die(50, 5))
    assert some(unsure, "right", "sure", "silent", "clean shown") == (1, 1, 0, 0)


def test_a_reading_on_no_die_is_false_and_a_second_one_on_a_die_as_well() -> None:
    found = counts(label(thing(0, 3)), die(0, 3), die(200, 2), die(2, 3))
    assert some(found, "found", "right", "false", "silent", "exact") == (1, 1, 2, 2, 0)


def test_what_has_no_value_and_is_certain_is_no_reading_at_all() -> None:
    found = counts(label(thing(0, 3)), die(0, None), die(100, None, certain=False))
    assert some(found, "found", "readings", "false", "silent") == (0, 1, 1, 0)


def test_the_better_overlap_gets_the_die() -> None:
    scored = score_picture(label(thing(0, 3)), {"dice": [die(6, 5), die(1, 3)]})
    assert [(v.read, v.truth, v.right) for v in scored.verdicts] == [(3, 3, True), (5, None, False)]


def test_boxes_that_only_overlap_by_half_are_of_one_die() -> None:
    wide = {"box": [0, 0, 40, 20], "kind": "d6", "value": 2}
    inner = {"box": [0, 0, 19.9, 20], "value": 2, "confidence": 0.9, "certain": True}
    assert counts(label(wide), inner | {"box": [0, 0, 20.1, 20]})["found"] == 1  # each middle is outside the other
    assert counts(label(wide), inner)["found"] == 0


def test_a_label_of_a_part_takes_a_whole_die_but_not_the_table() -> None:
    pips = label(thing(40, 2, side=10), box_of="pips")
    assert counts(pips, die(0, 2, side=55))["right"] == 1
    assert counts(pips, die(0, 2, side=61))["right"] == 0
    assert counts(label(thing(40, 2, side=10)), die(0, 2, side=55))["right"] == 0


def test_readings_on_what_is_not_judged_are_passed_over() -> None:
    other, symbol = thing(50, None, kind="d20"), thing(100, 2, face="symbol: star")
    found = counts(label(thing(0, 3), other, symbol), die(0, 3), die(50, 6), die(100, 4))
    assert some(found, "dice", "readings", "false", "silent", "exact") == (1, 1, 0, 0, 1)


def test_a_die_of_unknown_face_can_be_found_but_spoils_the_judgement_of_the_picture() -> None:
    found = counts(label(thing(0, 3), thing(50, None)), die(0, 3), die(50, 6))
    assert some(found, "placed", "found", "dice", "readings", "judged") == (2, 2, 1, 1, 0)


def test_a_picture_left_unsure_is_not_clean() -> None:
    assert some(counts(label(thing(0)), die(0), unsure=True), "exact", "clean shown") == (1, 0)


@pytest.mark.parametrize("mode", ["cells", "no dice", "unlabelled board"])
def test_without_dice_only_false_readings_count(mode: str) -> None:
    found = counts(label(labelled=mode), die(0), die(50, certain=False))
    assert some(found, "images", "scored", "false", "silent", "judged") == (1, 1, 2, 1, 0)


def test_a_picture_labelled_otherwise_is_left_out() -> None:
    scored = score_picture(label(thing(0), labelled="kind only"), {"dice": [die(0)], "ms": 3.0})
    assert (scored.counts, scored.ms) == (Counter({"left out": 1}), None)


def test_a_total_is_right_or_not() -> None:
    total = label(labelled="total only", total=7)
    assert counts(total, die(0, 3), die(50, 4))["totals right"] == 1
    assert counts(total, die(0, 3))["totals right"] == 0
    assert counts(total)["scored"] == 0


def test_dice_without_boxes_are_compared_as_multisets_and_the_least_sure_is_blamed() -> None:
    listed = label(thing(0, 3), thing(0, 5), labelled="values only")
    sure, doubtful = die(9, 3), die(0, 3, certain=False)
    scored = score_picture(listed, {"dice": [sure, doubtful]})
    assert some(scored.counts, "dice", "placed", "found", "right", "false", "exact") == (2, 2, 2, 1, 0, 0)
    assert [v.right for v in scored.verdicts] == [True, False]
    assert scored.counts["silent"] == 0
    assert some(counts(listed, sure, die(20, 5), die(40, 5)), "right", "false", "silent", "exact") == (2, 1, 1, 0)


def test_without_boxes_readings_are_forgiven_for_other_dice_but_not_for_pawns() -> None:
    for kind, false in (("d20", 0), ("d10p", 0), ("die", 0), ("pawn", 1), ("ladybird", 1), ("soldier", 1)):
        listed = label(thing(0, 3), thing(0, None, kind=kind), labelled="values and cells")
        found = counts(listed, die(0, 3), die(50, 6))
        assert some(found, "readings", "false", "silent", "exact") == (1 + false, false, false, 1 - false), kind


def test_colours_are_judged_on_found_dice_that_have_a_label_for_it() -> None:
    picture = label(thing(0, colour="red"), thing(50), thing(100, colour="blue"), thing(150, colour="blue"))
    dice = [die(0, colour="red"), die(50, colour="red"), die(100, colour="green"), die(150)]
    assert some(counts(picture, *dice), "coloured", "colour right") == (2, 1)
    listed = label(thing(0, 1, colour="red"), thing(0, 2, colour="red"), labelled="values only")
    assert some(counts(listed, die(0, 1, colour="red"), die(50, 2, colour="blue")), "coloured", "colour right") == (
        2,
        1,
    )
    assert counts(listed, die(0, 1), die(50, 2))["coloured"] == 0


def test_shares_are_of_sums_and_absent_where_nothing_is_to_be_judged() -> None:
    pictures = [score_picture(label(thing(0, 3)), {"dice": [die(0, 3)], "ms": ms}) for ms in (1.0, 2.0, 9.0)]
    pictures.append(score_picture(label(thing(0, 3)), {}))
    figures = Figures(pictures)
    assert figures.of("right") == (3, 4)
    assert (figures.share("right"), figures.false, figures.ms) == (0.75, 0.0, 2.0)
    assert figures.share("colour") is None
    assert (Figures([]).false, Figures([]).ms) == (None, None)


def test_a_missed_die_is_unread_and_astray() -> None:
    scored = score_picture(label(thing(0, 3), thing(50, 4), thing(100, 5)), {"dice": [die(0, 3), die(50, 6)]})
    assert scored.unread == [5]
    assert [o["value"] for o in scored.misread] == [4, 5]
    assert (scored.mistakes, scored.silent, scored.exact) == (2, 1, False)


# Lines and labels brought together


def write(file: Path, *lines: Any) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def test_a_picture_is_known_by_the_end_of_either_path() -> None:
    album = Album([label() | {"image": "x/a.jpg"}, label() | {"image": "y/b.jpg"}])
    assert album.find("/home/me/photos/y/b.jpg", "") == 1
    assert album.find("..\\photos\\x\\a.jpg", "") == 0
    assert album.find("a.jpg", "") == 0


def test_a_picture_without_reading_counts_as_read_empty() -> None:
    read, unread = score_all(
        [label(thing(0)), label(thing(0)) | {"image": "b.jpg"}], [("l", {"image": "a.jpg", "dice": [die(0)]})]
    )
    assert (read.counts["right"], unread.counts["right"], unread.counts["dice"]) == (1, 0, 1)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "no readings in it"),
        ([{"image": "z.jpg", "dice": []}], "z.jpg is not among the labelled pictures"),
        ([{"image": "a.jpg", "dice": []}] * 2, "was read before"),
        ([{"image": "c.jpg", "dice": []}], "fits several labelled pictures"),
        ([{"image": "a.jpg"}], 'lacks "image" or "dice"'),
        (["text"], 'lacks "image" or "dice"'),
        ([{"image": "a.jpg", "dice": [{"value": 1}]}], "a die that is not as"),
        ([{"image": "a.jpg", "dice": [die(0, 7)]}], "a die that is not as"),
        ([{"image": "a.jpg", "dice": [die(0) | {"confidence": float("nan")}]}], "a die that is not as"),
    ],
)
def test_lines_that_do_not_fit_are_refused_in_one_line(tmp_path: Path, lines: list[Any], said: str) -> None:
    labels = [label() | {"image": name} for name in ("a.jpg", "x/c.jpg", "y/c.jpg")]
    with pytest.raises(SystemExit) as refusal:
        score_all(labels, load_lines([write(tmp_path / "r.jsonl", *lines)]))
    assert said in str(refusal.value)
    assert "r.jsonl" in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_line_cut_short_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "r.jsonl", {"image": "a.jpg", "dice": []})
    file.write_text(file.read_text() + '{"image":"b.jp')
    with pytest.raises(SystemExit, match=r"r\.jsonl line 2: not JSON"):
        load_lines([file])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        ("[", "not JSON"),
        ("[]", "no list"),
        ('{"a": 1}', "no list"),
        ("[1]", "entry 0"),
        ('[{"image": "a", "source": "s", "objects": [{"box": [1]}]}]', "entry 0"),
    ],
)
def test_labels_that_are_none_are_refused_in_one_line(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(SystemExit) as refusal:
        load_labels(tmp_path)
    assert said in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no such folder"):
        load_labels(tmp_path / "none")


# The project's own scorer, where it lies beside the checkout


def agrees(shared: Path, folder: Path, labels: list[Thing], lines: list[Thing]) -> Counter[str]:
    """Every count and the median time equal; what was counted."""
    (folder / "labels.json").write_text(json.dumps(labels))
    readings = write(folder / "readings.jsonl", *lines)
    command = [sys.executable, str(shared / "tools" / "score_dice.py"), str(folder / "labels.json"), str(readings)]
    said = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True, timeout=60).stdout
    theirs = json.loads(said)
    ours = Figures(score_all(load_labels(folder), load_lines([readings])))
    assert ours.ms == theirs.pop("ms")
    assert {name: count for name, count in ours.counts.items() if count} == {k: v for k, v in theirs.items() if v}
    return ours.counts


def disturbed(things: list[Thing], g: random.Random) -> list[Thing]:
    """Readings as careless eyes might have them."""
    dice = []
    for o in things:
        for _ in range(g.choice((0, 1, 1, 1, 1, 2))):
            x0, y0, x1, y1 = o.get("box") or (0, 0, 30, 30)
            side = max(x1 - x0, y1 - y0)
            shift, grow = [g.gauss(0, 0.2) * side for _ in range(2)], g.uniform(0, 0.6) * side
            box = [x0 + shift[0] - grow, y0 + shift[1] - grow, x1 + shift[0] + grow, y1 + shift[1] + grow]
            face = g.choice((o.get("value"), o.get("value"), g.randint(1, 6), None))
            read = {"box": box, "value": face, "confidence": round(g.random(), 2), "certain": g.random() < 0.6}
            colour = {"colour": g.choice((o.get("colour"), "red"))} if g.random() < 0.8 else {}
            dice.append(read | colour)
    dice += [die(g.uniform(0, 600), g.randint(1, 6), g.random() < 0.5) for _ in range(g.choice((0, 0, 1, 3)))]
    return dice


@pytest.mark.slow
def test_the_figures_are_those_of_the_projects_scorer_on_disturbed_labels(shared: Path, tmp_path: Path) -> None:
    labels, g = json.loads((shared / "photos" / "labels.json").read_text()), random.Random(4)
    lines = [
        {
            "image": f"some/where/{entry['image']}",
            "dice": disturbed(entry["objects"], g),
            "ms": round(g.uniform(5, 50), 2),
        }
        | ({"unsure": True} if g.random() < 0.2 else {})
        for entry in labels
        if g.random() < 0.95
    ]
    found = agrees(shared, tmp_path, labels, lines)
    assert min(found[name] for name in ("false", "silent", "exact", "clean", "colour right", "left out")) > 0


def test_the_figures_are_those_of_the_projects_scorer_however_a_picture_is_labelled(
    shared: Path, tmp_path: Path
) -> None:
    g, labels, lines = random.Random(5), [], []
    modes = ("boxes", "values only", "values and cells", "total only", "cells", "no dice", "kind only")
    for n in range(700):
        mode, things = modes[n % len(modes)], []
        for k in range(g.choice((0, 1, 2, 5))):
            kind = g.choice(("d6", "d6", "d6", "d6", "d20", "die", "pawn"))
            value = g.randint(1, 6) if g.random() < 0.9 else None
            colour = {"colour": g.choice(("red", "blue"))} if g.random() < 0.8 else {}
            face = {"face": "symbol star"} if g.random() < 0.05 else {}
            o = thing(40 * k, value, kind=kind, **colour, **face)
            things.append(o if mode == "boxes" and g.random() < 0.98 else {k: v for k, v in o.items() if k != "box"})
        if mode in ("cells", "no dice"):
            things = []
        more = {"total": sum(o["value"] or 0 for o in things)} if mode == "total only" else {}
        part = {"box_of": "pips"} if g.random() < 0.2 else {}
        labels.append(label(*things, labelled=mode, **more, **part) | {"image": f"{n}.jpg"})
        lines.append({"image": f"{n}.jpg", "dice": disturbed(things, g), "ms": float(n)})
    found = agrees(shared, tmp_path, labels, lines)
    assert min(found[name] for name in ("totals right", "left out", "false", "coloured", "clean", "silent")) > 0


@pytest.mark.slow
def test_the_figures_are_those_of_the_projects_scorer_on_what_the_eyes_read(shared: Path, tmp_path: Path) -> None:
    from companion.cli.scan.scan import json_line
    from vision.camera.image_files import read_picture
    from vision.dice.dice_reader import DiceReader

    reader, labels = DiceReader(), json.loads((shared / "photos" / "labels.json").read_text())[::40]
    lines = []
    for entry in labels:
        image = read_picture(shared / "photos" / entry["image"])
        lines.append(json.loads(json_line(entry["image"], image, reader.read(image))))
    found = agrees(shared, tmp_path, labels, lines)
    assert found["right"] > 20
