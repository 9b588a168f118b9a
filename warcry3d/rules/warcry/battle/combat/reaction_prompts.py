"""How it can be answered who reacts, and how: the three reactions that all have, and those of abilities."""

from collections.abc import Mapping

from warcry3d.game.action_faults import fault
from warcry3d.game.actions import Action, React
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, message, template
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.combat.hit_table import hit_table
from warcry3d.rules.warcry.battle.combat.reaction_checks import COUNTER, STRIKE, TAKE_COVER
from warcry3d.rules.warcry.battle.fighters import has_mark
from warcry3d.rules.warcry.battle.prompt_parts import declining, fact, fighter_label, wounds_fact
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.fighter import MOUNT

__all__ = ["attack_reaction_prompts", "reaction_name", "reaction_prompts"]

NAMES: Mapping[str, str] = {
    COUNTER: template("Counter"),
    TAKE_COVER: template("Take cover"),
    STRIKE: template("Strike"),
}
"""What the reactions that all fighters have are called."""

RULES: Mapping[str, str] = {COUNTER: "WC-REACT-2", TAKE_COVER: "WC-REACT-3", STRIKE: "WC-REACT-4"}


def reaction_prompts(
    state: State, enemy: str, offered: Mapping[str, tuple[str, ...]], why: RuleReason
) -> tuple[Prompt, ...]:
    """Return who may react to what an enemy does, and how, and to leave it."""
    options = (_option(state, id, way, ()) for id, ways in offered.items() for way in ways)
    return _prompts(state, enemy, tuple(options), why)


def attack_reaction_prompts(
    state: State, attack: AttackContext, offered: tuple[str, ...], why: RuleReason
) -> tuple[Prompt, ...]:
    """Return how the target of an attack may react: also the ways that this attack bars, with the reason."""
    barred = {way: _barred(state, attack, way) for way in (COUNTER, TAKE_COVER) if way not in offered}
    ways = {**dict.fromkeys(offered, ()), **barred}
    facts_shown = _attack_fact(state, attack)
    options = (_option(state, attack.target, way, faults, facts_shown) for way, faults in ways.items())
    return _prompts(state, attack.attacker, tuple(options), why)


def _prompts(state: State, enemy: str, options: tuple[Option, ...], why: RuleReason) -> tuple[Prompt, ...]:
    ways = {option.id: option for option in options}

    def action(answer: str) -> Action:
        return React(ways[answer].model, answer.removeprefix(f"{ways[answer].model}:"))

    react = PickOne(
        id="react",
        heading=message("React"),
        detail=message("to {enemy}", enemy=enemy),
        why=why,
        key="r",
        hint=message("Pick a reaction; it costs the fighter an action of this round."),
        action=action,
        options=options,
        is_reaction=True,
        is_weighed=True,
    )
    return (react, declining(message("Do not react"), why))


def _option(state: State, id: str, way: str, faults: tuple[ActionFault, ...], *facts: RuleReason) -> Option:
    """Return a way of one fighter to react, with what it costs."""
    if state.fighter(id).is_waiting:
        cost = fact("WC-REACT-7", "costs its second activation")
    else:
        cost = fact("WC-REACT-7", "costs an action of this round")
    facts_shown = (*_way_facts(state, way), cost, *facts, wounds_fact(state, id))
    label = Message("{fighter}: {way}", {"fighter": fighter_label(id), "way": reaction_name(state, way)})
    return Option(f"{id}:{way}", label, model=id, facts=facts_shown, faults=faults)


def reaction_name(state: State, way: str) -> Message:
    """Return what a reaction is called."""
    if way in NAMES:
        return Message(NAMES[way])
    return Message("{ability}", {"ability": state.context.abilities[way].name})


def _way_facts(state: State, way: str) -> tuple[RuleReason, ...]:
    """Return what a reaction does, in a sentence."""
    match way:
        case "counter":
            return (fact("WC-REACT-2", "each miss costs the attacker 1 point of damage, each 1 on the die 2"),)
        case "take-cover":
            return (fact("WC-REACT-3", "each critical hit is rolled for: on 4 or more it is a hit"),)
        case "strike-them-down":
            return (fact("WC-REACT-4", "on 4 or more it takes D6 damage"),)
    ability = state.context.abilities[way]
    return (fact(ability.rule or "WC-REACT-1", "{text}", text=ability.text),) if ability.text else ()


def _attack_fact(state: State, attack: AttackContext) -> RuleReason:
    """Return what comes: the dice of the attack, and what hits."""
    table = hit_table(state, attack)
    values = {"dice": table.dice, "least": table.least, "hit": table.hit, "crit": table.crit}
    return fact("WC-HIT-1", "the attack: {dice} dice, hits on {least}+, damage {hit} or {crit}", **values)


def _barred(state: State, attack: AttackContext, way: str) -> tuple[ActionFault, ...]:
    """Return why an attack cannot be reacted to in a way that others can."""
    if way == COUNTER:
        return fault("WC-REACT-2", "only a melee attack can be countered")
    if attack.is_melee:
        return fault("WC-REACT-3", "cover can be taken from missile attacks only")
    if has_mark(state, attack.target, MOUNT):
        return fault("WC-REACT-3", "a fighter with the runemark {mark} cannot take cover", mark=MOUNT)
    return fault("WC-REACT-3", "it is not in cover from the attacker")
