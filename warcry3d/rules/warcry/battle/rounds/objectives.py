"""Objectives: where they are, who controls them (WC-OBJ-1)."""

from warcry3d.message import counted
from warcry3d.motion.path import Point
from warcry3d.rules.reaches import surfaces_at
from warcry3d.rules.warcry.battle.descriptions import marker_name
from warcry3d.rules.warcry.battle.state import Objective, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.sight.distance import is_within, measure_to_point

__all__ = ["CONTROL_REACH", "holders", "lying_at", "take_control"]

CONTROL_REACH = 3.0
"""Fighters within this of an objective's centre (in) count for its control."""


def lying_at(state: State, x: float, y: float) -> Point:
    """Return the place of a marker that is put down at (x, y): on the highest surface there.

    Where nobody can stand (inside of a wall) it lies on the battlefield floor.
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
    """Give each objective to the player with more fighters near it than any other; on a tie its control does not
    change.
    """
    now = []
    for objective in do.state.objectives:
        near = {player: len(holders(do.state, objective, player)) for player in do.state.players}
        most = max(near.values())
        best = [player for player, count in near.items() if count == most]
        taker = best[0] if len(best) == 1 else objective.controller
        if taker != objective.controller:
            rest = max(count for player, count in near.items() if player != taker)
            do.emit(
                "control",
                "{player} takes control of {marker}: {more} within 3 in against {less}",
                "WC-CONTROL-1",
                player=taker,
                marker=marker_name(objective.id),
                more=counted("{n} fighter", "{n} fighters", most),
                less=rest,
            )
        now.append(objective.changed(controller=taker))
    do.change(objectives=tuple(now))
