"""Prints the kit of a game into pictures, and looks at them with our own eyes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import seeds
from companion.conformance import Check, Finding
from companion.kit import make_kit, most_players
from companion.text import program_version

if TYPE_CHECKING:
    from vision.camera import Image

DOTS = 4.0
"""Pixels a millimetre of a page."""
INCH = 72 / 25.4
"""Points of a PDF in a millimetre."""


def check_kit(game_id: str, out: Path | None) -> Check:
    """Whether the kit can be made, and every sheet's fiducials are found where they are printed; `out`: the folder for
    pictures of its pages."""
    from vision.plane import cells_of

    try:
        kit = make_kit(game_id, "A4", cells_of, program_version(), most_players(game_id))
    except Exception as error:
        return Check("print kit", (Finding("fault", f"{type(error).__name__}: {' '.join(str(error).split())}"),))
    figure = f"{len(kit.titles)} pages ({', '.join(dict.fromkeys(kit.parts))})"
    pictures = _rendered(kit.pdf)
    if pictures is None:
        note = Finding("note", "not looked at: pypdfium2, which turns pages into pictures, is not installed")
        return Check("print kit", (note,), figure)
    sheets = [picture for picture, part in zip(pictures, kit.parts, strict=True) if part == "sheets"]
    if out is not None:
        _keep(pictures, out)
    return Check("print kit", (*_unseen(game_id, sheets), *_looks_taken(game_id, sheets)), figure)


def _rendered(pdf: bytes) -> list[Image] | None:
    """The pages as pictures (height, width, 3), blue green red; None where nothing can render them."""
    try:
        import pypdfium2
    except ImportError:
        return None
    import numpy as np

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [np.ascontiguousarray(page.render(scale=DOTS / INCH).to_numpy()[..., :3]) for page in document]
    finally:
        document.close()


def _unseen(game_id: str, sheets: list[Any]) -> list[Finding]:
    """What the eyes do not find on the sheets."""
    from vision.plane import FiducialDetector

    findings = []
    for page, picture in zip(seeds.pages(game_id), sheets, strict=False):
        found = set(FiducialDetector().find(picture).found)
        missing = [str(number) for number in page.numbers if number not in found]
        if missing:
            findings.append(Finding("fault", f"{page.title}: the fiducials {', '.join(missing)} are not found in it"))
    if (
        seeds.pages(game_id)
        and any(page.sheet.grids for page in seeds.pages(game_id))
        and not seeds.colours_of(game_id)
    ):
        findings.append(Finding("fault", "sheets have grids, and game.toml names no `colours` of pieces"))
    return findings


def _looks_taken(game_id: str, sheets: list[Any]) -> list[Finding]:
    """Cells of the printed boards, nothing on them, that the eyes take for pieces: discs drawn in them, mostly."""
    from vision.table import table_reader_for

    findings = []
    pages = [page for page in seeds.pages(game_id) if page.sheet.grids] if seeds.colours_of(game_id) else []
    for page, picture in zip(seeds.pages(game_id), sheets, strict=False):
        if page not in pages:
            continue
        for name, shown in (("", picture), (" printed without colours", _grey(picture))):
            view = table_reader_for(game_id, most_players(game_id), page.sheet.id).read(shown)
            taken = sum(piece.colour is not None for piece in view.pieces)
            cells = sum(grid.rows * grid.cols for grid in page.sheet.grids)
            if taken:
                line = f"{page.title}{name}: the eyes take {taken} of its {cells} empty cells for pieces"
                findings.append(Finding("warning", f"{line}; draw no filled discs or rings of their size there"))
    return findings


def _grey(picture: Any) -> Any:
    import cv2

    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def _keep(pictures: list[Any], out: Path) -> None:
    import cv2

    out.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(pictures, 1):
        cv2.imwrite(
            str(out / f"kit-{number}.png"), cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        )
