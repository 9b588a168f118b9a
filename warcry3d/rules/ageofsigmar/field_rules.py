"""What Age of Sigmar asks of a battlefield (AOS-TABLE-1, AOS-TABLE-3)."""

from typing import Final

from warcry3d.message import message
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["LEAST_SIDE", "SIZE", "feature_counts", "field_findings"]

LEAST_SIDE: Final = 35.43
"""The least width and depth of a battlefield (in; AOS-TABLE-1): 3 ft, or the 90 cm that the text gives for them."""

SIZE: Final = (48.0, 48.0)
"""A usual battlefield: four feet by four (in)."""


def field_findings(table: Table) -> tuple[Finding, ...]:
    """Return what is wrong with a battlefield; any number of features is legal (AOS-TABLE-3)."""
    board = table.board
    if min(board.width, board.depth) >= LEAST_SIDE:
        return ()
    said = message(
        "the battlefield is {width:g} x {depth:g} in, it must be {least:g} x {least:g} in at least (AOS-TABLE-1)",
        width=board.width,
        depth=board.depth,
        least=LEAST_SIDE,
    )
    return (Finding("small-field", Severity.ERROR, said),)


def feature_counts(total: int) -> tuple[int, ...]:
    """Return how many features a square of 2 x 2 feet may have, by the total of 2D6 (AOS-TABLE-4 to 9).

    >>> [feature_counts(total) for total in (2, 4, 7, 10, 12)]
    [(0,), (2,), (1,), (2,), (0, 1, 2, 3)]
    """
    if total >= 11:
        return (0, 1, 2, 3)
    return (0,) if total <= 3 else (1,) if 6 <= total <= 8 else (2,)
