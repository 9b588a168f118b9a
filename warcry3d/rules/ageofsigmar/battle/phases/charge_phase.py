"""The charge phase (AOS-CHARGE)."""

import math

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message, percentage
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, did
from warcry3d.rules.ageofsigmar.battle.modifiers import cannot_move, granted, reroll_of, roll_bonus
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import CHARGE_REACH, MoveKind, charge_needs
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import order_prompt, unit_fault
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.sensing import enemies_near, is_engaged
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.units.unit_throws import charge_chance, total_needs
from warcry3d.units import LENGTH_EPSILON

__all__ = ["CHARGE_RANGE", "ChargePhase", "charge_faults"]

CHARGE_RANGE = 12.0
"""Only a unit within this of an enemy may charge (in; AOS-CHARGE-1)."""


def charge_faults(state: SigmarState, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot charge (AOS-CHARGE-1 to 4, AOS-CHARGE-10)."""
    deeds = state.unit(unit).did
    if Deed.TRIED_CHARGE in deeds:
        return fault("AOS-CHARGE-10", "{unit} has rolled for a charge in this phase", unit=unit, place="unit")
    if Deed.RAN in deeds and granted(state, unit, "run-and-charge") is None:
        return fault("AOS-RUN-4", "{unit} ran in this turn", unit=unit, place="unit")
    if Deed.RETREATED in deeds and granted(state, unit, "retreat-and-charge") is None:
        return fault("AOS-RETREAT-4", "{unit} retreated in this turn", unit=unit, place="unit")
    if cannot_move(state, unit):
        return fault("AOS-TERRAIN-14", "{unit} cannot move", unit=unit, place="unit")
    if is_engaged(state, unit):
        return fault("AOS-CHARGE-4", "{unit} is within 3 in of an enemy already", unit=unit, place="unit")
    if not enemies_near(state, unit, CHARGE_RANGE):
        return fault("AOS-CHARGE-1", "no enemy is within 12 in of {unit}", unit=unit, place="unit")
    return ()


class ChargePhase(Asking[SigmarState], frozen=True, tag="charge-phase", tag_field="step"):
    """A player picks the next unit to charge, or ends the phase."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-CHARGE-1", Message("{player} picks a unit to charge", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no unit can charge any more."""
        units = tuple(unit.id for unit in state.here(self.player))
        is_open = any(not charge_faults(state, unit) for unit in units)
        return Choice(self.player, "charge", self._why, units) if is_open else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units with their chances; and to end the phase."""
        options = tuple(
            unit_option(state, unit.id, facts=facts_of(state, unit.id), faults=charge_faults(state, unit.id))
            for unit in state.here(self.player)
        )
        end = message("End the charge phase")
        done = Confirm(id="done", heading=end, why=self._why, key="n", action=lambda _: Done())
        return (order_prompt("charge", message("Charge"), self._why, options, key="c"), done)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that can is picked, or none."""
        if isinstance(action, Done):
            return ()
        if not isinstance(action, UnitOrder) or action.order != "charge":
            return NOT_DUE
        if action.unit not in [unit.id for unit in state.here(self.player)]:
            values = {"unit": action.unit, "player": self.player}
            return unit_fault("AOS-CHARGE-1", "{unit} is no unit of {player} here", **values)
        return charge_faults(state, action.unit)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Roll for it; then ask about the next."""
        if not isinstance(action, UnitOrder):
            return
        did(do, action.unit, Deed.TRIED_CHARGE)
        do.push(ChargePhase(self.player))
        again = reroll_of(do.state, "charge-roll", action.unit)
        throw(do, self.player, 2, "charge", "AOS-CHARGE-5", ChargeRolled(action.unit), unit=action.unit, again=again)


def facts_of(state: SigmarState, unit: str) -> tuple[RuleReason, ...]:
    """Return how far the nearest enemy is, and how likely the roll is to reach it, the way being straight."""
    gap = charge_needs(state, unit) + CHARGE_REACH
    needed = gap - CHARGE_REACH - roll_bonus(state, "charge-roll", unit).total
    chance = message(
        "nearest enemy {inches:.2f} in away: {chance}", inches=gap, chance=percentage(charge_chance(needed))
    )
    return (RuleReason("AOS-CHARGE-5", chance),)


class ChargeRolled(Automatic[SigmarState], frozen=True, tag="charge-rolled", tag_field="step"):
    """The total is how far each model may move (AOS-CHARGE-5)."""

    unit: str

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what both dice need, and the chance."""
        needed = charge_needs(state, self.unit) - roll_bonus(state, "charge-roll", self.unit).total
        return total_needs(max(math.ceil(needed - LENGTH_EPSILON), 2), is_way=True)

    def resolve(self, do: SigmarTransition) -> None:
        """Let the unit move."""
        inches = sum(do.state.thrown.faces) + roll_bonus(do.state, "charge-roll", self.unit).total
        do.push(MovesUnit(self.unit, MoveKind.CHARGE, float(max(inches, 0))))
