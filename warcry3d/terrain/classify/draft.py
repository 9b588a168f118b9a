"""A part being built: its kind, the reason, and the solid cut for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from warcry3d.geom.solid import Solid
from warcry3d.table.derive import Message
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Skin
from warcry3d.terrain.classify.cutting import CutSolid
from warcry3d.terrain.classify.levels import LevelArea
from warcry3d.terrain.parts import PassageNote
from warcry3d.units import LEVEL_TOLERANCE

__all__ = ["PartDraft", "ground_of"]


@dataclass(frozen=True, eq=False)
class PartDraft:
    """A part being built: ``cut_solid`` or, where nothing was cut, ``given`` as it came."""

    stem: str
    kinds: frozenset[PartKind]
    confidence: float
    reasons: tuple[Message, ...]
    cut_solid: CutSolid | None = None
    given: tuple[Solid, Skin | None] | None = None
    passage: PassageNote | None = None
    measures: dict[str, float] = field(default_factory=dict)
    name: str = ""
    near: Any = None

    def solid(self) -> tuple[Solid, Skin | None]:
        """Return the part's solid and skin."""
        if self.cut_solid is not None:
            return self.cut_solid.even_solid()
        assert self.given is not None
        return self.given


def ground_of(body: CutSolid, grounds: Sequence[LevelArea]) -> float:
    """Return the height of the ground under a body: the floor, or a level area at its foot."""
    foot = float(body.bounds[0, 2])
    if foot <= 2 * LEVEL_TOLERANCE:
        return 0.0
    near = [level for level in grounds if -0.15 <= foot - level.height <= 0.1]
    return max((level.height for level in near), default=0.0)
