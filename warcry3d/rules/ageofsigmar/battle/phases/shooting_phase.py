"""The shooting phase (AOS-SHOOT)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import UsesAbilities
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks, can_attack
from warcry3d.rules.ageofsigmar.battle.attacks.attack_lines import weapons_of
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, did
from warcry3d.rules.ageofsigmar.battle.modifiers import granted, is_befuddled
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import order_prompt
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.units.unit_actions import UnitOrder

__all__ = ["ShootingPhase", "has_missiles", "shoot_faults"]


def has_missiles(state: SigmarState, unit: str) -> bool:
    """Return whether a model of a unit has a missile weapon."""
    return any(weapons_of(state, model.id, WeaponKind.MISSILE) for model in state.troops(unit))


def shoot_faults(state: SigmarState, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be picked to shoot (AOS-SHOOT-2, AOS-SHOOT-4)."""
    deeds = state.unit(unit).did
    if Deed.SHOT in deeds:
        return fault("AOS-SHOOT-4", "{unit} has shot in this phase", unit=unit, place="unit")
    if Deed.RAN in deeds and granted(state, unit, "run-and-shoot") is None:
        return fault("AOS-RUN-3", "{unit} ran in this turn", unit=unit, place="unit")
    if Deed.RETREATED in deeds and granted(state, unit, "retreat-and-shoot") is None:
        return fault("AOS-RETREAT-3", "{unit} retreated in this turn", unit=unit, place="unit")
    if is_befuddled(state, unit):
        return fault("AOS-TERRAIN-15", "{unit} is befuddled and cannot attack", unit=unit, place="unit")
    if not can_attack(state, unit, WeaponKind.MISSILE):
        return fault("AOS-TARGET-2", "{unit} has no enemy in range and in sight", unit=unit, place="unit")
    return ()


class ShootingPhase(Automatic[SigmarState], frozen=True, tag="shooting-phase", tag_field="step"):
    """Abilities of the phase, then units shoot."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let them."""
        do.push(UsesAbilities(self.player, "shooting"), OrdersShots(self.player))


class OrdersShots(Asking[SigmarState], frozen=True, tag="orders-shots", tag_field="step"):
    """A player picks the next unit to shoot, or ends the phase (AOS-SHOOT-4)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-SHOOT-1", Message("{player} picks a unit to shoot", {"player": self.player}))

    def _units(self, state: SigmarState) -> tuple[str, ...]:
        return tuple(unit.id for unit in state.here(self.player) if has_missiles(state, unit.id))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no unit can shoot any more, nor by another ruling of the players."""
        units = self._units(state)
        is_open = any(
            not found or (state.is_players_ruling and found[0].rule == "AOS-TARGET-2")
            for found in (shoot_faults(state, unit) for unit in units)
        )
        return Choice(self.player, "shooting", self._why, units) if is_open else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units; and to end the phase."""
        options = tuple(unit_option(state, unit, faults=shoot_faults(state, unit)) for unit in self._units(state))
        end = message("End the shooting phase")
        done = Confirm(id="done", heading=end, why=self._why, key="n", action=lambda _: Done())
        return (order_prompt("shoot", message("Shoot"), self._why, options, key="s"), done)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that can is picked, or none."""
        if isinstance(action, Done):
            return ()
        if not isinstance(action, UnitOrder) or action.order != "shoot":
            return NOT_DUE
        if action.unit not in self._units(state):
            return fault("AOS-SHOOT-1", "{unit} has no missile weapon", unit=action.unit, place="unit")
        return shoot_faults(state, action.unit)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Let it choose targets; then ask about the next."""
        if not isinstance(action, UnitOrder):
            return
        did(do, action.unit, Deed.SHOT)
        do.push(AimsAttacks(action.unit, WeaponKind.MISSILE), OrdersShots(self.player))
