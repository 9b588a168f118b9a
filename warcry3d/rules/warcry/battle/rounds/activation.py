"""Activations: actions, abilities, waiting (WC-COMBAT-2 and 3, WC-WAIT-1, WC-MON-1)."""

from warcry3d.game.action_faults import NOT_DUE
from warcry3d.game.actions import Action, Decline, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.battle.abilities.ability_use import ability_faults, can_use_some, use_ability
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, DropTreasure, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.combat.attack import attack, attack_faults
from warcry3d.rules.warcry.battle.fighters import is_on_steps
from warcry3d.rules.warcry.battle.movement.falls import Fall
from warcry3d.rules.warcry.battle.movement.move_actions import disengage, disengage_faults, move, move_faults
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.prompt_parts import declining
from warcry3d.rules.warcry.battle.rounds.act_prompts import act_prompts, activate_prompt, done_faults, spent_faults
from warcry3d.rules.warcry.battle.rounds.activation_checks import ACTIONS, actions_of, can_activate
from warcry3d.rules.warcry.battle.rounds.treasures import drop_treasure, drop_treasure_faults
from warcry3d.rules.warcry.battle.state import Activation, FighterState, FighterStatus, State, Until
from warcry3d.rules.warcry.battle.transition import Transition, change_activation, change_fighter, end_effects

__all__ = ["BeginActivation"]


class BeginActivation(Automatic[State], frozen=True, tag="begin-activation", tag_field="step"):
    """A fighter is activated."""

    fighter: str

    def resolve(self, do: Transition) -> None:
        """Let it act, then end its activation."""
        fighter = do.state.fighter(self.fighter)
        if not can_activate(do.state, fighter):
            return  # taken down since it was told off to follow
        is_second = fighter.is_waiting
        left = actions_of(do.state, fighter)
        change_fighter(do, fighter.id, activations=fighter.activations + 1, is_waiting=False)
        acting = Activation(fighter=fighter.id, left=left, may_wait=left == ACTIONS, began_waiting=is_second)
        do.change(activation=acting)
        _emit_activation(do, fighter, left)
        do.push(Acts(fighter.id), EndActivation(fighter.id))


def _emit_activation(do: Transition, fighter: FighterState, left: int) -> None:
    """Report that a fighter is activated, and why it has only one action if so."""
    id = fighter.id
    if do.state.profile(id).is_monster:
        do.emit("activation", "{fighter} is activated with one action: it is a monster", "WC-MON-7", fighter=id)
    elif fighter.is_waiting:
        do.emit("activation", "{fighter} is activated again with one action: it waited", "WC-WAIT-4", fighter=id)
    elif left < ACTIONS:
        do.emit("activation", "{fighter} is activated with one action: it reacted", "WC-REACT-9", fighter=id)
    else:
        do.emit("activation", "{fighter} is activated", "WC-COMBAT-1", fighter=id)


class Acts(Asking[State], frozen=True, tag="acts", tag_field="step"):
    """An activated fighter takes an action, uses an ability, or is done."""

    fighter: str

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if it has no action left and no ability to use."""
        acting = state.activation
        if acting is None or state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return None
        if acting.left == 0 and (acting.ability or not can_use_some(state, self.fighter)):
            return None
        player = state.fighter(self.fighter).player
        if acting.left:
            why = message("choose what {fighter} does", fighter=self.fighter)
        else:
            why = message("{fighter} has no action left, only abilities", fighter=self.fighter)
        return Choice(player, "act", RuleReason("WC-COMBAT-2", why), acting)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what it may do: all actions, its abilities, to be done; what it cannot do, with the reason."""
        assert state.activation is not None, "somebody is asked"
        return act_prompts(state, state.activation)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot do that."""
        assert state.activation is not None, "somebody is asked"
        spent = spent_faults(state.activation)
        match action:
            case UseAbility():
                return ability_faults(state, self.fighter, action)
            case Done():
                return done_faults(state.activation)
            case Move() | Attack() | Disengage() | Wait() | DropTreasure() if spent:
                return spent
            case Move():
                return move_faults(state, self.fighter, action)
            case Attack():
                return attack_faults(state, self.fighter, action)
            case Disengage():
                return disengage_faults(state, self.fighter, action)
            case DropTreasure():
                return drop_treasure_faults(state, self.fighter)
            case Wait():
                return ()
        return NOT_DUE

    def resolve(self, do: Transition, action: Action) -> None:
        """Do it, then ask again."""
        if isinstance(action, Done):
            return
        if not isinstance(action, UseAbility):
            assert do.state.activation is not None, "somebody acts"
            kind = type(action).__struct_config__.tag
            change_activation(do, left=do.state.activation.left - 1, done=(*do.state.activation.done, str(kind)))
        if isinstance(action, Wait):
            self._wait(do)
            return
        do.push(Acts(self.fighter))
        match action:
            case Move():
                move(do, self.fighter, action)
            case Attack():
                attack(do, self.fighter, action)
            case Disengage():
                disengage(do, self.fighter, action)
            case DropTreasure():
                drop_treasure(do, self.fighter)
            case UseAbility():
                use_ability(do, self.fighter, action)

    def _wait(self, do: Transition) -> None:
        """Wait: the activation ends; as the first of two actions, the fighter is waiting (WC-WAIT-1, WC-MON-1)."""
        acting = do.state.activation
        assert acting is not None, "somebody acts"
        change_activation(do, left=0)
        if acting.may_wait and len(acting.done) == 1:
            change_fighter(do, self.fighter, is_waiting=True)
            do.emit("wait", "{fighter} waits", "WC-WAIT-2", fighter=self.fighter)
        else:
            unused = counted("{n} action unused", "{n} actions unused", acting.left + 1)
            values = {"fighter": self.fighter, "unused": unused}
            do.emit("wait", "{fighter} ends its activation: {unused}", "WC-WAIT-1", **values)


class EndActivation(Automatic[State], frozen=True, tag="end-activation", tag_field="step"):
    """Ends an activation: fighters that are still climbing, except on stairs or ladders, fall.

    That is the fighter itself, and any that moved in its activation; then a fighter that may follow is activated.
    """

    fighter: str

    def resolve(self, do: Transition) -> None:
        """End it."""
        acting = do.state.activation
        follow = () if acting is None else acting.follow
        climbing = [f.id for f in do.state.on_board() if f.holds and not is_on_steps(do.state, f)]
        do.push(*(Follow(next) for next in follow))
        in_order(do, [(id, LosesHold(id)) for id in climbing])
        do.change(activation=None)
        for until in (Until.ACTIVATION, Until.ATTACK, Until.MOVE):
            end_effects(do, until)


class LosesHold(Automatic[State], frozen=True, tag="loses-hold", tag_field="step"):
    """A fighter that is still climbing when an activation ends falls (WC-CLIMB-2)."""

    fighter: str

    def resolve(self, do: Transition) -> None:
        """Let it fall."""
        do.emit(
            "falls",
            "{fighter} is still climbing at the end of the activation and falls",
            "WC-CLIMB-2",
            "WC-FALL-4",
            fighter=self.fighter,
        )
        do.push(Fall(self.fighter))


class Follow(Asking[State], frozen=True, tag="follow", tag_field="step"):
    """A fighter may be activated right after another (WC-ABIL-2)."""

    fighter: str

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if it cannot be activated any more."""
        fighter = state.fighter(self.fighter)
        if not can_activate(state, fighter):
            return None
        return Choice(fighter.player, "follow", self._why, (fighter.id,))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-INSPIRE-3", Message("{fighter} may be activated right away", {"fighter": self.fighter}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the fighter, and to leave it."""
        fighter = state.fighter(self.fighter)
        later = message("Not now")
        return (activate_prompt(state, fighter.player, (fighter,), self._why), declining(later, self._why))

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: this fighter must be picked, or none."""
        return () if action in (Activate(self.fighter), Decline()) else NOT_DUE

    def resolve(self, do: Transition, action: Action) -> None:
        """Activate it, or not."""
        if isinstance(action, Activate):
            do.push(BeginActivation(self.fighter))
