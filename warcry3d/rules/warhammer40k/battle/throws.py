"""Rolling dice: the dice, what rules let a player roll again, and Command Re-roll (40K-DICE, 40K-REROLL).

`throw` lets all of that come next, then the step that reads ``state.thrown``.
"""

from typing import ClassVar, Final

from msgspec import UNSET, UnsetType

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.agenda import AgendaStep, Asking
from warcry3d.game.picks import pick_one
from warcry3d.game.prompts import Option, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_battle_state import ThrownFaces
from warcry3d.rules.units.unit_throws import ThrowsAgain, ThrowsDice, about_roll, die_option, keep_dice
from warcry3d.rules.warhammer40k.battle.asking import spare_prompt
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import needed
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side
from warcry3d.rules.warhammer40k.battle.command_points import can_pay, cost_of, pay
from warcry3d.rules.warhammer40k.battle.state import State40k

__all__ = ["throw"]

COMMAND_REROLL: Final = "command-re-roll"
REROLLED: Final = ("hit", "wound", "save", "damage", "advance", "charge", "escape", "hazardous", "attacks")
"""The rolls that Command Re-roll is for (40K-STRAT-REROLL-1); of a charge both dice (40K-STRAT-REROLL-3)."""

_ABOUT: Final[dict[str, Message]] = {
    "hit": message("hit roll"),
    "wound": message("wound roll"),
    "save": message("saving throw"),
    "damage": message("damage roll"),
    "attacks": message("number of attacks"),
    "more-hits": message("number of further hits"),
    "strength": message("strength"),
    "advance": message("advance"),
    "charge": message("charge roll"),
    "escape": message("desperate escape"),
    "hazardous": message("hazardous"),
    "shock": message("battle-shock test"),
    "pain": message("feel no pain"),
    "demise": message("deadly demise"),
    "mortal": message("mortal wounds"),
    "wreck": message("getting out of a wreck"),
    "move": message("inches to move"),
    "ability": message("ability"),
}


def throw(
    do: Transition40k,
    player: str,
    count: int,
    kind: str,
    rule: str,
    then: AgendaStep,
    *,
    unit: str = "",
    again: int = 0,
    need: int = 0,
    bonus: int = 0,
    each: int = 1,
) -> None:
    """Let a player roll so many dice next, roll some again where it may; then comes ``then``.

    ``unit``: the player's unit that the roll is for; ``again``: dice that show less may be rolled again, by a rule of
    the unit's own (twin-linked). ``need``, ``bonus``: what each die needs and what is added to it, to be said.
    ``each``: so many dice are one roll, as for a damage of 2D6: they are rolled again together (40K-REROLL-3).
    """
    if not count:
        do.change(thrown=ThrownFaces())
        do.push(then)
        return
    steps: list[AgendaStep] = [RollsDice40k(player, count, kind, rule, unit)]
    if again:
        steps.append(RollsAgain40k(player, kind, unit, again, need, bonus))
    if kind in REROLLED and can_pay(do.state, player, COMMAND_REROLL, _reroll_cost(do.state, unit), unit):
        together = each if each > 1 else UNSET
        steps.append(RollsAgain40k(player, kind, unit, need=need, bonus=bonus, each=together))
    do.push(*steps, then)


def _reroll_cost(state: State40k, unit: str) -> int:
    """Return what Command Re-roll costs on a unit."""
    return cost_of(state, COMMAND_REROLL, 1, (unit,) if unit else (), is_tactic=True)


class RollsDice40k(ThrowsDice[State40k], frozen=True, tag="rolls-dice", tag_field="step"):
    """A player rolls dice (40K-DICE-1)."""

    kinds: ClassVar = _ABOUT
    faces_of: ClassVar = ThrownFaces


class RollsAgain40k(Asking[State40k], frozen=True, tag="rolls-again", tag_field="step"):
    """A player may roll dice again: those below ``again`` by a rule of its unit, else one for a command point.

    ``each``: so many are one roll; states in which each die is one are written as they were before there was this.
    """

    player: str
    kind: str
    unit: str
    again: int = 0
    need: int = 0
    bonus: int = 0
    each: int | UnsetType = UNSET

    @property
    def _together(self) -> int:
        """Return how many dice are one roll."""
        return 1 if isinstance(self.each, UnsetType) else self.each

    def _able(self, state: State40k) -> tuple[str, ...]:
        cost = _reroll_cost(state, self.unit)
        if not self.again and not can_pay(state, self.player, COMMAND_REROLL, cost, self.unit):
            return ()
        faces, together = state.thrown.faces, self._together
        if self.kind == "charge" or together == len(faces) > 1:
            return () if state.thrown.again else ("all",)
        return tuple(
            str(number)
            for number, face in enumerate(faces)
            if number % together == 0 and number not in state.thrown.again and (not self.again or face < self.again)
        )

    @property
    def _rule(self) -> str:
        return "40K-REROLL-1" if self.again else "40K-STRAT-REROLL-1"

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self._rule, Message("roll again? {what}", {"what": about_roll(_ABOUT, self.kind, self.unit)}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no die may be rolled again."""
        able = self._able(state)
        kind = "re-roll" if self.again else COMMAND_REROLL
        return Choice(self.player, kind, self._why, able) if able else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the dice, of which Command Re-roll takes one; and to keep them."""
        able = self._able(state)
        options = tuple(_die(n, state.thrown.faces, self._together) for n in able)
        hint = self._hint()
        keep = keep_dice(self._why)
        if not self.again:
            heading = message("Command Re-roll ({n} CP)", n=_reroll_cost(state, self.unit))
            pick = pick_one("re-roll", heading, self._why, options, hint=hint)
            return (pick, keep, *spare_prompt(state, self._why))
        some = PickSome(
            id="re-roll",
            heading=message("Roll again"),
            hint=hint,
            action=lambda picked: Pick(tuple(picked)),
            why=self._why,
            options=options,
            least=1,
            most=len(options),
        )
        return (some, keep)

    def _hint(self) -> Message | None:
        """Return what was rolled, and what each die needs."""
        if not self.unit:
            return None
        what = _ABOUT[self.kind]
        if not self.need:
            return message("Rolled for {unit}: {what}.", unit=self.unit, what=what)
        need = needed(self.need, self.bonus)
        return message("Rolled for {unit}: {what}; needed: {needed}.", unit=self.unit, what=what, needed=need)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: some of those dice are picked, or none; or the player does without for the phase."""
        if isinstance(action, Decline) or (isinstance(action, Done) and not self.again and state.phase is not None):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        if not action.picked or len(set(action.picked)) < len(action.picked):
            return fault(self._rule, "pick each die once, at least one", place="picked")
        if not set(action.picked) <= set(self._able(state)):
            return fault("40K-REROLL-4", "such a die cannot be rolled again", place="picked")
        if not self.again and len(action.picked) > 1:
            return fault("40K-STRAT-REROLL-3", "Command Re-roll is for one die", place="picked")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Roll them; who does without for the phase is not asked again in it, as if it had used Command Re-roll."""
        if isinstance(action, Done):
            change_side(do, self.player, used=(*do.state.side(self.player).used, COMMAND_REROLL))
        if not isinstance(action, Pick):
            return
        if not self.again:
            cost = _reroll_cost(do.state, self.unit)
            pay(do, self.player, COMMAND_REROLL, cost, message("Command Re-roll"), self._rule)
        all_of, together = range(len(do.state.thrown.faces)), self._together
        firsts = sorted(map(int, () if "all" in action.picked else action.picked))
        numbers = tuple(n + i for n in firsts for i in range(together)) if firsts else tuple(all_of)
        do.push(RollsTheseAgain40k(self.player, numbers, self.kind, self.unit))


def _die(number: str, faces: tuple[int, ...], together: int) -> Option:
    """Return a die as an option, or those that are one roll, or all of them."""
    if number == "all":
        return Option(number, message("all dice: {faces}", faces=faces), dice=faces)
    if together > 1:
        own = faces[int(number) : int(number) + together]
        return Option(number, message("dice of one roll: {faces}", faces=own), dice=own)
    return die_option(number, faces)


class RollsTheseAgain40k(ThrowsAgain[State40k], frozen=True, tag="rolls-these-again", tag_field="step"):
    """Dice are rolled again; what they show counts, even if it is worse (40K-REROLL-1)."""

    kinds: ClassVar = _ABOUT
    again_rule: ClassVar = "40K-REROLL-1"
