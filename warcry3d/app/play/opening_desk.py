"""The table of a battle that is being replayed: it can be looked at, and nothing else."""

from collections.abc import Mapping

from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.gestures import Gesture, Pointed
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.name_labels import draw_names, labels_over
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name

__all__ = ["OpeningDesk"]


class OpeningDesk:
    """Shows the table, and who is under the pointer; the shell says that the battle is loading."""

    is_working = False
    notices_at: tuple[float, float] | None = None

    def __init__(self, host: Host) -> None:
        self._host = host
        self._table = host.document.table
        self._hovered: str | None = None

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table: it is as wide as the battle will be."""
        return TableView(self._table, is_wide=True)

    def leave(self) -> None:
        """Forget who was under the pointer."""
        self._hovered = None

    def follow(self, document: Document) -> None:
        """Show the document's table."""
        self._table = document.table

    def take(self, gesture: Gesture) -> bool:
        """Note who is under the pointer."""
        if isinstance(gesture, Pointed):
            self._hovered = self._host.fighter_under(gesture.at)
        return False

    def poll(self) -> bool:
        """Nothing is found here."""
        return False

    def draw(self, frame: Frame) -> None:
        """Write the name of the fighter under the pointer."""
        names = {self._hovered: fighter_name(self._hovered, frame.words)} if self._hovered else {}
        draw_names(labels_over(self._table, names, frame.shot, frame.picture), frame.bold, frame.scale)

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return nothing: nothing was asked."""
        return ()

    def names(self, words: Words) -> Mapping[str, str]:
        """Return nobody: whose name a picture shows is for the battle to say."""
        return {}

    def close(self) -> None:
        """Nothing runs."""
