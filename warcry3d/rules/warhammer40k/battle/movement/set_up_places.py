"""Where units can be set up: in a zone, out of reserves, out of a transport; what speaks against it, and proposals."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from typing import Any

import msgspec

from warcry3d.game.action_faults import fault
from warcry3d.game.group_moves import UnitGroup
from warcry3d.game.prompts import Option, Place, Placing
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, message
from warcry3d.motion.volume import volume_of
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.group_places import PlacedGroup, placing_group
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.units.unit_places import areas_of, proposed_places, standing_faults
from warcry3d.rules.warhammer40k.bases import footprint_points
from warcry3d.rules.warhammer40k.battle.objectives import marker_faults
from warcry3d.rules.warhammer40k.battle.sensing import (
    are_engaged,
    coherent,
    flat_gap,
    measure_far,
    model_gap,
    once_in,
)
from warcry3d.rules.warhammer40k.battle.state import Model40k, State40k
from warcry3d.rules.warhammer40k.way_checks import floor_faults
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["SetUpKind", "SetUpTerms", "placed_model", "proposal", "set_up_faults", "set_up_prompt", "zone_number"]

AWAY = 9.0
"""How far from enemy models units out of reserves and infiltrators are set up, more than that (in; 40K-STRATRES-5)."""

EDGE = 6.0
"""Strategic reserves are set up wholly within this of an edge (in; 40K-STRATRES-4)."""

DISEMBARK, EMERGENCY = 3.0, 6.0
"""How near to their transport units are set up, and in an emergency (in; 40K-DISEMBARK-3, 40K-WRECK-6)."""

FREE_ROUND = 3
"""From this round on strategic reserves may come into the enemy's zone (40K-STRATRES-6)."""

EVEN = 1e-6


class SetUpKind(StrEnum):
    """What a unit is set up for."""

    DEPLOY = "deploy"
    INFILTRATE = "infiltrate"
    STRATEGIC = "strategic"
    DEEP_STRIKE = "deep-strike"
    DISEMBARK = "disembark"
    WRECK = "wreck"
    EMERGENCY = "emergency"


class SetUpTerms(msgspec.Struct, frozen=True):
    """How a unit is set up; ``transport``: the model that it gets out of."""

    kind: SetUpKind
    transport: str = ""

    @property
    def is_out(self) -> bool:
        """Return whether it gets out of a transport."""
        return bool(self.transport)

    @property
    def keeps_away(self) -> bool:
        """Return whether it is set up more than 9 in from enemies."""
        return self.kind in (SetUpKind.INFILTRATE, SetUpKind.STRATEGIC, SetUpKind.DEEP_STRIKE)

    @property
    def within(self) -> float:
        """Return how near to its transport it is set up (in)."""
        return EMERGENCY if self.kind is SetUpKind.EMERGENCY else DISEMBARK


RULES = {
    SetUpKind.DEPLOY: "40K-DEPLOY-2",
    SetUpKind.INFILTRATE: "40K-DEPLOY-4",
    SetUpKind.STRATEGIC: "40K-STRATRES-4",
    SetUpKind.DEEP_STRIKE: "40K-RESERVE-5",
    SetUpKind.DISEMBARK: "40K-DISEMBARK-3",
    SetUpKind.WRECK: "40K-WRECK-1",
    SetUpKind.EMERGENCY: "40K-WRECK-6",
}


def zone_number(state: State40k, player: str) -> int:
    """Return which zone is a player's: the attacker has the first."""
    return 0 if player == state.attacker else 1


def placed_model(state: State40k, place: SetUpModel) -> Model:
    """Return a model as it would stand."""
    return state.context.stock.model_at(place.model, place.at, place.turn)


def waiting_models(state: State40k, unit: str) -> tuple[Model40k, ...]:
    """Return the models of a unit that are set up: all that were not destroyed."""
    return state.living(unit)


def _table(state: State40k, terms: SetUpTerms) -> Table:
    """Return the table on which models are set up: a wreck stands on it until all are out (40K-WRECK-1)."""
    table = state.table
    if not terms.is_out or state.troop(terms.transport).is_here:
        return table
    return replace(table, models=(*table.models, _transport(state, terms)))


def _transport(state: State40k, terms: SetUpTerms) -> Model:
    troop = state.troop(terms.transport)
    return state.context.stock.model_at(troop.id, troop.at, troop.turn)


def _enemies(state: State40k, unit: str) -> list[Model]:
    return [figure for enemy in state.enemies(unit) for figure in state.figures(enemy.id)]


def set_up_faults(
    state: State40k, unit: str, places: Sequence[SetUpModel], terms: SetUpTerms, *, is_part: bool = False
) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be set up at places; ``is_part``: not all of its models have to be."""
    rule = RULES[terms.kind]
    expected = [model.id for model in waiting_models(state, unit)]
    given = [one.model for one in places]
    if len(set(given)) < len(given) or not set(given) <= set(expected) or (len(given) < len(expected) and not is_part):
        return fault(rule, "set up all models of {unit}, each once", unit=unit, place="models")
    if not all(math.isfinite(value) for one in places for value in (*one.at, one.turn)):
        return fault(rule, "a place is given by finite numbers", place="models")
    models = [placed_model(state, one) for one in places]
    return next(_standing_faults(state, unit, models, terms), ()) or _split_faults(unit, models)


def _standing_faults(
    state: State40k, unit: str, models: Sequence[Model], terms: SetUpTerms
) -> Iterator[tuple[ActionFault, ...]]:
    """Yield why models cannot stand where they are, of each that cannot."""
    table = _table(state, terms)
    table = replace(table, models=(*table.models, *models))
    for n, model in enumerate(models):
        place = f"models[{n}]"
        found = (
            *_bounds_faults(state, unit, model, terms, place),
            *standing_faults(table, model.id, RULES[terms.kind], place),
            *(ActionFault(one.rule, one.message, one.at, place) for one in floor_faults(table, model)),
            *marker_faults(state, model, place),
        )
        if found:
            yield found


def _split_faults(unit: str, models: Sequence[Model]) -> tuple[ActionFault, ...]:
    hanging = coherent(models)
    if hanging.is_coherent:
        return ()
    sentence = "{unit} is split: {fighter} is too far from the others"
    return fault("40K-COHERENCY-1", sentence, place="models", unit=unit, fighter=hanging.outside[0])


def is_wholly_within(model: Model, area: Any) -> bool:
    """Return whether no part of a model's base lies beyond an area (shapely; 40K-DIST-7)."""
    import shapely

    wide = shapely.buffer(area, EVEN)
    return bool(shapely.covers(wide, shapely.MultiPoint(footprint_points(model))))


def _bounds_faults(state: State40k, unit: str, model: Model, terms: SetUpTerms, place: str) -> tuple[ActionFault, ...]:
    """Return why a model cannot be set up where it would stand, as far as zones and distances say."""
    player, strips, at = state.unit(unit).player, state.context.strips, model.placement.at
    zone = zone_number(state, player)
    rule, named = RULES[terms.kind], {"fighter": model.id}
    if terms.kind is SetUpKind.DEPLOY and not is_wholly_within(model, strips.zones[zone]):
        return fault(rule, "{fighter} is not wholly within its own zone", at=at, place=place, **named)
    if terms.kind is SetUpKind.STRATEGIC and not is_wholly_within(model, strips.edges(EDGE)):
        return fault(rule, "{fighter} is not wholly within 6 in of an edge", at=at, place=place, **named)
    if terms.is_out and measure_far(model, _transport(state, terms)) > terms.within + LENGTH_EPSILON:
        sentence = "{fighter} is not wholly within {limit:g} in of its transport"
        return fault(rule, sentence, at=at, place=place, limit=terms.within, **named)
    if terms.kind is SetUpKind.STRATEGIC and state.round < FREE_ROUND and _touches(model, strips.zones[1 - zone]):
        return fault("40K-STRATRES-6", "{fighter} is within the enemy's zone", at=at, place=place, **named)
    if terms.kind is SetUpKind.INFILTRATE and _off(model, strips.zones[1 - zone]) <= AWAY:
        return fault(rule, "{fighter} is within 9 in of the enemy's zone", at=at, place=place, **named)
    for enemy in _enemies(state, unit):
        if terms.keeps_away and flat_gap(model, enemy) <= AWAY + LENGTH_EPSILON:
            sentence = "{fighter} is within 9 in of the enemy {enemy}"
            return fault("40K-STRATRES-5", sentence, at=at, place=place, enemy=enemy.id, **named)
        if terms.is_out and are_engaged(model, enemy):
            sentence = "{fighter} is in engagement range of {enemy}"
            return fault("40K-DISEMBARK-4", sentence, at=at, place=place, enemy=enemy.id, **named)
    return ()


def _touches(model: Model, area: Any) -> bool:
    return _off(model, area) <= 0.0


def _off(model: Model, area: Any) -> float:
    """Return how far a model's base is from an area (in)."""
    import shapely

    hull = shapely.convex_hull(shapely.MultiPoint(footprint_points(model)))
    return float(shapely.distance(hull, area))


def _area(state: State40k, unit: str, terms: SetUpTerms) -> Any:
    """Return where centres may be, as far as zones and distances say (shapely)."""
    import shapely

    stock, strips = state.context.stock, state.context.strips
    reaches = [volume_of(stock.bare(model.id)).reach for model in waiting_models(state, unit)]
    most = max(reaches)
    zone = zone_number(state, state.unit(unit).player)
    match terms.kind:
        case SetUpKind.DEPLOY:
            area = shapely.buffer(strips.zones[zone], -most)
        case SetUpKind.STRATEGIC:
            area = _ring(strips.edges(EDGE), strips.board, most)
            if state.round < FREE_ROUND:
                area = shapely.difference(area, shapely.buffer(strips.zones[1 - zone], most + EVEN))
        case SetUpKind.INFILTRATE:
            area = shapely.difference(strips.board, shapely.buffer(strips.zones[1 - zone], AWAY + most + 0.01))
        case SetUpKind.DEEP_STRIKE:
            area = strips.board
        case _:
            carrier = _transport(state, terms)
            hull = shapely.convex_hull(shapely.MultiPoint(footprint_points(carrier)))
            area = shapely.buffer(hull, terms.within - most)
    limit = AWAY if terms.keeps_away else 1.0 if terms.is_out else 0.0
    for enemy in _enemies(state, unit) if limit else ():
        disc = shapely.Point(enemy.placement.at[:2]).buffer(limit + volume_of(enemy).reach + most + 0.02, quad_segs=16)
        area = shapely.difference(area, disc)
    return area


def _ring(area: Any, board: Any, reach: float) -> Any:
    """Return where centres may be so that bases are wholly within a ring along the edges."""
    import shapely

    inner = shapely.difference(board, area)
    ring = shapely.difference(shapely.buffer(board, -reach), shapely.buffer(inner, reach + EVEN))
    return ring if not ring.is_empty else area


def proposal(state: State40k, unit: str, terms: SetUpTerms) -> tuple[SetUpModel, ...]:
    """Return places for a unit that are allowed; empty: none was found."""

    def ask() -> tuple[SetUpModel, ...]:
        models = waiting_models(state, unit)
        bare = tuple(state.context.stock.bare(model.id) for model in models)
        facing, towards = _aim(state, unit, terms)
        area = _area(state, unit, terms)
        if area.is_empty:
            return ()
        return proposed_places(
            _table(state, terms),
            bare,
            area,
            facing,
            towards,
            lambda places: not set_up_faults(state, unit, places, terms),
        )

    return once_in(state, ("proposal", unit, terms), ask)


def _aim(state: State40k, unit: str, terms: SetUpTerms) -> tuple[float, Spot]:
    """Return which way a unit faces that is set up, and toward which place it is set up."""
    strips, board = state.context.strips, state.context.ground.board
    player = state.unit(unit).player
    zone = zone_number(state, player)
    u, v = strips.inward(zone)
    facing = math.atan2(v, u)
    middle = (board.width / 2, board.depth / 2)
    if terms.is_out:
        x, y, _ = state.troop(terms.transport).at
        return facing, (x + 4 * u, y + 4 * v)
    if terms.keeps_away:
        return facing, _goal(state, middle)
    mine = sum(1 for _ in state.here(player))
    aside = ((mine + 1) // 2) * (6.0 if mine % 2 else -6.0)
    back = (board.depth if strips.is_along_x else board.width) / 2 - strips.deep
    return facing, (middle[0] - back * u + aside * v, middle[1] - back * v + aside * u)


def _goal(state: State40k, middle: Spot) -> Spot:
    """Return the middle of an objective that nobody holds, else of the battlefield."""
    return next(((one.at[0], one.at[1]) for one in state.objectives if not one.holder), middle)


def set_up_prompt(state: State40k, unit: str, why: RuleReason, terms: SetUpTerms) -> Place:
    """Return the prompt that asks where all models of a unit stand."""
    area = _area(state, unit, terms)
    suggested = tuple(Placing(one.model, one.at, one.turn) for one in proposal(state, unit, terms))
    items = tuple(_items(waiting_models(state, unit)))
    return Place(
        id="place-unit",
        heading=message("Where {unit} stands", unit=unit),
        hint=_hint(terms, is_alone=len(items) < 2),
        action=lambda placings: SetUpUnitAt(_set_ups(placings)),
        why=why,
        items=items,
        areas=areas_of(area),
        suggested=suggested,
        group=_group(state, unit, terms, area, suggested),
    )


def _hint(terms: SetUpTerms, *, is_alone: bool) -> Message | None:
    """Return where a unit may stand, and how its models hold together; None: one model, anywhere in its zone."""
    held = message("Each model stands within 2 in of another of its unit, of two others in units of seven and more.")
    match terms.kind:
        case SetUpKind.DISEMBARK | SetUpKind.WRECK:
            near = message("Wholly within {inches:g} in of the transport, not in engagement range.", inches=DISEMBARK)
        case SetUpKind.EMERGENCY:
            near = message("Wholly within {inches:g} in of the transport, not in engagement range.", inches=EMERGENCY)
        case SetUpKind.STRATEGIC:
            values = {"edge": EDGE, "away": AWAY}
            near = Message("Wholly within {edge:g} in of an edge, more than {away:g} in from enemies.", values)
        case SetUpKind.INFILTRATE | SetUpKind.DEEP_STRIKE:
            near = message("More than {away:g} in from enemies.", away=AWAY)
        case SetUpKind.DEPLOY:
            return None if is_alone else held
    return near if is_alone else message("{where} {held}", where=near, held=held)


def _set_ups(placings: Iterable[Placing]) -> tuple[SetUpModel, ...]:
    return tuple(SetUpModel(one.item, one.at, one.turn) for one in placings)


def _group(
    state: State40k, unit: str, terms: SetUpTerms, area: Any, suggested: tuple[Placing, ...]
) -> UnitGroup[Placing] | None:
    """Return how a unit is set up as one; None where no place for it is known, or it has one model."""
    if len(suggested) < 2:
        return None

    def models(placings: Iterable[Placing]) -> tuple[Model, ...]:
        return tuple(placed_model(state, one) for one in _set_ups(placings))

    def faults(placings: tuple[Placing, ...]) -> tuple[ActionFault, ...]:
        there = models(placings)
        return (*chain(*_standing_faults(state, unit, there, terms)), *_split_faults(unit, there))

    return placing_group(PlacedGroup(_table(state, terms), models(suggested), area, faults, coherent, model_gap))


def _items(models: Iterable[Model40k]) -> Iterable[Option]:
    return (Option(model.id, Message("{fighter}", {"fighter": model.id}), model=model.id) for model in models)
