"""How far creatures have to go to attack an enemy, around walls and other creatures' enemies, on any turn to come."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.rules.dndminiatures.battle.opportunities import spaces_around
from warcry3d.rules.dndminiatures.battle.sensing import touch_of
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact
from warcry3d.rules.dndminiatures.grid.step_table import doubled_costs, steps_into
from warcry3d.rules.dndminiatures.grid.ways import covering

__all__ = ["Approach", "approach_of", "contact_cells"]

OCCUPIED = 6
"""What it costs beside the way to begin where a friend stands (doubled squares): it has to go first."""


class Approach:
    """The squares from anywhere to a place from which a creature can attack in melee. ``places``: for each such place
    the enemies that it touches there.
    """

    def __init__(self, places: Mapping[Cell, tuple[str, ...]], doubled: Mapping[Cell, int]) -> None:
        self.places = places
        self._doubled = doubled

    def squares(self, cell: Cell) -> float | None:
        """Return how far it is from a place; None: there is no way."""
        doubled = self._doubled.get(cell)
        return None if doubled is None else doubled / 2


def contact_cells(state: SkirmishState, id: str) -> Mapping[Cell, tuple[str, ...]]:
    """Return where a creature would touch enemies, by the least cell of its space, with whom."""
    key = ("contact-cells", id)
    if key not in state.known:
        state.known[key] = _contact_cells(state, id)
    return state.known[key]  # type: ignore[return-value]


def _contact_cells(state: SkirmishState, id: str) -> Mapping[Cell, tuple[str, ...]]:
    found: dict[Cell, list[str]] = {}
    for enemy in state.enemies(id):
        there = state.space(enemy.id)
        for space in spaces_around(there, state.space(id).size):
            if state.board.has(space.cell) and touch_of(state, space, there) is not Contact.NONE:
                found.setdefault(space.cell, []).append(enemy.id)
    return MappingProxyType({cell: tuple(some) for cell, some in found.items()})


def approach_of(state: SkirmishState, id: str) -> Approach:
    """Return how far it is to where a creature can attack; enemies are in the way, friends are not for long."""
    key = ("approach", id)
    if key not in state.known:
        state.known[key] = _approach(state, id)
    return state.known[key]  # type: ignore[return-value]


def _approach(state: SkirmishState, id: str) -> Approach:
    ground, size = ground_for(state, id), state.space(id).size
    board = ground.board
    places = contact_cells(state, id)
    goals = {}
    for cell in places:
        space = Space(cell, size)
        taken = board.statues | ground.enemies
        if board.can_hold(space) and taken.isdisjoint(space.cells()):
            goals[cell] = 0 if ground.friends.isdisjoint(space.cells()) else OCCUPIED
    into, blocked = steps_into(board, size), covering(ground.enemies, size)
    if size > 1:
        # A slow one cannot pass a statue in one turn, and cannot stop on it: it goes round if it can.
        around = doubled_costs(into, goals, blocked | covering(board.statues, size))
        if state.space(id).cell in around:
            return Approach(places, around)
    return Approach(places, doubled_costs(into, goals, blocked))
