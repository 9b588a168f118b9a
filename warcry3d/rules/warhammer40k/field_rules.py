"""What Warhammer 40,000 asks of a battlefield (40K-FIELD-1, 40K-ARMY-1)."""

from typing import Final

from warcry3d.message import message
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["LEAST_SIDE", "SIZE", "field_findings_40k"]

SIZE: Final = (60.0, 44.0)
"""The battlefield of the two smaller battle sizes (in; 40K-ARMY-1)."""

LEAST_SIDE: Final = 24.0
"""The least width and depth of a battlefield: two zones and the ground between them (in)."""


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
