"""What is in hand in the Boards room: features that are carried over the board, snapped to what is near. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from warcry3d.table.table import Board, Table
from warcry3d.table.table_edits import with_features, without_features
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.feature_edits import kept_on_board, middle_of_all, moved, turned
from warcry3d.terrain.layouts.placement_checks import unrest
from warcry3d.terrain.layouts.snaps import Guide, SnapRules, snapped
from warcry3d.terrain.layouts.stacking import height_of, landed, standing_heights
from warcry3d.units import LEVEL_TOLERANCE

__all__ = ["CarryRules", "HeldFeatures", "board_middle"]

ONTO = 0.3
"""A top that is so much higher than where the pointer is still carries what is put there (in)."""

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class CarryRules:
    """How what is carried comes to rest: what it snaps to, whether onto level tops; ``is_free``: to nothing now."""

    snaps: SnapRules
    stacks: bool
    is_free: bool


@dataclass(frozen=True, slots=True, eq=False)
class HeldFeatures:
    """Features in hand. ``start``: as they were taken, turned as they are turned since; ``is_new``: not of the board.

    ``at``: where their middle was carried to last, None: nowhere yet. ``features`` and ``guides``: where they are now
    and what they came to.
    """

    start: tuple[Feature, ...]
    is_new: bool = False
    at: Point | None = None
    features: tuple[Feature, ...] = ()
    guides: tuple[Guide, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of what is in hand."""
        return frozenset(one.id for one in self.start)

    @property
    def place(self) -> Point:
        """Return where the middle is, or was when nothing was carried anywhere yet."""
        if self.at is not None:
            return self.at
        x, y = middle_of_all(self.start)
        return x, y, min(height_of(one) for one in self.start)

    def carried(self, table: Table, at: Point, rules: CarryRules) -> Self:
        """Return it with its middle near a place of ``table``, which may hold what is in hand."""
        others = without_features(table, self.ids, is_audited=False).terrain.features
        x, y = middle_of_all(self.start)
        low = min(self.start, key=lambda one: (height_of(one), one.id))
        there = moved(self.start, at[0] - x, at[1] - y)
        if not rules.is_free:
            there = kept_on_board(there, table.board)
            came = snapped(there, others, table.board, rules.snaps)
            there, guides = came.features, came.guides
        else:
            guides = ()
        if rules.stacks and not rules.is_free:
            below = next(one for one in there if one.id == low.id)
            there = moved(there, 0.0, 0.0, _top(below, others, at[2]) - height_of(low))
        return replace(self, at=at, features=there, guides=guides)

    def turned(self, degrees: float) -> Self:
        """Return it turned about its middle; carry it again to where it is."""
        return replace(self, start=turned(self.start, degrees))

    def on(self, table: Table) -> Table:
        """Return the table with what is in hand where it is now: shown for a moment only."""
        return with_features(table, self.features, is_audited=False) if self.at is not None else table

    def put_down(self, table: Table, rules: CarryRules) -> tuple[Feature, ...]:
        """Return the features where they stay: what stands on a top touches it.

        What sticks out of a top, such as the end of a ladder, carries nothing that would tip over there: what is put
        down stays on the top, where the checks say what it overlaps.
        """
        if not rules.stacks or rules.is_free or not self.features:
            return self.features
        low = min(self.features, key=lambda one: (height_of(one), one.id))
        if height_of(low) <= LEVEL_TOLERANCE:
            return self.features
        rest = without_features(table, self.ids - {low.id}, is_audited=False)
        down = landed(with_features(rest, (low,), is_audited=False), low)
        shift = height_of(down) - height_of(low)
        if shift > LEVEL_TOLERANCE and unrest(with_features(rest, (down,), is_audited=False), down) is not None:
            return self.features
        return moved(self.features, 0.0, 0.0, shift) if abs(shift) <= ONTO else self.features


def _top(feature: Feature, others: Sequence[Feature], pointed: float) -> float:
    """Return the height of the highest top under a feature that is not above where the pointer is; 0: the floor."""
    if pointed <= LEVEL_TOLERANCE:
        return 0.0
    return max((z for z in standing_heights(feature, others) if z <= pointed + ONTO), default=0.0)


def board_middle(board: Board) -> tuple[float, float]:
    """Return the middle of a board."""
    return board.width / 2, board.depth / 2
