"""A creature's turn: what it begins with, what it does, how it ends (DDM-TURN, DDM-COMMAND-3, DDM-RALLY)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.dndminiatures.battle.act_prompts import act_prompts
from warcry3d.rules.dndminiatures.battle.actions import ChargeAt, MoveBySquares, Rush, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.attack import (
    begin_attack,
    open_boxes,
    strike_faults_on_hit,
    strike_prompt,
)
from warcry3d.rules.dndminiatures.battle.attack_rules import strike_faults
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.bonuses import commander_effects, speed_of
from warcry3d.rules.dndminiatures.battle.changing import (
    SkirmishTransition,
    change_creature,
    change_turn,
    end_effects,
    gone,
)
from warcry3d.rules.dndminiatures.battle.charging import charge_faults, charge_way
from warcry3d.rules.dndminiatures.battle.harm import EffectSave, MoraleRoll, may_rally
from warcry3d.rules.dndminiatures.battle.move_rules import (
    done_faults,
    is_spent,
    move_faults,
    rush_faults,
    rush_target,
)
from warcry3d.rules.dndminiatures.battle.powers import power_faults, use_power
from warcry3d.rules.dndminiatures.battle.routing import Flee
from warcry3d.rules.dndminiatures.battle.sensing import can_act, can_move, is_under_command, nearest_seen, touch
from warcry3d.rules.dndminiatures.battle.settling import SettlesAll
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import Walk, ground_for
from warcry3d.rules.dndminiatures.creatures.traits import Condition, EffectEnd
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact
from warcry3d.rules.dndminiatures.grid.path_checks import path_cost

__all__ = ["BeginTurn"]

SLOW = 2
"""The speed of a creature out of command (DDM-COMMAND-4)."""


class BeginTurn(Automatic[SkirmishState], frozen=True, tag="begin-turn", tag_field="step"):
    """A creature is activated."""

    creature: str

    def resolve(self, do: SkirmishTransition) -> None:
        """Let it rally or flee, or act; stunned or helpless it does nothing."""
        id = self.creature
        if gone(do.state, id):
            return
        is_commanded = is_under_command(do.state, id)
        nearest = nearest_seen(do.state, id)
        full = speed_of(do.state, id)
        turn = CreatureTurn(
            creature=id,
            speed=full if is_commanded else min(SLOW, full),
            is_commanded=is_commanded,
            charge=tuple(one for one in nearest if touch(do.state, id, one) is Contact.NONE),
            rush=() if is_commanded else nearest,
        )
        change_creature(do, id, has_activated=True)
        do.change(turn=turn)
        if is_commanded:
            do.emit("turn", "{fighter} is activated", "DDM-COMMAND-3", fighter=id)
        else:
            do.emit("turn", "{fighter} is activated, out of command", "DDM-COMMAND-3", fighter=id)
        _regenerate(do, id)
        do.push(EndTurn(id))
        if not can_move(do.state, id):
            do.emit("idle", "{fighter} can do nothing", "DDM-MOVE-6", fighter=id)
        if not do.state.creature(id).is_routing:
            if can_move(do.state, id):
                do.push(TakesTurn(id))
            return
        if may_rally(do.state, id):
            do.push(MoraleRoll(id, is_rally=True), Rallied(id))
        else:
            do.push(Flee(id))


def _regenerate(do: SkirmishTransition, id: str) -> None:
    healed = min(do.state.card(id).traits.regenerates, do.state.creature(id).damage)
    if healed:
        change_creature(do, id, damage=do.state.creature(id).damage - healed)
        do.emit("heal", "{fighter} gets {points} HP back", "DDM-CARD-14", fighter=id, points=healed)


def _end_stun(do: SkirmishTransition, id: str) -> None:
    """End being stunned, since it has lost its turn, but for what stunned it in this turn; that is old from now on."""
    kept = (
        e for e in do.state.effects if e.creature != id or e.is_new or Condition.STUNNED not in e.lasting.conditions
    )
    do.change(effects=tuple(e.changed(is_new=False) if e.creature == id else e for e in kept))


class Rallied(Automatic[SkirmishState], frozen=True, tag="rallied", tag_field="step"):
    """After the morale save of a routing creature: it flees on, or does nothing else in this turn (DDM-RALLY-2)."""

    creature: str

    def resolve(self, do: SkirmishTransition) -> None:
        """Let it flee; let it act where a commander effect says so."""
        if gone(do.state, self.creature):
            return
        if do.state.creature(self.creature).is_routing:
            do.push(Flee(self.creature))
            return
        if any(effect.rallied_act for _, effect in commander_effects(do.state, self.creature)):
            do.push(TakesTurn(self.creature))


class TakesTurn(Asking[SkirmishState], frozen=True, tag="takes-turn", tag_field="step"):
    """The creature whose turn it is moves, attacks, uses a power, or is done."""

    creature: str

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the choice; None where nothing is left to do."""
        if state.turn is None or gone(state, self.creature) or not can_act(state, self.creature):
            return None
        if is_spent(state, state.turn):
            return None
        why = RuleReason("DDM-TURN-1", Message("choose what {fighter} does", {"fighter": self.creature}))
        return Choice(state.creature(self.creature).player, "act", why, state.turn)

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return what it may do; what it cannot do, with the reason."""
        assert state.turn is not None, "somebody is asked"
        return act_prompts(state, state.turn)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot do that."""
        turn = state.turn
        assert turn is not None, "somebody is asked"
        match action:
            case MoveBySquares(cells=cells):
                return move_faults(state, turn, cells)
            case Rush(cells=cells, target=target):
                return rush_faults(state, turn, cells, target)
            case ChargeAt(target=target, cell=cell):
                return charge_faults(state, turn, target, cell)
            case Strike():
                return strike_faults(state, turn, action)
            case UsePower():
                return power_faults(state, turn, action)
            case Done():
                return done_faults(state, turn)
        return NOT_DUE

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Do it, then ask again."""
        turn = do.state.turn
        assert turn is not None, "a creature acts"
        if isinstance(action, Done):
            return
        do.push(TakesTurn(self.creature))
        match action:
            case MoveBySquares(cells=cells):
                self._move(do, cells)
            case Rush(cells=cells, target=chosen):
                target = rush_target(do.state, turn, Space(cells[-1], do.state.space(self.creature).size), chosen)
                cost = self._move(do, cells, target)
                if cost <= speed_of(do.state, self.creature):
                    change_turn(do, rushing=target)
                else:
                    change_turn(do, moved=max(cost, turn.speed + 1))
            case ChargeAt():
                self._charge(do, action)
            case Strike():
                self._strike(do, turn, action)
            case UsePower():
                use_power(do, turn, action)

    def _move(self, do: SkirmishTransition, cells: tuple[Cell, ...], rushed: str = "") -> int:
        assert do.state.turn is not None, "a creature moves"
        cost = path_cost(ground_for(do.state, self.creature).board, do.state.space(self.creature), cells)
        # One square is always allowed, and no more than its speed then (DDM-MOVE-6).
        moved = min(cost, do.state.turn.speed) if len(cells) == 1 else cost
        change_turn(do, moved=moved, cleaves=0)
        squares = counted("{n} square", "{n} squares", cost)
        if rushed:
            values = {"fighter": self.creature, "squares": squares, "target": rushed}
            do.emit("move", "{fighter} rushes {target}: {squares}", "DDM-RUSH-2", **values)
        else:
            do.emit("move", "{fighter} moves {squares}", "DDM-MOVE-1", fighter=self.creature, squares=squares)
        do.push(Walk(self.creature, cells))
        return moved

    def _charge(self, do: SkirmishTransition, action: ChargeAt) -> None:
        end = Space(action.cell, do.state.space(self.creature).size)
        way = charge_way(do.state, self.creature, end)
        assert way is not None, "its faults said so"
        values = {"fighter": self.creature, "target": action.target}
        do.emit("charge", "{fighter} charges {target}", "DDM-CHARGE-1", **values)
        cost = path_cost(ground_for(do.state, self.creature).board, do.state.space(self.creature), way)
        change_turn(do, moved=cost, is_over=True)
        do.push(Walk(self.creature, way), ChargeHits(self.creature, action.target, action.cell))

    def _strike(self, do: SkirmishTransition, turn: CreatureTurn, action: Strike) -> None:
        if turn.cleaves:
            change_turn(do, cleaves=turn.cleaves - 1)
        else:
            change_turn(do, attacks=(*turn.attacks, action.value), mode=action.mode)
        situation = AttackSituation(self.creature, action.target, action.mode, action.value)
        begin_attack(do, situation, action.on_hit)


class ChargeHits(Automatic[SkirmishState], frozen=True, tag="charge-hits", tag_field="step"):
    """At the end of a charge its one melee attack; where the target is gone there is none."""

    creature: str
    target: str
    cell: Cell

    def resolve(self, do: SkirmishTransition) -> None:
        """Ask which attack value it uses."""
        state = do.state
        if gone(state, self.creature) or gone(state, self.target) or not can_act(state, self.creature):
            return
        if state.creature(self.creature).cell != self.cell:
            return
        do.push(PicksChargeValue(self.creature, self.target))


class PicksChargeValue(Asking[SkirmishState], frozen=True, tag="picks-charge-value", tag_field="step"):
    """The player of a charger picks the attack value that it uses (DDM-TURN-7)."""

    creature: str
    target: str

    def _situations(self, state: SkirmishState) -> tuple[AttackSituation, ...]:
        values = state.card(self.creature).melee
        first = {value: n for n, value in reversed(list(enumerate(values)))}  # alike ones once
        return tuple(
            AttackSituation(self.creature, self.target, "melee", n, is_charge=True) for n in sorted(first.values())
        )

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the question; None where all its values are alike."""
        if len(self._situations(state)) < 2 and not open_boxes(state, self.creature):
            return None
        return Choice(state.creature(self.creature).player, "charge-value", self._why)

    @property
    def _why(self) -> RuleReason:
        said = Message("{fighter} charges: with which attack value?", {"fighter": self.creature})
        return RuleReason("DDM-TURN-7", said)

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return its values, each with its odds."""
        boxes = open_boxes(state, self.creature)
        return (strike_prompt(state, "charge-value", message("Attack"), self._situations(state), self._why, boxes),)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of its values is picked."""
        if not isinstance(action, Strike):
            return NOT_DUE
        offered = {(one.attacker, one.target, one.mode, one.value) for one in self._situations(state)}
        if (action.attacker, action.target, action.mode, action.value) not in offered:
            return NOT_DUE
        wrong = strike_faults_on_hit(state, self.creature, action)
        return () if wrong is None else fault("DDM-CARD-15", "'{effect}' cannot be used", effect=wrong, place="on_hit")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Attack."""
        assert isinstance(action, Strike), "its faults said so"
        self._attack(do, action.value, action.on_hit)

    def skip(self, do: SkirmishTransition) -> None:
        """Attack with the one value."""
        self._attack(do, 0)

    def _attack(self, do: SkirmishTransition, value: int, on_hit: str = "") -> None:
        assert do.state.turn is not None, "a creature charges"
        change_turn(do, attacks=(*do.state.turn.attacks, value), mode="melee")
        begin_attack(do, AttackSituation(self.creature, self.target, "melee", value, is_charge=True), on_hit)


class EndTurn(Automatic[SkirmishState], frozen=True, tag="end-turn", tag_field="step"):
    """A creature's turn ends: effects that last until then end, and it saves against those that a save ends."""

    creature: str

    def resolve(self, do: SkirmishTransition) -> None:
        """End it."""
        id = self.creature
        do.push(SettlesAll(id), TurnOver())
        if gone(do.state, id):
            return
        end_effects(do, id, EffectEnd.NEXT_TURN)
        _end_stun(do, id)
        saving = [e for e in do.state.effects_on(id) if e.lasting.until is EffectEnd.SAVE]
        do.push(*(EffectSave(id, effect.name, effect.by) for effect in saving))


class TurnOver(Automatic[SkirmishState], frozen=True, tag="turn-over", tag_field="step"):
    """Nobody's turn."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Forget the turn."""
        do.change(turn=None)
