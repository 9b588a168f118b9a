"""Which parts an edit made: they are chosen after it."""

from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import Edit, MergeParts, SplitPart

__all__ = ["made_of"]


def made_of(edit: Edit, before: Piece | None, after: Piece) -> tuple[str, ...]:
    """Return the parts that an edit made: of a cut the upper one, else all of them."""
    known = {part.id for part in before.parts} if before is not None else set()
    new = tuple(part.id for part in after.parts if part.id not in known)
    match edit:
        case SplitPart(part=part):
            return tuple(one.id for one in after.parts if one.id == part or one.id in new)
        case MergeParts(parts=parts):
            return new or parts[:1]
        case _:
            return new
