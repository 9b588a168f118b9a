"""Moves of whole units: what speaks against one, and where it leads (40K-MOVE, 40K-FALLBACK, 40K-CHARGE, 40K-PILEIN).

Every kind of move is judged here. Models move one after the other, each past where the others stand by then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any

import msgspec

from warcry3d.game.action_faults import fault
from warcry3d.game.dice_sum import DiceSum
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path
from warcry3d.rules.units.unit_actions import UnitWay
from warcry3d.rules.units.unit_coherency import Coherency
from warcry3d.rules.warhammer40k.battle.barricades import are_engaged_across, ends_across
from warcry3d.rules.warhammer40k.battle.data_rules import characteristic
from warcry3d.rules.warhammer40k.battle.movement.contact import contact_spots, is_touching
from warcry3d.rules.warhammer40k.battle.movement.walking_ground import WalkingGround
from warcry3d.rules.warhammer40k.battle.movement.way_judge import WayTerms40k, judge_way
from warcry3d.rules.warhammer40k.battle.objectives import marker_faults
from warcry3d.rules.warhammer40k.battle.sensing import (
    are_engaged,
    coherent,
    engaged_units,
    flat_gap,
    model_gap,
    nearest_enemy,
    once_in,
)
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "KEEPS_AWAY",
    "PILE_IN",
    "ModelMove40k",
    "MoveKind40k",
    "MoveTerms40k",
    "MovedUnit40k",
    "all_touch",
    "can_move",
    "end_faults",
    "engaged_with_others",
    "flies_in",
    "inches_of",
    "judge_model",
    "judged_moves",
    "move_dice",
    "move_faults",
    "move_of",
    "rolled_move",
    "walking_ground",
]

PILE_IN = 3.0
"""Models pile in and consolidate up to this far (in; 40K-PILEIN-1, 40K-CONSOL-1)."""

HOVER_MOVE = 20.0
AWAY = 9.0


class MoveKind40k(StrEnum):
    """What a unit moves for."""

    NORMAL = "normal"
    ADVANCE = "advance"
    FALL_BACK = "fall-back"
    CHARGE = "charge"
    PILE_IN = "pile-in"
    CONSOLIDATE = "consolidate"
    SCOUT = "scout"
    EVADE = "evade"


RULES = {
    MoveKind40k.NORMAL: "40K-MOVE-1",
    MoveKind40k.ADVANCE: "40K-ADVANCE-1",
    MoveKind40k.FALL_BACK: "40K-FALLBACK-1",
    MoveKind40k.CHARGE: "40K-CHARGE-4",
    MoveKind40k.PILE_IN: "40K-PILEIN-1",
    MoveKind40k.CONSOLIDATE: "40K-CONSOL-1",
    MoveKind40k.SCOUT: "40K-SEQ-4",
    MoveKind40k.EVADE: "40K-SHOOT-9",
}
AWAY_RULES = {MoveKind40k.ADVANCE: "40K-ADVANCE-2"}
"""The rule that keeps a kind of move out of engagement range, where it is not that of normal moves."""
KEEPS_AWAY = (MoveKind40k.NORMAL, MoveKind40k.ADVANCE, MoveKind40k.SCOUT, MoveKind40k.EVADE)
TOWARD = (MoveKind40k.PILE_IN, MoveKind40k.CONSOLIDATE)
FLIES = (*KEEPS_AWAY, MoveKind40k.FALL_BACK, MoveKind40k.CHARGE)
"""Moves in which a unit that flies does so (40K-FLY-1, 40K-CHARGE-13)."""


class MoveTerms40k(msgspec.Struct, frozen=True):
    """The terms of a move: its kind; inches beside M (an advance), else the whole of it; ``targets`` of a charge;
    ``crossing``: models that may go through enemy models (40K-ESCAPE-1).
    """

    kind: MoveKind40k
    inches: float = 0.0
    targets: tuple[str, ...] = ()
    crossing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelMove40k:
    """How one model moves: where it ends, what that costs (in)."""

    model: str
    end: Placement
    cost: float


@dataclass(frozen=True, slots=True)
class MovedUnit40k:
    """What comes of a unit's move: what speaks against it, each model's move in order, how the unit hangs together."""

    faults: tuple[ActionFault, ...]
    moves: tuple[ModelMove40k, ...]
    coherency: Coherency | None = None


def move_of(state: State40k, model: str) -> float:
    """Return the M of a model, without what is rolled for it; of one that hovers 20
    (40K-HOVER-2); "20+" and "-" are never changed (40K-MOD-9).
    """
    if state.unit(state.troop(model).unit).has_hover:
        return HOVER_MOVE
    move = state.context.profile(model).move
    if move.inches is None:
        return 0.0
    own = move.inches.plus
    if own and not move.at_least and not move.inches.is_random:
        own = characteristic(state, state.troop(model).unit, Characteristic.MOVE, own) or own
    return float(own)


def can_move(state: State40k, model: str) -> bool:
    """Return whether a model can move: its M is no 0 and no "-" (40K-SHEET-2)."""
    dice = state.context.profile(model).move.inches
    return move_of(state, model) > 0 or (dice is not None and dice.is_random)


def move_dice(state: State40k, unit: str) -> DiceSum:
    """Return the dice that are rolled for the M of a unit each time it moves (40K-DICE-5); none: it is a number."""
    found = [state.context.profile(model.id).move.inches for model in state.troops(unit)]
    has_hover = state.unit(unit).has_hover
    random = [one for one in found if one is not None and one.is_random and not has_hover]
    return DiceSum(random[0].count, random[0].sides) if random else DiceSum()


def rolled_move(state: State40k, unit: str, faces: tuple[int, ...]) -> int:
    """Return what the dice for the M of a unit add to what `move_of` says of its models, rules that change M counted
    (40K-MOD-1, 40K-MOD-5).
    """
    found = [state.context.profile(model.id).move.inches for model in state.troops(unit)]
    plus = next(one.plus for one in found if one is not None and one.is_random)
    rolled = plus + move_dice(state, unit).of_faces(faces)
    return (characteristic(state, unit, Characteristic.MOVE, rolled) or 0) - plus


def flies_in(state: State40k, model: str, kind: MoveKind40k) -> bool:
    """Return whether a model flies in a kind of move."""
    return kind in FLIES and state.context.has(model, "fly")


def inches_of(state: State40k, model: str, terms: MoveTerms40k) -> float:
    """Return how far a model may move: M and what an advance adds, or what the roll or the rule says; one that cannot
    move stays, whatever its unit does (40K-SHEET-2).
    """
    if not can_move(state, model):
        return 0.0
    own = terms.kind in (MoveKind40k.NORMAL, MoveKind40k.ADVANCE, MoveKind40k.FALL_BACK)
    return terms.inches + (move_of(state, model) if own else 0.0)


def move_faults(state: State40k, unit: str, ways: tuple[UnitWay, ...], terms: MoveTerms40k) -> tuple[ActionFault, ...]:
    """Return why a unit cannot move so."""
    return judged_moves(state, unit, ways, terms).faults


def judged_moves(state: State40k, unit: str, ways: tuple[UnitWay, ...], terms: MoveTerms40k) -> MovedUnit40k:
    """Return what comes of a unit's move; each question is worked out once."""
    return once_in(state, ("moves", unit, ways, terms), lambda: _judged(state, unit, ways, terms))


def _judged(state: State40k, unit: str, ways: tuple[UnitWay, ...], terms: MoveTerms40k) -> MovedUnit40k:
    own = [model.id for model in state.troops(unit)]
    named = [way.model for way in ways]
    if not ways or len(set(named)) < len(named) or not set(named) <= set(own):
        return MovedUnit40k(fault("40K-MOVE-6", "move models of {unit}, each once", unit=unit, place="ways"), ())
    table, moves = state.table, list[ModelMove40k]()
    for n, way in enumerate(ways):
        move, faults = judge_model(state, table, way.model, way.path, terms)
        if faults:
            placed = tuple(replace(one, place=f"ways[{n}].{one.place}".rstrip(".")) for one in faults)
            return MovedUnit40k(placed, tuple(moves))
        moves.append(move)
        table = table.placing(way.model, move.end)
    figures = tuple(table.model(id) for id in own)
    hanging = coherent(figures)
    return MovedUnit40k(tuple(end_faults(state, unit, hanging, figures, terms)), tuple(moves), hanging)


def walking_ground(state: State40k, table: Table, model: str, terms: MoveTerms40k) -> WalkingGround:
    """Return the ground on which ways of a model are looked for, on a table where others have moved already."""
    kind = terms.kind
    return WalkingGround(
        table,
        table.model(model),
        inches_of(state, model, terms),
        flies=flies_in(state, model, kind),
        crosses=model in terms.crossing,
        keeps_away=kind in KEEPS_AWAY,
        passes_aircraft=_passes_aircraft(state, model, kind),
    )


def _passes_aircraft(state: State40k, model: str, kind: MoveKind40k) -> bool:
    return kind in (MoveKind40k.NORMAL, MoveKind40k.ADVANCE) and is_held_by_aircraft(state, model)


def judge_model(
    state: State40k, table: Table, model: str, path: Path, terms: MoveTerms40k
) -> tuple[ModelMove40k, tuple[ActionFault, ...]]:
    """Return how one model moves on a table where others have moved already, and what is wrong with it."""
    kind = terms.kind
    way = WayTerms40k(
        inches_of(state, model, terms),
        RULES[kind],
        flies=flies_in(state, model, kind),
        keeps_away=kind in KEEPS_AWAY,
        crosses=model in terms.crossing,
        passes_aircraft=_passes_aircraft(state, model, kind),
        away_rule="40K-FLY-2" if flies_in(state, model, kind) else AWAY_RULES.get(kind, "40K-MOVE-5"),
    )
    judged = judge_way(table, model, path, way)
    move = ModelMove40k(model, judged.end, judged.cost)
    if judged.faults:
        return move, judged.faults
    here = table.model(model)
    there = here.moved(judged.end)
    if found := marker_faults(state, there, "path"):
        return move, found
    if kind is MoveKind40k.CHARGE:
        return move, _charge_faults(state, table, here, there, terms)
    if kind in TOWARD:
        return move, _toward_faults(state, table, here, there, terms)
    return move, ()


def is_held_by_aircraft(state: State40k, model: str) -> bool:
    """Return whether the enemies in engagement range of a model's unit are aircraft, all of them (40K-AIRCRAFT-9)."""
    unit = state.troop(model).unit
    near = engaged_units(state, unit)
    return bool(near) and all(
        state.context.has(one.id, "aircraft") and not state.unit(enemy).has_hover
        for enemy in near
        for one in state.troops(enemy)
    )


def all_touch(state: State40k, unit: str) -> bool:
    """Return whether each model of a unit is base to base with an enemy: none of them piles in (40K-PILEIN-1)."""
    enemies = _figures(state, [enemy.id for enemy in state.enemies(unit)])
    return all(is_touching(figure, enemies) for figure in state.figures(unit))


def _figures(state: State40k, units: Sequence[str]) -> tuple[Model, ...]:
    return tuple(figure for unit in units for figure in state.figures(unit))


def _charge_faults(
    state: State40k, table: Table, here: Model, there: Model, terms: MoveTerms40k
) -> tuple[ActionFault, ...]:
    """Return the fault of a charging model that ends no closer to a target, or beside none though it could
    (40K-CHARGE-9, 40K-CHARGE-10).
    """
    targets, at = _figures(state, terms.targets), there.placement.at
    if not any(model_gap(there, one) < model_gap(here, one) - LENGTH_EPSILON for one in targets):
        return fault("40K-CHARGE-9", "{fighter} must end closer to a target of the charge", at=at, fighter=here.id)
    if not is_touching(there, targets) and _could_touch(state, table, here, targets, terms):
        sentence = "{fighter} can end base to base with a target of the charge: it must"
        return fault("40K-CHARGE-10", sentence, at=at, fighter=here.id)
    return ()


def _toward_faults(
    state: State40k, table: Table, here: Model, there: Model, terms: MoveTerms40k
) -> tuple[ActionFault, ...]:
    """Return the fault of a model that piles in or consolidates: base to base it stays, else it ends nearer to the
    enemy model nearest to it, base to base if it can (40K-PILEIN-1 to 3, 40K-CONSOL-1, -2).
    """
    group = "PILEIN" if terms.kind is MoveKind40k.PILE_IN else "CONSOL"
    unit, at = state.troop(here.id).unit, there.placement.at
    nearest = nearest_for(state, here, unit)
    if nearest is None:
        return fault(f"40K-{group}-2", "there is no enemy to move toward", at=at)
    enemies = _figures(state, [enemy.id for enemy in state.enemies(unit)])
    if is_touching(here, enemies):
        return fault(f"40K-{group}-1", "{fighter} is base to base with an enemy: it stays", at=at, fighter=here.id)
    if not model_gap(there, nearest) < model_gap(here, nearest) - LENGTH_EPSILON:
        values: dict[str, Any] = {"fighter": here.id, "enemy": nearest.id}
        return fault(f"40K-{group}-2", "{fighter} must end nearer to {enemy}", at=at, **values)
    if not is_touching(there, enemies) and _could_touch(state, table, here, enemies, terms):
        rule = "40K-PILEIN-3" if terms.kind is MoveKind40k.PILE_IN else "40K-CONSOL-2"
        return fault(rule, "{fighter} can end base to base with an enemy: it must", at=at, fighter=here.id)
    return ()


def nearest_for(state: State40k, figure: Model, unit: str) -> Model | None:
    """Return the enemy model nearest to a model; aircraft count only for those that fly (40K-AIRCRAFT-16)."""
    return nearest_enemy(state, figure, unit, with_aircraft=state.context.has(figure.id, "fly"))


def _could_touch(state: State40k, table: Table, here: Model, targets: Sequence[Model], terms: MoveTerms40k) -> bool:
    """Return whether a model can get base to base with one of some enemies, from where it stands: straight, or around
    what is in the way.
    """
    key = (
        "could-touch",
        here.id,
        terms,
        tuple(one.id for one in targets),
        tuple(one.placement for one in table.models),
    )
    return once_in(state, key, lambda: _finds_touch(state, table, here, targets, terms))


def _finds_touch(state: State40k, table: Table, here: Model, targets: Sequence[Model], terms: MoveTerms40k) -> bool:
    ground = walking_ground(state, table, here.id, terms)
    near = [one for one in targets if model_gap(here, one) <= ground.inches]
    way = WayTerms40k(ground.inches, RULES[terms.kind], flies=ground.flies, crosses=ground.crosses)
    straight = contact_spots(table, here, near, ground.inches, flies=ground.flies)
    for path in chain(straight, () if ground.flies else ground.ways_beside(near)):
        judged = judge_way(table, here.id, path, way)
        if not judged.faults and not marker_faults(state, here.moved(judged.end), ""):
            there = here.moved(judged.end)
            if is_touching(there, targets) and _suits(state, here, there, terms):
                return True
    return False


def _suits(state: State40k, here: Model, there: Model, terms: MoveTerms40k) -> bool:
    """Return whether a model may end beside an enemy: in a charge beside no other one, else nearer to the nearest."""
    if terms.kind is MoveKind40k.CHARGE:
        return not engaged_with_others(state, there, terms)
    nearest = nearest_for(state, here, state.troop(here.id).unit)
    return nearest is not None and model_gap(there, nearest) < model_gap(here, nearest) - LENGTH_EPSILON


def engaged_with_others(state: State40k, there: Model, terms: MoveTerms40k) -> str:
    """Return an enemy unit, no target of the charge, in whose engagement range a model would be; "": none."""
    unit = state.troop(there.id).unit
    others = (enemy.id for enemy in state.enemies(unit) if enemy.id not in terms.targets)
    return next((one for one in others if any(are_engaged(there, figure) for figure in state.figures(one))), "")


def end_faults(
    state: State40k, unit: str, hanging: Coherency, figures: Sequence[Model], terms: MoveTerms40k
) -> Iterator[ActionFault]:
    """Yield what is wrong with how the whole unit ends."""
    if not hanging.is_coherent:
        fighter = hanging.outside[0]
        at = next(one.placement.at for one in figures if one.id == fighter)
        sentence = "{unit} ends split: {fighter} is too far from the others"
        yield from fault("40K-COHERENCY-5", sentence, at=at, unit=unit, fighter=fighter)
    enemies = {enemy.id: state.figures(enemy.id) for enemy in state.enemies(unit)}
    engaged = {
        id
        for id, others in enemies.items()
        if any(are_engaged(one, other) or are_engaged_across(state, one, other) for one in figures for other in others)
    }
    match terms.kind:
        case MoveKind40k.NORMAL | MoveKind40k.ADVANCE if engaged:
            # Enemy aircraft, which held it: models that did not move are still beside them.
            yield from fault(
                "40K-AIRCRAFT-11", "{unit} ends in engagement range of {enemy}", unit=unit, enemy=sorted(engaged)[0]
            )
        case MoveKind40k.FALL_BACK if engaged:
            yield from fault(
                "40K-FALLBACK-2", "{unit} ends in engagement range of {enemy}", unit=unit, enemy=sorted(engaged)[0]
            )
        case MoveKind40k.CHARGE:
            over = {one for one in terms.targets if one in enemies and ends_across(state, figures, enemies[one])}
            yield from _charge_end(unit, engaged | over, terms)
        case MoveKind40k.PILE_IN | MoveKind40k.CONSOLIDATE if not engaged:
            rule = "40K-PILEIN-4" if terms.kind is MoveKind40k.PILE_IN else "40K-CONSOL-3"
            yield from fault(rule, "{unit} must end in engagement range of an enemy", unit=unit)
        case MoveKind40k.SCOUT if any(
            flat_gap(one, other) <= AWAY for one in figures for others in enemies.values() for other in others
        ):
            yield from fault("40K-SEQ-4", "{unit} ends a scout move within 9 in of an enemy", unit=unit)


def _charge_end(unit: str, engaged: set[str], terms: MoveTerms40k) -> Iterator[ActionFault]:
    for target in terms.targets:
        if target not in engaged:
            values: dict[str, Any] = {"unit": unit, "target": target}
            yield from fault("40K-CHARGE-5", "{unit} does not end in engagement range of {target}", **values)
    for other in sorted(engaged - set(terms.targets)):
        named: dict[str, Any] = {"unit": unit, "enemy": other}
        yield from fault("40K-CHARGE-6", "{unit} ends in engagement range of {enemy}, no target of its charge", **named)
