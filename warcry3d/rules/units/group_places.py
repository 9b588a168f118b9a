"""Units set up as one: all models in formation about the one that is held, each where it has room, judged together."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from warcry3d.game.group_moves import GroupOrder, JudgedGroup, JudgedMember, UnitGroup
from warcry3d.game.prompts import Placing
from warcry3d.game.reasons import ActionFault, Point
from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import levels_of
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.group_formations import (
    AS_IT_STANDS,
    FORMATIONS,
    GroupGround,
    follow_order,
    formation_spots,
    group_links,
)
from warcry3d.rules.units.group_ground import GroupTerrain
from warcry3d.rules.units.unit_coherency import Coherency
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["PlacedGroup", "placing_group"]

SLACK = 0.05
"""Models in ranks keep this far (in) apart."""

BEYOND = 0.5
"""Models that look for a place stand at most this far (in), beside their bases, from the next one."""


@dataclass(frozen=True, eq=False)
class PlacedGroup:
    """What a rule system says of a unit that is set up.

    ``table``: without the unit; ``models``: as they would stand where that is suggested; ``zone``: where their centres
    may be (shapely). ``faults``: what is wrong with places for all, at ``models[n]`` where it is about one.
    ``coherent``: how models hang together, ``gap``: how far two are apart (in). ``near``: gives for a model, turned as
    it would be, what says whether two spots keep two of its kind coherent; None: as far as their bases tell.
    """

    table: Table
    models: tuple[Model, ...]
    zone: Any
    faults: Callable[[tuple[Placing, ...]], tuple[ActionFault, ...]]
    coherent: Callable[[tuple[Model, ...]], Coherency]
    gap: Callable[[Model, Model], float]
    near: Callable[[Model], Callable[[Spot, Spot], bool]] | None = None

    @cached_property
    def figures(self) -> dict[str, Model]:
        """Return the models by their ids."""
        return {one.id: one for one in self.models}

    @cached_property
    def terrain(self) -> GroupTerrain:
        """Return the ground under them; inches are not counted."""
        table = replace(self.table, models=(*self.table.models, *self.models))
        return GroupTerrain(table, self.figures, True, lambda model: math.inf)

    def spots(self, order: GroupOrder) -> dict[str, Spot]:
        """Return where each model stands in the formation of an order."""
        leader = self.figures[order.leader]
        gaps = leader.base.width + SLACK, leader.base.length + SLACK
        places = {one.id: one.placement.at for one in self.models}
        return formation_spots(places, order, gaps, leader.placement.turn)

    def placing(self, model: str, spot: Spot, turn: float = 0.0) -> Placing:
        """Return a model at a spot, on the surface there, turned by ``turn`` (radians)."""
        level = self.terrain.level_at(model, spot)
        z = 0.0 if level is None else levels_of(self.table).resting_height(level, *spot)
        return Placing(model, (*spot, z), math.remainder(self.figures[model].placement.turn + turn, math.tau))

    def homes(self, order: GroupOrder) -> tuple[Placing, ...]:
        """Return where each model would stand, at the height of the leader's place."""
        return tuple(
            Placing(id, (x, y, order.to[2]), self.figures[id].placement.turn + order.turn)
            for id, (x, y) in self.spots(order).items()
        )

    def follow(self, order: GroupOrder) -> tuple[Placing, ...]:
        """Return places for all models, near their own where those have no room."""
        import shapely

        shapely.prepare(self.zone)

        def can_stand(model: str, spot: Spot, taken: Mapping[str, Spot]) -> bool:
            return bool(shapely.intersects_xy(self.zone, *spot)) and self.terrain.can_stand(
                model, spot, taken, order.turn
            )

        ground = GroupGround(
            lambda model, spot, taken: self.terrain.straight(model, spot),
            lambda model, path, before: True,
            self.terrain.straight,
            can_stand,
            lambda model: math.inf,
            self._near(order),
            frozenset(self.coherent(self.models).links if order.formation in ("", AS_IT_STANDS) else ()),
            check=order.check,
        )
        places = {one.id: one.placement.at for one in self.models}
        ways = follow_order(places, self.spots(order), order.leader, ground)
        ends = {one.model: one.path.legs[-1].to[-1][:2] for one in ways}
        return tuple(self.placing(one.id, ends[one.id], order.turn) for one in self.models if one.id in ends)

    def _near(self, order: GroupOrder) -> Callable[[Spot, Spot], bool]:
        """Return what says whether two spots keep two models coherent that are turned as in an order."""
        if self.near is not None:
            leader = self.figures[order.leader]
            return self.near(leader.moved(Placement(leader.placement.at, leader.placement.turn + order.turn)))
        reach = max(2 * self.terrain.volume(one.id).reach for one in self.models) + BEYOND
        return lambda one, other: math.dist(one, other) <= reach

    def adjusted(self, places: tuple[Placing, ...], model: str, to: Point) -> tuple[Placing, ...]:
        """Return the places with one model's elsewhere."""
        return tuple(replace(one, at=self.placing(model, to[:2]).at) if one.item == model else one for one in places)

    def judge(self, places: tuple[Placing, ...]) -> JudgedGroup:
        """Return what comes of places, of each model and of the unit."""
        faults = self.faults(places)
        own = {n: tuple(one for one in faults if one.place.startswith(f"models[{n}]")) for n in range(len(places))}
        members = tuple(
            JudgedMember(one.item, (one.at,), one.at, one.turn, faults=own[n]) for n, one in enumerate(places)
        )
        there = tuple(self.figures[one.item].moved(Placement(one.at, one.turn)) for one in places)
        hanging = self.coherent(there)
        rest = tuple(one for one in faults if not any(one in some for some in own.values()))
        return JudgedGroup(members, group_links(hanging, there, self.gap), hanging.outside, rest)


def placing_group(placed: PlacedGroup) -> UnitGroup[Placing]:
    """Return how a person sets a unit up as one."""
    return UnitGroup(FORMATIONS, placed.homes, placed.follow, placed.adjusted, placed.judge)
