"""What is left of a body after all features are cut out: spikes, figures and trees, else high or low terrain."""

from collections.abc import Sequence

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.table.derive import OBSTACLE_RISE, Message
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.classify.columns import Columns, columns_of
from warcry3d.terrain.classify.cutting import CutSolid, prism, union
from warcry3d.terrain.classify.draft import PartDraft, ground_of
from warcry3d.terrain.classify.findings import Find, rises
from warcry3d.terrain.classify.levels import LevelArea
from warcry3d.terrain.classify.slender import Slender, Spikes, is_pole, slender_of, spikes_of

__all__ = ["classify_remainder", "without_branches", "without_stakes"]

_K = PartKind

_STAKE = 0.4
"""The greatest volume (cubic in) of a stake that stands alone."""

_SLOPE = (0.1, 1.2)
"""The slope (rise per inch) of a surface that counts as sloping: 6 to 50 degrees."""


def without_branches(cut_solid: CutSolid, finds: Sequence[Find], turn: float, parts: list[PartDraft]) -> CutSolid:
    """Add bodies of nothing but branches to the parts and return the rest: low boughs are no low terrain."""
    built = [find for find in finds if find.kinds != {_K.LOW}]
    bodies = list(cut_solid.bodies())
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
        return cut_solid
    return union(left) if left else cut_solid.with_shape(type(cut_solid.shape)())


def classify_remainder(body: CutSolid, grounds: Sequence[LevelArea], turn: float, is_whole: bool) -> list[PartDraft]:
    """Return what is left as parts: spikes, what is round and thin, else low terrain or an obstacle by its height."""
    rise = float(body.bounds[1, 2] - ground_of(body, grounds))
    measures = {"rise": rise}
    if rise < OBSTACLE_RISE - 1e-6:
        sure = 0.95 if rise < 0.9 else 0.8
        return [PartDraft("low", frozenset({_K.LOW}), sure, (rises(rise),), body, measures=measures)]
    columns = columns_of([body.plain], turn)
    spikes = spikes_of(columns)
    if spikes is not None:
        spiked, others = _spiked(body, spikes, columns)
        return [_deadly(spiked, spikes, rise), *(_plain(other, grounds) for other in others)]
    slender = slender_of(body.plain) if is_whole else None
    return [_plain(body, grounds) if slender is None else _figure(body, slender, rise)]


def _figure(body: CutSolid, slender: Slender, rise: float) -> PartDraft:
    values = {"width": slender.width, "height": slender.height}
    reason = Message(
        "round and thin, {width:.2f} in across and {height:.2f} in tall: suggested as unclimbable"
        if is_pole(slender)
        else "round and uneven, {width:.2f} in across and {height:.2f} in tall: suggested as unclimbable",
        values,
    )
    kinds = frozenset({_K.UNCLIMBABLE})
    return PartDraft("figure", kinds, 0.6, (reason, rises(rise)), body, measures={"rise": rise, **values})


def _plain(body: CutSolid, grounds: Sequence[LevelArea]) -> PartDraft:
    """Return a body that is just high or low."""
    rise = float(body.bounds[1, 2] - ground_of(body, grounds))
    if rise < OBSTACLE_RISE - 1e-6:
        return PartDraft("low", frozenset({_K.LOW}), 0.8, (rises(rise),), body, measures={"rise": rise})
    sure = 0.9 if rise > 1.1 else 0.75
    reasons: tuple[Message, ...] = (rises(rise),)
    if _slopes(body):
        # Neither level (WC-TERR-1) nor steps (WC-TERR-4): a base's centre may not walk there (WC-WALK-1).
        slope = Message(
            "most of it is a slope, neither level nor stepped: it is climbed, unless the players agree otherwise", {}
        )
        sure, reasons = 0.6, (*reasons, slope)
    return PartDraft("wall", frozenset({_K.OBSTACLE}), sure, reasons, body, measures={"rise": rise})


def _slopes(body: CutSolid) -> bool:
    """Return whether most of a body seen from above slopes one way: a ramp; a roof slopes two ways."""
    solid = body.plain
    corners = solid.triangles
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    flat = across[:, 2] > 1e-9
    lean = across[flat, :2] / across[flat, 2:]
    area = across[flat, 2]
    steep = np.hypot(*lean.T)
    sloping = (steep >= _SLOPE[0]) & (steep <= _SLOPE[1])
    if area[sloping].sum() < 0.6 * area.sum():
        return False
    mean: FloatArray = (lean[sloping] * area[sloping, None]).sum(axis=0) / area[sloping].sum()
    return bool(float(np.hypot(*mean)) >= 0.8 * float((steep[sloping] * area[sloping]).sum() / area[sloping].sum()))


def _deadly(body: CutSolid, spikes: Spikes, rise: float) -> PartDraft:
    values = {"count": len(spikes.tips), "spacing": spikes.spacing}
    reason = Message("{count} points in a row, {spacing:.2f} in apart: spikes, suggested as deadly", values)
    measures = {"rise": rise, "spikes": float(len(spikes.tips)), "spacing": spikes.spacing}
    return PartDraft("spikes", frozenset({_K.DEADLY}), 0.7, (reason, rises(rise)), body, measures=measures)


def _spiked(body: CutSolid, spikes: Spikes, columns: Columns) -> tuple[CutSolid, list[CutSolid]]:
    """Return what is below the tips of a body, and the large pieces of it that are not: piers of a railing."""
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


def _is_pier(piece: CutSolid, body: CutSolid) -> bool:
    """Return whether a piece beside spikes is a thing of its own: upright, and more than a foot or a rail's end."""
    low, high = piece.bounds
    return bool(
        piece.volume >= 0.06 * body.volume and high[2] - low[2] >= OBSTACLE_RISE and (high - low)[:2].min() > 0.25
    )


def without_stakes(
    bodies: list[CutSolid], grounds: Sequence[LevelArea], turn: float, parts: list[PartDraft]
) -> list[CutSolid]:
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
    rise = max(float(body.bounds[1, 2] - ground_of(body, grounds)) for body in pointed)
    if rise < OBSTACLE_RISE:
        return bodies
    parts.append(_deadly(union(pointed), spikes, rise))
    return [body for body in bodies if not any(body is one for one in pointed)]
