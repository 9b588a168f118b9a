"""Sweeps hold all that a solid covers while it is moved."""

import math

import numpy as np
import pytest

from tests.geom.brute import ball
from warcry3d.geom import shapes
from warcry3d.geom.nearest import Point
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.geom.sweep import Sweep, sweep_of

SHIFT, TURN = 0.125, math.radians(5)


def figure() -> Solid:
    return ball(6, 0.5, (0.1, -0.05, 0.8))


def on_surface(solid: Solid, rng: np.random.Generator, count: int) -> FloatArray:
    """Return random points of a solid's surface, (n, 3)."""
    weights = rng.dirichlet((1, 1, 1), count)
    return np.einsum("nk,nki->ni", weights, solid.triangles[rng.integers(len(solid.faces), size=count)])


def is_within(sweep: Sweep, points: FloatArray) -> FloatArray:
    """Return for each point whether it lies in a shell; shells are convex."""
    held = np.zeros(len(points), bool)
    for shell in sweep.shells:
        heights = np.einsum("mi,nmi->nm", shell.solid.normals, points[:, None] - shell.solid.triangles[None, :, 0])
        held |= (heights <= 0).all(axis=1)
    return held


@pytest.mark.parametrize("rounds", [0, 3])
def test_moved_surface_lies_in_the_shells_however_close_they_are(rounds: int) -> None:
    rng = np.random.default_rng(2)
    solid = figure()
    sweep = sweep_of(solid, SHIFT, TURN, shells=4)
    for _ in range(rounds):
        sweep = sweep.refined(on_surface(solid, rng, 200))
    for _ in range(40):
        away, way, turn = SHIFT * math.sqrt(rng.uniform()), rng.uniform(0, 2 * math.pi), TURN * rng.uniform(-1, 1)
        at: Point = (away * math.cos(way), away * math.sin(way), 0.0)
        assert is_within(sweep, Placement(at, turn).apply(on_surface(solid, rng, 100))).all()


def test_closer_shells_cover_less() -> None:
    solid = figure()
    first = sweep_of(solid, SHIFT, TURN, shells=1)
    closer = first
    for _ in range(8):
        closer = closer.refined(solid.vertices)
    low, high = first.hull.bounds
    points = np.random.default_rng(3).uniform(low, high, (4000, 3))
    inside, still = is_within(first, points), is_within(closer, points)
    assert inside[still].all()
    assert still.sum() < 0.85 * inside.sum()


def test_what_is_as_close_as_it_gets_is_the_same() -> None:
    sweep = sweep_of(shapes.box((0, 0, 0), (1, 1, 1)), SHIFT)
    assert sweep.refined(np.array([[9.0, 9.0, 9.0]])) is sweep
    for _ in range(30):
        sweep = sweep.refined(np.array([[1.0, 1.0, 1.0]]))
    assert sweep.refined(np.array([[1.0, 1.0, 1.0]])) is sweep
