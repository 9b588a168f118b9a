"""Where a base rests on what is offered."""

from warcry3d.motion.levels import levels_of
from warcry3d.rules.warcry.battle.movement.place_choices import PlaceOffered
from warcry3d.rules.warcry.battle.state import State

__all__ = ["rest_at"]


def rest_at(state: State, place: PlaceOffered, x: float, y: float) -> float:
    """Return the height at which a base rests whose centre is put at (x, y) of a surface that is offered."""
    levels = levels_of(state.table)
    level = levels.under((x, y, place.height))
    return place.height if level is None else levels.resting_height(level, x, y)
