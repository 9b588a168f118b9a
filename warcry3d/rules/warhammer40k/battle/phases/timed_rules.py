"""Rules of datasheets that work at a moment: which comes first, what they do (40K-ORDER, 40K-CMD-2, 40K-RESERVE-7)."""

from collections.abc import Iterator

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import as_dice, needs_words
from warcry3d.rules.warhammer40k.battle.attacks.wounds import MortalWounds40k
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model, change_side
from warcry3d.rules.warhammer40k.battle.data_rules import touches
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.simultaneous import orders_at_once
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import RuleMoment, TimedEffect, TimedRule

__all__ = ["WorksNow"]


class WorksNow(Automatic[State40k], frozen=True, tag="works-now", tag_field="step"):
    """A moment: all rules of it work. ``player``: only those of its units count.

    In a player's turn that player orders them (40K-ORDER-1), else the winner of a roll-off (40K-ORDER-2).
    """

    when: RuleMoment
    player: str = ""

    def resolve(self, do: Transition40k) -> None:
        """Let them work, one after the other."""
        orders_at_once(do, list(self._things(do.state)))

    def _things(self, state: State40k) -> Iterator[tuple[str, AgendaStep]]:
        for unit in state.units:
            if self.player not in ("", unit.player) or unit.inside or not state.living(unit.id):
                continue
            for part in dict.fromkeys(model.part for model in state.living(unit.id)):
                for number, rule in enumerate(state.context.sheet(part).rules):
                    if isinstance(rule, TimedRule) and rule.when is self.when:
                        yield f"{unit.id}, {rule.name}", RuleWorks(unit.id, part, number)


class RuleWorks(Automatic[State40k], frozen=True, tag="rule-works", tag_field="step"):
    """A rule of a unit works on each unit that it touches: rule ``number`` of the datasheet of ``part``.

    Units in reserves use their rules too (40K-RESERVE-7): those that touch units on the table need a bearer there.
    """

    unit: str
    part: str
    number: int

    def resolve(self, do: Transition40k) -> None:
        """Let it."""
        state, rule = do.state, timed_rule(do.state, self.part, self.number)
        if rule.effect is TimedEffect.COMMAND_POINTS:
            targets: tuple[str, ...] = (self.unit,)
        else:
            here = state.here() if state.is_here(self.unit) else iter(())
            targets = tuple(one.id for one in here if touches(state, self.unit, rule, one.id))
        do.push(*(RuleWorksOn(self.unit, self.part, self.number, target) for target in targets), ChecksEnd())


def timed_rule(state: State40k, part: str, number: int) -> TimedRule:
    """Return a rule of a datasheet that works at a moment."""
    rule = state.context.sheet(part).rules[number]
    assert isinstance(rule, TimedRule), "it was one when the step was made"
    return rule


class OnTarget(Automatic[State40k], frozen=True):
    """A step of a rule of ``unit`` that works on ``target``: rule ``number`` of the datasheet of ``part``."""

    unit: str
    part: str
    number: int
    target: str

    def rule(self, state: State40k) -> TimedRule:
        """Return the rule."""
        return timed_rule(state, self.part, self.number)

    def about(self, state: State40k) -> Message:
        """Return the rule's name, and on whom it works."""
        return Message("{what} on {unit}", {"what": self.rule(state).name, "unit": self.target})

    def roll(self, do: Transition40k, count: int, then: "type[OnTarget]") -> None:
        """Let so many dice be rolled for it, then another step on the same unit come."""
        player = do.state.unit(self.unit).player
        step = then(self.unit, self.part, self.number, self.target)
        throw(do, player, count, "ability", "40K-SHEET-1", step, unit=self.unit)


class RuleWorksOn(OnTarget, frozen=True, tag="rule-works-on", tag_field="step"):
    """It works on one unit, where a roll does not say otherwise."""

    def resolve(self, do: Transition40k) -> None:
        """Roll, or go on."""
        self.roll(do, int(self.rule(do.state).needed > 0), RuleRolled)


class RuleRolled(OnTarget, frozen=True, tag="rule-rolled", tag_field="step"):
    """The die is read; then it is rolled for how much."""

    def needed_of_dice(self, state: State40k) -> Message:
        """Return which rule it is for, on whom, and what the die needs."""
        rule = self.rule(state)
        about = self.about(state)
        return message("{what}: {needs}", what=about, needs=needs_words(rule.needed)) if rule.needed else about

    def resolve(self, do: Transition40k) -> None:
        """Roll for it."""
        rule, faces = self.rule(do.state), do.state.thrown.faces
        values = {"unit": self.unit, "what": rule.name, "target": self.target}
        if rule.needed and faces[0] < rule.needed:
            do.emit("ability", "{unit}: {what} fails on {target}", "40K-SHEET-1", **values)
            return
        do.emit("ability", "{unit}: {what} on {target}", "40K-SHEET-1", **values)
        dice = as_dice(str(rule.value))
        self.roll(do, 0 if rule.effect is TimedEffect.SHOCK_TEST else dice.count, RuleDone)


class RuleDone(OnTarget, frozen=True, tag="rule-done", tag_field="step"):
    """How much is known."""

    def needed_of_dice(self, state: State40k) -> Message:
        """Return which rule it is for, and on whom."""
        return self.about(state)

    def resolve(self, do: Transition40k) -> None:
        """Do it."""
        rule, faces = self.rule(do.state), do.state.thrown.faces
        dice = as_dice(str(rule.value))
        amount = dice.of_faces(faces) if dice.count and faces else dice.plus
        match rule.effect:
            case TimedEffect.MORTAL_WOUNDS:
                do.push(MortalWounds40k(self.target, amount))
            case TimedEffect.SHOCK_TEST:
                do.push(ShockTest40k(self.target))
            case TimedEffect.COMMAND_POINTS:
                side = do.state.side(do.state.unit(self.unit).player)
                change_side(do, side.id, command=side.command + amount)
                do.emit("command", "{player} gains {n} CP", "40K-SHEET-1", player=side.id, n=amount)
            case TimedEffect.HEAL:
                heal(do, self.target, amount)


def heal(do: Transition40k, unit: str, amount: int) -> None:
    """Let a model of a unit that has lost W regain up to so much."""
    hurt = next((model for model in do.state.troops(unit) if model.lost), None)
    if hurt is not None:
        back = min(hurt.lost, amount)
        change_model(do, hurt.id, lost=hurt.lost - back)
        wounds = counted("{n} wound", "{n} wounds", back)
        do.emit("wounds", "{fighter} regains {wounds}", "40K-SHEET-1", fighter=hurt.id, wounds=wounds)
