"""The frame of an upper face, in the form that a network can learn."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.nets.face_frames import half_sides, symmetric


def test_frames_come_back_whatever_side_is_named_first() -> None:
    g = torch.Generator().manual_seed(0)
    angle = torch.rand(50, generator=g) * 6.28
    x = torch.stack([angle.cos(), angle.sin()], 1) * 0.7
    y = torch.stack([-x[:, 1], x[:, 0]], 1) * (0.5 + 0.5 * torch.rand(50, 1, generator=g)) + 0.05
    middle = torch.rand(50, 2, generator=g) * 0.2
    named = [torch.cat([middle, a, b], 1) for a, b in ((x, y), (y, -x), (-x, -y), (-y, x))]
    learnt = [symmetric(frame) for frame in named]
    assert all(torch.allclose(one, learnt[0], atol=1e-4) for one in learnt)
    found = half_sides(learnt[0])
    off = torch.stack([(found - frame).abs().max(1).values for frame in named]).min(0).values
    assert off.max() < 0.01


@pytest.mark.parametrize("degrees", range(0, 180, 15))
@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_straight_faces_keep_both_their_sides(degrees: int, noise: float) -> None:
    """Where a square of a root is a negative real number, half of a careless root is lost."""
    angle = torch.deg2rad(torch.full((200,), float(degrees)))
    x = torch.stack([angle.cos(), angle.sin()], 1) * 0.7
    y = torch.stack([-x[:, 1], x[:, 0]], 1)
    learnt = symmetric(torch.cat([torch.zeros(200, 2), x, y], 1))
    found = half_sides(learnt + noise * torch.randn(learnt.shape, generator=torch.Generator().manual_seed(degrees)))
    area = found[:, 2] * found[:, 5] - found[:, 3] * found[:, 4]
    assert area.min() > 0.8 * 0.49


def test_y_lies_a_right_hand_turn_from_x() -> None:
    """Cameras see no face from behind."""
    x, y = torch.tensor([[0.5, 0.1]]), torch.tensor([[0.1, -0.4]])
    found = half_sides(symmetric(torch.cat([torch.zeros(1, 2), x, y], 1)))
    assert found[0, 2] * found[0, 5] - found[0, 3] * found[0, 4] > 0
