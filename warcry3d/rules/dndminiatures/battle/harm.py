"""Damage, saves and morale: what hits, spells and special abilities lead to (DDM-SAVE, DDM-MORALE)."""

from collections.abc import Callable

import msgspec

from warcry3d.game.agenda import AgendaStep, Automatic, Rolling
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message, message, percentage
from warcry3d.rules.dndminiatures.battle.attack_terms import resisted
from warcry3d.rules.dndminiatures.battle.bonuses import total
from warcry3d.rules.dndminiatures.battle.changing import (
    SkirmishTransition,
    begin_effect,
    change_creature,
    change_turn,
    end_effects,
    gone,
    remove,
)
from warcry3d.rules.dndminiatures.battle.sensing import commanders_of, is_under_command
from warcry3d.rules.dndminiatures.battle.state import CreatureStatus, RunningEffect, SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import CardScore, EffectEnd, HitDamage, Lasting

__all__ = [
    "D20",
    "FLIGHT",
    "MORALE",
    "CheckEnd",
    "EffectSave",
    "HarmSave",
    "MoraleRoll",
    "harm",
    "hurt",
    "is_immune",
    "is_saved",
    "may_rally",
    "morale_bonus",
    "morale_chance",
    "rally_fact",
    "save_chance",
]

D20 = 20
MORALE_DC = 20
"""All morale saves are against this (DDM-MORALE-2)."""
FLIGHT: list[Callable[[str], AgendaStep]] = []
"""What makes the step in which a creature flees. `warcry3d.rules.dndminiatures.battle.routing` puts it here: fleeing
provokes attacks, and those lead back to this module.
"""
MORALE = "morale"
"""What a card says of a creature that never routs."""


def is_saved(face: int, bonus: int, dc: int) -> bool:
    """Return whether a save succeeds: 20 always, 1 never (DDM-SAVE-1, -2).

    >>> is_saved(1, 30, 5), is_saved(20, 0, 25), is_saved(11, 9, 20)
    (False, True, True)
    """
    return face == D20 or (face != 1 and face + bonus >= dc)


def hurt(do: SkirmishTransition, id: str, points: int, by: str) -> None:
    """Take points off a creature; let it be destroyed, or make its morale save, as the rules say."""
    if gone(do.state, id) or points <= 0:
        return
    creature = change_creature(do, id, damage=do.state.creature(id).damage + points)
    left = do.state.hp_left(id)
    if left <= 0:
        do.emit("destroyed", "{fighter} is destroyed", "DDM-ATTACK-9", fighter=id)
        remove(do, id, CreatureStatus.DESTROYED)
        if not any(isinstance(step, CheckEnd) for step in do.state.agenda):
            do.push(CheckEnd())
        return
    end_effects(do, id, EffectEnd.DAMAGE)
    is_half = 2 * left <= do.state.card(id).hp
    if is_half and not creature.has_saved and not creature.is_routing:
        do.push(MoraleRoll(id, by, is_for_damage=True))


class CheckEnd(Automatic[SkirmishState], frozen=True, tag="check-end", tag_field="step"):
    """The skirmish ends when the creatures of one warband at most are left on the map (DDM-WIN-1)."""

    def resolve(self, do: SkirmishTransition) -> None:
        """End it, or go on."""
        if len({creature.player for creature in do.state.on_map()}) <= 1:
            do.change(agenda=(), is_over=True)


def harm(
    do: SkirmishTransition, id: str, by: str, *, damage: HitDamage | None, lasting: Lasting | None, name: str, dc: int
) -> None:
    """Let a creature suffer damage and a lasting effect, as a power or a hit brings them."""
    if lasting is not None and not gone(do.state, id):
        immune = set(do.state.card(id).traits.immune)
        conditions = tuple(one for one in lasting.conditions if one.value not in immune)
        if conditions or lasting.bonuses or not lasting.conditions:
            kept = msgspec.structs.replace(lasting, conditions=conditions)
            is_new = do.state.turn is not None and do.state.turn.creature == id
            effect = RunningEffect(creature=id, name=name, by=by, lasting=kept, dc=dc, is_new=is_new)
            begin_effect(do, effect)
            do.emit("effect", "{fighter}: {effect}", "DDM-WORD-4", fighter=id, effect=name)
        else:
            do.emit("effect", "{fighter} is immune to {effect}", "DDM-CARD-14", fighter=id, effect=name)
    if damage is not None:
        points = resisted(do.state, id, damage)
        do.emit("damage", "{fighter} loses {points} HP", "DDM-ATTACK-8", fighter=id, points=points)
        hurt(do, id, points, by)


def save_chance(state: SkirmishState, id: str, dc: int) -> float:
    """Return how likely a creature saves against an effect."""
    return _chance(_save_bonus(state, id), dc)


def morale_chance(state: SkirmishState, id: str) -> float:
    """Return how likely a creature makes a morale save."""
    return _chance(morale_bonus(state, id), MORALE_DC)


def _chance(bonus: int, dc: int) -> float:
    return sum(is_saved(face, bonus, dc) for face in range(1, D20 + 1)) / D20


def _save_bonus(state: SkirmishState, id: str) -> int:
    return state.card(id).level + total(state, id, CardScore.SAVE)


def _save_roll(state: SkirmishState, id: str, name: str, dc: int) -> Roll:
    """Return the die of a save against an effect."""
    values = {"fighter": id, "effect": name, "dc": dc, "bonus": _save_bonus(state, id)}
    why = RuleReason("DDM-SAVE-1", Message("{fighter} saves against {effect}: {bonus:+d} to reach {dc}", values))
    return Roll(state.creature(id).player, 1, why, sides=D20)


def _emit_save(do: SkirmishTransition, save: "HarmSave | EffectSave", face: int, dc: int, *, is_success: bool) -> None:
    id = save.creature
    values = {"fighter": id, "effect": save.name, "face": face, "bonus": _save_bonus(do.state, id), "dc": dc}
    if is_success:
        do.emit("save", "{fighter} saves against {effect}: {face} {bonus:+d} against {dc}", "DDM-SAVE-1", **values)
    else:
        do.emit("save", "{fighter} fails against {effect}: {face} {bonus:+d} against {dc}", "DDM-SAVE-1", **values)


def is_immune(state: SkirmishState, id: str, lasting: Lasting | None) -> bool:
    """Return whether a creature is immune to all that a lasting effect does."""
    if lasting is None or lasting.bonuses or not lasting.conditions:
        return False
    return {one.value for one in lasting.conditions} <= set(state.card(id).traits.immune)


class HarmSave(Rolling[SkirmishState], frozen=True, tag="harm-save", tag_field="step"):
    """A creature saves against what another does to it; ``is_half``: a success halves the damage, else undoes all."""

    creature: str
    by: str
    name: str
    dc: int
    damage: HitDamage | None = None
    lasting: Lasting | None = None
    is_half: bool = False

    def roll(self, state: SkirmishState) -> Roll | None:
        """Return the one die; None where the creature is gone, or immune to all of it."""
        if gone(state, self.creature) or self._does_nothing(state):
            return None
        return _save_roll(state, self.creature, self.name, self.dc)

    def _does_nothing(self, state: SkirmishState) -> bool:
        return self.damage is None and is_immune(state, self.creature, self.lasting)

    def skip(self, do: SkirmishTransition) -> None:
        """Say that it is immune."""
        if not gone(do.state, self.creature):
            do.emit("effect", "{fighter} is immune to {effect}", "DDM-CARD-14", fighter=self.creature, effect=self.name)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Let it suffer what it did not save against."""
        saved = is_saved(faces[0], _save_bonus(do.state, self.creature), self.dc)
        _emit_save(do, self, faces[0], self.dc, is_success=saved)
        if not saved:
            harm(do, self.creature, self.by, damage=self.damage, lasting=self.lasting, name=self.name, dc=self.dc)
        elif self.is_half and self.damage is not None:
            half = HitDamage(
                amount=self.damage.amount // 2,
                kind=self.damage.kind,
                bonus=self.damage.bonus // 2,
                bonus_kind=self.damage.bonus_kind,
            )
            harm(do, self.creature, self.by, damage=half, lasting=None, name=self.name, dc=self.dc)


class EffectSave(Rolling[SkirmishState], frozen=True, tag="effect-save", tag_field="step"):
    """At the end of its turn a creature saves against an effect on it, which a success ends."""

    creature: str
    name: str
    by: str = ""

    def _is_it(self, effect: RunningEffect) -> bool:
        return (effect.creature, effect.name, effect.by) == (self.creature, self.name, self.by)

    def _dc(self, state: SkirmishState) -> int | None:
        return next((effect.dc for effect in state.effects if self._is_it(effect)), None)

    def roll(self, state: SkirmishState) -> Roll | None:
        """Return the one die; None where the effect is over."""
        dc = self._dc(state)
        if dc is None or gone(state, self.creature):
            return None
        return _save_roll(state, self.creature, self.name, dc)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """End the effect, or let it go on."""
        dc = self._dc(do.state)
        assert dc is not None, "a die was asked for"
        saved = is_saved(faces[0], _save_bonus(do.state, self.creature), dc)
        _emit_save(do, self, faces[0], dc, is_success=saved)
        if saved:
            do.change(effects=tuple(effect for effect in do.state.effects if not self._is_it(effect)))


def morale_bonus(state: SkirmishState, id: str) -> int:
    """Return what is added to a morale save: level, saves' and morale's bonuses, the highest commander rating that
    counts (DDM-MORALE-2 to -5).
    """
    ratings = [state.card(one).rating for one in commanders_of(state, id)]
    return _save_bonus(state, id) + total(state, id, CardScore.MORALE) + max((*ratings, state.card(id).rating))


class MoraleRoll(Rolling[SkirmishState], frozen=True, tag="morale-roll", tag_field="step"):
    """A creature makes a morale save (DDM-MORALE); ``by``: the enemy that made it do so, if one did.

    ``is_rally``: it is to end its rout (DDM-RALLY-1). ``is_for_damage``: half its HP are gone, and there is none if it
    made a save since (DDM-MORALE-6).
    """

    creature: str
    by: str = ""
    is_rally: bool = False
    is_for_damage: bool = False

    def roll(self, state: SkirmishState) -> Roll | None:
        """Return the one die; None where there is no save: it is gone, routs already, or never routs."""
        creature = state.creature(self.creature)
        if gone(state, self.creature) or creature.is_routing is not self.is_rally:
            return None
        if self.is_for_damage and creature.has_saved:
            return None
        if MORALE in state.card(self.creature).traits.immune:
            return None
        values = {"fighter": self.creature, "bonus": morale_bonus(state, self.creature), "dc": MORALE_DC}
        if self.is_rally:
            why = RuleReason("DDM-RALLY-1", Message("{fighter} tries to rally: {bonus:+d} to reach {dc}", values))
        else:
            why = RuleReason("DDM-MORALE-2", Message("morale of {fighter}: {bonus:+d} to reach {dc}", values))
        return Roll(creature.player, 1, why, sides=D20)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Let it hold, rout or rally."""
        bonus = morale_bonus(do.state, self.creature)
        saved = is_saved(faces[0], bonus, MORALE_DC)
        change_creature(do, self.creature, has_saved=True)
        values = {"fighter": self.creature, "face": faces[0], "bonus": bonus, "dc": MORALE_DC}
        if self.is_rally and saved:
            do.emit("rally", "{fighter} rallies: {face} {bonus:+d} against {dc}", "DDM-RALLY-2", **values)
            change_creature(do, self.creature, is_routing=False)
        elif self.is_rally:
            do.emit("rally", "{fighter} does not rally: {face} {bonus:+d} against {dc}", "DDM-RALLY-2", **values)
        elif saved:
            do.emit("morale", "{fighter} holds: {face} {bonus:+d} against {dc}", "DDM-MORALE-2", **values)
        else:
            do.emit("morale", "{fighter} routs: {face} {bonus:+d} against {dc}", "DDM-MORALE-8", **values)
            _rout(do, self.creature, self.by)


def may_rally(state: SkirmishState, id: str) -> bool:
    """Return whether a routing creature makes a morale save at the start of its turn (DDM-RALLY-1)."""
    return is_under_command(state, id) or state.card(id).is_commander


def rally_fact(state: SkirmishState, id: str) -> RuleReason:
    """Return how likely a routing creature rallies when it is activated, or that it only flees."""
    if not may_rally(state, id):
        return RuleReason("DDM-RALLY-1", message("out of command: it flees on, without a save"))
    bonus = morale_bonus(state, id)
    values = {"chance": percentage(morale_chance(state, id)), "bonus": bonus, "dc": MORALE_DC}
    return RuleReason(
        "DDM-RALLY-1", message("rallies with {chance}: {bonus:+d} to reach {dc}, else it flees on", **values)
    )


def _rout(do: SkirmishTransition, id: str, by: str) -> None:
    """Let a creature rout: it flees at once (DDM-ROUT-1); its turn, if it is under way, is over."""
    change_creature(do, id, is_routing=True)
    turn = do.state.turn
    if turn is not None:
        routers = (*turn.routers, (id, by)) if by else turn.routers
        change_turn(do, routers=routers, is_over=turn.is_over or turn.creature == id)
    do.push(*(flight(id) for flight in FLIGHT))
