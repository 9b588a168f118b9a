"""Using abilities (WC-ABIL-1 and 2, WC-COMBAT-3)."""

from collections.abc import Iterator, Sequence
from typing import Any

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.abilities.vocabulary import Do, PickFighter, RemoveTerrain
from warcry3d.rules.warcry.battle.abilities import effects, terrain_removal
from warcry3d.rules.warcry.battle.abilities.conditions import first_unmet, unmet_faults
from warcry3d.rules.warcry.battle.abilities.effect_runner import Perform
from warcry3d.rules.warcry.battle.abilities.selectors import select_fighters
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.descriptions import set_name
from warcry3d.rules.warcry.battle.fighters import effects_on
from warcry3d.rules.warcry.battle.movement import placement, pushes
from warcry3d.rules.warcry.battle.rounds import bonus_actions
from warcry3d.rules.warcry.battle.state import FighterStatus, Set, State, Use
from warcry3d.rules.warcry.battle.transition import Transition, change_activation, change_side

__all__ = ["PERFORMERS", "abilities_open_to", "ability_faults", "can_use_some", "turn_faults", "usable", "use_ability"]

PERFORMERS = (bonus_actions, placement, pushes, effects, terrain_removal)
"""The modules that implement the words of abilities: importing them registers the words."""


def abilities_open_to(state: State, fighter: str) -> tuple[Ability, ...]:
    """Return the abilities that a fighter's faction and runemarks allow, as the files have them; reactions left out."""
    return tuple(ability for ability in state.context.abilities_by_fighter[fighter] if not ability.is_reaction)


def usable(state: State, fighter: str) -> Iterator[UseAbility]:
    """Yield every way in which an activated fighter may use an ability now: the ability and the set that pays."""
    acting = state.activation
    if (
        acting is None
        or acting.fighter != fighter
        or acting.ability
        or state.fighter(fighter).place is not FighterStatus.BOARD
    ):
        return
    sets = dict.fromkeys(state.side(state.fighter(fighter).player).hand.sets)
    for ability in abilities_open_to(state, fighter):
        for paid in sets:
            if paid.count >= ability.dice:
                action = UseAbility(ability.id, paid.value, paid.count)
                if not ability_faults(state, fighter, action):
                    yield action


def can_use_some(state: State, fighter: str) -> bool:
    """Return whether an activated fighter could use an ability now; if not, nobody is asked."""
    return next(usable(state, fighter), None) is not None


def ability_faults(state: State, fighter: str, action: UseAbility) -> tuple[ActionFault, ...]:
    """Return why a fighter cannot use an ability now.

    Everything that its dice, its runemarks and the turn forbid; if that is nothing, the first condition of the ability
    that does not hold.
    """
    ability = state.context.abilities.get(action.ability)
    if ability is None:
        return fault("WC-ABIL-1", "no ability '{ability}'", place="ability", ability=action.ability)
    if ability.is_reaction:
        return fault("WC-REACT-1", "this is a reaction", place="ability")
    found = (
        *turn_faults(state, fighter),
        *_dice_faults(state, fighter, ability, action),
        *_mark_faults(state, fighter, ability),
    )
    return found or _own_faults(state, ability, Use(fighter=fighter, ability=ability.id, value=action.value))


def turn_faults(state: State, fighter: str) -> tuple[ActionFault, ...]:
    """Return why a fighter can use no ability at all in this activation (WC-COMBAT-3)."""
    acting = state.activation
    if acting is not None and acting.ability:
        return fault("WC-COMBAT-3", "{fighter} used an ability this activation", fighter=fighter)
    if effects_on(state, fighter, "cannot-use-abilities"):
        return fault("WC-ABIL-1", "{fighter} cannot use abilities now", fighter=fighter)
    return ()


def _dice_faults(state: State, fighter: str, ability: Ability, action: UseAbility) -> tuple[ActionFault, ...]:
    """Return a fault if the set does not exist or is too small: a larger one may pay (WC-ABIL-1)."""
    values: dict[str, Any] = {"count": action.count, "value": action.value}
    hand = state.side(state.fighter(fighter).player).hand
    if Set(value=action.value, count=action.count) not in hand.sets:
        return fault("WC-ABIL-1", "there is no {dice}", place="count", dice=set_name(action.value, action.count))
    if action.count < ability.dice:
        return fault(
            "WC-ABIL-6", "it costs a {cost}: {count} dice are too few", place="count", cost=ability.cost, **values
        )
    return ()


def _mark_faults(state: State, fighter: str, ability: Ability) -> tuple[ActionFault, ...]:
    """Return a fault if faction or runemarks forbid the ability (WC-ABIL-1)."""
    profile = state.profile(fighter)
    if ability.is_open_to(profile):
        return ()
    if ability.faction not in ("", profile.faction):
        return fault("WC-ABIL-4", "it is for fighters of {faction}", place="ability", faction=ability.faction)
    missing = [mark for mark in ability.runemarks if not profile.has(mark)]
    if missing:
        return fault("WC-ABIL-4", "it is for fighters with the runemark {mark}", place="ability", mark=missing[0])
    barred = next(mark for mark in ability.without if profile.has(mark))
    return fault("WC-ABIL-4", "it is not for fighters with the runemark {mark}", place="ability", mark=barred)


def _own_faults(state: State, ability: Ability, use: Use) -> tuple[ActionFault, ...]:
    """Return a fault if a condition does not hold, or if the ability finds no fighter or feature to affect."""
    rule = ability.rule or "WC-ABIL-1"
    unmet = first_unmet(state, use, resolve_values(ability.only, use.value))
    if unmet is not None:
        return unmet_faults(unmet, rule)
    words = resolve_values(ability.do, use.value)
    if not _finds_somebody(state, use, words):
        return fault(rule, "the ability has no possible target", place="ability")
    return ()


def _finds_somebody(state: State, use: Use, words: Sequence[Do]) -> bool:
    """Return whether the first word of a list finds its fighters or features."""
    match words[0] if words else None:
        case PickFighter(whom=whom):
            return bool(select_fighters(state, whom, use.fighter))
        case RemoveTerrain(within=within):
            return bool(terrain_removal.features_within(state, use.fighter, within))
    return True


def use_ability(do: Transition, fighter: str, action: UseAbility) -> None:
    """Use an ability: remove its dice, then run its effects."""
    ability = do.state.context.abilities[action.ability]
    side = do.state.side(do.state.fighter(fighter).player)
    sets = list(side.hand.sets)
    sets.remove(Set(value=action.value, count=action.count))
    change_side(do, side.id, hand=side.hand.changed(sets=tuple(sets)))
    change_activation(do, ability=ability.id)
    do.emit(
        "ability",
        "{fighter} uses {ability}, paid for with a {dice}",
        "WC-ABIL-1",
        *((ability.rule,) if ability.rule else ()),
        fighter=fighter,
        ability=ability.name,
        dice=set_name(action.value, action.count),
    )
    use = Use(fighter=fighter, ability=ability.id, value=action.value)
    do.push(Perform(use, resolve_values(ability.do, action.value)))
