"""Layouts made at random: pieces spread over a board in matching pairs, so that neither side has the better half."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.sight.share import Body
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.check import VIEWER, check_layout
from warcry3d.terrain.layouts.ground import Ground, footprint, placed_shape
from warcry3d.terrain.layouts.lying import resting
from warcry3d.terrain.layouts.pockets import closed_in
from warcry3d.terrain.layouts.views import exposure_map, fairness

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["PASSAGE", "Made", "Rules", "random_layout"]

Rules: TypeAlias = Callable[[Table], Sequence[Finding]]
"""What a rule system asks of a table beyond what every layout is asked."""

PASSAGE = 1.4
"""Pieces are so far (in) from each other that a base of 32 mm walks between."""

MARGIN = 0.2
"""Pieces keep this far (in) from the board's edges, so that none overhangs when it is set down."""

TURNS = 24
"""Pieces are turned by full multiples of 360 degrees / 24."""

GRID = 0.1
"""Pieces are placed on a grid so wide (in): what a ruler sets."""

_TRIES = 400
_GOOD = 4
_ATTEMPTS = 60
_STEP, _LINES = 1.0, 8

_SMALLEST_BOARD = 8.0


@dataclass(frozen=True, eq=False)
class Made:
    """A layout made at random: the table, what its check says that is no error, and how exposed (mean, 0 to 1) fighters
    are in the western and in the eastern half.
    """

    table: Table
    findings: tuple[Finding, ...]
    west: float
    east: float


def random_layout(
    pieces: Sequence[Piece],
    rng: np.random.Generator,
    *,
    board: Board,
    count: int,
    in_quarter: int = 0,
    rules: Rules = lambda table: (),
    viewer: Body = VIEWER,
    best_of: int = 3,
) -> Made:
    """Return a layout of ``count`` features that passes its check, and that of ``rules``, without an error.

    Features stand in pairs of like bulk, each where its twin would be after half a turn of the board; an odd one stands
    around the middle. ``in_quarter``: at least so many have their middle in each quarter. Of ``best_of`` layouts that
    pass, the one with the fewest findings (but for pockets that a piece has by itself), then with the least difference
    of exposure between the two halves, is taken. The same generator state, pieces and numbers give the same layout.
    Raises `QuestionError` where no room is found.
    """
    if not pieces:
        raise QuestionError("there are no pieces to lay out")
    if count < max(1, 4 * in_quarter):
        raise QuestionError(
            "{count} features are too few: each quarter of the board needs {asked}", count=count, asked=in_quarter
        )
    if min(board.width, board.depth) < _SMALLEST_BOARD:
        raise QuestionError(
            "a board of {width:g} x {depth:g} in is too small; expected {least:g} in or more a side",
            width=board.width,
            depth=board.depth,
            least=_SMALLEST_BOARD,
        )
    plans = [plan for piece in dict.fromkeys(pieces) if (plan := _Plan.of(piece)).stands]
    if not plans:
        raise QuestionError("none of these pieces stands by itself")
    best: tuple[tuple[int, float], Made] | None = None
    clean = 0
    for _ in range(_ATTEMPTS):
        chosen = _chosen(plans, rng, count)
        features = _spread(chosen, rng, board)
        if features is None:
            continue
        own = sum(plan.pockets for plan in chosen)
        made = _checked(
            Table("warcry", board, Terrain(features), ()), rules, viewer, most=best[0][0] + own if best else None
        )
        if made is None:
            continue
        cost = (max(len(made.findings) - own, 0), abs(made.west - made.east))
        if best is None or cost < best[0]:
            best = cost, made
        clean += cost[0] == 0
        if clean >= best_of:
            break
    if best is None:
        raise QuestionError(
            "no room was found for {count} such pieces on {width:g} x {depth:g} in with {passage:g} in between; "
            "ask for fewer, or for smaller ones",
            count=count,
            width=board.width,
            depth=board.depth,
            passage=PASSAGE,
        )
    return best[1]


def _checked(table: Table, rules: Rules, viewer: Body, *, most: int | None) -> Made | None:
    """Return a layout with its findings and how fair it is; None with an error, or with more than ``most`` findings."""
    ground = Ground(table)
    early = (*closed_in(table, ground), *rules(table))
    if most is not None and len(early) > most:
        return None
    findings = (*check_layout(table, with_views=False).findings, *rules(table))
    if any(finding.severity is Severity.ERROR for finding in findings) or (most is not None and len(findings) > most):
        return None
    mapped = exposure_map(table, ground, viewer, step=_STEP, lines=_LINES)
    return Made(table, findings, *fairness(mapped, width=table.board.width))


@dataclass(frozen=True, eq=False)
class _Plan:
    """A piece and its plan about the plan's middle, a little too large rather than too small; its bulk to match by, and
    how many pockets of floor it closes in by itself; whether it ``stands`` alone, as a ladder does not.
    """

    piece: Piece
    outline: "BaseGeometry"
    middle: tuple[float, float]
    bulk: float
    pockets: int
    stands: bool

    @classmethod
    def of(cls, piece: Piece) -> "_Plan":
        import shapely

        feature = Feature("piece", piece, Placement())
        plan = shapely.simplify(footprint(feature), 0.02).buffer(0.02, quad_segs=2)
        x, y = plan.centroid.x, plan.centroid.y
        top = max(float(part.solid.bounds[1, 2]) for part in piece.parts)
        reach = max(plan.bounds[2] - plan.bounds[0], plan.bounds[3] - plan.bounds[1]) + 2 * PASSAGE
        foot = min(float(part.solid.bounds[0, 2]) for part in piece.parts if not part.is_opening)
        alone = Feature("piece", piece, Placement((reach - x, reach - y, -foot)))
        table = Table("warcry", Board(2 * reach, 2 * reach), Terrain((alone,)), ())
        pockets = len(tuple(closed_in(table, Ground(table))))
        stands = not any(finding.code == "tips" for finding in resting(table))
        moved = shapely.affinity.translate(plan, -x, -y)
        return cls(piece, moved, (x, y), plan.area * max(top, 0.1), pockets, stands)

    def standing(self, at: tuple[float, float], turn: float) -> tuple[Placement, "BaseGeometry"]:
        """Return the placement that brings the plan's middle near ``at``, on the grid, and the plan there."""
        import shapely

        c, s = math.cos(turn), math.sin(turn)
        x = at[0] - (c * self.middle[0] - s * self.middle[1])
        y = at[1] - (s * self.middle[0] + c * self.middle[1])
        x, y = round(round(x / GRID) * GRID, 6), round(round(y / GRID) * GRID, 6)
        # The piece stands on its lowest point, wherever its origin is.
        foot = 0.0 - min(float(part.solid.bounds[0, 2]) for part in self.piece.parts if not part.is_opening)
        placement = Placement((x, y, foot), turn)
        return placement, placed_shape(shapely.affinity.translate(self.outline, *self.middle), placement)


def _chosen(plans: Sequence[_Plan], rng: np.random.Generator, count: int) -> list[_Plan]:
    """Return ``count`` of the plans, each as often as any other, the bulky ones first."""
    chosen: list[_Plan] = []
    while len(chosen) < count:
        chosen += [plans[k] for k in rng.permutation(len(plans)).tolist()]
    return sorted(chosen[:count], key=lambda plan: -plan.bulk)


def _spread(chosen: Sequence[_Plan], rng: np.random.Generator, board: Board) -> tuple[Feature, ...] | None:
    """Return the pieces placed, two by two across the middle of the board; None where one finds no room."""
    placed: list[tuple[_Plan, Placement, BaseGeometry]] = []
    chosen = list(chosen)
    if len(chosen) % 2:
        alone = chosen.pop(int(rng.integers(len(chosen))))
        found = _best(rng, board, [alone], placed, None)
        if found is None:
            return None
        placed += found
    diagonals = [0, 1] if rng.random() < 0.5 else [1, 0]
    for number in range(0, len(chosen), 2):
        found = _best(rng, board, chosen[number : number + 2], placed, diagonals[(number // 2) % 2])
        if found is None:
            return None
        placed += found
    return _named(placed)


_Standing: TypeAlias = "tuple[_Plan, Placement, BaseGeometry]"


def _best(
    rng: np.random.Generator,
    board: Board,
    twins: Sequence[_Plan],
    placed: Sequence[_Standing],
    diagonal: int | None,
) -> list[_Standing] | None:
    """Return one or two pieces placed where they are farthest from the others, of some places tried at random.

    ``diagonal`` 0: one in the south-west and its twin in the north-east; 1: south-east and north-west; None: around the
    middle.
    """
    best: tuple[float, list[_Standing]] | None = None
    good = 0
    for _ in range(_TRIES):
        standing = _tried(rng, board, twins, diagonal)
        room = _room(standing, placed) if standing else None
        if room is None:
            continue
        if best is None or room > best[0]:
            best = room, standing
        good += 1
        if good == _GOOD:
            break
    return None if best is None else best[1]


def _tried(rng: np.random.Generator, board: Board, twins: Sequence[_Plan], diagonal: int | None) -> list[_Standing]:
    """Return pieces at a random place and its opposite; none where one would not be on the board."""
    u, v = rng.random(2).tolist()
    turn = float(rng.integers(TURNS)) * math.tau / TURNS
    w, d = board.width, board.depth
    if diagonal is None:
        x, y = w * (0.4 + 0.2 * u), d * (0.4 + 0.2 * v)
    else:
        x, y = u * (w / 2 - GRID), v * (d / 2 - GRID)
        x = w - x if diagonal else x
    made: list[_Standing] = []
    for k, plan in enumerate(twins):
        at = (w - x, d - y) if k else (x, y)
        placement, outline = plan.standing(at, (turn + k * math.pi) % math.tau)
        x0, y0, x1, y1 = outline.bounds
        if min(x0, y0, w - x1, d - y1) < MARGIN:
            return []
        made.append((plan, placement, outline))
    return made


def _room(standing: Sequence[_Standing], placed: Sequence[_Standing]) -> float | None:
    """Return how far the pieces are from all others (in); None where bases could not pass."""
    least = math.inf
    outlines = [outline for _, _, outline in standing]
    others = [outline for _, _, outline in placed]
    pairs = [(a, b) for a in outlines for b in others]
    if len(outlines) == 2:
        pairs.append((outlines[0], outlines[1]))
    for a, b in pairs:
        gap = a.distance(b)
        if gap < PASSAGE:
            return None
        least = min(least, gap)
    return least


def _named(placed: Sequence[_Standing]) -> tuple[Feature, ...]:
    """Return the features in the order in which they were placed, called by their pieces."""
    features: list[Feature] = []
    taken: set[str] = set()
    for plan, placement, _ in placed:
        stem = PurePath(plan.piece.name.replace("\\", "/")).stem[:60] or "piece"
        name = next(n for n in (stem, *(f"{stem}-{k}" for k in range(2, 2 + len(placed)))) if n not in taken)
        taken.add(name)
        features.append(Feature(name, plan.piece, placement))
    return tuple(features)
