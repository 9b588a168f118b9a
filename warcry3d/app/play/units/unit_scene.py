"""What shows a unit in hand: a ghost and a way for each model, faults at their places, links between the bases."""

from collections.abc import Iterator

import numpy as np

from warcry3d.app.moves.scene import WayLabel
from warcry3d.app.play.units.unit_in_hand import UnitInHand, group, models_of
from warcry3d.app.scene.camera import Shot, project
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, PAPER, RED, Colour
from warcry3d.app.scene.overlays import FlatLine, Ghost, Overlay, Sign, SignKind, lifted
from warcry3d.game.group_moves import GroupLink, JudgedMember
from warcry3d.messages import Words
from warcry3d.motion.path import Point

__all__ = ["colour_of_member", "inches_of_unit", "is_too_far", "overlays_of_unit"]

WAY, LINK, BROKEN = 3.5, 5.0, 7.0
"""Widths of lines (points): of a model's way, of a link, of a gap that breaks the unit."""
DASH = 0.3
LOW = 0.05
"""Labels of inches stand so high (in)."""
MOVED = 0.05
"""A model that moves less than this (in) stays where it is."""


def overlays_of_unit(held: UnitInHand) -> tuple[Overlay, ...]:
    """Return what is drawn on the table for a unit: at once where all would stand, then as it was judged."""
    if held.judged is not None and held.is_current:
        return tuple(_judged(held))
    return tuple(_at_once(held))


def colour_of_member(held: UnitInHand, member: JudgedMember) -> Colour:
    """Return the colour that stands for what the rules say of a model: green allowed, red not; amber only too far, or
    where the unit may not end so: those that split it, else all.
    """
    if not held.is_current:
        return PAPER
    if not member.faults:
        outside = held.judged.outside if held.judged is not None else ()
        is_amber = member.model in outside if outside else held.judged is not None and bool(held.judged.faults)
        return AMBER if is_amber else GREEN
    return AMBER if len(member.faults) == 1 and member.cost > member.allowed > 0 else RED


def is_too_far(member: JudgedMember) -> bool:
    """Return whether a model's way is longer than it may go: that is said of all of them in a line."""
    return bool(member.faults) and member.cost > member.allowed > 0


def _judged(held: UnitInHand) -> Iterator[Overlay]:
    judged = held.judged
    assert judged is not None
    for member in judged.members:
        colour = colour_of_member(held, member)
        if _is_moved(member):
            for start, end in zip(member.route, member.route[1:], strict=False):
                yield FlatLine(lifted(start), lifted(end), colour, DASH if member.faults else 0.0, WAY)
        yield Ghost(member.model, member.end, member.turn, colour)
        if member.faults and not is_too_far(member):
            at = member.faults[0].at or member.end
            yield Sign(lifted(at), SignKind.CROSS, colour, 26)
        if member.model == held.single:
            yield Sign(lifted(member.end), SignKind.CORNERS, GOLD, 60)
    ends = {one.model: one.end for one in judged.members}
    for link in judged.links:
        yield from _link(link, ends[link.one], ends[link.other])


def _link(link: GroupLink, one: Point, other: Point) -> Iterator[Overlay]:
    """Yield a link: a whole blue line where it holds, a dashed red one with a sign in its middle where it is broken."""
    if link.is_held:
        yield FlatLine(lifted(one), lifted(other), BLUE, 0.0, LINK)
        return
    yield FlatLine(lifted(one), lifted(other), RED, DASH, BROKEN)
    middle = tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
    yield Sign(lifted((middle[0], middle[1], middle[2])), SignKind.GAP, RED, 26)


def _at_once(held: UnitInHand) -> Iterator[Overlay]:
    """Yield ghosts before anything is judged: those that move with the pointer in their formation, else as before."""
    order, members = held.order, {one.model: one for one in held.judged.members} if held.judged is not None else {}
    if order is not None:
        for one in group(held.prompt).homes(order):
            yield Ghost(one.item, one.at, one.turn, PAPER)
        return
    for model in models_of(held.prompt):
        if model == held.single and held.at is not None and model in members:
            yield Ghost(model, held.at, members[model].turn, PAPER)
        elif model in members:
            yield Ghost(model, members[model].end, members[model].turn, PAPER)


def _is_moved(member: JudgedMember) -> bool:
    return len(member.route) > 1 and float(np.abs(np.subtract(member.route[0], member.end)).max()) > MOVED


def inches_of_unit(held: UnitInHand, words: Words, shot: Shot, size: tuple[int, int]) -> tuple[WayLabel, ...]:
    """Return the inches of each model's way beside its ghost, and those of gaps that break the unit."""
    if held.judged is None or not held.is_current:
        return ()
    members = [one for one in held.judged.members if one.allowed and _is_moved(one)]
    broken = [one for one in held.judged.links if not one.is_held]
    ends = {one.model: one.end for one in held.judged.members}
    said = [(one.end, words.say("{inches:.2f}", inches=one.cost), colour_of_member(held, one)) for one in members]
    for link in broken:
        middle = np.mean([ends[link.one], ends[link.other]], axis=0).tolist()
        said.append(((middle[0], middle[1], middle[2]), words.say("gap {inches:.2f} in", inches=link.gap), RED))
    if not said:
        return ()
    pixels = project(shot, np.array([(x, y, z + LOW) for (x, y, z), _, _ in said]), size)
    return tuple(
        WayLabel(text, (float(x), float(y)), colour)
        for (_, text, colour), (x, y, depth) in zip(said, pixels.tolist(), strict=True)
        if depth > 0
    )
