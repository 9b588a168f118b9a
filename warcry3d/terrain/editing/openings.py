"""Doors, arches and windows made of two clicks on an opening's rims.

A door is what shuts the opening. An arch is the stonework around it, and bases pass through. A window is the stonework
too, and stays an obstacle: lines of sight pass through the hole that the mesh has, bases do not pass at all, for it
begins too high above the ground or is too narrow. A pane in it becomes scenery, so that sight passes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from warcry3d.errors import EditError
from warcry3d.message import Message, template
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_edits import AddOpening, OpeningKind
from warcry3d.table.piece_notes import Judged, PassageNote
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.classify.cutting import CutSolid
from warcry3d.terrain.classify.storeys import CLEAR, SILL
from warcry3d.terrain.editing.opening_gauge import OpeningMeasure, PieceLines, measured_opening
from warcry3d.terrain.editing.part_edits import LEAST_VOLUME, closed, merged, solid_of, with_reason

__all__ = ["opened"]

_K = PartKind

_JAMB = 0.3
"""How wide (in) the stonework around an opening is cut out with it, as the classification does."""

_NARROW = 0.7
"""No base passes what is narrower than this (in): the classification calls no such opening a way through."""

_WHOLE = 0.85
"""A part that is cut out to this share is taken as a whole."""

_MOSTLY = 0.8
"""If parts that are taken whole make up this share of a leaf, the rest are chips of its frame, which stay there."""

_ASIDE = frozenset({_K.PLATFORM, _K.STAIRS, _K.LADDER, _K.DOOR, _K.DEADLY, _K.UNCLIMBABLE, _K.SCENERY, _K.LOW})
"""Parts of these kinds alone are no stonework around an opening."""

_SAID = MappingProxyType(
    {
        OpeningKind.DOOR: template(
            "marked by you: a leaf shuts an opening {width:.2f} in wide and {height:.2f} in high: a door"
        ),
        OpeningKind.ARCH: template(
            "marked by you: an opening {width:.2f} in wide and {height:.2f} in high leads through: an arch"
        ),
        OpeningKind.WINDOW: template(
            "marked by you: an opening {width:.2f} in wide and {height:.2f} in high, {sill:.2f} in above the ground: a "
            "window; sight passes, bases do not"
        ),
    }
)


@dataclass(frozen=True, eq=False)
class _Wanted:
    """What an opening is to become: the kinds of its part, what is cut out for it, and which parts that may be of."""

    kinds: frozenset[PartKind]
    cutter: Any
    is_leaf: bool


def opened(piece: Piece, edit: AddOpening, name: str) -> Piece:
    """Return the piece with a part ``name`` for an opening; raise `EditError` where it is not what it should be."""
    measure = measured_opening(PieceLines(piece), edit.start, edit.end)
    note = measure.note(edit.width, edit.height)
    wanted = _wanted(edit, measure, note)
    taken: dict[int, tuple[CutSolid, CutSolid | None]] = {}
    for k, part in enumerate(piece.parts):
        is_marked = not wanted.is_leaf and _is_marked(part, measure)
        if not part.is_opening and (wanted.is_leaf or is_marked or _is_stonework(part)):
            cut = (solid_of([part]), None) if is_marked else _cut(part, wanted.cutter)
            if cut is not None:
                taken[k] = cut
    if wanted.is_leaf:
        taken = _leaf_alone(taken)
    if not taken:
        raise EditError("no stonework is around the opening; expected a wall, or faces painted as one")
    made = _made([piece.parts[k] for k in taken], [one[0] for one in taken.values()], wanted.kinds, name)
    values = {"width": note.width, "height": note.height, "sill": max(0.0, measure.sill)}
    measures = {"width": note.width, "height": note.height, "depth": measure.depth, "sill": values["sill"]}
    judged = Judged(1.0, (Message(_SAID[edit.kind], _given(values)),), _given(measures))
    made = replace(made, passage=note, judged=judged)
    parts: list[Part] = []
    for k, part in enumerate(piece.parts):
        if k not in taken:
            parts.append(part)
        elif (rest := taken[k][1]) is not None:
            solid, skin = closed(rest, part.id)
            reason = Message("'{part}' was taken out of it", {"part": name})
            parts.append(with_reason(replace(part, solid=solid, skin=skin), reason))
        if k == max(taken):
            parts.append(made)
    return replace(piece, parts=tuple(parts))


def _leaf_alone(taken: dict[int, tuple[CutSolid, CutSolid | None]]) -> dict[int, tuple[CutSolid, CutSolid | None]]:
    """Return what is taken without chips of the frame, where a leaf that is a part of its own is most of it."""
    whole = {k: cut for k, cut in taken.items() if cut[1] is None}
    all_of_it = sum(inside.volume for inside, _ in taken.values())
    return whole if sum(inside.volume for inside, _ in whole.values()) >= _MOSTLY * all_of_it > 0 else taken


def _given(values: Mapping[str, float]) -> Mapping[str, float]:
    return MappingProxyType({name: round(value, 4) for name, value in values.items()})


def _is_stonework(part: Part) -> bool:
    """Return whether stonework around an opening may be cut out of a part: not of other openings, floors or stairs."""
    return part.passage is None and not (part.kinds <= _ASIDE)


def _is_marked(part: Part, measure: OpeningMeasure) -> bool:
    """Return whether a part is the stonework around this very opening already: it is taken whole, and said anew."""
    if part.passage is None or PartKind.DOOR in part.kinds:
        return False
    middle = np.add(part.passage.start, part.passage.end) / 2
    return bool(
        np.hypot(*(middle - measure.middle)[:2]) < max(measure.width, measure.depth) / 2
        and abs(float(middle[2] - measure.middle[2])) < measure.height / 2
    )


def _wanted(edit: AddOpening, measure: OpeningMeasure, note: PassageNote) -> _Wanted:
    match edit.kind:
        case OpeningKind.DOOR:
            if measure.shut is None:
                raise EditError(
                    "nothing shuts the opening, and a door is the leaf that does; expected a leaf in the mesh (add one "
                    "and import it again), or an arch instead of a door"
                )
            return _Wanted(frozenset({_K.DOOR}), _leaf(measure, note), True)
        case OpeningKind.ARCH:
            if measure.shut is not None:
                raise EditError("something shuts the opening; expected an open way, or a door instead of an arch")
            return _Wanted(frozenset({_K.ARCH, _K.OBSTACLE}), _frame(measure, note, 0.01), False)
        case OpeningKind.WINDOW:
            if measure.sill < SILL and note.width >= _NARROW and note.height >= CLEAR:
                raise EditError(
                    "bases pass an opening {width:.2f} in wide, {height:.2f} in high and {sill:.2f} in above the "
                    "ground; expected a window's sill, at least {least:g} in high, or an arch instead",
                    width=note.width,
                    height=note.height,
                    sill=max(0.0, measure.sill),
                    least=SILL,
                )
            if measure.shut is not None:
                return _Wanted(frozenset({_K.SCENERY}), _leaf(measure, note), True)
            return _Wanted(frozenset({_K.OBSTACLE}), _frame(measure, note, _JAMB), False)


def _placed(body: Any, measure: OpeningMeasure, turned: Any) -> Any:
    """Return a body of an opening's frame (aside, ahead, up from its middle) in the piece's."""
    axes = np.column_stack([np.append(measure.along, 0.0), np.append(measure.through, 0.0), (0.0, 0.0, 1.0)])
    return body.transform(np.column_stack([axes @ turned, measure.middle]))


def _frame(measure: OpeningMeasure, note: PassageNote, below: float) -> Any:
    """Return the box around the opening's jambs and lintel, and ``below`` its bottom."""
    import manifold3d

    half = note.width / 2 + _JAMB
    up = max(measure.top - float(measure.middle[2]), note.height) + _JAMB
    size = (2 * half, measure.depth + 0.06, up + below)
    box = manifold3d.Manifold.cube(size).translate((-half, measure.near - 0.03, -below))
    return _placed(box, measure, np.eye(3))


def _leaf(measure: OpeningMeasure, note: PassageNote) -> Any:
    """Return the plate that fills the opening from side to side up to its upper edge, as thick as what shuts it."""
    import manifold3d

    assert measure.shut is not None
    near, far = measure.shut
    bottom = float(measure.middle[2])
    half = note.width / 2 + 0.005
    aside = np.concatenate([[-half], measure.aside[np.abs(measure.aside) < half], [half]])
    upper = np.interp(aside, measure.aside, measure.profile) - bottom
    if abs(note.height - measure.height) > 1e-6:
        upper = np.minimum(upper, note.height)
    outline = np.concatenate([[(-half, -0.01), (half, -0.01)], np.column_stack([aside, upper + 0.005])[::-1]])
    flat = manifold3d.CrossSection([outline], manifold3d.FillRule.Positive)
    # The outline is in (aside, up); it is drawn out along aside x up, which is against the way.
    turned = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    return _placed(flat.extrude(far - near).translate((0, 0, -far)), measure, turned)


def _cut(part: Part, cutter: Any) -> tuple[CutSolid, CutSolid | None] | None:
    """Return what a cutter takes of a part and what it leaves; None where it takes nothing."""
    low, high = np.array(cutter.bounding_box()).reshape(2, 3)
    if (part.solid.bounds[1] <= low).any() or (part.solid.bounds[0] >= high).any():
        return None
    whole = solid_of([part])
    inside, outside = whole.split(cutter)
    if inside.volume < LEAST_VOLUME:
        return None
    if inside.volume >= _WHOLE * whole.volume or outside.volume < LEAST_VOLUME:
        return whole, None
    return inside, outside


def _made(parts: list[Part], pieces: list[CutSolid], kinds: frozenset[PartKind], name: str) -> Part:
    some = [
        replace(part, id=name, kinds=kinds, solid=solid, skin=skin)
        for part, (solid, skin) in zip(parts, (closed(one, name) for one in pieces), strict=True)
    ]
    return some[0] if len(some) == 1 else merged(some, name, kinds)
