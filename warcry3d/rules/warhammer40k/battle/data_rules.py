"""Which abilities of datasheets, as data, touch which units now: own ones, and auras (40K-AURA, 40K-UNIT-4)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from warcry3d.rules.warhammer40k.battle.formations import unit_has
from warcry3d.rules.warhammer40k.battle.modifiers import ValueChange, modified
from warcry3d.rules.warhammer40k.battle.sensing import is_near, once_in
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import (
    Characteristic,
    CharacteristicRule,
    EligibleRule,
    GrantRule,
    IgnoresRule,
    OfAttacks,
    PainRule,
    RollRule,
    Touches,
    Whom,
)
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponMode, weapon_ability

__all__ = [
    "AttackAtHand",
    "characteristic",
    "felt_by_rules",
    "granted",
    "ignores_modifiers",
    "may_after",
    "own_rules",
    "roll_bonus",
    "rules_on",
    "touches",
    "value_changes",
]

R = TypeVar("R", bound=Touches)


def _has_any(state: State40k, kind: type[Touches]) -> bool:
    """Return whether some datasheet of the battle has a rule of a kind."""
    key = ("has-rule", kind)
    kept = state.context.kept
    if key not in kept:
        sheets = [part.entry.sheet for part in state.context.parts.values()]
        kept[key] = any(isinstance(rule, kind) for sheet in sheets for rule in sheet.rules)
    return bool(kept[key])


def own_rules(state: State40k, unit: str, kind: type[R]) -> tuple[R, ...]:
    """Return the rules of a kind on the datasheets of a unit's models that were not destroyed."""
    if not _has_any(state, kind):
        return ()
    parts = dict.fromkeys(model.part for model in state.living(unit))
    return tuple(rule for part in parts for rule in state.context.sheet(part).rules if isinstance(rule, kind))


def touches(state: State40k, owner: str, rule: Touches, unit: str) -> bool:
    """Return whether a rule of one unit touches a unit: by side, keywords, and the range of an aura.

    An aura reaches its own bearer too (40K-OPEN-36). Without a range only the own unit is touched.
    """
    is_own = owner == unit
    if rule.leading and len({model.part for model in state.living(owner)}) < 2:
        return False
    if rule.of is Whom.OWN and not is_own:
        return False
    is_friend = state.unit(owner).player == state.unit(unit).player
    if (rule.of is Whom.FRIENDS and not is_friend) or (rule.of is Whom.ENEMIES and is_friend):
        return False
    if not unit_has(state, unit, *rule.keywords):
        return False
    if is_own or not rule.within:
        return is_own
    bearers = [one.id for one in state.troops(owner) if rule in state.context.sheet(one.part).rules]
    others = state.figures(unit)
    return any(is_near(state.table.model(bearer), other, rule.within) for bearer in bearers for other in others)


def rules_on(state: State40k, unit: str, kind: type[R]) -> tuple[R, ...]:
    """Return the rules of a kind that touch a unit now; auras of one name count once (40K-AURA-2)."""
    if not _has_any(state, kind):
        return ()
    return once_in(state, ("rules-on", unit, kind), lambda: tuple(_found(state, unit, kind)))


def _found(state: State40k, unit: str, kind: type[R]) -> Iterator[R]:
    auras = set[tuple[str, ...]]()
    for owner in state.units:
        for rule in own_rules(state, owner.id, kind):
            aura = _aura(rule)
            if rule.within and (aura in auras or not (owner.id == unit or state.is_here(owner.id))):
                continue
            if touches(state, owner.id, rule, unit):
                if rule.within:
                    auras.add(aura)
                yield rule


def _aura(rule: Touches) -> tuple[str, ...]:
    """Return what two auras have in common that do not add up: their name, and what they change."""
    match rule:
        case CharacteristicRule(what=what, against=against, attacks=attacks):
            return rule.name, what.value, str(against), attacks
        case RollRule(roll=roll, against=against, attacks=attacks):
            return rule.name, roll, str(against), attacks
        case GrantRule(ability=ability, attacks=attacks):
            return rule.name, ability, attacks
    return (rule.name,)


@dataclass(frozen=True, slots=True)
class AttackAtHand:
    """An attack that rules may be about: of a ``model`` with a weapon, at the unit ``target``."""

    model: str
    target: str
    is_melee: bool


def _is_about(state: State40k, rule: OfAttacks, attack: AttackAtHand | None) -> bool:
    """Return whether a rule is about an attack; where there is none, whether it is about no attacks in particular."""
    if attack is None:
        return not (rule.attacks or rule.targets or rule.bearer)
    if rule.attacks and (rule.attacks == "melee") is not attack.is_melee:
        return False
    if rule.bearer and rule not in state.context.sheet(state.troop(attack.model).part).rules:
        return False
    return not rule.targets or any(unit_has(state, attack.target, word) for word in rule.targets)


def value_changes(
    state: State40k, unit: str, *, against: bool = False, attack: AttackAtHand | None = None
) -> tuple[ValueChange, ...]:
    """Return what rules change of a unit's characteristics; ``against``: of attacks made at it (40K-WEAPON-5)."""
    return tuple(
        ValueChange(what=rule.what, how=rule.how, value=rule.value, least=rule.least)
        for rule in rules_on(state, unit, CharacteristicRule)
        if rule.against is against and _is_about(state, rule, attack)
    )


def granted(state: State40k, unit: str, attack: AttackAtHand, mode: WeaponMode) -> WeaponMode:
    """Return a mode of a weapon with the abilities that rules give it for an attack."""
    rules = rules_on(state, unit, GrantRule)
    more = tuple(weapon_ability(rule.ability) for rule in rules if _is_about(state, rule, attack))
    return replace(mode, abilities=(*mode.abilities, *more)) if more else mode


def felt_by_rules(state: State40k, unit: str, *, is_mortal: bool, is_psychic: bool) -> int:
    """Return from which roll on rules let models of a unit ignore a wound; 0: none does."""
    holds = {"": True, "mortal-wounds": is_mortal, "psychic-attacks": is_psychic}
    return min((rule.needed for rule in rules_on(state, unit, PainRule) if holds[rule.against]), default=0)


def characteristic(state: State40k, unit: str, what: Characteristic, base: int | None) -> int | None:
    """Return a characteristic of models of a unit as it is now; "-" is never changed (40K-MOD-9)."""
    return None if base is None else modified(what, base, value_changes(state, unit))


def roll_bonus(
    state: State40k, unit: str, roll: str, *, against: bool = False, attack: AttackAtHand | None = None
) -> tuple[int, ...]:
    """Return what rules add to a roll of a unit, or of attacks made at it."""
    found = [rule for rule in rules_on(state, unit, RollRule) if rule.roll == roll and rule.against is against]
    return tuple(rule.value for rule in found if _is_about(state, rule, attack))


def may_after(
    state: State40k, unit: str, to: Literal["shoot", "charge"], after: Literal["advancing", "falling-back"]
) -> bool:
    """Return whether a rule lets a unit shoot or charge though it moved so in this turn."""
    return any(to in rule.to and after in rule.after for rule in rules_on(state, unit, EligibleRule))


def ignores_modifiers(state: State40k, unit: str) -> bool:
    """Return whether attacks of a unit ignore what makes them worse (40K-MOD-15)."""
    return bool(rules_on(state, unit, IgnoresRule))
