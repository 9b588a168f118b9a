"""Turning on the spot: what a base that is not a circle sweeps."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.levels import STEP
from warcry3d.motion.path import Leg, LegKind
from warcry3d.motion.record import FaultKind, Mode
from warcry3d.motion.trace_state import TraceState
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["check_turn"]

SAG = 0.0001
"""The most (in) that the rim sinks between the facings that are tried: with `TOUCH_TOLERANCE` 0.003 in at a corner."""

SETTLED = 0.0005
"""How exactly (in) the distance is measured by which a turn takes a climber away from its obstacle."""

Meets = Callable[[Volume], set[str]]


def check_turn(state: TraceState, leg: Leg, before: Volume) -> None:
    """Report faults of a turn on the spot from ``before`` to the current facing.

    It may not sweep through terrain, other models or over the board's edge, nor take a climber too far from its
    obstacle. It turns the shorter way; the longer one is half a turn or more, in which such outlines sweep all they
    can. What the model overlaps before it turns is ignored here: the leg itself is judged by where it leads. Flights
    pass through everything.
    """
    if before.turn == state.volume.turn or before.is_round or leg.kind in (LegKind.FLY, LegKind.PLACE):
        return
    if state.mode is Mode.FLYING:
        return
    meets = _meets(state)
    known = meets(before)
    for volume in _turned(before, state.volume.turn):
        for subject in sorted(meets(volume) - known):
            known.add(subject)
            state.fault(FaultKind.TURN, state.at, subject)
    if leg.kind in (LegKind.CLIMB, LegKind.WALK):
        _check_hold(state, before)


def _check_hold(state: TraceState, before: Volume) -> None:
    """Report a fault for a climber that turns too far away from what it climbs (WC-CLIMB-1).

    The distance changes by no more than the rim moves, so one measurement settles a whole stretch of the turn; what
    stays open is halved.
    """
    if state.mode is not Mode.CLIMBING or state.obstacle is None:
        return
    most = state.terms.climb_reach + TOUCH_TOLERANCE
    delta = math.remainder(state.volume.turn - before.turn, math.tau)
    farthest, todo = 0.0, [(0.0, delta)]
    while todo:
        low, high = todo.pop()
        middle = (low + high) / 2
        apart = state.obstacle.distance(before.facing(before.turn + middle), state.at)
        farthest = max(farthest, apart)
        span = before.reach * abs(high - low) / 2
        if apart + span > most and span > SETTLED:
            todo += [(middle, high), (low, middle)]
    if farthest > most:
        needs, name = state.terms.climb_reach, state.obstacle.names[0]
        state.fault(FaultKind.FAR, state.at, name, needs=needs, has=farthest)


def _turned(before: Volume, turn: float) -> Iterator[Volume]:
    """Yield the volume at facings so close to each other that its rim sinks no more than `SAG` between them."""
    delta = math.remainder(turn - before.turn, math.tau)
    step = 2 * math.acos(1 - SAG / before.reach)
    count = max(1, math.ceil(abs(delta) / step))
    for i in range(1, count + 1):
        yield before.facing(before.turn + delta * i / count)


def _meets(state: TraceState) -> Meets:
    """Return a function that names everything that a volume overlaps at the model's place; "" for the board's edge."""
    terrain = _on_level(state) if state.mode is Mode.STANDING and state.level is not None else _hanging(state)
    width, depth = state.table.board.width, state.table.board.depth
    x, y, z = state.at
    others = [
        other
        for other in state.others.standing
        if other.low + RESTING_GAP < z + state.volume.height and z + RESTING_GAP < other.high
    ]

    def met(volume: Volume) -> set[str]:
        shape = volume.polygon((x, y), inset=TOUCH_TOLERANCE)
        names = {o.model.id for o in others if shape.intersects(o.volume.polygon(o.model.placement.at))}
        out_x, out_y = volume.extents
        inside = (
            out_x <= x + LENGTH_EPSILON
            and x + out_x <= width + LENGTH_EPSILON
            and out_y <= y + LENGTH_EPSILON
            and y + out_y <= depth + LENGTH_EPSILON
        )
        return names | terrain(volume) | (set() if inside else {""})

    return met


def _on_level(state: TraceState) -> Meets:
    """Return a function that says which parts a volume standing on a level overlaps: those that stop a walker there."""
    assert state.level is not None
    projections = state.room.closed(state.level).projections
    spot = state.at[:2]

    def met(volume: Volume) -> set[str]:
        shape = volume.polygon(spot, inset=TOUCH_TOLERANCE)
        return {name for name, projection in projections if shape.intersects(projection)}

    return met


def _hanging(state: TraceState) -> Meets:
    """Return a function that says which parts a volume overlaps that climbs or is in the air.

    On ladders and stairs it steps on what rises less than a step above its feet, and the steps themselves are not in
    the way.
    """
    ground = state.room.ground
    held = state.obstacle.parts if state.obstacle is not None else ()
    steps = {part.name for part in held if part.kinds & LADDERS}
    skip = state.low_terrain([state.took_off])
    low = STEP - LENGTH_EPSILON if steps else RESTING_GAP

    def met(volume: Volume) -> set[str]:
        found = ground.meets(volume, state.at, state.at, skip=skip, low=low)
        return {ground.stoppers[i].name for i in np.unique(ground.whose[found]).tolist()} - steps

    return met
