"""What an inset shows: a small still picture of the table from elsewhere. No graphics in here."""

from dataclasses import dataclass

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.overlays import Overlay

__all__ = ["Inset"]


@dataclass(frozen=True, slots=True)
class Inset:
    """A picture of ``size`` (pixels) taken from ``shot``, with ``overlays`` over the table, without models ``hidden``.

    ``subject``: what it is a picture of, in words for the program; two of one subject show the same thing, as it was
    and as it is. ``scale``: pixels in a point, the unit of lines and signs.
    """

    subject: tuple[str, ...]
    shot: Shot
    size: tuple[int, int]
    overlays: tuple[Overlay, ...] = ()
    hidden: tuple[str, ...] = ()
    scale: float = 1.0
