"""Devices that join the app in a real browser: by the code that the host's screen shows, or by its QR code."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from tests.support.app.browser import Screen
from tests.support.app.paired import Paired
from tests.support.waiting import until

__all__ = ["Joined", "joined"]

WHAT = {"camera": "Camera It looks at the table", "player": "Player See the match, answer, correct"}


class Joined(Screen):
    """The page of a phone that the host has let in; `listen` once it shows the app."""

    def __init__(self, browser: Any, address: str) -> None:
        super().__init__(browser, address, 390, 844)

    def begin(self) -> None:
        """It is asked first who it is."""
        self._heard["console"] = lambda line: self.faults.append(line.text) if line.type == "error" else None
        self.page.on("console", self._heard["console"])


def joined(
    browser: Any, app: Paired, host: Screen, name: str, role: str, by_square: bool = False, for_dice: bool = False
) -> Joined:
    """A phone that joins by the code on the host's screen, typed or as a QR code, and is let in there. `for_dice`: by
    the code on the page on which dice are read, which leaves no choice."""
    host.press("Show the code" if for_dice else "Add a device")
    said = host.page.get_by_text("Code ").first
    said.wait_for()
    square = host.page.get_by_role("img", name="QR code with the same address")
    phone = Joined(browser, _read(square) if by_square else app.address)
    page = phone.page
    if not by_square:
        assert page.url == f"{app.address}/pair"
        code = str(said.text_content()).removeprefix("Code ").replace(" ", "")
        page.get_by_label("Code on the host's screen").fill(code.lower())
    page.get_by_label("Name of this device").fill(name)
    if not for_dice:
        page.get_by_label(WHAT[role]).check()
    phone.keep(f"join-{role}")
    page.get_by_role("button", name="Ask to join").click()
    page.get_by_text("Waiting for the host").wait_for()
    host.wait_for("asks to join")
    host.fill("Its four digits", page.locator("#number").inner_text())
    host.keep(f"knock-{role}")
    host.press(f"Let in as {role}")
    return phone


def _read(square: Any) -> str:
    """What a QR code on the screen says. Phones read such codes at any distance; OpenCV may fail at one of them."""

    def words() -> str:
        image = cv2.imdecode(np.frombuffer(square.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
        assert image is not None
        image = cv2.copyMakeBorder(image, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
        looks = (cv2.resize(image, None, fx=near, fy=near, interpolation=cv2.INTER_CUBIC) for near in (1, 2, 3, 1.5))
        return next((said for look in looks if (said := cv2.QRCodeDetectorAruco().detectAndDecode(look)[0])), "")

    return str(until(words, "a QR code that can be read off the screen"))
