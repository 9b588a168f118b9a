"""Attacks: the roll, what it is compared with, the hit and what comes of it (DDM-ATTACK)."""

from collections.abc import Iterable, Sequence

from warcry3d.game.agenda import Automatic, Rolling
from warcry3d.game.prompts import Option, PickOne
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message, message, percentage
from warcry3d.rules.dndminiatures.battle.actions import Strike
from warcry3d.rules.dndminiatures.battle.attack_odds import attack_label, attack_odds
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation, attack_sum, conceal_rule, damage_of
from warcry3d.rules.dndminiatures.battle.changing import (
    SkirmishTransition,
    change_turn,
    end_effects,
    gone,
    spend,
    turn_to,
)
from warcry3d.rules.dndminiatures.battle.harm import D20, HarmSave, harm, hurt
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import EffectEnd, OnHit

__all__ = ["AttackRoll", "begin_attack", "open_boxes", "strike_faults_on_hit", "strike_option", "strike_prompt"]


def begin_attack(do: SkirmishTransition, situation: AttackSituation, on_hit: str = "") -> None:
    """Let an attack come next; ``on_hit``: what boxes are spent on."""
    turn_to(do, situation.attacker, situation.target)
    if on_hit:
        spend(do, situation.attacker, on_hit)
    do.push(AttackRoll(situation, on_hit), AttackMade(situation.attacker))


def strike_option(
    state: SkirmishState, situation: AttackSituation, faults: tuple[ActionFault, ...] = (), on_hit: str = ""
) -> Option:
    """Return a target with an attack value as an option: its odds in short. Several may strike at one mover, so an
    attack of opportunity is called by who strikes.
    """
    model = situation.attacker if situation.is_opportunity else situation.target
    id = "|".join((situation.attacker, situation.target, situation.mode, str(situation.value), on_hit))
    if faults:
        return Option(id, _target_label(state, situation, on_hit), model=model, faults=faults)
    odds = attack_odds(state, situation)
    hit = 1.0 - odds.chances[0] if odds.chances else 0.0
    facts = (
        RuleReason(
            "DDM-ATTACK-1",
            message("hits with {chance}, {damage:.1f} HP on average", chance=percentage(hit), damage=odds.average),
        ),
        RuleReason("DDM-ATTACK-9", message("destroys it with {chance}", chance=percentage(odds.down))),
    )
    return Option(id, _target_label(state, situation, on_hit), model=model, facts=facts)


def _target_label(state: SkirmishState, situation: AttackSituation, on_hit: str) -> Message:
    fighter = situation.attacker if situation.is_opportunity else situation.target
    values: dict[str, object] = {"fighter": fighter, "attack": attack_label(state, situation)}
    if not on_hit:
        return Message("{fighter}: {attack}", values)
    name = next(one.name for one in state.card(situation.attacker).on_hit if one.id == on_hit)
    return Message("{fighter}: {attack}, {effect}", {**values, "effect": name})


def strike_prompt(
    state: SkirmishState,
    id: str,
    heading: Message,
    situations: Iterable[AttackSituation],
    why: RuleReason,
    boxes: Sequence[str] = (),
) -> PickOne:
    """Return the prompt that asks which of several attacks to make; ``boxes``: what may be used with each of them."""
    return PickOne(
        id=id,
        heading=heading,
        action=strike_of,
        why=why,
        key="a",
        options=tuple(strike_option(state, situation, on_hit=box) for situation in situations for box in ("", *boxes)),
        is_weighed=True,
    )


def strike_of(option: str) -> Strike:
    """Return the action of an option's id."""
    attacker, target, mode, value, on_hit = option.split("|")
    return Strike(target, "melee" if mode == "melee" else "ranged", int(value), on_hit, attacker)


def open_boxes(state: SkirmishState, id: str) -> tuple[str, ...]:
    """Return the effects of a creature's hits that have a box left (DDM-CARD-15)."""
    used = state.creature(id).used
    return tuple(one.id for one in state.card(id).on_hit if one.uses is not None and used(one.id) < one.uses)


def strike_faults_on_hit(state: SkirmishState, id: str, action: Strike) -> str | None:
    """Return which effect of a hit that an action names cannot be used; None: none is wrong."""
    if not action.on_hit:
        return None
    return None if action.mode == "melee" and action.on_hit in open_boxes(state, id) else action.on_hit


class AttackRoll(Rolling[SkirmishState], frozen=True, tag="attack-roll", tag_field="step"):
    """The attack roll; a helpless target is hit in melee without one (DDM-MOD-5)."""

    situation: AttackSituation
    on_hit: str = ""

    def _is_off(self, state: SkirmishState) -> bool:
        return gone(state, self.situation.attacker) or gone(state, self.situation.target)

    def roll(self, state: SkirmishState) -> Roll | None:
        """Return the one die; None where none is rolled."""
        if self._is_off(state):
            return None
        sum = attack_sum(state, self.situation)
        if sum.hits_surely:
            return None
        values = {
            "attacker": self.situation.attacker,
            "target": self.situation.target,
            "bonus": sum.bonus,
            "armour": sum.armour,
        }
        why = RuleReason("DDM-ATTACK-1", Message("{attacker} attacks {target}: {bonus:+d} to reach {armour}", values))
        return Roll(state.creature(self.situation.attacker).player, 1, why, sides=D20)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Miss or hit (DDM-ATTACK-1 to -5)."""
        sum = attack_sum(do.state, self.situation)
        values = {
            "attacker": self.situation.attacker,
            "target": self.situation.target,
            "face": faces[0],
            "bonus": sum.bonus,
            "armour": sum.armour,
            "terms": tuple(term.message for term in sum.terms),
        }
        is_hit = faces[0] != 1 and (faces[0] >= sum.critical or faces[0] + sum.bonus >= sum.armour)
        if not is_hit:
            do.emit(
                "attack",
                "{attacker} misses {target}: {face} {bonus:+d} against {armour} ({terms})",
                "DDM-ATTACK-1",
                **values,
            )
            return
        is_critical = faces[0] >= sum.critical
        if is_critical:
            do.emit("attack", "{attacker} hits {target} critically: {face} ({terms})", "DDM-ATTACK-2", **values)
        else:
            do.emit(
                "attack",
                "{attacker} hits {target}: {face} {bonus:+d} against {armour} ({terms})",
                "DDM-ATTACK-1",
                **values,
            )
        is_immune = "critical" in do.state.card(self.situation.target).traits.immune
        if is_critical and is_immune:
            target = self.situation.target
            do.emit("attack", "{fighter} is immune to critical hits", "DDM-ATTACK-3", fighter=target)
        is_double = is_critical and not is_immune
        _conceal_or_hit(do, self.situation, self.on_hit, is_double=is_double, conceal=sum.conceal)

    def skip(self, do: SkirmishTransition) -> None:
        """Hit a helpless target for double damage."""
        if self._is_off(do.state):
            return
        values = {"attacker": self.situation.attacker, "target": self.situation.target}
        do.emit("attack", "{attacker} hits {target}, which is helpless", "DDM-MOD-5", **values)
        conceal = attack_sum(do.state, self.situation).conceal
        _conceal_or_hit(do, self.situation, self.on_hit, is_double=True, conceal=conceal)


def _conceal_or_hit(
    do: SkirmishTransition, situation: AttackSituation, on_hit: str, *, is_double: bool, conceal: int
) -> None:
    if conceal > 1:
        do.push(ConcealRoll(situation, on_hit, is_double, conceal))
    else:
        _hit(do, situation, on_hit, is_double=is_double)


class ConcealRoll(Rolling[SkirmishState], frozen=True, tag="conceal-roll", tag_field="step"):
    """The second die of a hit on a concealed target: below ``least`` it misses after all."""

    situation: AttackSituation
    on_hit: str
    is_double: bool
    least: int

    def roll(self, state: SkirmishState) -> Roll:
        """Return the one die."""
        values = {"fighter": self.situation.target, "least": self.least}
        rule = conceal_rule(state, self.situation)
        why = RuleReason(rule, Message("{fighter} is concealed: {least} or more hits", values))
        return Roll(state.creature(self.situation.attacker).player, 1, why, sides=D20)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Hit, or miss after all."""
        values = {"fighter": self.situation.target, "face": faces[0], "least": self.least}
        rule = conceal_rule(do.state, self.situation)
        if faces[0] < self.least:
            do.emit("attack", "{fighter} is concealed: {face}, {least} or more was needed", rule, **values)
            return
        do.emit("attack", "{fighter} is concealed, but {face} of {least} is enough", rule, **values)
        _hit(do, self.situation, self.on_hit, is_double=self.is_double)


def _hit(do: SkirmishTransition, situation: AttackSituation, on_hit: str, *, is_double: bool) -> None:
    """Deal the damage of a hit and what the card says of hits; destroying an enemy may give one more attack."""
    state, target = do.state, situation.target
    points = damage_of(state, situation, is_double=is_double)
    do.emit("damage", "{fighter} loses {points} HP", "DDM-ATTACK-8", fighter=target, points=points)
    effects = _effects_of_hit(state, situation, on_hit)
    hurt(do, target, points, situation.attacker)
    for effect in effects if not gone(do.state, target) else ():
        _on_hit(do, situation, effect)
    attacker = state.card(situation.attacker)
    if gone(do.state, target) and attacker.traits.cleave and situation.is_melee and not situation.is_opportunity:
        turn = do.state.turn
        if turn is not None and turn.creature == situation.attacker and not turn.has_cleaved:
            change_turn(do, cleaves=1, has_cleaved=True)


def _effects_of_hit(state: SkirmishState, situation: AttackSituation, on_hit: str) -> tuple[OnHit, ...]:
    if not situation.is_melee:
        return ()
    return tuple(one for one in state.card(situation.attacker).on_hit if one.uses is None or one.id == on_hit)


def _on_hit(do: SkirmishTransition, situation: AttackSituation, effect: OnHit) -> None:
    if effect.dc is None:
        harm(
            do,
            situation.target,
            situation.attacker,
            damage=effect.damage,
            lasting=effect.lasting,
            name=effect.name,
            dc=0,
        )
        return
    do.push(HarmSave(situation.target, situation.attacker, effect.name, effect.dc, effect.damage, effect.lasting))


class AttackMade(Automatic[SkirmishState], frozen=True, tag="after-attack", tag_field="step"):
    """What ends when a creature has attacked, such as being invisible."""

    creature: str

    def resolve(self, do: SkirmishTransition) -> None:
        """End it."""
        if not gone(do.state, self.creature):
            end_effects(do, self.creature, EffectEnd.ATTACK)
