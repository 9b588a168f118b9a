"""The race's actions and its state."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.game.actions import Action, Rolled
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.table.table import Table

__all__ = [
    "BUMP",
    "HALF_LANE",
    "LANES",
    "SLACK",
    "START",
    "TIRING",
    "Bump",
    "Go",
    "Now",
    "Push",
    "RaceAction",
    "Running",
    "Track",
    "run",
]

LANES = {"red": 2.0, "blue": 5.0}
"""How far (in) the middle of each runner's lane is from the edge of the board."""
START = 1.0
"""How far (in) the start is from the edge of the board behind it, and where runners stop at the latest before the
other."""
HALF_LANE = 0.5
BUMP = 0.5
TIRING = 3
SLACK = 1e-6
"""Shorter lengths (in) than this are none: what adding numbers leaves."""


class Push(Action, frozen=True, tag="push"):
    """Throw this many dice."""

    dice: int


class Go(Action, frozen=True, tag="go"):
    """Run along this path; without legs: stand still."""

    path: Path


class Bump(Action, frozen=True, tag="bump"):
    """Of two bumps at once, this player's counts first."""

    first: str


RaceAction: TypeAlias = Push | Go | Bump | Rolled


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a race wants to know: how long the track is (in), and after how many rounds it ends."""

    length: Annotated[float, Meta(gt=0, le=1000)]
    rounds: Annotated[int, Meta(ge=1, le=1000)]


class Now(msgspec.Struct, frozen=True):
    """All of a race that changes. ``at`` by player; ``stage``: what the runner whose turn it is does next."""

    turn: int
    stage: Literal["push", "roll", "go", "bump"]
    at: dict[str, float]
    dice: int = 0
    faces: tuple[int, ...] = ()
    tired: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Running:
    """A race: what was laid down at the start, and how it stands."""

    players: tuple[str, ...]
    length: float
    rounds: int
    ground: Table = field(repr=False)
    now: Now

    @property
    def runner(self) -> str:
        """Return whose turn it is."""
        return self.players[self.now.turn % len(self.players)]

    @property
    def other(self) -> str:
        """Return whose turn it is not."""
        return self.players[(self.now.turn + 1) % len(self.players)]

    @property
    def most_dice(self) -> int:
        """Return how many dice the runner may push with (RACE-1)."""
        return TIRING - 1 if self.runner in self.now.tired else TIRING

    @property
    def most_inches(self) -> float:
        """Return how far the runner may go (RACE-2)."""
        return min(float(sum(self.now.faces)), self.ground.board.width - 2 * START - self.now.at[self.runner])

    def place(self, runner: str, inches: float) -> Point:
        """Return the place so far along a runner's lane."""
        return (START + inches, LANES[runner], 0.0)

    def bumps(self, inches: float) -> bool:
        """Return whether the runner bumps into the other if it goes so far."""
        end = self.now.at[self.runner] + inches
        return abs(end - self.now.at[self.other]) <= BUMP and end <= self.length


def run(inches: float, runner: str = "red", start: float = 0.0) -> Go:
    """Return that a runner who stands at ``start`` of its lane goes straight on."""
    return Go(Path((Leg(LegKind.WALK, ((START + start + inches, LANES[runner], 0.0),)),)))
