"""Kinds of parts and tags of figures, as files write them."""

from enum import StrEnum

__all__ = ["PartKind", "Tag"]


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
