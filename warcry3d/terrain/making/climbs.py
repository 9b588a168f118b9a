"""Stairs and ladders, alone or as ways up to platforms and floors."""

import math
from dataclasses import dataclass, replace
from typing import Any

import shapely

from warcry3d.message import message
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.making.fields import FieldHandle, inches
from warcry3d.terrain.making.solids import block, joined, level_plate, made_part

__all__ = [
    "LADDER_DEPTH",
    "PlainLadder",
    "PlainStairs",
    "ladder_body",
    "ladder_handles",
    "ladder_parts",
    "stairs_handles",
    "stairs_parts",
    "steps_body",
]

LADDER_DEPTH = 0.175
"""How deep (in) a ladder's rails are."""

_RAIL, _RUNG = 0.14, 0.12
"""How wide its rails and how thick its rungs are (in): 3 mm print without breaking."""

_RUNG_SPACING = 0.45
_LEAST_RUNGS = 4
"""Three bars of this length one above another are as likely a railing: an import reads them as no ladder."""
_LANDING = 1.25
"""Least length and width (in) of a landing: a platform's square and what a printer rounds."""

_ABOVE = 0.25
"""How far (in) a ladder's rails rise above its last rung."""


def ladder_body(height: float, width: float, lean: float = 0.0) -> Any:
    """Return a ladder whose top is at y = 0 and ``height``; its foot stands out by ``lean`` towards -y.

    Rungs are as far apart as comes nearest to what is usual, the last one lies a quarter inch below the top.
    """
    rungs = max(_LEAST_RUNGS, round((height - _ABOVE) / _RUNG_SPACING))
    spacing = (height - _ABOVE) / rungs
    half = width / 2
    side = [(-lean - LADDER_DEPTH, 0.0), (-lean, 0.0), (0.0, height), (-LADDER_DEPTH, height)]
    rail = _plate_along_x(shapely.Polygon(side), _RAIL)
    bodies = [rail.translate([-half, 0.0, 0.0]), rail.translate([half - _RAIL, 0.0, 0.0])]
    for k in range(1, rungs + 1):
        # Flush with the rails' back: a slit between rungs and a deck would show a line of sight.
        z, back = k * spacing, -lean * (1 - k * spacing / height)
        bodies.append(block((_RAIL / 2 - half, back - _RUNG, z - _RUNG), (half - _RAIL / 2, back, z)))
    return joined(bodies)


def _plate_along_x(outline: Any, thickness: float) -> Any:
    """Return a plate: an outline in y and z, from x = 0 to its thickness."""
    # (y, z, depth) -> (depth, y, z): a turn of a third about the diagonal.
    return level_plate(outline, (0.0, thickness)).rotate([90.0, 0.0, 0.0]).rotate([0.0, 0.0, 90.0])


def steps_body(steps: int, rise: float, depth: float, width: float) -> Any:
    """Return solid steps up along +x: the first begins at x = 0, the last is ``steps`` rises high."""
    run, half = steps * depth, width / 2
    return joined([block((k * depth, -half, 0.0), (run, half, (k + 1) * rise)) for k in range(steps)])


@dataclass(frozen=True, slots=True)
class PlainStairs:
    """Stairs up along +x, with a landing behind them if it is an inch long or more."""

    height: float = inches(message("height"), message("from the ground to the top"), 3.0, 1.5, 5.5)
    width: float = inches(message("width"), message("of the steps"), 1.75, 1.0, 5.0)
    rise: float = inches(
        message("rise"), message("height of a step at most; all steps are equally high"), 0.5, 0.25, 0.5, 0.05
    )
    tread: float = inches(message("tread"), message("depth of a step"), 0.5, 0.3, 0.9, 0.05)
    landing: float = inches(message("landing"), message("length of the platform at the top; 0: none"), 1.5, 0.0, 6.0)

    def fitted(self) -> "PlainStairs":
        """Return the stairs with a landing on which a platform's square fits, or with none."""
        if self.landing < _LANDING:
            return replace(self, landing=0.0)
        return replace(self, width=max(self.width, _LANDING))

    @property
    def steps(self) -> int:
        """Return the number of rises: four or more, each no higher than ``rise``."""
        return max(4, math.ceil(self.height / self.rise - 1e-9))


def stairs_parts(one: PlainStairs) -> tuple[Part, ...]:
    """Return the parts of stairs: the steps, and the landing, which is as high as the last of the rises."""
    count = one.steps
    rise = one.height / count
    if not one.landing:
        return (made_part("stairs", (PartKind.STAIRS,), steps_body(count, rise, one.tread, one.width)),)
    below = count - 1
    run = below * one.tread
    landing = block((run, -one.width / 2, 0.0), (run + one.landing, one.width / 2, one.height))
    return (
        made_part("stairs", (PartKind.STAIRS,), steps_body(below, rise, one.tread, one.width)),
        made_part("landing", (PartKind.OBSTACLE, PartKind.PLATFORM), landing),
    )


def stairs_handles(one: PlainStairs) -> tuple[FieldHandle, ...]:
    """Return the handles of stairs."""
    run = (one.steps - (1 if one.landing else 0)) * one.tread
    return (
        FieldHandle("height", (run, 0.0, one.height), (0.0, 0.0, 1.0)),
        FieldHandle("width", (run / 2, one.width / 2, one.height / 4), (0.0, 1.0, 0.0), 2.0),
        FieldHandle("tread", (one.tread, 0.0, one.height / one.steps), (1.0, 0.0, 0.0)),
        FieldHandle("landing", (run + one.landing, 0.0, one.height), (1.0, 0.0, 0.0)),
    )


@dataclass(frozen=True, slots=True)
class PlainLadder:
    """A ladder that leans on a deck's edge at y = 0."""

    height: float = inches(message("height"), message("from the ground to the top of its rails"), 3.25, 1.75, 8.0)
    width: float = inches(message("width"), message("over both rails"), 0.9, 0.7, 1.4, 0.1)
    lean: float = inches(message("lean"), message("how far its foot stands out"), 0.5, 0.0, 1.5)

    def fitted(self) -> "PlainLadder":
        """Return the ladder, leaning no farther than a third of its height."""
        return replace(self, lean=min(self.lean, self.height / 3))


def ladder_parts(one: PlainLadder) -> tuple[Part, ...]:
    """Return the one part of a ladder."""
    return (made_part("ladder", (PartKind.LADDER,), ladder_body(one.height, one.width, one.lean)),)


def ladder_handles(one: PlainLadder) -> tuple[FieldHandle, ...]:
    """Return the handles of a ladder."""
    return (
        FieldHandle("height", (0.0, 0.0, one.height), (0.0, 0.0, 1.0)),
        FieldHandle("width", (one.width / 2, -LADDER_DEPTH / 2, one.height), (1.0, 0.0, 0.0), 2.0),
        FieldHandle("lean", (0.0, -one.lean - LADDER_DEPTH, 0.0), (0.0, -1.0, 0.0)),
    )
