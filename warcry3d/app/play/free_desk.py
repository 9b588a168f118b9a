"""A table without a battle: fighters are moved over it by drag and click."""

from collections.abc import Mapping

from warcry3d.app.moves.model import DroppedFighter, MoveCommand
from warcry3d.app.moves.move_controller import MoveController
from warcry3d.app.moves.view import HistoryAction, draw_way
from warcry3d.app.play.free_view import FreeView
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.gestures import Gesture, Key, Pointed
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.name_labels import draw_names, labels_over
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name

__all__ = ["FreeDesk", "moved_sentence"]

WAY_BACK = "judge"
"""The room that Esc and *Done* lead to."""


class FreeDesk:
    """Joins a table with the part that moves fighters. ``close()`` it when done."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.table = host.document.table
        self.moves = MoveController(host)
        self._hovered: str | None = None

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        return TableView(self.table, self.moves.overlays)

    @property
    def is_working(self) -> bool:
        """Whether the judge of moves or the search is at work."""
        return self.moves.is_judging or self.moves.is_searching

    def leave(self) -> None:
        """Take a move back that is half made."""
        self.moves.do(MoveCommand.LET_GO)
        self._hovered = None

    def follow(self, document: Document) -> None:
        """Show the table after a move or an undo."""
        self.moves.do(MoveCommand.LET_GO)
        self.table = document.table

    def take(self, gesture: Gesture) -> bool:
        """Move fighters; Esc with nobody in hand goes back."""
        match gesture:
            case Pointed(at=at) if self.moves.held is None:
                self._hovered = self._host.fighter_under(at)
            case _:
                pass
        if self.moves.take(gesture, self.table):
            self._land()
            return True
        if isinstance(gesture, Key) and gesture.name == "escape":
            self._host.open_room(WAY_BACK)
            return True
        return False

    def poll(self) -> bool:
        """Take in what the judge of moves said; put down a fighter whose drop was waiting for it."""
        is_new = self.moves.poll()
        self._land()
        return is_new

    def _land(self) -> None:
        landing = self.moves.take_landing()
        if landing is not None:
            self._host.change_table(landing.table)
            self._host.notify(lambda words: moved_sentence(landing, words))

    def draw(self, frame: Frame) -> None:
        """Draw the panel, the inches along the way, and the name under the pointer."""
        held = self.moves.held
        names = {self._hovered: fighter_name(self._hovered, frame.words)} if self._hovered and held is None else {}
        draw_names(labels_over(self.table, names, frame.shot, frame.picture), frame.bold, frame.scale)
        if held is not None:
            draw_way(held, frame)
        for wanted in self._view(frame).draw(self.moves.model):
            match wanted:
                case HistoryAction.UNDO:
                    self._host.undo()
                case HistoryAction.REDO:
                    self._host.redo()
                case HistoryAction.DONE:
                    self._host.open_room(WAY_BACK)
                case HistoryAction.BEGIN:
                    self._begin()
                case intent:
                    self.moves.do(intent)
        self._land()

    def _view(self, frame: Frame) -> FreeView:
        is_empty_board = not self.table.models and self._host.document.keeper is None
        return FreeView(frame, self._host.key_label, self.moves.is_searching, is_empty_board=is_empty_board)

    def _begin(self) -> None:
        """Arrange a battle on the table; changes are saved first."""
        document = self._host.document
        if document.is_changed or not document.path.is_file():
            self._host.name_document(self._arrange)
        else:
            self._arrange()

    def _arrange(self) -> None:
        document = self._host.document
        self._host.arrange_battle(document.path, document.table.ruleset)

    @property
    def notices_at(self) -> None:
        """Return None: notices stand at the window's lower left."""

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return nothing: there is no battle to tell of."""
        return ()

    def names(self, words: Words) -> Mapping[str, str]:
        """Return the names of all fighters."""
        return {model.id: fighter_name(model.id, words) for model in self.table.models}

    def close(self) -> None:
        """Stop the background."""
        self.moves.close()


def moved_sentence(landing: DroppedFighter, words: Words) -> str:
    """Return what is said once a fighter was dropped."""
    moved = landing.moved
    said = words.say("{model} has moved {cost:.2f} in.", model=fighter_name(landing.model, words), cost=moved.cost)
    if not moved.ends.impact_rolls:
        return said
    return f"{said} " + words.count(
        "{n} roll for impact damage is due.", "{n} rolls for impact damage are due.", moved.ends.impact_rolls
    )
