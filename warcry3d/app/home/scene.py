"""What the Home room shows on the table behind its panels: the open table as it is."""

from warcry3d.app.shell.room import TableView
from warcry3d.table.table import Table

__all__ = ["table_view"]


def table_view(table: Table) -> TableView:
    """Return what the room shows."""
    return TableView(table)
