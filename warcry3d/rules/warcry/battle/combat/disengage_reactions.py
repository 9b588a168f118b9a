"""Reactions to a fighter that disengages, before it leaves: the strike (WC-REACT-4) and those of abilities."""

from warcry3d.game.actions import Action, React
from warcry3d.game.agenda import Asking, Rolling
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message
from warcry3d.rules.warcry.battle.abilities.reactions import react, reactions_to
from warcry3d.rules.warcry.battle.combat.damage import DamageRoll
from warcry3d.rules.warcry.battle.combat.reaction_checks import (
    STRIKE,
    ReactionOptions,
    can_react,
    next_to_react,
    react_faults,
    spend_reaction,
)
from warcry3d.rules.warcry.battle.combat.reaction_prompts import reaction_prompts
from warcry3d.rules.warcry.battle.combat.visibility import sees
from warcry3d.rules.warcry.battle.fighters import enemies_within
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.move_limits import ENGAGED

__all__ = ["MayStrike"]

STRIKES_ON = 4
"""The lowest face on which the strike hits (WC-STRIKE-2)."""


class MayStrike(Asking[State], frozen=True, tag="may-strike", tag_field="step"):
    """An enemy within 1 in of a fighter that disengages, visible to it, may strike at it.

    The other players are asked in the order of turns until one of them reacts; ``declined``: those who did not.
    """

    leaver: str
    declined: tuple[str, ...] = ()

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if nobody may react."""
        player, able = self._next(state)
        if not able:
            return None
        return Choice(player, "react", self._why, ReactionOptions(offered=tuple(able.items()), enemy=self.leaver))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-REACT-4", Message("who strikes at {leaver}, which disengages", {"leaver": self.leaver}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return who may react and how, and to leave it."""
        return reaction_prompts(state, self.leaver, self._next(state)[1], self._why)

    def _next(self, state: State) -> tuple[str, dict[str, tuple[str, ...]]]:
        """Return the next player who may react, with its fighters that may and how."""
        return next_to_react(state, self.leaver, self._able(state), self.declined)

    def _able(self, state: State) -> dict[str, tuple[str, ...]]:
        if state.fighter(self.leaver).place is not FighterStatus.BOARD:
            return {}
        near = enemies_within(state, self.leaver, ENGAGED)
        able = [enemy for enemy in near if can_react(state, enemy) and sees(state, enemy, self.leaver)]
        return {enemy: (STRIKE, *reactions_to(state, enemy, ("disengage",), self.leaver)) for enemy in able}

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why that fighter cannot react."""
        return react_faults(action, self._next(state)[1], "WC-REACT-4")

    def resolve(self, do: Transition, action: Action) -> None:
        """Strike, or ask the next player."""
        match action:
            case React(reaction="strike-them-down"):
                spend_reaction(do, action.fighter)
                do.push(DisengageStrike(action.fighter, self.leaver))
            case React():
                react(do, action.fighter, action.reaction, self.leaver)
            case _:
                do.push(MayStrike(self.leaver, (*self.declined, self._next(do.state)[0])))


class DisengageStrike(Rolling[State], frozen=True, tag="strike", tag_field="step"):
    """The strike: on 4 or more the fighter that disengages takes D6 damage (WC-STRIKE-2)."""

    fighter: str
    leaver: str

    def roll(self, state: State) -> Roll:
        """Return the die."""
        values = {"fighter": self.fighter, "leaver": self.leaver, "least": STRIKES_ON}
        why = RuleReason("WC-REACT-4", Message("{fighter} strikes at {leaver} ({least}+ hits)", values))
        return Roll(state.fighter(self.fighter).player, 1, why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Roll the damage on a hit."""
        values = {"fighter": self.fighter, "leaver": self.leaver, "face": faces[0]}
        if faces[0] < STRIKES_ON:
            do.emit("reaction", "{fighter} strikes at {leaver}, rolls {face} and misses", "WC-REACT-4", **values)
            return
        do.emit("reaction", "{fighter} strikes at {leaver}, rolls {face} and hits", "WC-REACT-4", **values)
        do.push(DamageRoll(self.leaver, "WC-REACT-4", by=self.fighter))
