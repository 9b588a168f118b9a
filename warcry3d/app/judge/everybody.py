"""Everybody: the lines from one model to all others. Pure: the part that draws them is everybody_part."""

from dataclasses import dataclass
from typing import ClassVar

from warcry3d.app.judge.intents import PartIntent
from warcry3d.app.judge.model import JudgeModel

__all__ = ["EVERYBODY", "EverybodyState"]

EVERYBODY = "everybody"
"""The name of the tool and of its part."""


@dataclass(frozen=True, slots=True)
class EverybodyState:
    """Nothing of its own: the answers are those of the matrix (`warcry3d.app.judge.pairs`)."""

    part: ClassVar[str] = EVERYBODY

    def after(self, intent: PartIntent, judge: JudgeModel) -> "EverybodyState":
        """Raise `TypeError`: it has no intents."""
        raise TypeError(f"no intent of everybody's lines: {intent}")

    def following(self, before: JudgeModel, judge: JudgeModel) -> "EverybodyState":
        """Return it as it is."""
        return self
