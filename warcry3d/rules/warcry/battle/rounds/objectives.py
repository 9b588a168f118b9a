"""Objectives: where they lie, who controls them (WC-OBJ-1)."""

from warcry3d.motion.path import Point
from warcry3d.rules.reaches import surfaces_at
from warcry3d.rules.warcry.battle.state import Objective, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.sight.distance import is_within, measure_to_point

__all__ = ["CONTROL_REACH", "holders", "lying_at", "take_control"]

CONTROL_REACH = 3.0
"""Fighters within this of an objective's centre (in) count for its control."""


def lying_at(state: State, x: float, y: float) -> Point:
    """Return where a marker lies that is put down at a place seen from above: on the highest surface there.

    Where nothing is stood on (inside of a wall) it lies on the battlefield floor.
    """
    table = state.context.bare(state)
    surfaces = surfaces_at(table, x, y, None)
    return (x, y, surfaces[0].height if surfaces else 0.0)


def holders(state: State, objective: Objective, player: str) -> tuple[str, ...]:
    """Return a player's fighters within reach of an objective's centre (WC-DIST-3)."""
    table = state.table
    return tuple(
        fighter.id
        for fighter in state.on_board(player)
        if is_within(measure_to_point(table.model(fighter.id), objective.at).direct, CONTROL_REACH)
    )


def take_control(do: Transition) -> None:
    """Give each objective to the player with more fighters near it; alike, it stays whose it is."""
    one, two = (side.id for side in do.state.sides)
    now = []
    for objective in do.state.objectives:
        first, second = len(holders(do.state, objective, one)), len(holders(do.state, objective, two))
        taker = objective.controller if first == second else one if first > second else two
        if taker != objective.controller:
            values = {
                "player": taker,
                "objective": objective.id,
                "more": max(first, second),
                "less": min(first, second),
            }
            do.emit("control", "{player} takes control of {objective}, {more} against {less}", "WC-OBJ-1", **values)
        now.append(objective.changed(controller=taker))
    do.change(objectives=tuple(now))
