"""Casting and unbinding (AOS-MAGIC)."""

from collections.abc import Iterator
from dataclasses import replace

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message, percentage
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.abilities.ability_words import RunsWords, ScrollUse, is_without_target
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_wizard, wizard_turn
from warcry3d.rules.ageofsigmar.battle.modifiers import granted, is_befuddled, reroll_of, roll_bonus
from warcry3d.rules.ageofsigmar.battle.sensing import sees
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.ageofsigmar.warscrolls.ability import Spell
from warcry3d.rules.units.unit_throws import charge_chance, total_needs

__all__ = ["UNBIND_RANGE", "cast", "cast_faults", "cast_options", "casts_of"]

UNBIND_RANGE = 18.0
"""An unbinder is within this of the caster (in; AOS-MAGIC-7)."""


def casts_of(state: SigmarState, player: str) -> Iterator[tuple[str, Spell]]:
    """Yield the wizards of a player with the spells that each knows (AOS-MAGIC-3, AOS-OPEN-20)."""
    for unit in state.here(player):
        scroll = state.scroll(unit.id)
        if scroll.casts:
            for model in state.troops(unit.id):
                yield from ((model.id, spell) for spell in scroll.known_spells)


def cast_faults(state: SigmarState, model: str, spell: Spell) -> tuple[ActionFault, ...]:
    """Return why a wizard cannot try a spell now (AOS-MAGIC-2, AOS-MAGIC-4, AOS-TERRAIN-13)."""
    turn, unit = wizard_turn(state, model), state.troop(model).unit
    if is_befuddled(state, unit) or granted(state, unit, "cannot-cast") is not None:
        return fault("AOS-TERRAIN-13", "{fighter} cannot cast spells", fighter=model, place="unit")
    if spell.id in turn.tried:
        return fault("AOS-MAGIC-4", "{fighter} has tried this spell in this turn", fighter=model, place="unit")
    if len(turn.tried) >= state.scroll(unit).casts:
        return fault("AOS-MAGIC-2", "{fighter} has no casts left in this turn", fighter=model, place="unit")
    return ()


def cast_options(state: SigmarState, player: str) -> tuple[Option, ...]:
    """Return what a player's wizards may cast, with the chance of each."""
    found = []
    for model, spell in casts_of(state, player):
        bonus = roll_bonus(state, "casting-roll", state.troop(model).unit, model=model).total
        values = {"value": spell.value, "chance": percentage(charge_chance(spell.value - bonus))}
        facts = [RuleReason("AOS-MAGIC-5", message("casting value {value}: {chance}", **values))]
        if spell.text:
            facts.append(RuleReason("AOS-MAGIC-3", Message("{text}", {"text": spell.text})))
        if is_without_target(state, _use(state, model, spell, 0), spell.do):
            facts.append(RuleReason("AOS-OPEN-22", message("nobody stands where it could work now")))
        label = Message("{fighter}: {ability}", {"fighter": model, "ability": spell.name})
        faults = cast_faults(state, model, spell)
        found.append(Option(f"{model}|{spell.id}", label, model=model, facts=tuple(facts), faults=faults))
    return tuple(found)


def _use(state: SigmarState, caster: str, spell: Spell, total: int) -> ScrollUse:
    unit = state.unit_of(caster)
    return ScrollUse(player=unit.player, unit=unit.id, name=spell.name, rule="AOS-MAGIC-3", model=caster, total=total)


def cast(do: SigmarTransition, player: str, model: str, spell: Spell) -> None:
    """Let a wizard try a spell (AOS-MAGIC-5); a failed try uses it up too (AOS-OPEN-20)."""
    change_wizard(do, model, tried=(*wizard_turn(do.state, model).tried, spell.id))
    do.emit("cast", "{fighter} tries {ability}", "AOS-MAGIC-5", fighter=model, ability=spell.name)
    again = reroll_of(do.state, "casting-roll", do.state.troop(model).unit, model=model)
    then = SpellRolled(player, model, spell)
    throw(do, player, 2, "casting", "AOS-MAGIC-5", then, unit=model, again=again, total=spell.value)


class SpellRolled(Automatic[SigmarState], frozen=True, tag="spell-rolled", tag_field="step"):
    """The spell is cast, or nothing happens (AOS-MAGIC-5)."""

    player: str
    model: str
    spell: Spell

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what both dice need, and the chance."""
        unit = state.troop(self.model).unit
        return total_needs(self.spell.value - roll_bonus(state, "casting-roll", unit, model=self.model).total)

    def resolve(self, do: SigmarTransition) -> None:
        """Let the opponent unbind it."""
        unit = do.state.troop(self.model).unit
        total = sum(do.state.thrown.faces) + roll_bonus(do.state, "casting-roll", unit, model=self.model).total
        values = {"ability": self.spell.name, "total": total, "value": self.spell.value}
        if total < self.spell.value:
            do.emit("cast", "{ability} fails: {total}, {value} needed", "AOS-MAGIC-5", **values)
            return
        do.emit("cast", "{ability} is cast: {total}, {value} needed", "AOS-MAGIC-5", **values)
        do.push(Unbinds(do.state.other(self.player), self.model, self.spell, total))


class Unbinds(Asking[SigmarState], frozen=True, tag="unbinds", tag_field="step"):
    """The opponent may let one of its wizards unbind the spell, once (AOS-MAGIC-6, AOS-MAGIC-9)."""

    player: str
    caster: str
    spell: Spell
    total: int

    def _able(self, state: SigmarState) -> tuple[str, ...]:
        """Return the wizards within 18 in that see the caster and may unbind yet (AOS-MAGIC-2, AOS-MAGIC-7)."""
        caster = state.table.model(self.caster)
        return tuple(
            model.id
            for unit in state.here(self.player)
            for model in state.troops(unit.id)
            if wizard_turn(state, model.id).unbound < state.scroll(unit.id).unbinds
            and judging.are_near(state.table.model(model.id), caster, UNBIND_RANGE)
            and sees(state, model.id, self.caster)
        )

    @property
    def _why(self) -> RuleReason:
        values = {"ability": self.spell.name, "total": self.total}
        return RuleReason("AOS-MAGIC-6", Message("may unbind {ability}, cast with {total}", values))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no wizard can."""
        able = self._able(state)
        return Choice(self.player, "unbind", self._why, able) if able else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the wizards with their chances; and to let it be."""
        options = []
        for model in self._able(state):
            needed = self.total - roll_bonus(state, "unbinding-roll", state.troop(model).unit, model=model).total
            chance = message("needs {total} or more: {chance}", total=needed, chance=percentage(charge_chance(needed)))
            label = Message("{fighter}", {"fighter": model})
            options.append(Option(model, label, model=model, facts=(RuleReason("AOS-MAGIC-8", chance),)))
        no = Confirm(id="decline", heading=message("Let it be"), why=self._why, key="n", action=lambda _: Decline())
        heading = message("Unbind {ability}, cast with {total}", ability=self.spell.name, total=self.total)
        return (replace(pick_one("unbind", heading, self._why, options), is_reaction=True), no)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of the wizards, or none."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        able = self._able(state)
        if len(action.picked) != 1 or action.picked[0] not in able:
            return fault("AOS-MAGIC-7", "pick one of: {offered}", offered=", ".join(able), place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Roll for it, or let the spell work."""
        if not isinstance(action, Pick):
            self.skip(do)
            return
        model = picked_of(action)
        change_wizard(do, model, unbound=wizard_turn(do.state, model).unbound + 1)
        again = reroll_of(do.state, "unbinding-roll", do.state.troop(model).unit, model=model)
        then = UnbindRolled(self.player, model, self.caster, self.spell, self.total)
        throw(do, self.player, 2, "unbinding", "AOS-MAGIC-8", then, unit=model, again=again, total=self.total)

    def skip(self, do: SigmarTransition) -> None:
        """Let the spell work."""
        works(do, self.caster, self.spell, self.total)


class UnbindRolled(Automatic[SigmarState], frozen=True, tag="unbind-rolled", tag_field="step"):
    """Equal to the casting roll is enough (AOS-MAGIC-8, AOS-OPEN-21)."""

    player: str
    model: str
    caster: str
    spell: Spell
    total: int

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what both dice need, and the chance."""
        unit = state.troop(self.model).unit
        return total_needs(self.total - roll_bonus(state, "unbinding-roll", unit, model=self.model).total)

    def resolve(self, do: SigmarTransition) -> None:
        """Unbind it, or let it work."""
        unit = do.state.troop(self.model).unit
        total = sum(do.state.thrown.faces) + roll_bonus(do.state, "unbinding-roll", unit, model=self.model).total
        values = {"fighter": self.model, "ability": self.spell.name, "total": total}
        if total >= self.total:
            do.emit("cast", "{fighter} unbinds {ability} with {total}", "AOS-MAGIC-10", **values)
        else:
            sentence = "{fighter} does not unbind {ability}: {total}, {needed} needed"
            do.emit("cast", sentence, "AOS-MAGIC-8", needed=self.total, **values)
            works(do, self.caster, self.spell, self.total)


def works(do: SigmarTransition, caster: str, spell: Spell, total: int) -> None:
    """Let a spell that was cast and not unbound work: its target is chosen now (AOS-OPEN-22)."""
    do.push(RunsWords(_use(do.state, caster, spell, total), spell.do))
