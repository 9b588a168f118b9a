"""The charge phase: declare, roll, move (40K-CHARGE)."""

import math
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Option, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message, percentage
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.units.unit_throws import charge_chance, total_needs
from warcry3d.rules.warhammer40k.battle.asking import end_prompt, order_prompt, unit_fault, unit_option
from warcry3d.rules.warhammer40k.battle.attacks.weapons import is_aircraft
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, did
from warcry3d.rules.warhammer40k.battle.data_rules import may_after, roll_bonus
from warcry3d.rules.warhammer40k.battle.formations import unit_has
from warcry3d.rules.warhammer40k.battle.modifiers import modified_roll
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k, can_move
from warcry3d.rules.warhammer40k.battle.sensing import is_engaged, unit_gap, units_within
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.rules.warhammer40k.battle.who_lives import who_lives
from warcry3d.units import LENGTH_EPSILON

__all__ = ["CHARGE_REACH", "ChargePhase40k", "Charges", "charge_faults", "charge_targets"]

CHARGE_REACH = 12.0
"""How near an enemy must be to be charged (in; 40K-CHARGE-1, 40K-CHARGE-3)."""

ENGAGEMENT = 1.0


def charge_total(state: State40k, unit: str, targets: Sequence[str]) -> int:
    """Return what the dice of a charge must come to, the ways being straight (40K-CHARGE-5), at least 2."""
    far = max(unit_gap(state, unit, target) for target in targets) - ENGAGEMENT
    return max(math.ceil(far - LENGTH_EPSILON) - sum(roll_bonus(state, unit, "charge")), 2)


def charge_targets(state: State40k, unit: str) -> tuple[str, ...]:
    """Return the enemy units that a unit may charge: within 12 in, seen or not; aircraft only if it flies
    (40K-CHARGE-3, 40K-AIRCRAFT-13).
    """
    near = units_within(state, unit, CHARGE_REACH)
    return tuple(one for one in near if not is_aircraft(state, one) or unit_has(state, unit, "fly"))


def charge_faults(state: State40k, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit is not eligible to charge (40K-CHARGE-1, 40K-AIRCRAFT-12, 40K-WRECK-5)."""
    deeds = state.unit(unit).did
    if Deed40k.TRIED_CHARGE in deeds:
        return unit_fault("40K-CHARGE-2", "{unit} has declared a charge in this phase", unit=unit)
    if Deed40k.ADVANCED in deeds and not may_after(state, unit, "charge", "advancing"):
        return unit_fault("40K-ADVANCE-3", "{unit} advanced in this turn", unit=unit)
    if Deed40k.FELL_BACK in deeds and not may_after(state, unit, "charge", "falling-back"):
        return unit_fault("40K-FALLBACK-3", "{unit} fell back in this turn", unit=unit)
    if Deed40k.WRECKED in deeds:
        return unit_fault("40K-WRECK-5", "{unit} got out of a wreck in this turn", unit=unit)
    late = {Deed40k.DISEMBARKED, Deed40k.MOVED} <= set(deeds) and not state.context.agreed.late_charge
    if late and Deed40k.PICKED in deeds:
        return unit_fault("40K-DISEMBARK-6", "{unit} got out after its transport had moved", unit=unit)
    if is_aircraft(state, unit):
        return unit_fault("40K-AIRCRAFT-12", "{unit} is aircraft: it never charges", unit=unit)
    if is_engaged(state, unit):
        return unit_fault("40K-CHARGE-1", "{unit} is in engagement range", unit=unit)
    if not any(can_move(state, model.id) for model in state.troops(unit)):
        return unit_fault("40K-SHEET-2", "{unit} cannot move", unit=unit)
    if not charge_targets(state, unit):
        return unit_fault("40K-CHARGE-1", "no enemy is within 12 in of {unit}", unit=unit)
    return ()


class ChargePhase40k(Asking[State40k], frozen=True, tag="charge-phase", tag_field="step"):
    """A player picks the next unit to charge, or ends the phase (40K-CHARGE-2).

    ``near``: the units that had an enemy within 12 in as the phase began (40K-CHARGE-1); where it is not named, it
    begins now.
    """

    player: str
    near: tuple[str, ...] | UnsetType = UNSET

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-CHARGE-2", Message("{player} picks a unit to charge", {"player": self.player}))

    def _units(self, state: State40k) -> tuple[str, ...]:
        return tuple(unit.id for unit in state.here(self.player))

    def _near(self, state: State40k) -> tuple[str, ...]:
        if not isinstance(self.near, UnsetType):
            return self.near
        return tuple(unit for unit in self._units(state) if units_within(state, unit, CHARGE_REACH))

    def _unit_faults(self, state: State40k, unit: str) -> tuple[ActionFault, ...]:
        """Return why a unit cannot charge now; enemies that came near during the phase do not count (40K-CHARGE-1)."""
        found = charge_faults(state, unit)
        if found or isinstance(self.near, UnsetType) or unit in self.near:
            return found
        return unit_fault("40K-CHARGE-1", "no enemy was within 12 in of {unit} as the phase began", unit=unit)

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no unit can charge any more."""
        units = self._units(state)
        is_open = any(not self._unit_faults(state, unit) for unit in units)
        return Choice(self.player, "charge", self._why, units) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units; and to end the phase."""
        options = tuple(unit_option(state, unit, faults=self._unit_faults(state, unit)) for unit in self._units(state))
        end = end_prompt(message("End the charge phase"), self._why)
        return (order_prompt("charge", message("Charge"), self._why, options, key="c"), end)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that can is picked, or none."""
        if isinstance(action, Done):
            return ()
        if not isinstance(action, UnitOrder) or action.order != "charge":
            return NOT_DUE
        if action.unit not in self._units(state):
            sentence = "{unit} is no unit of {player} here"
            return fault("40K-CHARGE-2", sentence, place="unit", unit=action.unit, player=self.player)
        return self._unit_faults(state, action.unit)

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it declare; then ask about the next."""
        if isinstance(action, UnitOrder):
            do.push(Charges(action.unit), ChargePhase40k(self.player, self._near(do.state)))


class Charges(Asking[State40k], frozen=True, tag="charges", tag_field="step"):
    """A player declares the targets of a charge (40K-CHARGE-3); ``only``: the one that it may charge
    (40K-STRAT-HEROIC-3); ``is_bonus``: the charge gives Fights First; ``rolled``: the charge roll, where it was
    made before the targets were lost (40K-SHOOT-9).
    """

    unit: str
    only: str = ""
    is_bonus: bool = True
    rolled: float = 0.0

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-CHARGE-3", Message("{unit}: whom does it charge?", {"unit": self.unit}))

    def _targets(self, state: State40k) -> tuple[str, ...]:
        return tuple(one for one in charge_targets(state, self.unit) if self.only in ("", one))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where only one may be charged by a rule."""
        targets = self._targets(state)
        if self.only or not targets:
            return None
        return Choice(state.unit(self.unit).player, "charge-targets", self._why, targets)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the enemy units, to pick one or more."""
        options = tuple(self._option(state, target) for target in self._targets(state))
        some = PickSome(
            id="charge-targets",
            heading=message("Targets of the charge"),
            why=self._why,
            hint=message("The unit must end in engagement range of all of them, and of no other enemy."),
            action=lambda picked: Pick(tuple(picked)),
            options=options,
            least=1,
            most=len(options),
        )
        return (some,)

    def _option(self, state: State40k, target: str) -> Option:
        gap = unit_gap(state, self.unit, target)
        chance = percentage(charge_chance(charge_total(state, self.unit, (target,))))
        sentence = message("{inches:.2f} in away: {chance}", inches=gap, chance=chance)
        values = {"unit": who_lives(state, target), "inches": gap, "chance": chance}
        label = Message("{unit} · {inches:.2f} in · {chance}", values)
        return unit_option(state, target, facts=(RuleReason("40K-CHARGE-4", sentence),), label=label)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: units within 12 in, each once."""
        if not isinstance(action, Pick):
            return NOT_DUE
        targets = self._targets(state)
        if not action.picked or not set(action.picked) <= set(targets) or len(set(action.picked)) < len(action.picked):
            sentence = "pick units within 12 in, each once: {offered}"
            return fault("40K-CHARGE-3", sentence, offered=", ".join(targets), place="picked")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Roll 2D6 (40K-CHARGE-4)."""
        assert isinstance(action, Pick), "its faults said so"
        self._roll(do, action.picked)

    def skip(self, do: Transition40k) -> None:
        """Roll against the only target."""
        if self.only and self.only in self._targets(do.state):
            self._roll(do, (self.only,))

    def _roll(self, do: Transition40k, targets: tuple[str, ...]) -> None:
        did(do, self.unit, Deed40k.TRIED_CHARGE)
        do.emit("charge", "{unit} charges {targets}", "40K-CHARGE-3", unit=self.unit, targets=targets)
        if self.rolled:
            do.push(MovesUnit40k(self.unit, MoveKind40k.CHARGE, self.rolled, targets, is_bonus=self.is_bonus))
            return
        player = do.state.unit(self.unit).player
        then = ChargeRolled40k(self.unit, targets, self.is_bonus)
        need = charge_total(do.state, self.unit, targets)
        throw(do, player, 2, "charge", "40K-CHARGE-4", then, unit=self.unit, need=need)


class ChargeRolled40k(Automatic[State40k], frozen=True, tag="charge-rolled", tag_field="step"):
    """The total is how far each model may move; enemies may shoot as the move starts (40K-STRAT-OVERWATCH-1)."""

    unit: str
    targets: tuple[str, ...]
    is_bonus: bool

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what both dice need, and the chance."""
        return total_needs(charge_total(state, self.unit, self.targets), is_way=True)

    def resolve(self, do: Transition40k) -> None:
        """Let it move."""
        inches = float(modified_roll(sum(do.state.thrown.faces), sum(roll_bonus(do.state, self.unit, "charge"))))
        player = do.state.unit(self.unit).player
        move = MovesUnit40k(self.unit, MoveKind40k.CHARGE, inches, self.targets, is_bonus=self.is_bonus)
        if player == do.state.active:
            do.push(MayUse(do.state.other(player), StratagemMoment.ENEMY_MOVES, (self.unit,)), MovesCharge(move))
        else:
            do.push(MovesCharge(move))


class MovesCharge(Automatic[State40k], frozen=True, tag="moves-charge", tag_field="step"):
    """The charge move, toward those targets that are left; with none left others may be picked (40K-SHOOT-9)."""

    move: MovesUnit40k

    def resolve(self, do: Transition40k) -> None:
        """Ask for it."""
        left = tuple(target for target in self.move.targets if do.state.is_here(target))
        move = self.move
        if not do.state.is_here(move.unit):
            return
        if not left and charge_targets(do.state, move.unit) and move.is_bonus:
            do.push(Charges(move.unit, is_bonus=move.is_bonus, rolled=move.inches))
        elif left:
            do.push(MovesUnit40k(move.unit, move.kind, move.inches, left, is_bonus=move.is_bonus))
