"""Pieces that look alike agree on their colour; others do not mix in."""

from __future__ import annotations

import numpy as np

from vision.boards.colour_consensus import Seen, agreed

NAMES = 4
CRIMSON, LEAF = np.array([0.3, 0.2, 0.7]), np.array([0.25, 0.6, 0.3])


def opinion(best: int, share: float, count: int, seed: int = 0) -> np.ndarray:
    """(count, NAMES): each gives `best` about `share`, and the rest to the others."""
    g = np.random.default_rng(seed)
    rows = g.uniform(0.8, 1.2, (count, NAMES)) * (1 - share) / (NAMES - 1)
    rows[:, best] = share
    return np.float32(rows / rows.sum(1, keepdims=True))


def bodies(colour: np.ndarray, count: int, spread: float = 0.01) -> np.ndarray:
    return np.float32(colour + np.random.default_rng(3).normal(0, spread, (count, 3)))


def test_one_that_is_misled_is_put_right_by_those_that_look_like_it() -> None:
    colours = opinion(0, 0.7, 12)
    colours[3] = [0.3, 0.6, 0.05, 0.05]
    answer = agreed(Seen(np.ones(12, np.float32), colours, bodies(CRIMSON, 12)))
    assert (answer.argmax(1) == 0).all() and (answer[:, 0] > 0.8).all()


def test_another_colour_keeps_its_own_name() -> None:
    colours = np.concatenate([opinion(0, 0.8, 15), opinion(1, 0.5, 2)])
    looks = np.concatenate([bodies(CRIMSON, 15), bodies(LEAF, 2)])
    answer = agreed(Seen(np.ones(17, np.float32), colours, looks))
    assert (answer[:15].argmax(1) == 0).all() and (answer[15:].argmax(1) == 1).all()


def test_empty_sites_have_no_say_and_stay_as_they_were() -> None:
    colours = np.concatenate([opinion(0, 0.6, 2), opinion(1, 0.99, 30)])
    pieces = np.float32([1, 1] + [0.001] * 30)
    answer = agreed(Seen(pieces, colours, bodies(CRIMSON, 32)))
    assert (answer[:2].argmax(1) == 0).all() and (answer[2:] == colours[2:]).all()


def test_agreement_of_many_is_not_taken_for_proof() -> None:
    """They lie under one lamp: a hundred halves of a doubt are still a doubt."""
    answer = agreed(
        Seen(np.ones(100, np.float32), np.tile(np.float32([0.5, 0.45, 0.03, 0.02]), (100, 1)), bodies(LEAF, 100))
    )
    assert answer[:, 0].max() < 0.7
    assert np.allclose(answer.sum(1), 1, atol=1e-5)


def test_a_board_without_pieces_has_nothing_to_agree_on() -> None:
    nothing = Seen(np.zeros(0, np.float32), np.zeros((0, NAMES), np.float32), np.zeros((0, 3), np.float32))
    assert agreed(nothing).shape == (0, NAMES)


def test_pieces_on_another_board_tell_a_single_one_its_colour() -> None:
    """Those of another colour there, and empty sites, say nothing."""
    alone = Seen(np.ones(1, np.float32), np.float32([[0.45, 0.5, 0.03, 0.02]]), bodies(CRIMSON, 1))
    board = Seen(
        np.float32([1] * 8 + [0.1] * 20),
        np.concatenate([opinion(0, 0.95, 8), opinion(1, 0.95, 20)]),
        bodies(CRIMSON, 28),
    )
    assert len(board.witnesses.pieces) == 8
    assert agreed(alone).argmax() == 1
    assert agreed(alone, [board.witnesses])[0, 0] > 0.9
    leaves = board._replace(bodies=bodies(LEAF, 28)).witnesses
    assert np.allclose(agreed(alone, [leaves]), agreed(alone), atol=1e-3)
