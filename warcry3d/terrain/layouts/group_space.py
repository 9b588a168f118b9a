"""Checks whether groups find room where they are set up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.terrain.layouts.packing import Fits, NotFound, Room, TooFull, room_for

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["Group", "GroupSetup", "finding_of", "setting_up"]

FIGURE_HEIGHT = 1.3


@dataclass(frozen=True, slots=True)
class Group:
    """A group to set up: how many fighters, on round bases of ``radius`` (in), ``height`` (in) tall."""

    count: int
    radius: float
    height: float = FIGURE_HEIGHT


@dataclass(frozen=True, slots=True)
class GroupSetup:
    """Whether a group finds room at a deployment point; ``levels`` names those of `Fits.at`, by their number."""

    point: DeploymentPoint
    group: Group
    room: Room
    levels: tuple[str, ...]


def setting_up(table: Table, ground: StandingGround, group: Group) -> tuple[GroupSetup, ...]:
    """Return for each deployment point of a table whether a group finds room.

    Every base must be wholly within the point's reach horizontally, its centre over floor or platform, clear of terrain
    and of the other bases.
    """
    if not table.deployment:
        return ()
    free = [ground.free(level, radius=group.radius, height=group.height) for level in ground.levels]
    heights = np.array([level.height for level in ground.levels])
    crowded = (np.abs(heights[:, None] - heights[None]) < group.height).astype(np.float64)
    names = tuple(level.name for level in ground.levels)
    return tuple(
        GroupSetup(point, group, _room(_reached(point, group.radius), free, crowded, group), names)
        for point in table.deployment
    )


def _reached(point: DeploymentPoint, radius: float) -> "BaseGeometry":
    """Return where the centre of a base may be that is wholly within reach of a point or line."""
    import shapely

    middle = shapely.Point(point.at) if point.line is None else shapely.LineString(point.line)
    return middle.buffer(max(point.radius - radius, 0.0), quad_segs=32)


def _room(reach: "BaseGeometry", free: "Sequence[BaseGeometry]", crowded: FloatArray, group: Group) -> Room:
    areas = [area.intersection(reach) for area in free]
    if all(area.is_empty for area in areas):
        return TooFull(0)
    return room_for(group.count, areas, radius=group.radius, crowded=crowded)


def finding_of(setup: GroupSetup) -> Finding | None:
    """Return the finding for a deployment point; None where its group fits."""
    point = setup.point
    place = ((point.at[0], point.at[1], 0.0),)
    values: dict[str, object] = {"side": point.side, "group": point.group, "count": setup.group.count}
    # Reserves that do not fit are set up as near as possible (WC-DEPLOY-3).
    severity = Severity.ERROR if point.round == 1 else Severity.WARNING
    match setup.room:
        case Fits():
            return None
        case TooFull(most=most):
            return Finding(
                "deployment-full",
                severity,
                Message(
                    "{side} {group}: {count} fighters do not fit where they are set up; at most {most} do",
                    {**values, "most": most},
                ),
                place,
            )
        case NotFound(placed=placed):
            return Finding(
                "deployment-tight",
                Severity.WARNING,
                Message(
                    "{side} {group}: room was found for {placed} of {count} fighters where they are set up; more may "
                    "fit",
                    {**values, "placed": placed},
                ),
                place,
            )
