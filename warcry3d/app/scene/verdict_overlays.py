"""What is laid over the scene: names over fighters, and what shows a verdict."""

from collections.abc import Sequence

import numpy as np

from warcry3d.app.judge.model import Dispute
from warcry3d.app.scene.camera import Shot, model_points, project
from warcry3d.app.scene.overlay import Beam, FlatLine, Overlay, Sign, SignKind, Tape
from warcry3d.app.scene.studio import head_of
from warcry3d.app.scene.verdict import overlays_of, shown
from warcry3d.app.shell.displayed import NameLabel
from warcry3d.messages.verdicts import display_name
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table

__all__ = ["is_of_the_bases", "labels", "overlays"]


def labels(dispute: Dispute, hidden: Sequence[str], shot: Shot, size: tuple[int, int]) -> tuple[NameLabel, ...]:
    """Return the names over those picked and the one under the pointer, clear of their figures, but of none hidden."""
    made = []
    for id in dict.fromkeys((dispute.viewer, dispute.target, dispute.hovered)):
        if id is None or id in hidden:
            continue
        model = dispute.table.model(id)
        places = project(shot, np.concatenate([[head_of(model)], model_points(model)[:8]]), size)
        if places[:, 2].min() > 0:
            at = (float(places[0, 0]), float(places[:, 1].min()))
            made.append(NameLabel(display_name(id), at, model.side, id in (dispute.viewer, dispute.target)))
    return tuple(made)


def overlays(table: Table, judgement: Judgement, through_eye: bool, *, along_line: bool = False) -> tuple[Overlay, ...]:
    """Return what shows a judgement; through the eye no tape or cover line, which it would look along, and along the
    line of sight no beam either.
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
