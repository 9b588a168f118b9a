"""How a person wants the window to look: theme and colours."""

from warcry3d.app.scene.colours import use_safe_colours
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.theme import apply_theme

__all__ = ["apply_look"]


def apply_look(settings: Settings, scale: float) -> None:
    """Dress the panels, ``scale`` large, and choose the colours of signals."""
    apply_theme(scale, is_high_contrast=settings.is_high_contrast)
    use_safe_colours(settings.has_safe_colours)
