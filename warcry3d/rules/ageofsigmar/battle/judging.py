"""What geometry says in a battle: distances between bodies, sight, cover, ways of single models."""

import math
from collections.abc import Sequence

from warcry3d.game.reasons import ActionFault
from warcry3d.rules.ageofsigmar.sight import UnitSights
from warcry3d.rules.ageofsigmar.terrain_cover import unit_cover
from warcry3d.rules.move_result import RuleFault
from warcry3d.sight.body_distance import (
    are_bodies_within,
    body_box,
    is_body_within_feature,
    measure_bodies,
    nearest_bodies,
)
from warcry3d.sight.verdict import Seen, TooClose
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = [
    "any_near",
    "are_near",
    "body_width",
    "cover_feature",
    "gap",
    "is_near_feature",
    "is_seen",
    "least_gap",
    "nearest",
    "nearest_pair",
    "way_faults",
]


def gap(a: Model, b: Model) -> float:
    """Return how far two models' bodies are apart (AOS-DIST-1, AOS-DIST-2)."""
    return measure_bodies(a, b).direct


def are_near(a: Model, b: Model, limit: float) -> bool:
    """Return whether two models' bodies are within a distance of each other."""
    return are_bodies_within(a, b, limit)


def any_near(some: Sequence[Model], others: Sequence[Model], limit: float) -> bool:
    """Return whether any of some models is within a distance of any of others."""
    return any(are_bodies_within(a, b, limit) for a in some for b in others)


def least_gap(some: Sequence[Model], others: Sequence[Model]) -> float:
    """Return how far the nearest pair of two groups of models is apart; infinity without any."""
    found = nearest_bodies(some, others)
    return math.inf if found is None else found.measure.direct


def nearest(one: Model, others: Sequence[Model]) -> tuple[Model, float] | None:
    """Return the nearest of some models, and how far it is; None without any."""
    found = nearest_bodies((one,), others)
    return None if found is None else (found.other, found.measure.direct)


def nearest_pair(some: Sequence[Model], others: Sequence[Model]) -> tuple[Model, Model, float] | None:
    """Return the nearest pair of two groups of models, and how far it is apart; None without any."""
    found = nearest_bodies(some, others)
    return None if found is None else (found.one, found.other, found.measure.direct)


def body_width(model: Model) -> float:
    """Return about how wide a body is, across its narrower side (in)."""
    low, high = body_box(model)
    return float(min(high[0] - low[0], high[1] - low[1]))


def is_near_feature(table: Table, feature: str, model: Model, limit: float) -> bool:
    """Return whether a model's body is within a distance of a feature."""
    return is_body_within_feature(model, next(one for one in table.terrain.features if one.id == feature), limit)


def cover_feature(table: Table, models: Sequence[Model]) -> str:
    """Return the feature that all of these models are in or on; empty: there is none (AOS-COVER-1)."""
    return unit_cover(table, models).feature if models else ""


def is_seen(sights: UnitSights, viewer: str, target: str, *, is_close_enough: bool) -> bool:
    """Return whether a model sees another (AOS-SIGHT-1 to 4); ``is_close_enough``: what is too close to call counts."""
    if sights.glimpse(viewer, target) is not None:
        return True
    verdict = sights.between(viewer, target)
    return isinstance(verdict, Seen) or (is_close_enough and isinstance(verdict, TooClose))


def way_faults(faults: Sequence[RuleFault]) -> tuple[ActionFault, ...]:
    """Return the faults of a way as those of an action."""
    return tuple(ActionFault(one.rule, one.message, one.at, f"path.legs[{one.leg}]") for one in faults)
