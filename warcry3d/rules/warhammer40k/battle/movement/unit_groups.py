"""Units dragged as one: what the rules say of each model's way while a person holds the whole unit (40K-MOVE-6)."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from warcry3d.game.group_moves import GroupOrder, JudgedGroup, JudgedMember, UnitGroup
from warcry3d.game.prompts import ModelPath, Placing
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path, Point
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.group_formations import FORMATIONS, GroupGround, follow_order, formation_spots, group_links
from warcry3d.rules.units.group_ground import GroupTerrain
from warcry3d.rules.warhammer40k.battle.movement.contact import spots_beside
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import (
    KEEPS_AWAY,
    MoveKind40k,
    MoveTerms40k,
    end_faults,
    flies_in,
    inches_of,
    judge_model,
    walking_ground,
)
from warcry3d.rules.warhammer40k.battle.movement.walking_ground import ALL_SIDES, WalkingGround, kept_away_from
from warcry3d.rules.warhammer40k.battle.phases.coherency import coherency_of
from warcry3d.rules.warhammer40k.battle.sensing import COHERENCY, coherent, least_links, model_gap
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["moving_group"]

SLACK = 0.05
"""Models in ranks keep this far (in) apart."""

SNAP = 1.0
"""A model that is held up to so far (in) from an enemy that it moves to, or over it, stands base to base with it."""

NEAR_SIDE = 0.3
"""How much a place on the near side of an enemy is preferred: so much of each inch that is farther to go."""

TOWARD = (MoveKind40k.CHARGE, MoveKind40k.PILE_IN, MoveKind40k.CONSOLIDATE)


def moving_group(state: State40k, unit: str, terms: MoveTerms40k) -> UnitGroup[ModelPath]:
    """Return how a person moves a unit as one."""
    asked = _Moving(state, unit, terms)
    return UnitGroup(FORMATIONS, asked.homes, asked.follow, asked.adjusted, asked.judge)


@dataclass(frozen=True, eq=False)
class _Moving:
    """A unit that moves on its terms."""

    state: State40k
    unit: str
    terms: MoveTerms40k

    @cached_property
    def _figures(self) -> Mapping[str, Model]:
        return {one.id: one for one in self.state.figures(self.unit)}

    @cached_property
    def _places(self) -> Mapping[str, Point]:
        return {id: one.placement.at for id, one in self._figures.items()}

    def _spots(self, order: GroupOrder) -> dict[str, Spot]:
        leader = self._figures[order.leader]
        gaps = leader.base.width + SLACK, leader.base.length + SLACK
        spots = formation_spots(self._places, order, gaps, leader.placement.turn)
        return {id: self._beside_enemy(id, spot) for id, spot in spots.items()}

    def _beside_enemy(self, model: str, spot: Spot) -> Spot:
        """Return the place base to base with an enemy that is nearest to a spot, if the unit moves to the enemy and one
        is near; else the spot.
        """
        if self.terms.kind not in TOWARD:
            return spot
        figure = self._figures[model]
        beside = (
            one
            for enemy in self._enemies
            if math.dist(enemy.placement.at[:2], spot) < (enemy.base.length + figure.base.length) / 2 + SNAP
            for one in spots_beside(figure, enemy, ALL_SIDES)
        )
        here = figure.placement.at[:2]
        nearest = min(beside, key=lambda one: math.dist(one, spot) + NEAR_SIDE * math.dist(one, here), default=spot)
        return nearest if math.dist(nearest, spot) <= figure.base.length / 2 + SNAP else spot

    @cached_property
    def _enemies(self) -> tuple[Model, ...]:
        """Return whom the unit moves to: the targets of a charge, else all enemies."""
        units = self.terms.targets or tuple(one.id for one in self.state.enemies(self.unit))
        return tuple(figure for unit in units for figure in self.state.figures(unit))

    def homes(self, order: GroupOrder) -> tuple[Placing, ...]:
        """Return where each model would stand, at the height of the leader's place."""
        turns = {id: one.placement.turn + order.turn for id, one in self._figures.items()}
        return tuple(Placing(id, (x, y, order.to[2]), turns[id]) for id, (x, y) in self._spots(order).items())

    def follow(self, order: GroupOrder) -> tuple[ModelPath, ...]:
        """Return ways for all models, or as near as they get to their places."""
        leads = self.terms.kind is MoveKind40k.CHARGE
        return follow_order(self._places, self._spots(order), order.leader, self._ground(order), leads=leads)

    @cached_property
    def _terrain(self) -> GroupTerrain:
        flies = all(flies_in(self.state, id, self.terms.kind) for id in self._figures)
        inches = {id: inches_of(self.state, id, self.terms) for id in self._figures}
        return GroupTerrain(self._kept_away, self._figures, flies, inches.__getitem__)

    @cached_property
    def _kept_away(self) -> Table:
        """Return the table with enemies as wide as nobody may stand beside them."""
        table = self.state.table
        if self.terms.kind not in KEEPS_AWAY:
            return table
        return kept_away_from(table, min(self._figures.values(), key=lambda one: one.id))

    def _walking(self, model: str) -> WalkingGround:
        """Return the ground of a model, without what it passes through (40K-HEIGHT-1, 40K-RUIN-5)."""
        if model not in self._grounds:
            self._grounds[model] = walking_ground(self.state, self.state.table, model, self.terms)
        return self._grounds[model]

    @cached_property
    def _grounds(self) -> dict[str, WalkingGround]:
        return {}

    @cached_property
    def _tables(self) -> dict[tuple[ModelPath, ...], Table]:
        return {(): self.state.table}

    def _after(self, ways: Sequence[ModelPath]) -> Table:
        """Return the table once models have gone these ways, those that are refused left where they stand."""
        key = tuple(ways)
        if key not in self._tables:
            last, table = key[-1], self._after(key[:-1])
            move, faults = judge_model(self.state, table, last.model, last.path, self.terms)
            self._tables[key] = table if faults else table.placing(last.model, move.end)
        return self._tables[key]

    def _ground(self, order: GroupOrder) -> GroupGround:
        terrain, state, homes = self._terrain, self.state, self._spots(order)

        def can_stand(model: str, spot: Spot, taken: Mapping[str, Spot]) -> bool:
            # No climbs beside one's own place.
            ground = self._walking(model)
            is_worth_it = spot == homes[model] or ground.is_flush(spot)
            return is_worth_it and terrain.can_stand(model, spot, taken, order.turn) and ground.can_end(spot)

        def path(model: str, spot: Spot, taken: Mapping[str, Spot]) -> Path | None:
            found = self._walking(model).way(spot, order.turn)
            if found is None or self._walking(model).is_flush(spot):
                return found
            # A straight climb is hardly ever allowed: it is judged before others plan with it.
            return None if judge_model(state, state.table, model, found, self.terms)[1] else found

        width = min(one.base.width for one in self._figures.values())
        return GroupGround(
            path,
            lambda model, path, before: not judge_model(state, self._after(before), model, path, self.terms)[1],
            lambda model, spot: terrain.straight(model, spot, order.turn),
            can_stand,
            terrain.inches,
            lambda one, other: math.dist(one, other) <= COHERENCY + width - SLACK,
            frozenset(coherency_of(state, self.unit).links),
            least_links(len(self._figures)),
            (COHERENCY + width - SLACK, COHERENCY + width - SLACK),
            self._keeps_together,
            order.check,
        )

    def _keeps_together(self, ways: Sequence[ModelPath]) -> bool:
        """Return whether the unit is coherent where ways lead it, or was not before (40K-COHERENCY-1)."""
        ends = {one.model: Placement(one.end, one.turn) for one in self._members(ways)}
        there = tuple(figure.moved(ends.get(id, figure.placement)) for id, figure in self._figures.items())
        return coherent(there).is_coherent or not coherency_of(self.state, self.unit).is_coherent

    def adjusted(self, ways: tuple[ModelPath, ...], model: str, to: Point) -> tuple[ModelPath, ...]:
        """Return the ways with one model's to another place, in its turn."""
        place = next((n for n, one in enumerate(ways) if one.model == model), len(ways))
        rest = tuple(one for one in ways if one.model != model)
        spot = self._beside_enemy(model, to[:2])
        path = self._walking(model).way(spot) or self._terrain.straight(model, spot)
        return ways if path is None else (*rest[:place], ModelPath(model, path), *rest[place:])

    def _members(self, ways: Sequence[ModelPath]) -> Iterator[JudgedMember]:
        """Yield what comes of each way after those before it that are allowed."""
        for n, one in enumerate(ways):
            here = self._figures[one.model]
            move, faults = judge_model(self.state, self._after(ways[:n]), one.model, one.path, self.terms)
            corners = tuple(point for leg in one.path.legs for point in leg.to)
            end, turn = (corners[-1], here.placement.turn) if faults else (move.end.at, move.end.turn)
            allowed = self._terrain.inches(one.model)
            yield JudgedMember(one.model, (here.placement.at, *corners), end, turn, move.cost, allowed, faults)

    def judge(self, ways: tuple[ModelPath, ...]) -> JudgedGroup:
        """Return what comes of ways, each model's by itself, and of the unit at the end."""
        found = tuple(self._members(ways))
        figures = dict(self._figures)
        for one in found:
            figures[one.model] = figures[one.model].moved(Placement(one.end, one.turn))
        moved = {one.model for one in found}
        stay = (
            JudgedMember(id, (at,), at, self._figures[id].placement.turn)
            for id, at in self._places.items()
            if id not in moved
        )
        there = tuple(figures.values())
        hanging = coherent(there)
        links = group_links(hanging, there, model_gap)
        faults = tuple(end_faults(self.state, self.unit, hanging, there, self.terms))
        return JudgedGroup((*found, *stay), links, hanging.outside, faults)
