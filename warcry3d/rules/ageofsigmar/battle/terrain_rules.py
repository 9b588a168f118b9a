"""The six rules that terrain features can have (AOS-TERRAIN-4 to 20)."""

from enum import StrEnum
from typing import Final

from warcry3d.message import Message, message

__all__ = ["NEAR_TERRAIN", "TERRAIN_LABELS", "TERRAIN_TABLE", "TerrainRule"]

NEAR_TERRAIN: Final = 3.0
"""Features work on units within this (in)."""


class TerrainRule(StrEnum):
    """What a feature does."""

    DAMNED = "damned"
    ARCANE = "arcane"
    INSPIRING = "inspiring"
    DEADLY = "deadly"
    MYSTICAL = "mystical"
    SINISTER = "sinister"


TERRAIN_TABLE: Final = tuple(TerrainRule)
"""The rule of each face of a D6, from 1."""

TERRAIN_LABELS: Final[dict[TerrainRule, Message]] = {
    TerrainRule.DAMNED: message("damned: sacrifice wounds for +1 to hit"),
    TerrainRule.ARCANE: message("arcane: +1 to cast and unbind"),
    TerrainRule.INSPIRING: message("inspiring: +1 Bravery"),
    TerrainRule.DEADLY: message("deadly: a 1 slays who moves over it"),
    TerrainRule.MYSTICAL: message("mystical: befuddled, or wound rolls again"),
    TerrainRule.SINISTER: message("sinister: causes fear"),
}
"""What each is called, and does in a few words."""
