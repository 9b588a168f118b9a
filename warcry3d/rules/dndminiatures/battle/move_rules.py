"""How far the creature whose turn it is may move, and rushing (DDM-TURN, DDM-RUSH)."""

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.dndminiatures.battle.attack_rules import target_faults
from warcry3d.rules.dndminiatures.battle.bonuses import speed_of
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for, path_faults
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.path_checks import path_cost

__all__ = ["done_faults", "is_spent", "move_faults", "move_room", "rush_faults", "rush_room"]


def move_room(state: SkirmishState, turn: CreatureTurn) -> tuple[int, tuple[ActionFault, ...]]:
    """Return the squares that it may move, and why it may not move at all (DDM-TURN-1 to -6)."""
    has_struck = bool(turn.attacks) or turn.is_spent
    budget = turn.speed if has_struck else 2 * turn.speed
    if turn.is_over:
        return budget, fault("DDM-TURN-1", "its turn is over")
    if turn.moved is not None:
        return budget, fault("DDM-TURN-3", "it has moved already")
    if len(turn.attacks) > 1:
        return budget, fault("DDM-MULTI-1", "it attacked more than once, so it does not move")
    if turn.rushing:
        return budget, fault("DDM-RUSH-4", "after a rush it does not move")
    return budget, ()


def move_faults(state: SkirmishState, turn: CreatureTurn, cells: tuple[Cell, ...]) -> tuple[ActionFault, ...]:
    """Return why it cannot move along cells."""
    budget, faults = move_room(state, turn)
    return faults or path_faults(state, turn.creature, cells, budget)


def rush_room(state: SkirmishState, turn: CreatureTurn) -> tuple[int, tuple[ActionFault, ...]]:
    """Return the squares of a rush, double the card's speed, and why there is none (DDM-RUSH-1, -2)."""
    budget = 2 * speed_of(state, turn.creature)
    if turn.is_commanded:
        return budget, fault("DDM-RUSH-1", "only a creature out of command rushes")
    if turn.has_begun or turn.is_over:
        return budget, fault("DDM-RUSH-5", "a rush comes before anything else")
    if not turn.rush:
        return budget, fault("DDM-RUSH-1", "it sees no enemy")
    return budget, ()


def rush_target(state: SkirmishState, turn: CreatureTurn, end: Space, chosen: str = "") -> str:
    """Return whom a rush that ends there leads to: the ``chosen`` one if one was; empty: none."""
    able = (one for one in turn.rush if chosen in ("", one))
    return next((one for one in able if contact(state.board, end, state.space(one)) is not Contact.NONE), "")


def rush_faults(
    state: SkirmishState, turn: CreatureTurn, cells: tuple[Cell, ...], chosen: str = ""
) -> tuple[ActionFault, ...]:
    """Return why it cannot rush along cells, at an enemy that was ``chosen`` among several as near (DDM-RUSH-5)."""
    budget, faults = rush_room(state, turn)
    faults = faults or path_faults(state, turn.creature, cells, budget)
    if faults:
        return faults
    start = state.space(turn.creature)
    if path_cost(ground_for(state, turn.creature).board, start, cells) > budget and len(cells) > 1:
        return fault("DDM-RUSH-2", "a rush has {budget} squares", budget=budget, place="cells")
    if not rush_target(state, turn, Space(cells[-1], start.size), chosen):
        return fault("DDM-RUSH-2", "a rush ends next to the nearest enemy that it sees", place="cells")
    return ()


def is_spent(state: SkirmishState, turn: CreatureTurn) -> bool:
    """Return whether nothing is left to do in a turn."""
    if turn.cleaves:
        return False
    if turn.is_over:
        return True
    if turn.moved is None:
        values = state.card(turn.creature).melee if turn.mode == "melee" else state.card(turn.creature).ranged
        return len(turn.attacks) > 1 and len(turn.attacks) >= len(values)
    return bool(turn.attacks) or turn.is_spent or (turn.moved > turn.speed and not turn.rushing)


def done_faults(state: SkirmishState, turn: CreatureTurn) -> tuple[ActionFault, ...]:
    """Return why it cannot end its turn: a rush of its speed at most ends in an attack (DDM-RUSH-3)."""
    if not turn.rushing or turn.attacks or turn.is_over or not state.creature(turn.rushing).is_on_map:
        return ()
    if target_faults(state, turn, turn.rushing, "melee"):
        return ()
    return fault("DDM-RUSH-3", "it rushed {fighter} and must attack it", fighter=turn.rushing)
