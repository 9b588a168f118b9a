"""Parts of the battle report's sentences: markers, places, sets of dice, ways of moving."""

from collections.abc import Sequence

from warcry3d.game.places import PlaceName
from warcry3d.message import Message, counted
from warcry3d.motion.path import LegKind, Point
from warcry3d.rules.move_result import MoveResult, PricedLeg
from warcry3d.rules.warcry.battle.state import InitiativeDice

__all__ = ["dice_of", "faces_of", "leg_names", "marker_name", "place_name", "points_name", "set_name"]

LEAST_SAID = 0.05
"""Lengths (in) below this round to 0.0, and are not worth saying."""


def marker_name(id: str) -> Message:
    """Return what an objective or a treasure is called in the report: its id is a kind and a number.

    >>> str(marker_name("objective-2"))
    'objective 2'
    """
    kind, _, number = id.rpartition("-")
    if kind == "objective":
        return Message("objective {number}", {"number": number})
    return Message("treasure {number}", {"number": number})


def place_name(at: Point) -> PlaceName:
    """Return where a place is, with its height if it is above the battlefield floor.

    >>> str(place_name((8.4, 10.6, 3.0)))
    '(8.4, 10.6), 3.0 in above the floor'
    """
    values = {"x": at[0], "y": at[1], "z": at[2]}
    if at[2] < LEAST_SAID:
        return PlaceName("({x:.1f}, {y:.1f})", {"x": at[0], "y": at[1]}, at=at)
    return PlaceName("({x:.1f}, {y:.1f}), {z:.1f} in above the floor", values, at=at)


def points_name(points: int) -> Message:
    """Return a number of damage points."""
    return counted("{n} point of damage", "{n} points of damage", points)


def faces_of(faces: Sequence[int]) -> str:
    """Return dice as they fell."""
    return " ".join(map(str, faces))


def set_name(value: int, count: int) -> Message:
    """Return what a set of ability dice is called.

    >>> str(set_name(5, 3))
    'triple of 5'
    """
    if count == 2:
        return Message("double of {value}", {"value": value})
    if count == 3:
        return Message("triple of {value}", {"value": value})
    return Message("quad of {value}", {"value": value})


def dice_of(hand: InitiativeDice) -> tuple[Message, ...]:
    """Return what a player's dice of a round are: singles, then sets."""
    singles = counted("{n} single", "{n} singles", hand.single_count)
    return (singles, *(set_name(one.value, one.count) for one in hand.sets))


def leg_names(judged: MoveResult) -> tuple[Message, ...]:
    """Return how a move goes, in inches: each leg of the path, walks one after the other together, without those that
    round to nothing.
    """
    runs: list[tuple[LegKind, float, float]] = []
    for leg in judged.legs:
        kind, inches, down = leg.measured.kind, leg.cost, _down(leg)
        if runs and kind is LegKind.WALK and runs[-1][0] is LegKind.WALK:
            runs[-1] = (kind, runs[-1][1] + inches, 0.0)
        else:
            runs.append((kind, inches, down))
    said = tuple(_leg_name(*run) for run in runs if max(run[1:]) >= LEAST_SAID)
    return said or (Message("stays where it is"),)


def _down(leg: PricedLeg) -> float:
    return sum(stride.drop for stride in leg.measured.strides)


def _leg_name(kind: LegKind, inches: float, down: float) -> Message:
    values = {"inches": inches, "down": down}
    match kind:
        case LegKind.CLIMB:
            return Message("climbs {inches:.2f} in", values)
        case LegKind.FLY:
            return Message("flies {inches:.2f} in", values)
        case LegKind.DOOR:
            return Message("goes {inches:.2f} in through a doorway", values)
        case LegKind.JUMP | LegKind.DROP if down >= LEAST_SAID and inches >= LEAST_SAID:
            return Message("jumps {inches:.2f} in and drops {down:.2f} in", values)
        case LegKind.JUMP | LegKind.DROP if down >= LEAST_SAID:
            return Message("drops {down:.2f} in", values)
        case LegKind.JUMP | LegKind.DROP:
            return Message("jumps {inches:.2f} in", values)
    return Message("walks {inches:.2f} in", values)
