"""Arrows on the table for the smallest moves that flip a verdict, and the ghost of one who has made its move."""

import math

from warcry3d.app.judge.flip.model import FlipState
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.measures.labels import LengthLabel
from warcry3d.app.scene.overlays import FlatLine, Ghost, Overlay
from warcry3d.app.scene.verdict import colour_of
from warcry3d.messages import Words
from warcry3d.rules.smallest_flip import Flip
from warcry3d.sight.verdict import Point
from warcry3d.table.models import Model

__all__ = ["arrow", "flip_lengths", "flip_overlays"]

LEAST = 0.8
"""Arrows are at least so long (in): most moves are too small to be seen. Their true length is written in the card."""
HEAD = 0.3
LABEL = 0.35
"""How far before its tip an arrow's length is written (in)."""
SPREAD = math.radians(28)
ABOVE = 0.05
"""How far above the base arrows are drawn (in)."""


def flip_overlays(model: JudgeModel) -> tuple[Overlay, ...]:
    """Return an arrow for each move that is known, from the edge of its base, and the ghost of who is shown."""
    state = model.state(FlipState)
    if model.through_eye:
        return ()
    made: list[Overlay] = []
    for id, flip in state.found.items():
        if flip.move is None or flip.verdict is None:
            continue
        moved = model.table.model(id)
        made += arrow(moved, flip)
        if id == state.shown:
            x, y, z = moved.placement.at
            at = (x + flip.move[0], y + flip.move[1], z)
            made.append(Ghost(id, at, moved.placement.turn, colour_of(flip.verdict)))
    return tuple(made)


def flip_lengths(model: JudgeModel, words: Words) -> tuple[LengthLabel, ...]:
    """Return how long each move is, to be written beside the tip of its arrow, not over the figure."""
    labels = []
    for id, flip in model.state(FlipState).found.items() if not model.through_eye else ():
        if flip.verdict is not None:
            said = words.say("{inches:.2f} in", inches=flip.length)
            mover = model.table.model(id)
            at, foot = _before(mover, flip, LABEL), mover.placement.at
            labels.append(LengthLabel(said, at, colour_of(flip.verdict), clear_of=foot))
    return tuple(labels)


def _before(model: Model, flip: Flip, away: float) -> Point:
    """Return the point that lies so far before the tip of an arrow."""
    towards, (x, y, z) = math.radians(flip.direction), model.placement.at
    far = max(model.base.length, model.base.width) / 2 + max(flip.length, LEAST) + away
    return x + far * math.cos(towards), y + far * math.sin(towards), z + model.base.height + ABOVE


def arrow(model: Model, flip: Flip) -> tuple[FlatLine, ...]:
    """Return the arrow of a move: a shaft from the edge of the base and two barbs."""
    assert flip.verdict is not None
    towards = math.radians(flip.direction)
    x, y, z = model.placement.at
    high = z + model.base.height + ABOVE
    colour = colour_of(flip.verdict)

    def point(away: float, direction: float, start: Point = (x, y, high)) -> Point:
        return start[0] + away * math.cos(direction), start[1] + away * math.sin(direction), high

    edge = max(model.base.length, model.base.width) / 2
    tip = point(edge + max(flip.length, LEAST), towards)
    barbs = (FlatLine(tip, point(HEAD, towards + math.pi + side * SPREAD, tip), colour) for side in (-1, 1))
    return (FlatLine(point(edge, towards), tip, colour), *barbs)
