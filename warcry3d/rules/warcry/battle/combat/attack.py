"""Attack actions: weapon and target (WC-ATT, WC-TARGET, WC-RANGE), and cover when the target is picked."""

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message, counted
from warcry3d.motion.edges import edges_near
from warcry3d.motion.levels import levels_of
from warcry3d.motion.volume import volume_of
from warcry3d.rules.results import CoverVerdict
from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.combat.hit_rolls import TargetReacts
from warcry3d.rules.warcry.battle.combat.hit_table import hits_on
from warcry3d.rules.warcry.battle.combat.visibility import cover_from, sees
from warcry3d.rules.warcry.battle.fighters import (
    effects_on,
    enemies_within,
    is_on_steps,
    toughness_of,
    weapon_of,
)
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.cover import PLATFORM_RULE
from warcry3d.rules.warcry.fighter import FLY, fighter_of
from warcry3d.rules.warcry.move_limits import EDGE_REACH, ENGAGED
from warcry3d.sight.distance import are_within, is_within, measure

__all__ = ["attack", "attack_context", "attack_faults", "reach_to", "tests_after"]


def attack_faults(state: State, fighter: str, action: Attack, *, is_quick: bool = False) -> tuple[ActionFault, ...]:
    """Return everything that forbids an attack (WC-ATT-1, WC-TARGET, WC-RANGE); ``is_quick``: sight, which takes the
    longest, is asked about only where nothing else forbids it.
    """
    weapons = state.profile(fighter).weapons
    if not 0 <= action.weapon < len(weapons):
        return fault("WC-ATT-1", "the weapon must be 0 to {last}", place="weapon", last=len(weapons) - 1)
    enemies = {other.id for other in state.enemies(state.fighter(fighter).player)}
    if action.target not in enemies:
        return fault(
            "WC-TARGET-4", "'{target}' is not an enemy on the battlefield", place="target", target=action.target
        )
    weapon = weapon_of(state, fighter, action.weapon, action.target)
    found = (
        *_bound_faults(state, fighter, action.target),
        *_range_faults(state, fighter, action.target, weapon),
        *_missile_faults(state, fighter, action.target, weapon),
    )
    return found if found and is_quick else (*found, *_sight_faults(state, fighter, action.target))


def _bound_faults(state: State, fighter: str, target: str) -> tuple[ActionFault, ...]:
    """Return a fault if the fighter must attack another target: one within 1 in, or its taunter (WC-TARGET-1,
    WC-TAUNT-2).
    """
    near = enemies_within(state, fighter, ENGAGED)
    found: list[ActionFault] = []
    if near and target not in near:
        found += fault("WC-TARGET-1", "{near} is within 1 in and must be attacked first", place="target", near=near[0])
    taunts = {e.about for e in effects_on(state, fighter, "must-attack")}
    if taunts and target not in taunts:
        found += fault("WC-TAUNT-2", "it must attack {who}", place="target", who=", ".join(sorted(taunts)))
    return tuple(found)


def _range_faults(state: State, fighter: str, target: str, weapon: Weapon) -> tuple[ActionFault, ...]:
    """Return a fault if the target is out of range (WC-RANGE)."""
    inches = reach_to(state, fighter, target)
    if not is_within(inches, weapon.max_range):
        return fault(
            "WC-RANGE-1",
            "{target} is {apart:.2f} in away, the weapon reaches {reach:g}",
            place="target",
            target=target,
            apart=inches,
            reach=weapon.max_range,
        )
    if weapon.min_range > 0 and is_within(inches, weapon.min_range):
        return fault(
            "WC-RANGE-2",
            "{target} is {apart:.2f} in away, too near: the weapon reaches from {reach:g} on",
            place="target",
            target=target,
            apart=inches,
            reach=weapon.min_range,
        )
    return ()


def reach_to(state: State, fighter: str, target: str) -> float:
    """Return the distance to compare with a weapon's range; horizontal only under an effect like WC-REACH-1."""
    apart_by = measure(state.table.model(fighter), state.table.model(target))
    return apart_by.horizontal if effects_on(state, fighter, "flat-range") else apart_by.direct


def _missile_faults(state: State, fighter: str, target: str, weapon: Weapon) -> tuple[ActionFault, ...]:
    """Return a fault if a missile target is too close to a friend (WC-TARGET-3)."""
    if weapon.is_melee:
        return ()
    aim = state.table.model(target)
    friends = [f.id for f in state.on_board(state.fighter(fighter).player)]
    near = next((friend for friend in friends if are_within(state.table.model(friend), aim, ENGAGED)), None)
    if near is None:
        return ()
    return fault("WC-TARGET-3", "{friend} is within 1 in of {target}", place="target", friend=near, target=target)


def _sight_faults(state: State, fighter: str, target: str) -> tuple[ActionFault, ...]:
    """Return a fault if the target is not visible (WC-SIGHT-1)."""
    if sees(state, fighter, target):
        return ()
    return fault("WC-SIGHT-1", "{target} is not visible to {fighter}", place="target", target=target, fighter=fighter)


def attack(do: Transition, fighter: str, action: Attack) -> None:
    """Make an attack that has no faults."""
    state = do.state
    weapon = weapon_of(state, fighter, action.weapon, action.target)
    cover = cover_from(state, fighter, action.target)
    toughness = toughness_of(state, action.target) + int(cover.verdict)
    do.emit(
        "attack",
        "{attacker} attacks {target}, {distance:.2f} in away ({weapon}, {dice}, strength {strength} against toughness "
        "{toughness}: hits on {least}+)",
        "WC-ATT-1",
        attacker=fighter,
        target=action.target,
        weapon=weapon.runemark,
        strength=weapon.strength,
        toughness=toughness,
        distance=measure(state.table.model(fighter), state.table.model(action.target)).direct,
        dice=counted("{n} die", "{n} dice", weapon.attacks),
        least=hits_on(weapon.strength, toughness),
    )
    _emit_cover(do, action.target, cover)
    context = attack_context(state, fighter, action, is_in_cover=cover.verdict)
    do.push(TargetReacts(context.changed(tests=tests_after(state, action.target))))


def attack_context(state: State, fighter: str, action: Attack, *, is_in_cover: bool) -> AttackContext:
    """Return the values of an attack as the battle stands, without the falling tests after it."""
    weapon = weapon_of(state, fighter, action.weapon, action.target)
    return AttackContext(
        attacker=fighter,
        target=action.target,
        weapon=action.weapon,
        is_melee=weapon.is_melee,
        toughness=toughness_of(state, action.target) + int(is_in_cover),
        hit=weapon.hit,
        crit=weapon.crit,
        is_in_cover=is_in_cover,
    )


def _emit_cover(do: Transition, target: str, cover: CoverVerdict) -> None:
    """Report that a target is in cover, and why: obstacles on the line, or its platform high above the attacker."""
    if not cover.reasons:
        return
    rules = tuple(dict.fromkeys(reason.rule for reason in cover.reasons))
    do.emit(
        "cover",
        "{target} is in cover, so its toughness counts 1 more: {reasons}",
        *rules,
        target=target,
        reasons=_cover_reasons(cover),
    )


def _cover_reasons(cover: CoverVerdict) -> tuple[Message, ...]:
    """Return every reason for cover in words: the obstacles between the two, and the target's platform."""
    between = tuple(reason.part for reason in cover.reasons if reason.rule != PLATFORM_RULE)
    platforms = tuple(reason.part for reason in cover.reasons if reason.rule == PLATFORM_RULE)
    reasons = (
        Message("behind {parts}", {"parts": between}) if between else None,
        Message("2 in or more higher, on {parts}", {"parts": platforms}) if platforms else None,
    )
    return tuple(reason for reason in reasons if reason is not None)


def tests_after(state: State, target: str) -> tuple[str, ...]:
    """Return the rules that require a falling test of the target after the attack (WC-EDGE-1, WC-LADDER-3)."""
    fighter = state.fighter(target)
    if fighter.holds:
        return ("WC-LADDER-3",) if is_on_steps(state, fighter) else ()
    model = state.table.model(target)
    if FLY in fighter_of(model).runemarks:
        return ()
    level = levels_of(state.table).under(fighter.at)
    if level is None or level.is_floor:
        return ()
    near = edges_near(state.table, level, volume_of(model), fighter.at, EDGE_REACH)
    return ("WC-EDGE-1",) if near else ()
