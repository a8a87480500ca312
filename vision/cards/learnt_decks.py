"""Decks that were learnt by one look a card: what they hold, and their files.

A set is one JSON file: the cards by name, and of each look the card laid flat (a PNG, so that people can see it and
other networks can learn it again) and its vectors. Like sets of faces (vision/symbols/face_sets.py), it is written
whole or not at all, and read only if it is whole.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.text import later_as, one_line, say
from seeds import CARD
from vision.inference import SetError, decoded, encoded, read_whole, write_whole
from vision.symbols import FACE, VECTOR, FaceEmbedder, check_name

FORMAT, VERSION = "tabletop-companion cards", 1
ENDING = ".cards.json"
NO_CARD = "no card"
"""The name under which the empty place on a mat is learnt, so that what is printed there is taken for no card."""
FLAT = 3.0
"""Pixels a millimetre of a card laid flat."""
PATCHES = ((0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.35, 0.25), (0.1, 0.2, 0.9, 0.8))
"""What the network is shown of a card, as shares of its width and height: all of it, the corner with its index, and the
middle. On painted decks these three together tell most cards from each other (see CardReader)."""
MOST_CARDS, MOST_LOOKS = 120, 8
"""Of a set, and of one card of it."""
MOST_BYTES = 64 * 2**20

Flat = NDArray[np.uint8]


class CardLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One look at a card."""

    flat: bytes
    """PNG: the card laid flat, upright, FLAT pixels a millimetre."""
    vectors: bytes
    """(PATCHES, VECTOR) numbers of 16 bits."""


class CardFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    looks: tuple[CardLook, ...]


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One deck. `check` is a SHA-256 over everything else."""

    format: str = FORMAT
    version: int = VERSION
    name: str
    embedder: str
    """The fingerprint of the networks that made the vectors."""
    size: tuple[float, float] = CARD
    """Width and height of its cards, in millimetres."""
    cards: tuple[CardFace, ...] = ()
    check: str = ""

    @property
    def names(self) -> list[str]:
        return [card.name for card in self.cards]

    def with_look(self, name: str, look: CardLook) -> CardSet:
        """With one more look at the card `name`, which may be a new one; SetError."""
        check_name(name, later_as("named", "a card"))
        old = next((card.looks for card in self.cards if card.name == name), ())
        if len(old) >= MOST_LOOKS:
            raise SetError(
                say(
                    "{name}: more than {most} looks at {card!r}; one in good light does",
                    name=self.name,
                    most=MOST_LOOKS,
                    card=name,
                )
            )
        if not old and len(self.cards) >= MOST_CARDS:
            raise SetError(
                say(
                    "{name}: more than {most} cards; equal cards need one name and one look",
                    name=self.name,
                    most=MOST_CARDS,
                )
            )
        card = CardFace(name, (*old, look))
        cards = tuple(card if other.name == name else other for other in self.cards)
        return msgspec.structs.replace(self, cards=cards if old else (*cards, card))


def flat_size(size: tuple[float, float]) -> tuple[int, int]:
    """Width and height in pixels of cards laid flat."""
    return round(size[0] * FLAT), round(size[1] * FLAT)


def patches_of(flats: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n * PATCHES, FACE, FACE, 3): what the network is shown of cards (n, height, width, 3)."""
    height, width = flats.shape[1:3]
    found = []
    for flat in flats:
        for left, top, right, bottom in PATCHES:
            piece = flat[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
            found.append(cv2.resize(piece, (FACE, FACE), interpolation=cv2.INTER_AREA))
    return np.asarray(found, np.uint8).reshape(-1, FACE, FACE, 3)


def card_vectors(embedder: FaceEmbedder, flats: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(n, PATCHES, VECTOR) of cards (n, height, width, 3) laid flat."""
    return embedder.vectors(patches_of(flats)).reshape(len(flats), len(PATCHES), VECTOR)


def make_look(embedder: FaceEmbedder, flat: Flat) -> CardLook:
    vectors = card_vectors(embedder, flat[None])[0].astype(np.float16)
    return CardLook(cv2.imencode(".png", flat)[1].tobytes(), vectors.tobytes())


def flat_of(look: CardLook, size: tuple[float, float]) -> Flat:
    """The card of a look; ValueError when its PNG is damaged."""
    image = cv2.imdecode(np.frombuffer(look.flat, np.uint8), cv2.IMREAD_COLOR)
    if image is None or (image.shape[1], image.shape[0]) != flat_size(size):
        raise ValueError("a card's picture cannot be read")
    return np.asarray(image, np.uint8)


def vectors_of(look: CardLook) -> NDArray[np.float32]:
    """(PATCHES, VECTOR)."""
    return np.frombuffer(look.vectors, np.float16).reshape(len(PATCHES), VECTOR).astype(np.float32)


def learnt_again(cards: CardSet, embedder: FaceEmbedder) -> CardSet:
    """The set with the vectors of `embedder`, made from its pictures where another one had made them; SetError."""
    try:
        if cards.embedder == embedder.fingerprint:
            return cards
        renewed = tuple(
            CardFace(card.name, tuple(make_look(embedder, flat_of(look, cards.size)) for look in card.looks))
            for card in cards.cards
        )
    except ValueError:
        raise SetError(
            say("{name}: made with other networks, its pictures are damaged; enrol it again", name=cards.name)
        ) from None
    return msgspec.structs.replace(cards, embedder=embedder.fingerprint, cards=renewed)


def encode(cards: CardSet) -> bytes:
    """The file of a set."""
    return encoded(cards)


def decode(data: bytes, name: str) -> CardSet:
    """The set in a file's bytes; `name` is what the file is called in the line of a SetError."""
    again = say("enrol the deck again")
    cards = decoded(data, name, CardSet, FORMAT, VERSION, say("cards"), again)
    looks = [look for card in cards.cards for look in card.looks]
    whole = all(len(look.vectors) == len(PATCHES) * VECTOR * 2 for look in looks)
    if not whole or not looks or not all(card.looks for card in cards.cards):
        raise SetError(say("{name}: not a whole set of cards; {again}", name=name, again=again))
    if len(set(cards.names)) != len(cards.cards):
        raise SetError(say("{name}: two cards have one name; {again}", name=name, again=again))
    return cards


def load(path: Path) -> CardSet:
    """The set in a file; SetError."""
    again, unread = say("enrol the deck again"), say("enrol the deck, or name its file")
    data = read_whole(path, MOST_BYTES, say("cards"), again, unread)
    return decode(data, one_line(path))


def save(cards: CardSet, path: Path) -> None:
    """Write a set, whole or not at all; SetError."""
    write_whole(path, encode(cards), say("name another folder"))
