"""Walls: low, with a corner, with a loophole, and as high as a house."""

from collections.abc import Callable

import numpy as np

from assets.source.terrain.clay import unite
from assets.source.terrain.growth import drape, moss
from assets.source.terrain.masonry import Opening, Wall, placed, rubble, wall
from assets.source.terrain.piece import Made, made
from warcry3d.table.terrain import PartKind

__all__ = ["high_wall", "loophole_wall", "low_wall", "low_wall_corner", "slope"]

Rng = np.random.Generator


def slope(*points: tuple[float, float]) -> Callable[[float], float]:
    """Return the height over x given by straight lines between ``points`` (x, z)."""
    xs, zs = zip(*points, strict=True)
    return lambda x: float(np.interp(x, xs, zs))


def low_wall(rng: Rng) -> list[Made]:
    """Return a straight low wall, 5 in long and 0.9 in high, broken down at one end."""
    plan = Wall(5.0, slope((0, 0.9), (3.9, 0.9), (4.3, 0.45), (5, 0.45)), ragged=0.04, course=0.3, block=0.78)
    bodies = placed(wall(plan, rng), (-2.5, 0, 0))
    whole = unite(bodies)
    bodies += moss(whole, [(-1.4, 0.05), (1.95, 0.0), (0.4, -0.2), (-2.2, 0.26)], rng)
    bodies += drape(whole, (-0.6, -0.22), 0.8, 0.55, rng) + drape(whole, (0.9, 0.22), 0.6, 0.5, rng)
    stones = rubble([(2.5, 0.45), (2.25, -0.45), (1.5, 0.5)], (0.22, 0.36), rng)
    return [made("stones", PartKind.LOW, bodies), made("rubble", PartKind.LOW, stones)]


def low_wall_corner(rng: Rng) -> list[Made]:
    """Return a low wall round a corner, its arms 3 in long."""
    one = Wall(
        3.0, slope((0, 0.9), (2.3, 0.9), (2.6, 0.6), (3, 0.5)), ends=(0, None), ragged=0.04, course=0.3, block=0.75
    )
    two = Wall(3.0, slope((0, 0.9), (3, 0.9)), ends=(1, None), ragged=0.04, course=0.3, block=0.75)
    bodies = placed(wall(one, rng), (-1.3, -1.3, 0))
    mirror = [body.mirror((0, 1, 0)) for body in wall(two, rng)]
    bodies += placed(mirror, (-1.3, -1.3, 0), 90)
    whole = unite(bodies)
    bodies += moss(whole, [(-1.25, -1.25), (0.5, -1.3), (-1.3, 0.9), (-0.98, -0.98)], rng)
    bodies += drape(whole, (-1.52, 0.2), 0.7, 0.5, rng, turn=90) + drape(whole, (0.1, -1.08), 0.7, 0.6, rng)
    stones = rubble([(1.75, -0.85), (1.4, -1.75)], (0.22, 0.34), rng)
    return [made("stones", PartKind.LOW, bodies), made("rubble", PartKind.LOW, stones)]


def loophole_wall(rng: Rng) -> list[Made]:
    """Return a wall 1.8 in high with a slit to shoot through, 0.3 in wide from 0.8 to 1.4 in."""
    slit = Opening(2.35, 2.65, 0.8, 1.4, lintel="stone", sill=False)
    plan = Wall(5.0, slope((0, 1.8), (4.0, 1.8), (4.3, 1.35), (5, 0.95)), openings=(slit,), ragged=0.03, course=0.43)
    bodies = placed(wall(plan, rng), (-2.5, 0, 0))
    whole = unite(bodies)
    bodies += moss(whole, [(-2.1, 0), (0.9, 0.1), (2.1, 0), (-0.9, 0.26)], rng)
    bodies += drape(whole, (-1.5, -0.24), 0.9, 0.95, rng) + drape(whole, (1.2, 0.24), 0.7, 0.7, rng)
    stones = rubble([(2.6, 0.5), (2.1, -0.6), (2.75, -0.3), (1.5, 0.6)], (0.24, 0.42), rng)
    return [made("stones", PartKind.OBSTACLE, bodies), made("rubble", PartKind.LOW, stones)]


def high_wall(rng: Rng) -> list[Made]:
    """Return what is left of a house's side: 5 in long, up to 3.2 in high, one end whole, with a window."""
    window = Opening(1.5, 2.6, 1.0, 2.2)
    top = slope((0, 3.2), (1.0, 3.3), (3.2, 3.0), (3.6, 2.2), (4.4, 1.9), (4.7, 1.3), (5, 1.0))
    bodies = placed(wall(Wall(5.0, top, openings=(window,), ragged=0.16, course=0.5, block=1.0), rng), (-2.5, 0, 0))
    whole = unite(bodies)
    bodies += moss(whole, [(-2.0, 0), (1.5, 0.05), (2.2, 0.28), (-0.75, 0.24, 1.5)], rng)
    bodies += drape(whole, (-1.8, -0.24), 1.0, 1.2, rng) + drape(whole, (0.95, 0.24), 0.8, 1.1, rng)
    stones = rubble([(2.6, 0.55), (2.0, -0.65), (2.9, -0.2), (1.2, 0.7), (1.4, -0.8)], (0.26, 0.5), rng)
    return [made("stones", PartKind.OBSTACLE, bodies), made("rubble", PartKind.LOW, stones)]
