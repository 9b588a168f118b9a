"""Ways of single models in Age of Sigmar: what they cost, what is wrong with them, where they lead (AOS-MOVE, AOS-FLY).

docs/ageofsigmar.md says how the rules are read.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.message import Message
from warcry3d.motion.levels import Levels, levels_of
from warcry3d.motion.path import LegKind, Path, Point, along
from warcry3d.motion.record import Fault, FaultKind, MeasuredLeg, Mode, Trace
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import volume_of
from warcry3d.rules.ageofsigmar.units_on_table import enemies_of_unit
from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.move_result import PricedLeg, RuleFault
from warcry3d.rules.reports.trace_messages import trace_message
from warcry3d.sight.body_distance import are_bodies_within, body_box, body_vertices, gap_after_shift, measure_bodies
from warcry3d.sight.distance import base_to_solid
from warcry3d.table.models import Base, Figure, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["AWAY", "JudgedWay", "enemies_near", "features_passed", "judge_way"]

AWAY = 3.0
"""In the movement phase models stay more than this from enemy models (in; AOS-MOVE-8)."""

NEAR_TOLERANCE = 0.01
"""How far (in) a way may reach into the `AWAY` of an enemy without being found to."""

RULES = {
    FaultKind.BLOCKED: "AOS-TERRAIN-2",
    FaultKind.FIGHTER: "AOS-MOVE-4",
    FaultKind.EDGE: "AOS-TABLE-2",
    FaultKind.IN_FLIGHT: "AOS-FLY-1",
    FaultKind.NO_LANDING: "AOS-FLY-1",
    FaultKind.UNCLIMBABLE: "AOS-TERRAIN-3",
}
"""The rule behind each kind of fault; of all others it is the one on heights, `HEIGHTS`."""

HEIGHTS = "AOS-MOVE-3"


@dataclass(frozen=True, slots=True)
class JudgedWay:
    """What comes of a model's way: its ``legs`` with what they cost, their sum ``cost`` (in), every fault, the
    placement it ends at.
    """

    legs: tuple[PricedLeg, ...]
    cost: float
    faults: tuple[RuleFault, ...]
    end: Placement
    trace: Trace

    @property
    def is_legal(self) -> bool:
        """Return whether nothing is wrong with it."""
        return not self.faults


def judge_way(
    table: Table,
    model: str,
    path: Path,
    inches: float,
    *,
    rule: str = "AOS-MOVE-1",
    flies: bool = False,
    keeps_away: bool = True,
    may_pass_near: bool = False,
) -> JudgedWay:
    """Return what comes of a model's way with so many ``inches``, which it has by ``rule``.

    ``flies``: it may pass over models and terrain. ``keeps_away``: it stays more than `AWAY` from enemies, on its way
    (unless it flies, or ``may_pass_near``) and at its end. Raises `UnknownNameError` for an unknown model.
    """
    mover = table.model(model)
    traced = trace(table, model, path)
    legs = tuple(_priced(levels_of(table), mover, path, traced))
    cost = math.fsum(leg.cost for leg in legs)
    end = Placement(traced.end.at, traced.end.turn)
    faults = [
        *_kind_faults(traced.legs, flies=flies),
        *(_as_fault(fault, traced) for fault in traced.faults),
        *_cost_faults(legs, cost, inches, rule),
        *_stand_faults(traced),
    ]
    if keeps_away:
        faults += _near_faults(table, mover, traced, path, end, on_way=not (flies or may_pass_near))
    ordered = tuple(sorted(faults, key=lambda fault: fault.leg))
    return JudgedWay(legs, cost, ordered, end, traced)


def _priced(levels: Levels, mover: Model, path: Path, traced: Trace) -> Iterator[PricedLeg]:
    """Yield the legs with the lengths that the part which goes farthest goes (AOS-MOVE-2, AOS-MOVE-3)."""
    turn = mover.placement.turn
    parts = _parts(mover)
    for leg, asked in zip(traced.legs, path.legs, strict=True):
        to = turn if asked.facing is None else asked.facing
        yield PricedLeg(leg, _length(levels, leg, parts, turn, to))
        turn = to


def _parts(mover: Model) -> FloatArray:
    """Return points of a model that reach farthest from the centre of its base, in its own frame (n, 2)."""
    return _own_parts(mover.figure, mover.base)


@lru_cache(maxsize=200)
def _own_parts(figure: Figure, base: Base) -> FloatArray:
    """Return the parts of a model at the origin, kept: a unit's move asks for them hundreds of times."""
    mover = Model("", "", base, figure, Placement())
    parts = np.concatenate([body_vertices(mover)[:, :2], volume_of(mover).rim()])
    parts.flags.writeable = False
    return parts


@lru_cache(maxsize=200)
def _own_reach(figure: Figure, base: Base) -> float:
    """Return how far any part of a model is from the centre of its base (in)."""
    return float(np.hypot(*_own_parts(figure, base).T).max())


def _length(levels: Levels, leg: MeasuredLeg, parts: FloatArray, turn: float, to: float) -> float:
    """Return how far the part goes that goes farthest: each straight piece measured from where it was to where it is.

    A turn belongs to the first piece. A flight is measured straight, from surface to surface, whatever lies under it
    (AOS-OPEN-8). On a walk only what the walker climbs is counted up and down. Who steps on less than 1 in, or alights
    on it, stays on the same surface, whatever heights the way's points have.
    """
    if leg.kind is LegKind.PLACE:
        return 0.0
    pieces = [leg.points[:1] + leg.points[-1:]] if leg.kind is LegKind.FLY else list(pairwise(leg.points))
    total = 0.0
    for n, (a, b) in enumerate(pieces):
        swing = _swing(parts, turn, to) if n == 0 else np.zeros((1, 2))
        across = np.hypot(b[0] - a[0] + swing[:, 0], b[1] - a[1] + swing[:, 1])
        match leg.kind:
            case LegKind.WALK:
                tall = leg.strides[n].up + leg.strides[n].down
            case LegKind.FLY:
                tall = levels.surface_height(b) - levels.surface_height(a)
            case _:
                tall = b[2] - a[2]
        total += float(np.hypot(across, tall).max())
    return total + sum(stride.drop for stride in leg.strides)


def _swing(parts: FloatArray, turn: float, to: float) -> FloatArray:
    """Return how far each part is carried by a turn alone (n, 2)."""
    if turn == to:
        return np.zeros((1, 2))
    points = np.column_stack([parts, np.zeros(len(parts))])
    return (Placement(turn=to).apply(points) - Placement(turn=turn).apply(points))[:, :2]


def _kind_faults(legs: Sequence[MeasuredLeg], *, flies: bool) -> Iterator[RuleFault]:
    for leg in legs:
        start = leg.points[0]
        match leg.kind:
            case LegKind.FLY if not flies:
                yield RuleFault("AOS-FLY-1", leg.number, start, Message("it cannot fly", {}))
            case LegKind.JUMP | LegKind.DROP:
                said = Message("it cannot jump or drop: it climbs down, and the height counts", {})
                yield RuleFault(HEIGHTS, leg.number, start, said)
            case LegKind.DOOR:
                said = Message("it cannot pass through what is solid, and has to fit through what is open", {})
                yield RuleFault("AOS-TERRAIN-2", leg.number, start, said)
            case LegKind.PLACE:
                said = Message("a move cannot contain a 'place' leg", {})
                yield RuleFault("AOS-MOVE-1", leg.number, start, said)


def _as_fault(fault: Fault, traced: Trace) -> RuleFault:
    rule = RULES.get(fault.kind, HEIGHTS)
    if fault.kind is FaultKind.TURN:
        rule = "AOS-TABLE-2" if not fault.subject else "AOS-TERRAIN-2" if "/" in fault.subject else "AOS-MOVE-4"
    return RuleFault(rule, fault.leg, fault.at, trace_message(fault, traced.legs[fault.leg].kind))


def _cost_faults(legs: Sequence[PricedLeg], cost: float, inches: float, rule: str) -> Iterator[RuleFault]:
    if cost <= inches + LENGTH_EPSILON:
        return
    left = inches
    leg = legs[-1]
    for leg in legs:
        if leg.cost > left:
            break
        left -= leg.cost
    points = leg.measured.points
    at = along(points[0], points[-1], min(1.0, left / leg.cost if leg.cost else 1.0))
    values = {"over": cost - inches, "cost": cost, "allowed": inches}
    said = Message("{over:.2f} in too far: needs {cost:.2f} in, has {allowed:g} in", values)
    yield RuleFault(rule, leg.measured.number, at, said)


def _stand_faults(traced: Trace) -> Iterator[RuleFault]:
    """Yield the fault of a way that ends where a model cannot stand, such as half-way up a wall (AOS-OPEN-3)."""
    end = traced.end
    if traced.legs and (end.mode in (Mode.CLIMBING, Mode.AIR) or end.level is None):
        said = Message("it ends where it cannot stand", {})
        yield RuleFault(HEIGHTS, len(traced.legs) - 1, end.at, said)


def enemies_near(table: Table, models: Sequence[Model], limit: float = AWAY) -> tuple[Model, ...]:
    """Return the enemy models within a distance of any of these models of one side, in the table's order."""
    if not models:
        return ()
    enemies = enemies_of_unit(table, models[0])
    return tuple(enemy for enemy in enemies if any(are_bodies_within(model, enemy, limit) for model in models))


def _near_faults(
    table: Table, mover: Model, traced: Trace, path: Path, end: Placement, *, on_way: bool
) -> Iterator[RuleFault]:
    """Yield the first place at which a way comes within `AWAY` of each enemy (AOS-MOVE-8, AOS-OPEN-24)."""
    there = mover.moved(end)
    last = max(len(traced.legs) - 1, 0)
    for enemy in _perhaps_near(mover, traced, end, enemies_of_unit(table, mover)):
        apart = measure_bodies(there, enemy).direct if are_bodies_within(there, enemy, AWAY) else None
        if apart is not None:
            values = {"enemy": enemy.id, "apart": apart, "limit": AWAY}
            said = Message("it ends {apart:.2f} in from the enemy {enemy}; more than {limit:g} in is needed", values)
            yield RuleFault("AOS-MOVE-8", last, end.at, said)
        elif on_way and (found := _first_near(mover, traced, path, enemy)) is not None:
            number, at = found
            said = Message("it passes within {limit:g} in of the enemy {enemy}", {"enemy": enemy.id, "limit": AWAY})
            yield RuleFault("AOS-MOVE-8", number, at, said)


def _perhaps_near(mover: Model, traced: Trace, end: Placement, enemies: Sequence[Model]) -> list[Model]:
    """Return the enemies that a way may come within `AWAY` of: most stand plainly farther from all of it."""
    import shapely

    corners = [point[:2] for leg in traced.legs for point in leg.points]
    way = shapely.LineString([*corners, end.at[:2], end.at[:2]])
    places = shapely.points([enemy.placement.at[:2] for enemy in enemies] or np.zeros((0, 2)))
    own = _own_reach(mover.figure, mover.base) + AWAY
    far = shapely.distance(way, places)
    return [
        enemy
        for enemy, apart in zip(enemies, far.tolist(), strict=True)
        if apart <= own + _own_reach(enemy.figure, enemy.base)
    ]


def _first_near(mover: Model, traced: Trace, path: Path, enemy: Model) -> tuple[int, Point] | None:
    """Return the leg and the place at which a walking body first comes within `AWAY` of an enemy's; None: nowhere.

    A body that is so far away stays away for at least as many inches as are left over.
    """
    turn = mover.placement.turn
    for leg, asked in zip(traced.legs, path.legs, strict=True):
        turn = turn if asked.facing is None else asked.facing
        for a, b in pairwise(leg.points):
            length, gone = math.dist(a, b), 0.0
            if not (mover.figure.parts and enemy.figure.parts) or _stays_far(mover, a, b, enemy):
                continue
            start, way = mover.moved(Placement(a, turn)), np.array(a) - np.array(b)
            while gone <= length:
                share = gone / length if length else 0.0
                at = along(a, b, share)
                room = gap_after_shift(start, enemy, share * way, AWAY + length) - AWAY
                if room <= LENGTH_EPSILON:
                    return leg.number, at
                gone += max(room, NEAR_TOLERANCE)
    return None


def _stays_far(mover: Model, a: Point, b: Point, enemy: Model) -> bool:
    """Return whether a straight piece plainly stays away from an enemy, in any facing."""
    low, high = body_box(enemy)
    reach = _own_reach(mover.figure, mover.base)
    tall = float(body_box(mover)[1][2]) - mover.placement.at[2]
    ends = np.array([a, b])
    least = ends.min(axis=0) - np.array([reach, reach, 0.0])
    most = ends.max(axis=0) + np.array([reach, reach, tall])
    return float(np.linalg.norm(np.maximum(least - high, low - most).clip(0.0))) > AWAY


def features_passed(
    features: Iterable[Feature], mover: Model, legs: Sequence[PricedLeg], end: Placement
) -> tuple[str, ...]:
    """Return those of some features that a way passes over or ends on: those that its base comes upon (AOS-TERRAIN-10).

    A flight passes over nothing (AOS-OPEN-8).
    """
    import shapely

    pieces = [
        shapely.LineString([a[:2], b[:2]]) if a[:2] != b[:2] else shapely.Point(a[:2])
        for leg in legs
        if leg.measured.kind not in (LegKind.FLY, LegKind.PLACE)
        for a, b in pairwise(leg.measured.points)
    ]
    if not legs:
        return ()
    spot = shapely.Point(end.at[:2])
    way = shapely.union_all([*pieces, spot] if pieces else [spot])
    there, reach, found = mover.moved(end), volume_of(mover).reach, []
    for feature in features:
        plan = shapely.Polygon(feature_outline(feature))
        if way.distance(plan) > reach:
            continue
        if way.intersects(plan) or any(
            base_to_solid(there, solid, RESTING_GAP) <= RESTING_GAP for solid in feature.solids.values()
        ):
            found.append(feature.id)
    return tuple(found)
