"""What a fighter can do in its next activation: how far it moves before it strikes, and how far its weapons reach."""

from warcry3d.rules.battle_api import ModelThreat
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.warcry.battle.fighters import effects_on, enemies_within, weapon_of
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.move_limits import DISENGAGING, ENGAGED
from warcry3d.sight.distance import is_within, measure

__all__ = ["may_come_to", "straight_inches", "threat_of"]


def threat_of(state: State, fighter: str, target: str = "") -> ModelThreat | None:
    """Return what a fighter on the battlefield can do in an activation, to ``target`` if one is meant; None: it is
    nowhere on it.

    Its inches are those that it has before it attacks: its move, or what it may disengage by.
    """
    if state.fighter(fighter).place is not FighterStatus.BOARD:
        return None
    weapons = [weapon_of(state, fighter, n, target) for n in range(len(state.profile(fighter).weapons))]
    melee = max((weapon.max_range for weapon in weapons if weapon.is_melee), default=0.0)
    missile = max((weapon.max_range for weapon in weapons if not weapon.is_melee), default=0.0)
    if not enemies_within(state, fighter, ENGAGED):
        inches = 0.0 if effects_on(state, fighter, "cannot-move") else allowed(state, fighter)
        return ModelThreat(inches, MoveAction.MOVE, melee, missile)
    is_bound = state.fighter(fighter).treasure or effects_on(state, fighter, "cannot-disengage")
    return ModelThreat(0.0 if is_bound else DISENGAGING, MoveAction.DISENGAGE, melee, missile)


def straight_inches(state: State, fighter: str, enemy: str) -> float:
    """Return the inches that a fighter needs at least to come to an enemy, terrain left aside.

    No way is shorter: up it takes the straight distance at least, down only what is level of it (WC-JUMP-1).
    """
    own, its = state.table.model(fighter), state.table.model(enemy)
    apart = measure(own, its)
    return apart.horizontal if own.placement.at[2] > its.placement.at[2] else apart.direct


def may_come_to(state: State, fighter: str, enemy: str) -> bool:
    """Return whether a fighter on the battlefield may attack an enemy after one move, terrain left aside."""
    threat = threat_of(state, fighter, enemy)
    assert threat is not None, "it is on the battlefield"
    inches = straight_inches(state, fighter, enemy)
    return is_within(inches - max(threat.melee, threat.missile), threat.inches)
