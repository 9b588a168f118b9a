"""Rolling dice: the dice, what may be rolled again, one die changed by a triumph (AOS-DICE, AOS-TRIUMPH-2).

`throw` lets all of that come next, then the step that reads ``state.thrown``.
"""

from collections.abc import Collection
from typing import ClassVar, Final, Literal, TypeAlias

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import AgendaStep, Asking
from warcry3d.game.prompts import Option, PickOne, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_side
from warcry3d.rules.ageofsigmar.battle.state import SigmarSide, SigmarState, ThrownDice
from warcry3d.rules.units.unit_throws import ThrowsAgain, ThrowsDice, about_roll, die_option, keep_dice

__all__ = [
    "BLESSED",
    "Again",
    "ChangesDie",
    "RollKind",
    "RollsAgain",
    "RollsDice",
    "change_faults",
    "change_prompts",
    "is_blessed",
    "may_roll_again",
    "throw",
]

RollKind: TypeAlias = Literal[
    "hit",
    "wound",
    "save",
    "damage",
    "attacks",
    "casting",
    "unbinding",
    "run",
    "charge",
    "battleshock",
    "deadly",
    "mystical",
    "sacrifice",
    "mortal",
    "triumph",
    "terrain",
    "ability",
    "ignore",
]

Again: TypeAlias = Literal["none", "ones", "failed", "any"]
"""Which dice may be rolled again."""

BLESSED: Final = 2
"""Faces up to this one give the triumph that changes one die (AOS-TRIUMPH-2)."""

_ABOUT: Final[dict[str, Message]] = {
    "hit": message("to hit"),
    "wound": message("to wound"),
    "save": message("to save"),
    "damage": message("damage"),
    "attacks": message("number of attacks"),
    "casting": message("casting roll"),
    "unbinding": message("unbinding roll"),
    "run": message("run"),
    "charge": message("charge roll"),
    "battleshock": message("battleshock test"),
    "deadly": message("deadly terrain"),
    "mystical": message("mystical terrain"),
    "sacrifice": message("sacrifice at damned terrain"),
    "mortal": message("mortal wounds"),
    "triumph": message("triumph"),
    "terrain": message("rules of the features"),
    "ability": message("ability"),
    "ignore": message("to ignore wounds"),
}


def throw(
    do: SigmarTransition,
    player: str,
    count: int,
    kind: RollKind,
    rule: str,
    then: AgendaStep,
    *,
    unit: str = "",
    again: Again = "none",
    need: int = 0,
    total: int = 0,
) -> None:
    """Let a player roll so many dice next, then roll some again and change one where it may; then comes ``then``.

    ``unit``: what the roll is about; ``again``: which dice may be rolled again, by the rule that grants it; ``need``:
    what a bare die must show not to have failed, ``total``: what bare dice that are added up must (AOS-OPEN-35).
    """
    if not count:
        do.change(thrown=ThrownDice())
        do.push(then)
        return
    steps: list[AgendaStep] = [RollsDice(player, count, kind, rule, unit)]
    if again != "none":
        steps.append(RollsAgain(player, again, need, kind, unit, total))
    steps += [ChangesDie(side.id, kind) for side in do.state.sides if is_blessed(side)]
    do.push(*steps, then)


def is_blessed(side: SigmarSide) -> bool:
    """Return whether a player may change one die yet (AOS-TRIUMPH-2)."""
    return 0 < side.triumph <= BLESSED and not side.is_spent


def may_roll_again(face: int, again: Again, need: int) -> bool:
    """Return whether a bare face may be rolled again (AOS-DICE-5, AOS-OPEN-35)."""
    return again == "any" or (again == "ones" and face == 1) or (again == "failed" and face < need)


class RollsDice(ThrowsDice[SigmarState], frozen=True, tag="rolls-dice", tag_field="step"):
    """A player rolls dice."""

    kinds: ClassVar = _ABOUT
    faces_of: ClassVar = ThrownDice


class RollsAgain(Asking[SigmarState], frozen=True, tag="rolls-again", tag_field="step"):
    """A player may roll dice again that a rule lets it: some or all, each once (AOS-DICE-3, AOS-DICE-4)."""

    player: str
    again: Again
    need: int
    kind: str
    unit: str = ""
    total: int = 0

    def _able(self, state: SigmarState) -> tuple[str, ...]:
        has_failed = self.again == "failed" and sum(state.thrown.faces) < self.total
        again: Again = "any" if has_failed else self.again
        return tuple(
            str(number)
            for number, face in enumerate(state.thrown.faces)
            if number not in state.thrown.again and may_roll_again(face, again, self.need)
        )

    @property
    def _why(self) -> RuleReason:
        return RuleReason(
            "AOS-DICE-3", Message("roll again? {what}", {"what": about_roll(_ABOUT, self.kind, self.unit)})
        )

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no die may be rolled again."""
        able = self._able(state)
        return Choice(self.player, "re-roll", self._why, able) if able else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the dice; and to keep them."""
        able = self._able(state)
        options = tuple(die_option(n, state.thrown.faces) for n in able)
        some = PickSome(
            id="re-roll",
            heading=message("Roll again"),
            hint=self._why.message,
            action=lambda picked: Pick(tuple(picked)),
            why=self._why,
            options=options,
            least=1,
            most=len(options),
        )
        return (some, keep_dice(self._why))

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: some of those dice are picked, or none."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        if not action.picked or len(set(action.picked)) < len(action.picked):
            return fault("AOS-DICE-3", "pick each die once, at least one", place="picked")
        if not set(action.picked) <= set(self._able(state)):
            return fault("AOS-DICE-4", "such a die cannot be rolled again", place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Roll them."""
        if isinstance(action, Pick):
            numbers = tuple(sorted(map(int, action.picked)))
            do.push(RollsTheseAgain(self.player, numbers, self.kind, self.unit))


class RollsTheseAgain(ThrowsAgain[SigmarState], frozen=True, tag="rolls-these-again", tag_field="step"):
    """Dice are rolled again."""

    kinds: ClassVar = _ABOUT
    again_rule: ClassVar = "AOS-DICE-4"


def change_prompts(options: tuple[Option, ...], why: RuleReason) -> tuple[Prompt, ...]:
    """Return what the blessed are asked: which of these changes of one die they make; and to keep all."""
    pick = PickOne(
        id="blessed",
        heading=message("Change one die"),
        hint=why.message,
        action=lambda id: Pick((id,)),
        why=why,
        options=options,
    )
    return (pick, keep_dice(why))


def change_faults(offered: Collection[str], action: Action) -> tuple[ActionFault, ...]:
    """Return what is wrong with an answer to that: one of the changes is picked, or none."""
    if isinstance(action, Decline):
        return ()
    if not isinstance(action, Pick):
        return NOT_DUE
    if len(action.picked) != 1 or action.picked[0] not in offered:
        return fault("AOS-TRIUMPH-2", "pick a face that was rolled and another for it", place="picked")
    return ()


class ChangesDie(Asking[SigmarState], frozen=True, tag="changes-die", tag_field="step"):
    """A player that is blessed may change one die just rolled, once in the battle (AOS-TRIUMPH-2, AOS-OPEN-17)."""

    player: str
    kind: str

    def _offered(self, state: SigmarState) -> tuple[str, ...]:
        faces = sorted(set(state.thrown.faces))
        return tuple(f"{face}-{to}" for face in faces for to in range(1, 7) if to != face)

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player, "what": _ABOUT[self.kind]}
        return RuleReason("AOS-TRIUMPH-2", Message("{player} is blessed: change a die? {what}", values))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where the triumph is spent."""
        is_open = is_blessed(state.side(self.player)) and state.thrown.faces and not state.thrown.is_changed
        return Choice(self.player, "blessed", self._why, self._offered(state)) if is_open else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return what each face may be changed to; and to keep all."""
        options = tuple(
            Option(id, message("a {face} becomes a {to}", face=int(id[0]), to=int(id[2])))
            for id in self._offered(state)
        )
        return change_prompts(options, self._why)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one face is changed to another, or none."""
        return change_faults(self._offered(state), action)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Change it."""
        if not isinstance(action, Pick):
            return
        face, to = (int(one) for one in action.picked[0].split("-"))
        faces = list(do.state.thrown.faces)
        faces[faces.index(face)] = to
        do.change(thrown=do.state.thrown.changed(faces=tuple(faces), is_changed=True))
        change_side(do, self.player, is_spent=True)
        values = {"player": self.player, "face": face, "to": to}
        do.emit("triumph", "{player} is blessed: a {face} becomes a {to}", "AOS-TRIUMPH-2", **values)
