"""What abilities, command abilities and spells do, word by word (docs/warscrolls.md)."""

from functools import singledispatch
from typing import Any

import msgspec

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.game.ordering import in_order
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Option, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.game.state_data import StateData
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.abilities.unit_filters import holds, matches, matching
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut, Heals, RemovesModels, Suffers
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, add_effect
from warcry3d.rules.ageofsigmar.battle.effects import EffectKind, UnitEffect
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.summoning import Summons, summon
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import RollKind, throw
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import (
    ChangeScore,
    DieFace,
    Do,
    EachUnit,
    EitherEffect,
    GrantWord,
    HealWounds,
    IfUnit,
    LetReroll,
    ModelsFlee,
    MortalWounds,
    MoveModels,
    OnAttack,
    PickUnits,
    RollFor,
    SetUpUnit,
    UnitFilter,
    Who,
)

__all__ = ["ChoosesEffect", "PicksUnits", "RunsWords", "ScrollUse", "first_pick", "is_without_target", "meant"]


class ScrollUse(StateData, frozen=True, kw_only=True):
    """An ability or spell in use: whose, by which unit and model of it (empty: the unit as a whole), its name and rule.

    ``picked``: the units picked last, or the one at hand. ``total``: of the casting roll, where it is a spell.
    """

    player: str
    unit: str
    name: str
    rule: str = "AOS-SCROLL-2"
    model: str = ""
    picked: tuple[str, ...] = ()
    total: int = 0

    @property
    def bearer(self) -> str:
        """Return who uses it: the model, or the unit as a whole."""
        return self.model or self.unit


def meant(state: SigmarState, use: ScrollUse, who: Who) -> tuple[str, ...]:
    """Return the units that a word is about, those on the battlefield."""
    if isinstance(who, UnitFilter):
        return matching(state, use.unit, who, from_model=use.model)
    units = use.picked if who == "picked" else (use.unit,)
    return tuple(unit for unit in units if state.is_here(unit))


def is_without_target(state: SigmarState, use: ScrollUse, words: tuple[Do, ...]) -> bool:
    """Return whether words begin with picking units, and there is nobody now to pick."""
    first = words[0] if words else None
    if not isinstance(first, PickUnits) or isinstance(first.whom.within, str):
        return False
    return not matching(state, use.unit, first.whom, from_model=use.model)


class RunsWords(Automatic[SigmarState], frozen=True, tag="runs-words", tag_field="step"):
    """The words of an ability, one after the other."""

    use: ScrollUse
    words: tuple[Do, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Do the first, then the others."""
        if not self.words:
            return
        first, *rest = self.words
        if isinstance(first, PickUnits):
            do.push(RollsForPick(self.use, first, tuple(rest)))
            return
        do.push(RunsWords(self.use, tuple(rest)))
        perform(first, do, self.use)


@singledispatch
def perform(word: Any, do: SigmarTransition, use: ScrollUse) -> None:
    """Do what a word says; what the program does not enforce is said, for the players to do."""
    do.emit("ability", "{ability}: players carry this out themselves", use.rule, ability=use.name)


@perform.register(ChangeScore)
@perform.register(LetReroll)
@perform.register(GrantWord)
@perform.register(OnAttack)
def _(word: ChangeScore | LetReroll | GrantWord | OnAttack, do: SigmarTransition, use: ScrollUse) -> None:
    for unit in meant(do.state, use, word.who):
        models = (use.model,) if word.who == "model" and use.model else ()
        effect = UnitEffect(
            unit=unit, kind=EffectKind.ABILITY, by=use.player, name=use.name, word=word, bearer=use.unit, models=models
        )
        add_effect(do, effect)
        do.emit("ability", "{ability} works on {unit}", use.rule, ability=use.name, unit=unit)


@perform.register
def _(word: MortalWounds, do: SigmarTransition, use: ScrollUse) -> None:
    do.push(*(_rolled(use, unit, word.amount, "wounds") for unit in meant(do.state, use, word.who)))


@perform.register
def _(word: HealWounds, do: SigmarTransition, use: ScrollUse) -> None:
    do.push(*(_rolled(use, unit, word.amount, "heal") for unit in meant(do.state, use, word.who)))


@perform.register
def _(word: ModelsFlee, do: SigmarTransition, use: ScrollUse) -> None:
    do.push(*(_rolled(use, unit, word.amount, "flee") for unit in meant(do.state, use, word.who)))


@perform.register
def _(word: MoveModels, do: SigmarTransition, use: ScrollUse) -> None:
    away = word.ends_away or 0.0
    do.push(*(_rolled(use, unit, word.inches, "move", away) for unit in meant(do.state, use, word.who)))


@perform.register
def _(word: SetUpUnit, do: SigmarTransition, use: ScrollUse) -> None:
    many = word.more is not None and use.total >= word.more_from
    most = word.more if many and word.more else word.models
    summons = Summons(
        player=use.player,
        unit=use.unit,
        model=use.model,
        name=use.name,
        rule=use.rule,
        warscroll=word.warscroll,
        most=most,
        within=word.within,
        away=word.away,
    )
    summon(do, summons)


def _rolled(use: ScrollUse, unit: str, amount: int | str, what: str, away: float = 0.0) -> AgendaStep:
    """Return the step that rolls for an amount and lets it work on a unit."""
    return RollsAmount(use, unit, str(dice_sum(amount)), what, away)


class RollsAmount(Automatic[SigmarState], frozen=True, tag="rolls-amount", tag_field="step"):
    """So many wounds, healed wounds, models that flee, inches, as dice say."""

    use: ScrollUse
    unit: str
    amount: str
    what: str
    away: float = 0.0

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for it, where it must be."""
        dice = _dice(self.amount)
        then = AmountRolled(self.use, self.unit, self.amount, self.what, self.away)
        kind: RollKind = "mortal" if self.what == "wounds" else "ability"
        throw(do, self.use.player, dice.count, kind, self.use.rule, then, unit=self.unit)


def _dice(text: str) -> DiceSum:
    return dice_sum(int(text) if text.isdecimal() else text)


class AmountRolled(Automatic[SigmarState], frozen=True, tag="amount-rolled", tag_field="step"):
    """It works."""

    use: ScrollUse
    unit: str
    amount: str
    what: str
    away: float = 0.0

    def resolve(self, do: SigmarTransition) -> None:
        """Let the unit suffer, be healed, flee or move."""
        if not do.state.is_here(self.unit):
            return
        number = _dice(self.amount).of_faces(do.state.thrown.faces)
        match self.what:
            case "wounds":
                do.push(Suffers(self.unit, 0, number, self.use.unit), ChecksWipeOut())
            case "heal":
                do.push(Heals(self.unit, number))
            case "flee":
                do.push(
                    RemovesModels(self.unit, min(number, len(do.state.troops(self.unit))), "AOS-SHOCK-6"),
                    ChecksWipeOut(),
                )
            case _:
                do.push(MovesUnit(self.unit, MoveKind.ABILITY, float(number), self.away))


def first_pick(words: tuple[Do, ...]) -> PickUnits | None:
    """Return the word with which an ability begins, where it picks units."""
    return words[0] if words and isinstance(words[0], PickUnits) else None


class RollsForPick(Automatic[SigmarState], frozen=True, tag="rolls-for-pick", tag_field="step"):
    """How far away units may be that are picked, and how many, where dice say so."""

    use: ScrollUse
    word: PickUnits
    rest: tuple[Do, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for it, where it must be; then ask."""
        whom = self.word.whom
        if isinstance(whom.within, str):
            dice = dice_sum(whom.within)
            then = RangeRolled(self.use, self.word, self.rest)
            throw(do, self.use.player, dice.count, "ability", self.use.rule, then, unit=self.use.bearer)
        elif isinstance(self.word.count, str):
            counted = CountRolled(self.use, self.word, self.rest)
            throw(do, self.use.player, 1, "ability", self.use.rule, counted, unit=self.use.bearer)
        else:
            do.push(PicksUnits(self.use, self.word, self.rest, self.word.count))


class RangeRolled(Automatic[SigmarState], frozen=True, tag="range-rolled", tag_field="step"):
    """The units are within so many inches."""

    use: ScrollUse
    word: PickUnits
    rest: tuple[Do, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Go on with the number."""
        assert isinstance(self.word.whom.within, str), "it was rolled for"
        inches = float(dice_sum(self.word.whom.within).of_faces(do.state.thrown.faces))
        whom = msgspec.structs.replace(self.word.whom, within=inches)
        do.push(RollsForPick(self.use, msgspec.structs.replace(self.word, whom=whom), self.rest))


class CountRolled(Automatic[SigmarState], frozen=True, tag="count-rolled", tag_field="step"):
    """So many units are picked."""

    use: ScrollUse
    word: PickUnits
    rest: tuple[Do, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Ask."""
        assert isinstance(self.word.count, str), "it was rolled for"
        count = dice_sum(self.word.count).of_faces(do.state.thrown.faces)
        do.push(PicksUnits(self.use, self.word, self.rest, count))


class PicksUnits(Asking[SigmarState], frozen=True, tag="picks-units", tag_field="step"):
    """The player picks units that an ability works on; without any it does nothing (AOS-OPEN-22)."""

    use: ScrollUse
    word: PickUnits
    rest: tuple[Do, ...]
    count: int

    def _units(self, state: SigmarState) -> tuple[str, ...]:
        return matching(state, self.use.unit, self.word.whom, from_model=self.use.model)

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.use.rule, Message("{ability}: on whom?", {"ability": self.use.name}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where there is nobody."""
        units = self._units(state)
        return Choice(self.use.player, "pick-units", self._why, units) if units else None

    def _most(self, state: SigmarState) -> int:
        return min(self.count, len(self._units(state)))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units."""
        options = tuple(unit_option(state, unit) for unit in self._units(state))
        if self.count == 1 and not self.word.up_to:
            return (
                pick_one("pick-units", message("{ability}: pick a unit", ability=self.use.name), self._why, options),
            )
        some = PickSome(
            id="pick-units",
            heading=message("{ability}: pick units", ability=self.use.name),
            why=self._why,
            action=lambda picked: Pick(tuple(picked)),
            options=options,
            least=0 if self.word.up_to else self._most(state),
            most=self._most(state),
        )
        return (some,)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: so many of them."""
        if not isinstance(action, Pick):
            return NOT_DUE
        picked, most = set(action.picked), self._most(state)
        least = 0 if self.word.up_to else most
        if (
            len(picked) < len(action.picked)
            or not least <= len(picked) <= most
            or not picked <= set(self._units(state))
        ):
            offered = ", ".join(self._units(state))
            return fault(self.use.rule, "pick {count} of: {offered}", place="picked", count=most, offered=offered)
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Go on with them."""
        assert isinstance(action, Pick), "its faults said so"
        do.push(RunsWords(self.use.changed(picked=action.picked), self.rest))

    def skip(self, do: SigmarTransition) -> None:
        """Say that there is nobody."""
        do.emit("ability", "{ability} has no target", self.use.rule, ability=self.use.name)


@perform.register
def _(word: RollFor, do: SigmarTransition, use: ScrollUse) -> None:
    if isinstance(word.dice, int):
        throw(do, use.player, word.dice, "ability", use.rule, FacesWork(use, word.each, ()), unit=use.bearer)
        return
    units = meant(do.state, use, word.dice)
    if units:
        throw(do, use.player, len(units), "ability", use.rule, FacesWork(use, word.each, units), unit=use.bearer)


class FacesWork(Automatic[SigmarState], frozen=True, tag="faces-work", tag_field="step"):
    """Each die does what its face says; one was rolled for each of ``units``, where there are any."""

    use: ScrollUse
    faces: tuple[DieFace, ...]
    units: tuple[str, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Let them."""
        steps = []
        for n, face in enumerate(do.state.thrown.faces):
            use = self.use.changed(picked=(self.units[n],)) if self.units else self.use
            steps += [RunsWords(use, one.then) for one in self.faces if one.on <= face <= one.to]
        do.push(*steps)


@perform.register
def _(word: EachUnit, do: SigmarTransition, use: ScrollUse) -> None:
    units = meant(do.state, use, word.who)
    steps: list[tuple[str, AgendaStep]] = [(unit, RunsWords(use.changed(picked=(unit,)), word.then)) for unit in units]
    in_order(do, use.player, steps, "AOS-OPEN-38")


@perform.register
def _(word: IfUnit, do: SigmarTransition, use: ScrollUse) -> None:
    is_so = holds(do.state, use.unit, word.that, model=use.model)
    if is_so and word.picked is not None:
        is_so = any(matches(do.state, use.unit, word.picked, unit, from_model=use.model) for unit in use.picked)
    do.push(RunsWords(use, word.then if is_so else word.otherwise))


@perform.register
def _(word: EitherEffect, do: SigmarTransition, use: ScrollUse) -> None:
    do.push(ChoosesEffect(use, word))


class ChoosesEffect(Asking[SigmarState], frozen=True, tag="chooses-effect", tag_field="step"):
    """The player chooses what an ability does."""

    use: ScrollUse
    word: EitherEffect

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(str(n) for n in range(len(self.word.of)))

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.use.rule, Message("{ability}: which?", {"ability": self.use.name}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the question."""
        return Choice(self.use.player, "either", self._why, self._names)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the effects by their names."""
        options = [
            Option(n, Message("{name}", {"name": one.name})) for n, one in zip(self._names, self.word.of, strict=True)
        ]
        return (pick_one("either", message("Choose one"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them."""
        return picked_faults(action, self._names, self.use.rule)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Do it."""
        do.push(RunsWords(self.use, self.word.of[int(picked_of(action))].then))
