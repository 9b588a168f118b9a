"""How it can be answered whom an ability is about: those who can be picked, and those who are too far or not seen."""

from collections.abc import Iterator

from warcry3d.game.action_faults import fault
from warcry3d.game.actions import Action, Pick
from warcry3d.game.prompts import Option, PickOne, PickSome
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import message
from warcry3d.rules.warcry.abilities.vocabulary import FighterFilter
from warcry3d.rules.warcry.battle.abilities.selectors import apart, is_meant_by_place, of_a_kind
from warcry3d.rules.warcry.battle.prompt_parts import distance_fact, fighter_label, wounds_fact
from warcry3d.rules.warcry.battle.state import State, Use

__all__ = ["pick_prompt"]


def pick_prompt(
    state: State, use: Use, whom: FighterFilter, offered: tuple[str, ...], least: int, most: int, why: RuleReason
) -> PickOne | PickSome:
    """Return how ``least`` to ``most`` of the fighters ``offered`` can be picked, seen from the user of an ability."""
    options = tuple(_options(state, use.fighter, whom, offered, why.rule))
    ability = state.context.abilities[use.ability]
    heading = message("{ability}: pick a fighter", ability=ability.name)
    hint = message("{text}", text=ability.text) if ability.text else message("Pick the fighters that it affects.")
    if least == most == 1:
        return PickOne(id="pick", heading=heading, why=why, hint=hint, action=_picked, options=options)
    return PickSome(
        id="pick",
        heading=message("{ability}: pick fighters", ability=ability.name),
        detail=message("{least} to {most}", least=least, most=most),
        why=why,
        hint=hint,
        action=Pick,
        options=options,
        least=least,
        most=most,
    )


def _picked(answer: str) -> Action:
    return Pick((answer,))


def _options(state: State, user: str, whom: FighterFilter, offered: tuple[str, ...], rule: str) -> Iterator[Option]:
    """Yield all fighters of the kind that is meant; those that are not where they should be, with the reason."""
    for fighter in state.on_board():
        id = fighter.id
        if id in offered or of_a_kind(state, whom, id, user):
            facts = (*(() if id == user else (distance_fact(apart(state, user, id)),)), wounds_fact(state, id))
            faults = () if id in offered else _why_not(state, whom, id, user, rule)
            yield Option(id, fighter_label(id), model=id, facts=facts, faults=faults)


def _why_not(state: State, whom: FighterFilter, id: str, user: str, rule: str) -> tuple[ActionFault, ...]:
    """Return why a fighter of the right kind cannot be picked."""
    if not is_meant_by_place(state, whom, id, user):
        return fault(rule, "{fighter} is not where the ability reaches", fighter=id)
    return fault("WC-SIGHT-1", "{target} is not visible to {fighter}", target=id, fighter=user)
