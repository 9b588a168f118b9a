"""The picture of a room's inset: a still, drawn once for what it shows, in a frame in which nothing else is drawn.

What is wanted waits until the table's own picture is as things stand, so that no drag or glide waits for it.
"""

from dataclasses import dataclass

from panda3d.core import SamplerState

from warcry3d.app.scene.inset import Inset
from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda
from warcry3d.app.shell.room import DrawnInset, TableView
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["InsetPicture"]


PAUSE = 3
"""An inset is drawn after so many frames in which nothing happened."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that an inset is drawn from. Another table, though nothing were moved on it, is another."""

    inset: Inset
    table: Table
    tags: frozenset[Tag]


class InsetPicture:
    """Draws the inset that a room wants from the scene of its table."""

    def __init__(self, scene: LiveScene, panels: ImGuiPanda) -> None:
        self._scene = scene
        self._panels = panels
        self._number: int | None = None
        self._shown: _Shown | None = None
        self._is_stale = False
        self._calm = 0
        self.count = 0
        """How often one was drawn."""

    @property
    def drawn(self) -> DrawnInset | None:
        """Return the inset that was drawn last."""
        if self._shown is None or self._number is None:
            return None
        return DrawnInset(self._number, self._shown.inset)

    def is_due(self, view: TableView, *, is_busy: bool) -> bool:
        """Whether an inset is wanted that is not drawn yet, and nothing happened for some frames; asked once a frame.

        ``is_busy``: the person does something, or the table's picture changes.
        """
        self._calm = 0 if is_busy else self._calm + 1
        if view.inset is None or self._calm < PAUSE:
            return False
        return self._is_stale or self._shown != _Shown(view.inset, view.table, view.tags)

    def draw(self, view: TableView) -> None:
        """Draw the inset that is wanted; the scene must show the same table."""
        if view.inset is None:
            return
        texture = self._scene.still(view.inset)
        texture.setMinfilter(SamplerState.FTLinear)
        texture.setMagfilter(SamplerState.FTLinear)
        if self._number is None:
            self._number = self._panels.picture(texture)
        else:
            self._panels.replace_picture(self._number, texture)
        self._shown, self._is_stale = _Shown(view.inset, view.table, view.tags), False
        self.count += 1

    def renew(self) -> None:
        """Draw what is wanted anew: light or colours are others."""
        self._is_stale = True

    def forget(self) -> None:
        """Drop the picture: it is of another file."""
        self._shown = None
