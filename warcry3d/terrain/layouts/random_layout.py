"""Random layouts: pieces spread over a board in matching pairs, so that neither side has the better half."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.sight.exposure import StandInBody
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, PartKind, Piece
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.check import VIEWER, check_layout
from warcry3d.terrain.layouts.ground import StandingGround, footprint, placed_shape
from warcry3d.terrain.layouts.joining import DeckOpening, Member, bridged, openings, spans, stacked
from warcry3d.terrain.layouts.placement_checks import resting
from warcry3d.terrain.layouts.pockets import closed_in
from warcry3d.terrain.layouts.views import exposure_map, fairness
from warcry3d.units import LEVEL_TOLERANCE

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["PASSAGE", "Made", "Rules", "random_layout"]

Rules: TypeAlias = Callable[[Table], Sequence[Finding]]
"""What a rule system checks on a table in addition to the checks of every layout."""

PASSAGE = 1.4
"""The distance (in) between pieces: a base of 32 mm can walk there."""

MARGIN = 0.2
"""The distance (in) of pieces from the board's edges, so that none hangs over when it is set down."""

TURNS = 24
"""Pieces are turned by full multiples of 360 degrees / 24."""

GRID = 0.1
"""The grid (in) on which pieces are placed: easy to set with a ruler."""

_LEAST_JOINED = 10
"""With fewer features than this each is placed by itself: six would be too many in two groups."""

_DRAWS = 12
_WAYS_UP = frozenset({PartKind.LADDER, PartKind.STAIRS})
_SMALL = (4.0, 2.2)
"""The greatest length and height (in) of a piece that may stand on a deck."""

_TRIES = 400
_GOOD = 4
_ATTEMPTS = 60
_STEP, _LINES = 1.0, 8

_SMALLEST_BOARD = 8.0


@dataclass(frozen=True, eq=False)
class Made:
    """A random layout: the table, the findings of its check that are not errors, and the exposure of both halves.

    Exposure: the mean (0 to 1) of fighters in the western and in the eastern half.
    """

    table: Table
    findings: tuple[Finding, ...]
    west: float
    east: float


def random_layout(
    pieces: Sequence[Piece],
    rng: np.random.Generator,
    *,
    ruleset: str,
    board: Board,
    count: int,
    in_quarter: int = 0,
    rules: Rules = lambda table: (),
    viewer: StandInBody = VIEWER,
    best_of: int = 3,
    plain: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> Made:
    """Return a layout of ``count`` features that passes its check, and that of ``rules``, without an error.

    Features stand in pairs of similar bulk, each where its twin would be after half a turn of the board; an odd one
    stands around the middle. If there are spans (bridges, walkways) and decks to join, each half of a board of ten
    features or more has a span from deck to deck; if there are small pieces, one stands on a deck in each half;
    ``plain`` turns both off. ``ruleset``: the rule system that the table names. ``in_quarter``: the least number of
    features with their middle in each quarter.

    Of ``best_of`` layouts that pass, the one with the fewest findings (except pockets that a piece has by itself), then
    with the least difference of exposure between the two halves, is returned. The same generator state, pieces and
    numbers give the same layout. ``progress`` is called with the share done before each try; what it raises ends the
    work. Raises `QuestionError` where no room is found.
    """
    if not pieces:
        raise QuestionError("there are no pieces to place")
    if count < max(1, 4 * in_quarter):
        raise QuestionError(
            "{count} features are too few: each quarter of the board needs {asked}", count=count, asked=in_quarter
        )
    if min(board.width, board.depth) < _SMALLEST_BOARD:
        raise QuestionError(
            "a board of {width:g} x {depth:g} in is too small; each side must be at least {least:g} in",
            width=board.width,
            depth=board.depth,
            least=_SMALLEST_BOARD,
        )
    plans = [plan for piece in dict.fromkeys(pieces) if (plan := _Plan.of((Member(piece, _grounded(piece)),))).stands]
    if not plans:
        raise QuestionError("none of these pieces can stand on its own")
    joints = _Joints.of([plan.members[0].piece for plan in plans]) if not plain and count >= _LEAST_JOINED else None
    best: tuple[tuple[int, float], Made] | None = None
    clean = 0
    for attempt in range(_ATTEMPTS):
        progress(max(clean / best_of, attempt / _ATTEMPTS))
        drawn = _drawn(plans, joints, rng, count)
        features = _spread(drawn, rng, board)
        if features is None:
            continue
        table = Table(ruleset, board, Terrain(features), ())
        own = sum(plan.pockets for plan in drawn.plans)
        most = best[0][0] + own if best else None
        made = _checked(table, rules, viewer, most=most)
        higher = None if made is None or drawn.small is None else _with_small(table, drawn.small, rng)
        if made is not None and higher is not None:
            made = _checked(higher, rules, viewer, most=len(made.findings)) or made
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
            "no room was found for {count} of these pieces on {width:g} x {depth:g} in with {passage:g} in between; "
            "use fewer or smaller pieces",
            count=count,
            width=board.width,
            depth=board.depth,
            passage=PASSAGE,
        )
    return best[1]


def _checked(table: Table, rules: Rules, viewer: StandInBody, *, most: int | None) -> Made | None:
    """Return a layout with its findings and how fair it is; None with an error, or with more than ``most`` findings."""
    ground = StandingGround(table)
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
    """A piece, or joined pieces, with its plan where it was made, slightly too large rather than too small.

    Also its bulk to match by, how many pockets of floor it closes in by itself, and whether it stands alone, which a
    ladder does not.
    """

    members: tuple[Member, ...]
    outline: "BaseGeometry"
    middle: tuple[float, float]
    bulk: float
    pockets: int
    stands: bool

    @classmethod
    def of(cls, members: tuple[Member, ...]) -> "_Plan":
        import shapely

        features = [Feature(f"member-{k}", one.piece, one.placement) for k, one in enumerate(members)]
        plan = shapely.union_all([footprint(feature) for feature in features])
        plan = shapely.simplify(plan, 0.02).buffer(0.02, quad_segs=2)
        x, y = plan.centroid.x, plan.centroid.y
        top = max(float(f.solids[part.id].bounds[1, 2]) for f in features for part in f.piece.parts)
        reach = max(plan.bounds[2] - plan.bounds[0], plan.bounds[3] - plan.bounds[1]) + 2 * PASSAGE
        alone = tuple(
            replace(f, placement=_moved(f.placement, (reach - x, reach - y), 0.0), id=f"alone-{k}")
            for k, f in enumerate(features)
        )
        table = Table("", Board(2 * reach, 2 * reach), Terrain(alone), ())
        pockets = len(tuple(closed_in(table, StandingGround(table))))
        stands = not any(finding.code == "tips" for finding in resting(table))
        return cls(members, plan, (x, y), plan.area * max(top, 0.1), pockets, stands)

    def standing(self, at: tuple[float, float], turn: float) -> "tuple[tuple[Placement, ...], BaseGeometry]":
        """Return the placements that bring the plan's middle near ``at``, on the grid, and the plan there."""
        c, s = math.cos(turn), math.sin(turn)
        x = at[0] - (c * self.middle[0] - s * self.middle[1])
        y = at[1] - (s * self.middle[0] + c * self.middle[1])
        x, y = round(round(x / GRID) * GRID, 6), round(round(y / GRID) * GRID, 6)
        outline = placed_shape(self.outline, Placement((x, y, 0.0), turn))
        return tuple(_moved(member.placement, (x, y), turn) for member in self.members), outline


def _grounded(piece: Piece) -> Placement:
    """Return the placement of a piece on its lowest point, wherever its origin is."""
    return Placement(
        (0.0, 0.0, 0.0 - min(float(part.solid.bounds[0, 2]) for part in piece.parts if not part.is_opening))
    )


def _moved(placement: Placement, by: tuple[float, float], turn: float) -> Placement:
    """Return a placement turned about the origin and then moved."""
    (x, y, z), c, s = placement.at, math.cos(turn), math.sin(turn)
    return Placement((by[0] + c * x - s * y, by[1] + s * x + c * y, z), (placement.turn + turn) % math.tau)


@dataclass(frozen=True, eq=False)
class _Joints:
    """What joins among the pieces: spans with their two ends, other decks' openings, and pieces small enough to stand
    on a deck.
    """

    spans: tuple[tuple[Piece, tuple[DeckOpening, DeckOpening]], ...]
    decks: tuple[tuple[Piece, DeckOpening], ...]
    small: tuple[Piece, ...]

    @classmethod
    def of(cls, pieces: Sequence[Piece]) -> "_Joints":
        found = {piece: openings(piece) for piece in pieces}
        joining = tuple((piece, ends) for piece, each in found.items() for ends in spans(piece, each))
        bridges = {piece for piece, _ in joining}
        decks = tuple((piece, one) for piece, each in found.items() for one in each)
        others = tuple(deck for deck in decks if deck[0] not in bridges)
        return cls(joining, others or decks, tuple(piece for piece in pieces if _is_small(piece)))

    def group(self, rng: np.random.Generator) -> _Plan | None:
        """Return a random span with a deck at either end; None where none was found."""
        for _ in range(_DRAWS if self.spans else 0):
            span, ends = self.spans[int(rng.integers(len(self.spans)))]
            fitting = [deck for deck in self.decks if abs(deck[1].height - ends[0].height) <= LEVEL_TOLERANCE]
            if not fitting:
                continue
            # One of the two is gone up to on steps or rungs, where there is such a piece.
            ways_up = [deck for deck in fitting if any(part.kinds & _WAYS_UP for part in deck[0].parts)] or fitting
            pair = [some[int(rng.integers(len(some)))] for some in (ways_up, fitting)]
            members = bridged(span, ends, pair)
            if members is not None:
                return _Plan.of(members)
        return None


def _is_small(piece: Piece) -> bool:
    low, high = np.array([part.solid.bounds for part in piece.parts]).transpose(1, 0, 2)
    width, depth, height = (high.max(axis=0) - low.min(axis=0)).tolist()
    return bool(max(width, depth) <= _SMALL[0] and height <= _SMALL[1])


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What is to be laid out: plans, the first two of them ``joined`` pieces, and what may stand on decks."""

    plans: tuple[_Plan, ...]
    joined: _Plan | None = None
    small: Piece | None = None


def _drawn(plans: Sequence[_Plan], joints: _Joints | None, rng: np.random.Generator, count: int) -> _Drawn:
    joined = None if joints is None else joints.group(rng)
    small = joints.small[int(rng.integers(len(joints.small)))] if joints is not None and joints.small else None
    if joined is None:
        return _Drawn(tuple(_chosen(plans, rng, count)), None, small)
    return _Drawn((joined, joined, *_chosen(plans, rng, count - 2 * len(joined.members))), joined, small)


def _with_small(table: Table, small: Piece, rng: np.random.Generator) -> Table | None:
    """Return the table with a small piece on a deck in either half, or in one, instead of as many features placed last.

    Returns None where no deck has room for it.
    """
    features = table.terrain.features[:-2]
    plans = {feature.id: footprint(feature) for feature in features}
    found: list[Feature] = []
    halves = set[bool]()
    for k in rng.permutation(len(features)).tolist():
        carrier = features[k]
        is_west = plans[carrier.id].centroid.x < table.board.width / 2
        near = tuple(f for f in features if plans[f.id].distance(plans[carrier.id]) < 3 * PASSAGE)
        one = None if is_west in halves else stacked(replace(table, terrain=Terrain(near)), small, carrier, rng)
        if one is not None:
            halves.add(is_west)
            found.append(one)
    if not found:
        return None
    kept = (*features, *table.terrain.features[-2 : len(table.terrain.features) - len(found)])
    names = _free_names(small, len(found), {feature.id for feature in kept})
    added = (replace(feature, id=name) for feature, name in zip(found, names, strict=True))
    return replace(table, terrain=Terrain((*kept, *added)))


def _chosen(plans: Sequence[_Plan], rng: np.random.Generator, count: int) -> list[_Plan]:
    """Return ``count`` of the plans, each as often as any other, the bulky ones first."""
    chosen: list[_Plan] = []
    while len(chosen) < count:
        chosen += [plans[k] for k in rng.permutation(len(plans)).tolist()]
    return sorted(chosen[:count], key=lambda plan: -plan.bulk)


def _spread(drawn: _Drawn, rng: np.random.Generator, board: Board) -> tuple[Feature, ...] | None:
    """Return the pieces placed in pairs across the middle of the board; None where one finds no room."""
    placed: list[_Standing] = []
    chosen = list(drawn.plans)
    if len(chosen) % 2:
        first = 0 if drawn.joined is None else 2
        alone = chosen.pop(first + int(rng.integers(len(chosen) - first)))
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


_Standing: TypeAlias = "tuple[_Plan, tuple[Placement, ...], BaseGeometry]"


def _best(
    rng: np.random.Generator,
    board: Board,
    twins: Sequence[_Plan],
    placed: Sequence[_Standing],
    diagonal: int | None,
) -> list[_Standing] | None:
    """Return one or two pieces placed where they are farthest from the others, of some random places.

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
        placements, outline = plan.standing(at, (turn + k * math.pi) % math.tau)
        x0, y0, x1, y1 = outline.bounds
        if min(x0, y0, w - x1, d - y1) < MARGIN:
            return []
        made.append((plan, placements, outline))
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
    """Return the features in the order in which they were placed, named after their pieces."""
    features: list[Feature] = []
    for plan, placements, _ in placed:
        for member, placement in zip(plan.members, placements, strict=True):
            (name,) = _free_names(member.piece, 1, {feature.id for feature in features})
            features.append(Feature(name, member.piece, placement))
    return tuple(features)


def _free_names(piece: Piece, count: int, taken: set[str]) -> list[str]:
    """Return names for features of a piece: the piece's own, or that and a number."""
    stem = PurePath(piece.name.replace("\\", "/")).stem[:60] or "piece"
    names = (stem, *(f"{stem}-{k}" for k in range(2, len(taken) + count + 2)))
    return [name for name in names if name not in taken][:count]
