"""Objective markers: where they can be placed, who is in range, who controls them (40K-OBJ, 40K-MISSION-4, -5)."""

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Point
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.data_rules import own_rules, value_changes
from warcry3d.rules.warhammer40k.battle.modifiers import ValueChange, modified
from warcry3d.rules.warhammer40k.battle.state import Objective40k, State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic, HoldsRule, How
from warcry3d.sight.distance import is_within, measure_to_point
from warcry3d.table.models import Model
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "control_of",
    "crowded_spots",
    "in_range",
    "keep_control",
    "marker_faults",
    "objective_area",
    "objective_faults",
    "objective_spots",
    "release_control",
    "renew_control",
]

MARKER_RADIUS = 20.0 / 25.4
"""An objective marker is round, 40 mm across (in; 40K-OBJ-5)."""

RANGE, RANGE_HEIGHT = 3.0, 5.0
"""Models this near to a marker's edge are in range of it, horizontally and vertically (in; 40K-OBJ-3)."""

FROM_EDGE, APART, FROM_TERRAIN = 6.0, 9.0, 1.0
"""The centre of a marker is farther than this from edges and from other markers (40K-MISSION-5), its rim from terrain
(40K-OBJ-7), in inches."""

STEP = 1.0
_BOXES = "40k boxes"


def objective_faults(state: State40k, at: Point) -> tuple[ActionFault, ...]:
    """Return why an objective cannot be placed with its centre there (40K-MISSION-5, 40K-OBJ-7)."""
    board = state.context.ground.board
    x, y, z = at
    if not all(math.isfinite(value) for value in at):
        return fault("40K-MISSION-5", "a place is given by finite numbers", place="at")
    if is_within(min(x, y, board.width - x, board.depth - y), FROM_EDGE):
        return fault("40K-MISSION-5", "an objective is not within 6 in of an edge", at=at, place="at")
    for other in state.objectives:
        if is_within(math.dist(at[:2], other.at[:2]), APART):
            return fault("40K-MISSION-5", "an objective is not within 9 in of another", at=at, place="at")
    levels = levels_of(state.context.ground)
    level = levels.under(at)
    if level is None or not level.is_floor or abs(z - levels.resting_height(level, x, y)) > 0.02:
        return fault("40K-OBJ-7", "an objective is placed on the ground of the battlefield", at=at, place="at")
    if _is_crowded(state, at):
        return fault("40K-OBJ-7", "an objective is more than 1 in from walls and other terrain", at=at, place="at")
    return ()


def _is_crowded(state: State40k, at: Point) -> bool:
    """Return whether terrain is too near to a marker, by the boxes of its parts."""
    return _too_near(state, at) > 0.0


def _too_near(state: State40k, at: Point) -> float:
    """Return by how much terrain is too near to a marker (in); 0: it is not."""
    reach, boxes = MARKER_RADIUS + FROM_TERRAIN, _boxes(state)
    standing = boxes[boxes[:, 1, 2] > at[2] + LENGTH_EPSILON, :, :2]
    aside = np.maximum(np.maximum(standing[:, 0] - at[:2], at[:2] - standing[:, 1]), 0.0)
    nearest = float(np.hypot(aside[:, 0], aside[:, 1]).min(initial=math.inf))
    return max(reach - nearest, LENGTH_EPSILON) if nearest <= reach else 0.0


def _boxes(state: State40k) -> FloatArray:
    """Return the boxes (n, 2, 3) of all parts of the terrain, low then high, made once."""
    terrain = state.context.ground.terrain
    found = terrain.derived.get(_BOXES)
    if found is None:
        bounds = [solid.bounds for feature in terrain.features for solid in feature.solids.values()]
        found = terrain.derived[_BOXES] = np.array(bounds, dtype=np.float64).reshape(-1, 2, 3)
    return cast(FloatArray, found)


def crowded_spots(state: State40k) -> tuple[tuple[Point, float], ...]:
    """Return places on a lattice where nothing but terrain is too near to an objective, and by how much (in)."""
    found = [at for at in _lattice(state) if (faults := objective_faults(state, at)) and faults[0].rule == "40K-OBJ-7"]
    return tuple((at, near) for at in found if (near := _too_near(state, at)) > 0.0)


def objective_area(state: State40k) -> Any:
    """Return where the centre of an objective may be, seen from above (shapely; 40K-MISSION-5, 40K-OBJ-7)."""
    import shapely

    board = state.context.ground.board
    inner = shapely.box(FROM_EDGE, FROM_EDGE, board.width - FROM_EDGE, board.depth - FROM_EDGE)
    bounds = [solid.bounds for feature in state.context.ground.terrain.features for solid in feature.solids.values()]
    boxes = [shapely.box(*low[:2], *high[:2]) for low, high in bounds if high[2] > LENGTH_EPSILON]
    crowded = shapely.buffer(shapely.union_all(boxes), MARKER_RADIUS + FROM_TERRAIN, quad_segs=32)
    others = shapely.buffer(shapely.MultiPoint([one.at[:2] for one in state.objectives]), APART, quad_segs=32)
    return shapely.difference(inner, shapely.union(crowded, others))


def objective_spots(state: State40k) -> tuple[Point, ...]:
    """Return places on a lattice where an objective can be placed, those nearest to the middle first."""
    board = state.context.ground.board
    middle = (board.width / 2, board.depth / 2)
    open_ = [at for at in _lattice(state) if not objective_faults(state, at)]
    return tuple(sorted(open_, key=lambda at: (math.dist(at[:2], middle), at)))


def _lattice(state: State40k) -> list[Point]:
    board = state.context.ground.board
    return [
        (x * STEP, y * STEP, 0.0)
        for x in range(int(FROM_EDGE), int(board.width - FROM_EDGE) + 1)
        for y in range(int(FROM_EDGE), int(board.depth - FROM_EDGE) + 1)
    ]


def marker_faults(state: State40k, model: Model, place: str) -> tuple[ActionFault, ...]:
    """Return the fault of a model that would stand on an objective marker (40K-OBJ-6)."""
    if state.context.agreed.on_markers:
        return ()
    for other in state.objectives:
        x, y, z = model.placement.at
        if abs(z - other.at[2]) > 0.5 or math.dist((x, y), other.at[:2]) > MARKER_RADIUS + model.base.length:
            continue
        if measure_to_point(model, other.at).horizontal < MARKER_RADIUS - LENGTH_EPSILON:
            named = {"fighter": model.id}
            return fault("40K-OBJ-6", "{fighter} stands on an objective marker", at=(x, y, z), place=place, **named)
    return ()


def in_range(model: Model, objective: Objective40k) -> bool:
    """Return whether a model is in range of an objective: from the marker's edge (40K-OBJ-3)."""
    (x, y, _), (u, v, _) = model.placement.at, objective.at
    if math.hypot(x - u, y - v) > RANGE + MARKER_RADIUS + model.base.length:
        return False
    measured = measure_to_point(model, objective.at)
    return is_within(measured.horizontal, RANGE + MARKER_RADIUS) and is_within(measured.vertical, RANGE_HEIGHT)


def control_of(state: State40k, model: str) -> int:
    """Return the OC of a model now: none of battle-shocked ones, less of damaged ones, never below 0 (40K-SHOCK-4);
    "-" counts for nothing and is never changed (40K-MOD-9).
    """
    if state.unit(state.troop(model).unit).is_shocked:
        return 0
    profile = state.context.model_profile(model)
    own = state.context.profile(model).control
    if own is None:
        return 0
    changes = value_changes(state, state.troop(model).unit)
    damaged = profile.damaged
    if damaged is not None and state.wounds_left(model) <= damaged.wounds:
        changes += (ValueChange(what=Characteristic.CONTROL, how=How.ADD, value=damaged.control),)
    return modified(Characteristic.CONTROL, own, changes)


def sums_at(state: State40k, objective: Objective40k) -> dict[str, int]:
    """Return each player's sum of OC in range of an objective (40K-OBJ-1)."""
    sums = dict.fromkeys(state.players, 0)
    for unit in state.here():
        for figure in state.figures(unit.id):
            if in_range(figure, objective):
                sums[unit.player] += control_of(state, figure.id)
    return sums


def holder_of(sums: dict[str, int]) -> str:
    """Return who controls an objective with these sums of OC: with equal ones nobody (40K-OBJ-2)."""
    (one, a), (other, b) = sums.items()
    return one if a > b else other if b > a else ""


def _holders(state: State40k) -> list[tuple[Objective40k, str]]:
    return [(one, holder_of(sums_at(state, one))) for one in state.objectives]


def keep_control(do: Transition40k, player: str) -> None:
    """Let objectives stay with a player by a rule of its units in range, at the end of its command phase
    (40K-STICKY-1).
    """
    state = do.state
    units = [unit.id for unit in state.here(player) if own_rules(state, unit.id, HoldsRule)]
    keepers = [figure for unit in units for figure in state.figures(unit)]
    do.change(
        objectives=tuple(
            one.changed(kept=player)
            if one.holder == player and any(in_range(figure, one) for figure in keepers)
            else one
            for one in state.objectives
        )
    )


def release_control(do: Transition40k) -> None:
    """At the start and the end of a turn: objectives that the other side controls by its models are kept no more."""
    found = _holders(do.state)
    now = tuple(one.changed(kept="") if one.kept and by not in ("", one.kept) else one for one, by in found)
    do.change(objectives=now)


def renew_control(do: Transition40k) -> None:
    """Find out anew who controls each objective, as at the end of every phase (40K-OBJ-1)."""
    state = do.state
    now: Sequence[Objective40k] = [one.changed(holder=one.kept or found) for one, found in _holders(state)]
    for n, (before, after) in enumerate(zip(state.objectives, now, strict=True), 1):
        if before.holder != after.holder:
            if after.holder:
                do.emit("objective", "{player} controls objective {n}", "40K-OBJ-1", player=after.holder, n=n)
            else:
                do.emit("objective", "nobody controls objective {n} any more", "40K-OBJ-2", n=n)
    do.change(objectives=tuple(now))
