"""The numbers of an attack term by term: profile, abilities, cover, and what the dice need (WC-HIT, WC-COVER)."""

from collections.abc import Iterator

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message
from warcry3d.rules.results import CoverVerdict
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.combat.hit_table import CRIT, HitTable, hit_table, when_of
from warcry3d.rules.warcry.battle.fighters import changes_of, effects_on, weapon_of
from warcry3d.rules.warcry.battle.state import Effect, State
from warcry3d.rules.warcry.cover import PLATFORM_RULE

__all__ = ["attack_terms", "cover_reasons", "source_of"]

CHARACTERISTICS = ("attacks", "strength", "hit", "crit")


def attack_terms(state: State, attack: AttackContext) -> tuple[RuleReason, ...]:
    """Return what the dice need first, then what that is made of."""
    weapon = weapon_of(state, attack.attacker, attack.weapon, attack.target)
    values = {"strength": weapon.strength, "toughness": attack.toughness}
    table = hit_table(state, attack)
    hits = message("hits on {least}+: strength {strength} against toughness {toughness}", least=table.least, **values)
    return (
        RuleReason("WC-HIT-1", hits if table.least < table.crit_from else message("only critical hits")),
        *_weapon_terms(state, attack),
        *_toughness_terms(state, attack),
        *_critical_terms(state, attack, table),
    )


def _profile(state: State, id: str) -> Profile:
    return state.profile(id).at_damage(state.fighter(id).damage)


def _weapon_terms(state: State, attack: AttackContext) -> Iterator[RuleReason]:
    profile = _profile(state, attack.attacker)
    weapon = profile.weapons[attack.weapon]
    yield RuleReason(
        "WC-ATT-5",
        message(
            "{weapon}: {dice}, strength {strength}, {hit} damage for a hit, {crit} for a critical hit",
            weapon=weapon.runemark,
            dice=counted("{n} die", "{n} dice", weapon.attacks),
            strength=weapon.strength,
            hit=weapon.hit,
            crit=weapon.crit,
        ),
    )
    if profile != state.profile(attack.attacker):
        yield RuleReason("WC-MON-1", message("{fighter} is weaker by its damage", fighter=attack.attacker))
    for what in CHARACTERISTICS:
        value = getattr(weapon, what)
        for effect, added in changes_of(state, attack.attacker, what, value, when_of(attack), attack.target):
            yield _effect_term(state, effect, what, added)


def _toughness_terms(state: State, attack: AttackContext) -> Iterator[RuleReason]:
    toughness = _profile(state, attack.target).toughness
    values = {"toughness": toughness, "target": attack.target}
    yield RuleReason("WC-HIT-2", message("toughness {toughness} of {target}", **values))
    for effect, added in changes_of(state, attack.target, "toughness", toughness):
        yield _effect_term(state, effect, "toughness", added)
    if attack.is_in_cover:
        yield RuleReason("WC-COVER-1", message("+1 toughness in cover"))


def _critical_terms(state: State, attack: AttackContext, table: HitTable) -> Iterator[RuleReason]:
    found = effects_on(state, attack.attacker, "crit-on", when_of(attack), attack.target)
    best = next((effect for effect in found if effect.amount == table.crit_from < CRIT), None)
    if best is None:
        yield RuleReason("WC-ATT-3", message("a critical hit on {least}", least=table.crit_from))
    else:
        ability, rule = source_of(state, best)
        yield RuleReason(rule, message("{ability}: a critical hit on {least}+", ability=ability, least=table.crit_from))
    for effect in effects_on(state, attack.attacker, "re-roll-hits", when_of(attack), attack.target):
        ability, rule = source_of(state, effect)
        dice = counted("{n} hit die again", "{n} hit dice again", effect.amount)
        yield RuleReason(rule, message("{ability}: up to {dice}", ability=ability, dice=dice))


def _effect_term(state: State, effect: Effect, what: str, added: float) -> RuleReason:
    ability, rule = source_of(state, effect)
    return RuleReason(rule, message("{ability}: {amount:+g} {what}", ability=ability, amount=added, what=what))


def source_of(state: State, effect: Effect) -> tuple[str, str]:
    """Return the name of what made an effect, an ability or a card, and its rule."""
    ability = state.context.abilities.get(effect.source)
    return (effect.source, "WC-PLAN-1") if ability is None else (ability.name, ability.rule or "WC-ABIL-1")


def cover_reasons(cover: CoverVerdict) -> tuple[RuleReason, ...]:
    """Return why a target is in cover: the obstacle on the line, or the platform that it stands on."""
    return tuple(RuleReason(reason.rule, _in_cover(reason.rule, reason.part)) for reason in cover.reasons)


def _in_cover(rule: str, part: str) -> Message:
    if rule == PLATFORM_RULE:
        return message("in cover: 2 in or more up on {part}", part=part)
    return message("in cover: {part} is between them", part=part)
