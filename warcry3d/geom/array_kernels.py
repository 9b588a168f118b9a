"""What kernels do with arrays (compiled): loops, since Numba compiles its own versions for seconds.

Assigning an array to a slice takes it 4 s (it can say in words which shapes do not match), sorting 3 s.
"""

from warcry3d.geom.compiled import inlined, lean_kernel

__all__ = ["argsort", "copy_row", "copy_rows"]


@inlined
def copy_row(source, target):
    """Copy an array (n,) into another, of the same length or longer."""
    for i in range(len(source)):
        target[i] = source[i]


@inlined
def copy_rows(source, count, target):
    """Copy the first rows of an array (n, k) into another."""
    for i in range(count):
        for k in range(source.shape[1]):
            target[i, k] = source[i, k]


@lean_kernel
def argsort(values, order):
    """Write into ``order`` (n,) the places of values (n,) in ascending order (Shell's sort, with the gaps of Ciura)."""
    n = len(values)
    for i in range(n):
        order[i] = i
    for gap in (701, 301, 132, 57, 23, 10, 4, 1):
        for i in range(gap, n):
            place, at = order[i], i
            while at >= gap and values[order[at - gap]] > values[place]:
                order[at] = order[at - gap]
                at -= gap
            order[at] = place
