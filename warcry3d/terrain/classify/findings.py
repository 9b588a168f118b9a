"""Features found in the columns as parts to cut: the cutter, the kinds, and the reasons in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from warcry3d.table.derive import OBSTACLE_RISE, Message, holds_square
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.classify.columns import Columns
from warcry3d.terrain.classify.cutting import box_between, plate_between, prism
from warcry3d.terrain.classify.ladders import Ladder
from warcry3d.terrain.classify.leaves import Leaf
from warcry3d.terrain.classify.levels import BASES_MM, HEADROOM, LevelArea
from warcry3d.terrain.classify.low_areas import LowArea
from warcry3d.terrain.classify.openings import Opening
from warcry3d.terrain.classify.outlines import OutlineSurface
from warcry3d.terrain.classify.stairs import Flight
from warcry3d.terrain.parts import PassageNote
from warcry3d.units import MM, PLATFORM_SIDE

__all__ = ["Find", "arch", "door", "door_reasons", "ladder", "level_area", "low", "passage_of", "rises", "stairs"]

_K = PartKind

_SLAB = 0.7
"""A floor thinner than this (in) is cut out whole; of thicker ground only a slice of `_SLICE` under its surface."""

_SLICE = 0.15
_UNDERSIDE = 0.05
"""What stands on a slab begins within this distance (in) of its underside; a wall beside it goes on below."""

_ROOMY = 1.7
"""A level area that has room for a circle of this diameter (in) holds the square and all bases that are tried."""

_JAMB = 0.3
"""How wide (in) the stonework around a passage is cut out with it."""


_FACE = 0.03
"""How far (in) what is cut out of a wall reaches beyond its faces, of which the grid tells within half a cell."""

_FOOTING = 0.05
"""Passages that begin higher than this (in) above the table go over a floor that is in the piece."""


@dataclass(frozen=True, eq=False)
class Find:
    """A feature that was found.

    ``cutter`` contains it (in the piece's frame); what is left of the cut and lies within ``near`` belongs to it.
    ``stem``: the start of its id. ``level`` and its ``area`` seen from above.
    """

    stem: str
    kinds: frozenset[PartKind]
    cutter: Any
    confidence: float
    reasons: tuple[Message, ...]
    passage: PassageNote | None = None
    measures: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    near: Any = None
    level: LevelArea | None = None
    area: Any = None


def ladder(columns: Columns, found: Ladder) -> Find:
    """Return a ladder as a finding: its rungs and the rails beside them, down to the floor."""
    first, last = found.rungs[0], found.rungs[-1]
    way = (last - first) / np.linalg.norm(last - first)
    below = min(float(first[2] + 0.05), 2.5 * found.spacing)
    start, end = first - way * (below / way[2]), last + way * (found.spacing / way[2])
    half = (found.length / 2 + 0.22, max(found.depth * way[2], found.thickness) / 2 + 0.03)
    reason = Message(
        "{count} rungs {length:.2f} in long, one every {spacing:.2f} in: a ladder",
        {"count": len(found.rungs), "length": found.length, "spacing": found.spacing},
    )
    measures = {"rungs": len(found.rungs), "spacing": found.spacing, "width": found.length, "top": float(last[2])}
    sure = 0.95 if len(found.rungs) >= 5 else 0.8
    return Find(
        "ladder",
        frozenset({_K.LADDER}),
        box_between(start, end, found.along, half, columns.turn),
        sure - 0.2 * min(1.0, found.irregularity),
        (reason,),
        measures=measures,
        near=box_between(start, end + way * 2.5, found.along, (half[0] + 0.15, half[1] + 0.2), columns.turn),
    )


def stairs(columns: Columns, surface: OutlineSurface, found: Flight) -> Find | None:
    """Return a flight of stairs as a finding: what is below each of its treads."""
    import manifold3d

    cutters: list[Any] = []
    nears: list[Any] = []
    gaps, spans = columns.gaps, columns.spans
    for items in found.treads:
        plan = columns.mask(gaps.column[items])
        floor = gaps.floor[items]
        low = float(np.quantile(spans.low[gaps.below[items]], 0.1))
        area = surface.area(plan, float(floor.min()), float(floor.max()))
        cutters.append(prism(area, low - 0.02, float(floor.max()) + 0.02, columns.turn))
        nears.append(prism(area.buffer(0.22), low - 0.4, float(floor.max()) + 0.15, columns.turn))
    cutters = [cutter for cutter in cutters if cutter is not None]
    if not cutters:
        return None
    count = len(found.treads)
    reason = Message(
        "{count} treads {depth:.2f} in deep, each {rise:.2f} in above the last: stairs",
        {"count": count, "depth": found.depth, "rise": found.rise},
    )
    measures = {"treads": count, "tread_depth": found.depth, "tread_height": found.rise, "width": found.width}
    return Find(
        "stairs",
        frozenset({_K.STAIRS}),
        manifold3d.Manifold.batch_boolean(cutters, manifold3d.OpType.Add),
        (0.95 if count >= 4 else 0.8) - 0.4 * found.irregularity,
        (reason,),
        measures=measures,
        near=manifold3d.Manifold.batch_boolean([n for n in nears if n is not None], manifold3d.OpType.Add),
    )


def arch(columns: Columns, found: Opening, others: Sequence[Opening]) -> Find:
    """Return the stonework around a passage: its jambs, at most halfway to the next one, and its lintel."""
    jamb = _JAMB
    for other in others:
        step = (other.middle - found.middle)[:2]
        aside = abs(float(step[0] * found.way[1] - step[1] * found.way[0]))
        if other is not found and abs(float(step @ found.way)) < 1.0:
            jamb = min(jamb, max(0.02, (aside - found.width / 2 - other.width / 2) / 2))
    floor = float(min(found.start[2], found.end[2]))
    along = np.array([found.way[1], -found.way[0]])
    middle = found.middle
    bottom = floor - 0.01 if floor < _FOOTING else floor + 0.02  # of a floor in the piece no wafer comes along
    low, high = (np.array([middle[0], middle[1], z]) for z in (bottom, found.top + _JAMB))
    half = (found.width / 2 + jamb, found.depth / 2 + _FACE + columns.cell / 2)
    below, above = low - np.array([0, 0, 0.6]), high + np.array([0, 0, 0.3])
    small_shells = box_between(below, above, along, (half[0] + min(jamb, 0.25), half[1] + 0.1), columns.turn)
    reason = Message(
        "an opening {width:.2f} in wide and {height:.2f} in high leads through, from floor to floor: an arch",
        {"width": found.width, "height": found.height},
    )
    return Find(
        "arch",
        frozenset({_K.ARCH, _K.OBSTACLE}),
        box_between(low, high, along, half, columns.turn),
        (0.9 if found.fill > 0.9 and found.height >= 1.4 else 0.75) - 0.15 * found.posts - 0.15 * found.is_high,
        (reason,),
        passage_of(columns, found),
        {"width": found.width, "height": found.height, "depth": found.depth},
        near=small_shells,
    )


def door(columns: Columns, found: Opening) -> Find:
    """Return the leaf that is one mesh with its frame: what fills the opening between both of its faces."""
    leaf = found.leaf
    assert leaf is not None
    floor = float(min(found.start[2], found.end[2]))
    values = {"thickness": leaf.far - leaf.near, "width": found.width, "height": found.height}
    reason = Message(
        "a panel {thickness:.2f} in thick, set back in its frame, shuts an opening {width:.2f} in wide and "
        "{height:.2f} in high: a door",
        values,
    )
    measures = {"width": found.width, "height": found.height, "thickness": leaf.far - leaf.near}
    sure = 0.8 if leaf.sunk == 2 else 0.6
    grown = replace(leaf, near=leaf.near - columns.cell, far=leaf.far + columns.cell)
    plate = plate_between(found.start, found.way, grown, floor - 0.01, columns.turn)
    return Find("door", frozenset({_K.DOOR}), plate, sure, (reason,), passage_of(columns, found), measures)


def passage_of(columns: Columns, found: Opening) -> PassageNote:
    """Return the way in the piece's frame."""
    start, end = columns.to_piece(np.stack([found.start, found.end])).tolist()
    return PassageNote(tuple(start), tuple(end), found.width, found.height)


def door_reasons(leaf: Leaf, opening: Opening) -> tuple[Message, ...]:
    """Return the reason why a leaf is a door."""
    values = {"thickness": leaf.thickness, "width": opening.width, "height": opening.height}
    return (
        Message(
            "a leaf {thickness:.2f} in thick fills an opening {width:.2f} in wide and {height:.2f} in high: a door",
            values,
        ),
    )


def low(columns: Columns, surface: OutlineSurface, found: LowArea) -> Find | None:
    """Return low terrain that is one body with something high, and as much of what it carries as lies within it."""
    import manifold3d

    bottom = found.ground + 0.005 if found.level is not None else -0.01
    area = surface.clear_area(found.plan, found.high, found.ground + 0.05, found.top + 0.02)
    cutters = [prism(area, bottom, found.top + 0.02, columns.turn)]
    for plan, height in found.tables:
        cutters.append(prism(surface.area(plan, 0.0, 0.0), bottom, height + 0.005, columns.turn))
    solid = [cutter for cutter in cutters if cutter is not None]
    if not solid:
        return None
    cutter = manifold3d.Manifold.batch_boolean(solid, manifold3d.OpType.Add)
    return Find("low", frozenset({_K.LOW}), cutter, 0.75, (rises(found.rise),), measures={"rise": found.rise})


def rises(height: float) -> Message:
    """Return in words the kind of a part that rises this far (in) above its ground."""
    if height < OBSTACLE_RISE - 1e-6:
        return Message(
            "it rises {rise:.2f} in, less than {limit:g}: low terrain", {"rise": height, "limit": OBSTACLE_RISE}
        )
    return Message("it rises {rise:.2f} in, at least {limit:g}: an obstacle", {"rise": height, "limit": OBSTACLE_RISE})


def _with_what_is_under(columns: Columns, found: LevelArea) -> Any:
    """Return the cells of a level area, and of its surface where something hangs too low over it to stand there."""
    from scipy import ndimage

    gaps = columns.gaps
    same = (gaps.below >= 0) & (gaps.floor > found.height - 0.08) & (gaps.floor < found.top + 0.02)
    plan = columns.mask(gaps.column[same]) | found.plan
    return ndimage.binary_propagation(found.plan, mask=plan)


def _standing_on_slab(columns: Columns, found: LevelArea) -> Any:
    """Return the cells of what rises from the underside of a slab: the pillars of a railing stand on it."""
    spans = columns.spans
    stands = np.abs(spans.low - (found.height - found.thickness)) <= _UNDERSIDE
    stands &= (spans.high > found.top + 0.02) & (spans.low > _UNDERSIDE)
    return columns.mask(spans.column[stands])


def _room(shape: Any) -> float | None:
    """Return the diameter (in) of the largest circle in the outline of a level area; None if the platform's square does
    not fit.

    A square too large by a tenth of a millimetre still fits: reducing moves a rim that far.
    """
    import shapely

    parts = [part for part in shapely.get_parts(shape).tolist() if part.geom_type == "Polygon" and part.area > 0.1]
    if not any(holds_square(part, PLATFORM_SIDE) for part in parts):
        return None
    return max(2 * float(shapely.maximum_inscribed_circle(part, 0.002).length) for part in parts)


def level_area(
    columns: Columns, surface: OutlineSurface, found: LevelArea, on_it: Sequence[LowArea], *, raised: float
) -> Find | None:
    """Return a level area: a platform where it lies high enough above what is around, else low terrain.

    ``on_it``: low parts that stand on it; ``raised``: how far it lies above what is around (in).
    """
    thin = found.thickness <= _SLAB
    depth = found.thickness + 0.02 if thin else _SLICE
    in_doubt = found.circle < _ROOMY
    shape = surface.exact(found.plan, found.height - 0.06, found.top) if in_doubt else None
    if shape is not None:
        circle = _room(shape)
        if circle is None:
            return None
        found = replace(found, circle=circle)
    plan = _with_what_is_under(columns, found)
    for low_area in on_it:
        if not low_area.is_loose:
            continue
        plan = np.logical_or.reduce([plan, low_area.plan, *(under for under, _ in low_area.tables)])
    area = surface.area(plan, found.height - 0.06, found.top)
    if thin and (pillars := _standing_on_slab(columns, found)).any():
        import shapely

        # Their tops lie at other heights, so the level triangles leave notches where they stand at the slab's rim.
        area = shapely.union(area, surface.around(pillars))
    cutter = prism(area, found.height - depth, found.top + 0.005, columns.turn)
    if cutter is None:
        return None
    measures = {"height": found.height, "area": found.area, "circle": found.circle, "headroom": found.headroom}
    if raised < OBSTACLE_RISE - 1e-6:
        reason = Message(
            "level at {height:.2f} in, which is {rise:.2f} in above its surroundings, less than {limit:g}: low terrain",
            {"height": found.height, "rise": raised, "limit": OBSTACLE_RISE},
        )
        return Find("base", frozenset({_K.LOW}), cutter, 0.9, (reason,), measures=measures, level=found, area=area)
    stand = {f"stands_{mm}_mm": float(found.circle >= mm * MM) for mm in BASES_MM}
    widest = max((mm for mm in BASES_MM if found.circle >= mm * MM), default=0)
    reasons = [
        Message(
            "level at {height:.2f} in, and a square of {side:g} in fits on it: a platform",
            {"height": found.height, "side": PLATFORM_SIDE},
        ),
        Message("the largest of the usual round bases that fits on it: {base} mm", {"base": widest}),
    ]
    if np.isfinite(found.headroom):
        values = {"headroom": found.headroom, "limit": HEADROOM}
        reasons.append(Message("headroom {headroom:.2f} in, at least {limit:g}", values))
    sure = 0.95 if found.unevenness < 0.06 else 0.85
    if found.circle < 1.15:
        sure -= 0.15
    measures |= stand
    kinds = frozenset({_K.PLATFORM})
    return Find("platform", kinds, cutter, sure, tuple(reasons), measures=measures, level=found, area=area)
