"""How a move or a disengage can be answered: a way, and what is picked up on it."""

from warcry3d.game.actions import Action
from warcry3d.game.prompts import Go, ModelPath, Option
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message, message
from warcry3d.motion.path import LegKind, Path
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.warcry.battle.actions import Disengage, Move
from warcry3d.rules.warcry.battle.descriptions import marker_name
from warcry3d.rules.warcry.battle.fighters import apart
from warcry3d.rules.warcry.battle.movement.move_actions import allowed, barred_from
from warcry3d.rules.warcry.battle.previews.targets import approach_to
from warcry3d.rules.warcry.battle.prompt_parts import distance_fact, fighter_label
from warcry3d.rules.warcry.battle.rounds.treasures import carrier_faults
from warcry3d.rules.warcry.battle.state import State, Treasure
from warcry3d.rules.warcry.fighter import fighter_of
from warcry3d.rules.warcry.move_limits import DISENGAGING, can_fly
from warcry3d.sight.distance import measure_to_point

__all__ = ["GROUND_WAYS", "disengage_prompt", "move_prompt"]

GROUND_WAYS = frozenset({LegKind.WALK, LegKind.CLIMB, LegKind.JUMP, LegKind.DROP, LegKind.DOOR})
"""The kinds of legs that anybody's move may have; what runemarks forbid of them, the faults of a way say."""


def move_prompt(
    state: State,
    fighter: str,
    why: RuleReason,
    *,
    inches: float | None = None,
    faults: tuple[ActionFault, ...] = (),
) -> Go:
    """Return how a move action can be answered; ``inches``: what it has, other than its Move; ``faults``: why
    it cannot be made at all, beside what keeps the fighter from it where it stands.
    """
    has = allowed(state, fighter) if inches is None else inches
    return Go(
        id="move",
        heading=message("Move"),
        detail=_detail(state, fighter, has),
        why=why,
        key="m",
        hint=_hint(state, fighter, is_bonus=inches is not None),
        faults=(*faults, *barred_from(state, fighter, MoveAction.MOVE)),
        action=_moved,
        models=(fighter,),
        budget=has,
        ways=_ways_of(state, fighter),
        aims=(*_enemies(state, fighter), *_markers(state, fighter)),
        extras=tuple(_treasure(state, fighter, one) for one in state.treasures if not one.carrier),
        most_extras=1,
        approach=lambda enemy: approach_to(state, fighter, enemy, has),
    )


def _detail(state: State, fighter: str, inches: float) -> Message:
    if _is_grounded(state, fighter):
        return message("{inches:g} in, no flying", inches=inches)
    return message("{inches:g} in", inches=inches)


def _hint(state: State, fighter: str, *, is_bonus: bool) -> Message:
    """Return how to plan the move, and whether an attack can follow: moving to an enemy is no attack yet."""
    acting = state.activation
    left = acting.left if acting is not None and acting.fighter == fighter else 0
    if left > (0 if is_bonus else 1):
        return message(
            "Click a place, or an enemy, its name or its row: this only moves to where it can attack; attacking is its"
            " next action. Treasure within 1 in of the path may be picked up."
        )
    return message(
        "Click a place. No action is left for an attack after this move. Treasure within 1 in of the path may be"
        " picked up."
    )


def disengage_prompt(state: State, fighter: str, why: RuleReason, *, faults: tuple[ActionFault, ...] = ()) -> Go:
    """Return how a disengage action can be answered."""
    return Go(
        id="disengage",
        heading=message("Disengage"),
        detail=message("{inches:g} in", inches=DISENGAGING),
        why=why,
        key="g",
        hint=message("Walk to a place more than 1 in away from every enemy; an enemy that it leaves may strike first."),
        faults=(*faults, *barred_from(state, fighter, MoveAction.DISENGAGE)),
        action=_disengaged,
        models=(fighter,),
        budget=DISENGAGING,
        ways=frozenset({LegKind.WALK}),
        aims=_enemies(state, fighter),
    )


def _moved(answer: tuple[ModelPath, ...]) -> Action:
    path, extras = answer[0].path, answer[0].extras
    return Move(Path(path.legs), *extras)


def _disengaged(answer: tuple[ModelPath, ...]) -> Action:
    return Disengage(answer[0].path)


def _ways_of(state: State, fighter: str) -> frozenset[LegKind]:
    """Return the kinds of legs that a fighter's move may have: who carries treasure does not fly (WC-OBJ-2)."""
    flies = can_fly(fighter_of(state.table.model(fighter))) and not _is_grounded(state, fighter)
    return GROUND_WAYS | {LegKind.FLY} if flies else GROUND_WAYS


def _is_grounded(state: State, fighter: str) -> bool:
    """Return whether a fighter that can fly must walk, for it carries treasure."""
    return bool(state.fighter(fighter).treasure) and can_fly(fighter_of(state.table.model(fighter)))


def _enemies(state: State, fighter: str) -> tuple[Option, ...]:
    """Return the enemies as places to get to, the nearest first."""
    near = sorted((apart(state, fighter, one.id), one.id) for one in state.enemies(state.fighter(fighter).player))
    return tuple(Option(id, fighter_label(id), model=id, facts=(distance_fact(inches),)) for inches, id in near)


def _markers(state: State, fighter: str) -> tuple[Option, ...]:
    """Return objectives and treasures as places to get to, those that are carried left out."""
    lying = [(one.id, one.at) for one in state.objectives]
    lying += [(one.id, one.at) for one in state.treasures if not one.carrier]
    model = state.table.model(fighter)
    return tuple(
        Option(id, marker_name(id), at=at, facts=(distance_fact(measure_to_point(model, at).direct),))
        for id, at in lying
    )


def _treasure(state: State, fighter: str, treasure: Treasure) -> Option:
    """Return a treasure as what a fighter may pick up on its way."""
    found = carrier_faults(state, fighter)
    facts = (distance_fact(measure_to_point(state.table.model(fighter), treasure.at).direct),)
    return Option(treasure.id, marker_name(treasure.id), at=treasure.at, facts=facts, faults=found)
