"""What the Judge room knows of its inset: the looks at the pair, and which of them it shows. Pure."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.scene.deciding_view import DecidingView
from warcry3d.app.scene.line_view import LineView
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.scene.point_view import PointView

__all__ = ["INSETS", "FitInset", "InsetLook", "InsetState", "Looks", "ShowLooks", "SwitchLook"]

INSETS = "insets"
"""The name of the part."""


class InsetLook(Enum):
    """What the inset shows: what the viewer sees, the line at its narrowest place, or the look from the point that
    settles whether all of the target is seen.
    """

    EYE = auto()
    ALONG = auto()
    FULL = auto()


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks at what was judged; ``overlays``: over that of the eye. ``full``: None where the rules ask for none."""

    eye: DecidingView
    overlays: tuple[Overlay, ...]
    along: LineView
    full: PointView | None = None

    def of(self, look: InsetLook) -> tuple[DecidingView | LineView | PointView, tuple[Overlay, ...]]:
        """Return one look and what it shows over the table; the eye's where there is no such look."""
        if look is InsetLook.ALONG:
            return self.along, self.along.overlays
        if look is InsetLook.FULL and self.full is not None:
            return self.full, self.full.overlays
        return self.eye, self.overlays


@dataclass(frozen=True, slots=True)
class ShowLooks(PartIntent):
    """The looks at what was asked about are known."""

    part: ClassVar[str] = INSETS
    case: SightCase
    looks: Looks


@dataclass(frozen=True, slots=True)
class SwitchLook(PartIntent):
    """Show the next look, or the one given."""

    part: ClassVar[str] = INSETS
    look: InsetLook | None = None


@dataclass(frozen=True, slots=True)
class FitInset(PartIntent):
    """There is room for so many pixels; ``scale``: pixels in a point."""

    part: ClassVar[str] = INSETS
    size: tuple[int, int]
    scale: float


@dataclass(frozen=True, slots=True)
class InsetState:
    """The looks that were found last, and of what; ``chosen``: the one to show, ``size`` pixels large."""

    part: ClassVar[str] = INSETS
    found: ShowLooks | None = None
    chosen: InsetLook = InsetLook.EYE
    size: tuple[int, int] = (360, 265)
    scale: float = 1.0

    @property
    def tabs(self) -> tuple[InsetLook, ...]:
        """Return the looks that there are."""
        has_full = self.found is not None and self.found.looks.full is not None
        return (InsetLook.EYE, InsetLook.ALONG, InsetLook.FULL) if has_full else (InsetLook.EYE, InsetLook.ALONG)

    @property
    def look(self) -> InsetLook:
        """Return the look that is shown: the chosen one, where there is such a look at this pair."""
        return self.chosen if self.chosen in self.tabs else InsetLook.EYE

    def after(self, intent: PartIntent, judge: JudgeModel) -> "InsetState":
        """Return it with other looks, or with the other one shown."""
        match intent:
            case ShowLooks():
                return replace(self, found=intent)
            case SwitchLook(look=look):
                following = self.tabs[(self.tabs.index(self.look) + 1) % len(self.tabs)]
                return replace(self, chosen=look or following)
            case FitInset(size=size, scale=scale):
                return replace(self, size=size, scale=scale)
        raise TypeError(f"no intent of the inset: {intent}")

    def following(self, before: JudgeModel, judge: JudgeModel) -> "InsetState":
        """Return it without looks at something else."""
        return self if self.found is None or self.found.case == judge.case else replace(self, found=None)
