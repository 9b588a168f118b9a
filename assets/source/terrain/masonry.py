"""Stone by stone: walls in courses with windows and broken tops, rings of blocks, rubble. A core of mortar lies behind
every joint, so that no line of sight slips between two stones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import manifold3d as m3
import numpy as np

from assets.source.terrain.clay import Body, carve, moved, painted
from assets.source.terrain.paints import MORTAR, masonry, timber
from assets.source.terrain.shapes import beam, faced, slab, stone, wedge

__all__ = [
    "Opening",
    "Wall",
    "bedding",
    "courses",
    "drum",
    "placed",
    "ring_courses",
    "rubble",
    "stairs",
    "trimmed",
    "wall",
]

Rng = np.random.Generator
Profile = Callable[[float], float]

JOINT = 0.022
"""Width (in) of a joint between two stones."""

RECESS = 0.05
"""How far (in) the mortar core lies behind the face of the wall."""

COURSE = 0.46
"""Usual height (in) of a course."""

BLOCK = 0.92
"""Usual length (in) of a stone."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A door, window or arch in a wall: from ``x0`` to ``x1`` along it, ``z0`` to ``z1`` up; ``lintel`` is "wood",
    "stone" or "none". A ``sill`` is a slab whose top is at ``z0``.
    """

    x0: float
    x1: float
    z0: float
    z1: float
    lintel: str = "wood"
    sill: bool = True


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall along +x from 0 to ``length``, its middle plane y = 0.

    ``top`` gives the height at x; above it stones are missing, single stones by ``ragged`` (in) more or
    less; with 0 it is whole. ``ends``
    says for each end None (free) or 0 or 1: the corner with another wall, whose other wall has the other number. Walls
    that meet share their ``levels``, heights at which a course must end.
    """

    length: float
    top: Profile
    thickness: float = 0.46
    openings: tuple[Opening, ...] = ()
    ends: tuple[int | None, int | None] = (None, None)
    ragged: float = 0.12
    course: float = COURSE
    block: float = BLOCK
    levels: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cell:
    """The place of one stone."""

    x0: float
    x1: float
    z0: float
    z1: float
    kind: str = "block"

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


def courses(levels: Sequence[float], course: float = COURSE) -> list[float]:
    """Return the heights of the bed joints: ``levels`` and between them as many even courses as fit best."""
    beds = [levels[0]]
    for low, high in pairwise(levels):
        n = max(1, round((high - low) / course))
        beds += [low + (high - low) * (i + 1) / n for i in range(n)]
    return beds


def wall(plan: Wall, rng: Rng) -> list[Body]:
    """Return the painted stones and core of a wall."""
    rows = _layout(plan, rng)
    bodies = [_core(plan, rows)]
    for r, row in enumerate(rows):
        above = rows[r + 1] if r + 1 < len(rows) else []
        for cell in row:
            bodies.append(_set_stone(plan, cell, above, rng))
    for o in plan.openings:
        if o.sill:
            size = (o.x1 - o.x0 + 0.26, plan.thickness * 1.24 + 0.07, 0.15)
            body = slab(size, rng)
            bodies.append(painted(moved(body, ((o.x0 + o.x1) / 2, 0, o.z0 - 0.075)), masonry(rng, o.z0).shade(1.06)))
    return bodies


def _layout(plan: Wall, rng: Rng) -> list[list[_Cell]]:
    highest = max(plan.top(x) for x in np.linspace(0, plan.length, 60))
    levels = sorted({0.0, *(z for o in plan.openings for z in (o.z0, o.z1)), highest})
    beds = courses(plan.levels or [z for z in levels if z <= highest], plan.course)
    rows: list[list[_Cell]] = []
    cuts: list[float] = []
    for r, (z0, z1) in enumerate(pairwise(beds)):
        row = _course(plan, r, z0, z1, cuts, rng)
        cuts = [c.x1 for c in row]
        below = rows[-1] if rows else None
        rows.append([c for c in row if _stands(plan, c, below, rng)])
    return [row for row in rows if row]


def _stands(plan: Wall, cell: _Cell, below: list[_Cell] | None, rng: Rng) -> bool:
    half = plan.thickness / 2 + JOINT
    corners = [x for x, number in zip((0.0, plan.length), plan.ends, strict=True) if number is not None]
    level = cell.z0 + 0.6 * (cell.z1 - cell.z0)
    if cell.kind in ("lintel", "slab"):
        return level <= min(plan.top(cell.x0), plan.top(cell.x1))
    fixed = cell.kind == "jamb" or any(cell.x0 < x + half and cell.x1 > x - half for x in corners)
    if level > plan.top(cell.middle) + (0.0 if fixed else rng.uniform(-plan.ragged, plan.ragged)):
        return False
    if below is None or not plan.ragged:
        return True
    beds = [(b.x0, b.x1) for b in below] + [(x - half, x + half) for x in corners]
    borne = sum(max(0.0, min(cell.x1, b) - max(cell.x0, a)) for a, b in beds)
    return borne > 0.55 * (cell.x1 - cell.x0)


def _course(plan: Wall, r: int, z0: float, z1: float, old: list[float], rng: Rng) -> list[_Cell]:
    half = plan.thickness / 2
    start, end = 0.0, plan.length
    if plan.ends[0] is not None:
        start = -half if r % 2 == plan.ends[0] else half + JOINT
    if plan.ends[1] is not None:
        end = plan.length + half if r % 2 == plan.ends[1] else plan.length - half - JOINT
    cells: list[_Cell] = []
    gaps: list[tuple[float, float]] = []
    for o in plan.openings:
        if o.z0 < (z0 + z1) / 2 < o.z1:
            gaps.append((o.x0, o.x1))
        elif abs(z0 - o.z1) < 1e-6 and o.lintel != "none":
            gaps.append((o.x0 - 0.28, o.x1 + 0.28))
            cells.append(_Cell(o.x0 - 0.28, o.x1 + 0.28, z0, z1, "lintel" if o.lintel == "wood" else "slab"))
    edges = {x for o in plan.openings if o.z0 < (z0 + z1) / 2 < o.z1 for x in (o.x0, o.x1)}
    tooth = 0.45 if r % 2 else 0.75
    at = start
    for g0, g1 in [*sorted(gaps), (end, end)]:
        a, b = at, g0
        if a in edges and b - a > tooth + 0.5:
            cells.append(_Cell(a, a + tooth, z0, z1, "jamb"))
            a += tooth
        if b in edges and b - a > tooth + 0.5:
            cells.append(_Cell(b - tooth, b, z0, z1, "jamb"))
            b -= tooth
        if b - a > 0.05:
            cells += _blocks(plan, a, b, z0, z1, old, rng)
        at = g1
    return sorted(cells, key=lambda c: c.x0)


def _blocks(plan: Wall, a: float, b: float, z0: float, z1: float, old: list[float], rng: Rng) -> list[_Cell]:
    """Return stones from ``a`` to ``b``: of some random cuttings the one whose joints miss the course below best."""
    n = max(1, round((b - a) / plan.block + rng.uniform(-0.3, 0.3)))
    best, best_score = np.array([a, b]), -1.0
    for _ in range(12):
        widths = rng.uniform(0.65, 1.35, n)
        xs = a + (b - a) * np.concatenate([[0.0], np.cumsum(widths) / widths.sum()])
        inner = xs[1:-1]
        score = min((abs(x - y) for x in inner for y in old), default=1.0)
        if score > best_score:
            best, best_score = xs, score
    return [_Cell(float(p), float(q), z0, z1) for p, q in pairwise(best)]


def _core(plan: Wall, rows: list[list[_Cell]]) -> Body:
    """Return the mortar: a plate in the shape of all stones together, a little smaller all round."""
    section = m3.CrossSection()
    below: list[tuple[float, float, float, float]] = []
    for r, row in enumerate(rows):
        runs = [_cored(plan, run) for run in _runs(row)]
        for x0, x1, z0, z1 in runs:
            section += _rectangle(x0, x1, z0 + (0.02 if r else 0.0), z0 + 0.6 * (z1 - z0))
            for a, b, low, high in below:
                if min(x1, b) - max(x0, a) > 0.02:
                    section += _rectangle(max(x0, a), min(x1, b), (low + high) / 2, z0 + 0.3 * (z1 - z0))
        left, right = min(run[0] for run in runs), max(run[1] for run in runs)
        for cell in row:
            if _is_covered(plan, cell, rows[r + 1] if r + 1 < len(rows) else []):
                section += _rectangle(max(cell.x0, left), min(cell.x1, right), cell.z0 + 0.1, cell.z1 - JOINT)
        below = runs
    for o in plan.openings:
        low = o.z0 - (1.0 if o.z0 <= 0 else 0.02)
        grow = 0.6 * RECESS
        size = (o.x1 - o.x0 + 2 * grow, o.z1 - low + 0.02)
        section -= m3.CrossSection.square(size).translate((o.x0 - grow, low))
    depth = plan.thickness - 2 * RECESS
    body = Body.extrude(section.simplify(0.002), depth).rotate((90, 0, 0)).translate((0, depth / 2, 0))
    return painted(body, MORTAR)


def _is_covered(plan: Wall, cell: _Cell, above: list[_Cell]) -> bool:
    """Return whether a stone or sill lies on any of a stone: then it keeps its height, so that no chink is left."""
    over = [(c.x0, c.x1) for c in above]
    over += [(o.x0, o.x1) for o in plan.openings if o.sill and abs(o.z0 - cell.z1) < 1e-6]
    return sum(max(0.0, min(cell.x1, b) - max(cell.x0, a)) for a, b in over) > 0.02


def _rectangle(x0: float, x1: float, z0: float, z1: float) -> m3.CrossSection:
    return m3.CrossSection.square((x1 - x0, z1 - z0)).translate((x0, z0))


def _cored(plan: Wall, run: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return a run of stones a little drawn in at its ends, but into the stone of the other wall at a corner."""
    x0, x1, z0, z1 = run
    half, draw = plan.thickness / 2, 0.3 * RECESS
    meets = [end is not None for end in plan.ends]
    a = half - 0.08 if meets[0] and 0 < x0 <= half + JOINT + 1e-6 else x0 + draw
    b = plan.length - half + 0.08 if meets[1] and plan.length > x1 >= plan.length - half - JOINT - 1e-6 else x1 - draw
    return a, b, z0, z1


def _runs(row: list[_Cell]) -> list[tuple[float, float, float, float]]:
    runs: list[tuple[float, float, float, float]] = []
    for cell in row:
        if runs and cell.x0 - runs[-1][1] < 2 * JOINT:
            x0, _, z0, z1 = runs.pop()
            runs.append((x0, cell.x1, z0, z1))
        else:
            runs.append((cell.x0, cell.x1, cell.z0, cell.z1))
    return runs


def _set_stone(plan: Wall, cell: _Cell, above: list[_Cell], rng: Rng) -> Body:
    """Return one painted stone, finer where it can be seen from more than two sides."""
    height = cell.z1 - cell.z0 - JOINT
    length = cell.x1 - cell.x0 - JOINT
    middle = (cell.middle, rng.uniform(-0.008, 0.008), (cell.z0 + cell.z1) / 2)
    depth = plan.thickness * rng.uniform(0.98, 1.08)
    if cell.kind == "lintel":
        return painted(moved(_timber_lintel(length, depth, height, rng), middle), timber(rng, 2.0).shade(0.9))
    paint = masonry(rng, middle[2])
    if cell.kind == "slab":
        return painted(moved(faced((length, depth * 1.06, height), rng), middle), paint.shade(1.05))
    if _is_covered(plan, cell, above):
        return painted(moved(faced((length, depth, height), rng), middle), paint)
    worn = height * rng.uniform(0.85, 1.0)
    # Stones on top reach a little into each other: no mortar shows between them, and no light.
    body = stone((length + 2 * JOINT, depth, worn), rng, bevel=0.07, jitter=0.015, chip=0.5, foot=False)
    tilt = (rng.uniform(-1.5, 1.5), rng.uniform(-2.0, 2.0))
    return painted(
        moved(body, (middle[0], middle[1], cell.z0 + JOINT / 2 + worn / 2), turn=rng.uniform(-2, 2), tilt=tilt),
        paint.shade(1.05),
    )


def _timber_lintel(length: float, depth: float, height: float, rng: Rng) -> Body:
    body = beam((-length / 2, 0, 0), (length / 2, 0, 0), depth * 1.12, height, bevel=0.05)
    return body.rotate((0, 0, rng.uniform(-0.6, 0.6)))


def stairs(steps: int, rise: float, run: float, width: float, rng: Rng) -> list[Body]:
    """Return a solid flight of stone steps up along +x from x = 0 about y = 0; tread i is level at i * ``rise``."""
    end = steps * run
    plan = Wall(end, lambda x: (x // run + 1) * rise, thickness=width)
    rows = []
    cuts: list[float] = []
    for r in range(steps):
        tread = (r * run, min(end, (r + 1) * run + rng.uniform(0.1, 0.2)))
        cells = [_Cell(*tread, r * rise, (r + 1) * rise)]
        if end - tread[1] > 0.1:
            cells += _blocks(plan, tread[1], end, r * rise, (r + 1) * rise, cuts, rng)
        cuts = [c.x1 for c in cells]
        rows.append(cells)
    bodies = [_core(plan, rows)]
    for row in rows:
        for i, cell in enumerate(row):
            size = (cell.x1 - cell.x0 - JOINT, width * rng.uniform(0.99, 1.03), cell.z1 - cell.z0)
            body = faced((*size[:2], size[2] - JOINT), rng) if i else slab(size, rng, bevel=0.05)
            bodies.append(painted(moved(body, (cell.middle, 0, (cell.z0 + cell.z1) / 2)), masonry(rng, cell.z1 - 0.2)))
    return bodies


def ring_courses(
    radius: float, heights: Sequence[float], count: int, rng: Rng, *, depth: float = 0.3, batter: float = 0.0
) -> list[Body]:
    """Return courses of blocks round z on the outside of ``radius``, ``count`` a ring; each course may lean in by
    ``batter`` (in per in). The core is the caller's.
    """
    bodies = []
    for r, (z0, z1) in enumerate(pairwise(heights)):
        out = radius - batter * z0
        widths = rng.uniform(0.75, 1.25, count)
        angles = np.cumsum(widths) / widths.sum() * 2 * np.pi + (r % 2) * np.pi / count
        for a, b in zip(np.roll(angles, 1), angles, strict=True):
            a = a - 2 * np.pi if a > b else a
            gap = JOINT / out / 2
            shape = wedge(
                (a + gap, b - gap), (out - depth, out + rng.uniform(-0.012, 0.03)), (z0 + JOINT / 2, z1 - JOINT / 2)
            )
            bodies.append(painted(shape, masonry(rng, (z0 + z1) / 2)))
    return bodies


def rubble(spots: Sequence[tuple[float, float]], sizes: tuple[float, float], rng: Rng) -> list[Body]:
    """Return one fallen stone at each spot (x, y), sunk a little into the floor; cut level by `clay.build`."""
    bodies = []
    for x, y in spots:
        size = rng.uniform(*sizes) * rng.uniform((0.8, 0.7, 0.55), (1.4, 1.0, 0.9))
        body = stone(size, rng, bevel=0.06, jitter=0.03, chip=0.5, foot=False)
        at = (x, y, size[2] * rng.uniform(0.22, 0.42))
        tilt = (rng.uniform(-16, 16), rng.uniform(-16, 16))
        bodies.append(painted(moved(body, at, turn=rng.uniform(0, 180), tilt=tilt), masonry(rng, 0.25)))
    return bodies


def bedding(plan: Wall, opening: Opening, side: int) -> Body:
    """Return mortar nearly out to the wall's faces where a lintel rests on the left (-1) or right (1) jamb: the joint
    there opens into the reveal, in front of the core.
    """
    size = (0.27, plan.thickness - 0.06, 2 * JOINT)
    edge = opening.x0 if side < 0 else opening.x1
    return painted(Body.cube(size, True).translate((edge + side * size[0] / 2, 0, opening.z1)), MORTAR)


def placed(bodies: list[Body], at: tuple[float, float, float], turn: float = 0.0) -> list[Body]:
    """Return all bodies turned about z (degrees), then moved to ``at``."""
    return [moved(body, at, turn=turn) for body in bodies]


def drum(radius: float, low: float, high: float, sides: int) -> Body:
    """Return an upright mortar drum."""
    return painted(Body.cylinder(high - low, radius, radius, sides).translate((0, 0, low)), MORTAR)


def trimmed(bodies: list[Body], tool: Body) -> list[Body]:
    """Return the bodies with ``tool`` cut out of each."""
    return [carve(body, [tool]) for body in bodies]
