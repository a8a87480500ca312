"""What axe-core, which judges pages as Lighthouse does, finds wrong with a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

__all__ = ["findings"]


def findings(page: Any) -> list[str]:
    """Each rule that the page breaks, with the parts that do; a page of plain HTML."""
    violations = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['help']}: {[node['html'] for node in one['nodes']]}" for one in violations]
