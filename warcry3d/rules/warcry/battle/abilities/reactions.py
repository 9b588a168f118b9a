"""Reactions that abilities give, in addition to the three that every fighter has (WC-REACT-1)."""

from collections.abc import Sequence

from warcry3d.game.actions import Action, React
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.vocabulary import PickFighter, ReactionTrigger
from warcry3d.rules.warcry.battle.abilities.conditions import all_hold
from warcry3d.rules.warcry.battle.abilities.effect_runner import Perform
from warcry3d.rules.warcry.battle.abilities.selectors import fits, select_fighters
from warcry3d.rules.warcry.battle.combat.reaction_checks import (
    ReactionOptions,
    can_react,
    next_to_react,
    react_faults,
    spend_reaction,
)
from warcry3d.rules.warcry.battle.combat.reaction_prompts import reaction_prompts
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["MayReactToMove", "react", "reactions_to"]


def reactions_to(
    state: State, fighter: str, kinds: Sequence[str], enemy: str, *, in_cover: bool = False
) -> tuple[str, ...]:
    """Return the ids of the abilities with which a fighter may react to an enemy's action of these kinds.

    Whether it may react at all is for `can_react` to say.
    """
    found = []
    for ability in state.context.abilities_by_fighter[fighter]:
        reacts = ability.reacts
        if reacts is None or reacts.to not in kinds or (reacts.in_cover and not in_cover):
            continue
        if _is_to(state, reacts, fighter, enemy) and _may_be_done(state, ability, fighter):
            found.append(ability.id)
    return tuple(found)


def _is_to(state: State, reacts: ReactionTrigger, fighter: str, enemy: str) -> bool:
    return reacts.enemy is None or fits(state, reacts.enemy, enemy, fighter)


def _may_be_done(state: State, ability: Ability, fighter: str) -> bool:
    """Return whether the conditions of an ability hold, and its first word finds its fighters."""
    use = Use(fighter=fighter, ability=ability.id, value=0)
    if not all_hold(state, use, ability.only):
        return False
    first = ability.do[0]
    return not isinstance(first, PickFighter) or bool(select_fighters(state, first.whom, fighter))


def react(do: Transition, fighter: str, reaction: str, enemy: str) -> None:
    """React with an ability: pay the cost of a reaction, then run its words."""
    ability = do.state.context.abilities[reaction]
    spend_reaction(do, fighter)
    rules = ("WC-REACT-1", ability.rule) if ability.rule else ("WC-REACT-1",)
    do.emit("reaction", "{fighter} reacts: {ability}", *rules, fighter=fighter, ability=ability.name)
    do.push(Perform(Use(fighter=fighter, ability=ability.id, value=0), ability.do, (enemy,)))


class MayReactToMove(Asking[State], frozen=True, tag="may-react-to-move", tag_field="step"):
    """An enemy of a fighter that finished a move action may react to it with an ability.

    The other players are asked in the order of turns until one of them reacts; ``declined``: those who did not.
    """

    mover: str
    declined: tuple[str, ...] = ()

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if nobody may react."""
        player, able = self._next(state)
        if not able:
            return None
        return Choice(player, "react", self._why, ReactionOptions(offered=tuple(able.items()), enemy=self.mover))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-REACT-1", Message("who reacts to the move of {mover}", {"mover": self.mover}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return who may react and how, and to leave it."""
        return reaction_prompts(state, self.mover, self._next(state)[1], self._why)

    def _next(self, state: State) -> tuple[str, dict[str, tuple[str, ...]]]:
        """Return the next player who may react, with its fighters that may and how."""
        return next_to_react(state, self.mover, self._able(state), self.declined)

    def _able(self, state: State) -> dict[str, tuple[str, ...]]:
        mover = state.fighter(self.mover)
        if mover.place is not FighterStatus.BOARD:
            return {}
        enemies = [f.id for f in state.enemies(mover.player) if can_react(state, f.id)]
        found = {enemy: reactions_to(state, enemy, ("move",), mover.id) for enemy in enemies}
        return {enemy: reactions for enemy, reactions in found.items() if reactions}

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why a reaction is not allowed."""
        return react_faults(action, self._next(state)[1], "WC-REACT-1")

    def resolve(self, do: Transition, action: Action) -> None:
        """React, or ask the next player."""
        if isinstance(action, React):
            react(do, action.fighter, action.reaction, self.mover)
        else:
            do.push(MayReactToMove(self.mover, (*self.declined, self._next(do.state)[0])))
