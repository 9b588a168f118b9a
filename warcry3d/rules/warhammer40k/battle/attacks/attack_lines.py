"""Attacks with one weapon at one unit: what each roll needs, with all that changes it (40K-ATTACK, 40K-TRIGGER)."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from msgspec import UNSET, UnsetType

from warcry3d.game.dice_sum import DiceSum
from warcry3d.rules.warhammer40k.battle.actions import Aim40k
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import CRITICAL, AttackLine40k
from warcry3d.rules.warhammer40k.battle.attacks.saves import cover_counts, save_value
from warcry3d.rules.warhammer40k.battle.attacks.seeing import is_covered, plunges_on, sees, sees_unit
from warcry3d.rules.warhammer40k.battle.attacks.weapons import carrier_of, is_big_gun
from warcry3d.rules.warhammer40k.battle.data_rules import (
    AttackAtHand,
    granted,
    ignores_modifiers,
    roll_bonus,
    rules_on,
    value_changes,
)
from warcry3d.rules.warhammer40k.battle.formations import has_ability, unit_has
from warcry3d.rules.warhammer40k.battle.modifiers import ValueChange, for_the_better, modified
from warcry3d.rules.warhammer40k.battle.sensing import engaged_units, is_engaged, is_near, once_in
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k, UnitEffect40k
from warcry3d.rules.warhammer40k.battle.strength import toughness_of
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic, How, LimitRule
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponMode, WeaponWord

__all__ = ["attack_lines", "attacks_of", "hit_bonus", "is_half", "mode_of"]

MOVED = (Deed40k.MOVED, Deed40k.ADVANCED, Deed40k.FELL_BACK, Deed40k.ARRIVED, Deed40k.DISEMBARKED, Deed40k.WRECKED)
ROLLED_FOR = (Characteristic.ATTACKS, Characteristic.STRENGTH, Characteristic.DAMAGE)
"""Characteristics that dice may be rolled for, so that they are changed after the roll."""

BLAST_EACH = 5
"""A blast weapon makes one attack more for each so many models of its target."""


def mode_of(state: State40k, aim: Aim40k) -> WeaponMode:
    """Return the mode in which a weapon is used."""
    for is_melee in (False, True):
        for carried in state.context.weapons(aim.model, is_melee=is_melee):
            if carried.slot == aim.slot:
                return carried.weapon.modes[aim.mode]
    raise AssertionError("its faults said so")


def attack_lines(
    state: State40k,
    unit: str,
    aims: Iterable[Aim40k],
    *,
    is_overwatch: bool = False,
    is_rough: bool = False,
    halves: tuple[str, ...] | UnsetType = UNSET,
) -> tuple[AttackLine40k, ...]:
    """Return the attacks of a unit, those about which everything is the same together, target by target.

    ``is_rough``: cover, which takes long to find out, is left out. ``halves``: the weapons within half their range as
    their targets were picked, where these may have moved since (40K-TRIGGER-1).
    """
    found: dict[AttackLine40k, AttackLine40k] = {}
    for aim in aims:
        half = is_half(state, aim) if isinstance(halves, UnsetType) else aim.weapon in halves
        line = _line(state, unit, aim, half=half, is_overwatch=is_overwatch, is_rough=is_rough)
        key = line.changed(attacks=0, rolls=int(line.rolls > 0))
        before = found.get(key)
        if before is not None:
            line = before.changed(attacks=before.attacks + line.attacks, rolls=before.rolls + line.rolls)
        found[key] = line
    order = list(dict.fromkeys(line.target for line in found.values()))
    return tuple(sorted(found.values(), key=lambda line: order.index(line.target)))


def _line(state: State40k, unit: str, aim: Aim40k, *, half: bool, is_overwatch: bool, is_rough: bool) -> AttackLine40k:
    mode = mode_of(state, aim)
    carrier = carrier_of(state, aim.model)
    attack = AttackAtHand(aim.model, aim.target, mode.reach is None)
    mode = granted(state, unit, attack, mode)
    changes = attack_changes(state, unit, attack, mode)
    own = replace(mode.attacks, plus=0)
    extra = DiceSum() if aim.attacks else _added(state, aim, mode, half=half)
    is_rolled = not aim.attacks and (own.is_random or extra.is_random)
    attacks = aim.attacks
    if not attacks and not is_rolled:
        added = ValueChange(what=Characteristic.ATTACKS, how=How.ADD, value=extra.plus)
        attacks = modified(Characteristic.ATTACKS, mode.attacks.plus, (*changes, added))
    torrent = mode.ability(WeaponWord.TORRENT) is not None or mode.skill is None
    ap = modified(Characteristic.AP, mode.ap, changes)
    is_plunging = mode.reach is not None and plunges_on(state, carrier, aim.target)
    aps = (ap, ap - 1) if is_plunging else (ap,)
    saved = sum(roll_bonus(state, aim.target, "save", attack=attack))
    sustained, melta = mode.ability(WeaponWord.SUSTAINED_HITS), mode.ability(WeaponWord.MELTA)
    return AttackLine40k(
        unit=unit,
        target=aim.target,
        weapon=_weapon_name(state, aim),
        mode=mode.name,
        is_melee=mode.reach is None,
        attacks=attacks,
        rolls=int(is_rolled),
        more=str(own) if is_rolled and own.is_random else "",
        base=mode.attacks.plus if is_rolled else 0,
        extra=str(extra) if is_rolled else "0",
        skill=0 if torrent else skill_of(mode, changes),
        hit_bonus=0 if torrent else hit_bonus(state, unit, carrier, mode, attack),
        is_overwatch=is_overwatch and not torrent,
        strength=_strength(mode, changes),
        toughness=toughness_of(state, aim.target),
        wound_bonus=wound_bonus(state, unit, mode, attack),
        critical_wound=critical_wound(state, mode, aim.target),
        is_twin_linked=mode.ability(WeaponWord.TWIN_LINKED) is not None,
        ap=ap,
        is_plunging=is_plunging,
        damage=str(mode.damage),
        plus=melta.value.plus if melta is not None and melta.value is not None and half else 0,
        sustained="" if sustained is None or sustained.value is None else str(sustained.value),
        is_lethal=mode.ability(WeaponWord.LETHAL_HITS) is not None,
        is_devastating=mode.ability(WeaponWord.DEVASTATING_WOUNDS) is not None,
        characters=tuple(_characters(state, unit, aim, mode)),
        covered=() if is_rough else _covered(state, unit, carrier, mode, aim.target, aps, saved),
        changes=tuple(one for one in changes if one.what in ROLLED_FOR),
        save_bonus=saved,
        always_wounds=_limit(state, unit, against=False),
        never_wounds=_limit(state, aim.target, against=True),
        is_psychic=True if mode.ability(WeaponWord.PSYCHIC) is not None else UNSET,
    )


def attack_changes(state: State40k, unit: str, attack: AttackAtHand, mode: WeaponMode) -> tuple[ValueChange, ...]:
    """Return what rules change of a unit's attacks with a weapon at a target: the weapon stays as it is (40K-WEAPON-5).

    The attacker's come last: of two values that are set its own counts (40K-ORDER-3). Attacks that ignore modifiers
    keep what makes them better only (40K-MOD-15).
    """
    at_target = value_changes(state, attack.target, against=True, attack=attack)
    changes = (*at_target, *value_changes(state, unit, attack=attack))
    if not changes or not ignores_modifiers(state, unit):
        return changes
    base: dict[Characteristic, float] = {
        Characteristic.AP: mode.ap,
        Characteristic.ATTACKS: mode.attacks.odds.mean,
        Characteristic.STRENGTH: mode.strength.odds.mean,
        Characteristic.DAMAGE: mode.damage.odds.mean,
    }
    return tuple(one for one in changes if for_the_better([one], base.get(one.what, mode.skill or 0)))


def skill_of(mode: WeaponMode, changes: Sequence[ValueChange]) -> int:
    """Return what hit rolls need: WS or BS, changed for every weapon of a model (40K-MOD-3); 0: no roll."""
    what = Characteristic.WEAPON_SKILL if mode.reach is None else Characteristic.BALLISTIC_SKILL
    return 0 if mode.skill is None else modified(what, mode.skill, changes)


def _strength(mode: WeaponMode, changes: Sequence[ValueChange]) -> str:
    if mode.strength.is_random:
        return str(mode.strength)
    return str(modified(Characteristic.STRENGTH, mode.strength.plus, changes))


def wound_bonus(state: State40k, unit: str, mode: WeaponMode, attack: AttackAtHand) -> int:
    """Return the sum of what changes wound rolls; it counts for 1 at most either way (40K-MOD-14)."""
    lance = int(mode.ability(WeaponWord.LANCE) is not None and Deed40k.CHARGED in state.unit(unit).did)
    at_target = roll_bonus(state, attack.target, "wound", against=True, attack=attack)
    return _kept(state, unit, (lance, *roll_bonus(state, unit, "wound", attack=attack), *at_target))


def _kept(state: State40k, unit: str, bonuses: Iterable[int]) -> int:
    """Return the sum of modifiers of a roll; attacks that ignore modifiers drop the bad ones (40K-MOD-15)."""
    drops = ignores_modifiers(state, unit)
    return sum(one for one in bonuses if one > 0 or not drops)


def _limit(state: State40k, unit: str, *, against: bool) -> int:
    """Return from which roll on attacks of a unit always wound, or below which those at it never do; 0: no rule."""
    found = [rule.needed for rule in rules_on(state, unit, LimitRule) if rule.against is against]
    return (max if against else min)(found, default=0)


def _weapon_name(state: State40k, aim: Aim40k) -> str:
    return next(
        one.weapon.name
        for is_melee in (False, True)
        for one in state.context.weapons(aim.model, is_melee=is_melee)
        if one.slot == aim.slot
    )


def is_half(state: State40k, aim: Aim40k) -> bool:
    """Return whether a target is within half the range of a weapon, looked at when it is picked (40K-TRIGGER-1)."""
    mode = mode_of(state, aim)
    if mode.reach is None or not (mode.ability(WeaponWord.MELTA) or mode.ability(WeaponWord.RAPID_FIRE)):
        return False
    figure = state.table.model(carrier_of(state, aim.model))
    return any(is_near(figure, one, mode.reach / 2) for one in state.figures(aim.target))


def _added(state: State40k, aim: Aim40k, mode: WeaponMode, *, half: bool) -> DiceSum:
    """Return what a weapon adds to its A: rapid fire within half the range, blast at many models."""
    rapid = mode.ability(WeaponWord.RAPID_FIRE)
    found = rapid.value if rapid is not None and rapid.value is not None and half else DiceSum()
    blast = len(state.troops(aim.target)) // BLAST_EACH if mode.ability(WeaponWord.BLAST) else 0
    return replace(found, plus=found.plus + blast)


def hit_bonus(state: State40k, unit: str, model: str, mode: WeaponMode, attack: AttackAtHand) -> int:
    """Return the sum of what changes hit rolls of a model; it counts for 1 at most either way (40K-MOD-14)."""
    damaged = state.context.model_profile(model).damaged
    found = [-int(damaged is not None and state.wounds_left(model) <= damaged.wounds)]
    found += roll_bonus(state, unit, "hit", attack=attack)
    found += roll_bonus(state, attack.target, "hit", against=True, attack=attack)
    if mode.reach is not None:
        found += _ranged_bonuses(state, unit, mode, attack.target)
    return _kept(state, unit, found)


def _ranged_bonuses(state: State40k, unit: str, mode: WeaponMode, target: str) -> Iterator[int]:
    """Yield what changes hit rolls of ranged attacks."""
    if mode.ability(WeaponWord.HEAVY) and not set(MOVED) & set(state.unit(unit).did):
        yield 1
    if is_stealthy(state, target):
        yield -1
    if _is_close(state, unit, target) and mode.ability(WeaponWord.PISTOL) is None:
        yield -1
    if _is_unseen(state, unit, mode, target):
        yield -1


def is_stealthy(state: State40k, unit: str) -> bool:
    """Return whether all models of a unit have stealth, by themselves or in smoke (40K-STRAT-SMOKE-2)."""
    return UnitEffect40k.SMOKE in state.unit(unit).effects or has_ability(state, unit, CoreWord.STEALTH)


def _is_close(state: State40k, unit: str, target: str) -> bool:
    """Return whether big guns shoot in or into engagement range (40K-BIGGUNS-3)."""
    return (is_big_gun(state, unit) and bool(engaged_units(state, unit))) or (
        is_big_gun(state, target) and is_engaged(state, target)
    )


def attacks_of(state: State40k, aim: Aim40k) -> int:
    """Return how many attacks a model has with a melee weapon at a target, as rules change its A; without dice."""
    mode = mode_of(state, aim)
    attack = AttackAtHand(aim.model, aim.target, mode.reach is None)
    changes = attack_changes(state, state.troop(aim.model).unit, attack, mode)
    return modified(Characteristic.ATTACKS, mode.attacks.plus, changes)


def _is_unseen(state: State40k, unit: str, mode: WeaponMode, target: str) -> bool:
    """Return whether indirect fire is at a target of which no model is visible to the unit, at any distance."""
    if mode.ability(WeaponWord.INDIRECT_FIRE) is None:
        return False
    return once_in(
        state,
        ("unseen", unit, target),
        lambda: not any(sees_unit(state, model.id, target, math.inf) for model in state.troops(unit)),
    )


def critical_wound(state: State40k, mode: WeaponMode, target: str) -> int:
    """Return from which unmodified result on wound rolls are critical: 6, or what anti says of the target."""
    found = [
        one.needed for one in mode.abilities if one.word is WeaponWord.ANTI and unit_has(state, target, one.keyword)
    ]
    return min((CRITICAL, *found))


def _characters(state: State40k, unit: str, aim: Aim40k, mode: WeaponMode) -> Iterator[str]:
    """Yield the characters of a target that precision may pick: visible to the attacker (in a fight all are)."""
    is_melee = mode.reach is None
    has_word = mode.ability(WeaponWord.PRECISION) is not None
    if not has_word and not (is_melee and UnitEffect40k.EPIC_CHALLENGE in state.unit(unit).effects):
        return
    if not has_word and aim.model != state.unit(unit).challenger:
        return
    for model in state.troops(aim.target):
        is_other = len({one.part for one in state.living(aim.target)}) > 1
        is_picked = is_other and state.context.has(model.id, "character")
        if is_picked and (is_melee or sees(state, carrier_of(state, aim.model), model.id)):
            yield model.id


def _covered(
    state: State40k, unit: str, carrier: str, mode: WeaponMode, target: str, aps: Sequence[int], bonus: int
) -> tuple[str, ...]:
    """Return the models of a target with the benefit of cover from a weapon, never in melee (40K-COVER-1).

    ``aps``: the AP that its attacks may have, ``bonus``: what rules add to saves: cover that could change no save is
    not looked for.
    """
    if mode.reach is None or mode.ability(WeaponWord.IGNORES_COVER):
        return ()
    effects = state.unit(target).effects
    models = tuple(model.id for model in state.troops(target))
    has_all = UnitEffect40k.GONE_TO_GROUND in effects or UnitEffect40k.SMOKE in effects
    if has_all or _is_unseen(state, unit, mode, target):
        return models
    viewers = tuple(model.id for model in state.troops(unit))
    asked = tuple(
        model
        for model in models
        if any(cover_counts(save_value(state, model), state.context.profile(model), ap, bonus) for ap in aps)
    )
    return tuple(model for model in asked if is_covered(state, carrier, viewers, model))
