"""A phone that has its dice read: who may, what its page is told, photographs, corrections. Without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.support.paths import DATA
from tests.support.waiting import until
from ui.core.access import NotAllowed, acting
from ui.network.phone_dice import PhoneDice, PhoneNews, PhoneScene, PhoneStill
from ui.rolls import DiceHost, RollLog
from ui.sources import Cameras
from vision.camera.phone import Phone, Phones, PhoneSource
from vision.symbols import PIPS

SIX = (DATA / "bench/6.jpg").read_bytes()
"""3 5 3 5 3 3, all certain."""
DOUBTFUL = (DATA / "scenes/00001.jpg").read_bytes()
"""11 dice, two of them in doubt."""
BLANK = cv2.imencode(".jpg", np.full((360, 640, 3), 120, np.uint8))[1].tobytes()


class Visitor:
    """A paired camera."""

    role = "camera"


class Page:
    """The page of one phone."""

    def __init__(self, name: str, phones: Phones, host: DiceHost) -> None:
        phone = phones.named(name)
        assert phone is not None
        self.phone: Phone = phone
        self.dice = PhoneDice(phone, f"phone:{name}", host)
        self.scene: PhoneScene | None = None
        self.still: PhoneStill | None = None

    def ask(self, do: str, **more: object) -> PhoneNews:
        with acting(Visitor()):  # type: ignore[arg-type]
            self.dice.obey(json.dumps({"do": do, **more}))
        return self.hear()

    def hear(self) -> PhoneNews:
        with acting(Visitor()):  # type: ignore[arg-type]
            news = self.dice.news()
        self.scene, self.still = news.scene or self.scene, news.still or self.still
        return news

    def show(self, jpeg: bytes | Callable[[], bytes], enough: Callable[[PhoneNews], object]) -> PhoneNews:
        """Send this picture over and over until enough is told."""

        def told() -> PhoneNews | None:
            self.phone.deliver(jpeg if isinstance(jpeg, bytes) else jpeg())
            news = self.hear()
            return news if enough(news) else None

        return until(told, "news from the dice")

    def photograph(self, jpeg: bytes) -> PhoneStill | None:
        self.still = None
        self.ask("still")
        assert self.dice.awaits_still
        self.dice.take_still(jpeg)
        self.hear()
        return self.still


@pytest.fixture
def phones() -> Phones:
    made = Phones()
    made.keep({"Anna", "Bob"})
    return made


@pytest.fixture
def host(tmp_path: Path, phones: Phones) -> Iterator[DiceHost]:
    made = DiceHost(Cameras(lambda: [], phones=phones), RollLog(tmp_path, clock=lambda: 1000.0))
    yield made
    made.close(60)


@pytest.fixture
def anna(phones: Phones, host: DiceHost) -> Iterator[Page]:
    page = Page("Anna", phones, host)
    yield page
    page.dice.close()


@pytest.fixture
def bob(phones: Phones, host: DiceHost) -> Iterator[Page]:
    page = Page("Bob", phones, host)
    yield page
    page.dice.close()


def test_a_phone_reads_its_dice_and_shows_where_they_lie(anna: Page, host: DiceHost) -> None:
    assert anna.hear() == PhoneNews("off")
    assert anna.ask("read").mode == "opening"
    news = anna.show(SIX, lambda news: news.mode == "dice" and news.boxes)
    scene = anna.scene
    assert scene is not None and scene.line == "6 dice: 3 5 3 5 3 3 = 22" and scene.faces == (1, 2, 3, 4, 5, 6)
    assert set(news.boxes) == {one.key for one in scene.dice} and all(one.sure for one in scene.dice)
    assert all(0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1 for x0, y0, x1, y1 in news.boxes.values())
    assert anna.hear().scene is None, "only what is new is told"
    assert host.log.rolls == (), "dice that lie there are no roll"
    anna.ask("count")
    assert anna.scene.counted and [one.line for one in anna.scene.rolls] == ["6 dice: 3 5 3 5 3 3 = 22"]
    anna.ask("undo")
    assert anna.scene.rolls == () and not anna.scene.counted
    assert anna.ask("stop").mode == "off"
    until(lambda: not anna.phone.watched, "the end of the reading")


def test_a_die_is_put_right_and_others_than_those_shown_are_out_of_reach(anna: Page, host: DiceHost) -> None:
    anna.photograph(SIX)
    anna.ask("keep")
    kept = host.log.rolls
    anna.ask("live")
    anna.ask("read")
    anna.show(SIX, lambda news: news.boxes)
    assert anna.scene is not None
    first = anna.scene.dice[0].key
    anna.ask("correct", key=first, face=6)
    assert anna.scene.line == "6 dice: 6 5 3 5 3 3 = 25"
    for wrong in (7, "six", 0):
        anna.ask("correct", key=first, face=wrong)
    anna.ask("correct", key=kept[0].dice[0].key, face=1)
    anna.ask("correct", key=999_999, face=None)
    assert anna.scene.line == "6 dice: 6 5 3 5 3 3 = 25" and host.log.rolls == kept
    anna.ask("correct", key=first)
    assert anna.scene.line == "5 dice: 5 3 5 3 3 = 19"


def test_a_photograph_is_read_for_itself(anna: Page, host: DiceHost) -> None:
    still = anna.photograph(DOUBTFUL)
    assert still is not None and not still.certain and not still.kept
    assert still.line == "11 dice: 1 2 4 5 4 4 2 6 1 1? 6? = 29; 2 in doubt do not count"
    assert [one.face for one in still.dice if not one.sure] == [1, 6] and len(still.boxes) == 11
    anna.ask("keep")
    assert anna.still is not None and anna.still.kept
    (roll,) = host.log.rolls
    assert not roll.seen and not roll.counts and roll.key in host.pictures
    anna.ask("correct", key=still.dice[-1].key, face=5)
    assert anna.still.line.startswith("11 dice: 1 2 4 5 4 4 2 6 1 1? 5 = ")
    assert host.log.rolls[0].dice[-1].die.value == 5, "in the list, too"
    anna.ask("keep")
    assert len(host.log.rolls) == 1
    again = anna.photograph(SIX)
    assert again is not None and not again.again and again.certain
    anna.ask("keep")
    same = anna.photograph(SIX)
    assert same is not None and same.again, "the last roll shows the same: whoever adds it knows that"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "The photograph: empty; copy the picture again"),
        (SIX[:5000], "The photograph: cut short or damaged; copy the picture again"),
        (b"\xff" * (7 * 2**20 + 1), "The photograph is larger than 7 MiB"),
    ],
    ids=["nothing", "cut", "large"],
)
def test_a_bad_photograph_is_told_in_one_line(anna: Page, data: bytes, line: str) -> None:
    anna.dice.obey('{"do":"still"}')
    anna.dice.take_still(data)
    assert anna.hear().fault == line
    assert anna.hear().fault == "" and not anna.dice.awaits_still


def test_nothing_in_a_photograph_is_no_roll(anna: Page, host: DiceHost) -> None:
    still = anna.photograph(BLANK)
    assert still is not None and (still.line, still.dice) == ("No dice are seen.", ())
    anna.ask("keep")
    assert host.log.rolls == ()


def test_of_two_phones_one_counts_until_it_leaves(anna: Page, bob: Page) -> None:
    anna.ask("read")
    anna.show(SIX, lambda news: news.mode == "dice")
    news = bob.ask("read")
    assert news.mode == "elsewhere" and news.line.startswith("Anna reads the dice now.")
    anna.ask("stop")
    bob.show(SIX, lambda news: news.mode == "dice")


def test_the_host_says_which_camera_counts(anna: Page, bob: Page, host: DiceHost) -> None:
    leave = host.watch()
    anna.ask("read")
    anna.show(SIX, lambda news: news.mode == "dice")
    host.look_through("phone:Bob", PIPS)
    until(lambda: host.live is not None, "the other camera")
    news = anna.hear()
    assert news.mode == "elsewhere" and news.line.startswith("Bob reads the dice now.")
    bob.ask("read")
    bob.show(SIX, lambda news: news.mode == "dice")
    host.stop()
    ended = "The host's computer reads dice through this phone no more."
    assert (bob.hear().mode, anna.hear().mode) == ("off", "off")
    assert bob.hear().line == ended and host.live is None, "it does not begin again by itself"
    leave()


def test_a_match_has_its_camera_for_itself(anna: Page, host: DiceHost) -> None:
    anna.ask("read")
    anna.show(SIX, lambda news: news.mode == "dice")
    match = PhoneSource(anna.phone)
    news = anna.hear()
    assert (news.mode, news.line) == ("match", "The match on the host's screen looks through this phone.")
    assert host.live is None
    until(lambda: anna.phone.watchers == 1, "the end of the reading")
    match.close()
    anna.show(SIX, lambda news: news.mode == "dice")


def test_a_phone_in_a_pocket_is_told_that_it_is_dark(anna: Page) -> None:
    noise = np.random.default_rng(1)

    def dark() -> bytes:
        return cv2.imencode(".jpg", noise.integers(0, 12, (360, 640, 3), np.uint8))[1].tobytes()

    anna.ask("read")
    anna.show(dark, lambda _: anna.scene is not None and anna.scene.hint)
    assert anna.scene is not None and anna.scene.hint == "Too dark: let more light fall on the dice."


def test_the_list_itself_stays_the_hosts(host: DiceHost) -> None:
    with acting(Visitor()), pytest.raises(NotAllowed):  # type: ignore[arg-type]
        host.log.clear()


@pytest.mark.parametrize(
    "words", ["", "read", "[]", '{"do":"clear"}', '{"do":"read","more":1}', '{"do":"count"' + " " * 300 + "}"]
)
def test_what_is_no_request_is_refused(anna: Page, words: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        anna.dice.obey(words)
