"""The movement phase: units move, advance, stay, fall back, get out of transports (40K-MOVE-3); then reinforcements."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.dice_sum import DiceSum
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.warhammer40k.battle.asking import end_prompt, order_prompt, unit_fault, unit_option
from warcry3d.rules.warhammer40k.battle.attacks.weapons import is_aircraft
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, did
from warcry3d.rules.warhammer40k.battle.data_rules import roll_bonus
from warcry3d.rules.warhammer40k.battle.modifiers import modified_roll
from warcry3d.rules.warhammer40k.battle.movement.aircraft import AircraftMoves
from warcry3d.rules.warhammer40k.battle.movement.embarking import Disembarks, disembark_faults
from warcry3d.rules.warhammer40k.battle.movement.falling_back import FallsBack
from warcry3d.rules.warhammer40k.battle.movement.random_moves import RollsMove
from warcry3d.rules.warhammer40k.battle.movement.redeployment import redeploy, redeploy_faults, redeploy_rule
from warcry3d.rules.warhammer40k.battle.movement.reinforcements import Reinforcements
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k, can_move, move_dice, move_of
from warcry3d.rules.warhammer40k.battle.sensing import engaged_units
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["MovementPhase40k"]

ORDERS = {
    "move": (message("Move"), "m"),
    "advance": (message("Advance"), "v"),
    "fall-back": (message("Fall back"), "b"),
    "stay": (message("Remain stationary"), ""),
    "disembark": (message("Get out of a transport"), "d"),
    "redeploy": (message("Take off the table and set up again"), ""),
}
MOVES_AT_ONCE = ("move", "fall-back")
"""Orders after which the unit moves, with no dice first."""


class MovementPhase40k(Automatic[State40k], frozen=True, tag="movement-phase", tag_field="step"):
    """Step 1, units move; step 2, reinforcements; at the end the opponent's Rapid Ingress (40K-MOVE-3)."""

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Let them come."""
        other = do.state.other(self.player)
        do.push(OrdersMoves40k(self.player), Reinforcements(self.player), MayUse(other, StratagemMoment.MOVEMENT_ENDS))


def is_held(state: State40k, unit: str) -> bool:
    """Return whether an enemy in engagement range keeps a unit from moving: enemy aircraft do not
    (40K-MOVE-4, 40K-AIRCRAFT-4, 40K-AIRCRAFT-9).
    """
    if is_aircraft(state, unit):
        return False
    return any(not is_aircraft(state, enemy) for enemy in engaged_units(state, unit))


def order_faults(state: State40k, unit: str, order: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be picked for an order of the movement phase."""
    here = state.unit(unit)
    if order == "disembark":
        return disembark_faults(state, unit)
    if order == "redeploy":
        return redeploy_faults(state, unit)
    if Deed40k.PICKED in here.did:
        return unit_fault("40K-MOVE-3", "{unit} was picked before in this phase", unit=unit)
    if order in ("advance", "fall-back", "stay") and is_aircraft(state, unit):
        return unit_fault("40K-AIRCRAFT-3", "{unit} is aircraft: it makes normal moves only", unit=unit)
    if order == "stay":
        if Deed40k.DISEMBARKED in here.did:
            return unit_fault("40K-DISEMBARK-5", "{unit} got out of a transport: it may not stay", unit=unit)
        return ()
    if not any(can_move(state, model.id) for model in state.troops(unit)):
        return unit_fault("40K-SHEET-2", "{unit} cannot move", unit=unit)
    if order == "fall-back":
        if not engaged_units(state, unit):
            return unit_fault("40K-MOVE-4", "no enemy is in engagement range of {unit}", unit=unit)
        return ()
    if is_held(state, unit):
        return unit_fault("40K-MOVE-4", "{unit} is in engagement range: it stays or falls back", unit=unit)
    return ()


class OrdersMoves40k(Asking[State40k], frozen=True, tag="orders-moves", tag_field="step"):
    """A player picks the next unit, and what it does; or goes on to the reinforcements."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-MOVE-3", Message("{player} picks a unit to move", {"player": self.player}))

    def _units(self, state: State40k, order: str) -> tuple[str, ...]:
        if order == "disembark":
            inside = (one.id for one in state.units if one.player == self.player and one.inside)
            return tuple(unit for unit in inside if state.living(unit) and state.is_here(state.unit(unit).inside))
        if order == "redeploy":
            return tuple(unit.id for unit in state.here(self.player) if redeploy_rule(state, unit.id))
        return tuple(unit.id for unit in state.here(self.player))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no unit can do anything any more."""
        is_open = any(not order_faults(state, unit, order) for order in ORDERS for unit in self._units(state, order))
        units = self._units(state, "move")
        return Choice(self.player, "movement", self._why, units) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units, by order; and to end the step."""
        found: list[Prompt] = []
        for order, (heading, key) in ORDERS.items():
            options = tuple(
                unit_option(state, unit, facts=self._facts(state, unit, order), faults=order_faults(state, unit, order))
                for unit in self._units(state, order)
            )
            if options:
                moves = order in MOVES_AT_ONCE
                found.append(order_prompt(order, heading, self._why, options, key=key, begins_move=moves))
        found.append(end_prompt(message("All units have moved"), self._why, self._end_faults(state)))
        return tuple(found)

    def _end_faults(self, state: State40k) -> tuple[ActionFault, ...]:
        """Return why the step cannot end: aircraft do not stay where they are (40K-AIRCRAFT-3)."""
        for unit in self._units(state, "move"):
            if is_aircraft(state, unit) and not order_faults(state, unit, "move"):
                return unit_fault("40K-AIRCRAFT-3", "{unit} is aircraft: it makes normal moves only", unit=unit)
        return ()

    @staticmethod
    def _facts(state: State40k, unit: str, order: str) -> tuple[RuleReason, ...]:
        if order not in ("move", "advance", "fall-back"):
            return ()
        move = max(move_of(state, model.id) for model in state.troops(unit))
        dice = move_dice(state, unit)
        if dice.is_random:
            return (
                RuleReason("40K-DICE-5", message("M {dice} in", dice=str(DiceSum(dice.count, dice.sides, int(move))))),
            )
        rule = {"advance": "40K-ADVANCE-1", "fall-back": "40K-FALLBACK-1"}.get(order, "40K-MOVE-1")
        return (RuleReason(rule, message("M {inches:g} in", inches=move)),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that can is picked, or none."""
        if isinstance(action, Done):
            return self._end_faults(state)
        if not isinstance(action, UnitOrder) or action.order not in ORDERS:
            return NOT_DUE
        if action.unit not in self._units(state, action.order):
            sentence = "{unit} is no unit of {player} here"
            return fault("40K-MOVE-3", sentence, place="unit", unit=action.unit, player=self.player)
        return order_faults(state, action.unit, action.order)

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it; enemies may shoot as it starts (40K-STRAT-OVERWATCH-1)."""
        if not isinstance(action, UnitOrder):
            self._end(do)
            return
        unit = action.unit
        do.push(OrdersMoves40k(self.player))
        if action.order == "disembark":
            do.push(Disembarks(unit))
            return
        if action.order == "redeploy":
            redeploy(do, unit)
            return
        did(do, unit, Deed40k.PICKED)
        if action.order == "stay":
            did(do, unit, Deed40k.STAYED)
            do.emit("move", "{unit} remains stationary", "40K-MOVE-10", unit=unit)
            return
        do.push(
            MayUse(do.state.other(self.player), StratagemMoment.ENEMY_MOVES, (unit,)),
            self._step(do.state, unit, action.order),
        )

    def _step(self, state: State40k, unit: str, order: str) -> AgendaStep:
        match order:
            case "advance":
                return Advances(unit)
            case "fall-back":
                return FallsBack(unit)
        return AircraftMoves(unit) if is_aircraft(state, unit) else RollsMove(unit, MoveKind40k.NORMAL)

    def skip(self, do: Transition40k) -> None:
        """Go on."""
        self._end(do)

    def _end(self, do: Transition40k) -> None:
        """Note that units that were not picked stayed."""
        for unit in tuple(do.state.here(self.player)):
            if not {Deed40k.PICKED, Deed40k.DISEMBARKED, Deed40k.ARRIVED} & set(unit.did):
                did(do, unit.id, Deed40k.STAYED)


class Advances(Automatic[State40k], frozen=True, tag="advances", tag_field="step"):
    """One D6 for the unit is added to M (40K-ADVANCE-1)."""

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Roll it."""
        if do.state.is_here(self.unit):
            player = do.state.unit(self.unit).player
            throw(do, player, 1, "advance", "40K-ADVANCE-1", AdvanceRolled(self.unit), unit=self.unit)


class AdvanceRolled(Automatic[State40k], frozen=True, tag="advance-rolled", tag_field="step"):
    """Each model may move M and the roll; the unit has advanced (40K-ADVANCE-3)."""

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Let it move."""
        did(do, self.unit, Deed40k.ADVANCED)
        bonus = sum(roll_bonus(do.state, self.unit, "advance"))
        inches = float(modified_roll(do.state.thrown.faces[0], bonus))
        do.push(RollsMove(self.unit, MoveKind40k.ADVANCE, inches))
