"""Lines on the map as they are drawn: of sight between spaces, from a corner past what gives cover."""

from typing import TypeAlias

from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.ranged_cover import CoveringCell, Crossed, hull_of

__all__ = ["LEVEL", "blocked_line", "free_line", "middle_line"]

Point: TypeAlias = tuple[float, float, float]
Line: TypeAlias = tuple[Point, Point]
Flat: TypeAlias = tuple[float, float]

LEVEL = 0.75
"""How high lines are drawn (in); they are decided on the map."""


def middle_line(one: Space, other: Space) -> Line:
    """Return the line between the middles of two spaces."""
    return (*one.middle, LEVEL), (*other.middle, LEVEL)


def free_line(corner: Cell, target: Space) -> Line:
    """Return the line from a corner to the middle of a space."""
    return (float(corner[0]), float(corner[1]), LEVEL), (*target.middle, LEVEL)


def blocked_line(corner: Cell, target: Space, crossed: Crossed) -> tuple[Line, Point]:
    """Return a line from a corner to a point of the target that crosses what gives cover, and where it meets that."""
    import shapely

    hull = shapely.Polygon(hull_of(corner, target))
    if isinstance(crossed, CoveringCell):
        x, y = crossed.cell
        body = shapely.box(x, y, x + 1, y + 1)
    else:
        body = shapely.LineString(crossed.edge)
    inside = shapely.intersection(hull, body).centroid
    start = (float(corner[0]), float(corner[1]))
    through = (float(inside.x), float(inside.y))
    end = _entry(start, through, target)
    meets = shapely.intersection(shapely.LineString([start, end]), body)
    points = shapely.get_coordinates(meets).tolist() or [through]
    at = min(points, key=lambda point: (point[0] - start[0]) ** 2 + (point[1] - start[1]) ** 2)
    return ((*start, LEVEL), (*end, LEVEL)), (at[0], at[1], LEVEL)


def _entry(start: Flat, through: Flat, target: Space) -> Flat:
    """Return where the ray from a point through another meets a space, a little inside."""
    first, last = 0.0, float("inf")
    for axis in (0, 1):
        go = through[axis] - start[axis]
        low, high = target.low[axis] - start[axis], target.high[axis] - start[axis]
        if abs(go) > 1e-12:
            a, b = sorted((low / go, high / go))
            first, last = max(first, a), min(last, b)
    share = first + min(0.25, max(last - first, 0.0) / 2)
    return start[0] + share * (through[0] - start[0]), start[1] + share * (through[1] - start[1])
