"""How a battle opens: all that is decided before the first round (WC-BAND-6, WC-PLAN, WC-DEPLOY)."""

from warcry3d.rules.warcry.battle.rounds import NextRound
from warcry3d.rules.warcry.battle.scene import Scene
from warcry3d.rules.warcry.battle.state import FighterState, Side, State

__all__ = ["begun"]


def begun(scene: Scene) -> State:
    """Return a battle in which nothing was decided yet."""
    sides = tuple(Side(id=player) for player in scene.setup.players)
    fighters = tuple(FighterState(id=id, player=player) for id, (player, _) in scene.fighters.items())
    return State(scene=scene, sides=sides, fighters=fighters, rounds=4, agenda=(NextRound(),))
