"""What geometry says in a battle: distances between bodies, sight, cover, ways of single models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.trace import trace
from warcry3d.sight.body_distance import (
    are_bodies_within,
    body_box,
    is_body_within_feature,
    measure_bodies,
    nearest_bodies,
)
from warcry3d.sight.verdict import Seen, TooClose
from warcry3d.sight.visible import Sightlines
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "JudgedWay",
    "any_near",
    "are_near",
    "body_width",
    "can_see",
    "cover_feature",
    "gap",
    "is_near_feature",
    "judge_way",
    "least_gap",
    "nearest",
    "way_to",
]

AWAY = 3.0
"""In the movement phase models stay more than this from enemies (in; AOS-MOVE-8)."""


@dataclass(frozen=True, slots=True)
class JudgedWay:
    """What is wrong with a model's way, where it ends, what it costs (in), which features it passes over or ends on."""

    faults: tuple[ActionFault, ...]
    end: Placement
    cost: float
    over: tuple[str, ...] = ()


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


def body_width(model: Model) -> float:
    """Return about how wide a body is, across its narrower side (in)."""
    low, high = body_box(model)
    return float(min(high[0] - low[0], high[1] - low[1]))


def is_near_feature(table: Table, feature: str, model: Model, limit: float) -> bool:
    """Return whether a model's body is within a distance of a feature."""
    return is_body_within_feature(model, next(one for one in table.terrain.features if one.id == feature), limit)


def cover_feature(table: Table, models: Sequence[Model]) -> str:
    """Return the feature that all of these models are in or on; empty: there is none (AOS-COVER-1)."""
    return ""


def can_see(table: Table, viewer: str, target: str, own: Sequence[str], is_close_enough: bool) -> bool:
    """Return whether a model sees another; its ``own`` unit does not block (AOS-SIGHT-2).

    ``is_close_enough``: what is too close to call counts as seen.
    """
    through = tuple(id for id in own if id not in (viewer, target))
    verdict = Sightlines(table, transparent=through).between(viewer, target)
    return isinstance(verdict, Seen) or (is_close_enough and isinstance(verdict, TooClose))


def judge_way(
    table: Table,
    model: str,
    path: Path,
    inches: float,
    *,
    rule: str,
    flies: bool,
    keeps_away: bool,
    may_pass_near: bool = False,
) -> JudgedWay:
    """Return what is wrong with a model's way of so many inches, by a ``rule``, and where it leads.

    ``keeps_away``: it stays more than 3 in from enemies; ``may_pass_near``: at the end alone.
    """
    traced = trace(table, model, path)
    here = table.model(model)
    cost = sum(math.dist(a, b) for leg in traced.legs for a, b in zip(leg.points, leg.points[1:], strict=False))
    faults = [
        ActionFault("AOS-MOVE-4", Message("{what}", {"what": type(one).__name__}), place="path.legs[0]")
        for one in traced.faults
    ]
    if cost > inches + LENGTH_EPSILON:
        faults.append(ActionFault(rule, Message("{cost:.2f} in of {inches:g} in", {"cost": cost, "inches": inches})))
    if any(leg.kind is LegKind.PLACE or (leg.kind is LegKind.FLY and not flies) for leg in path.legs):
        faults.append(ActionFault(rule, Message("cannot fly", {})))
    end = Placement(traced.end.at, traced.end.turn)
    there = here.moved(end)
    if keeps_away:
        for other in table.models:
            if other.side != here.side and are_near(there, other, AWAY):
                faults.append(ActionFault("AOS-MOVE-8", Message("within 3 in of {enemy}", {"enemy": other.id})))
                break
    return JudgedWay(tuple(faults), end, cost)


def way_to(table: Table, model: str, spot: tuple[float, float], *, flies: bool) -> Path | None:
    """Return the straight way to a spot, on the surface there that is nearest in height; None off the board."""
    here = table.model(model).placement.at
    levels = levels_of(table)
    holding = [level for level in levels.levels if level.holds(*spot)]
    if not holding:
        return None
    level = min(holding, key=lambda one: abs(one.height - here[2]))
    z = levels.resting_height(level, *spot)
    return Path((Leg(LegKind.FLY if flies else LegKind.WALK, ((spot[0], spot[1], z),)),))
