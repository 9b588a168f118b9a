"""Classifying a piece again: kinds set by people override those found by shape."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from warcry3d.errors import UnknownNameError
from warcry3d.geom.unite import unite
from warcry3d.message import Message
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_notes import Judged, Override
from warcry3d.table.pieces import checked_kinds
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.classify.names import is_made_up
from warcry3d.terrain.importing import classified, piece_of
from warcry3d.terrain.parts import ImportedBody

__all__ = ["reclassified"]


def reclassified(
    piece: Piece, said: Sequence[Override] = (), *, clear: Sequence[str] = (), again: bool = False
) -> Piece:
    """Return the piece with what is ``said`` now laid over its parts; what was said of parts in ``clear`` is forgotten.

    Parts stay the bodies they are, but with ``again`` (or where something is forgotten) they are classified anew from
    the whole shape, with all that was said before. Raise `UnknownNameError` for a part that is not there,
    `FileError` for kinds that contradict each other.
    """
    spot = JsonPath(piece.name)
    named = [_settled(piece, one, spot) for one in said]
    known = {part.id for part in piece.parts} | {one.part for one in piece.overrides}
    unknown = next((name for name in clear if name not in known), None)
    if unknown is not None:
        raise _no_part(piece, unknown)
    changed = {one.part for one in named} | set(clear)
    kept = (*(one for one in piece.overrides if one.part not in changed), *named)
    if again or clear:
        parts, _ = classified(_bodies(piece), kept, spot)
        made = piece_of(piece.name, parts, piece.source, kept)
        return replace(made, written=piece.written, accept=piece.accept, made=piece.made)
    parts_now = list(piece.parts)
    for one in named:
        at = next(i for i, part in enumerate(parts_now) if part.id == one.part)
        parts_now[at] = _overridden(parts_now[at], one)
    return replace(piece, parts=tuple(parts_now), overrides=kept)


def _no_part(piece: Piece, name: str) -> UnknownNameError:
    known = ", ".join(part.id for part in piece.parts)[:500]
    return UnknownNameError("there is no part '{part}'; there are {known}", part=name, known=known)


def _settled(piece: Piece, one: Override, spot: JsonPath) -> Override:
    """Return what was said with both the part's name and a place on it, so that it outlives either."""
    from warcry3d.terrain.classify.overrides import nearest_part

    checked_kinds(sorted(one.kinds), spot.at(one.part or "places"), is_opening=False)
    if one.part:
        part = next((part for part in piece.parts if part.id == one.part), None)
        if part is None:
            raise _no_part(piece, one.part)
    else:
        solids = [part.solid for part in piece.parts]
        part = piece.parts[nearest_part(solids, np.array(one.places, dtype=np.float64))[0]]
    return Override(one.kinds, part.id, one.places or (_place_on(part),))


def _place_on(part: Part) -> tuple[float, float, float]:
    """Return the middle of the part's largest triangle."""
    corners = part.solid.triangles
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    x, y, z = np.round(corners[int(areas.argmax())].mean(axis=0), 4).tolist()
    return (x, y, z)


def _overridden(part: Part, one: Override) -> Part:
    kinds = ", ".join(sorted(kind.value for kind in one.kinds))
    before = ", ".join(sorted(kind.value for kind in part.kinds))
    reason = Message("set by you: {kinds} (before: {before})", {"kinds": kinds, "before": before})
    judged = part.judged or Judged(1.0)
    return replace(part, kinds=one.kinds, judged=replace(judged, confidence=1.0, reasons=(reason, *judged.reasons)))


def _bodies(piece: Piece) -> list[ImportedBody]:
    """Return the piece's shape before it was cut into parts: its solid parts united where they meet.

    Parts that a file named stay bodies of those names; what was cut out of them goes to the nearest of these.
    """
    parts = [part for part in piece.parts if not part.is_opening]
    named = [part for part in parts if not is_made_up(part.id)]
    if len(named) < 2:
        return [_united(parts, named[0].id if named else _stem(piece))]
    groups = {part.id: [part] for part in named}
    takers = [part for part in named if _takes_others(part.id)] or named
    for part in parts:
        if part not in named:
            groups[_nearest(part, takers).id].append(part)
    return [_united(group, name) for name, group in groups.items()]


def _takes_others(name: str) -> bool:
    """Return whether parts may have been cut out of a body of this name: a door is one thing."""
    from warcry3d.terrain.classify.names import kind_in_name

    said = kind_in_name(name)
    return said is None or said[0] in (PartKind.OBSTACLE, PartKind.LOW, PartKind.PLATFORM, PartKind.ARCH)


def _nearest(part: Part, among: Sequence[Part]) -> Part:
    """Return the part whose box is nearest to the part's, of those that meet it the one it shares most with."""

    def key(other: Part) -> tuple[float, float]:
        low = np.maximum(part.solid.bounds[0], other.solid.bounds[0])
        high = np.minimum(part.solid.bounds[1], other.solid.bounds[1])
        gap = float(np.linalg.norm((low - high).clip(0)))
        return gap, -float(np.prod((high - low + 0.02).clip(0)))

    return min(among, key=key)


def _united(parts: Sequence[Part], name: str) -> ImportedBody:
    """Return parts as one body, with their colours."""
    united = unite([part.solid for part in parts])
    if all(part.skin is None for part in parts):
        return ImportedBody(name, united.solid)
    colours = np.empty((len(united.which), 3), np.uint8)
    materials = np.empty(len(united.which), np.uint8)
    for k, part in enumerate(parts):
        mine = united.which == k
        skin = part.skin or _plain(len(part.solid.faces))
        colours[mine] = skin.colours[united.source[mine]]
        materials[mine] = skin.materials[united.source[mine]]
    return ImportedBody(name, united.solid, Skin(colours, materials))


def _plain(count: int) -> Skin:
    return Skin(np.full((count, 3), 200, np.uint8), np.full(count, Material.STONE, np.uint8))


def _stem(piece: Piece) -> str:
    """Return what the piece's one body is called: as its mesh's file is, which its import went by too."""
    return piece.name if piece.source is None else Path(piece.source.name).stem
