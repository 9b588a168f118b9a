"""The panel beside a table without a battle: the fighter in hand."""

from dataclasses import dataclass

from warcry3d.app.moves.model import MoveModel
from warcry3d.app.moves.view import MOVING_HELP, MovePanel, MoveWanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel

__all__ = ["FreeView"]


@dataclass(frozen=True)
class FreeView:
    """Draws the panel into a frame. ``is_searching``: the field of the fighter in hand is being searched."""

    frame: Frame
    is_searching: bool = False

    def draw(self, moves: MoveModel) -> list[MoveWanted]:
        """Draw it and return what was asked for, in order."""
        with side_panel("play", self.frame.panel):
            wanted = MovePanel(self.frame, self.is_searching).draw(moves)
            help_at_foot([self.frame.words.say(line) for line in MOVING_HELP], self.frame.scale)
        return wanted
