"""Base to base: whether models touch, and straight ways that bring one beside an enemy (40K-BASE-2)."""

import math
from collections.abc import Iterator, Sequence

from warcry3d.motion.path import Path
from warcry3d.rules.warhammer40k.battle.movement.way_judge import straight_way
from warcry3d.rules.warhammer40k.battle.sensing import is_in_contact, model_gap
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["contact_spots", "is_touching", "spots_beside"]

ANGLES = (0.0, 0.4, -0.4, 0.8, -0.8, 1.3, -1.3)
"""Directions from an enemy in which a place beside it is looked for, from the straight one (radians)."""

TOUCH = 0.02
"""Bases that are put beside each other keep so far apart (in)."""

MOST_TARGETS = 3


def is_touching(figure: Model, others: Sequence[Model]) -> bool:
    """Return whether a model is base to base with one of some others."""
    return any(is_in_contact(figure, other) for other in others)


def spots_beside(mover: Model, other: Model, angles: Sequence[float] = ANGLES) -> Iterator[tuple[float, float]]:
    """Yield places where a model's base touches another's, by ``angles`` from the straight one; its facing stays."""
    (x, y, _), (u, v, _) = mover.placement.at, other.placement.at
    straight = math.atan2(y - v, x - u)
    for turn in angles:
        c, s = math.cos(straight + turn), math.sin(straight + turn)
        reach = _reach(mover, c, s) + _reach(other, c, s) + TOUCH
        yield u + reach * c, v + reach * s


def _reach(model: Model, c: float, s: float) -> float:
    """Return how far a base reaches from its centre in a direction: an ellipse's radius there."""
    turn, a, b = model.placement.turn, model.base.length / 2, model.base.width / 2
    along, across = c * math.cos(turn) + s * math.sin(turn), s * math.cos(turn) - c * math.sin(turn)
    return 1.0 / math.hypot(along / a, across / b)


def contact_spots(
    table: Table, mover: Model, targets: Sequence[Model], inches: float, *, flies: bool
) -> Iterator[Path]:
    """Yield straight ways that bring a model beside one of some enemies, within so many inches."""
    near = sorted((gap, one.id, one) for one in targets if (gap := model_gap(mover, one)) <= inches)
    for _, _, target in near[:MOST_TARGETS]:
        for spot in spots_beside(mover, target):
            if math.dist(spot, mover.placement.at[:2]) <= inches:
                path = straight_way(table, mover.id, spot, flies=flies)
                if path is not None:
                    yield path
