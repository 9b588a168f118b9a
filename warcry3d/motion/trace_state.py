"""The state of a model on its way along a path: where it is and how, the measured legs, and the faults so far."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.motion.climbing import Climbable, Obstacle, obstacles_of, statues_of
from warcry3d.motion.free_space import Room, room_of
from warcry3d.motion.levels import Level
from warcry3d.motion.passages import Passage, passages_of
from warcry3d.motion.path import Leg, Point, along
from warcry3d.motion.record import Fault, FaultKind, MeasuredLeg, Mode, Stride
from warcry3d.motion.standing_models import Others, others_of
from warcry3d.motion.volume import volume_of
from warcry3d.table.table import Table
from warcry3d.units import RESTING_GAP

__all__ = ["Terms", "TraceState"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a rule system specifies for judging moves.

    ``climb_reach``: how far from an obstacle a climber may get (in); ``climbs``: the kinds of parts that a model may
    climb (None: everything that can be climbed).
    """

    climb_reach: float = 0.5
    climbs: Climbable = None


class TraceState:
    """The state of a model that is being traced; legs change it one after another."""

    def __init__(self, table: Table, model: str, terms: Terms) -> None:
        self.table = table
        self.model = table.model(model)
        self.terms = terms
        self.volume = volume_of(self.model)
        self.turn = self.model.placement.turn
        self.room: Room = room_of(table, self.volume)
        self.others: Others = others_of(table, model, self.volume)
        self.at: Point = self.model.placement.at
        self.level: Level | None = self.room.levels.under(self.at)
        self.mode = Mode.STANDING if self.level else Mode.AIR
        self.took_off: Level | None = None  # of a jump that goes on in the air
        self.obstacle: Obstacle | None = None
        self.may_hold: tuple[Obstacle, ...] = ()  # of a climber whose last action left it near several
        self.fallen = 0.0
        self.jumps: list[float] = []
        self.faults: list[Fault] = []
        self.legs: list[MeasuredLeg] = []
        self._begin(0)
        if self.level is None:
            self._hold_on()

    def _hold_on(self) -> None:
        """Treat a model that stands on nothing but is near an obstacle as climbing it, left there by its last action.

        Of several obstacles near by, the one that suits its next climb counts: the table does not say which it was.
        """
        within = self.terms.climb_reach + RESTING_GAP
        apart = [(o.distance(self.volume, self.at, within=within), o) for o in self.obstacles]
        near = [o for far, o in sorted(apart, key=lambda pair: pair[0]) if far < math.inf]
        if near and self.room.ground.rest_under(self.volume, self.at)[0] < self.at[2] - RESTING_GAP:
            self.mode, self.obstacle, self.may_hold = Mode.CLIMBING, near[0], tuple(near)

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """Return the obstacles that the model may climb."""
        return obstacles_of(self.table.terrain, self.room.ground, self.terms.climbs)

    def touched_unclimbable(self) -> str | None:
        """Return the first part that the model touches and nobody can climb."""
        statues = statues_of(self.table.terrain, self.room.ground)
        return next((o.names[0] for o in statues if o.is_touched(self.volume, self.at)), None)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Return the doors and arches of the table."""
        return passages_of(self.table.terrain)

    def _begin(self, number: int) -> None:
        self.number = number
        self.strides: list[Stride] = []
        self.taken: list[Passage] = []
        self.climbed: Obstacle | None = None
        self.points: list[Point] = [self.at]

    def begin(self, number: int, leg: Leg) -> None:
        """Begin a leg: turn to its facing on the spot."""
        self._begin(number)
        if leg.facing is not None and not self.volume.is_round:
            self.turn = leg.facing
            self.volume = self.volume.facing(leg.facing)
            self.room = room_of(self.table, self.volume)
            self.others = others_of(self.table, self.model.id, self.volume)
        elif leg.facing is not None:
            self.turn = leg.facing

    def finish(self, leg: Leg) -> None:
        """Add the leg to those measured."""
        names = self.climbed.names if self.climbed else ()
        deadly = self.climbed is not None and self.climbed.is_deadly
        done = MeasuredLeg(
            self.number, leg.kind, tuple(self.strides), tuple(self.points), tuple(self.taken), names, deadly
        )
        self.legs.append(done)

    def go(self, to: Point, stride: Stride) -> None:
        """Move to a point by a stride that was judged."""
        self.strides.append(stride)
        self.points.append(to)
        self.at = to

    def fault(self, kind: FaultKind, at: Point, subject: str = "", *, needs: float = 0.0, has: float = 0.0) -> None:
        """Add a fault of the current leg, once for each kind and subject."""
        if not any(f.leg == self.number and f.kind is kind and f.subject == subject for f in self.faults):
            self.faults.append(Fault(kind, self.number, at, subject, needs, has))

    def stand(self) -> None:
        """Set the model standing if its centre is over a surface at its height."""
        self.level = self.room.levels.under(self.at)
        if self.level is not None:
            self.mode, self.obstacle, self.took_off = Mode.STANDING, None, None
            self.land()

    def land(self) -> None:
        """Record a jump that is over."""
        if self.fallen > 0:
            self.jumps.append(self.fallen)
        self.fallen = 0.0

    def check_board(self, at: Point) -> None:
        """Report a fault where a part of the base passes the board's edge."""
        if not self.room.is_on_board(at):
            west, south, east, north = self.room.board
            beyond = max(west - at[0], at[0] - east, south - at[1], at[1] - north)
            self.fault(FaultKind.EDGE, at, has=beyond)

    def pass_through(self, start: Point, end: Point) -> None:
        """Record the doors and arches that a straight walk or jump leads through."""
        self.taken += [p for p in self.passages if p not in self.taken and p.is_passed(start, end)]

    def check_others(self, start: Point, end: Point, *, deep: float = 0.0) -> None:
        """Report a fault for every model that is in the way."""
        for share, name in self.others.met(start, end, self.volume.height, deep=deep):
            self.fault(FaultKind.FIGHTER, along(start, end, share), name)

    def check_terrain(self, start: Point, end: Point, **how: Any) -> None:
        """Report a fault for each part of terrain that the body meets on a straight way; how: as of `Ground.meets`."""
        ground = self.room.ground
        met = ground.meets(self.volume, start, end, **how)
        how.pop("skip", None)
        for stopper in np.unique(ground.whose[met]).tolist():
            place, name = ground.first_met(self.volume, start, end, met[ground.whose[met] == stopper], **how)
            self.fault(FaultKind.BLOCKED, place, name)

    def check_room(self, level: Level, at: Point) -> None:
        """Report a fault where a base on a level, with its centre at ``at``, overlaps terrain or other models."""
        import shapely

        closed = self.room.closed_near(level, (*at[:2], *at[:2]))
        if shapely.intersects_xy(closed.area, at[0], at[1]):
            self.fault(FaultKind.BLOCKED, at, closed.part_at(at[0], at[1]))
        spot = (at[0], at[1], level.height)
        self.check_others(spot, spot)
        self.check_board(at)

    def low_terrain(self, levels: Iterable[Level | None]) -> NDArray[np.bool_] | None:
        """Return which triangles belong to low terrain on one of these levels: they stop nobody there."""
        masks = [self.room.low_terrain(level) for level in levels if level is not None]
        return None if not masks else np.logical_or.reduce(masks)
