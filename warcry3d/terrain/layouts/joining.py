"""Pieces that join: decks open at an edge meet others of similar height there, so a bridge leads from one to the next.

An *opening* of a deck is a stretch of its rim, towards one of the piece's four sides, over which a base can walk off:
nothing of the piece stands there or continues beyond. A *span* is a piece whose deck is longer than broad, open at both
ends, with nothing high on it: a bridge, a length of walkway.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.geom.solid import Placement
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.layouts.ground import StandingGround, StandingLevel, footprint
from warcry3d.terrain.layouts.placement_checks import overlaps, resting, settled
from warcry3d.units import LEVEL_TOLERANCE, MM

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["DeckOpening", "Member", "bridged", "openings", "spans", "stacked"]

WALKER = 16 * MM
"""Radius (in) of the base that walks from deck to deck."""

HEIGHT = 1.3
"""The height of the model that walks there (in)."""

_SIDES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
_TOLERANCE = 0.15
"""How ragged (in) the rims of planks and stones are."""
_CLEAR = 0.3
"""The least room (in) along the rim for the middle of a base."""
_GRID = 0.5
"""Pieces made to join end on lines of this grid (in); others are joined where they end."""
_APART = (0.0, 0.05, 0.1, 0.15, 0.2)
"""The gap (in) between decks that would cross otherwise: small enough to step over."""
_ROOMY = 10.0
"""Decks with less room to stand than this (sq in) are left to fighters."""
_LOWEST = 1.5
_BROADEST = 3.4
_LONGER = 1.4
_HIGHEST = 2.2
"""The greatest breadth of a span (in), its length in breadths, and the greatest height (in) of anything on its deck."""


@dataclass(frozen=True, slots=True)
class Member:
    """A piece of a group, and where it stands in the group's frame."""

    piece: Piece
    placement: Placement


@dataclass(frozen=True, slots=True)
class DeckOpening:
    """Where a model walks off a deck.

    The middle ``at`` of the rim, the ``side`` (unit vector) it opens to, the deck's ``height`` and ``breadth`` there;
    in the piece's frame, lowest point at 0 (in).
    """

    at: tuple[float, float]
    side: tuple[float, float]
    height: float
    breadth: float


def openings(piece: Piece) -> tuple[DeckOpening, ...]:
    """Return all openings of a piece's decks; decks lower than one and a half inches are climbed, not bridged."""
    foot = min(float(part.solid.bounds[0, 2]) for part in piece.parts if not part.is_opening)
    bounds = np.array([part.solid.bounds for part in piece.parts])
    far = float(np.abs(bounds[:, :, :2]).max()) + 3.0
    feature = Feature("piece", piece, Placement((far, far, -foot)))
    ground = StandingGround(Table("", Board(2 * far, 2 * far), Terrain((feature,)), ()))
    plan = footprint(feature)
    found = []
    for level in (level for level in ground.levels[1:] if level.height >= _LOWEST):
        free = ground.free(level, radius=WALKER, height=HEIGHT)
        found += [one for side in _SIDES if (one := _opening(level, free, plan, side, far)) is not None]
    # Stones under a pavement are level too.
    return tuple(one for one in found if not any(_covers(other, one) for other in found))


def _covers(one: DeckOpening, other: DeckOpening) -> bool:
    return one.side == other.side and 0 < one.height - other.height < 0.5 and math.dist(one.at, other.at) < 0.5


def _opening(
    level: StandingLevel, free: "BaseGeometry", plan: "BaseGeometry", side: tuple[float, float], far: float
) -> DeckOpening | None:
    import shapely

    def turned(shape: "BaseGeometry") -> "BaseGeometry":  # the side becomes +x, the piece's origin 0
        return shapely.transform(
            shape, lambda xy: np.column_stack([(xy - far) @ side, (xy - far) @ (-side[1], side[0])])
        )

    if free.is_empty:
        return None
    outline, room, whole = turned(level.outline), turned(free), turned(plan)
    end = float(outline.bounds[2])
    strip = shapely.box(end - 2 * _TOLERANCE, -far, end - _TOLERANCE, far)
    gates = [gate.bounds for gate in shapely.get_parts(room.intersection(strip)) if gate.area > 0]
    gates = [gate for gate in gates if gate[3] - gate[1] >= _CLEAR and gate[2] > end - _TOLERANCE - 1e-6]
    if not gates:
        return None
    _, low, _, high = max(gates, key=lambda gate: gate[3] - gate[1])
    beyond = shapely.box(end + _TOLERANCE, low - WALKER / 2, far + end, high + WALKER / 2)
    if whole.intersects(beyond):
        return None
    grid = round(end / _GRID) * _GRID
    gate = shapely.box(end - 2 * _TOLERANCE, low, end - _TOLERANCE, high)
    rims = [part for part in shapely.get_parts(outline.intersection(strip)) if part.intersects(gate)]
    rim = shapely.total_bounds(rims).tolist()
    if rim[3] - rim[1] > _BROADEST:  # a broad deck, with houses on it: one goes off where there is room to
        rim = [0.0, low - WALKER, 0.0, high + WALKER]
    along, across = grid if abs(end - grid) <= _TOLERANCE else end, (rim[1] + rim[3]) / 2
    grid = round(across / _GRID) * _GRID
    across = grid if abs(across - grid) <= _TOLERANCE else across
    at = (along * side[0] - across * side[1], along * side[1] + across * side[0])
    return DeckOpening(at, side, level.height, rim[3] - rim[1])


def spans(piece: Piece, found: Sequence[DeckOpening]) -> Iterator[tuple[DeckOpening, DeckOpening]]:
    """Yield the two ends of each deck that makes the piece a span."""
    top = max(float(part.solid.bounds[1, 2]) for part in piece.parts) - _foot(piece)
    for one in (each for each in found if each.side in _SIDES[:2] and top - each.height <= _HIGHEST):
        for other in found:
            if other.side != (-one.side[0], -one.side[1]) or other.height != one.height:
                continue
            breadth = max(one.breadth, other.breadth)
            aside = abs((one.at[0] - other.at[0]) * one.side[1] - (one.at[1] - other.at[1]) * one.side[0])
            if breadth <= _BROADEST and math.dist(one.at, other.at) >= _LONGER * breadth and aside < _TOLERANCE:
                yield one, other


def bridged(
    span: Piece, ends: tuple[DeckOpening, DeckOpening], pieces: Sequence[tuple[Piece, DeckOpening]]
) -> tuple[Member, ...] | None:
    """Return a span with two pieces set to its ends, deck to deck; None where they cross or one does not rest there."""
    foot = _foot(span)
    members = [Member(span, Placement((0.0, 0.0, -foot)))]
    for end, (piece, opening) in zip(ends, pieces, strict=True):
        if abs(end.height - opening.height) > LEVEL_TOLERANCE:
            return None
        joined = next((m for gap in _APART if (m := _joined(end, piece, opening, gap, members)) is not None), None)
        if joined is None:
            return None
        members.append(joined)
    table = _table(members)
    if any(resting(table)):
        return None
    return tuple(members)


def _joined(
    end: DeckOpening, piece: Piece, opening: DeckOpening, gap: float, members: Sequence[Member]
) -> Member | None:
    """Return the piece turned and moved so that its opening meets an end; None where it crosses the others there."""
    turn = math.atan2(-end.side[1], -end.side[0]) - math.atan2(opening.side[1], opening.side[0])
    turn = round(turn / (math.pi / 2)) * (math.pi / 2) % math.tau
    c, s = round(math.cos(turn)), round(math.sin(turn))
    x = end.at[0] + gap * end.side[0] - (c * opening.at[0] - s * opening.at[1])
    y = end.at[1] + gap * end.side[1] - (s * opening.at[0] + c * opening.at[1])
    member = Member(piece, Placement((x, y, -_foot(piece)), turn))
    return None if any(overlaps(_table([*members, member]))) else member


def _foot(piece: Piece) -> float:
    return min(float(part.solid.bounds[0, 2]) for part in piece.parts if not part.is_opening)


def _table(members: Sequence[Member]) -> Table:
    features = tuple(Feature(f"member-{k}", m.piece, m.placement) for k, m in enumerate(members))
    return Table("", Board(1e3, 1e3), Terrain(features), ())


def stacked(
    table: Table, piece: Piece, carrier: Feature, rng: np.random.Generator, *, tries: int = 150
) -> Feature | None:
    """Return a small piece at a random place of a roomy deck of ``carrier``, and the decks beside it.

    It must rest there and leave room to pass. Returns None where no such place was found.
    """
    import shapely

    ground = StandingGround(table)
    plan = footprint(Feature("small", piece, Placement()))
    middle = plan.centroid
    own = (level for level in ground.levels[1:] if level.name.startswith(f"{carrier.id}/"))
    rooms = ((level, ground.free(level, radius=WALKER, height=HEIGHT)) for level in own if level.outline.area > _ROOMY)
    decks = [
        (level, free, free.buffer(WALKER).intersection(level.outline)) for level, free in rooms if free.area > _ROOMY
    ]
    for _, _, clear in decks:
        shapely.prepare(clear)
    beside = [level for level in ground.levels[1:] if not level.name.startswith(f"{carrier.id}/")]
    for _ in range(tries if decks else 0):
        deck, free, clear = decks[int(rng.integers(len(decks)))]
        turn = float(rng.integers(24)) * math.tau / 24
        x0, y0, x1, y1 = deck.outline.bounds
        u, v = rng.random(2).tolist()
        at = (round(x0 + u * (x1 - x0), 1), round(y0 + v * (y1 - y0), 1))
        spot = shapely.affinity.rotate(plan, turn, origin=middle, use_radians=True)
        spot = shapely.affinity.translate(spot, at[0] - middle.x, at[1] - middle.y).buffer(0.05)
        joined = (level for level in beside if abs(level.height - deck.height) <= LEVEL_TOLERANCE)
        if not clear.contains(spot) or any(level.outline.distance(spot) < 2 * WALKER for level in joined):
            continue
        if not _leaves_room(free, spot):
            continue
        c, s = math.cos(turn), math.sin(turn)
        x = at[0] - (c * middle.x - s * middle.y)
        y = at[1] - (s * middle.x + c * middle.y)
        lying = Feature("small", piece, Placement((x, y, deck.height - _foot(piece)), turn))
        feature = settled(table, lying)
        more = replace(table, terrain=Terrain((*table.terrain.features, feature)))
        wrong = (*overlaps(more), *resting(more))
        if not any("small" in (one.part, one.message.values.get("b")) for one in wrong):
            return feature
    return None


def _leaves_room(free: "BaseGeometry", spot: "BaseGeometry") -> bool:
    """Return whether a model on a deck can still pass a spot that is taken: the room stays in as many pieces."""
    import shapely

    left = free.difference(spot.buffer(WALKER))
    before, after = ([part for part in shapely.get_parts(room) if part.area > 0.2] for room in (free, left))
    return bool(0 < len(after) <= len(before) and left.area >= 0.4 * free.area)
