"""Asks the browser whether motion is to be reduced, as the system of whoever looks at a tab says.

Flutter itself then shortens its own transitions to nothing; what would turn for ever is up to us.
"""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from ui.core.hooks import Tab, asking, part, tab_of_page, use_store, use_subscription
from ui.core.store import Store


class Motion(Store):
    """Whether motion is reduced in one tab."""

    def __init__(self, tab: Tab) -> None:
        super().__init__()
        self.still = True
        """Whether motion is reduced; true until the browser has answered."""

    def set_still(self, still: bool) -> None:
        if still != self.still:
            with self.change():
                self.still = still


def is_still() -> bool:
    """Whether nothing may move in the tab that is being drawn, or whose event is being handled."""
    return tab_of_page().own(Motion).still


def ask_about_motion() -> None:
    """Within a component: ask when it comes to the screen, and again whenever the browser comes back."""
    tab = tab_of_page()
    motion = tab.own(Motion)
    service = ft.use_memo(ft.SemanticsService, [])

    async def ask() -> None:
        async with asking():  # whoever does not answer keeps what is known
            features = await service.get_accessibility_features()
            motion.set_still(features.disable_animations or features.reduce_motion)

    def follow() -> Callable[[], None]:
        def poke() -> None:
            tab.run(ask)

        def stop() -> None:
            tab.redraws.pop(poke, None)

        tab.redraws[poke] = stop
        poke()
        return stop

    use_subscription(follow)


@part
def Waiting(size: float, words: str | None = None) -> ft.Control:
    """Shows that something is under way: a turning ring, or a still icon where motion is reduced. `size` in pixels;
    `words`: the label for screen readers, where no text beside it says what it is."""
    motion = tab_of_page().own(Motion)
    use_store(motion)
    if motion.still:
        return ft.Icon(ft.Icons.HOURGLASS_TOP_ROUNDED, size=size, color=ft.Colors.PRIMARY, semantics_label=words)
    return ft.ProgressRing(width=size, height=size, stroke_width=3, semantics_label=words)
