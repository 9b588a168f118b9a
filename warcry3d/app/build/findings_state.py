"""What lint found about the piece: kept in the room's model. Pure."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeAlias

from warcry3d.app.build.intents import StationIntent
from warcry3d.app.build.model import BuildModel
from warcry3d.table.terrain import Piece
from warcry3d.terrain.findings import Finding

__all__ = ["ChooseFinding", "FindingIntent", "FindingsState", "LookAgain", "ShowFindings", "StopLooking", "TypeReason"]

FINDINGS = "findings"


@dataclass(frozen=True, slots=True, eq=False)
class ShowFindings(StationIntent):
    """What was found about a piece; None: it is being looked at."""

    station: ClassVar[str] = FINDINGS
    piece: Piece
    found: tuple[Finding, ...] | None


@dataclass(frozen=True, slots=True)
class StopLooking(StationIntent):
    """Give up looking for findings: it takes too long, or came to no end."""

    station: ClassVar[str] = FINDINGS


@dataclass(frozen=True, slots=True)
class LookAgain(StationIntent):
    """Look for findings that were given up."""

    station: ClassVar[str] = FINDINGS


@dataclass(frozen=True, slots=True)
class ChooseFinding(StationIntent):
    """Show one finding in its place, by its number; None, or the one that is shown: none."""

    station: ClassVar[str] = FINDINGS
    number: int | None


@dataclass(frozen=True, slots=True)
class TypeReason(StationIntent):
    """Change the reason for which the findings with a code are to be accepted; None: they are not."""

    station: ClassVar[str] = FINDINGS
    code: str | None
    reason: str = ""


FindingIntent: TypeAlias = ShowFindings | StopLooking | LookAgain | ChooseFinding | TypeReason
MOST_REASON = 200


@dataclass(frozen=True, slots=True, eq=False)
class FindingsState:
    """``found`` of the piece ``of``; None: not known yet. ``chosen``: the number of the one shown in its place.
    ``is_stopped``: they are not looked for.
    """

    station: ClassVar[str] = FINDINGS
    of: Piece | None = None
    found: tuple[Finding, ...] | None = None
    chosen: int | None = None
    typed: TypeReason = TypeReason(None)
    is_stopped: bool = False

    @property
    def shown(self) -> Finding | None:
        """Return the finding that is shown in its place."""
        known = self.found or ()
        return known[self.chosen] if self.chosen is not None and self.chosen < len(known) else None

    def after(self, intent: StationIntent, build: BuildModel) -> Self:
        """Return it after an intent."""
        match intent:
            case ShowFindings(piece=piece, found=found):
                if piece is not build.piece:
                    return self
                kept = self.shown if piece is self.of else None
                chosen = found.index(kept) if kept is not None and found is not None and kept in found else None
                return replace(self, of=piece, found=found, chosen=chosen, is_stopped=False)
            case StopLooking():
                return self if self.found is not None else replace(self, is_stopped=True)
            case LookAgain():
                return replace(self, is_stopped=False)
            case ChooseFinding(number=number):
                return replace(self, chosen=None if number == self.chosen else number)
            case TypeReason(reason=reason):
                return replace(self, typed=replace(intent, reason=reason[:MOST_REASON]))
            case _:
                return self

    def following(self, before: BuildModel, build: BuildModel) -> Self:
        """Return it without what was found about another piece."""
        if build.piece is self.of:
            return self
        return replace(self, of=build.piece, found=None, chosen=None, typed=TypeReason(None), is_stopped=False)
