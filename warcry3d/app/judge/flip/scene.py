"""Arrows on the table for the smallest moves that flip a verdict, and the ghost of one who has made its move."""

import math

from warcry3d.app.judge.flip.model import FlipState
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.measures.labels import LengthLabel
from warcry3d.app.scene.overlays import Arrow, Ghost, Overlay
from warcry3d.app.scene.verdict import colour_of
from warcry3d.messages import Words
from warcry3d.rules.smallest_flip import Flip
from warcry3d.table.models import Model

__all__ = ["arrow", "flip_lengths", "flip_overlays"]

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
        made.append(arrow(moved, flip))
        if id == state.shown:
            x, y, z = moved.placement.at
            at = (x + flip.move[0], y + flip.move[1], z)
            made.append(Ghost(id, at, moved.placement.turn, colour_of(flip.verdict)))
    return tuple(made)


def flip_lengths(model: JudgeModel, words: Words) -> tuple[LengthLabel, ...]:
    """Return how long each move is, to be written before the tip of its arrow."""
    labels = []
    for id, flip in model.state(FlipState).found.items() if not model.through_eye else ():
        if flip.verdict is not None:
            said = words.say("{inches:.2f} in", inches=flip.length)
            shaft = arrow(model.table.model(id), flip)
            labels.append(LengthLabel(said, shaft.end, shaft.colour, arrow=shaft))
    return tuple(labels)


def arrow(model: Model, flip: Flip) -> Arrow:
    """Return the arrow of a move, from the edge of the base as far as it goes."""
    assert flip.verdict is not None
    towards, (x, y, z) = math.radians(flip.direction), model.placement.at
    edge = max(model.base.length, model.base.width) / 2
    start, end = (
        (x + away * math.cos(towards), y + away * math.sin(towards), z + model.base.height + ABOVE)
        for away in (edge, edge + flip.length)
    )
    return Arrow(start, end, colour_of(flip.verdict))
