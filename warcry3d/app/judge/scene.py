"""What the Judge room shows on the table: the overlays of its verdict, and the look through the viewer's eye."""

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.measures.labels import LengthLabel
from warcry3d.app.scene.deciding_view import deciding_view, eye_shot
from warcry3d.app.scene.overlays import Tape
from warcry3d.app.scene.verdict import shown
from warcry3d.app.scene.verdict_overlays import verdict_overlays
from warcry3d.app.shell.room import TableView
from warcry3d.messages import Words

__all__ = ["distance_label", "table_view"]

BELOW = 20.0
"""How far below the middle of its tape a distance is written (points)."""


def table_view(model: JudgeModel) -> TableView:
    """Return what the room shows of a model. Through an eye it looks at the place that decides, once that is known."""
    if not model.through_eye or model.viewer is None or model.target is None:
        overlays = verdict_overlays(model.table, model.judgement) if model.judgement is not None else ()
        return TableView(model.table, overlays, tags=model.tags)
    if model.judgement is None:
        return TableView(
            model.table,
            hidden=(model.viewer,),
            tags=model.tags,
            eye=eye_shot(model.table, model.viewer, model.target),
        )
    look = deciding_view(model.table, shown(model.judgement))
    return TableView(
        model.table,
        verdict_overlays(model.table, model.judgement, through_eye=True, along_line=look.is_along),
        (model.viewer,),
        model.tags,
        look.shot,
        look.title,
    )


def distance_label(model: JudgeModel, view: TableView, words: Words) -> tuple[LengthLabel, ...]:
    """Return the inches between the bases, to be written below the verdict's tape where that is drawn.

    Where the rules count squares a tape's inches would contradict them: there is none.
    """
    if model.judgement is None or model.judgement.squares is not None:
        return ()
    ends = shown(model.judgement).nearest
    tape = next((one for one in view.overlays if isinstance(one, Tape) and (one.start, one.end) == ends), None)
    if tape is None:
        return ()
    (a, b, c), (d, e, f) = ends
    said = words.say("{inches:.2f} in", inches=model.judgement.distance.direct)
    return (LengthLabel(said, ((a + d) / 2, (b + e) / 2, (c + f) / 2), drop=BELOW - tape.shift),)
