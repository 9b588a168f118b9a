"""A tape that is pulled by dragging from one thing on the table to another."""

from warcry3d.app.measures.piece_corners import corner_under
from warcry3d.app.measures.tape import GripBase, GripPoint, HeldTape, TapeGrip, grip_on_board
from warcry3d.app.scene.surface_pick import surface_under_ray
from warcry3d.app.shell.gestures import Dragged
from warcry3d.app.shell.room import Host
from warcry3d.sight.verdict import Point
from warcry3d.table.table import Table

__all__ = ["TapePull", "grip_under"]

REACH = 14.0
"""A tape that is held so near to a corner of terrain (pixels) is held against it."""


def grip_under(host: Host, table: Table, at: tuple[float, float]) -> TapeGrip | None:
    """Return what a tape is held against under a pixel: a base, a corner of terrain, a point, an edge; None beside the
    table.
    """
    id = host.fighter_under(at)
    if id is not None:
        return GripBase(id)
    corner = corner_under(table, host.ray(at), host.ray((at[0] + REACH, at[1])))
    if corner is not None:
        return GripPoint(corner, is_corner=True)
    point = surface_under_ray(table, *host.ray(at))
    return None if point is None else grip_on_board(table, point)


class TapePull:
    """Reads out of drags between which two things the tape is held.

    ``mark``: the corner of terrain against which it would be held under the pointer.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._pulled_from: tuple[tuple[float, float], TapeGrip] | None = None
        self.mark: Point | None = None

    @property
    def is_pulled(self) -> bool:
        """Whether the tape was pulled since it was let go of."""
        return self._pulled_from is not None

    def tape(self, drag: Dragged, table: Table) -> HeldTape | None:
        """Return the tape as a drag pulls it; None where one of its ends is beside the table."""
        if self._pulled_from is None or self._pulled_from[0] != drag.start:
            grip = grip_under(self._host, table, drag.start)
            self._pulled_from = None if grip is None else (drag.start, grip)
        end = self.point_at(drag.at, table)
        return None if self._pulled_from is None or end is None else HeldTape(self._pulled_from[1], end)

    def point_at(self, at: tuple[float, float] | None, table: Table) -> TapeGrip | None:
        """Return what the tape would be held against under the pointer, and mark it."""
        grip = None if at is None else grip_under(self._host, table, at)
        self.mark = grip.at if isinstance(grip, GripPoint) and grip.is_corner else None
        return grip

    def let_go(self) -> None:
        """Begin anew with the next drag."""
        self.mark = None
        self._pulled_from = None
