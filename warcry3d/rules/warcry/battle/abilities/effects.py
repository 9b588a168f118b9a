"""The words of abilities that change numbers, roll dice, wait for an event or branch (docs/abilities.md)."""

from types import MappingProxyType

import msgspec

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Rolling
from warcry3d.game.dice import d3
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.state_data import StateData
from warcry3d.message import Message, message
from warcry3d.rules.warcry.abilities.vocabulary import (
    ActivateNext,
    Aura,
    Change,
    Damage,
    Do,
    Each,
    Either,
    EitherOption,
    Face,
    FighterFilter,
    Grant,
    Heal,
    If,
    Riposte,
    RollDice,
    Shelter,
    When,
)
from warcry3d.rules.warcry.battle.abilities.conditions import all_hold
from warcry3d.rules.warcry.battle.abilities.effect_runner import Perform, ability_of, meant, perform, rule_of
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.combat.damage import allocate, heal
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.state import Effect, State, Until, Use
from warcry3d.rules.warcry.battle.transition import Transition, add_effect, change_activation

__all__ = ["AbilityDice", "AbilityOptions", "EitherOf", "NumberRoll", "needs_dice", "roll_number"]

DICE = ("D3", "D6")

_UNTIL = MappingProxyType(
    {
        Until.ACTIVATION: message("until the activation ends"),
        Until.ROUND: message("until the round ends"),
        Until.BATTLE: message("until the battle ends"),
        Until.ATTACK: message("for the next attack"),
        Until.MOVE: message("for the next move"),
        Until.THIS: message("for this attack"),
    }
)
"""How long effects hold, in the words of the report."""


def needs_dice(number: object) -> bool:
    """Return whether a number is given as a die."""
    return number in DICE


def roll_number(do: Transition, word: Do, field: str, use: Use, picked: tuple[str, ...]) -> bool:
    """Roll the number in a field of a word, then run the word; return whether a roll is needed."""
    number = getattr(word, field)
    if not needs_dice(number):
        return False
    do.push(NumberRoll(use, word, field, _sides(number), picked))
    return True


class NumberRoll(Rolling[State], frozen=True, tag="number-roll", tag_field="step"):
    """A D3 or a D6 that a word of an ability uses as its number."""

    use: Use
    word: Do
    field: str
    sides: int
    picked: tuple[str, ...] = ()

    def roll(self, state: State) -> Roll:
        """Return the die."""
        values = {"ability": ability_of(state, self.use).name, "sides": self.sides}
        why = RuleReason(rule_of(state, self.use), Message("{ability}: a D{sides}", values))
        return Roll(state.fighter(self.use.fighter).player, 1, why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Run the word with the number rolled."""
        number = d3(faces[0]) if self.sides == 3 else faces[0]
        values = {"ability": ability_of(do.state, self.use).name, "number": number, "sides": self.sides}
        do.emit("ability-roll", "{ability}: {number} on the D{sides}", rule_of(do.state, self.use), **values)
        do.push(Perform(self.use, (msgspec.structs.replace(self.word, **{self.field: number}),), self.picked))


@perform.register
def _(word: Damage, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    if _rolled_for_each(word, do, use, picked):
        return
    for id in meant(do.state, use, word.who, picked):
        allocate(do, id, int(word.amount), rule_of(do.state, use))


@perform.register
def _(word: Heal, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    if _rolled_for_each(word, do, use, picked):
        return
    for id in meant(do.state, use, word.who, picked):
        heal(do, id, int(word.amount), rule_of(do.state, use))


def _rolled_for_each(word: Damage | Heal, do: Transition, use: Use, picked: tuple[str, ...]) -> bool:
    """Roll the points for each fighter separately; return whether a roll is needed."""
    if not needs_dice(word.amount):
        return False
    one = msgspec.structs.replace(word, who="picked")
    whose = meant(do.state, use, word.who, picked)
    in_order(do, [(id, NumberRoll(use, one, "amount", _sides(word.amount), (id,))) for id in whose])
    return True


def _sides(number: object) -> int:
    return 3 if number == "D3" else 6


@perform.register
def _(word: Change, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    field = "add" if word.subtract is None else "subtract"
    if roll_number(do, word, field, use, picked):
        return
    for id in meant(do.state, use, word.who, picked):
        _begin(do, word, use, id, None)


@perform.register
def _(word: Aura, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    field = "add" if word.subtract is None else "subtract"
    if roll_number(do, word, field, use, picked):
        return
    for id in meant(do.state, use, word.who, picked):
        _begin(do, word, use, id, word.whom)


def _begin(do: Transition, word: Change | Aura, use: Use, id: str, whom: FighterFilter | None) -> None:
    """Start a change of characteristics, of a fighter or around it."""
    amount = int(word.add or 0) - int(word.subtract or 0)
    for what in word.what:
        add_effect(
            do,
            Effect(
                fighter=id,
                source=use.ability,
                what=what,
                until=Until(word.until),
                amount=amount,
                least=word.least,
                most=word.most,
                when=word.attacks,
                against=word.against,
                whom=whom,
                use=use,
            ),
        )
        name, until = ability_of(do.state, use).name, _UNTIL[Until(word.until)]
        values = {"ability": name, "amount": amount, "what": what, "fighter": id, "until": until}
        rule = rule_of(do.state, use)
        if whom is None:
            do.emit("effect", "{ability}: {amount:+d} {what} for {fighter} {until}", rule, **values)
        else:
            do.emit("effect", "{ability}: {amount:+d} {what} around {fighter} {until}", rule, **values)


@perform.register
def _(word: Riposte, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    least, most = (word.on or 0, word.to) if word.each is None else (0, None)
    add_effect(
        do,
        Effect(
            fighter=use.fighter,
            source=use.ability,
            what="riposte",
            until=Until.THIS,
            amount=word.amount,
            about=word.each or "",
            least=least,
            most=most,
        ),
    )


@perform.register
def _(word: Shelter, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    until = Until.THIS
    add_effect(do, Effect(fighter=use.fighter, source=use.ability, what="shelter", until=until, amount=word.on))


@perform.register
def _(word: Grant, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    for id in meant(do.state, use, word.who, picked):
        add_effect(
            do,
            Effect(
                fighter=id,
                source=use.ability,
                what=word.word,
                until=Until(word.until),
                amount=word.amount,
                about=use.fighter if word.word == "must-attack" else "",
                when=word.attacks,
                against=word.against,
                whom=word.whom,
                use=use,
            ),
        )
        until = _UNTIL[Until(word.until)]
        values = {"ability": ability_of(do.state, use).name, "what": word.word, "fighter": id, "until": until}
        do.emit("effect", "{ability}: {fighter} gains {until}: {what}", rule_of(do.state, use), **values)


@perform.register
def _(word: ActivateNext, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    whose = meant(do.state, use, word.who, picked)
    if do.state.activation is not None:
        change_activation(do, follow=(*do.state.activation.follow, *whose))


@perform.register
def _(word: If, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    then = word.then if all_hold(do.state, use, word.that) else word.otherwise
    do.push(Perform(use, then, picked))


@perform.register
def _(word: Either, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    do.push(EitherOf(use, word, picked))


class AbilityOptions(StateData, frozen=True, kw_only=True):
    """The choice of a player who chooses one of several effects of an ability: the name of each."""

    use: Use
    options: tuple[EitherOption, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return their names."""
        return tuple(option.name for option in self.options)


class EitherOf(Asking[State], frozen=True, tag="either-of", tag_field="step"):
    """The player chooses one of several things that an ability does."""

    use: Use
    word: Either
    picked: tuple[str, ...] = ()

    def choice(self, state: State) -> Choice:
        """Return the choice."""
        return Choice(state.fighter(self.use.fighter).player, "either", self._why(state), self._about)

    def _why(self, state: State) -> RuleReason:
        values = {"ability": ability_of(state, self.use).name}
        return RuleReason(rule_of(state, self.use), Message("{ability}: choose an effect", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what the ability can do, by name."""
        ability = ability_of(state, self.use)
        choose = PickOne(
            id="either",
            heading=message("{ability}", ability=ability.name),
            why=self._why(state),
            hint=message("{text}", text=ability.text) if ability.text else message("Choose an effect."),
            action=lambda name: Pick((name,)),
            options=tuple(Option(name, Message("{name}", {"name": name})) for name in self._about.names),
        )
        return (choose,)

    @property
    def _about(self) -> AbilityOptions:
        return AbilityOptions(use=self.use, options=self.word.of)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: exactly one of them must be picked."""
        return picked_faults(action, self._about.names, rule_of(state, self.use))

    def resolve(self, do: Transition, action: Action) -> None:
        """Run it."""
        assert isinstance(action, Pick), "its faults said so"
        chosen = next(option for option in self.word.of if option.name == action.picked[0])
        values = {"ability": ability_of(do.state, self.use).name, "choice": chosen.name}
        do.emit("either", "{ability}: {choice}", rule_of(do.state, self.use), **values)
        do.push(Perform(self.use, chosen.then, self.picked))


@perform.register
def _(word: Each, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    in_order(do, [(id, Perform(use, word.then, (id,))) for id in meant(do.state, use, word.who, picked)])


@perform.register
def _(word: When, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    until = Until(word.until)
    add_effect(do, Effect(fighter=use.fighter, source=use.ability, what="when", until=until, trigger=word, use=use))


@perform.register
def _(word: RollDice, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    if isinstance(word.dice, FighterFilter):
        whose = select_fighters(do.state, word.dice, use.fighter)
        do.push(AbilityDice(use, word, len(whose), picked, whose))
    else:
        do.push(AbilityDice(use, word, int(word.dice), picked))


class AbilityDice(Rolling[State], frozen=True, tag="ability-dice", tag_field="step"):
    """Dice that an ability asks for; ``whose``: one for each of these fighters."""

    use: Use
    word: RollDice
    count: int
    picked: tuple[str, ...] = ()
    whose: tuple[str, ...] = ()

    def roll(self, state: State) -> Roll | None:
        """Return the dice; None where there are none to roll."""
        if not self.count:
            return None
        why = RuleReason(rule_of(state, self.use), Message("{ability}", {"ability": ability_of(state, self.use).name}))
        return Roll(state.fighter(self.use.fighter).player, self.count, why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Apply the results."""
        values = {"ability": ability_of(do.state, self.use).name, "faces": " ".join(map(str, faces))}
        do.emit("ability-roll", "{ability}: {faces}", rule_of(do.state, self.use), **values)
        if self.word.any:
            met = [part for part in self.word.any if any(_shows(part, face) for face in faces)]
            do.push(*(Perform(self.use, part.then, self.picked) for part in met))
        elif self.whose:
            self._for_each(do, faces)
        else:
            met = [part for face in faces for part in self.word.each if _shows(part, face)]
            do.push(*(Perform(self.use, part.then, self.picked) for part in met))

    def _for_each(self, do: Transition, faces: tuple[int, ...]) -> None:
        things = []
        for id, face in zip(self.whose, faces, strict=True):
            then = tuple(word for part in self.word.each if _shows(part, face) for word in part.then)
            if then:
                things.append((id, Perform(self.use, then, (id,))))
        in_order(do, things)


def _shows(part: Face, face: int) -> bool:
    return part.on <= face <= part.to
