"""What the Play room shows on the table: the fighter in hand with its way, and a battle's markers."""

from warcry3d.app.play.model import PlayModel
from warcry3d.app.scene.markers import marker_signs
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.room import TableView

__all__ = ["table_view"]


def table_view(model: PlayModel, moving: tuple[Overlay, ...]) -> TableView:
    """Return what the room shows of a model, with the overlays of the fighter in hand."""
    markers = marker_signs(model.moment.standings.markers) if model.moment is not None else ()
    return TableView(model.table, (*moving, *markers))
