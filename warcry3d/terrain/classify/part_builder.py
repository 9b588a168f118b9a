"""From bodies to parts: features are cut out, what is left is classified by its height."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from warcry3d.table.derive import OBSTACLE_RISE, Message
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.classify.columns import Columns, columns_of
from warcry3d.terrain.classify.cutting import CutSolid, prism, union
from warcry3d.terrain.classify.draft import PartDraft, ground_of
from warcry3d.terrain.classify.findings import Find, rises
from warcry3d.terrain.classify.levels import LevelArea
from warcry3d.terrain.classify.remains import classify_remainder, without_branches, without_stakes
from warcry3d.terrain.classify.slender import is_pole, slender_of
from warcry3d.units import LEVEL_TOLERANCE, RESTING_GAP

__all__ = ["LATE", "build_parts"]

_K = PartKind

_BUILT = frozenset({"platform", "block", "stairs", "ladder", "arch"})
"""What is left of a body with such parts is a building too: posts and beams, not a statue."""

_SLIVER = 0.004
"""Pieces that a cut leaves with less volume than this (cubic inches: a cube of 4 mm) go to the part they touch."""

_SOLID_BELOW = 0.8
"""A body is one part if this share of its plan is a level top with solid below: cutting gains nothing."""

_MOSTLY_LEVEL = 0.35
"""The least share of the plan that the level top itself takes: otherwise it is a crate beside a wall."""


_SHEET = 0.036
"""A remainder of a cut that is thinner than this (in) is a sliver too: the skin of a wall."""

_NARROWS = 0.2
"""A statue's plinth ends where this share of the plan ends within 0.2 in."""


LATE = Message("classifying it further would take too long", {})
"""The reason for a classification by height alone."""


def build_parts(
    cut_solid: CutSolid,
    finds: Sequence[Find],
    levels: Sequence[Find],
    arches: Sequence[Find],
    turn: float,
    is_late: Callable[[], bool],
) -> list[PartDraft]:
    """Return the parts of one solid: ladders and stairs (``finds``), level areas, passages, and what is left.

    Once ``is_late`` returns True nothing more is cut, and bodies are classified by their height.
    """
    parts: list[PartDraft] = []
    rest = cut_solid if is_late() else without_branches(cut_solid, (*finds, *levels, *arches), turn, parts)
    for find in finds:
        rest = rest if is_late() else _cut(rest, find, parts)
    grounds = [find.level for find in levels if find.level is not None and _K.PLATFORM in find.kinds]
    walls: list[CutSolid] = []
    for body in rest.bodies():
        walls.extend([body] if is_late() else _without_levels(body, levels, grounds, turn, parts))
    remains: list[CutSolid] = []
    for body in walls:
        for find in arches:
            body = body if is_late() else _cut(body, find, parts, whole=0.85)
        remains.extend(body.bodies() if not body.shape.is_empty() else ())
    remains = _without_slivers(remains, parts)
    is_whole = not any(part.stem in _BUILT for part in parts)
    for body in remains if is_late() else without_stakes(remains, grounds, turn, parts):
        if is_late():
            parts.append(_by_rise(body, grounds))
            continue
        pieces = _off_plinth(body, grounds, turn) if is_whole else [body]
        parts.extend(draft for piece in pieces for draft in classify_remainder(piece, grounds, turn, is_whole))
    return _with_rubble(parts)


def _by_rise(body: CutSolid, grounds: Sequence[LevelArea]) -> PartDraft:
    """Return a body classified by its height alone."""
    rise = float(body.bounds[1, 2] - ground_of(body, grounds))
    is_low = rise < OBSTACLE_RISE - 1e-6
    kinds = frozenset({_K.LOW if is_low else _K.OBSTACLE})
    return PartDraft("low" if is_low else "wall", kinds, 0.4, (rises(rise), LATE), body, measures={"rise": rise})


def _with_rubble(parts: list[PartDraft]) -> list[PartDraft]:
    """Return the parts with the small pieces of low terrain lying around merged into one part."""
    loose = [part for part in parts if part.stem == "low" and part.cut_solid is not None and _is_small(part.cut_solid)]
    if len(loose) < 2:
        return parts
    highest = max(loose, key=lambda part: part.measures["rise"])
    heap = union([part.cut_solid for part in loose if part.cut_solid is not None])
    return [*(part for part in parts if part not in loose), replace(highest, stem="rubble", cut_solid=heap)]


def _is_small(cut_solid: CutSolid) -> bool:
    low, high = cut_solid.bounds
    return bool((high - low)[:2].max() < 1.2)


def _of(find: Find, cut_solid: CutSolid) -> PartDraft:
    return PartDraft(
        find.stem,
        find.kinds,
        find.confidence,
        find.reasons,
        cut_solid,
        passage=find.passage,
        measures=dict(find.measures),
        near=find.near,
    )


def _cut(cut_solid: CutSolid, find: Find, parts: list[PartDraft], *, whole: float = 0.97) -> CutSolid:
    """Add what is in the finding's cutter to the parts and return the rest.

    If it is nearly all of the solid (``whole``), the solid is taken as it is.
    """
    if cut_solid.shape.is_empty() or not cut_solid.meets(find.cutter):
        return cut_solid
    inside, outside = cut_solid.split(find.cutter)
    if inside.volume < _SLIVER / 4 or (inside.volume < 5 * _SLIVER and _is_sheet(inside)):
        return cut_solid
    if inside.volume >= whole * cut_solid.volume:
        inside, outside = cut_solid, outside.with_shape(type(cut_solid.shape)())
    same = next((k for k, part in enumerate(parts) if part.passage is not None and part.passage == find.passage), None)
    if same is not None and parts[same].cut_solid is not None:
        parts[same] = replace(parts[same], cut_solid=union([parts[same].cut_solid or inside, inside]))
    else:
        parts.append(_of(find, inside))
    return outside


def _without_levels(
    body: CutSolid, levels: Sequence[Find], grounds: Sequence[LevelArea], turn: float, parts: list[PartDraft]
) -> list[CutSolid]:
    """Add the level areas of a body to the parts and return what is left of it.

    A body that is solid from its foot up to a level area nearly everywhere is cut through at that height: a tower and
    its parapet. A block among other things is cut out down to its foot: a landing. From anything else a slab is cut
    out: a floor.
    """
    mine = [find for find in levels if find.level is not None and body.meets(find.cutter)]
    rise = float(body.bounds[1, 2] - ground_of(body, grounds))
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
        alike = [
            one.level.area for one in mine if one.level and abs(one.level.height - level.height) <= 2 * LEVEL_TOLERANCE
        ]
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


def _solid_below(columns: Columns, level: LevelArea, low: float) -> tuple[float, float | None]:
    """Return the share of a body's plan over which it is solid from its foot up to a level, and the share of the level
    area.

    None: none of the level area belongs to the body.
    """
    spans = columns.spans
    foot = (spans.low <= low + 2 * LEVEL_TOLERANCE) & (spans.high >= level.height - 2 * LEVEL_TOLERANCE)
    count = len(np.unique(spans.column))
    at = (spans.high <= level.top + 0.01) & (spans.high >= level.height - 2 * LEVEL_TOLERANCE)
    return float(foot.sum()) / max(count, 1), float((at & foot).sum() / at.sum()) if at.any() else None


def _is_sheet(cut_solid: CutSolid) -> bool:
    return bool(2 * cut_solid.volume < _SHEET * cut_solid.shape.surface_area())


def _without_slivers(bodies: Sequence[CutSolid], parts: list[PartDraft]) -> list[CutSolid]:
    """Add slivers to the part they touch, or to the largest body if they touch none, and return the other bodies."""
    left: list[CutSolid] = []
    dust: list[CutSolid] = []
    added: dict[int, list[CutSolid]] = {}  # united with their parts once at the end: hundreds each took half a minute
    for body in bodies:
        low, high = body.bounds
        small = body.volume < _SLIVER or float((high - low).max()) < 0.15
        small = small or _is_sheet(body)
        owner = _owner(body, parts, added, small=small)
        if owner is not None:
            added.setdefault(owner, []).append(body)
        else:
            (dust if small else left).append(body)
    for owner, slivers in added.items():
        whole = parts[owner].cut_solid
        assert whole is not None
        parts[owner] = replace(parts[owner], cut_solid=union([whole, *slivers]))
    if not left:
        return dust
    k = max(range(len(left)), key=lambda k: left[k].volume)
    left[k] = union([left[k], *dust])
    return left


def _owner(
    body: CutSolid, parts: Sequence[PartDraft], added: Mapping[int, Sequence[CutSolid]], *, small: bool
) -> int | None:
    """Return the part that a remainder of a cut belongs to: one whose surroundings contain it, or, if small, that it
    touches, with what was ``added`` to it.
    """
    for k, part in enumerate(parts):
        if part.near is not None and body.meets(part.near):
            inside = body.shape ^ part.near
            if inside.volume() > 0.9 * body.volume:
                return k
    if not small:
        return None
    best, least = None, RESTING_GAP
    for k, part in enumerate(parts):
        if part.cut_solid is None:
            continue
        for other in (part.cut_solid, *added.get(k, ())):
            # Pieces of one solid do not overlap: where no triangle is near, the parts do not touch. From the larger
            # one the gap is measured with the tree it has; the other way each of its triangles is looked up.
            if _near(body, other) and other.is_near(body, RESTING_GAP):
                gap = float(other.shape.min_gap(body.shape, 2 * RESTING_GAP))
                best, least = (k, gap) if gap < least else (best, least)
            if least == 0.0:
                return best
    return best


def _near(a: CutSolid, b: CutSolid) -> bool:
    return bool((a.bounds[0] <= b.bounds[1] + RESTING_GAP).all() and (b.bounds[0] <= a.bounds[1] + RESTING_GAP).all())


def _off_plinth(body: CutSolid, grounds: Sequence[LevelArea], turn: float) -> list[CutSolid]:
    """Return a statue and its plinth separately where the body suddenly grows much narrower; else the body.

    Only what is round and thin above is separated: a parapet stays with its tower.
    """
    low, high = body.bounds[:, 2].tolist()
    if high - ground_of(body, grounds) < OBSTACLE_RISE:
        return [body]
    whole = slender_of(body.plain)
    if whole is not None and is_pole(whole):
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
