"""What is wrong with an action of the race, and by which rule."""

from itertools import pairwise
from math import isfinite

from tests.game.race.state import HALF_LANE, LANES, SLACK, START, Running
from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.motion.path import Leg, LegKind, Path

__all__ = ["gone", "push_faults", "run_faults"]


def gone(state: Running, path: Path) -> float:
    """Return how far along its lane a path takes the runner (in)."""
    points = [point for leg in path.legs for point in leg.to]
    return points[-1][0] - START - state.now.at[state.runner] if points else 0.0


def push_faults(state: Running, dice: int) -> tuple[ActionFault, ...]:
    """Return why the runner cannot push with so many dice."""
    most = state.most_dice
    said = Message("1 to {most} dice may be thrown, not {dice}", {"most": most, "dice": dice})
    return () if 1 <= dice <= most else (ActionFault("RACE-1", said, place="dice"),)


def run_faults(state: Running, path: Path) -> tuple[ActionFault, ...]:
    """Return why the runner cannot go along a path: the first thing that is wrong with each leg, and with its end."""
    found = [fault for number, leg in enumerate(path.legs) for fault in leg_faults(state, leg, f"path.legs[{number}]")]
    points = [state.place(state.runner, state.now.at[state.runner]), *(p for leg in path.legs for p in leg.to)]
    back = next((b for a, b in pairwise(points) if b[0] < a[0] - SLACK), None)
    if back is not None:
        found.append(ActionFault("RACE-6", Message("a runner never turns back"), at=back, place="path"))
    most = state.most_inches
    over = gone(state, path) - most
    if over > SLACK:
        furthest = state.place(state.runner, state.now.at[state.runner] + most)
        found.append(ActionFault("RACE-2", Message("{over:.2f} in too far", {"over": over}), furthest, "path"))
    return tuple(found)


def leg_faults(state: Running, leg: Leg, place: str) -> tuple[ActionFault, ...]:
    """Return the first thing that is wrong with a leg by itself."""
    if leg.kind is not LegKind.WALK or leg.through or leg.facing is not None:
        return (ActionFault("RACE-6", Message("a runner only runs straight on"), place=place),)
    if not leg.to:
        return (ActionFault("RACE-6", Message("this leg leads nowhere"), place=place),)
    middle = LANES[state.runner]
    for x, y, z in leg.to:
        if not (isfinite(x) and abs(y - middle) <= HALF_LANE + SLACK and abs(z) <= SLACK):
            return (ActionFault("RACE-6", Message("this is outside of the lane"), at=(x, y, z), place=place),)
    return ()
