"""Kinds of parts and tags of figures, as files write them."""

from enum import StrEnum

__all__ = ["PartKind", "Tag", "TerrainCategory"]


class PartKind(StrEnum):
    """What a part of a terrain piece is in play (WC-TERR-1 to 5)."""

    OBSTACLE = "obstacle"
    LOW = "low"
    PLATFORM = "platform"
    LADDER = "ladder"
    STAIRS = "stairs"
    DOOR = "door"
    ARCH = "arch"
    DEADLY = "deadly"
    UNCLIMBABLE = "unclimbable"
    SCENERY = "scenery"


class Tag(StrEnum):
    """The role of a figure's part: players may agree that weapons and banners do not count for sight."""

    BODY = "body"
    WEAPON = "weapon"
    BANNER = "banner"


class TerrainCategory(StrEnum):
    """What a feature as a whole is, for rule systems whose terrain has categories.

    Woods, ruins and craters are areas; a barricade is a low line to stand behind; a hill is all that models stand on
    top of (hills, closed buildings, containers); debris is anything else that is in the way.
    """

    CRATER = "crater"
    BARRICADE = "barricade"
    DEBRIS = "debris"
    HILL = "hill"
    WOODS = "woods"
    RUINS = "ruins"
