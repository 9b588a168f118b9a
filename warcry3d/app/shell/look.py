"""How a person wants the window to look: theme and colours."""

from warcry3d.app.scene.colours import use_safe_colours
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.theme import apply_theme

__all__ = ["apply_look", "scale_within"]

ROOM_NEEDED = (1000.0, 560.0)
"""Width and height of a window (points) in which no panel covers another."""


def scale_within(wanted: float, size: tuple[int, int]) -> float:
    """Return how large everything is drawn in a window of ``size`` pixels: as is wanted where the panels have room
    then, else smaller, but for that never below 1.

    >>> scale_within(2.0, (3840, 2160)), scale_within(2.0, (1280, 720)), scale_within(2.0, (640, 480))
    (2.0, 1.28, 1.0)
    """
    fitting = min(pixels / points for pixels, points in zip(size, ROOM_NEEDED, strict=True))
    return min(wanted, max(fitting, 1.0))


def apply_look(settings: Settings, scale: float) -> None:
    """Dress the panels, ``scale`` large, and choose the colours of signals."""
    apply_theme(scale, is_high_contrast=settings.is_high_contrast)
    use_safe_colours(settings.has_safe_colours)
