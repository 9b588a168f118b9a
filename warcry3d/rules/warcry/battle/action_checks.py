"""Whether the numbers of an action make sense at all, whatever is asked: before any rule is looked at.

Records, programs and hands on the wrong key may say anything; what is judged further on are places on a table.
"""

from collections.abc import Iterable

from warcry3d.game.action_faults import fault
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.reasons import ActionFault
from warcry3d.motion.path import MAX_LEGS, MAX_POINTS, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Deploy, Disengage, Move, SetUpTerrain

__all__ = ["FARTHEST", "malformed"]

FARTHEST = 1000.0
"""No place of a battle is farther from the battlefield's corner than this, in any direction (in)."""

MOST_TURNED = 1000.0
"""No facing is given as more than this, either way (radians)."""


def malformed(action: Action) -> tuple[ActionFault, ...]:
    """Return what makes an action none that could be judged: no numbers, places beyond all tables, ways without points;
    for a way that is not gone but only says where it ends, that it is no move (WC-MOVE-1).
    """
    match action:
        case Move(path=path) | Disengage(path=path):
            return _path_faults(path)
        case Deploy(at=at, turn=turn):
            return _place_faults("WC-DEPLOY-2", at, turn)
        case PlaceAt(at=at, turn=turn):
            return _place_faults("WC-FIELD-2", at, turn)
        case SetUpTerrain(laid=laid):
            found = (_place_faults("WC-PLAN-3", one.at, one.turn, f"laid[{i}].") for i, one in enumerate(laid))
            return next(filter(None, found), ())
    return ()


def _place_faults(rule: str, at: Iterable[float], turn: float, within: str = "") -> tuple[ActionFault, ...]:
    if not _are_places(at):
        return fault(rule, "expected a place of three numbers, on or near the battlefield", place=f"{within}at")
    if not abs(turn) <= MOST_TURNED:
        return fault(rule, "expected a facing in radians, {most:g} at most", place=f"{within}turn", most=MOST_TURNED)
    return ()


def _path_faults(path: Path) -> tuple[ActionFault, ...]:
    if not 1 <= len(path.legs) <= MAX_LEGS:
        return fault(
            "WC-MOVE-1", "a way has 1 to {most} legs, not {has}", place="path", most=MAX_LEGS, has=len(path.legs)
        )
    for n, leg in enumerate(path.legs):
        place = f"path.legs[{n}]"
        if leg.kind is LegKind.PLACE:
            return fault("WC-MOVE-1", "a move cannot contain a 'place' leg", place=place)
        if not leg.to:
            return fault("WC-MOVE-1", "this leg has no points", place=place)
        if not all(map(_are_places, leg.to)):
            return fault("WC-MOVE-1", "expected a place of three numbers, on or near the battlefield", place=place)
        if leg.facing is not None and not abs(leg.facing) <= MOST_TURNED:
            return fault("WC-MOVE-1", "expected a facing in radians, {most:g} at most", place=place, most=MOST_TURNED)
    points = sum(len(leg.to) for leg in path.legs)
    if points > MAX_POINTS:
        return fault(
            "WC-MOVE-1", "a way has {most} points at most, not {has}", place="path", most=MAX_POINTS, has=points
        )
    return ()


def _are_places(at: Iterable[float]) -> bool:
    """Return whether these are numbers of a place (not NaN, which is not less than anything)."""
    return all(abs(value) <= FARTHEST for value in at)
