"""Parts cut at a height, united, and split into shells: together they stay exactly the body they were."""

from collections.abc import Sequence
from dataclasses import replace

from warcry3d.errors import EditError, MeshError
from warcry3d.geom.solid import Solid
from warcry3d.message import Message
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_notes import Judged
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part
from warcry3d.terrain.classify.cutting import CutSolid

__all__ = ["LEAST_VOLUME", "closed", "cut_at", "merged", "shells_of", "solid_of", "with_reason"]

LEAST_VOLUME = 1e-4
"""A part of less volume (cubic inches: a cube of 1.2 mm) is a slip of the cut, and may not load again."""

_MOST_SHELLS = 500
"""More shells than this are rubble: so many parts nobody can name."""


def with_reason(part: Part, reason: Message, *, confidence: float | None = None) -> Part:
    """Return the part with a reason before those it has, and the confidence it has unless another is given.

    What was measured on its shape is forgotten: the shape is another now.
    """
    judged = part.judged or Judged(1.0)
    reasons = (reason, *(other for other in judged.reasons if other.template != reason.template))
    return replace(part, judged=Judged(judged.confidence if confidence is None else confidence, reasons))


def solid_of(parts: Sequence[Part]) -> CutSolid:
    """Return parts as one solid to cut; raise `EditError` where that cannot be."""
    for part in parts:
        if part.is_opening:
            raise EditError("part '{part}' is an opening, which is air; expected a solid part", part=part.id)
    try:
        return CutSolid.of([part.solid for part in parts], [part.skin for part in parts])
    except MeshError as error:
        names = ", ".join(part.id for part in parts)
        raise EditError("part '{part}' cannot be cut: {reason}", part=names, reason=error.message) from None


def closed(shape: CutSolid, part: str, *, is_evened: bool = True) -> tuple[Solid, Skin | None]:
    """Return a shape as a closed solid with its skin; raise `EditError` where nothing closed is left.

    ``is_evened``: without the needles that cuts have left on it.
    """
    try:
        return shape.even_solid() if is_evened else shape.solid()
    except MeshError as error:
        raise EditError("part '{part}' cannot be cut: {reason}", part=part, reason=error.message) from None


def is_sound(shape: CutSolid) -> bool:
    """Return whether a shape can be written, read back and cut again: no sliver folds it and changes its volume."""
    try:
        solid, _ = shape.solid()
        again = CutSolid.of([solid], [None])
    except MeshError:
        return False
    return abs(again.volume - shape.volume) <= 1e-6 * max(1.0, shape.volume)


def cut_at(part: Part, height: float, above: str) -> tuple[Part, Part]:
    """Return what is below a height (in) and what is above it, which is called ``above``; both keep the kinds."""
    low, high = part.solid.bounds[:, 2].tolist()
    whole = solid_of([part])
    if low < height < high:
        over, under = (whole.with_shape(shape) for shape in whole.shape.split_by_plane((0.0, 0.0, 1.0), height))
    if not low < height < high or min(over.volume, under.volume) < LEAST_VOLUME:
        raise EditError(
            "part '{part}' cannot be cut at {height:g} in; expected a height between {low:.2f} and {high:.2f} in",
            part=part.id,
            height=height,
            low=low,
            high=high,
        )
    reason = Message("cut from '{part}' at {height:.2f} in", {"part": part.id, "height": height})
    lower, upper = closed(under, part.id), closed(over, part.id)
    left = with_reason(replace(part, solid=lower[0], skin=lower[1]), reason)
    return left, with_reason(replace(part, id=above, solid=upper[0], skin=upper[1], passage=None), reason)


def merged(parts: Sequence[Part], name: str, kinds: frozenset[PartKind]) -> Part:
    """Return parts united to one with this name and these kinds; a wall with an arch united to it is a wall, in which
    the opening can be marked again.
    """
    solid, skin = closed(solid_of(parts), parts[0].id)
    is_opening = bool(kinds & {PartKind.ARCH, PartKind.DOOR}) or all(part.passage is not None for part in parts)
    passage = next((part.passage for part in parts if part.passage is not None), None) if is_opening else None
    off = max(part.deviation_mm for part in parts)
    made = replace(
        parts[0], id=name, kinds=kinds, solid=solid, skin=skin, passage=passage, deviation_mm=off, judged=_least(parts)
    )
    return with_reason(made, Message("united from {parts}", {"parts": ", ".join(part.id for part in parts)}))


def _least(parts: Sequence[Part]) -> Judged:
    """Return how sure the kinds of all parts are: as sure as those of the least sure."""
    return Judged(min(1.0 if part.judged is None else part.judged.confidence for part in parts))


def shells_of(part: Part) -> tuple[Part, ...]:
    """Return the part's connected shells, the largest first, all with its name; raise `EditError` if it is one."""
    bodies = solid_of([part]).bodies()
    if not 1 < len(bodies) <= _MOST_SHELLS:
        raise EditError(
            "part '{part}' has {count} connected shells; expected 2 to {limit}",
            part=part.id,
            count=len(bodies),
            limit=_MOST_SHELLS,
        )
    reason = Message("a connected shell of '{part}'", {"part": part.id})
    order = sorted(range(len(bodies)), key=lambda k: -round(bodies[k].volume, 6))
    found = []
    for rank, k in enumerate(order):
        solid, skin = closed(bodies[k], part.id)
        one = replace(part, solid=solid, skin=skin, passage=None if rank else part.passage)
        found.append(with_reason(one, reason))
    return tuple(found)
