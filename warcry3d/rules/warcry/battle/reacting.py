"""Reactions: who may react, what it costs, striking at one who disengages (WC-REACT-1 and 4)."""

from warcry3d.game.ruleset import Action, ActionFault, Choice, Roll, Why
from warcry3d.rules.warcry.battle.actions import Decline, React
from warcry3d.rules.warcry.battle.damage import DamageRoll
from warcry3d.rules.warcry.battle.doing import Doing
from warcry3d.rules.warcry.battle.faults import NOT_DUE, fault
from warcry3d.rules.warcry.battle.fighters import effects_on, enemies_within, is_unactivated
from warcry3d.rules.warcry.battle.seeing import sees
from warcry3d.rules.warcry.battle.state import Place, State
from warcry3d.rules.warcry.battle.steps import Asking, Rolling
from warcry3d.rules.warcry.moving import ENGAGED

__all__ = ["STRIKE", "can_react", "spend_reaction", "strike_them_down"]

STRIKE = "strike-them-down"

STRIKES_ON = 4
"""From this face on who disengages is hurt (WC-REACT-4)."""


def can_react(state: State, fighter: str) -> bool:
    """Return whether a fighter may react at all: not yet activated this round, or waiting; never a monster."""
    reacting = state.fighter(fighter)
    if (
        reacting.place is not Place.BOARD
        or state.profile(fighter).is_monster
        or effects_on(state, fighter, "cannot-react")
    ):
        return False
    return reacting.is_waiting or is_unactivated(reacting)


def spend_reaction(do: Doing, fighter: str) -> None:
    """Let a reaction cost what it costs: an action of this round; one that waited is not activated again."""
    reacting = do.state.fighter(fighter)
    if reacting.is_waiting:
        do.change_fighter(fighter, is_waiting=False)
    else:
        do.change_fighter(fighter, reactions=reacting.reactions + 1)


def strike_them_down(do: Doing, leaver: str) -> None:
    """Let one of those that a fighter would disengage from strike at it, before it leaves."""
    do.push(MayStrike(leaver))


class MayStrike(Asking, frozen=True, tag="may-strike", tag_field="step"):
    """One enemy within 1 in of a fighter that disengages, visible to it, may strike it down."""

    leaver: str

    def choice(self, state: State) -> Choice | None:
        """Return who may; None where nobody may."""
        able = self._able(state)
        if not able:
            return None
        why = Why("WC-REACT-4", "who strikes at {leaver}", {"leaver": self.leaver})
        offered = tuple((fighter, (STRIKE,)) for fighter in able)
        return Choice(state.opponent(state.fighter(self.leaver).player), "react", why, offered)

    def _able(self, state: State) -> tuple[str, ...]:
        if state.fighter(self.leaver).place is not Place.BOARD:
            return ()
        near = enemies_within(state, self.leaver, ENGAGED)
        return tuple(enemy for enemy in near if can_react(state, enemy) and sees(state, enemy, self.leaver))

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why that fighter cannot."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, React):
            return NOT_DUE
        if action.reaction != STRIKE or action.fighter not in self._able(state):
            return fault(
                "WC-REACT-4",
                "{fighter} cannot react by '{reaction}' now",
                fighter=action.fighter,
                reaction=action.reaction,
            )
        return ()

    def resolve(self, do: Doing, action: Action) -> None:
        """Strike, or not."""
        if isinstance(action, React):
            spend_reaction(do, action.fighter)
            do.push(Strike(action.fighter, self.leaver))


class Strike(Rolling, frozen=True, tag="strike", tag_field="step"):
    """A die: on 4 or more the one that leaves takes D6 damage."""

    fighter: str
    leaver: str

    def roll(self, state: State) -> Roll:
        """Return the die."""
        values = {"fighter": self.fighter, "leaver": self.leaver}
        return Roll(state.fighter(self.fighter).player, 1, Why("WC-REACT-4", "{fighter} strikes at {leaver}", values))

    def resolve(self, do: Doing, faces: tuple[int, ...]) -> None:
        """Let the damage be rolled."""
        values = {"fighter": self.fighter, "leaver": self.leaver, "face": faces[0]}
        if faces[0] < STRIKES_ON:
            do.tell("reaction", "{fighter} strikes at {leaver}, rolls {face} and misses", "WC-REACT-4", **values)
            return
        do.tell("reaction", "{fighter} strikes at {leaver} with a {face}", "WC-REACT-4", **values)
        do.push(DamageRoll(self.leaver, "WC-REACT-4", by=self.fighter))
