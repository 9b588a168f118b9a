"""A tape that is pulled by dragging from one thing on the table to another."""

from warcry3d.app.measures.tape import GripBase, HeldTape, TapeGrip, grip_on_board
from warcry3d.app.scene.surface_pick import surface_under_ray
from warcry3d.app.shell.gestures import Dragged
from warcry3d.app.shell.room import Host
from warcry3d.table.table import Table

__all__ = ["TapePull", "grip_under"]


def grip_under(host: Host, table: Table, at: tuple[float, float]) -> TapeGrip | None:
    """Return what a tape is held against under a pixel: a base, a point, an edge; None beside the table."""
    id = host.fighter_under(at)
    if id is not None:
        return GripBase(id)
    point = surface_under_ray(table, *host.ray(at))
    return None if point is None else grip_on_board(table, point)


class TapePull:
    """Reads out of drags between which two things the tape is held."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._pulled_from: tuple[tuple[float, float], TapeGrip] | None = None

    @property
    def is_pulled(self) -> bool:
        """Whether the tape was pulled since it was let go of."""
        return self._pulled_from is not None

    def tape(self, drag: Dragged, table: Table) -> HeldTape | None:
        """Return the tape as a drag pulls it; None where one of its ends is beside the table."""
        if self._pulled_from is None or self._pulled_from[0] != drag.start:
            grip = grip_under(self._host, table, drag.start)
            self._pulled_from = None if grip is None else (drag.start, grip)
        end = grip_under(self._host, table, drag.at)
        return None if self._pulled_from is None or end is None else HeldTape(self._pulled_from[1], end)

    def let_go(self) -> None:
        """Begin anew with the next drag."""
        self._pulled_from = None
