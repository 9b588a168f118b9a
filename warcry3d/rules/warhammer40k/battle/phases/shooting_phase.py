"""The shooting phase (40K-SHOOT, 40K-BIGGUNS)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.warhammer40k.battle.asking import end_prompt, order_prompt, unit_fault, unit_option
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.weapons import deck_size, has_shot, is_big_gun
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, did
from warcry3d.rules.warhammer40k.battle.data_rules import may_after
from warcry3d.rules.warhammer40k.battle.sensing import is_engaged
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponWord

__all__ = ["ShootingPhase40k", "eligible_faults", "has_ranged", "shoot_faults"]


def has_ranged(state: State40k, unit: str) -> bool:
    """Return whether a model of a unit, or one that may shoot out of it, has a ranged weapon."""
    models = [model.id for model in state.troops(unit)]
    if deck_size(state, unit):
        models += [model.id for inside in state.passengers(unit) for model in state.living(inside.id)]
    return any(state.context.weapons(model, is_melee=False) for model in models)


def _has_word(state: State40k, unit: str, word: WeaponWord) -> bool:
    return any(
        mode.ability(word)
        for model in state.troops(unit)
        for carried in state.context.weapons(model.id, is_melee=False)
        for mode in carried.weapon.modes
    )


def eligible_faults(state: State40k, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit is not eligible to shoot (40K-SHOOT-1, 40K-ADVANCE-3, 40K-FALLBACK-3)."""
    deeds = state.unit(unit).did
    may_advance = _has_word(state, unit, WeaponWord.ASSAULT) or may_after(state, unit, "shoot", "advancing")
    if Deed40k.ADVANCED in deeds and not may_advance:
        return unit_fault("40K-ADVANCE-3", "{unit} advanced in this turn", unit=unit)
    if Deed40k.FELL_BACK in deeds and not may_after(state, unit, "shoot", "falling-back"):
        return unit_fault("40K-FALLBACK-3", "{unit} fell back in this turn", unit=unit)
    is_held = is_engaged(state, unit) and not is_big_gun(state, unit)
    if is_held and not _has_word(state, unit, WeaponWord.PISTOL):
        return unit_fault("40K-SHOOT-1", "{unit} is in engagement range", unit=unit)
    return ()


def can_throw(state: State40k, unit: str) -> bool:
    """Return whether a unit can do something as it is picked to shoot without a shot: throw grenades by a stratagem
    (40K-STRAT-GRENADE-1).
    """
    moment = MayUse(state.unit(unit).player, StratagemMoment.SHOOTS, (unit,))
    return not eligible_faults(state, unit) and moment.choice(state) is not None


def shoot_faults(state: State40k, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be picked to shoot now."""
    if Deed40k.SHOT in state.unit(unit).did:
        return unit_fault("40K-SHOOT-2", "{unit} has shot in this phase", unit=unit)
    found = eligible_faults(state, unit)
    if not found and not has_shot(state, unit) and not can_throw(state, unit):
        return unit_fault("40K-SHOOT-7", "{unit} has no enemy in range and in sight", unit=unit)
    return found


class ShootingPhase40k(Asking[State40k], frozen=True, tag="shooting-phase", tag_field="step"):
    """A player picks the next unit to shoot, or ends the phase (40K-SHOOT-2)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-SHOOT-2", Message("{player} picks a unit to shoot", {"player": self.player}))

    def _units(self, state: State40k) -> tuple[str, ...]:
        units = (unit.id for unit in state.here(self.player))
        return tuple(unit for unit in units if has_ranged(state, unit) or can_throw(state, unit))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no unit can shoot any more."""
        units = self._units(state)
        is_open = any(not shoot_faults(state, unit) for unit in units)
        return Choice(self.player, "shooting", self._why, units) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units; and to end the phase."""
        options = tuple(unit_option(state, unit, faults=shoot_faults(state, unit)) for unit in self._units(state))
        end = end_prompt(message("End the shooting phase"), self._why)
        return (order_prompt("shoot", message("Shoot"), self._why, options, key="s"), end)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that can is picked, or none."""
        if isinstance(action, Done):
            return ()
        if not isinstance(action, UnitOrder) or action.order != "shoot":
            return NOT_DUE
        if action.unit not in self._units(state):
            return fault("40K-SHOOT-2", "{unit} has no ranged weapon", unit=action.unit, place="unit")
        return shoot_faults(state, action.unit)

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it choose targets; then ask about the next."""
        if not isinstance(action, UnitOrder):
            return
        did(do, action.unit, Deed40k.SHOT)
        use = MayUse(self.player, StratagemMoment.SHOOTS, (action.unit,))
        do.push(use, AimsWeapons(action.unit), ShootingPhase40k(self.player))
