"""What the embedder is fitted on, and its parts."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.data.drawing_sets import APART, differences, draw_set, turned_copies
from models.train.data.drawings import HELD_OUT, KINDS, SIDE, draw, paint, variant
from models.train.data.embed_data import Style, as_batch, backgrounds, made_views, make_view
from models.train.export.builtin_sets import build
from models.train.fit.fit_embedder import embedder_loss
from models.train.fit.fit_frames import another_view, frame_loss
from models.train.nets.embed_nets import Embedder, VectorForExport
from models.train.nets.frame_net import FrameForExport, FrameNet
from seeds.drawings import DRAWINGS, SETS
from vision.symbols import embedding
from vision.symbols.embedding import EMBEDDING_SIZE, FACE_PIXELS, lay_flat
from vision.symbols.face_sets import BUILT_IN


@pytest.mark.parametrize("kind", [*KINDS, *HELD_OUT])
def test_a_drawing_is_a_function_of_its_seed(kind: str) -> None:
    one, again, other = (draw(np.random.default_rng(seed), kind) for seed in (1, 1, 2))
    assert one.shape == (SIDE, SIDE) and np.array_equal(one, again)
    assert kind == "blank" or not np.array_equal(one, other)


def test_a_turned_drawing_is_the_same_and_a_mirrored_one_is_not() -> None:
    tank = paint(DRAWINGS["tank"])
    parts = differences(np.stack([turned_copies(m) for m in (tank, np.rot90(tank).copy(), tank[:, ::-1].copy())]))
    assert parts[0, 1] < 0.05 and parts[0, 2] > 0.1
    blank = np.zeros_like(tank)
    parts = differences(np.stack([turned_copies(m) for m in (blank, blank, tank)]))
    assert parts[0, 1] == 0 and parts[0, 2] == 1


def test_the_drawings_of_a_set_part() -> None:
    masks = draw_set(np.random.default_rng(0), 6)
    parts = differences(np.stack([turned_copies(mask) for mask in masks]))
    assert (parts + np.eye(6)).min() > APART
    g = np.random.default_rng(1)
    assert any(not np.array_equal(variant(g, masks[0]), masks[0]) for _ in range(4))


@pytest.mark.parametrize("name", SETS)
def test_our_own_drawings_part_and_keep_within_their_square(name: str) -> None:
    drawn = [face.drawing for face in SETS[name].faces if face.drawing]
    assert all(abs(c) <= 1.01 for d in drawn for shape in DRAWINGS[d] for point in shape.points for c in point)
    parts = differences(np.stack([turned_copies(paint(DRAWINGS[d])) for d in dict.fromkeys(drawn)]))
    assert (parts + np.eye(len(parts))).min() > APART


def test_built_in_sets_are_those_of_the_seeds() -> None:
    assert tuple(SETS) == BUILT_IN


def test_a_view_shows_the_drawing_in_its_frame() -> None:
    """A drawing with its upper left quarter dark is dark there in the frame of every view, laid flat."""
    g = np.random.default_rng(3)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    mask[10:46, 10:46] = 255
    white, black = np.ones(3, np.float32), np.zeros(3, np.float32)
    style = Style(white, white, black, None, rounding=0.08, scale=0.9, gloss=0.0)
    views = [make_view(g, [mask], style, backgrounds(None, 4, 0)) for _ in range(20)]
    crops, frames = (np.stack([view[n] for view in views]) for n in (0, 1))
    flat = lay_flat(crops, frames).mean(3) / 127.5 - 1
    quarters = [flat[:, y : y + 8, x : x + 8].mean((1, 2)) for y in (11, 29) for x in (11, 29)]
    assert (quarters[0] < np.minimum.reduce(quarters[1:]) - 0.3).all()


def test_a_frame_goes_with_its_view() -> None:
    """A drawing that is dark in its upper left quarter is dark there wherever another box would have cut the crop; in a
    mirrored view it is the quarter beside it, named by the frame in the same order."""
    g = np.random.default_rng(5)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    mask[10:46, 10:46] = 255
    white, black = np.ones(3, np.float32), np.zeros(3, np.float32)
    style = Style(white, white, black, None, rounding=0.08, scale=0.9, gloss=0.0)
    told = []
    for _ in range(60):
        crop, frame = make_view(g, [mask], style, backgrounds(None, 4, 0))
        view, moved = another_view(g, crop, frame)
        flat = lay_flat(view[None], moved[None])[0].mean(2) / 127.5 - 1
        quarters = [flat[y : y + 8, x : x + 8].mean() for y in (11, 29) for x in (11, 29)]
        told.append(quarters[0] - min(quarters[1:]))
    assert np.median(told) < -0.3 and np.mean(np.array(told) < -0.05) > 0.8  # some views have hardly any contrast


def test_a_step_of_the_framer_lowers_its_loss() -> None:
    torch.manual_seed(0)
    g = np.random.default_rng(0)
    views = made_views(g, 8, backgrounds(None, 4, 0))
    batch = (torch.from_numpy(views.crops.reshape(-1, 64, 64, 3)), torch.from_numpy(views.frames.reshape(-1, 6)))
    net = FrameNet()
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3)
    losses = []
    for _ in range(12):
        loss = frame_loss(net, batch)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert np.mean(losses[-3:]) < 0.8 * losses[0], losses
    assert FrameForExport(net.eval())(batch[0]).shape == (16, 6)


def test_a_step_lowers_the_loss_and_the_net_is_small() -> None:
    torch.manual_seed(0)
    g = np.random.default_rng(0)
    batch = as_batch(g, [made_views(g, 6, backgrounds(None, 4, 0))])
    assert batch.same.diagonal().all()
    tensors = tuple(torch.from_numpy(part) for part in batch)
    net = Embedder()
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3)
    losses = []
    for _ in range(24):
        loss = embedder_loss(net, tensors)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert np.mean(losses[-3:]) < 0.8 * losses[0], losses
    assert sum(p.numel() for p in net.parameters()) <= 760_000
    crops = torch.from_numpy(batch.crops[0])
    answer = VectorForExport(net.eval())(crops[:, :FACE_PIXELS, :FACE_PIXELS])
    vectors = answer[:, :EMBEDDING_SIZE]
    assert answer.shape == (6, EMBEDDING_SIZE) and torch.allclose(vectors.norm(dim=1), torch.ones(6), atol=1e-4)


def test_a_built_in_set_is_told_by_its_drawings_alone() -> None:
    faces = build("direction", embedding.FaceEmbedder())
    assert faces.names == ["yellow", "green", "blue", "red", "wild"]
    assert all(look.body is None for name in faces.names for look in faces.face(name).looks)
