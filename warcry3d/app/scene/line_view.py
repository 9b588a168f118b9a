"""The view along the line that decides a verdict, magnified at the place where there is least room for it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warcry3d.app.scene.camera import Clear, Shot, along, eye_point, middle_of, near_to, point_of
from warcry3d.app.scene.colours import RED
from warcry3d.app.scene.overlays import Overlay, Sign, SignKind, Tint
from warcry3d.app.scene.verdict import ShownVerdict, colour_of, first_entry, solids_named, tightest
from warcry3d.geom.solid import Solid
from warcry3d.messages import Words
from warcry3d.sight.narrowest_place import narrowest_place
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, is_wide
from warcry3d.table.table import Table
from warcry3d.units import MM

__all__ = ["Gap", "LineView", "line_view"]

RINGS = 2.5
"""The view shows this many widths of the gap from its middle to the upper edge,"""
LEAST, MOST = 1 / 16, 0.6
"""but at least and at most so much (in)."""
AT_BLOCKER = 1.5
"""How much (in) is shown around the place where a line is blocked."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The room for a line where it is narrowest: ``at``, and how wide (mm) across the line."""

    at: Point
    width_mm: float


@dataclass(frozen=True, slots=True)
class LineView:
    """A view along a line, with what it shows; ``gap``: None where nothing is near the line, or something blocks it."""

    shot: Shot
    overlays: tuple[Overlay, ...]
    gap: Gap | None = None
    is_blocked: bool = False

    def title(self, words: Words) -> str:
        """Return what the view shows."""
        if self.is_blocked:
            return words.say("along the line, to what blocks it")
        if self.gap is None:
            return words.say("along the line of sight")
        return words.say("along the line, at its narrowest")


def line_view(table: Table, shown: ShownVerdict, clear: Clear | None = None) -> LineView:
    """Return the view along the line that a verdict names: where it is free, through its narrowest place; where it is
    too close to call, at the gap; where nothing is seen, from the viewer's eye at what blocks the look to the target.

    ``clear``: whether nothing but the pair is between two points, for a camera that stands back from the line's start.
    """
    target = table.model(shown.target)
    lit = Tint(shown.target, colour_of(shown.verdict))
    match shown.verdict:
        case Seen(witness=line, clearance_mm=clearance) if is_wide(clearance):
            return LineView(along(line, target, clear), (lit,))
        case Seen(witness=line, clearance_mm=clearance):
            place = narrowest_place(table, shown.viewer, shown.target, line, shown.tags)
            if place is None:
                return LineView(along(line, target, clear), (lit,))
            gap = Gap(place.at, 2 * clearance)
            return LineView(_magnified(along(line, target, clear), gap), (lit,), gap)
        case TooClose(gap_mm=width, line=line, between=names):
            gap = Gap(tightest(solids_named(table, names), line), width)
            return LineView(_magnified(along(line, target, clear), gap), (lit,), gap)
        case Hidden(blockers=names):
            return _blocked_view(table, shown, names)


def _blockers(table: Table, shown: ShownVerdict) -> list[Solid]:
    """Return what may be in the way of the pair: terrain that blocks sight, and all other models."""
    solids = [
        feature.solids[part.id]
        for feature in table.terrain.features
        for part in feature.piece.parts
        if feature.blocks_sight(part)
    ]
    others = [model for model in table.models if model.id not in (shown.viewer, shown.target)]
    return solids + [solid for model in others for solid in model.solids]


def _magnified(shot: Shot, gap: Gap) -> Shot:
    """Return the look along a line at its narrowest place, zoomed until the gap is well seen."""
    return near_to(shot, gap.at, min(max(RINGS * gap.width_mm * MM, LEAST), MOST))


def _blocked_view(table: Table, shown: ShownVerdict, names: Sequence[str]) -> LineView:
    """Return the look from the viewer's eye to the target's middle, which ends at what blocks it."""
    viewer, target = table.model(shown.viewer), table.model(shown.target)
    line = point_of(eye_point(viewer)), point_of(middle_of(target))
    stop = first_entry(solids_named(table, names), *line) or first_entry(_blockers(table, shown), *line)
    tints = tuple(Tint(name, RED) for name in names)
    shot = along(line, target)
    if stop is None:
        return LineView(shot, tints, is_blocked=True)
    away = float(np.linalg.norm(np.subtract(stop, line[0])))
    overlays: tuple[Overlay, ...] = (*tints, Sign(stop, SignKind.CROSS, RED, 34))
    return LineView(near_to(shot, stop, max(AT_BLOCKER, 0.25 * away)), overlays, is_blocked=True)
