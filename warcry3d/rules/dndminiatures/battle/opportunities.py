"""Who may strike at a creature that leaves a space, for all spaces at once (DDM-AOO-1, -3, -5, -6, -8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from warcry3d.rules.dndminiatures.battle.sensing import restricts_at
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space

__all__ = ["Strikers", "spaces_around", "strikers_at", "strikers_of"]


@dataclass(frozen=True, slots=True)
class Strikers:
    """The ``enemies`` of a creature, and by the least cell of its space a bit for each of them that may strike as it
    leaves.
    """

    enemies: tuple[str, ...]
    bits: Mapping[Cell, int]

    def at(self, space: Space) -> int:
        """Return a bit for each enemy that may strike at the creature as it leaves a space."""
        return self.bits.get(space.cell, 0)

    def along(self, cells: Sequence[Cell]) -> int:
        """Return the bits of all who may strike on a way: it leaves all cells but the last."""
        bits = 0
        for cell in cells[:-1]:
            bits |= self.bits.get(cell, 0)
        return bits

    def left_to(self, enemy: str, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return the cells of a way as whose leaving an enemy may strike."""
        bit = 1 << self.enemies.index(enemy)
        return tuple(cell for cell in cells[:-1] if self.bits.get(cell, 0) & bit)

    def names(self, bits: int) -> tuple[str, ...]:
        """Return the enemies whose bits are set."""
        return tuple(one for n, one in enumerate(self.enemies) if bits >> n & 1)


def strikers_of(state: SkirmishState, mover: str) -> Strikers:
    """Return who may strike at a creature as it leaves a space, for each space; worked out once for a state."""
    key = ("strikers", mover)
    if key not in state.known:
        state.known[key] = _strikers(state, mover)
    return state.known[key]  # type: ignore[return-value]


def _strikers(state: SkirmishState, mover: str) -> Strikers:
    enemies = tuple(one.id for one in state.enemies(mover))
    turn, size = state.turn, state.space(mover).size
    bits: dict[Cell, int] = {}
    if turn is not None and turn.strikers and state.context.agreed.opportunities == "one":
        return Strikers(enemies, MappingProxyType(bits))
    for n, enemy in enumerate(enemies):
        if turn is not None and (enemy in turn.strikers or (mover, enemy) in turn.routers):
            continue
        for space in spaces_around(state.space(enemy), size):
            if restricts_at(state, enemy, mover, space):
                bits[space.cell] = bits.get(space.cell, 0) | 1 << n
    return Strikers(enemies, MappingProxyType(bits))


def spaces_around(space: Space, size: int) -> tuple[Space, ...]:
    """Return the spaces of a size that are adjacent to a space."""
    (x0, y0), (x1, y1) = space.cell, space.high
    xs, ys = range(x0 - size, x1 + 1), range(y0 - size, y1 + 1)
    return tuple(Space((x, y), size) for x in xs for y in ys if x in (xs[0], xs[-1]) or y in (ys[0], ys[-1]))


def strikers_at(state: SkirmishState, mover: str, space: Space) -> tuple[str, ...]:
    """Return the enemies that may strike at a creature when it leaves a space."""
    strikers = strikers_of(state, mover)
    return strikers.names(strikers.at(space))
