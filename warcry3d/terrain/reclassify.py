"""A piece built again: classified anew from its whole shape, then edited as people edited it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from warcry3d.errors import EditError, UnknownNameError
from warcry3d.geom.unite import unite
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.classify.names import is_made_up
from warcry3d.terrain.editing.edits import (
    AcceptFinding,
    AddOpening,
    CutPart,
    Edit,
    MergeParts,
    Paint,
    RenamePart,
    SetKinds,
    SplitPart,
    edited,
    replayed,
)
from warcry3d.terrain.importing import classified, piece_of
from warcry3d.terrain.parts import ImportedBody

__all__ = ["reclassified", "without_edits"]


def reclassified(piece: Piece, said: Sequence[Edit] = (), *, clear: Sequence[str] = (), again: bool = False) -> Piece:
    """Return the piece after the edits in ``said``; without those that made or changed a part in ``clear``.

    With ``again`` (or where something is cleared) it is then built again from its whole shape. Raise what `edited`
    raises, `UnknownNameError` for a part in ``clear`` that neither the piece nor its edits know.
    """
    for one in said:
        piece = edited(piece, one)
    known = {part.id for part in piece.parts} | {name for one in piece.edits for name in _names_in(one)}
    unknown = next((name for name in clear if name not in known), None)
    if unknown is not None:
        names = ", ".join(part.id for part in piece.parts)[:500]
        raise UnknownNameError("there is no part '{part}'; there are {known}", part=unknown, known=names)
    kept = tuple(one for one in piece.edits if not _names_in(one) & set(clear))
    return _rebuilt(piece, kept) if again or clear else piece


def without_edits(piece: Piece, numbers: Collection[int]) -> Piece:
    """Return the piece without some of its edits, counted from 0 as in `Piece.edits`, built again from its whole shape.

    Undoing the last edit needs none of this: pieces are frozen, so the piece before it still exists. Raise `EditError`
    for a number that is not there.
    """
    wrong = next((number for number in numbers if not 0 <= number < len(piece.edits)), None)
    if wrong is not None:
        raise EditError("there is no edit {number}; the piece has {count}", number=wrong + 1, count=len(piece.edits))
    kept = tuple(one for k, one in enumerate(piece.edits) if k not in numbers)
    dropped = [piece.edits[number] for number in numbers]
    codes = {one.code for one in dropped if isinstance(one, AcceptFinding) and one.is_accepted}
    piece = replace(piece, accept=tuple(code for code in piece.accept if code not in codes))
    if all(isinstance(one, AcceptFinding) for one in dropped):
        return replace(piece, edits=kept)
    return _rebuilt(piece, kept)


def _rebuilt(piece: Piece, edits: tuple[Edit, ...]) -> Piece:
    parts = classified(_bodies(piece), JsonPath(piece.name))
    made = piece_of(piece.name, parts, piece.source)
    made = replace(made, written=piece.written, accept=piece.accept, made=piece.made)
    return replayed(made, edits)


def _names_in(edit: Edit) -> set[str]:
    """Return the names of the parts that an edit changes or makes."""
    match edit:
        case SetKinds(part=part):
            return {part}
        case Paint(name=name) | AddOpening(name=name):
            return {name}
        case CutPart(part=part, above=above):
            return {part, above}
        case MergeParts(parts=parts, name=name):
            return {*parts, name}
        case SplitPart(part=part, names=names):
            return {part, *names}
        case RenamePart(part=part, name=name):
            return {part, name}
    return set()


def _name_before(edits: Sequence[Edit], name: str) -> str:
    """Return what a part was called before all edits; empty where an edit made it."""
    for edit in reversed(edits):
        match edit:
            case RenamePart(part=part, name=other) if other == name:
                name = part
            case MergeParts(parts=parts, name=other) if other == name:
                name = parts[0]
            case CutPart(above=above) if above == name:
                return ""
            case SplitPart(names=names) if name in names:
                return ""
            case Paint(name=other) | AddOpening(name=other) if other == name:
                return ""
    return name


def _bodies(piece: Piece) -> list[ImportedBody]:
    """Return the piece's shape before it was cut into parts: its solid parts united where they meet.

    Parts that a file named stay bodies of those names; what was cut out of them goes to the nearest of these.
    """
    parts = [part for part in piece.parts if not part.is_opening]
    was = {part.id: _name_before(piece.edits, part.id) for part in parts}
    named = [part for part in parts if was[part.id] and not is_made_up(was[part.id])]
    if len(named) < 2:
        return [_united(parts, was[named[0].id] if named else _stem(piece))]
    groups = {was[part.id]: [part] for part in named}
    takers = [part for part in named if _takes_others(was[part.id])] or named
    for part in parts:
        if part not in named:
            groups[was[_nearest(part, takers).id]].append(part)
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
