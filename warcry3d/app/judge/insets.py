"""What the Judge room knows of its inset: the two looks at the pair, and which of them it shows. Pure."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.scene.deciding_view import DecidingView
from warcry3d.app.scene.line_view import LineView
from warcry3d.app.scene.overlays import Overlay

__all__ = ["INSETS", "FitInset", "InsetLook", "InsetState", "Looks", "ShowLooks", "SwitchLook"]

INSETS = "insets"
"""The name of the part."""


class InsetLook(Enum):
    """What the inset shows: what the viewer sees, or the line at its narrowest place."""

    EYE = auto()
    ALONG = auto()


@dataclass(frozen=True, slots=True)
class Looks:
    """Both looks at what was judged; ``overlays``: over the look of the eye."""

    eye: DecidingView
    overlays: tuple[Overlay, ...]
    along: LineView


@dataclass(frozen=True, slots=True)
class ShowLooks(PartIntent):
    """The looks at what was asked about are known."""

    part: ClassVar[str] = INSETS
    case: SightCase
    looks: Looks


@dataclass(frozen=True, slots=True)
class SwitchLook(PartIntent):
    """Show the other look, or the one given."""

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
    """The looks that were found last, and of what; ``look``: the one that is shown, ``size`` pixels large."""

    part: ClassVar[str] = INSETS
    found: ShowLooks | None = None
    look: InsetLook = InsetLook.EYE
    size: tuple[int, int] = (360, 265)
    scale: float = 1.0

    def after(self, intent: PartIntent, judge: JudgeModel) -> "InsetState":
        """Return it with other looks, or with the other one shown."""
        match intent:
            case ShowLooks():
                return replace(self, found=intent)
            case SwitchLook(look=look):
                other = InsetLook.EYE if self.look is InsetLook.ALONG else InsetLook.ALONG
                return replace(self, look=look or other)
            case FitInset(size=size, scale=scale):
                return replace(self, size=size, scale=scale)
        raise TypeError(f"no intent of the inset: {intent}")

    def following(self, before: JudgeModel, judge: JudgeModel) -> "InsetState":
        """Return it without looks at something else."""
        return self if self.found is None or self.found.case == judge.case else replace(self, found=None)
