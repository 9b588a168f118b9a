"""Boxes and cylinders: crates, plinths, columns, towers."""

from dataclasses import dataclass

import shapely

from warcry3d.message import message
from warcry3d.table.derive import OBSTACLE_RISE, holds_square
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.making.fields import FieldHandle, inches
from warcry3d.terrain.making.solids import block, drum, made_part
from warcry3d.units import PLATFORM_SIDE

__all__ = ["PlainBox", "PlainCylinder", "box_handles", "box_parts", "cylinder_handles", "cylinder_parts"]


@dataclass(frozen=True, slots=True)
class PlainBox:
    """A box around the origin."""

    length: float = inches(message("length"), message("along x"), 2.0, 0.5, 12.0)
    width: float = inches(message("width"), message("along y"), 2.0, 0.5, 12.0)
    height: float = inches(message("height"), message("below 1 in it is low terrain, else an obstacle"), 1.5, 0.25, 5.5)

    def fitted(self) -> "PlainBox":
        """Return the box itself: everything fits."""
        return self


def box_parts(one: PlainBox) -> tuple[Part, ...]:
    """Return the one part of a box."""
    half = (one.length / 2, one.width / 2)
    body = block((-half[0], -half[1], 0.0), (*half, one.height))
    return (made_part("block", _kinds(one.height, shapely.box(0.0, 0.0, one.length, one.width)), body),)


def box_handles(one: PlainBox) -> tuple[FieldHandle, ...]:
    """Return the handles of a box."""
    return (
        FieldHandle("length", (one.length / 2, 0.0, one.height / 2), (1.0, 0.0, 0.0), 2.0),
        FieldHandle("width", (0.0, one.width / 2, one.height / 2), (0.0, 1.0, 0.0), 2.0),
        FieldHandle("height", (0.0, 0.0, one.height), (0.0, 0.0, 1.0)),
    )


@dataclass(frozen=True, slots=True)
class PlainCylinder:
    """An upright cylinder around the origin."""

    diameter: float = inches(message("diameter"), message("from side to side"), 2.0, 0.5, 10.0)
    height: float = inches(message("height"), message("below 1 in it is low terrain, else an obstacle"), 3.0, 0.25, 5.5)

    def fitted(self) -> "PlainCylinder":
        """Return the cylinder itself: everything fits."""
        return self


def cylinder_parts(one: PlainCylinder) -> tuple[Part, ...]:
    """Return the one part of a cylinder."""
    body = drum((0.0, 0.0), one.diameter / 2, (0.0, one.height))
    return (made_part("block", _kinds(one.height, shapely.Point(0.0, 0.0).buffer(one.diameter / 2)), body),)


def cylinder_handles(one: PlainCylinder) -> tuple[FieldHandle, ...]:
    """Return the handles of a cylinder."""
    return (
        FieldHandle("diameter", (one.diameter / 2, 0.0, one.height / 2), (1.0, 0.0, 0.0), 2.0),
        FieldHandle("height", (0.0, 0.0, one.height), (0.0, 0.0, 1.0)),
    )


def _kinds(height: float, top: shapely.Polygon) -> tuple[PartKind, ...]:
    """Return the kinds of a solid thing with this level top: a platform where an inch square fits (WC-TERR-1)."""
    if height < OBSTACLE_RISE:
        return (PartKind.LOW,)
    return (PartKind.OBSTACLE, PartKind.PLATFORM) if holds_square(top, PLATFORM_SIDE) else (PartKind.OBSTACLE,)
