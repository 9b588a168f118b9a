"""What shows a judgement on the table, thinned out for a look through an eye or along a line."""

from warcry3d.app.scene.overlays import Beam, FlatLine, Overlay, Sign, SignKind, Tape
from warcry3d.app.scene.verdict import overlays_of, shown
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table

__all__ = ["is_of_the_bases", "verdict_overlays"]


def verdict_overlays(
    table: Table, judgement: Judgement, *, through_eye: bool = False, along_line: bool = False
) -> tuple[Overlay, ...]:
    """Return what shows a judgement. Through the eye there is no tape and no cover line, which it would look along; and
    along the line of sight no beam either.
    """
    made = overlays_of(table, shown(judgement))
    if along_line:
        made = tuple(one for one in made if not _runs_with_the_look(one))
    return tuple(one for one in made if not (through_eye and is_of_the_bases(one)))


def _runs_with_the_look(overlay: Overlay) -> bool:
    return isinstance(overlay, Beam) or (isinstance(overlay, Sign) and overlay.kind is SignKind.DOT)


def is_of_the_bases(overlay: Overlay) -> bool:
    """Return whether an overlay belongs to tape or cover line: they run low and clutter the look of an eye."""
    is_entry = isinstance(overlay, Sign) and overlay.kind is SignKind.DIAMOND
    return is_entry or isinstance(overlay, Tape | FlatLine)
