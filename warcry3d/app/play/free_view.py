"""The panel beside a table without a battle: the fighter in hand."""

from collections.abc import Callable
from dataclasses import dataclass

from imgui_bundle import imgui

from warcry3d.app.moves.model import MoveModel
from warcry3d.app.moves.view import HistoryAction, MovePanel, MoveWanted, moving_help
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel, space
from warcry3d.app.widgets.theme import paragraph
from warcry3d.app.widgets.tool_tips import tool_tip

__all__ = ["FreeView"]


@dataclass(frozen=True)
class FreeView:
    """Draws the panel into a frame. ``key``: gives the key of an action by its binding's name; ``is_searching``: the
    field of the fighter in hand is being searched; ``is_empty_board``: nobody stands on the table, and it is a board.
    """

    frame: Frame
    key: Callable[[str], str]
    is_searching: bool = False
    is_empty_board: bool = False

    def draw(self, moves: MoveModel) -> list[MoveWanted]:
        """Draw it and return what was asked for, in order."""
        with side_panel("play", self.frame.panel):
            if self.is_empty_board:
                return self._empty()
            wanted = MovePanel(self.frame, self.is_searching).draw(moves)
            help_at_foot(moving_help(self.frame.words, self.key), self.frame.scale)
        return wanted

    def _empty(self) -> list[MoveWanted]:
        """Draw what is offered where nobody stands on the table."""
        words, wanted = self.frame.words, list[MoveWanted]()
        paragraph(words.say("No fighters stand on this board yet."))
        space(0.3)
        if imgui.button(words.say("Play on this board"), (-1, 38 * self.frame.scale)):
            wanted.append(HistoryAction.BEGIN)
        tool_tip(words.say("choose warbands and players, and begin a battle here"))
        if imgui.button(words.say("Done"), (-1, 0)):
            wanted.append(HistoryAction.DONE)
        return wanted
