"""Using abilities (WC-ABIL-1 and 2, WC-COMBAT-3)."""

from warcry3d.game.ruleset import ActionFault
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.doing import Doing
from warcry3d.rules.warcry.battle.faults import fault
from warcry3d.rules.warcry.battle.state import State

__all__ = ["ability_faults", "can_use_some", "use_ability"]


def can_use_some(state: State, fighter: str) -> bool:
    """Return whether an activated fighter could use an ability now: without it there is nothing to ask."""
    return False


def ability_faults(state: State, fighter: str, action: UseAbility) -> tuple[ActionFault, ...]:
    """Return why a fighter cannot use an ability now."""
    return fault("WC-ABIL-1", "no ability '{ability}'", ability=action.ability)


def use_ability(do: Doing, fighter: str, action: UseAbility) -> None:
    """Use an ability: its dice are gone, then what it says is done."""
