"""The movement phase: units move, run, retreat or stay (AOS-MOVE, AOS-RETREAT, AOS-RUN)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, did
from warcry3d.rules.ageofsigmar.battle.modifiers import cannot_move, move_of, reroll_of, roll_bonus
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.sensing import is_engaged
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.units.unit_actions import UnitOrder

__all__ = ["MovementPhase", "order_prompt"]


def unit_fault(rule: str, template: str, **values: object) -> tuple[ActionFault, ...]:
    """Return the fault of a unit that was picked."""
    return (ActionFault(rule, Message(template, values), place="unit"),)


ORDERS = {
    "move": (message("Move"), "m", MoveKind.MOVE),
    "run": (message("Run"), "u", MoveKind.RUN),
    "retreat": (message("Retreat"), "e", MoveKind.RETREAT),
    "run-away": (message("Retreat, running"), "w", MoveKind.RETREAT),
}
RUNS, RETREATS = ("run", "run-away"), ("retreat", "run-away")
"""The orders for which a die is rolled, and those of units that began near an enemy (AOS-OPEN-25)."""


def order_prompt(
    order: str,
    heading: Message,
    why: RuleReason,
    options: tuple[Option, ...],
    *,
    key: str = "",
    begins_move: bool = False,
) -> PickOne:
    """Return the prompt that gives an order to one of some units; ``begins_move``: the unit moves next."""
    return PickOne(
        id=order,
        heading=heading,
        why=why,
        key=key,
        action=lambda unit: UnitOrder(order, unit),
        options=options,
        begins_move=begins_move,
    )


class MovementPhase(Automatic[SigmarState], frozen=True, tag="movement-phase", tag_field="step"):
    """Units near enemies at its start may only stay or retreat (AOS-RETREAT-1)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Note which are, and ask the player."""
        for unit in tuple(do.state.here(self.player)):
            if is_engaged(do.state, unit.id):
                did(do, unit.id, Deed.WAS_NEAR)
        do.push(OrdersMoves(self.player))


def faults_of(state: SigmarState, unit: str, order: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be picked to move, run or retreat."""
    here = state.unit(unit)
    if Deed.PICKED in here.did:
        return fault("AOS-MOVE-7", "{unit} was picked before in this phase", unit=unit, place="unit")
    if cannot_move(state, unit):
        return fault("AOS-TERRAIN-14", "{unit} cannot move", unit=unit, place="unit")
    if Deed.ARRIVED in here.did:
        return fault("AOS-SCROLL-2", "{unit} was set up in this turn", unit=unit, place="unit")
    was_near = Deed.WAS_NEAR in here.did
    if was_near and order not in RETREATS:
        rule = "AOS-FLY-3" if state.scroll(unit).flies else "AOS-RETREAT-1"
        return fault(rule, "{unit} began within 3 in of an enemy: it stays or retreats", unit=unit, place="unit")
    if not was_near and order in RETREATS:
        return fault("AOS-RETREAT-1", "no enemy was within 3 in of {unit}", unit=unit, place="unit")
    return ()


class OrdersMoves(Asking[SigmarState], frozen=True, tag="orders-moves", tag_field="step"):
    """A player picks the next unit to move, and how; or ends the phase (AOS-MOVE-5, AOS-MOVE-6)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-MOVE-5", Message("{player} picks a unit to move", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no unit can move any more."""
        units = [unit.id for unit in state.here(self.player)]
        is_open = any(not faults_of(state, unit, order) for unit in units for order in ORDERS)
        return Choice(self.player, "movement", self._why, tuple(units)) if is_open else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units, by order; and to end the phase."""
        found: list[Prompt] = []
        is_near = any(Deed.WAS_NEAR in unit.did for unit in state.here(self.player))
        for order, (heading, key, _) in ORDERS.items():
            if order == "run-away" and not is_near:
                continue
            options = tuple(
                unit_option(
                    state, unit.id, facts=(self._move_fact(state, unit.id),), faults=faults_of(state, unit.id, order)
                )
                for unit in state.here(self.player)
            )
            moves = order not in RUNS
            found.append(order_prompt(order, heading, self._why, options, key=key, begins_move=moves))
        end = message("End the movement phase")
        found.append(Confirm(id="done", heading=end, why=self._why, key="n", action=lambda _: Done()))
        return tuple(found)

    @staticmethod
    def _move_fact(state: SigmarState, unit: str) -> RuleReason:
        move = max(move_of(state, model.id) for model in state.troops(unit))
        return RuleReason("AOS-MOVE-1", message("Move {inches:g} in", inches=move))

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that can is picked, or none."""
        if isinstance(action, Done):
            return ()
        if not isinstance(action, UnitOrder) or action.order not in ORDERS:
            return NOT_DUE
        if action.unit not in [unit.id for unit in state.here(self.player)]:
            return fault(
                "AOS-MOVE-5", "{unit} is no unit of {player} here", place="unit", unit=action.unit, player=self.player
            )
        return faults_of(state, action.unit, action.order)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Let it move; a run is rolled for first (AOS-RUN-2)."""
        if not isinstance(action, UnitOrder):
            return
        did(do, action.unit, Deed.PICKED)
        do.push(OrdersMoves(self.player))
        kind = ORDERS[action.order][2]
        if action.order in RUNS:
            did(do, action.unit, Deed.RAN)
            again = reroll_of(do.state, "run-roll", action.unit)
            throw(do, self.player, 1, "run", "AOS-RUN-2", RunRolled(action.unit, kind), unit=action.unit, again=again)
        else:
            do.push(MovesUnit(action.unit, kind))


class RunRolled(Automatic[SigmarState], frozen=True, tag="run-rolled", tag_field="step"):
    """Every model has its Move and the roll (AOS-RUN-2); ``kind``: a run, or a retreat that runs (AOS-OPEN-25)."""

    unit: str
    kind: MoveKind = MoveKind.RUN

    def resolve(self, do: SigmarTransition) -> None:
        """Let the unit move."""
        inches = do.state.thrown.faces[0] + roll_bonus(do.state, "run-roll", self.unit).total
        do.push(MovesUnit(self.unit, self.kind, float(max(inches, 0))))
