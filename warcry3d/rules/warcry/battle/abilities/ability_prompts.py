"""How abilities can be answered: each is a prompt of its own, answered by the set of dice that pays for it."""

from warcry3d.game.action_faults import fault
from warcry3d.game.prompts import Option, PickOne
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import message
from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.battle.abilities.ability_use import abilities_open_to, ability_faults, turn_faults
from warcry3d.rules.warcry.battle.abilities.idle_abilities import idle_faults
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.descriptions import set_name
from warcry3d.rules.warcry.battle.prompt_parts import fact
from warcry3d.rules.warcry.battle.state import Set, State

__all__ = ["ability_prompts"]

KEYS = "123456789"


def ability_prompts(state: State, fighter: str) -> tuple[PickOne, ...]:
    """Return a prompt for each ability that a fighter's faction and runemarks let it use."""
    sets = tuple(dict.fromkeys(state.side(state.fighter(fighter).player).hand.sets))
    abilities = abilities_open_to(state, fighter)
    keys = (*KEYS, *[""] * len(abilities))
    return tuple(_prompt(state, fighter, one, sets, key) for one, key in zip(abilities, keys, strict=False))


def _prompt(state: State, fighter: str, ability: Ability, sets: tuple[Set, ...], key: str) -> PickOne:
    uses = {f"{one.count}x{one.value}": UseAbility(ability.id, one.value, one.count) for one in sets}
    options = tuple(_option(state, fighter, id, use) for id, use in uses.items())
    rule = ability.rule or "WC-ABIL-1"
    return PickOne(
        id=f"ability:{ability.id}",
        heading=message("{ability}", ability=ability.name),
        detail=message("{cost}", cost=ability.cost),
        why=RuleReason(rule, message("{fighter} uses an ability", fighter=fighter)),
        key=key,
        hint=message("{text}", text=ability.text) if ability.text else None,
        faults=_faults(state, fighter, ability, options),
        idle=idle_faults(state, fighter, ability),
        action=uses.__getitem__,
        options=options,
    )


def _option(state: State, fighter: str, id: str, use: UseAbility) -> Option:
    return Option(
        id,
        set_name(use.value, use.count),
        dice=(use.value,) * use.count,
        facts=(fact("WC-ABIL-1", "value {value}", value=use.value),),
        faults=ability_faults(state, fighter, use),
    )


def _faults(state: State, fighter: str, ability: Ability, options: tuple[Option, ...]) -> tuple[ActionFault, ...]:
    """Return why an ability cannot be used at all now, whatever pays for it."""
    if any(not option.faults for option in options):
        return ()
    paying = [option for option in options if len(option.dice) >= ability.dice]
    too_few = fault("WC-ABIL-1", "no set of dice pays for a {cost}", cost=ability.cost)
    return turn_faults(state, fighter) or (paying[0].faults if paying else too_few)
