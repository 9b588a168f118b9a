"""A part of its own for what lies under painted surface; the parts together stay the body they were."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import EditError
from warcry3d.message import Message
from warcry3d.table.piece_edits import Paint
from warcry3d.table.piece_notes import Judged
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.classify.cutting import CutSolid, sources, union
from warcry3d.terrain.classify.leaves import shells
from warcry3d.terrain.editing.coverage import Coverage, coverage, patch_area
from warcry3d.terrain.editing.part_edits import LEAST_VOLUME, closed, is_sound, merged, solid_of, with_reason
from warcry3d.terrain.editing.under_surface import under_surface

__all__ = ["painted"]

_DEPTHS = (1.0, 1.0003, 0.9996, 1.0011, 0.9983, 1.004, 0.994)
"""Shares of the depth that are tried in turn: a cut that runs just beside another surface leaves slivers that fold."""

_STILL_THERE = 0.2
"""The least share of the painted surface that must still be there: what is left of less is something else."""


@dataclass(frozen=True, eq=False)
class _Taken:
    """What is taken out of a part, and what is left of it, if anything."""

    inside: CutSolid
    outside: CutSolid | None

    @property
    def volume(self) -> float:
        """The volume of both (cubic inches)."""
        return self.inside.volume + (self.outside.volume if self.outside is not None else 0.0)

    @property
    def is_sound(self) -> bool:
        """Whether both can be cut again."""
        return is_sound(self.inside) and (self.outside is None or is_sound(self.outside))


def painted(piece: Piece, edit: Paint, name: str) -> Piece:
    """Return the piece with a part ``name`` of what lies under the painted surface.

    Raise `EditError` where less than a fifth of that surface is on the piece, or nothing solid lies under it.
    """
    found = {k: cover for k, part in enumerate(piece.parts) if (cover := _cover(part, edit)).area > 0}
    total = patch_area(edit.patch)
    if sum(cover.area for cover in found.values()) < max(_STILL_THERE * total, 1e-9):
        raise EditError(
            "the painted surface ({area:.2f} square inches) is not on the piece; expected faces of its parts",
            area=total,
        )
    taken = {k: done for k, cover in found.items() if (done := _taken(piece.parts[k], cover, edit.depth)) is not None}
    if not taken:
        raise EditError(
            "nothing lies under the painted surface; expected at least {least:g} cubic inches", least=LEAST_VOLUME
        )
    made = _made([piece.parts[k] for k in taken], [one.inside for one in taken.values()], edit, name)
    parts: list[Part] = []
    for k, part in enumerate(piece.parts):
        if k not in taken:
            parts.append(part)
        elif (rest := taken[k].outside) is not None:
            parts.append(_rest(part, rest, name))
    at = min(len(parts), min(taken) + 1)
    return replace(piece, parts=(*parts[:at], made, *parts[at:]))


def _cover(part: Part, edit: Paint) -> Coverage:
    if part.is_opening:
        return Coverage(np.empty(0, dtype=np.int64), (), 0.0)
    return coverage(part.solid, edit.patch)


def _made(parts: Sequence[Part], pieces: Sequence[CutSolid], edit: Paint, name: str) -> Part:
    """Return what was taken out of parts as one part."""
    kinds = ", ".join(sorted(edit.kinds))
    some = [
        replace(part, id=name, solid=solid, skin=skin, passage=None, is_opening=False)
        for part, (solid, skin) in zip(parts, (closed(one, name, is_evened=False) for one in pieces), strict=True)
    ]
    whole = some[0] if len(some) == 1 else merged(some, name, edit.kinds)
    reason = Message("painted by you: {kinds}", {"kinds": kinds})
    return replace(whole, kinds=edit.kinds, judged=Judged(1.0, (reason,)))


def _rest(part: Part, rest: CutSolid, name: str) -> Part:
    solid, skin = closed(rest, part.id, is_evened=False)
    reason = Message("'{part}' was painted on it and taken out", {"part": name})
    return with_reason(replace(part, solid=solid, skin=skin), reason)


def _taken(part: Part, cover: Coverage, depth: float) -> _Taken | None:
    """Return what painting takes out of a part: shells that are painted all over, and what lies under other faces."""
    is_painted = np.zeros(len(part.solid.faces), dtype=bool)
    is_painted[cover.whole] = True
    whole = solid_of([part])
    bodies, rest = _painted_bodies(whole, part, is_painted)
    if not rest:
        return _Taken(union(bodies), None)
    left = union(rest)
    mine = np.unique(_faces(left))
    some = Coverage(cover.whole[np.isin(cover.whole, mine)], cover.partly, cover.area)
    if not len(some.whole) and not some.partly:
        return _Taken(union(bodies), left) if bodies else None
    touched = is_painted.copy()
    touched[[face for face, _ in cover.partly]] = True
    for share in _DEPTHS:
        inside, outside = left.split(under_surface(part.solid, some, share * depth))
        kept, back = _touching(inside, touched)
        if sum(body.volume for body in (*bodies, *kept)) < LEAST_VOLUME:
            return None
        done = _tidied([*bodies, *kept], [outside, *back])
        if abs(done.volume - whole.volume) <= 1e-6 * max(1.0, whole.volume) and done.is_sound:
            return done
    raise EditError(
        "part '{part}' cannot be cut: {reason}",
        part=part.id,
        reason=Message(
            "what lies under the painted surface folds; paint a little more or less, or choose another depth"
        ),
    )


def _painted_bodies(
    whole: CutSolid, part: Part, is_painted: NDArray[np.bool_]
) -> tuple[list[CutSolid], list[CutSolid]]:
    """Return the connected bodies of a part that are painted all over, and the others."""
    count, shell = shells(part.solid)
    if (np.bincount(shell[~is_painted], minlength=count) > 0).all():
        return [], [whole]
    bodies = whole.bodies()
    full = [bool(is_painted[_faces(body)].all()) for body in bodies]
    return [b for b, is_full in zip(bodies, full, strict=True) if is_full], [
        b for b, is_full in zip(bodies, full, strict=True) if not is_full
    ]


def _faces(body: CutSolid) -> NDArray[np.int64]:
    """Return the faces of the part that a body's surface was, without those of cuts."""
    from scipy.spatial import cKDTree

    known = sources(body)
    if (known >= 0).any():
        return np.asarray(known[known >= 0])
    return np.asarray(cKDTree(body.middles).query(body.plain.triangles.mean(axis=1))[1], dtype=np.int64)


def _touching(inside: CutSolid, is_painted: NDArray[np.bool_]) -> tuple[list[CutSolid], list[CutSolid]]:
    """Return the bodies of a cut that carry painted surface, and the others: what lies behind a gap."""
    bodies = () if inside.shape.is_empty() else inside.bodies()
    carries = [bool(is_painted[_faces(body)].any()) for body in bodies]
    return [b for b, is_so in zip(bodies, carries, strict=True) if is_so], [
        b for b, is_so in zip(bodies, carries, strict=True) if not is_so
    ]


def _tidied(inside: list[CutSolid], outside: list[CutSolid]) -> _Taken:
    """Return a cut with slips of what is left over given to what was taken."""
    solid = [body for body in outside if not body.shape.is_empty()]
    bodies = union(solid).bodies() if solid else ()
    slips = [body for body in bodies if body.volume < LEAST_VOLUME]
    rest = [body for body in bodies if body.volume >= LEAST_VOLUME]
    return _Taken(union([*inside, *slips]), union(rest) if rest else None)
