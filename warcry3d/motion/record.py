"""The result of judging a path: measured legs, faults, and the end. Rule systems price and name them."""

import math
from dataclasses import dataclass, field
from enum import StrEnum

from warcry3d.motion.levels import Level
from warcry3d.motion.passages import Passage
from warcry3d.motion.path import LegKind, Point

__all__ = ["End", "Fault", "FaultKind", "MeasuredLeg", "Mode", "Stride", "Trace"]


class Mode(StrEnum):
    """How a model is held where it is."""

    STANDING = "standing"
    CLIMBING = "climbing"
    FLYING = "flying"
    AIR = "air"


class FaultKind(StrEnum):
    """What is wrong with a leg at a place."""

    BLOCKED = "blocked"
    """Terrain is in the way: ``subject`` is the part."""
    FIGHTER = "fighter"
    """Another model is in the way: ``subject``."""
    EDGE = "edge"
    """A part of the base passes the board's edge, by ``has``."""
    TURN = "turn"
    """Turning on the spot sweeps through ``subject``, a part or a model; empty: over the board's edge."""
    OFF = "off"
    """A walk's centre leaves the surface that ``subject`` names."""
    HANGING = "hanging"
    """A walk begins where the model does not stand on anything."""
    STEP = "step"
    """A walk leads to a surface ``has`` higher or lower; it must be less than ``needs``, a step."""
    HEIGHT = "height"
    """A walk's point lies over no surface at its height; ``has``: how far above the one below."""
    UNCLIMBABLE = "unclimbable"
    """A climb begins at ``subject`` alone, which nobody can climb."""
    TOUCHES_NOTHING = "touches-nothing"
    """A climb begins at nothing that the model may climb; the nearest obstacle, ``subject``, is ``has`` away."""
    FAR = "far"
    """A climb gets ``has`` away from the obstacle ``subject``; at most ``needs`` is allowed."""
    RISES = "rises"
    """A jump ends higher than it began, by ``has``."""
    STRAIGHT_DOWN = "straight-down"
    """A drop goes ``has`` aside."""
    IN_FLIGHT = "in-flight"
    """A leg other than a flight begins in the air, over no surface."""
    NO_LANDING = "no-landing"
    """A flight ends where its centre is over no surface, or above it by ``has``."""
    NO_PASSAGE = "no-passage"
    """``subject`` is no door or arch."""
    APART = "apart"
    """A door or arch is not touched: it is ``has`` away."""
    CROOKED = "crooked"
    """A way through passes its middle ``has`` aside."""
    SAME_SIDE = "same-side"
    """A door leg does not end beyond the passage and clear of it."""


@dataclass(frozen=True, slots=True)
class Stride:
    """A straight piece: what of it is level, up, down, and the drop at its end (in)."""

    horizontal: float
    up: float = 0.0
    down: float = 0.0
    drop: float = 0.0

    @property
    def straight(self) -> float:
        """Return its length in three dimensions, the drop not counted."""
        return math.hypot(self.horizontal, self.up + self.down)


@dataclass(frozen=True, slots=True)
class MeasuredLeg:
    """One measured leg.

    ``number``: its index in the path; ``points`` from its start on, with a stride between each two. ``passages``: the
    passages it takes; ``climbed``: the parts of the obstacle that it begins to climb; ``is_deadly``: whether that one
    hurts.
    """

    number: int
    kind: LegKind
    strides: tuple[Stride, ...]
    points: tuple[Point, ...]
    passages: tuple[Passage, ...] = ()
    climbed: tuple[str, ...] = ()
    is_deadly: bool = False

    @property
    def horizontal(self) -> float:
        """Return how far it goes level (in)."""
        return math.fsum(stride.horizontal for stride in self.strides)

    @property
    def up(self) -> float:
        """Return how far it goes up (in)."""
        return math.fsum(stride.up for stride in self.strides)

    @property
    def down(self) -> float:
        """Return how far it goes down, drops not counted (in)."""
        return math.fsum(stride.down for stride in self.strides)

    @property
    def drop(self) -> float:
        """Return how far it drops (in)."""
        return math.fsum(stride.drop for stride in self.strides)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a leg is not possible: the kind of fault, the leg, where the base's centre is then, and the numbers (in)."""

    kind: FaultKind
    leg: int
    at: Point
    subject: str = ""
    needs: float = 0.0
    has: float = 0.0


@dataclass(frozen=True, slots=True)
class End:
    """Where a path leaves the model.

    ``at``: where it comes to rest; ``mode``: how its last leg ended; ``fell``: how far it sank from there straight down
    to rest (only out of the air). ``on``: "floor", the part it rests on, or what it climbs; ``level``: the surface
    under its centre, None over none. ``jumps``: how far each of its jumps dropped.
    """

    at: Point
    mode: Mode
    on: str
    level: Level | None = field(repr=False)
    turn: float
    fell: float = 0.0
    jumps: tuple[float, ...] = ()
    climbed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """A judged path: its measured legs, every fault in the order of the path, and its end."""

    legs: tuple[MeasuredLeg, ...]
    faults: tuple[Fault, ...]
    end: End
