"""Matrix games of a few rows, by the simplex method (compiled, float64)."""

from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Ints1

__all__ = ["solve_game"]


@lean_kernel
def solve_game(
    M: Floats2, rows: int, cols: int, weights: Floats1, mix: Floats1, A: Floats2, basic: Ints1, loose: Ints1
):
    """Solve the matrix game M[:rows, :cols] in which the row player keeps the value low; write both mixtures.

    Simplex on max sum(y) with M'y <= 1 after a shift that makes M positive; at most 60 pivots. Returns the value
    (an approximation: callers check what they conclude).
    """
    low, high = 1e300, -1e300
    for i in range(rows):
        for j in range(cols):
            low = min(low, M[i, j])
            high = max(high, M[i, j])
    scale = max(high - low, 1e-12)
    shift = 0.1 * scale - low
    # condensed tableau: cols rows (slacks basic), rows columns (y nonbasic); last row: objective; last column: bounds
    for j in range(cols):
        for i in range(rows):
            A[j, i] = (M[i, j] + shift) / scale
        A[j, rows] = 1.0
    for i in range(rows):
        A[cols, i] = -1.0
    A[cols, rows] = 0.0
    for j in range(cols):
        basic[j] = rows + j
    for i in range(rows):
        loose[i] = i
    for _ in range(60):
        enter, worst = -1, -1e-11
        for i in range(rows):
            if A[cols, i] < worst:
                worst, enter = A[cols, i], i
        if enter < 0:
            break
        leave, least = -1, 1e300
        for j in range(cols):
            if A[j, enter] > 1e-11:
                ratio = A[j, rows] / A[j, enter]
                if ratio < least:
                    least, leave = ratio, j
        if leave < 0:
            break
        _pivot(A, cols + 1, rows + 1, leave, enter)
        basic[leave], loose[enter] = loose[enter], basic[leave]
    total = A[cols, rows]
    for i in range(rows):
        weights[i] = 0.0
    for j in range(cols):
        mix[j] = 0.0
    if total <= 0:
        weights[0] = 1.0
        mix[0] = 1.0
        return high
    for j in range(cols):
        if basic[j] < rows:
            weights[basic[j]] = max(A[j, rows], 0.0) / total
    for i in range(rows):
        if loose[i] >= rows:
            mix[loose[i] - rows] = max(A[cols, i], 0.0) / total
    return scale / total - shift


@lean_kernel
def _pivot(A, n, m, r, c):
    """Exchange the basic variable of row r and the loose one of column c in the condensed tableau."""
    p = A[r, c]
    for j in range(m):
        if j != c:
            A[r, j] /= p
    for i in range(n):
        if i == r:
            continue
        w = A[i, c]
        if w == 0.0:
            continue
        for j in range(m):
            if j != c:
                A[i, j] -= w * A[r, j]
        A[i, c] = -w / p
    A[r, c] = 1.0 / p
