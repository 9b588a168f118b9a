"""Treasure: picked up on the way, carried, dropped (WC-OBJ-2)."""

from warcry3d.game.ruleset import ActionFault
from warcry3d.rules.moved import Moved
from warcry3d.rules.warcry.battle.actions import Move
from warcry3d.rules.warcry.battle.doing import Doing
from warcry3d.rules.warcry.battle.faults import fault
from warcry3d.rules.warcry.battle.state import State

__all__ = ["drop_treasure", "drop_treasure_faults", "fall_from_hands", "pick_up", "pick_up_faults"]


def pick_up_faults(state: State, fighter: str, action: Move, judged: Moved) -> tuple[ActionFault, ...]:
    """Return why a treasure cannot be picked up on a way."""
    return fault("WC-OBJ-2", "there is no such treasure", place="treasure") if action.treasure else ()


def pick_up(do: Doing, fighter: str, action: Move) -> None:
    """Pick a treasure up at the end of a move that passed it."""


def drop_treasure_faults(state: State, fighter: str) -> tuple[ActionFault, ...]:
    """Return why a fighter cannot put a treasure down."""
    return fault("WC-OBJ-2", "{fighter} carries no treasure", fighter=fighter)


def drop_treasure(do: Doing, fighter: str) -> None:
    """Put a treasure down as an action."""


def fall_from_hands(do: Doing, fighter: str) -> None:
    """Let the treasure of a fighter that is taken down be put down by its player."""
