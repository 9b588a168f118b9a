"""Places in sentences: by their coordinates, unless whoever tells of a battle has better words for them."""

from dataclasses import dataclass

from warcry3d.game.reasons import Point
from warcry3d.message import Message

__all__ = ["PlaceName"]


@dataclass(frozen=True, slots=True)
class PlaceName(Message):
    """What a place is called: as a message by its coordinates; ``at`` is the place itself (in)."""

    at: Point = (0.0, 0.0, 0.0)
