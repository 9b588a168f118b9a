"""Bonus actions: moves, attacks and disengages beyond the two of an activation (WC-COMBAT-2, WC-ABIL-2)."""

import math
from dataclasses import replace
from functools import partial

import msgspec

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.game.state_data import StateData
from warcry3d.geom.solid import Placement
from warcry3d.message import Message, message
from warcry3d.motion.path import LegKind
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.warcry.abilities.vocabulary import Bonus, FighterFilter
from warcry3d.rules.warcry.battle.abilities.effect_runner import ability_of, meant, perform, rule_of
from warcry3d.rules.warcry.battle.abilities.effects import roll_number
from warcry3d.rules.warcry.battle.abilities.selectors import of_a_kind
from warcry3d.rules.warcry.battle.actions import Attack, Disengage, Move
from warcry3d.rules.warcry.battle.combat.attack import attack, attack_faults
from warcry3d.rules.warcry.battle.combat.attack_prompts import attack_prompt
from warcry3d.rules.warcry.battle.fighters import effects_on, enemies_within, move_of, weapon_of
from warcry3d.rules.warcry.battle.movement.move_actions import (
    disengage,
    disengage_faults,
    judged_way,
    move,
    move_faults,
)
from warcry3d.rules.warcry.battle.movement.move_prompts import disengage_prompt, move_prompt
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.prompt_parts import declining
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition, change_activation
from warcry3d.rules.warcry.carried_treasure import move_of_carrier
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.sight.distance import is_within, measure
from warcry3d.table.models import Model

__all__ = ["BonusAction", "MayAct"]

WAYS = {
    "walk": {LegKind.WALK, LegKind.DOOR},
    "jump": {LegKind.JUMP, LegKind.DROP},
    "climb": {LegKind.CLIMB},
    "fly": {LegKind.FLY},
}
"""The kinds of legs that each manner of moving allows."""


class BonusAction(StateData, frozen=True, kw_only=True):
    """The choice of a bonus action: whose it is, which actions it may be, and the inches of a move."""

    fighter: str
    actions: tuple[str, ...]
    inches: float
    word: Bonus


@perform.register
def _(word: Bonus, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    for field in ("inches", "add"):
        if roll_number(do, word, field, use, picked):
            return
    whose = meant(do.state, use, word.who, picked)
    in_order(do, [(id, MayAct(use, id, msgspec.structs.replace(word, who="picked"))) for id in whose])


class MayAct(Asking[State], frozen=True, tag="may-act", tag_field="step"):
    """A fighter may take a bonus action. If it can take none, nobody is asked."""

    use: Use
    fighter: str
    word: Bonus

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if none of its actions is possible."""
        if state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return None
        then = self.begun(state)
        actions = tuple(action for action in self.word.actions if self._may_try(then, action))
        if not actions:
            return None
        about = BonusAction(fighter=self.fighter, actions=actions, inches=self.inches(then), word=self.word)
        return Choice(state.fighter(self.fighter).player, "bonus", self._why(state), about)

    def _why(self, state: State) -> RuleReason:
        values = {"ability": ability_of(state, self.use).name, "fighter": self.fighter}
        return RuleReason(rule_of(state, self.use), Message("{ability}: {fighter} may make a bonus action", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the bonus actions that the ability gives, as they are once it has begun, and to make none."""
        then, why = self.begun(state), self._why(state)
        found = [self._prompt(then, action, why) for action in self.word.actions]
        return (*found, declining(message("No bonus action"), why))

    def _prompt(self, then: State, action: str, why: RuleReason) -> Prompt:
        match action:
            case "move":
                inches = self.inches(then)
                ways = set[LegKind]().union(*(WAYS[way] for way in self.word.ways)) if self.word.ways else None
                faults = () if inches > 0 else fault("WC-MOVE-1", "it has no inches to move")
                prompt = move_prompt(then, self.fighter, why, inches=inches, faults=faults)
                return prompt if ways is None else replace(prompt, ways=prompt.ways & ways)
            case "disengage":
                return disengage_prompt(then, self.fighter, why)
        return attack_prompt(then, self.fighter, why, forbids=partial(self._attack_faults, is_quick=True))

    def inches(self, then: State) -> float:
        """Return the inches of a bonus move: its Move with the ability's bonus, or the ability's own number.

        ``then``: the battle with the effects that begin with the action.
        """
        if self.word.inches is not None:
            return float(self.word.inches)
        inches = move_of(then, self.fighter) + float(self.word.add)
        return move_of_carrier(inches) if then.fighter(self.fighter).treasure else inches

    def _may_try(self, state: State, action: str) -> bool:
        """Return whether such an action can be tried at all: a fighter that is engaged cannot move, and so on."""
        engaged = bool(enemies_within(state, self.fighter, ENGAGED))
        match action:
            case "move":
                return not engaged and self.inches(state) > 0 and not effects_on(state, self.fighter, "cannot-move")
            case "disengage":
                is_free = not state.fighter(self.fighter).treasure
                return engaged and is_free and not effects_on(state, self.fighter, "cannot-disengage")
            case _:
                return self._has_target(state)

    def _has_target(self, state: State) -> bool:
        enemies = [f.id for f in state.enemies(state.fighter(self.fighter).player)]
        weapons = range(len(state.profile(self.fighter).weapons))
        attacks = (Attack(weapon, enemy) for weapon in weapons for enemy in enemies)
        return any(not self._attack_faults(state, self.fighter, attack, is_quick=True) for attack in attacks)

    def begun(self, state: State) -> State:
        """Return the battle with the effects that begin with the action."""
        do = Transition(state)
        self._begin(do)
        return do.state

    def _begin(self, do: Transition) -> None:
        for change in self.word.changes:
            perform(msgspec.structs.replace(change, who="picked"), do, self.use, (self.fighter,))

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot do that."""
        state = self.begun(state)
        match action:
            case Decline():
                return ()
            case Move() if "move" in self.word.actions:
                found = move_faults(state, self.fighter, action, inches=self.inches(state))
                return (*found, *self._way_faults(action), *self._end_faults(state, action, MoveAction.MOVE))
            case Disengage() if "disengage" in self.word.actions:
                found = disengage_faults(state, self.fighter, action)
                return (*found, *self._end_faults(state, action, MoveAction.DISENGAGE))
            case Attack() if "attack" in self.word.actions:
                return self._attack_faults(state, self.fighter, action)
        return NOT_DUE

    def _attack_faults(
        self, state: State, fighter: str, action: Attack, *, is_quick: bool = False
    ) -> tuple[ActionFault, ...]:
        found = attack_faults(state, fighter, action, is_quick=is_quick)
        if found or not self.word.attacks:
            return found
        is_melee = weapon_of(state, fighter, action.weapon).is_melee
        if is_melee == (self.word.attacks == "melee"):
            return ()
        return fault("WC-ABIL-1", "only a {kind} attack is allowed", place="weapon", kind=self.word.attacks)

    def _way_faults(self, action: Move) -> tuple[ActionFault, ...]:
        """Return a fault if it moves in a manner that the ability does not allow."""
        if not self.word.ways:
            return ()
        allowed = set().union(*(WAYS[way] for way in self.word.ways))
        for n, leg in enumerate(action.path.legs):
            if leg.kind not in allowed:
                ways = ", ".join(self.word.ways)
                return fault("WC-ABIL-1", "this move may only go by: {ways}", place=f"path.legs[{n}]", ways=ways)
        return ()

    def _end_faults(self, state: State, action: Move | Disengage, kind: MoveAction) -> tuple[ActionFault, ...]:
        """Return a fault if it does not end where the ability requires."""
        if not (self.word.ends_near or self.word.ends_away or self.word.ends_closer):
            return ()
        end = judged_way(state, self.fighter, action.path, kind, inches=self.inches(state)).trace.end
        before = state.table.model(self.fighter)
        after = before.moved(Placement(end.at, end.turn))
        near, away = self.word.ends_near, self.word.ends_away
        if near is not None and not self._is_near(state, near, after):
            return fault("WC-ABIL-1", "it must end within {inches:g} in", place="path", inches=near.within)
        if away is not None and self._is_near(state, away, after):
            return fault("WC-ABIL-1", "it must end more than {inches:g} in away", place="path", inches=away.within)
        user = state.table.model(self.use.fighter)
        if self.word.ends_closer and measure(after, user).direct >= measure(before, user).direct:
            return fault("WC-ABIL-1", "it must end closer to {fighter}", place="path", fighter=user.id)
        return ()

    def _is_near(self, state: State, whom: FighterFilter, after: Model) -> bool:
        """Return whether one of the selected fighters is as near to its end as ``whom`` requires."""
        others = [f.id for f in state.on_board() if f.id != self.fighter]
        reach = math.inf if whom.within is None else float(whom.within)
        return any(
            of_a_kind(state, whom, other, self.use.fighter)
            and is_within(measure(after, state.table.model(other)).direct, reach)
            for other in others
        )

    def resolve(self, do: Transition, action: Action) -> None:
        """Do it, or not."""
        acting = do.state.activation
        if isinstance(action, Decline):
            return
        if acting is not None and acting.fighter == self.fighter:
            kind = str(type(action).__struct_config__.tag)
            change_activation(do, bonus=(*acting.bonus, kind))
        self._begin(do)
        match action:
            case Move():
                move(do, self.fighter, action)
            case Disengage():
                disengage(do, self.fighter, action)
            case Attack():
                attack(do, self.fighter, action)
