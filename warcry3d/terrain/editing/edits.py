"""What a person can do to a piece: `edited` does it, `replayed` does it again on a mesh that has changed.

Parts stay closed solids, and together they stay exactly the body they were. A piece keeps what was done to it
(`Piece.edits`), so a changed mesh that is imported again becomes the same parts (docs/terrain.md).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from warcry3d.errors import EditError, UnknownNameError, WarcryError
from warcry3d.message import Message
from warcry3d.table.edit_format import EditWire
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_edits import (
    AcceptFinding,
    AddOpening,
    CutPart,
    Edit,
    MergeParts,
    OpeningKind,
    Paint,
    RenamePart,
    SetKinds,
    SplitPart,
    SurfacePatch,
    edit_entry,
    edit_of,
)
from warcry3d.table.pieces import checked_kinds
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.part_edits import cut_at, merged, shells_of, with_reason
from warcry3d.terrain.editing.targets import place_on, targets

__all__ = [
    "AcceptFinding",
    "AddOpening",
    "CutPart",
    "Edit",
    "MergeParts",
    "OpeningKind",
    "Paint",
    "RenamePart",
    "SetKinds",
    "SplitPart",
    "SurfacePatch",
    "edited",
    "free_name",
    "replayed",
]

Places: TypeAlias = tuple[tuple[float, float, float], ...]

_NUMBER = re.compile(r"(?<=.)(-\d+)+$")

Find: TypeAlias = Callable[[Piece, str, Places], list[int]]
"""Which parts an edit means, by name and by places; raises where there is none."""


def edited(piece: Piece, edit: Edit) -> Piece:
    """Return the piece after an edit, which its ``edits`` keep; the piece given stays as it is.

    Raise `UnknownNameError` for a part that is not there, `FileError` for kinds that contradict each other or a value
    that no file may have, `EditError` where it cannot be done.
    """
    settled = _settled(piece, edit)
    changed = _applied(piece, settled, _exactly)
    if isinstance(settled, SplitPart):
        before = {part.id for part in piece.parts}
        settled = replace(settled, names=tuple(part.id for part in changed.parts if part.id not in before))
    return replace(changed, edits=_noted(piece.edits, settled))


def replayed(piece: Piece, edits: Sequence[Edit]) -> Piece:
    """Return a piece that was just classified after all that was done to it before.

    An edit that no longer fits has no effect; it is kept, and listed in ``unmet``. So are those of a part that such an
    edit would have made: what lies there now is another.
    """
    lost: list[Edit] = []
    absent: set[str] = set()
    for edit in edits:
        try:
            if isinstance(edit, SetKinds | RenamePart | CutPart | SplitPart) and edit.part in absent:
                raise EditError("part '{part}' is gone", part=edit.part)
            piece = _applied(piece, edit, _likely)
            absent.difference_update(_names_made(edit))
        except WarcryError:
            lost.append(edit)
            absent.update(_names_made(edit))
    return replace(piece, edits=tuple(edits), unmet=tuple(lost))


def _names_made(edit: Edit) -> tuple[str, ...]:
    """Return the names of the parts that an edit makes."""
    match edit:
        case Paint(name=name) | AddOpening(name=name) | RenamePart(name=name) | CutPart(above=name):
            return (name,)
        case SplitPart(names=names):
            return tuple(names)
    return ()


def free_name(piece: Piece, stem: str) -> str:
    """Return ``stem`` with the first number that no part of the piece has yet; a number that it ends in is left out."""
    taken, stem = {part.id for part in piece.parts}, _NUMBER.sub("", stem)
    return next(name for k in range(1, len(taken) + 2) if (name := f"{stem}-{k}") not in taken)


def _exactly(piece: Piece, name: str, places: Places) -> list[int]:
    found = [k for k, part in enumerate(piece.parts) if part.id == name]
    if not found:
        known = ", ".join(part.id for part in piece.parts)[:500]
        raise UnknownNameError("there is no part '{part}'; there are {known}", part=name, known=known)
    return found


def _likely(piece: Piece, name: str, places: Places) -> list[int]:
    found = targets(piece.parts, name, places)
    if not found:
        raise EditError("part '{part}' is gone", part=name)
    return found


def _settled(piece: Piece, edit: Edit) -> Edit:
    """Return an edit with all that finds its parts again: names and places on them; and with names for new parts."""
    spot = JsonPath(piece.name)
    edit = _with_names(piece, _rounded(edit, spot), spot)
    match edit:
        case SetKinds(part=name, places=places):
            at = _exactly(piece, name, ()) if name else targets(piece.parts, "", places)
            if not at:
                raise EditError("no part is within half an inch of {places}", places=_shown(places))
            part = piece.parts[at[0]]
            return replace(edit, part=part.id, places=places or (place_on(part, piece.parts),))
        case CutPart(part=name) | SplitPart(part=name) | RenamePart(part=name):
            part = piece.parts[_exactly(piece, name, ())[0]]
            return replace(edit, places=(place_on(part, piece.parts),))
        case MergeParts(parts=names):
            meant = [piece.parts[_exactly(piece, name, ())[0]] for name in names]
            return replace(edit, places=tuple(place_on(part, piece.parts) for part in meant))
    return edit


def _shown(places: Places) -> str:
    return "; ".join(", ".join(f"{value:g}" for value in place) for place in places)


def _rounded(edit: Edit, spot: JsonPath) -> Edit:
    """Return an edit as files keep it; raise `FileError` for a value that they may not have."""
    wire: Any = checked(edit_entry(edit), EditWire, spot)  # type: ignore[arg-type]  # a union of types
    return edit_of(wire)


def _with_names(piece: Piece, edit: Edit, spot: JsonPath) -> Edit:
    match edit:
        case SetKinds(kinds=kinds):
            checked_kinds(sorted(kinds), spot.at(edit.part or "places"), is_opening=False)
        case Paint(kinds=kinds):
            checked_kinds(sorted(kinds), spot.at(edit.name or "paint"), is_opening=False)
            return replace(edit, name=_new_name(piece, edit.name) if edit.name else free_name(piece, stem_of(kinds)))
        case CutPart(part=name, above=above):
            return replace(edit, above=_new_name(piece, above) if above else free_name(piece, name))
        case MergeParts(parts=names, name=name, kinds=kinds):
            if kinds:
                checked_kinds(sorted(kinds), spot.at(name or names[0]), is_opening=False)
            if len(set(names)) < len(names):
                raise EditError("expected different parts to unite, got {parts}", parts=", ".join(names))
            return replace(edit, name=name if name in names else _new_name(piece, name) if name else names[0])
        case RenamePart(part=part, name=name):
            if name != part:
                _new_name(piece, name)
        case AddOpening(kind=kind, name=name):
            return replace(edit, name=_new_name(piece, name) if name else free_name(piece, kind.value))
    return edit


_STEMS = ("door", "arch", "ladder", "stairs", "platform", "deadly", "unclimbable", "scenery", "low")


def stem_of(kinds: frozenset[PartKind]) -> str:
    """Return how a part of these kinds is called."""
    return next((kind for kind in _STEMS if PartKind(kind) in kinds), "wall")


def _new_name(piece: Piece, name: str) -> str:
    if any(part.id == name for part in piece.parts):
        raise EditError("the piece has a part '{part}' already; expected another name", part=name)
    return name


def _noted(edits: tuple[Edit, ...], edit: Edit) -> tuple[Edit, ...]:
    """Return what was done with one thing more; what is said anew of the same part or finding replaces the old."""
    match edit:
        case SetKinds(part=name):
            first = len(edits)
            while first and isinstance(edits[first - 1], SetKinds | AcceptFinding):
                first -= 1
            kept = tuple(one for one in edits[first:] if not (isinstance(one, SetKinds) and one.part == name))
            return (*edits[:first], *kept, edit)
        case AcceptFinding(code=code):
            return (*(one for one in edits if not (isinstance(one, AcceptFinding) and one.code == code)), edit)
    return (*edits, edit)


def _applied(piece: Piece, edit: Edit, find: Find) -> Piece:
    """Return the piece with its parts after an edit; raise `WarcryError` where it cannot be done."""
    match edit:
        case SetKinds():
            for k in find(piece, edit.part, edit.places):
                piece = _with(piece, [k], [_of_kinds(piece.parts[k], edit.kinds)])
            return piece
        case Paint():
            from warcry3d.terrain.editing.painting import painted

            return painted(piece, edit, _free(piece, edit.name))
        case CutPart():
            k = find(piece, edit.part, edit.places)[0]
            return _with(piece, [k], cut_at(piece.parts[k], edit.height, _free(piece, edit.above)))
        case MergeParts():
            return _merged(piece, edit, find)
        case SplitPart():
            k = find(piece, edit.part, edit.places)[0]
            return _with(piece, [k], _named(piece, shells_of(piece.parts[k]), edit.names))
        case RenamePart():
            k = find(piece, edit.part, edit.places)[0]
            name = edit.name if piece.parts[k].id == edit.name else _free(piece, edit.name)
            return _with(piece, [k], [replace(piece.parts[k], id=name)])
        case AddOpening():
            from warcry3d.terrain.editing.openings import opened

            return opened(piece, edit, _free(piece, edit.name))
        case AcceptFinding():
            others = tuple(code for code in piece.accept if code != edit.code)
            return replace(piece, accept=(*others, edit.code) if edit.is_accepted else others)


def _free(piece: Piece, name: str) -> str:
    """Return a name for a new part: the one it was given, unless a changed mesh has a part of that name."""
    return free_name(piece, name) if any(part.id == name for part in piece.parts) else name


def _with(piece: Piece, which: Sequence[int], made: Sequence[Part]) -> Piece:
    """Return the piece with parts put in the place of the first of those numbered ``which``."""
    parts: list[Part] = []
    for k, part in enumerate(piece.parts):
        if k == which[0]:
            parts.extend(made)
        elif k not in which:
            parts.append(part)
    return replace(piece, parts=tuple(parts))


def _of_kinds(part: Part, kinds: frozenset[PartKind]) -> Part:
    values = {"kinds": ", ".join(sorted(kinds)), "before": ", ".join(sorted(part.kinds))}
    measures = {} if part.judged is None else part.judged.measures
    made = with_reason(
        replace(part, kinds=kinds), Message("set by you: {kinds} (before: {before})", values), confidence=1.0
    )
    return made if made.judged is None else replace(made, judged=replace(made.judged, measures=measures))


def _merged(piece: Piece, edit: MergeParts, find: Find) -> Piece:
    places: Sequence[Places] = [(place,) for place in edit.places] or [()] * len(edit.parts)
    which: list[int] = []
    for name, place in zip(edit.parts, places, strict=True):
        which.extend(k for k in find(piece, name, place)[:1] if k not in which)
    if len(which) < 2:
        raise EditError("expected two parts or more to unite, got {parts}", parts=piece.parts[which[0]].id)
    parts = [piece.parts[k] for k in which]
    name = edit.name if edit.name in {part.id for part in parts} else _free(piece, edit.name)
    return _with(piece, which, [merged(parts, name, edit.kinds or parts[0].kinds)])


def _named(piece: Piece, shells: Sequence[Part], names: Sequence[str]) -> list[Part]:
    """Return shells of a part with names: the first keeps its own, the others get the names given, then numbers."""
    made = [shells[0]]
    for rank, shell in enumerate(shells[1:]):
        wanted = names[rank] if rank < len(names) else shell.id
        known = replace(piece, parts=(*piece.parts, *made))
        made.append(replace(shell, id=_free(known, wanted)))
    return made
