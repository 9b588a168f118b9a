"""Spells and special abilities in the place of attacks (DDM-TURN-8)."""

from collections.abc import Iterator

from warcry3d.game.action_faults import fault
from warcry3d.game.agenda import Rolling
from warcry3d.game.prompts import Option
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message
from warcry3d.rules.dndminiatures.battle.actions import UsePower
from warcry3d.rules.dndminiatures.battle.attack_rules import threatening
from warcry3d.rules.dndminiatures.battle.changing import (
    SkirmishTransition,
    change_creature,
    change_turn,
    gone,
    spend,
    turn_to,
)
from warcry3d.rules.dndminiatures.battle.harm import D20, CheckEnd, HarmSave, MoraleRoll, harm
from warcry3d.rules.dndminiatures.battle.power_facts import power_facts, target_facts
from warcry3d.rules.dndminiatures.battle.sensing import distance, has_line, sees, touch
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import Power
from warcry3d.rules.dndminiatures.grid.contact import Contact

__all__ = ["power_faults", "power_options", "power_targets", "use_power"]

RULE = "DDM-TURN-8"


def power_targets(state: SkirmishState, id: str, power: Power) -> tuple[str, ...]:
    """Return the creatures that a power may be aimed at, or that it works on at once where it picks all."""
    if power.range == "self":
        return (id,)
    able = tuple(one for one in _in_range(state, id, power) if state.card(one).is_of(power.types))
    if power.picks != "nearest" or not able or power.range == "touch":
        return able
    least = min(distance(state, id, one) for one in able if one != id) if any(one != id for one in able) else 0
    return tuple(one for one in able if one == id or distance(state, id, one) == least)


def _in_range(state: SkirmishState, id: str, power: Power) -> Iterator[str]:
    own = state.creature(id).player
    for one in state.on_map():
        is_friend = one.player == own
        if power.range == "warband":
            if is_friend:
                yield one.id
            continue
        if (power.target == "enemy" and is_friend) or (power.target == "friend" and not is_friend):
            continue
        if one.id == id:
            if power.target == "friend" or (power.target == "any" and power.picks != "all"):
                yield id
            continue
        squares = distance(state, id, one.id)
        if not (has_line(state, id, one.id) if is_friend else sees(state, id, one.id)):
            continue
        if power.range == "touch" and touch(state, id, one.id) is Contact.NONE:
            continue
        if isinstance(power.range, int) and squares > power.range:
            continue
        yield one.id


def power_faults(state: SkirmishState, turn: CreatureTurn, action: UsePower) -> tuple[ActionFault, ...]:
    """Return why the creature whose turn it is cannot use a power."""
    id = turn.creature
    power = next((one for one in state.card(id).powers if one.id == action.power), None)
    if power is None:
        return fault(RULE, "it has no '{power}'", power=action.power, place="power")
    refused = _refused(state, turn, power)
    if refused:
        return refused
    targets = power_targets(state, id, power)
    if power.picks == "all":
        return () if targets and not action.target else fault(RULE, "it works on all in range", place="target")
    return () if action.target in targets else fault(RULE, "it cannot be aimed there", place="target")


def _refused(state: SkirmishState, turn: CreatureTurn, power: Power) -> tuple[ActionFault, ...]:
    if turn.is_over or turn.is_spent or turn.attacks or turn.rushing:
        return fault(RULE, "it takes the place of all attacks of the turn")
    if turn.moved is not None and turn.moved > turn.speed:
        return fault("DDM-TURN-3", "it moved more than its speed")
    if power.uses is not None and state.creature(turn.creature).used(power.id) >= power.uses:
        return fault("DDM-CARD-15", "no box is left")
    threats = threatening(state, turn.creature)
    if power.is_spell and power.range != "touch" and threats:
        return fault("DDM-THREAT-3", "threatened by {fighter} it cannot cast this", fighter=threats[0])
    return ()


def power_options(state: SkirmishState, turn: CreatureTurn) -> tuple[Option, ...]:
    """Return each power of the creature whose turn it is, with each target; those refused with the reason."""
    return tuple(option for power in state.card(turn.creature).powers for option in _options(state, turn, power))


def _options(state: SkirmishState, turn: CreatureTurn, power: Power) -> Iterator[Option]:
    label = Message("{effect}", {"effect": power.name})
    facts = power_facts(state, turn.creature, power)
    refused = _refused(state, turn, power)
    targets = power_targets(state, turn.creature, power)
    if refused or not targets:
        none = refused or fault(RULE, "nobody is in its range")
        yield Option(power.id, label, facts=facts, faults=none)
    elif power.picks == "all":
        yield Option(power.id, label, facts=facts)
    else:
        for target in targets:
            aimed = Message("{effect}: {fighter}", {"effect": power.name, "fighter": target})
            about = target_facts(state, turn.creature, target, power)
            yield Option(f"{power.id}|{target}", aimed, model=target, facts=(*facts, *about))


def use_power(do: SkirmishTransition, turn: CreatureTurn, action: UsePower) -> None:
    """Let a power do what it does to its target or to all in its range."""
    id = turn.creature
    power = _power(do.state, id, action.power)
    targets = _in_order(do.state, power_targets(do.state, id, power)) if power.picks == "all" else (action.target,)
    if power.uses is not None:
        spend(do, id, power.id)
    change_turn(do, is_spent=True)
    if action.target:
        turn_to(do, id, action.target)
    do.emit("power", "{fighter} uses {effect} on {targets}", RULE, fighter=id, effect=power.name, targets=targets)
    # The skirmish ends after all of them suffered it: those who fall to one power fall at once (DDM-WIN-1).
    do.push(*(PowerWorks(id, target, power.id) for target in targets), CheckEnd())


def _in_order(state: SkirmishState, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return creatures in turn order, from who is first this round."""
    order = state.in_turn(state.first or state.players[0])
    return tuple(sorted(ids, key=lambda id: order.index(state.creature(id).player)))


def _power(state: SkirmishState, id: str, name: str) -> Power:
    return next(one for one in state.card(id).powers if one.id == name)


class PowerWorks(Rolling[SkirmishState], frozen=True, tag="power-works", tag_field="step"):
    """A power works on one target; an enemy's spell must first reach the target's spell resistance with a D20."""

    creature: str
    target: str
    power: str

    def roll(self, state: SkirmishState) -> Roll | None:
        """Return the one die; None where nothing resists."""
        resistance = state.card(self.target).traits.spell_resistance
        is_enemy = state.creature(self.creature).player != state.creature(self.target).player
        is_spell = _power(state, self.creature, self.power).is_spell
        if not (resistance and is_enemy and is_spell) or gone(state, self.target):
            return None
        values = {"fighter": self.target, "least": resistance}
        why = RuleReason("DDM-WORD-4", Message("{fighter} resists spells: {least} or more works", values))
        return Roll(state.creature(self.creature).player, 1, why, sides=D20)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Let it work, or not."""
        resistance = do.state.card(self.target).traits.spell_resistance
        if faces[0] < resistance:
            values = {"fighter": self.target, "face": faces[0], "least": resistance}
            do.emit("power", "{fighter} resists it: {face}, {least} or more was needed", "DDM-WORD-4", **values)
            return
        self.skip(do)

    def skip(self, do: SkirmishTransition) -> None:
        """Let it work: at once, or after a save."""
        if gone(do.state, self.target):
            return
        power = _power(do.state, self.creature, self.power)
        if power.dc is not None and (power.damage is not None or power.lasting is not None):
            is_half = power.save == "half"
            do.push(
                HarmSave(self.target, self.creature, power.name, power.dc, power.damage, power.lasting, is_half=is_half)
            )
        _work(do, self.creature, self.target, power)


def _work(do: SkirmishTransition, id: str, target: str, power: Power) -> None:
    """Let it do what no save is made against."""
    if power.heal:
        damage = max(do.state.creature(target).damage - power.heal, 0)
        healed = do.state.creature(target).damage - damage
        change_creature(do, target, damage=damage)
        do.emit("heal", "{fighter} gets {points} HP back", "DDM-WORD-4", fighter=target, points=healed)
    if power.routs:
        do.push(MoraleRoll(target, id))
    if power.dc is None and (power.damage is not None or power.lasting is not None):
        harm(do, target, id, damage=power.damage, lasting=power.lasting, name=power.name, dc=0)
