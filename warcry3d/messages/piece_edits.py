"""Edits of a piece in a sentence each, for lists of what was done to it."""

from typing import TYPE_CHECKING

from warcry3d.message import Message, message
from warcry3d.messages.vocabulary import KINDS
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
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from warcry3d.table.kinds import PartKind

__all__ = ["edit_message"]


def edit_message(edit: Edit) -> Message:
    """Return what was done, in a few words."""
    match edit:
        case SetKinds(kinds=kinds, part=part, places=places):
            where = part or ", ".join(f"{value:g}" for value in places[0])
            return message("'{part}' set to {kinds}", part=where, kinds=_kinds(kinds))
        case Paint(name=name, kinds=kinds, depth=depth):
            return message(
                "'{part}' painted as {kinds}, {depth:.2f} in deep", part=name, kinds=_kinds(kinds), depth=depth
            )
        case CutPart(part=part, height=height, above=above):
            return message("'{part}' cut at {height:.2f} in, '{above}' above", part=part, height=height, above=above)
        case MergeParts(parts=parts, name=name):
            return message("{parts} united to '{part}'", parts=parts, part=name)
        case SplitPart(part=part):
            return message("'{part}' split into its shells", part=part)
        case RenamePart(part=part, name=name):
            return message("'{part}' renamed to '{name}'", part=part, name=name)
        case AddOpening(kind=OpeningKind.DOOR, name=name):
            return message("'{part}' marked as a door", part=name)
        case AddOpening(kind=OpeningKind.ARCH, name=name):
            return message("'{part}' marked as an arch", part=name)
        case AddOpening(name=name):
            return message("'{part}' marked as a window", part=name)
        case AcceptFinding(code=code, is_accepted=False):
            return message("{code} no longer accepted", code=code)
        case AcceptFinding(code=code, reason=reason) if reason:
            return message("{code} accepted: {reason}", code=code, reason=reason)
        case AcceptFinding(code=code):
            return message("{code} accepted", code=code)


def _kinds(kinds: "Iterable[PartKind]") -> tuple[Message, ...]:
    return tuple(Message(KINDS[kind]) for kind in sorted(kinds))
