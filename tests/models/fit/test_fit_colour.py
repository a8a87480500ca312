"""Learning the names of colours: what is drawn, what is kept of it, and that a fit tells red from blue."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("moderngl", reason="rendering needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

from models.train.data.colour_data import LOOKS, Samples, joined, relit, samples_of
from models.train.fit.fit_colour import evaluate, export, fit, refit
from models.train.generate.colour_scenes import BODIES, body_of, describe, look_of, paint
from models.train.nets.colour_net import ColourNet
from models.train.render.dice_scene.scene import random_scene
from models.train.render.dice_scene.things import DIE
from vision.dice.colour_classifier import NAMES, SIDE, THUMB, ColourClassifier
from vision.dice.pip_classifier import MARGIN, Faces, PipClassifier
from vision.inference.networks import open_network


class FromAbove:
    """Stands in for the reader: every die lies straight under the camera."""

    def read(self, crops: np.ndarray) -> Faces:
        frames = np.tile(np.float32([0, 0, 1, 0, 0, 1]) / MARGIN, (len(crops), 1))
        return Faces(np.zeros((len(crops), 7), np.float32), np.zeros((len(crops), 4), np.float32), frames)


READER: PipClassifier = FromAbove()  # type: ignore[assignment]
INKS = {"red": (30, 30, 200), "blue": (200, 70, 30)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pictures with a red and a blue square each, in the label format."""
    folder, g, entries = tmp_path_factory.mktemp("labelled"), np.random.default_rng(0), []
    for n in range(12):
        image = g.integers(60, 200, (60, 120, 3), dtype=np.uint8)
        objects = []
        for k, (name, ink) in enumerate(INKS.items()):
            x = 10 + 60 * k
            image[10:50, x : x + 40] = ink
            objects.append({"kind": "d6", "value": 1, "box": [x, 10, x + 40, 50], "colour": name})
        objects[0]["body"] = [[0.5, 0.01, 0.02], [0.5, 0.01, 0.02]]
        objects.append({"kind": "d6", "value": 1, "box": [0, 0, 9, 9]})  # a die of no labelled colour
        where = f"{'first' if n < 8 else 'second'}/{n}.png"
        (folder / where).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(folder / where), image)
        entries.append({"image": where, "source": "drawn", "objects": objects})
    (folder / "labels.json").write_text(json.dumps(entries))
    return folder


def test_every_name_has_bodies_and_they_do_not_overlap() -> None:
    assert set(BODIES) == set(NAMES) - {"mixed"}
    g = np.random.default_rng(0)
    for name in BODIES:
        bodies = np.stack([body_of(g, name) for _ in range(100)])
        assert (bodies >= 0).all() and (bodies <= 1).all()
    for name, dim, bright in (("black", 0, 0.05), ("white", 0.5, 1), ("grey", 0.05, 0.5)):
        light = np.array([body_of(g, name).mean() for _ in range(100)])
        assert (light >= dim).all() and (light <= bright).all()


def test_a_mixed_body_has_two_colours_and_a_pattern() -> None:
    g, seen = np.random.default_rng(0), set()
    for _ in range(400):
        name, one, other, pattern = look_of(g)
        seen.add(name)
        if name == "mixed":
            assert pattern in (1, 3) and not np.allclose(one, other)
    assert seen == set(NAMES)


def test_painting_names_every_die_and_the_label_says_so() -> None:
    g, dice = np.random.default_rng(3), []
    while len(dice) < 2:
        scene = random_scene(g, 1, False, (320, 240))
        dice = [n for n, thing in enumerate(scene.things) if thing.kind == DIE]
    paint(g, scene)
    assert all(scene.things[n].colour in NAMES for n in dice)
    thing = np.zeros((240, 320), np.uint8)
    thing[20:60, 30:60] = dice[0] + 1
    thing[100:104, 100:104] = dice[1] + 1  # too small for a label
    (label,) = describe(scene, thing)
    assert label["box"] == [30, 20, 60, 60]
    assert label["colour"] == scene.things[dice[0]].colour
    assert np.allclose(label["body"][0], scene.things[dice[0]].body[0], atol=1e-4)


def test_samples_are_the_dice_with_a_colour(folder: Path) -> None:
    samples = samples_of(folder, READER)
    assert samples.crops.shape == (24, LOOKS, SIDE, SIDE, 3)
    assert samples.pictures.shape == (12, THUMB, THUMB, 3)
    assert [NAMES[n] for n in samples.names[:2]] == ["red", "blue"]
    assert np.isfinite(samples.bodies[0]).all() and np.isnan(samples.bodies[1]).all()
    assert samples.bodies[0].argmax() == 2  # red comes last
    assert samples.picture.tolist() == np.repeat(np.arange(12), 2).tolist()


def test_a_source_can_be_left_out_or_judged_alone(folder: Path) -> None:
    assert len(samples_of(folder, READER, leave_out=("second",)).names) == 16
    assert len(samples_of(folder, READER, only=("second",)).names) == 8
    with pytest.raises(SystemExit, match="no die with a labelled colour"):
        samples_of(folder, READER, only=("third",))


def test_joined_samples_point_at_their_own_pictures(folder: Path) -> None:
    one, two = samples_of(folder, READER, only=("first",)), samples_of(folder, READER, only=("second",))
    both = joined([one, two])
    assert np.array_equal(both.pictures[both.picture[16:]], two.pictures[two.picture])
    assert np.array_equal(both.pictures[both.picture[:16]], one.pictures[one.picture])


def test_relighting_is_the_same_for_a_picture_and_its_dice() -> None:
    g = torch.Generator().manual_seed(0)
    dice = torch.full((8, 3, SIDE, SIDE, 3), 0.4)
    pictures = torch.full((8, THUMB, THUMB, 3), 0.4)
    seen, about = relit(dice, pictures, g)
    assert seen.shape == (24, SIDE, SIDE, 3) and about.shape == pictures.shape
    assert float(seen.min()) >= 0 and float(seen.max()) <= 1

    def hue(pixels: torch.Tensor) -> torch.Tensor:
        mean = pixels.mean((1, 2))
        return mean / mean.sum(1, keepdim=True)

    assert torch.allclose(hue(seen).reshape(8, 3, 3), hue(about)[:, None].expand(8, 3, 3), atol=0.03)
    assert float(hue(about).std(0).max()) > 0.02  # and another one for each picture


@pytest.mark.filterwarnings("ignore")
def test_a_fit_tells_red_from_blue_and_is_exported_whole(folder: Path, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    samples: Samples = samples_of(folder, READER, only=("first",))
    net = fit(samples, 0, 0.0, 30, 1)
    left_out = samples_of(folder, READER, only=("second",))
    assert evaluate(net, left_out).startswith("right 1.0000 of 8")
    export(net, tmp_path / "colour.onnx")
    image = cv2.imread(str(folder / "second" / "9.png"))
    reader = ColourClassifier(open_network(tmp_path / "colour.onnx"))
    said = reader.look_at(image, np.float32([[[x, 10], [x + 40, 10], [x + 40, 50], [x, 50]] for x in (10, 70)]))
    assert said.named(0) == ["red", "blue"]
    assert np.abs(np.cbrt([0.02, 0.01, 0.5]) - said.bodies[0]).max() < 0.35


def test_fitting_on_the_last_layers_leaves_what_is_seen(folder: Path) -> None:
    torch.manual_seed(0)
    net = ColourNet()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    samples = samples_of(folder, READER, only=("first",))
    refit(net, samples, 4, 0.5, 150, 1)
    changed = {name.split(".")[0] for name, value in net.state_dict().items() if not torch.equal(value, before[name])}
    assert changed == {"mind", "names", "bodies"}
    assert evaluate(net, samples_of(folder, READER, only=("second",))).startswith("right 1.0000 of 8")
