"""The view of the place that decides a verdict: through the viewer's eye, or along the line itself."""

from dataclasses import dataclass

import numpy as np

from warcry3d.app.scene.camera import Clear, Shot, along, from_eye
from warcry3d.app.scene.studio import clear_between, obstructions
from warcry3d.app.scene.verdict import ShownVerdict
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.sight.verdict import Seen, TooClose
from warcry3d.table.table import Table

__all__ = ["DecidingView", "deciding_view", "eye_shot"]


@dataclass(frozen=True, slots=True)
class DecidingView:
    """A view of the place that decides; ``is_along``: along the line instead of through the viewer's eye."""

    shown: ShownVerdict
    shot: Shot
    is_along: bool

    def title(self, words: Words) -> str:
        """Return the title of the view: through whose eye, or along which line."""
        if not self.is_along:
            return words.say("through the eye of {viewer}", viewer=fighter_name(self.shown.viewer, words))
        if isinstance(self.shown.verdict, Seen):
            return words.say("along the line of sight")
        return words.say("along the line in question")


def eye_shot(table: Table, viewer: str, target: str) -> Shot:
    """Return what ``viewer`` sees when it looks at ``target``; raise `UnknownNameError` if one is not on the table."""
    a, b = table.model(viewer), table.model(target)
    return from_eye(a, b, clear_between(obstructions(table, without=(viewer,))))


def deciding_view(table: Table, shown: ShownVerdict, clear: Clear | None = None) -> DecidingView:
    """Return the view through the viewer's eye, or along the line itself if the eye does not see what the line does.

    A line of sight may start at a foot or a spear's tip, where no eye is. ``clear``: whether nothing but the pair is
    between two points; created for this view if not given.
    """
    clear = clear or clear_between(obstructions(table, without=(shown.viewer, shown.target)))
    viewer, target = table.model(shown.viewer), table.model(shown.target)
    shot = from_eye(viewer, target, clear)
    match shown.verdict:
        case Seen(witness=line) if not clear(np.array(shot.eye), np.array(line[1])):
            return DecidingView(shown, along(line, target, clear), True)
        case TooClose(line=line):
            return DecidingView(shown, along(line, target, clear), True)
    return DecidingView(shown, shot, False)
