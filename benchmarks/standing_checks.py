"""What holds of models that stand on a table in any battle of units, counted anew."""

from collections.abc import Iterator
from itertools import combinations

from warcry3d.motion.volume import TOUCH_TOLERANCE, volume_of
from warcry3d.table.table import Table

__all__ = ["standing_faults"]


def standing_faults(table: Table) -> Iterator[str]:
    """Yield models that stand off the board, and round bases at one height that overlap."""
    for one in table.models:
        if not (0 <= one.placement.at[0] <= table.board.width and 0 <= one.placement.at[1] <= table.board.depth):
            yield f"{one.id} is off the board"
    for one, other in combinations(table.models, 2):
        (x, y, z), (u, v, w) = one.placement.at, other.placement.at
        if one.base.shape == other.base.shape == "round" and abs(z - w) < 1.0:
            apart = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            if apart < volume_of(one).reach + volume_of(other).reach - 2 * TOUCH_TOLERANCE:
                yield f"{one.id} and {other.id} overlap"
