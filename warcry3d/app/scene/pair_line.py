"""The line between two models that shows whether one sees the other: by colour and by style."""

from collections.abc import Iterator

from warcry3d.app.scene.colours import AMBER, BLUE, GREEN, Colour
from warcry3d.app.scene.overlays import Beam, FlatLine, Overlay, Sign, SignKind
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, Verdict
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["UNSEEN", "pair_line"]

UNSEEN: Colour = (0.62, 0.61, 0.59)
"""The colour of lines between models that do not see each other."""
DASH, WIDTH, THIN = 0.5, 8.0, 3.0
CHEST = 0.9
"""Lines between models that do not see each other run at this height over their bases (in)."""


def pair_line(table: Table, viewer: str, target: str, sight: Verdict, *, in_cover: bool) -> Iterator[Overlay]:
    """Yield the line of one model that looks at another: where a free line runs, else dashed from one to the other."""
    ends = _chest(table.model(viewer)), _chest(table.model(target))
    match sight:
        case Seen(witness=(start, end)):
            colour = BLUE if in_cover else GREEN
            yield Beam(start, end, colour, colour, width=WIDTH)
            yield Sign(end, SignKind.DIAMOND if in_cover else SignKind.DOT, colour, 18.0 if in_cover else 12.0)
        case TooClose():
            yield Beam(*ends, AMBER, AMBER, dash=DASH, width=WIDTH)
            yield Sign(ends[1], SignKind.GAP, AMBER, 18.0)
        case Hidden():
            yield FlatLine(*ends, UNSEEN, dash=DASH, width=THIN)
            yield Sign(ends[1], SignKind.CROSS, UNSEEN, 14.0)


def _chest(model: Model) -> Point:
    x, y, z = model.placement.at
    return x, y, z + CHEST
