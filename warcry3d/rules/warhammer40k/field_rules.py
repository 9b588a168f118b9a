"""What Warhammer 40,000 asks of a battlefield (40K-FIELD-1, 40K-ARMY-1)."""

from typing import Final

import numpy as np

from warcry3d.message import message
from warcry3d.rules.warhammer40k.bases import footprint_points
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["LEAST_SIDE", "SIZE", "field_findings_40k", "quarters_of"]

SIZE: Final = (60.0, 44.0)
"""The battlefield of the two smaller battle sizes (in; 40K-ARMY-1)."""

LEAST_SIDE: Final = 24.0
"""The least width and depth of a battlefield: two zones and the ground between them (in)."""


def quarters_of(table: Table, model: Model) -> tuple[int, ...]:
    """Return the quarters of the battlefield that a model's base reaches into (40K-FIELD-2).

    Lines through the centre, parallel to the edges, make them: 1 lies at the origin, 2 right of it (along x), 3 above
    1, 4 above 2. A model in one alone is wholly within it.
    """
    middle = np.array([table.board.width / 2, table.board.depth / 2])
    low, high = (bound(footprint_points(model), axis=0) for bound in (np.min, np.max))
    sides = [[n for n, reaches in enumerate((low[i] < middle[i], high[i] > middle[i])) if reaches] for i in (0, 1)]
    return tuple(1 + x + 2 * y for y in sides[1] for x in sides[0])


def field_findings_40k(table: Table) -> tuple[Finding, ...]:
    """Return what is wrong with a battlefield: it must hold two zones and ground between them."""
    board = table.board
    if min(board.width, board.depth) >= LEAST_SIDE:
        return ()
    said = message(
        "the battlefield is {width:g} x {depth:g} in, it must be {least:g} x {least:g} in at least (40K-FIELD-1)",
        width=board.width,
        depth=board.depth,
        least=LEAST_SIDE,
    )
    return (Finding("small-field", Severity.ERROR, said),)
