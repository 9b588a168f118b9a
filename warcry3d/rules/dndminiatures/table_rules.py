"""What a table alone says to these rules, without a battle: who is in the way of a model, and who may strike at it."""

from dataclasses import dataclass, replace
from typing import Self

from warcry3d.errors import QuestionError
from warcry3d.rules.dndminiatures.board import needed_map, space_of
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["FLIES", "SPEED", "Threats", "enemies_of", "ground_of_model", "speed_on_table"]

FLIES, SPEED = "flies", "speed"
"""Fields of a model's profile."""


@dataclass(frozen=True, slots=True)
class Threats:
    """The enemies of a model on a map, by id, with their spaces: all of them able to act."""

    board: GridMap
    enemies: tuple[tuple[str, Space], ...]

    @classmethod
    def to(cls, table: Table, model: Model) -> Self:
        """Return the enemies of a model on a table."""
        return cls(needed_map(table), tuple((one.id, space_of(one)) for one in enemies_of(table, model)))

    def bits_at(self, space: Space) -> int:
        """Return a bit for each enemy that threatens a creature in a space, and sees it there (DDM-THREAT, DDM-AOO-1).

        Open contact is line of sight as well.
        """
        bits = 0
        for n, (_, there) in enumerate(self.enemies):
            if _is_near(space, there) and contact(self.board, space, there) is Contact.OPEN:
                bits |= 1 << n
        return bits

    def names(self, bits: int) -> tuple[str, ...]:
        """Return the ids of the enemies whose bits are set."""
        return tuple(id for n, (id, _) in enumerate(self.enemies) if bits >> n & 1)


def _is_near(one: Space, other: Space) -> bool:
    """Return whether two spaces touch or overlap: a quick look before a long one."""
    (ax, ay), (bx, by) = one.cell, other.cell
    return -one.size <= ax - bx <= other.size and -one.size <= ay - by <= other.size


def enemies_of(table: Table, model: Model) -> tuple[Model, ...]:
    """Return the models of the other sides, in the table's order (DDM-WORD-2)."""
    return tuple(other for other in table.models if other.side != model.side)


def speed_on_table(model: Model, given: float | None, option: str) -> int:
    """Return the squares that a model may move: the ``given`` ones, else those of its profile (DDM-CARD-6).

    Raise `QuestionError` where it has none; ``option`` is the command's that gives them.
    """
    speed = model.profile.get(SPEED) if given is None else given
    if not isinstance(speed, int | float) or isinstance(speed, bool):
        raise QuestionError(
            "'{model}' has no speed in its profile: say how many squares it may move ({option})",
            model=model.id,
            option=option,
        )
    return max(int(min(speed, 1e6) + 1e-9), 0)


def ground_of_model(table: Table, model: Model) -> CreatureGround:
    """Return the map as a model finds it on a table: friends, enemies, what slows it (DDM-MOVE-2 to -4).

    Whoever stands where it stands itself keeps it from nothing.
    """
    board = needed_map(table)
    if model.profile.get(FLIES) is True:
        board = replace(board, is_flown=True)
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for other in table.models:
        if other.id != model.id:
            cells[other.side == model.side].update(space_of(other).cells())
    own = set(space_of(model).cells())
    return CreatureGround(board, frozenset(cells[True] - own), frozenset(cells[False] - own))
