"""Makes the model card: `make evaluate PHOTOS=folder`, or `python -m models.train.model_card.card --photos DIR`.

Every labelled source is read by networks and trust models that never saw it (cross_validation.py; skipped where the
lines are there), the readings are scored (scoring.py), and their figures are put into the hand-written
card.md.template. Charts go into card/ beside the card, drawings of the worst pictures into WORK/evaluation/worst.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import cv2

from companion.cli.common import add_batch
from models.train.evaluate import Label, Line, by_source, load_labels, load_lines, score_all, worst
from models.train.export.folds import FOLDS_FOLDER
from models.train.jobs import batch_arguments
from models.train.model_card import card_tables as tables
from models.train.model_card.card_charts import reliability_chart, risk_chart
from models.train.model_card.cross_validation import read_left_out, read_strangers
from models.train.plots import draw_all

TEMPLATE = Path(__file__).with_name("card.md.template")
MANIFEST = Path(__file__).parents[2] / "manifest.toml"
WORST = 20


def card_parts(
    labels: Sequence[Label], lines: Sequence[tuple[str, Line]], photos: Path, charts: Path, drawings: Path
) -> dict[str, str]:
    """What the template's names stand for; writes the two charts and the worst pictures."""
    scored = score_all(labels, lines)
    sources = {
        name: pictures for name, pictures in by_source(scored).items() if any(picture.line for picture in pictures)
    }
    pictures = tables.everything(sources)
    bad = worst(pictures, WORST)
    risk_chart(sources, charts / "risk.png")
    reliability_chart(sources, charts / "reliability.png")
    draw_all(bad, photos, drawings)
    return {
        "sources": tables.sources_table(sources),
        "intervals": tables.intervals_table(sources),
        "unread": unread_text([p.label["image"] for p in pictures if not p.line and p.counts["images"]]),
        "risk": tables.risk_table(sources),
        "risk_chart": f"![Share wrong against share certain, by source]({charts.name}/risk.png)",
        "reliability": tables.reliability_table(sources),
        "reliability_chart": f"![Share right against confidence, by source]({charts.name}/reliability.png)",
        "confusion": tables.confusion_table(sources),
        "reasons": tables.reasons_table(sources),
        "worst": tables.worst_table(bad),
        "speed": tables.speed_table(sources),
    }


def unread_text(images: Sequence[str]) -> str:
    """Nothing, or a sentence with a line before it."""
    if not images:
        return ""
    return f"\n\n{len(images)} of these pictures have no reading and count as read empty; `{images[0]}` is the first."


def strangers_text(lines: Sequence[tuple[str, Line]]) -> str:
    """What was made of pictures without pipped dice."""
    if not lines:
        return "No such pictures were given."
    dice = [(line["image"], die) for _, line in lines for die in line["dice"]]
    sure = [(image, die) for image, die in dice if die.get("certain", True)]
    read, wrong = ({image for image, _ in some} for some in (dice, sure))
    text = f"Of {len(lines)} such photographs {len(read)} got a reading ({len(dice)} in all), "
    text += f"{len(wrong)} a certain one ({len(sure)} in all)"
    names = ", ".join(f"a {die.get('value')} in `{Path(image).name}`" for image, die in sure)
    return f"{text}: {names}." if names else f"{text}."


def bench_text(file: Path | None) -> str:
    """What `companion bench` printed, word for word."""
    if file is None:
        return ""
    text = _text(file, "give what `companion bench` printed").strip()
    if not text:
        raise SystemExit(f"{file}: empty; give what `companion bench` printed")
    return f"\n\n`companion bench`, on the machine on which this card was made:\n\n```text\n{text}\n```"


def networks_text(manifest: Path) -> str:
    try:
        entries: Mapping[str, Any] = tomllib.loads(_text(manifest, "it lies beside the networks"))
        files = [entry["file"] for entry in entries.values() if "file" in entry]
        sizes = {file: (manifest.parent / file).stat().st_size for file in files}
        return tables.networks_table(entries, sizes)
    except (OSError, KeyError, AttributeError, tomllib.TOMLDecodeError) as error:
        raise SystemExit(f"{manifest}: cannot be used ({error!r}); `make train` writes it") from None


def fill(template: Path, parts: Mapping[str, str]) -> str:
    """The text of `template` with its $names replaced; every part must have its place, and every name its part."""
    text = Template(_text(template, "it is part of the checkout"))
    wanted = set(text.get_identifiers()) if text.is_valid() else set()
    if wanted != set(parts):
        odd = ", ".join(f"${name}" for name in sorted(wanted ^ set(parts)))
        raise SystemExit(f"{template}: {odd} stand in it or in models/train/model_card/card.py alone; make them agree")
    return text.substitute(parts)


def _text(file: Path, hint: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise SystemExit(f"{file}: {error.strerror}; {hint}") from None
    except UnicodeDecodeError:
        raise SystemExit(f"{file}: no text; {hint}") from None


def main(arguments: Sequence[str] | None = None) -> None:
    """`arguments`: those of the process, if None."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, help="folder of photographs with labels.json")
    parser.add_argument("--work", type=Path, default=Path(".work"), help="where readings are kept between two runs")
    parser.add_argument("--folds", type=Path, default=FOLDS_FOLDER, help="networks of the folds; default: models/folds")
    parser.add_argument(
        "--readings", type=Path, nargs="+", help="lines to judge; default: those of the folds, read now"
    )
    parser.add_argument("--strangers", type=Path, help="lines of pictures without pipped dice; default: read now")
    parser.add_argument("--bench", type=Path, help="file with what `companion bench` printed")
    parser.add_argument("--out", type=Path, default=MANIFEST.with_name("CARD.md"), help="default: models/CARD.md")
    add_batch(parser)
    args = parser.parse_args(arguments)
    if args.photos is None:
        raise SystemExit("make evaluate needs PHOTOS=folder (--photos): photographs with labels.json, sorted by source")
    cv2.setNumThreads(1)
    labels = load_labels(args.photos)
    bench = bench_text(args.bench)
    how = batch_arguments(args)
    files = args.readings or read_left_out(args.work, args.photos, labels, kept=args.folds, how=how)
    odd = args.strangers
    if odd is None and args.readings is None:
        odd = read_strangers(args.work, args.photos, labels, MANIFEST, how)
    parts = {
        "networks": networks_text(MANIFEST),
        "strangers": strangers_text(load_lines([odd]) if odd is not None else []),
        "bench": bench,
    }
    drawings = args.work / "evaluation" / "worst"
    parts |= card_parts(labels, load_lines(files), args.photos, args.out.parent / "card", drawings)
    args.out.write_text(fill(TEMPLATE, parts), encoding="utf-8")
    print(f"{args.out}: from {len(files)} files of readings; the worst pictures are drawn in {drawings}")


if __name__ == "__main__":
    main()
