"""The panel beside a table without a battle: the fighter in hand."""

from collections.abc import Callable
from dataclasses import dataclass

from warcry3d.app.moves.model import MoveModel
from warcry3d.app.moves.view import MovePanel, MoveWanted, moving_help
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel

__all__ = ["FreeView"]


@dataclass(frozen=True)
class FreeView:
    """Draws the panel into a frame. ``key``: gives the key of an action by its binding's name; ``is_searching``: the
    field of the fighter in hand is being searched.
    """

    frame: Frame
    key: Callable[[str], str]
    is_searching: bool = False

    def draw(self, moves: MoveModel) -> list[MoveWanted]:
        """Draw it and return what was asked for, in order."""
        with side_panel("play", self.frame.panel):
            wanted = MovePanel(self.frame, self.is_searching).draw(moves)
            help_at_foot(moving_help(self.frame.words, self.key), self.frame.scale)
        return wanted
