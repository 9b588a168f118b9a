"""The view from the point that settles whether all of a target is seen: from it all is, or something is hidden."""

from dataclasses import dataclass

from warcry3d.app.scene.camera import Shot, along, middle_of, point_of
from warcry3d.app.scene.colours import AMBER, GREEN, RED
from warcry3d.app.scene.overlays import Overlay, Sign, SignKind, Tint
from warcry3d.messages import Words, template
from warcry3d.messages.names import fighter_name
from warcry3d.rules.results import Judgement
from warcry3d.sight.full_view_verdict import FullySeen, PartHidden, UnsureView
from warcry3d.table.table import Table

__all__ = ["PointView", "point_view"]


@dataclass(frozen=True, slots=True)
class PointView:
    """A view from a point of the viewer's figure at the whole target, with what it shows."""

    shot: Shot
    overlays: tuple[Overlay, ...]
    viewer: str
    said: str

    def title(self, words: Words) -> str:
        """Return what the view shows."""
        return words.say(self.said, viewer=fighter_name(self.viewer, words))


def point_view(table: Table, judgement: Judgement) -> PointView | None:
    """Return the view from the point that settles a full view; None where the rules ask for none."""
    if judgement.cover is None or judgement.cover.full_view is None:
        return None
    target = table.model(judgement.target)
    overlays: tuple[Overlay, ...]
    match judgement.cover.full_view:
        case FullySeen(eye=eye):
            said = template("from the point that sees all of it")
            overlays = (Tint(target.id, GREEN),)
        case PartHidden(blockers=names, line=(eye, part)):
            said = template("a part that {viewer} does not see from here")
            overlays = (*(Tint(name, RED) for name in names), Sign(part, SignKind.CROSS, RED, 34))
        case UnsureView(eye=eye, between=names):
            said = template("too close: from here all is seen, or not")
            overlays = (*(Tint(name, AMBER) for name in names), Tint(target.id, AMBER))
    return PointView(along((eye, point_of(middle_of(target))), target), overlays, judgement.viewer, said)
