"""Runs the effects of an ability one after another (docs/abilities.md), and picks fighters for them.

Other modules register what each word does with `perform`.
"""

from functools import singledispatch
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.game.state_data import StateData
from warcry3d.message import Message
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.vocabulary import Do, FighterFilter, PickFighter, Who
from warcry3d.rules.warcry.battle.abilities.pick_prompts import pick_prompt
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["Perform", "Picking", "Picks", "ability_of", "meant", "perform", "rule_of"]


class Perform(Automatic[State], frozen=True, tag="perform", tag_field="step"):
    """Runs the words of an ability; ``picked``: the fighters picked for them.

    A fighter that is off the battlefield by now has no more effects (WC-ATT-4).
    """

    use: Use
    words: tuple[Do, ...]
    picked: tuple[str, ...] = ()

    def resolve(self, do: Transition) -> None:
        """Run the first word; the others follow."""
        if not self.words or do.state.fighter(self.use.fighter).place is not FighterStatus.BOARD:
            return
        word, rest = self.words[0], self.words[1:]
        if isinstance(word, PickFighter):
            do.push(Picks(self.use, word, rest))
            return
        if rest:
            do.push(Perform(self.use, rest, self.picked))
        perform(word, do, self.use, self.picked)


@singledispatch
def perform(word: Any, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    """Run a word."""
    raise AssertionError(f"nobody does {type(word).__name__}")


def ability_of(state: State, use: Use) -> Ability:
    """Return the ability that is used."""
    return state.context.abilities[use.ability]


def rule_of(state: State, use: Use) -> str:
    """Return the id of the rule that an ability belongs to."""
    return ability_of(state, use).rule or "WC-ABIL-1"


def meant(state: State, use: Use, who: Who, picked: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fighters on the battlefield that a word selects, in the order of warbands (picked ones as picked)."""
    if isinstance(who, FighterFilter):
        return select_fighters(state, who, use.fighter)
    these = (use.fighter,) if who == "self" else picked
    return tuple(id for id in these if state.fighter(id).place is FighterStatus.BOARD)


class Picking(StateData, frozen=True, kw_only=True):
    """The choice of a player who picks fighters: between ``least`` and ``most`` of those ``offered``."""

    offered: tuple[str, ...]
    least: int
    most: int


class Picks(Asking[State], frozen=True, tag="picks", tag_field="step"):
    """The player picks the fighters for the words that follow. If there is nothing to choose, nobody is asked."""

    use: Use
    word: PickFighter
    rest: tuple[Do, ...] = ()

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if all that may be picked must be picked."""
        picking = self._picking(state)
        if picking.least == len(picking.offered) or state.fighter(self.use.fighter).place is not FighterStatus.BOARD:
            return None
        return Choice(state.fighter(self.use.fighter).player, "pick", self._why(state), picking)

    def _why(self, state: State) -> RuleReason:
        values = {"ability": ability_of(state, self.use).name}
        return RuleReason(rule_of(state, self.use), Message("{ability}: pick fighters", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the fighters; to pick nobody is a pick of none, where that is allowed."""
        picking, why = self._picking(state), self._why(state)
        found = pick_prompt(state, self.use, self.word.whom, picking.offered, picking.least, picking.most, why)
        return (found,)

    def _picking(self, state: State) -> Picking:
        offered = select_fighters(state, self.word.whom, self.use.fighter)
        most = len(offered) if self.word.count == "any" else min(self.word.count, len(offered))
        least = 0 if self.word.up_to or self.word.count == "any" else most
        return Picking(offered=offered, least=least, most=most)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the fighters picked; `Decline` picks none, where that is allowed."""
        picking, rule = self._picking(state), rule_of(state, self.use)
        picked = () if isinstance(action, Decline) else action.picked if isinstance(action, Pick) else None
        if picked is None:
            return NOT_DUE
        if not set(picked) <= set(picking.offered) or len(set(picked)) < len(picked):
            return fault(rule, "pick among: {offered}", place="picked", offered=", ".join(picking.offered))
        if not picking.least <= len(picked) <= picking.most:
            values: dict[str, Any] = {"least": picking.least, "most": picking.most}
            return fault(rule, "pick at least {least}, at most {most}", place="picked", **values)
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Continue with those picked."""
        self._take(do, action.picked if isinstance(action, Pick) else ())

    def skip(self, do: Transition) -> None:
        """Continue with all that there are."""
        self._take(do, select_fighters(do.state, self.word.whom, self.use.fighter))

    def _take(self, do: Transition, picked: tuple[str, ...]) -> None:
        for id in picked:
            values = {"ability": ability_of(do.state, self.use).name, "fighter": id}
            do.emit("picked", "{ability}: {fighter} is picked", rule_of(do.state, self.use), **values)
        do.push(Perform(self.use, self.rest, picked))
