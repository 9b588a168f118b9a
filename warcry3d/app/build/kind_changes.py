"""Saying what parts are: the same calls as ``warcry3d terrain classify``. Pure."""

from collections.abc import Sequence

from warcry3d.app.build.intents import SetKind
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.edits import SetKinds
from warcry3d.terrain.reclassify import reclassified

__all__ = ["said_kind"]


def said_kind(piece: Piece, chosen: Sequence[str], said: SetKind) -> Piece:
    """Return a piece after a person said what the ``chosen`` parts are; the same where they are that already.

    Raise `FileError` for kinds that contradict each other.
    """
    by_id = {part.id: part for part in piece.parts}
    parts = [by_id[id] for id in chosen if id in by_id]
    edits = [SetKinds(kinds, part.id) for part in parts if (kinds := _kinds(part, said)) != part.kinds]
    return reclassified(piece, edits)


def _kinds(part: Part, said: SetKind) -> frozenset[PartKind]:
    if not said.is_added:
        return frozenset({said.kind})
    changed = part.kinds ^ {said.kind}
    return changed or part.kinds
