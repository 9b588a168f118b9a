"""The ground that models walk on in a battle, without what they pass through (40K-HEIGHT-1, 40K-RUIN-5, 40K-MOVE-2).

Ways around what is left are looked for here, for proposals and for what a model "can" do; whether one is allowed, the
judge says.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Path, Point
from warcry3d.motion.volume import volume_of
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.group_ground import GroupTerrain
from warcry3d.rules.warhammer40k.bases import ENGAGEMENT_HEIGHT
from warcry3d.rules.warhammer40k.battle.movement.contact import spots_beside
from warcry3d.rules.warhammer40k.passable_terrain import ground_under, passable_table
from warcry3d.rules.warhammer40k.reach import with_wide_enemies
from warcry3d.rules.warhammer40k.units_on_table import enemies_of
from warcry3d.rules.warhammer40k.way_checks import end_faults
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["ALL_SIDES", "WalkingGround", "kept_away_from"]

NEAREST = 3
"""Ways around obstacles are looked for to so many models, the nearest."""

ALL_SIDES = tuple(side * math.radians(15 * n) for n in range(13) for side in ((1, -1) if 0 < n < 12 else (1,)))
"""Directions from an enemy in which a place beside it is looked for, from the straight one (radians)."""


def kept_away_from(table: Table, mover: Model) -> Table:
    """Return a table with enemies as wide as their engagement range, those that are too high or too low left as they
    are (40K-MOVE-5).
    """
    tall, z = volume_of(mover).height, mover.placement.at[2]
    near = (
        enemy
        for enemy in enemies_of(table, mover)
        if abs(enemy.placement.at[2] - z) <= ENGAGEMENT_HEIGHT + max(tall, volume_of(enemy).height)
    )
    return with_wide_enemies(table, mover, near)


@dataclass(frozen=True, eq=False)
class WalkingGround:
    """A model on a table, with the inches that it has. ``flies``: over everything; ``crosses``: through enemy models;
    ``keeps_away``: out of engagement range; ``passes_aircraft``: through enemy aircraft.
    """

    table: Table
    mover: Model
    inches: float
    flies: bool = False
    crosses: bool = False
    keeps_away: bool = False
    passes_aircraft: bool = False

    @cached_property
    def _ground(self) -> GroupTerrain:
        """Return the ground that is left for it, with the models that stop it alone."""
        table, mover = self.table, self.mover
        left = passable_table(table, mover, crosses=self.crosses or self.flies, passes_aircraft=self.passes_aircraft)
        if self.flies:
            left = replace(left, terrain=table.terrain)
        elif self.keeps_away:
            left = kept_away_from(left, mover)
        start, _ = ground_under(levels_of(table), levels_of(left), mover.placement.at)
        here = mover.moved(Placement(start, mover.placement.turn))
        return GroupTerrain(left, {mover.id: here}, self.flies, lambda _: self.inches)

    def way(self, spot: Spot, turn: float = 0.0) -> Path | None:
        """Return a way to a spot that is worth judging, straight or around what does not let it pass; None: it has too
        few inches for any.
        """
        path = self._ground.way(self.mover.id, spot, {}, turn)
        if path is None:
            return None
        end = self._borne(spot)
        if end is None:
            return None
        *before, last = path.legs
        return Path((*before, replace(last, to=(*last.to[:-1], end))))

    def can_end(self, spot: Spot) -> bool:
        """Return whether a model may end at a spot as far as terrain says: not on top of debris (40K-DEBRIS-1), not
        over the edge of a hill (40K-HILL-2).
        """
        end = self._borne(spot)
        if end is None:
            return False
        there = self.mover.moved(Placement(end, self.mover.placement.turn))
        return not any(end_faults(self._alone, there, 0))

    @cached_property
    def _alone(self) -> Table:
        return replace(self.table, models=(self.mover,))

    def _borne(self, spot: Spot) -> Point | None:
        """Return a spot on the surface that is nearest in height to where the model stands; None off the board."""
        levels, z = levels_of(self.table), self.mover.placement.at[2]
        holding = [level for level in levels.levels if level.holds(*spot)]
        level = min(holding, key=lambda one: abs(one.height - z), default=None)
        return None if level is None else (*spot, levels.resting_height(level, *spot))

    def is_flush(self, spot: Spot) -> bool:
        """Return whether a spot is on the surface that the model stands on, as far as it is not passed through."""
        if self.flies:
            return True
        ground, id = self._ground, self.mover.id
        start = levels_of(ground.table).under(ground.figures[id].placement.at)
        level = ground.level_at(id, spot)
        return start is None or (level is not None and level.number == start.number)

    def ways_beside(self, targets: Sequence[Model]) -> Iterator[Path]:
        """Yield ways with corners to places base to base with the nearest of some models, from all sides."""
        here = self.mover.placement.at[:2]
        near = sorted(targets, key=lambda one: (math.dist(one.placement.at[:2], here), one.id))
        for target in near[:NEAREST]:
            ground = self._beside(target)
            for spot in spots_beside(self.mover, target, ALL_SIDES):
                if math.dist(spot, here) > self.inches:
                    continue
                path = ground.way(spot)
                if path is not None and len(path.legs[-1].to) > 1:
                    yield path

    def _beside(self, target: Model) -> "WalkingGround":
        """Return the ground for ways beside a model: those that are not round are not in the way, for the ground takes
        them as round; the judge tells ways through them.
        """
        if target.base.length == target.base.width:
            return self
        rest = tuple(one for one in self.table.models if one.id != target.id)
        return replace(self, table=replace(self.table, models=rest))
