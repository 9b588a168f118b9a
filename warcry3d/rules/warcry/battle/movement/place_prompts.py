"""How it can be answered where something is put: what falls, is set up again or is set down."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.prompts import Option, Place, PlaceArea, Placing
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Point
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.setup.deployment_places import INSIDE
from warcry3d.rules.warcry.battle.state import State

__all__ = ["PutAt", "put_prompt", "resting"]

LEAST_SAID = 0.05
"""A distance (in) that is less is not worth a word: it would read as 0.0."""


@dataclass(frozen=True, slots=True)
class PutAt:
    """What is put somewhere: ``item`` stands for it in the answer; ``turn``: how it faces now (radians), ``turns``:
    whether its facing is chosen too. ``forbids``: what speaks against a place.
    """

    item: Option
    forbids: Callable[[PlaceAt], tuple[ActionFault, ...]]
    turn: float = 0.0
    turns: bool = False


def put_prompt(
    state: State, id: str, heading: Message, why: RuleReason, what: PutAt, offered: PlacesOffered, hint: Message
) -> Place:
    """Return how it can be answered where something is put, of the places that are offered."""

    def action(answer: tuple[Placing, ...]) -> Action:
        return PlaceAt(resting(state, answer[0].at), answer[0].turn)

    spots = (PlaceAt(spot, what.turn) for spot in _spots(offered))
    first = next((spot for spot in spots if not what.forbids(spot)), None)
    away = min(one.distance for one in offered.places)
    suggested = () if first is None else (Placing(what.item.id, first.at, first.turn),)
    return Place(
        id=id,
        heading=heading,
        detail=message("the nearest is {inches:.2f} in away", inches=away) if away >= LEAST_SAID else None,
        why=why,
        hint=hint,
        action=action,
        items=(what.item,),
        areas=tuple(PlaceArea(one.height, rings) for one in offered.places for rings in one.rings),
        turns=what.turns,
        suggested=suggested,
    )


def resting(state: State, at: Point) -> Point:
    """Return the place at which a base comes to rest that is put somewhere: on low terrain it stands a little higher
    than its level.
    """
    levels = levels_of(state.table)
    level = levels.under(at)
    return at if level is None else (at[0], at[1], levels.resting_height(level, at[0], at[1]))


def _spots(offered: PlacesOffered) -> Iterator[Point]:
    """Yield places of which one will do: the nearest of each surface, and one inside of it."""
    for place in offered.places:
        yield place.nearest
        inner = place.area.buffer(-INSIDE)
        inside = (place.area if inner.is_empty else inner).representative_point()
        yield (inside.x, inside.y, place.nearest[2])
