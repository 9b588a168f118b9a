"""The moves that are held against all else an activated fighter could do next."""

from itertools import islice

import numpy as np

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Ruleset
from warcry3d.rules.warcry.battle.fighters import enemies_within
from warcry3d.rules.warcry.battle.state import Activation, State
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.moves import PlannedMove, best_moves
from warcry3d.rules.warcry.players.moves_ahead import climb_on
from warcry3d.rules.warcry.players.worth import FEAR, place_worth

__all__ = ["BOLD", "next_moves", "turns_back"]

MOVES = 3
"""So many moves are held against the rest."""

BOLD = 0.04
"""What enemies could do counts so much for one that would else do nothing, wounds and cover as much less: it gets on
with what it is there for.
"""


def next_moves(ruleset: Ruleset[State, Action], state: State, acting: Activation) -> tuple[PlannedMove, ...]:
    """Return the best moves that one action takes, and the rest of a climb; none that only takes back the last one."""
    id = acting.fighter
    if not acting.left or enemies_within(state, id, ENGAGED):
        return ()
    holds = bool(state.fighter(id).holds)
    fear = BOLD if holds and "move" in acting.done else FEAR  # what was begun is gone on with
    ways = islice(best_moves(ruleset, state, id, then_strikes=acting.left > 1, fear=fear), MOVES)
    up = climb_on(ruleset, state, id) if holds else None
    return (*(way for way in ways if not turns_back(state, acting, way)), *(() if up is None else (up,)))


def turns_back(state: State, acting: Activation, way: PlannedMove) -> bool:
    """Return whether a move after another only takes back what that one was for: it leads to nothing, but away from
    enemies who were there before.
    """
    if "move" not in acting.done or way.treasure or way.strike is not None or state.fighter(acting.fighter).holds:
        return False
    ends = np.array([state.fighter(acting.fighter).at, way.goal or way.at])
    here, there = place_worth(state, acting.fighter, ends, fear=BOLD).tolist()
    return bool(there <= here)
