"""A queue of cells, the least key first: a binary heap in two arrays (compiled), as `heapq` of Python."""

from warcry3d.geom.compiled import lean_kernel

__all__ = ["pop", "push"]


@lean_kernel
def push(keys, cells, count, key, cell):
    """Add a cell to a queue of ``count``; return how many there are then."""
    _rise(keys, cells, count, key, cell)
    return count + 1


@lean_kernel
def pop(keys, cells, count):
    """Take the first cell, ``cells[0]``, out of a queue of ``count``; return how many are left."""
    count -= 1
    key, cell = keys[count], cells[count]
    at, child = 0, 1
    while child < count:  # the smaller child moves up, down to a leaf: the last cell belongs there nearly always
        if child + 1 < count and not _is_before(keys[child], cells[child], keys[child + 1], cells[child + 1]):
            child += 1
        keys[at], cells[at] = keys[child], cells[child]
        at, child = child, 2 * child + 1
    if count > 0:
        _rise(keys, cells, at, key, cell)
    return count


@lean_kernel
def _rise(keys, cells, at, key, cell):
    """Write a cell at a free place, or as much nearer to the top as its key asks for."""
    while at > 0:
        above = (at - 1) // 2
        if not _is_before(key, cell, keys[above], cells[above]):
            break
        keys[at], cells[at] = keys[above], cells[above]
        at = above
    keys[at], cells[at] = key, cell


@lean_kernel
def _is_before(key, cell, other, other_cell):
    """Return whether a cell comes first: by its key, of equal keys by its number."""
    return key < other or (key == other and cell < other_cell)
