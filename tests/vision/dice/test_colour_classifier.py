"""Names of colours, under lamps of other colours too, and the pictures that leave no name."""

import time

import cv2
import numpy as np
import pytest

from vision.dice.colour_classifier import NAMES, SIDE, THUMB, ColourClassifier, Colours, shrunk, thumbnail, upper_faces

BODIES = {
    "white": (240, 242, 245),
    "black": (25, 22, 24),
    "red": (40, 30, 200),
    "green": (60, 140, 40),
    "blue": (190, 80, 30),
    "yellow": (40, 205, 240),
    "purple": (150, 45, 110),
    "orange": (20, 120, 245),
    "grey": (122, 125, 124),
    "pink": (190, 130, 245),
    "brown": (35, 65, 105),
}
"""Blue green red."""
LAMPS = {"white": (1.0, 1.0, 1.0), "warm": (0.62, 0.88, 1.0), "cold": (1.0, 0.93, 0.78)}
TABLES = {"paper": (200, 202, 205), "wood": (60, 95, 140), "slate": (70, 66, 64)}


def face(body: tuple[int, int, int]) -> np.ndarray:
    """A tight crop of a five with pips that stand out."""
    image = np.full((64, 64, 3), body, np.uint8)
    pip = (20, 20, 20) if sum(body) > 380 else (240, 240, 240)
    for x, y in ((18, 18), (46, 18), (32, 32), (18, 46), (46, 46)):
        cv2.circle(image, (x, y), 6, pip, -1, cv2.LINE_AA)
    return image


def scene(names: list[str], lamp: tuple[float, float, float], table: tuple[int, int, int]) -> np.ndarray:
    """A picture with a row of dice, the first at (20, 88), 84 pixels from one to the next, under a lamp."""
    image = np.full((240, 84 * len(names) + 20, 3), table, np.uint8)
    for n, name in enumerate(names):
        image[88:152, 20 + 84 * n : 84 + 84 * n] = face(BODIES[name])
    noise = np.random.default_rng(0).normal(0, 3, image.shape)
    lit = np.clip((image / 255.0) ** 2.2 * lamp, 0, 1) ** (1 / 2.2) * 255 + noise
    return np.clip(lit, 0, 255).astype(np.uint8)


def crops_of(image: np.ndarray) -> np.ndarray:
    return np.stack([image[88:152, x : x + 64] for x in range(20, image.shape[1] - 63, 84)])


@pytest.fixture(scope="module")
def reader() -> ColourClassifier:
    return ColourClassifier()


@pytest.mark.parametrize("table", sorted(TABLES))
@pytest.mark.parametrize("lamp", sorted(LAMPS))
def test_dice_keep_their_names_on_any_table_under_any_lamp(reader: ColourClassifier, lamp: str, table: str) -> None:
    names = list(BODIES)
    image = scene(names, LAMPS[lamp], TABLES[table])
    read = reader.look(image, crops_of(image)).named(0)
    wrong = [(name, said) for name, said in zip(names, read, strict=True) if name != said]
    assert len(wrong) <= 1, wrong


@pytest.mark.parametrize("name", ["white", "red", "green", "blue", "black"])
@pytest.mark.parametrize("lamp", sorted(LAMPS))
def test_the_common_colours_are_sure_alone_on_paper(name: str, lamp: str, reader: ColourClassifier) -> None:
    image = scene([name], LAMPS[lamp], TABLES["paper"])
    assert reader.look(image, crops_of(image)).named() == [name]


@pytest.mark.parametrize(("pip", "radius"), [((40, 30, 190), 4), ((50, 45, 140), 5)], ids=["bright", "dark"])
@pytest.mark.parametrize("blur", [0.01, 2])
def test_red_pips_do_not_make_a_black_die_red(
    reader: ColourClassifier, pip: tuple[int, int, int], radius: int, blur: float
) -> None:
    image = scene(["black"], LAMPS["white"], TABLES["paper"])
    image[88:152, 20:84] = BODIES["black"]
    for x in (36, 68):
        for y in (104, 120, 136):
            cv2.circle(image, (x, y), radius, pip, -1, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), blur)
    assert reader.look(image, crops_of(image)).named(0) == ["black"]


def test_the_body_is_the_same_under_another_lamp(reader: ColourClassifier) -> None:
    names = ["red", "green", "blue", "yellow", "white"]
    bodies = []
    for lamp in ("warm", "cold"):
        image = scene(names, LAMPS[lamp], TABLES["paper"])
        bodies.append(reader.look(image, crops_of(image)).bodies)
    own = np.linalg.norm(bodies[0] - bodies[1], axis=1)
    others = np.linalg.norm(bodies[0][:, None] - bodies[1][None], axis=2) + 9 * np.eye(len(names))
    assert (own < others.min(1) / 2).all()


def test_the_corners_of_a_face_are_as_good_as_the_face(reader: ColourClassifier) -> None:
    image = scene(["red", "blue"], LAMPS["white"], TABLES["wood"])
    tops = np.float32([[[x, 88], [x + 64, 88], [x + 64, 152], [x, 152]] for x in (20, 104)])
    assert reader.look_at(image, tops).named(0) == ["red", "blue"]
    assert len(reader.look_at(image, np.zeros((0, 4, 2), np.float32)).bodies) == 0


def test_a_face_is_laid_flat_out_of_its_crop() -> None:
    crop = np.zeros((64, 64, 3), np.uint8)
    corners = np.float32([[32, 6], [58, 32], [32, 58], [6, 32]])  # a square on its corner
    cv2.fillConvexPoly(crop, corners.astype(np.int32), (40, 30, 200), cv2.LINE_AA)
    half = 13 / 32
    frame = np.float32([[0, 0, half, half, -half, half]])
    (face,) = upper_faces(crop[None], frame)
    assert face.shape == (2 * SIDE, 2 * SIDE, 3)
    assert np.abs(face[3:-3, 3:-3].astype(int) - (40, 30, 200)).max() <= 2
    assert face[:1].max() < 40 and face[:, -1:].max() < 40  # the rim, which is a little further out


def test_a_name_that_is_not_likely_is_not_told() -> None:
    row = np.full(len(NAMES), 0.4 / (len(NAMES) - 1), np.float32)
    row[3] = 0.6
    colours = Colours(np.stack([row, np.roll(row, 1)]), np.zeros((2, 3), np.float32))
    assert colours.named(0.55) == [NAMES[3], NAMES[4]]
    assert colours.named(0.7) == [None, None]


def test_among_dice_in_play_a_likely_other_colour_is_theirs_and_a_sure_one_is_not() -> None:
    chrome, sure = np.zeros((2, len(NAMES)), np.float32)
    chrome[[NAMES.index("grey"), NAMES.index("white"), NAMES.index("red")]] = 0.7, 0.25, 0.05
    sure[[NAMES.index("green"), NAMES.index("white")]] = 0.999, 0.001
    colours = Colours(np.stack([chrome, sure]), np.zeros((2, 3), np.float32))
    assert colours.named() == ["grey", "green"]
    assert colours.named(among=("white", "red")) == ["white", "green"]


def test_no_crops_no_names(reader: ColourClassifier) -> None:
    assert reader.look(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 64, 64, 3), np.uint8)).named() == []


@pytest.mark.parametrize("side", [1, 3, 16, 40, 64, 200])
def test_crops_of_any_size_are_named(reader: ColourClassifier, side: int) -> None:
    image = scene(["red"], LAMPS["white"], TABLES["paper"])
    small = cv2.resize(crops_of(image)[0], (side, side), interpolation=cv2.INTER_AREA)
    assert shrunk(small[None]).shape == (1, SIDE, SIDE, 3)
    said = reader.look(image, np.stack([small, small])).probabilities
    assert said.shape == (2, len(NAMES)) and np.allclose(said.sum(1), 1, atol=1e-4)


@pytest.mark.parametrize("size", [(1, 1), (2, 700), (720, 1280)])
def test_a_picture_of_any_size_gives_a_thumbnail(size: tuple[int, int]) -> None:
    assert thumbnail(np.zeros((*size, 3), np.uint8)).shape == (1, THUMB, THUMB, 3)


def test_a_grey_picture_gives_no_hue(reader: ColourClassifier) -> None:
    image = scene(list(BODIES), LAMPS["white"], TABLES["paper"])
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert set(reader.look(grey, crops_of(grey)).named()) <= {"white", "grey", "black", "mixed", None}


@pytest.mark.parametrize("light", [0, 255])
def test_in_the_dark_and_in_blinding_light_nothing_is_named(light: int, reader: ColourClassifier) -> None:
    image = np.full((240, 320, 3), light, np.uint8)
    assert reader.look(image, image[None, :64, :64]).named() == [None]


def test_eighteen_dice_cost_next_to_nothing(reader: ColourClassifier) -> None:
    image = np.random.default_rng(0).integers(0, 256, (720, 1280, 3), dtype=np.uint8)
    crops = np.ascontiguousarray(np.tile(image[:64, :64], (18, 1, 1, 1)))
    times = []
    for _ in range(40):
        start = time.perf_counter()
        reader.look(image, crops)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.002  # 0.3 ms on an idle core
