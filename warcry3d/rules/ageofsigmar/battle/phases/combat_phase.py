"""The combat phase: both players' units attack in turn (AOS-COMBAT)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import UsesAbilities
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_side, did
from warcry3d.rules.ageofsigmar.battle.modifiers import granted, is_befuddled
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import PILE_IN, MoveKind
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import order_prompt
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.sensing import is_engaged
from warcry3d.rules.ageofsigmar.battle.state import EMPOWERED, Deed, SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import BLESSED
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.units.unit_actions import UnitOrder

__all__ = ["UnitCombatPhase", "eligible"]


def eligible(state: SigmarState, player: str) -> tuple[str, ...]:
    """Return the units of a player that must still attack: that charged, or are within 3 in of an enemy
    (AOS-COMBAT-2, AOS-COMBAT-3); looked at anew each time (AOS-OPEN-27).
    """
    return tuple(
        unit.id
        for unit in state.here(player)
        if Deed.FOUGHT not in unit.did
        and not is_befuddled(state, unit.id)
        and (Deed.CHARGED in unit.did or is_engaged(state, unit.id))
    )


class UnitCombatPhase(Automatic[SigmarState], frozen=True, tag="combat-phase", tag_field="step"):
    """Abilities of the phase; then the player whose turn it is picks first (AOS-COMBAT-1)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let them."""
        other = do.state.other(self.player)
        do.push(UsesAbilities(self.player, "combat"), UsesAbilities(other, "combat"), PicksFighter(self.player))


class PicksFighter(Asking[SigmarState], frozen=True, tag="picks-fighter", tag_field="step"):
    """A player picks a unit to attack with; there is no passing (AOS-COMBAT-4)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-COMBAT-1", Message("{player} picks a unit to fight", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where the player has none left."""
        units = eligible(state, self.player)
        return Choice(self.player, "fight", self._why, units) if units else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units."""
        options = tuple(unit_option(state, unit) for unit in eligible(state, self.player))
        return (order_prompt("fight", message("Fight"), self._why, options, key="f"),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        if not isinstance(action, UnitOrder) or action.order != "fight":
            return NOT_DUE
        units = eligible(state, self.player)
        if action.unit not in units:
            return fault("AOS-COMBAT-3", "pick one of: {offered}", offered=", ".join(units), place="unit")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Pile in, attack; then the other player picks."""
        assert isinstance(action, UnitOrder), "its faults said so"
        unit = action.unit
        did(do, unit, Deed.FOUGHT)
        do.emit("fight", "{unit} fights", "AOS-COMBAT-1", unit=unit)
        piles = (
            () if granted(do.state, unit, "cannot-move") is not None else (MovesUnit(unit, MoveKind.PILE_IN, PILE_IN),)
        )
        after = UsesAbilities(self.player, "after-combat", unit)
        do.push(*piles, MayInspire(unit), after, PicksFighter(do.state.other(self.player)))

    def skip(self, do: SigmarTransition) -> None:
        """Let the other go on, as long as it has units left (AOS-COMBAT-5)."""
        other = do.state.other(self.player)
        if eligible(do.state, other):
            do.push(PicksFighter(other))


class MayInspire(Asking[SigmarState], frozen=True, tag="may-inspire", tag_field="step"):
    """A player with that triumph may let a unit roll all failed hits again, once in the battle (AOS-TRIUMPH-3)."""

    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-TRIUMPH-3", Message("{unit}: roll all failed hits again?", {"unit": self.unit}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None without the triumph."""
        side = state.side(state.unit(self.unit).player)
        is_open = BLESSED < side.triumph < EMPOWERED and not side.is_spent and state.is_here(self.unit)
        return Choice(side.id, "inspire", self._why, self.unit) if is_open else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return yes and no."""
        yes = Confirm(id="inspire", heading=message("Use the triumph"), why=self._why, action=lambda _: Done(), key="y")
        no = Confirm(id="decline", heading=message("Not now"), why=self._why, action=lambda _: Decline(), key="n")
        return (yes, no)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: yes or no."""
        return () if isinstance(action, Done | Decline) else NOT_DUE

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it, and let the unit attack."""
        inspired = isinstance(action, Done)
        if inspired:
            change_side(do, do.state.unit(self.unit).player, is_spent=True)
            do.emit("triumph", "{unit} is inspired", "AOS-TRIUMPH-3", unit=self.unit)
        do.push(AimsAttacks(self.unit, WeaponKind.MELEE, inspired))

    def skip(self, do: SigmarTransition) -> None:
        """Let the unit attack."""
        if do.state.is_here(self.unit):
            do.push(AimsAttacks(self.unit, WeaponKind.MELEE))
