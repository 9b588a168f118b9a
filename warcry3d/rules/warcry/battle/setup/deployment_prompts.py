"""How it can be answered where the fighters of a group are set up: a prompt for each that is not set up yet."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from warcry3d.game.actions import Action
from warcry3d.game.prompts import Option, Place, PlaceArea, Placing
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import message
from warcry3d.motion.volume import volume_of
from warcry3d.rules.warcry.battle.actions import Deploy
from warcry3d.rules.warcry.battle.movement.place_choices import areas_of
from warcry3d.rules.warcry.battle.prompt_parts import fighter_label
from warcry3d.rules.warcry.battle.setup.deployment_places import nearest_off, nearest_places, places_for, point_of
from warcry3d.rules.warcry.battle.state import FighterState, State

__all__ = ["NEAREST_TOLERANCE", "deploy_prompts"]

NEAREST_TOLERANCE = 0.1
"""Who cannot be set up where its group belongs stands as near as possible: within this of the nearest place (in)."""

Forbids: TypeAlias = Callable[[Deploy], tuple[ActionFault, ...]]
Kept: TypeAlias = dict[tuple[object, ...], tuple[PlaceArea, ...]]
"""Areas by what they depend on, of one group at one time."""


def deploy_prompts(
    state: State, fighters: Sequence[FighterState], way: Sequence[Deploy], why: RuleReason, forbids: Forbids
) -> tuple[Place, ...]:
    """Return a prompt for each fighter of a group that is left: all are open at once, the player picks who is next.

    ``way``: places at which all of them fit; empty: each must stand as near as possible. ``forbids``: what speaks
    against setting one up somewhere.
    """
    planned = {one.fighter: one for one in way}
    kept: Kept = {}
    return tuple(_prompt(state, fighter, planned.get(fighter.id), why, forbids, kept) for fighter in fighters)


def _prompt(
    state: State, fighter: FighterState, planned: Deploy | None, why: RuleReason, forbids: Forbids, kept: Kept
) -> Place:
    id = fighter.id
    first = planned or next((one for one in nearest_places(state, fighter) if not forbids(one)), None)
    turn = 0.0 if first is None else first.turn
    radius = point_of(state, fighter).radius
    if planned is not None:
        detail = message("within {radius:g} in of its point", radius=radius)
    else:
        detail, radius = message("as near to its point as possible"), _nearest_radius(state, fighter, turn)

    def action(answer: tuple[Placing, ...]) -> Action:
        return Deploy(id, answer[0].at, answer[0].turn)

    def areas_facing(item: str, facing: float) -> tuple[PlaceArea, ...]:
        del item  # there is one alone
        return _areas(state, fighter, facing, radius, {})

    is_round = volume_of(state.context.model(fighter.changed(at=(0.0, 0.0, 0.0), turn=turn))).is_round
    return Place(
        id=f"deploy:{id}",
        heading=message("Set up {fighter}", fighter=id),
        detail=detail,
        why=why,
        hint=message("Put its base in one of the areas; there must be room left for the rest of its group."),
        action=action,
        items=(Option(id, fighter_label(id), model=id),),
        areas=_areas(state, fighter, turn, radius, kept),
        areas_facing=None if is_round else areas_facing,
        suggested=() if first is None else (Placing(id, first.at, first.turn),),
    )


def _areas(state: State, fighter: FighterState, turn: float, radius: float, kept: Kept) -> tuple[PlaceArea, ...]:
    """Return where a fighter may be set up; those of its group with the same base may where it may."""
    volume = volume_of(state.context.model(fighter.changed(at=(0.0, 0.0, 0.0), turn=turn)))
    key = (volume.key, volume.height, turn, radius, state.profile(fighter.id).is_monster)
    if key not in kept:
        grounds = places_for(state, fighter, turn, radius)
        kept[key] = tuple(patch for one in grounds for patch in areas_of(one.level.height, one.area))
    return kept[key]


def _nearest_radius(state: State, fighter: FighterState, turn: float) -> float:
    """Return how far from the point of its group a fighter may stand that finds no room near it."""
    model = state.context.model(fighter.changed(at=(0.0, 0.0, 0.0), turn=turn))
    return nearest_off(state, fighter, model, point_of(state, fighter)) + NEAREST_TOLERANCE
