"""Checks of how pieces stand on a board: through each other, in the air, off the board, on a slope or over an edge."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.geom.vertical_cast import vertical_cast
from warcry3d.message import Message
from warcry3d.table.derive import OBSTACLE_RISE
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.ground import footprint, manifold_of, placed_shape, shadow_of, standing_parts
from warcry3d.units import LENGTH_EPSILON, LEVEL_TOLERANCE, RESTING_GAP

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["off_board", "overlaps", "placement_findings", "resting", "settled", "unrest"]

LEVEL_COSINE = 0.985
"""A face that leans by less than 10 degrees carries what stands on it; from a steeper one it slides."""

CONTACT_STEP = 0.1
"""The foot of a piece is sampled every so many inches for what supports it.

More coarsely where that takes more than twice `FELT` points.
"""

FELT = 200

_INSET = 1e-4
"""Points are sampled this far (in) inside rims."""

_BELOW = np.array([[0, 0, -RESTING_GAP], [0, 0, 2 * RESTING_GAP]])
"""Bounding boxes enlarged by this much touch what they stand on."""

_AROUND = np.array([[-LEVEL_TOLERANCE] * 3, [LEVEL_TOLERANCE] * 3])


def placement_findings(table: Table) -> tuple[Finding, ...]:
    """Return the findings about how the features of a table stand, in the table's order."""
    return (*off_board(table), *overlaps(table), *resting(table))


def off_board(table: Table) -> Iterator[Finding]:
    """Yield the features that reach beyond the board by more than the tolerance: with their foot, or higher up."""
    for feature in table.terrain.features:
        out, place = _beyond(footprint(feature, below=_foot(feature) + OBSTACLE_RISE - LENGTH_EPSILON), table)
        if out > RESTING_GAP:
            yield Finding(
                "off-board",
                Severity.ERROR,
                Message("{feature} stands {out:.2f} in beyond the board's edge", {"feature": feature.id, "out": out}),
                ((*place, 0.0),),
                feature.id,
            )
            continue
        out, place = _beyond(footprint(feature), table)
        if out > RESTING_GAP:
            yield Finding(
                "leans-out",
                Severity.NOTE,
                Message("{feature} overhangs the board's edge by {out:.2f} in", {"feature": feature.id, "out": out}),
                ((*place, _foot(feature) + feature.placement.at[2]),),
                feature.id,
            )


def _beyond(plan: "BaseGeometry", table: Table) -> tuple[float, tuple[float, float]]:
    """Return how far (in) a plan reaches beyond the board, and where."""
    import shapely

    points = shapely.get_coordinates(plan)
    if not len(points):
        return 0.0, (0.0, 0.0)
    out = np.maximum(-points, points - (table.board.width, table.board.depth)).max(axis=1)
    worst = int(out.argmax())
    return float(out[worst]), (float(points[worst, 0]), float(points[worst, 1]))


def _foot(feature: Feature) -> float:
    """Return the lowest height of a feature, in its piece's frame."""
    return min(float(part.solid.bounds[0, 2]) for part in feature.piece.parts if not part.is_opening)


def overlaps(table: Table) -> Iterator[Finding]:
    """Yield the pairs of features whose solids overlap by more than the tolerance of real pieces, with volume and
    place.

    Exact up to rounding. Bodies that share a layer thinner than `RESTING_GAP` only touch; scenery, open doors and the
    air of arches overlap nothing.
    """
    features = table.terrain.features
    boxes = [_bounds(_standing(feature)) for feature in features]
    for i, j in combinations(range(len(features)), 2):
        if _apart(boxes[i], boxes[j]):
            continue
        shared = _shared(features[i], features[j])
        if shared is None or shared.volume() <= 0:
            continue
        thickness = 2 * shared.volume() / shared.surface_area()
        if thickness > RESTING_GAP:
            low, high = np.array(shared.bounding_box()).reshape(2, 3)
            x, y, z = _centre_of_mesh(shared, (low + high) / 2)
            yield Finding(
                "overlap",
                Severity.ERROR,
                Message(
                    "{a} and {b} overlap by {volume:.2g} cubic inches around ({x:.1f}, {y:.1f}, {z:.1f})",
                    {"a": features[i].id, "b": features[j].id, "volume": shared.volume(), "x": x, "y": y, "z": z},
                ),
                ((x, y, z),),
                features[i].id,
            )


def _standing(feature: Feature) -> list[Solid]:
    return [feature.solids[part.id] for part in feature.piece.parts if feature.blocks_sight(part)]


def _bounds(solids: Sequence[Solid]) -> FloatArray | None:
    if not solids:
        return None
    return np.stack([np.min([s.bounds[0] for s in solids], axis=0), np.max([s.bounds[1] for s in solids], axis=0)])


def _apart(a: FloatArray | None, b: FloatArray | None) -> bool:
    return a is None or b is None or bool((a[0] >= b[1]).any() or (b[0] >= a[1]).any())


def _shared(a: Feature, b: Feature) -> Any:
    """Return the intersection of two features as a body of manifold3d; None where it is empty."""
    import manifold3d

    found = []
    for one in a.piece.parts:
        for other in b.piece.parts:
            if not (a.blocks_sight(one) and b.blocks_sight(other)):
                continue
            if _apart(a.solids[one.id].bounds, b.solids[other.id].bounds):
                continue
            bodies = [manifold_of(one), manifold_of(other)]
            if None in bodies:
                continue
            placed = [_placed(m, f.placement) for m, f in zip(bodies, (a, b), strict=True)]
            both = placed[0] ^ placed[1]
            if not both.is_empty():
                found.append(both)
    return manifold3d.Manifold.batch_boolean(found, manifold3d.OpType.Add) if found else None


def _placed(body: Any, placement: Placement) -> Any:
    c, s = np.cos(placement.turn), np.sin(placement.turn)
    x, y, z = placement.at
    return body.transform(np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z]]))


def _centre_of_mesh(body: Any, otherwise: FloatArray) -> tuple[float, float, float]:
    mesh = body.to_mesh64()
    corners = np.asarray(mesh.vert_properties, np.float64)[:, :3][np.asarray(mesh.tri_verts, np.int64)]
    volume, centre = _moment(corners)
    x, y, z = (centre if volume > 0 else otherwise).tolist()
    return x, y, z


def _moment(corners: FloatArray) -> tuple[float, FloatArray]:
    """Return the volume inside closed triangles (m, 3, 3) and its centre (3,)."""
    origin = corners.reshape(-1, 3).mean(axis=0)
    t = corners - origin
    parts = np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])) / 6
    volume = float(parts.sum())
    if volume <= 0:
        return 0.0, origin
    return volume, np.asarray(origin + (parts[:, None] * t.sum(axis=1) / 4).sum(axis=0) / volume)


@dataclass(frozen=True, slots=True, eq=False)
class _Contacts:
    """The samples of a feature's foot: ``at`` (n, 2) points, ``gap`` (n,) down to what is below, ``is_level`` (n,)."""

    at: FloatArray
    gap: FloatArray
    is_level: NDArray[np.bool_]


def resting(table: Table) -> Iterator[Finding]:
    """Yield the features that do not rest.

    They are sunk into the floor, in the air, on a slope, or have their weight (at even density) outside of what
    supports them.
    """
    for feature in table.terrain.features:
        found = unrest(table, feature)
        if found is not None:
            yield found


def unrest(table: Table, feature: Feature) -> Finding | None:
    """Return why a feature does not rest where it is; None if it does."""
    foot = _foot(feature) + feature.placement.at[2]
    if foot < -RESTING_GAP:
        return _found(feature, "sunk", "{feature} is sunk {depth:.2f} in into the floor", foot, depth=-foot)
    felt = _felt(table, feature)
    nearest = float(felt.gap.min())
    if nearest > RESTING_GAP:
        return _found(
            feature, "floating", "{feature} floats {gap:.2f} in above the surface below it", foot, gap=nearest
        )
    touching = felt.gap <= RESTING_GAP
    if not felt.is_level[touching].any():
        return _found(feature, "on-slope", "{feature} stands on a slope: nothing level supports it", foot)
    out = _outside(felt.at[touching & felt.is_level], _weight(feature))
    if out <= RESTING_GAP or (foot <= RESTING_GAP and _leans(table, feature)):
        return None
    return _found(
        feature,
        "tips",
        "{feature} tips over: its centre of mass is {out:.2f} in outside its support",
        foot,
        out=out,
    )


def settled(table: Table, feature: Feature) -> Feature:
    """Return a feature lowered or raised until its foot touches what is below it on ``table``."""
    gap = float(_felt(table, feature).gap.min())
    x, y, z = feature.placement.at
    return replace(feature, placement=Placement((x, y, z - gap), feature.placement.turn))


def _leans(table: Table, feature: Feature) -> bool:
    """Return whether a feature on the floor touches another one that it can lean against."""
    box = _bounds(_standing(feature))
    for other in table.terrain.features:
        if other is feature or box is None or _apart(box + _AROUND, _bounds(_standing(other))):
            continue
        for one in (part for part in feature.piece.parts if feature.blocks_sight(part)):
            for two in (part for part in other.piece.parts if other.blocks_sight(part)):
                pair = manifold_of(one), manifold_of(two)
                if None not in pair:
                    a, b = _placed(pair[0], feature.placement), _placed(pair[1], other.placement)
                    if a.min_gap(b, 2 * LEVEL_TOLERANCE) <= LEVEL_TOLERANCE:
                        return True
    return False


def _found(feature: Feature, code: str, template: str, foot: float, **values: float) -> Finding:
    x, y = _weight(feature)
    # A tall print on the floor may be weighted or hollow; what lies over an edge falls.
    severity = Severity.WARNING if code == "tips" and foot <= RESTING_GAP else Severity.ERROR
    return Finding(code, severity, Message(template, {"feature": feature.id, **values}), ((x, y, foot),), feature.id)


def _weight(feature: Feature) -> tuple[float, float]:
    """Return the plan of a feature's centre of mass, all parts of one density."""
    moments = [_moment(feature.solids[part.id].triangles) for part in feature.piece.parts if not part.is_opening]
    total = sum(volume for volume, _ in moments)
    x, y, _ = (np.sum([volume * centre for volume, centre in moments], axis=0) / total).tolist()
    return x, y


def _outside(carried_at: FloatArray, weight: tuple[float, float]) -> float:
    import shapely

    return float(shapely.distance(shapely.convex_hull(shapely.multipoints(carried_at)), shapely.Point(weight)))


def _felt(table: Table, feature: Feature) -> _Contacts:
    """Return what is below the foot of a feature: the floor, or the nearest top of another feature."""
    at = _foot_points(table, feature)
    bottom = _bottoms(feature, at)
    gap = bottom.copy()  # down to the floor
    is_level = np.ones(len(at), np.bool_)
    first, last = at.min(axis=0), at.max(axis=0)
    for other in table.terrain.features:
        if other is feature:
            continue
        for solid in _standing(other):
            low, high = solid.bounds[:, :2]
            if (low > last).any() or (high < first).any():
                continue
            near = np.flatnonzero(((at >= low) & (at <= high)).all(axis=1))
            if not len(near):
                continue
            met = vertical_cast(solid, at[near])
            line = near[met.line]
            # A top that reaches a little into the foot carries it all the same: that they cross is reported elsewhere.
            below = np.flatnonzero(met.up & (met.z <= bottom[line] + OBSTACLE_RISE / 2))
            below = below[np.lexsort((met.z[below], line[below]))]
            highest = below[np.append(np.diff(line[below]) > 0, True)] if len(below) else below
            on, higher = line[highest], bottom[line[highest]] - met.z[highest]
            is_nearer = higher < gap[on]
            gap[on[is_nearer]] = higher[is_nearer]
            is_level[on[is_nearer]] = solid.normals[met.face[highest[is_nearer]], 2] >= LEVEL_COSINE
    return _Contacts(at, gap, is_level)


def _foot_points(table: Table, feature: Feature) -> FloatArray:
    """Return some hundred points (n, 2) on the table over the foot of a feature.

    Its rim, a lattice, and where it ends over other parts.
    """
    import shapely

    plan = footprint(feature, below=_foot(feature) + LEVEL_TOLERANCE)
    inner = plan.buffer(-_INSET, join_style="mitre")
    if inner.is_empty:
        inner = plan
    rim = inner.boundary if inner.area else inner
    points = shapely.get_coordinates(shapely.segmentize(rim, max(CONTACT_STEP, rim.length / FELT)))
    points = points[:: max(1, len(points) // (2 * FELT))]
    x0, y0, x1, y1 = inner.bounds
    step = max(CONTACT_STEP, math.sqrt(max((x1 - x0) * (y1 - y0), LENGTH_EPSILON) / FELT))
    grid = np.stack([g.ravel() for g in np.meshgrid(np.arange(x0, x1, step), np.arange(y0, y1, step))], axis=1)
    over = _over_others(table, feature, inner)
    return np.concatenate([points, grid[shapely.contains_xy(inner, grid[:, 0], grid[:, 1])], over])


def _over_others(table: Table, feature: Feature, foot: "BaseGeometry") -> FloatArray:
    """Return the corners of a raised foot's part that is above the plans of other parts: its support ends there."""
    import shapely

    corners = [np.zeros((0, 2))]
    box = _bounds(_standing(feature))
    if _foot(feature) + feature.placement.at[2] > RESTING_GAP:
        for other, part in standing_parts(table):
            if other is not feature and not _apart(box, other.solids[part.id].bounds + _BELOW):
                plan = placed_shape(shadow_of(part), other.placement).buffer(-_INSET, join_style="mitre")
                corners.append(shapely.get_coordinates(foot.intersection(plan)))
    found = np.concatenate(corners)
    return found[:: max(1, len(found) // FELT)]


def _bottoms(feature: Feature, at: FloatArray) -> FloatArray:
    """Return how high over the floor the underside of a feature is over each point (n, 2)."""
    foot = _foot(feature) + feature.placement.at[2]
    heights = np.full(len(at), np.inf)
    for part in feature.piece.parts:
        solid = feature.solids[part.id]
        low = np.flatnonzero(solid.triangles[:, :, 2].min(axis=1) <= foot + LEVEL_TOLERANCE)
        if not part.is_opening and len(low):
            met = vertical_cast(Solid(solid.vertices, solid.faces[low], _checked=True), at)
            np.minimum.at(heights, met.line, met.z)
    return np.where(np.isfinite(heights), np.maximum(heights, foot), foot + LEVEL_TOLERANCE)
