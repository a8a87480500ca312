"""Writes the JSON Schemas of the public formats to docs/schemas/ and removes those of formats that are gone."""

from __future__ import annotations

from pathlib import Path

from scripts.schemas import build

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


def main() -> None:
    """Write every schema whose text has changed, so that a watching site builder is not woken for nothing."""
    FOLDER.mkdir(exist_ok=True)
    texts = build()
    for path in FOLDER.glob("*.json"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
