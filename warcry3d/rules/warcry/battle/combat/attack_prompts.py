"""How an attack can be answered: a weapon and a target."""

from collections.abc import Callable, Iterator

from warcry3d.game.action_faults import fault
from warcry3d.game.prompts import Option, PickOne
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.attack import attack_faults, reach_to
from warcry3d.rules.warcry.battle.combat.hit_table import hits_on
from warcry3d.rules.warcry.battle.combat.visibility import cover_from
from warcry3d.rules.warcry.battle.fighters import apart, toughness_of, weapon_of
from warcry3d.rules.warcry.battle.prompt_parts import distance_fact, fact, wounds_fact
from warcry3d.rules.warcry.battle.state import State

__all__ = ["AttackFaults", "attack_prompt", "weapon_fact"]

AttackFaults = Callable[[State, str, Attack], tuple[ActionFault, ...]]
"""What forbids an attack of a fighter."""

MOST_TOLD = 3
"""Distances to so many enemies are told where none can be attacked."""


def attack_prompt(
    state: State,
    fighter: str,
    why: RuleReason,
    *,
    forbids: AttackFaults | None = None,
    faults: tuple[ActionFault, ...] = (),
) -> PickOne:
    """Return how an attack action can be answered: each weapon against each enemy, the nearest enemy first.

    ``forbids``: what forbids an attack, if not the rules of all attacks alone; ``faults``: why none can be made at all.
    """
    attacks = {_id(action): action for action in _attacks(state, fighter)}
    options = tuple(_option(state, fighter, action, forbids or _quick_faults) for action in attacks.values())
    targets = {option.model for option in options if not option.faults}
    return PickOne(
        id="attack",
        heading=message("Attack"),
        detail=counted("{n} target", "{n} targets", len(targets)),
        why=why,
        key="a",
        hint=message("Pick a target, and the weapon to attack it with."),
        faults=(*faults, *(() if targets else _no_target(state, fighter, options))),
        action=attacks.__getitem__,
        options=options,
        is_weighed=True,
    )


def _no_target(state: State, fighter: str, options: tuple[Option, ...]) -> tuple[ActionFault, ...]:
    """Return that there is no target, and how far off the nearest enemies are."""
    names = tuple(dict.fromkeys(option.model for option in options))[:MOST_TOLD]
    if not names:
        return fault("WC-ATT-1", "there is no enemy that it can attack")
    far = tuple(
        Message("{target} {inches:.2f} in", {"target": one, "inches": reach_to(state, fighter, one)}) for one in names
    )
    reach = max(weapon_of(state, fighter, n, names[0]).max_range for n in range(len(state.profile(fighter).weapons)))
    return fault(
        "WC-ATT-1",
        "there is no enemy that it can attack; it reaches {reach:g} in, nearest: {enemies}",
        reach=reach,
        enemies=far,
    )


def _quick_faults(state: State, fighter: str, action: Attack) -> tuple[ActionFault, ...]:
    return attack_faults(state, fighter, action, is_quick=True)


def _id(action: Attack) -> str:
    return f"{action.target}:{action.weapon}"


def _attacks(state: State, fighter: str) -> Iterator[Attack]:
    enemies = sorted((apart(state, fighter, one.id), one.id) for one in state.enemies(state.fighter(fighter).player))
    weapons = range(len(state.profile(fighter).weapons))
    yield from (Attack(weapon, enemy) for _, enemy in enemies for weapon in weapons)


def _option(state: State, fighter: str, action: Attack, forbids: AttackFaults) -> Option:
    """Return an attack as an option; cover is looked at only where it is allowed."""
    weapon = weapon_of(state, fighter, action.weapon, action.target)
    faults = forbids(state, fighter, action)
    facts = [distance_fact(reach_to(state, fighter, action.target)), weapon_fact(weapon)]
    if not faults:
        facts += _odds_facts(state, fighter, action.target, weapon)
    facts.append(wounds_fact(state, action.target))
    label = Message("{target}: {weapon}", {"target": action.target, "weapon": weapon.runemark})
    return Option(_id(action), label, model=action.target, facts=tuple(facts), faults=faults)


def weapon_fact(weapon: Weapon) -> RuleReason:
    """Return a weapon's profile in a line."""
    return fact(
        "WC-ATT-1",
        "{dice}, strength {strength}, damage {hit} or {crit}, range {least:g} to {most:g} in",
        dice=counted("{n} die", "{n} dice", weapon.attacks),
        strength=weapon.strength,
        hit=weapon.hit,
        crit=weapon.crit,
        least=weapon.min_range,
        most=weapon.max_range,
    )


def _odds_facts(state: State, fighter: str, target: str, weapon: Weapon) -> tuple[RuleReason, ...]:
    """Return that a target is seen, whether it is in cover, and what hits it."""
    cover = cover_from(state, fighter, target)
    toughness = toughness_of(state, target) + int(cover.verdict)
    seen = fact("WC-SIGHT-1", "visible")
    if cover.reasons:
        covered = fact(cover.reasons[0].rule, "in cover: {part}", part=cover.reasons[0].part)
    else:
        covered = fact("WC-COVER-1", "not in cover")
    hits = fact(
        "WC-HIT-1",
        "hits on {least}+: strength {strength} against toughness {toughness}",
        least=hits_on(weapon.strength, toughness),
        strength=weapon.strength,
        toughness=toughness,
    )
    return (hits, covered, seen)
