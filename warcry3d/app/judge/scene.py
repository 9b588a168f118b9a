"""What the Judge room shows on the table: the overlays of its verdict, and the look through the viewer's eye."""

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.scene.deciding_view import deciding_view, eye_shot
from warcry3d.app.scene.verdict import shown
from warcry3d.app.scene.verdict_overlays import verdict_overlays
from warcry3d.app.shell.room import TableView

__all__ = ["table_view"]


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
