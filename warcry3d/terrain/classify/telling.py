"""From bodies to parts: what was found is cut out, what is left is told by how far it rises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.derive import OBSTACLE_RISE, Because
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Skin
from warcry3d.terrain.classify.columns import Columns, columns_of
from warcry3d.terrain.classify.cutting import Clay, prism, union
from warcry3d.terrain.classify.findings import Find, rises
from warcry3d.terrain.classify.levels import Level
from warcry3d.terrain.classify.slender import Slender, Spikes, slender_of, spikes_of
from warcry3d.terrain.parts import Passage
from warcry3d.units import LEVEL_PLAY, RESTING_GAP

__all__ = ["LATE", "Told", "told"]

_K = PartKind

_BUILT = frozenset({"platform", "block", "stairs", "ladder", "arch"})
"""What is left of a body with such parts is built too: posts and beams, no statue."""

_CRUMB = 0.004
"""Pieces of less volume than this (cubic inches: a cube of 4 mm) that a cut leaves go to the part they touch."""

_SOLID_BELOW = 0.8
"""A body with so much of its plan a level top and solid below is one part: cutting gains nothing."""

_MOSTLY_LEVEL = 0.35
"""The level top itself is this share of the plan at least: else it is a crate beside a wall."""


_STAKE = 0.4
"""A stake that stands by itself has no more volume than this (cubic in)."""

_SHEET = 0.045
"""What a cut leaves that is thinner than this (in) is a crumb too: the skin of a wall."""

_NARROWS = 0.2
"""A statue's plinth ends where this share of the plan ends within 0.2 in."""


LATE = Because("telling more of it would take too long", {})
"""Why something is told by its rise alone."""


@dataclass(frozen=True, eq=False)
class Told:
    """A part in the making: ``clay`` or, where nothing was cut, ``given`` as it came."""

    stem: str
    kinds: frozenset[PartKind]
    confidence: float
    reasons: tuple[Because, ...]
    clay: Clay | None = None
    given: tuple[Solid, Skin | None] | None = None
    passage: Passage | None = None
    measures: dict[str, float] = field(default_factory=dict)
    name: str = ""
    near: Any = None

    def solid(self) -> tuple[Solid, Skin | None]:
        """Return the part's solid and skin."""
        if self.clay is not None:
            return self.clay.solid()
        assert self.given is not None
        return self.given


def told(
    clay: Clay,
    finds: Sequence[Find],
    levels: Sequence[Find],
    arches: Sequence[Find],
    turn: float,
    is_late: Callable[[], bool],
) -> list[Told]:
    """Return the parts of one clay: ladders and stairs (``finds``), level areas, ways through, and what is left.

    Once ``is_late`` says so nothing more is cut, and bodies are told by their rise.
    """
    parts: list[Told] = []
    rest = clay if is_late() else _without_branches(clay, (*finds, *levels, *arches), turn, parts)
    for find in finds:
        rest = rest if is_late() else _cut(rest, find, parts)
    grounds = [find.level for find in levels if find.level is not None and _K.PLATFORM in find.kinds]
    walls: list[Clay] = []
    for body in rest.bodies():
        walls.extend([body] if is_late() else _without_levels(body, levels, grounds, turn, parts))
    remains: list[Clay] = []
    for body in walls:
        for find in arches:
            body = body if is_late() else _cut(body, find, parts, whole=0.85)
        remains.extend(body.bodies() if not body.shape.is_empty() else ())
    remains = _without_crumbs(remains, parts)
    is_whole = not any(part.stem in _BUILT for part in parts)
    for body in remains if is_late() else _stakes(remains, grounds, turn, parts):
        if is_late():
            parts.append(_by_rise(body, grounds))
            continue
        pieces = _off_plinth(body, grounds, turn) if is_whole else [body]
        parts.extend(told for piece in pieces for told in _left(piece, grounds, turn, is_whole))
    return _with_rubble(parts)


def _without_branches(clay: Clay, finds: Sequence[Find], turn: float, parts: list[Told]) -> Clay:
    """Add bodies of nothing but branches to the parts and return the rest: low boughs are no low terrain."""
    built = [find for find in finds if find.kinds != {_K.LOW}]
    bodies = list(clay.bodies())
    left = []
    for body in bodies:
        slender = None
        if body.bounds[1, 2] >= OBSTACLE_RISE and not any(body.meets(find.cutter) for find in built):
            slender = slender_of(body.plain)
        if slender is None or slender.branches < 4 or spikes_of(columns_of([body.plain], turn)) is not None:
            left.append(body)
        else:
            parts.append(_figure(body, slender, float(body.bounds[1, 2])))
    if len(left) == len(bodies):
        return clay
    return union(left) if left else clay.with_shape(type(clay.shape)())


def _by_rise(body: Clay, grounds: Sequence[Level]) -> Told:
    """Return a body told by its rise alone."""
    rise = float(body.bounds[1, 2] - _ground(body, grounds))
    is_low = rise < OBSTACLE_RISE - 1e-6
    kinds = frozenset({_K.LOW if is_low else _K.OBSTACLE})
    return Told("low" if is_low else "wall", kinds, 0.4, (rises(rise), LATE), body, measures={"rise": rise})


def _with_rubble(parts: list[Told]) -> list[Told]:
    """Return the parts with the small pieces of low terrain that lie about as one part."""
    loose = [part for part in parts if part.stem == "low" and part.clay is not None and _is_small(part.clay)]
    if len(loose) < 2:
        return parts
    highest = max(loose, key=lambda part: part.measures["rise"])
    heap = union([part.clay for part in loose if part.clay is not None])
    return [*(part for part in parts if part not in loose), replace(highest, stem="rubble", clay=heap)]


def _is_small(clay: Clay) -> bool:
    low, high = clay.bounds
    return bool((high - low)[:2].max() < 1.2)


def _of(find: Find, clay: Clay) -> Told:
    return Told(
        find.stem,
        find.kinds,
        find.confidence,
        find.reasons,
        clay,
        passage=find.passage,
        measures=dict(find.measures),
        near=find.near,
    )


def _cut(clay: Clay, find: Find, parts: list[Told], *, whole: float = 0.97) -> Clay:
    """Add what of the clay lies in the find's cutter to the parts and return the rest; where it is nearly all of it
    (``whole``), take the clay as it is.
    """
    if clay.shape.is_empty() or not clay.meets(find.cutter):
        return clay
    inside, outside = clay.split(find.cutter)
    if inside.volume < _CRUMB / 4 or (inside.volume < 5 * _CRUMB and _is_sheet(inside)):
        return clay
    if inside.volume >= whole * clay.volume:
        inside, outside = clay, outside.with_shape(type(clay.shape)())
    same = next((k for k, part in enumerate(parts) if part.passage is not None and part.passage == find.passage), None)
    if same is not None and parts[same].clay is not None:
        parts[same] = replace(parts[same], clay=union([parts[same].clay or inside, inside]))
    else:
        parts.append(_of(find, inside))
    return outside


def _without_levels(
    body: Clay, levels: Sequence[Find], grounds: Sequence[Level], turn: float, parts: list[Told]
) -> list[Clay]:
    """Add the level areas of a body to the parts and return what is left of it.

    A body that is solid from its foot up to a level area nearly everywhere is cut through at that height: a tower and
    its parapet. A block among other things is cut out down to its foot: a landing. Of anything
    else a slab is cut out: a floor.
    """
    mine = [find for find in levels if find.level is not None and body.meets(find.cutter)]
    rise = float(body.bounds[1, 2] - _ground(body, grounds))
    if not mine or rise < OBSTACLE_RISE - 1e-6:
        return [body]
    columns = columns_of([body.plain], turn)
    low, high = body.bounds[:, 2].tolist()
    for k, find in enumerate(mine):
        assert find.level is not None
        through, under = _solid_below(columns, find.level, low)
        height = find.level.top + 0.005
        if under is None:
            continue
        level = find.level
        alike = [one.level.area for one in mine if one.level and abs(one.level.height - level.height) <= 2 * LEVEL_PLAY]
        broad = sum(alike) / max(_plan(columns), 1e-9)
        if through >= _SOLID_BELOW and broad >= _MOSTLY_LEVEL:
            above, below = body.shape.split_by_plane((0.0, 0.0, 1.0), height)
            slab = high - low <= 0.7 and low > 0.5
            kinds = find.kinds if slab or _K.LOW in find.kinds else find.kinds | {_K.OBSTACLE}
            reasons = find.reasons if kinds == find.kinds else (*find.reasons, rises(find.level.height))
            stem = "block" if _K.OBSTACLE in kinds else find.stem
            parts.append(replace(_of(find, body.with_shape(below)), kinds=kinds, reasons=reasons, stem=stem))
            others = [other for j, other in enumerate(mine) if j != k]
            standing = [] if above.is_empty() else list(body.with_shape(above).bodies())
            return [left for piece in standing for left in _without_levels(piece, others, grounds, turn, parts)]
    rest = body
    for find in mine:
        assert find.level is not None
        _, under = _solid_below(columns, find.level, low)
        thick = find.level.thickness > 0.7 and under is not None and under >= 0.9 and _K.PLATFORM in find.kinds
        whole = prism(find.area, low - 0.01, find.level.top + 0.005, turn) if thick else None
        if whole is not None:
            kinds, reasons = find.kinds | {_K.OBSTACLE}, (*find.reasons, rises(find.level.height))
            find = replace(find, cutter=whole, kinds=kinds, reasons=reasons, stem="block")
        rest = _cut(rest, find, parts)
    return [] if rest.shape.is_empty() else list(rest.bodies())


def _plan(columns: Columns) -> float:
    """Return the area (square in) that a body has seen from above."""
    return len(np.unique(columns.spans.column)) * columns.cell**2


def _solid_below(columns: Columns, level: Level, low: float) -> tuple[float, float | None]:
    """Return of how much of a body's plan the body is solid from its foot up to a level, and of how much of the level
    area itself (None: none of it is the body's).
    """
    spans = columns.spans
    foot = (spans.low <= low + 2 * LEVEL_PLAY) & (spans.high >= level.height - 2 * LEVEL_PLAY)
    count = len(np.unique(spans.column))
    at = (spans.high <= level.top + 0.01) & (spans.high >= level.height - 2 * LEVEL_PLAY)
    return float(foot.sum()) / max(count, 1), float((at & foot).sum() / at.sum()) if at.any() else None


def _is_sheet(clay: Clay) -> bool:
    return bool(2 * clay.volume < _SHEET * clay.shape.surface_area())


def _without_crumbs(bodies: Sequence[Clay], parts: list[Told]) -> list[Clay]:
    """Give crumbs to the part they touch, or to the largest body if they touch none, and return the other bodies."""
    left: list[Clay] = []
    dust: list[Clay] = []
    for body in bodies:
        low, high = body.bounds
        small = body.volume < _CRUMB or float((high - low).max()) < 0.15
        small = small or _is_sheet(body)
        owner = _owner(body, parts, small=small)
        if owner is not None:
            part = parts[owner]
            assert part.clay is not None
            parts[owner] = replace(part, clay=union([part.clay, body]))
        else:
            (dust if small else left).append(body)
    if not left:
        return dust
    k = max(range(len(left)), key=lambda k: left[k].volume)
    left[k] = union([left[k], *dust])
    return left


def _owner(body: Clay, parts: Sequence[Told], *, small: bool) -> int | None:
    """Return the part that what a cut left belongs to: whose surroundings hold it, or, if small, that it touches."""
    for k, part in enumerate(parts):
        if part.near is not None and body.meets(part.near):
            inside = body.shape ^ part.near
            if inside.volume() > 0.9 * body.volume:
                return k
    if not small:
        return None
    best, least = None, RESTING_GAP
    for k, part in enumerate(parts):
        if part.clay is None or not _near(body, part.clay):
            continue
        gap = float(body.shape.min_gap(part.clay.shape, 2 * RESTING_GAP))
        if gap < least:
            best, least = k, gap
    return best


def _near(a: Clay, b: Clay) -> bool:
    return bool((a.bounds[0] <= b.bounds[1] + RESTING_GAP).all() and (b.bounds[0] <= a.bounds[1] + RESTING_GAP).all())


def _ground(body: Clay, grounds: Sequence[Level]) -> float:
    """Return the height of what a body stands on: the floor, or a level area at its foot."""
    foot = float(body.bounds[0, 2])
    if foot <= 2 * LEVEL_PLAY:
        return 0.0
    near = [level for level in grounds if -0.15 <= foot - level.height <= 0.1]
    return max((level.height for level in near), default=0.0)


def _off_plinth(body: Clay, grounds: Sequence[Level], turn: float) -> list[Clay]:
    """Return a statue and its plinth apart, where the body all at once grows much narrower; else the body.

    Only what is round and thin above is set apart: a parapet stays with its tower.
    """
    low, high = body.bounds[:, 2].tolist()
    if high - _ground(body, grounds) < OBSTACLE_RISE:
        return [body]
    columns = columns_of([body.plain], turn)
    top = columns.tops
    heights = np.arange(low + 0.1, min(high - 0.9, low + 3.0), 0.05)
    if len(heights) < 2 or not len(top):
        return [body]
    share = np.array([(top > z).mean() for z in heights])
    wide = np.array([share[max(0, k - 2)] - share[min(len(share) - 1, k + 2)] for k in range(len(share))])
    for k in np.flatnonzero((wide >= _NARROWS) & (share <= 0.6))[::3][:6].tolist():
        near = top[np.abs(top - heights[k]) < 0.15]
        if not len(near):
            continue
        cut = float(np.quantile(near, 0.95)) + 0.01
        above, below = body.shape.split_by_plane((0.0, 0.0, 1.0), cut)
        pieces = list(body.with_shape(above).bodies())
        if 0 < len(pieces) <= 6 and any(slender_of(piece.plain) is not None for piece in pieces):
            return [body.with_shape(below), *pieces]
    return [body]


def _left(body: Clay, grounds: Sequence[Level], turn: float, is_whole: bool) -> list[Told]:
    """Return what is left as parts: spikes, what is round and thin, else low terrain or an obstacle by its rise."""
    rise = float(body.bounds[1, 2] - _ground(body, grounds))
    measures = {"rise": rise}
    if rise < OBSTACLE_RISE - 1e-6:
        sure = 0.95 if rise < 0.9 else 0.8
        return [Told("low", frozenset({_K.LOW}), sure, (rises(rise),), body, measures=measures)]
    columns = columns_of([body.plain], turn)
    spikes = spikes_of(columns)
    if spikes is not None:
        spiked, others = _spiked(body, spikes, columns)
        return [_deadly(spiked, spikes, rise), *(_plain(other, grounds) for other in others)]
    slender = slender_of(body.plain) if is_whole else None
    return [_plain(body, grounds) if slender is None else _figure(body, slender, rise)]


def _figure(body: Clay, slender: Slender, rise: float) -> Told:
    values = {"width": slender.width, "height": slender.height}
    reason = Because(
        "round and uneven, {width:.2f} in across and {height:.2f} in tall: suggested not to be climbed", values
    )
    kinds = frozenset({_K.UNCLIMBABLE})
    return Told("figure", kinds, 0.6, (reason, rises(rise)), body, measures={"rise": rise, **values})


def _plain(body: Clay, grounds: Sequence[Level]) -> Told:
    """Return a body that is nothing but high or low."""
    rise = float(body.bounds[1, 2] - _ground(body, grounds))
    if rise < OBSTACLE_RISE - 1e-6:
        return Told("low", frozenset({_K.LOW}), 0.8, (rises(rise),), body, measures={"rise": rise})
    sure = 0.9 if rise > 1.1 else 0.75
    return Told("wall", frozenset({_K.OBSTACLE}), sure, (rises(rise),), body, measures={"rise": rise})


def _deadly(body: Clay, spikes: Spikes, rise: float) -> Told:
    values = {"count": len(spikes.tips), "spacing": spikes.spacing}
    reason = Because("{count} points in a row, {spacing:.2f} in apart: spikes, suggested to be deadly", values)
    measures = {"rise": rise, "spikes": float(len(spikes.tips)), "spacing": spikes.spacing}
    return Told("spikes", frozenset({_K.DEADLY}), 0.7, (reason, rises(rise)), body, measures=measures)


def _spiked(body: Clay, spikes: Spikes, columns: Columns) -> tuple[Clay, list[Clay]]:
    """Return what stands below the tips of a body, and the large pieces of it that do not: piers of a railing."""
    import shapely

    tips = spikes.tips[:, :2]
    near = [
        shapely.LineString([tips[i], tips[j]])
        for i in range(len(tips))
        for j in range(i)
        if np.hypot(*(tips[i] - tips[j])) <= 1.6 * spikes.spacing
    ]
    half = min(0.45, max(0.2, spikes.spacing / 2 + 0.1))
    row = shapely.union_all([*(line.buffer(half) for line in near), *shapely.buffer(shapely.points(tips), half)])
    cutter = prism(row, float(body.bounds[0, 2]) - 0.1, float(body.bounds[1, 2]) + 0.1, columns.turn)
    if cutter is None:
        return body, []
    inside, outside = body.split(cutter)
    pieces = [] if outside.shape.is_empty() else list(outside.bodies())
    large = [k for k, piece in enumerate(pieces) if _is_pier(piece, body)]
    if not large or inside.shape.is_empty():
        return body, []
    rest = [pieces[k] for k in range(len(pieces)) if k not in large]
    return union([inside, *rest]), [pieces[k] for k in large]


def _is_pier(piece: Clay, body: Clay) -> bool:
    """Return whether a piece beside spikes is something of its own: upright, and more than a foot or a rail's end."""
    low, high = piece.bounds
    return bool(
        piece.volume >= 0.06 * body.volume and high[2] - low[2] >= OBSTACLE_RISE and (high - low)[:2].min() > 0.25
    )


def _stakes(bodies: list[Clay], grounds: Sequence[Level], turn: float, parts: list[Told]) -> list[Clay]:
    """Add small bodies that stand in a row and are pointed to the parts, and return the others."""
    small = [body for body in bodies if body.volume < _STAKE and body.bounds[1, 2] >= 0.6]
    if len(small) < 4:
        return bodies
    spikes = spikes_of(columns_of([body.plain for body in small], turn))
    if spikes is None:
        return bodies
    tips = Placement(turn=turn).apply(spikes.tips)
    pointed = [
        body for body in small if ((tips >= body.bounds[0] - 0.05) & (tips <= body.bounds[1] + 0.05)).all(axis=1).any()
    ]
    if len(pointed) < 4:
        return bodies
    rise = max(float(body.bounds[1, 2] - _ground(body, grounds)) for body in pointed)
    if rise < OBSTACLE_RISE:
        return bodies
    parts.append(_deadly(union(pointed), spikes, rise))
    return [body for body in bodies if not any(body is one for one in pointed)]
