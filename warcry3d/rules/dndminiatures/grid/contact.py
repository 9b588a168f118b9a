"""Contact of adjacent creatures: open, round a wall's corner, or none (DDM-MCOVER), and flanking (DDM-FLANK)."""

from collections.abc import Iterator
from enum import IntEnum

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, are_adjacent
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap

__all__ = ["Contact", "closed_ways", "contact", "is_flanking"]


class Contact(IntEnum):
    """How two creatures can strike each other."""

    NONE = 0
    """They are not adjacent, or a wall is between them wherever they are."""
    COVERED = 1
    """Only round the corner or the end of a wall: both have melee cover (DDM-MCOVER-1)."""
    OPEN = 2


def contact(board: GridMap, one: Space, other: Space) -> Contact:
    """Return how two creatures touch: the best of their adjacent pairs of cells (DDM-MCOVER-2, -3). Symmetric."""
    if not are_adjacent(one, other):
        return Contact.NONE
    return max(_pair_contact(board, a, b) for a, b in _adjacent_pairs(one, other))


def _adjacent_pairs(one: Space, other: Space) -> Iterator[tuple[Cell, Cell]]:
    for a in one.cells():
        for b in other.cells():
            if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
                yield a, b


def _pair_contact(board: GridMap, a: Cell, b: Cell) -> Contact:
    if a[0] == b[0] or a[1] == b[1]:
        return Contact.NONE if board.has_wall_between(a, b) else Contact.OPEN
    return (Contact.OPEN, Contact.COVERED, Contact.NONE)[closed_ways(board, a, b)]


def closed_ways(board: GridMap, a: Cell, b: Cell) -> int:
    """Return how many of the two ways round the corner between diagonal neighbours a wall closes (DDM-MCOVER-2)."""
    besides = ((a[0], b[1]), (b[0], a[1]))
    return sum(board.has_wall_between(a, beside) or board.has_wall_between(beside, b) for beside in besides)


def is_flanking(target: Space, attacker: Space, partner: Space) -> bool:
    """Return whether a line between their cells' centres touches two opposite sides of the target (DDM-FLANK-1 to -3).

    Whether the partner threatens the target is not asked here. Symmetric in attacker and partner.

    >>> is_flanking(Space((0, 0)), Space((-1, -1)), Space((1, 1)))
    True
    >>> is_flanking(Space((0, 0)), Space((-1, 0)), Space((1, 1)))
    False
    """
    return any(
        _touches_opposite(a, b, target, axis) for a in attacker.cells() for b in partner.cells() for axis in (0, 1)
    )


def _touches_opposite(a: Cell, b: Cell, target: Space, axis: int) -> bool:
    """Return whether the segment between two cells' centres touches both sides of the target across an axis."""
    if a[axis] > b[axis]:
        a, b = b, a
    # All lengths are doubled: the centre of cell k is at 2 k + 1.
    low, high = 2 * target.low[axis], 2 * target.high[axis]
    start, end = 2 * a[axis] + 1, 2 * b[axis] + 1
    if start > low or end < high:
        return False
    other = 1 - axis
    run, rise = end - start, 2 * (b[other] - a[other])
    return all(
        2 * target.low[other] * run <= (2 * a[other] + 1) * run + rise * (at - start) <= 2 * target.high[other] * run
        for at in (low, high)
    )
