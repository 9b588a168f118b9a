"""The smallest move of either model that turns hidden into seen, or seen into hidden."""

import heapq
import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.rules.judgement import counted_table
from warcry3d.rules.side_by_side import side_by_side
from warcry3d.sight.moved_sight import Move, MovedSightlines
from warcry3d.sight.swept_sight import look_at_swept, swept_model
from warcry3d.sight.verdict import Seen, Verdict
from warcry3d.sight.visible import Look, Sightlines
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["FARTHEST", "PRECISION", "Flip", "flip", "flips"]

FARTHEST = 2.0
"""Moves up to this long (in) are looked at unless told otherwise."""
PRECISION = 0.008
"""The move found is longer than the shortest one by at most so much (in)."""
_SPACING = 1.5
"""Moves tried on a circle lie so many times the precision apart."""
_MOST_DESCENTS = 12
"""So often a line is found for all moves a little shorter than the one known before radii half way are asked about;"""
_WITHIN = 0.9
"""these are shorter by so many times the precision."""
_BRACKET = 4
"""Where that is not proved, proofs for all moves up to a radius end where so many times the precision is left open."""
_SIDES = 16
"""Of the polygons that stand for circles of moves: with 8, which reach out by 8 % at their corners, proofs near the
smallest move take 600 ms in place of 130, and most do not succeed."""
_LEVEL = 2e-6
"""What is no farther than this (in) above or below a part is level with it: shells are that much larger."""
_ASIDES = (0.0, -1.0, 1.0, -3.0, 3.0, -8.0, 8.0)
"""A move is shortened by a step straight, or by as much with its end so many steps aside, along an edge."""
_MOST_ROUNDS = 6
"""How often the shells around all moves are looked at, closer each time, before a radius is left open: of 96 proofs on
random boards and the dispute tables 91 took one, four 3 or 4, one 6."""
_WIDE_BUDGET = 1000
"""Pairs of patches that are looked at for a line with as much room as there is."""
_TRIED = 16
"""So many lines of moves near by are tried before one is looked for."""
MOST_LOOKS = 3_000
"""Places that are judged for one model before the search is left where it stands."""


@dataclass(frozen=True, slots=True)
class Flip:
    """The smallest level move of one model (``model``) that flips the verdict.

    ``move`` (in, along x and y): None where none up to ``searched`` (in) flips it. ``verdict``: the one after the move.
    ``at_least``: no shorter move flips it (in); so far the search has closed everything.
    """

    model: str
    move: Move | None
    verdict: Verdict | None
    at_least: float
    searched: float

    @property
    def length(self) -> float:
        """Return how long the move is (in)."""
        return math.inf if self.move is None else math.hypot(*self.move)

    @property
    def direction(self) -> float:
        """Return where the move goes: degrees anticlockwise from +x."""
        return math.nan if self.move is None else math.degrees(math.atan2(self.move[1], self.move[0])) % 360.0


@dataclass(eq=False)
class _Question:
    """Which model moves, and how it is judged. ``on_look`` is called before each look."""

    table: Table
    moving: Model
    still: Model
    tags: frozenset[Tag]
    tolerance_mm: float
    on_look: Callable[[], None]
    idle: deque[MovedSightlines] = field(default_factory=deque)
    """Lines that no thread uses at the moment, for `_is_seen`."""

    @cached_property
    def moved(self) -> MovedSightlines:
        return self.another()

    def another(self) -> MovedSightlines:
        """Return lines of sight for one more thread."""
        return MovedSightlines(
            self.table, self.moving.id, self.still.id, tags=self.tags, tolerance_mm=self.tolerance_mm
        )

    def judged(self, move: Move) -> Verdict:
        """Return the verdict after a move of the one that moves, with its proof."""
        x, y, z = self.moving.placement.at
        place = Placement((x + move[0], y + move[1], z), self.moving.placement.turn)
        table = self.table.placing(self.moving.id, place)
        lines = Sightlines(table, tags=self.tags, tolerance_mm=self.tolerance_mm)
        return lines.between(self.moving.id, self.still.id)


def flips(
    table: Table,
    viewer: str,
    target: str,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    farthest: float = FARTHEST,
    precision: float = PRECISION,
) -> tuple[Flip, Flip]:
    """Return the smallest move of the viewer and that of the target that flip whether they see each other: `flip`."""

    def found(ids: tuple[str, str]) -> Flip:
        return flip(table, *ids, tags=tags, tolerance_mm=tolerance_mm, farthest=farthest, precision=precision)

    with closing(side_by_side(found, ((viewer, target), (target, viewer)))) as both:
        of_viewer, of_target = both
    return of_viewer, of_target


def flip(
    table: Table,
    moving: str,
    still: str,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    farthest: float = FARTHEST,
    precision: float = PRECISION,
    on_look: Callable[[], None] = lambda: None,
) -> Flip:
    """Return the smallest move of ``moving`` that flips whether the two see each other.

    From hidden or too close to seen; from seen to hidden. Moves are straight on the level, from where the model stands;
    whether it could walk there is not asked. ``on_look`` is called all the while; what it raises ends the search.
    Raises `UnknownNameError`.
    """
    table = counted_table(table)
    question = _Question(table, table.model(moving), table.model(still), tags, tolerance_mm, on_look)
    found = question.judged((0.0, 0.0))
    if isinstance(found, Seen):
        return _to_hidden(question, np.array(found.witness), farthest, precision)
    return _to_seen(question, farthest, precision)


def _to_seen(question: _Question, farthest: float, precision: float) -> Flip:
    """Return the smallest move after which the other is seen.

    No line that is wide enough leaves what a figure covers while it moves by up to a radius, or one is found, which
    begins on the figure after a move no longer than that: this is shortened, and the next radius is a little less than
    it, until there is no such line. Where that is not proved, radii half way come as near to it as they can, and then
    moves are tried one by one.
    """
    low, move, length, radius, is_closed = 0.0, None, math.inf, farthest, False
    for _ in range(_MOST_DESCENTS):
        is_closed, nearer = _sighting(question, radius, precision if move is None else length - radius)
        if nearer is None:
            break
        move, length = _shortened_seen(question, nearer, low, precision)
        radius = max(length - _WITHIN * precision, 0.0)
    low, high = radius if is_closed else 0.0, radius
    while high - low > _BRACKET * precision:
        middle = 0.5 * (low + high)
        is_closed, nearer = _sighting(question, middle, high - middle)
        if is_closed:
            low = middle
            continue
        high = middle
        if nearer is not None:
            move, length = _shortened_seen(question, nearer, low, precision)
    if move is None:
        return Flip(question.moving.id, None, None, low, farthest)
    if length - low > precision:
        move = _nearest_seen(question, move, low, precision)
    return Flip(question.moving.id, move, question.judged(move), low, farthest)


def _shortened_seen(question: _Question, move: Move, low: float, precision: float) -> tuple[Move, float]:
    """Return a move after which the other is seen, shortened but not below ``low``, and its length: `_shortened`."""
    best = _shortened(lambda trials: _first_seen(question, trials), move, low, precision)
    return best, math.hypot(*best)


def _nearest_seen(question: _Question, move: Move, low: float, precision: float) -> Move:
    """Return a shorter move after which the other is seen, if one is found, but not below ``low``.

    Between ``low`` and the move nothing is proved either way: lines there are about as narrow as the tolerance. So a
    circle a little within the move is gone around, from the move's direction on, until nobody is seen from it.
    """
    while (length := math.hypot(*move)) - low > precision:
        radius, toward = length - precision, math.atan2(move[1], move[0])
        count = math.ceil(math.pi * radius / (_SPACING * precision))
        turns = (toward + sign * i * math.pi / count for i in range(count) for sign in (1.0, -1.0))
        around = [_polar(radius, turn) for turn in turns]
        found = _first_seen(question, around)
        if found is None:
            break
        move, _ = _shortened_seen(question, found, low, precision)
    return move


def _first_seen(question: _Question, moves: Sequence[Move]) -> Move | None:
    """Return the first of some moves after which the other is seen; two are tried at once."""
    with closing(side_by_side(lambda move: _is_seen(question, move), moves)) as seen:
        return next((move for move, is_seen in zip(moves, seen, strict=True) if is_seen), None)


def _is_seen(question: _Question, move: Move) -> bool:
    """Return whether the other is seen after a move; may be called by two threads at once."""
    question.on_look()
    try:
        lines = question.idle.pop()
    except IndexError:
        lines = question.another()
    found = lines.sees(move)
    question.idle.append(lines)
    return found


def _shortened(first: Callable[[Sequence[Move]], Move | None], move: Move, low: float, precision: float) -> Move:
    """Return a move that flips the verdict, shortened as far as small steps go, but not below ``low``.

    ``first`` returns the first of some moves that flips it too.
    """
    best, length = move, math.hypot(*move)
    step = max(0.5 * (length - low), precision)
    while step > 0.2 * precision:
        toward = math.atan2(best[1], best[0])
        turns = [aside * step / length for aside in _ASIDES if length - step >= low]
        nearer = first([_polar(length - step, toward + turn) for turn in turns if abs(turn) < math.pi])
        if nearer is None:
            step *= 0.5
        else:
            best, length = nearer, math.hypot(*nearer)
    return best


def _polar(length: float, direction: float) -> Move:
    return length * math.cos(direction), length * math.sin(direction)


def _sighting(question: _Question, radius: float, play: float) -> tuple[bool, Move | None]:
    """Return whether the other is seen after no move up to a radius; else such a move, up to ``play`` longer, if one is
    found.
    """
    swept, tried = swept_model(question.moving, radius, sides=_SIDES), None
    for _ in range(_MOST_ROUNDS):
        question.on_look()
        tolerance_mm = question.tolerance_mm
        found = look_at_swept(question.table, swept, question.still.id, tags=question.tags, tolerance_mm=tolerance_mm)
        if found is Look.HIDDEN:
            return True, None
        if found is Look.OPEN:
            return False, None
        move = _move_to(question.moving, found[0])
        if move != tried and math.hypot(*move) <= radius + play and question.moved.sees(move):
            return False, move
        tried, closer = move, swept.refined(found[0])
        if closer is swept:
            return False, None
        swept = closer
    return False, None


def _move_to(model: Model, point: FloatArray) -> tuple[float, float]:
    """Return the shortest level move (x, y) after which the model's figure has a point at ``point`` (3,)."""
    best, least = (math.inf, math.inf), math.inf
    apart = [max(solid.bounds[0, 2] - point[2], point[2] - solid.bounds[1, 2]) for solid in model.solids]
    near = max(min(apart, default=0.0), _LEVEL)
    for solid in (solid for solid, away in zip(model.solids, apart, strict=True) if away <= near):
        for start, end in _cuts(solid, float(point[2])):
            way = end - start
            share = np.clip(
                np.einsum("ni,ni->n", point[:2] - start, way) / np.maximum((way**2).sum(axis=1), 1e-18), 0, 1
            )
            moves = point[:2] - (start + share[:, None] * way)
            lengths = np.hypot(moves[:, 0], moves[:, 1])
            nearest = int(lengths.argmin())
            if lengths[nearest] < least:
                best, least = (float(moves[nearest, 0]), float(moves[nearest, 1])), float(lengths[nearest])
    return best


def _cuts(solid: Solid, height: float) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield where the edges of triangles cross a height, from (n, 2) to (n, 2); that of its end beyond the solid's."""
    low, high = solid.bounds[:, 2].tolist()
    height = min(max(height, low), high)
    corners = solid.triangles
    above = corners[:, :, 2] - height
    touched = corners[(above.min(axis=1) <= 0.0) & (above.max(axis=1) >= 0.0)]
    for i, j in ((0, 1), (1, 2), (2, 0)):
        for k in range(3):
            yield from _between(touched, height, (i, j), (j, k)) if k not in (i, j) else ()


def _between(
    corners: FloatArray, height: float, one: tuple[int, int], other: tuple[int, int]
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the stretch of triangles at a height between two of their edges, where both cross it."""
    ends = []
    crosses = np.ones(len(corners), bool)
    for i, j in (one, other):
        a, b = corners[:, i], corners[:, j]
        rise = b[:, 2] - a[:, 2]
        share = np.where(np.abs(rise) > 1e-12, (height - a[:, 2]) / np.where(np.abs(rise) > 1e-12, rise, 1.0), 0.0)
        crosses &= (share >= 0.0) & (share <= 1.0) & ((np.abs(rise) > 1e-12) | (np.abs(a[:, 2] - height) < 1e-9))
        ends.append(a[:, :2] + share[:, None] * (b - a)[:, :2])
    if crosses.any():
        yield ends[0][crosses], ends[1][crosses]


class _FreeLines:
    """Lines that are free after some moves, to be tried after others: those found after moves near by first.

    Each is kept as it is before its start moves along with the model.
    """

    def __init__(self, question: _Question, witness: FloatArray) -> None:
        self._question = question
        self._lines = witness[None]
        self._moves = np.zeros((1, 2))

    def leave_seen(self, middle: Move, radius: float) -> bool:
        """Return whether one of them stays free for all moves up to ``radius`` (in) from a middle one."""
        return self._question.moved.first_free(self._near(middle), middle, radius) is not None

    def free(self, move: Move) -> FloatArray | None:
        """Return one of them that is free after a move."""
        near = self._near(move)
        number = self._question.moved.first_free(near, move)
        return None if number is None else near[number]

    def _near(self, move: Move) -> FloatArray:
        """Return lines (n, 2, 3) found after moves near by, the nearest first."""
        return self._lines[np.argsort(((self._moves - move) ** 2).sum(axis=1))[:_TRIED]]

    def first_hidden(self, moves: Sequence[Move]) -> Move | None:
        """Return the first move after which the other is proved hidden; a known line that is free says no at once."""
        look = self._question.moved.look
        return next((move for move in moves if self.free(move) is None and look(move) is Look.HIDDEN), None)

    def take(self, found: FloatArray | None, middle: Move, radius: float) -> bool:
        """Keep a line (2, 3) that was found after a move; return whether it stays free for all about it."""
        if found is None:
            return False
        line = found - np.array([(*middle, 0.0), (0.0, 0.0, 0.0)])
        self._lines = np.concatenate([self._lines, line[None]])
        self._moves = np.concatenate([self._moves, [middle]])
        return self._question.moved.stays_free(line, middle, radius)


def _to_hidden(question: _Question, witness: FloatArray, farthest: float, precision: float) -> Flip:
    """Return the smallest move after which the other is hidden; ``witness`` (2, 3): a line that shows that it is seen.

    Squares of moves are looked at, the nearest first. A square goes where a line stays free for all its moves: one that
    is known, if need be with more room by small shifts; only where none is free in its middle is one looked for. Else
    it is cut in four, down to a part of the precision: there a line with more room is looked for, which takes longer,
    until one is left open: no later square is nearer, so none can change what is proved.
    """
    best, length, at_least, looks = None, farthest, math.inf, 0
    free, order = _FreeLines(question, witness), count()
    squares: list[tuple[float, int, Move, float]] = [(0.0, next(order), (0.0, 0.0), farthest)]
    while squares and looks < MOST_LOOKS:
        nearest, _, middle, half = heapq.heappop(squares)
        if nearest >= length - precision:
            at_least = min(at_least, nearest)
            break
        radius = half * math.sqrt(2.0)
        if free.leave_seen(middle, radius):
            continue
        looks += 1
        question.on_look()
        known, away = free.free(middle), math.hypot(*middle)
        found = question.moved.look(middle) if known is None else question.moved.widened(known, middle, radius)
        if found is Look.HIDDEN and away < length:
            best, length = middle, away
        if isinstance(found, np.ndarray) and free.take(found, middle, radius):
            continue
        if radius <= 0.75 * precision:
            if math.isinf(at_least) and not free.take(question.moved.witness(middle, _WIDE_BUDGET), middle, radius):
                other = question.moved.look(middle) if known is not None else None
                if not free.take(other if isinstance(other, np.ndarray) else None, middle, radius):
                    at_least = min(at_least, nearest)
            continue
        for dx, dy in ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)):
            own = (middle[0] + dx * half, middle[1] + dy * half)
            gap = math.hypot(max(abs(own[0]) - 0.5 * half, 0.0), max(abs(own[1]) - 0.5 * half, 0.0))
            if gap < length:
                heapq.heappush(squares, (gap, next(order), own, 0.5 * half))
    else:
        at_least = min(at_least, squares[0][0]) if squares else min(at_least, length)
    if best is not None:
        best = _shortened(free.first_hidden, best, at_least, precision)
    verdict = None if best is None else question.judged(best)
    return Flip(question.moving.id, best, verdict, min(at_least, length), farthest)
