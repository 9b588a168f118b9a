"""Units dragged as one: what the rules say of each model's way or place while a person holds the whole unit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from warcry3d.game.group_moves import GroupOrder, JudgedGroup, JudgedMember, UnitGroup
from warcry3d.game.prompts import ModelPath, Placing
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path, Point
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.movement.body_links import link_reaches, near_spots
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import (
    JudgedModel,
    MoveKind,
    MoveTerms,
    end_faults,
    flies,
    inches_of,
    judge_model,
    split_faults,
)
from warcry3d.rules.ageofsigmar.battle.sensing import coherent, hangs_together
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.group_formations import FORMATIONS, GroupGround, follow_order, formation_spots, group_links
from warcry3d.rules.units.group_ground import GroupTerrain
from warcry3d.rules.units.unit_coherency import Coherency
from warcry3d.rules.units.unit_ways import Moved
from warcry3d.rules.units.way_judgements import WayJudgements
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["moving_group"]

SLACK = 0.05
"""Models in ranks keep this far (in) apart."""

ENDS_KEPT = 64
"""Of so many ends of moves it is kept how the unit hangs together there."""


def moving_group(state: SigmarState, unit: str, terms: MoveTerms) -> UnitGroup[ModelPath]:
    """Return how a person moves a unit as one (AOS-MOVE-6, AOS-MOVE-7)."""
    asked = _Moving(state, unit, terms)
    return UnitGroup(FORMATIONS, asked.homes, asked.follow, asked.adjusted, asked.judge)


@dataclass(frozen=True, eq=False)
class _Moving:
    """A unit that moves on its terms."""

    state: SigmarState
    unit: str
    terms: MoveTerms

    @cached_property
    def places(self) -> dict[str, Point]:
        """Return where its models stand."""
        return {model.id: model.at for model in self.state.troops(self.unit)}

    @cached_property
    def figures(self) -> dict[str, Model]:
        """Return its models on the table."""
        return {one.id: one for one in self.state.figures(self.unit)}

    def spots(self, order: GroupOrder) -> dict[str, Spot]:
        """Return where each model stands in the formation of an order."""
        leader = self.figures[order.leader]
        gaps = leader.base.width + SLACK, leader.base.length + SLACK
        return formation_spots(self.places, order, gaps, leader.placement.turn)

    def homes(self, order: GroupOrder) -> tuple[Placing, ...]:
        """Return where each model would stand, at the height of the leader's place."""
        return tuple(
            Placing(id, (x, y, order.to[2]), self.figures[id].placement.turn + order.turn)
            for id, (x, y) in self.spots(order).items()
        )

    def follow(self, order: GroupOrder) -> tuple[ModelPath, ...]:
        """Return ways for all models, or as near as they get to their places."""
        is_charge = self.terms.kind is MoveKind.CHARGE
        return follow_order(self.places, self.spots(order), order.leader, self._ground(order), leads=is_charge)

    @cached_property
    def _terrain(self) -> GroupTerrain:
        state, terms = self.state, self.terms
        return GroupTerrain(state.table, self.figures, flies(state, self.unit), lambda id: inches_of(state, id, terms))

    @cached_property
    def _tables(self) -> dict[Moved, Table]:
        return {(): self.state.table}

    def _after(self, before: Moved) -> Table:
        """Return the table once models have moved."""
        if before not in self._tables:
            self._tables[before] = self._after(before[:-1]).placing(*before[-1])
        return self._tables[before]

    @cached_property
    def _judgements(self) -> WayJudgements[JudgedModel]:
        return WayJudgements(self.figures)

    def _judged(self, model: str, path: Path, before: Moved) -> JudgedModel:
        state, terms = self.state, self.terms
        return self._judgements.of(
            model, path, before, lambda: judge_model(state, self._after(before), model, path, terms, before)
        )

    def _ground(self, order: GroupOrder) -> GroupGround:
        terrain, trail = self._terrain, list[tuple[ModelPath, Moved]]()

        def moved(ways: Sequence[ModelPath]) -> Moved:
            """Return where models end that go these ways, all of them allowed; of ways asked about before, only what
            comes after those that are the same is looked at.
            """
            pairs = enumerate(zip(trail, ways, strict=False))
            del trail[next((n for n, (one, way) in pairs if one[0] is not way), len(ways)) :]
            for way in ways[len(trail) :]:
                before = trail[-1][1] if trail else ()
                trail.append((way, (*before, (way.model, self._judged(way.model, way.path, before).end))))
            return trail[-1][1] if trail else ()

        def allows(model: str, path: Path, before: Sequence[ModelPath]) -> bool:
            gone = moved(before)
            return not (terrain.surely_meets(model, path, dict(gone)) or self._judged(model, path, gone).faults)

        first = self.state.figures(self.unit)[0]
        links = frozenset(hangs_together(self.state, self.state.unit(self.unit)).links)
        return GroupGround(
            lambda model, spot, taken: terrain.way(model, spot, taken, order.turn),
            allows,
            lambda model, spot: terrain.straight(model, spot, order.turn),
            lambda model, spot, taken: terrain.can_stand(model, spot, taken, order.turn),
            terrain.inches,
            near_spots(first),
            links,
            reaches=link_reaches(first),
            keeps=self._keeps_together,
            check=order.check,
        )

    def _keeps_together(self, ways: Sequence[ModelPath]) -> bool:
        """Return whether the unit may end so far apart (AOS-UNIT-4): it is coherent, or nearer to that than before."""
        ends = {one.model: Placement(one.end, one.turn) for one in self._members(ways)}
        there = tuple(figure.moved(ends.get(id, figure.placement)) for id, figure in self.figures.items())
        return not split_faults(self.state, self.unit, self._coherent(there), there, self.terms)

    def _coherent(self, there: tuple[Model, ...]) -> Coherency:
        """Return how the unit hangs together there; the last answers are kept, for it is asked twice of each."""
        key = tuple(one.placement for one in there)
        found = self._hanging.get(key)
        if found is None:
            if len(self._hanging) >= ENDS_KEPT:
                self._hanging.clear()
            found = self._hanging[key] = coherent(there)
        return found

    @cached_property
    def _hanging(self) -> dict[tuple[Placement, ...], Coherency]:
        return {}

    def adjusted(self, ways: tuple[ModelPath, ...], model: str, to: Point) -> tuple[ModelPath, ...]:
        """Return the ways with one model's to another place: in its turn, or last where only that is allowed."""
        place = next((n for n, one in enumerate(ways) if one.model == model), len(ways))
        rest = tuple(one for one in ways if one.model != model)
        taken = {one.model: one.path.legs[-1].to[-1][:2] for one in ways[:place] if one.model != model}
        path = self._terrain.way(model, to[:2], taken) or self._terrain.straight(model, to[:2])
        if path is None:
            return ways
        found = (*rest[:place], ModelPath(model, path), *rest[place:])
        last = (*rest, ModelPath(model, path))
        return found if found == last or self.judge(found).is_allowed or not self.judge(last).is_allowed else last

    def _members(self, ways: Sequence[ModelPath]) -> Iterator[JudgedMember]:
        """Yield what comes of each way after those before it that are allowed."""
        moved: Moved = ()
        for one in ways:
            here, judged = self.figures[one.model], self._judged(one.model, one.path, moved)
            corners = tuple(point for leg in one.path.legs for point in leg.to)
            end = corners[-1] if judged.faults else judged.end.at
            turn = next((leg.facing for leg in reversed(one.path.legs) if leg.facing is not None), here.placement.turn)
            allowed = inches_of(self.state, one.model, self.terms)
            yield JudgedMember(one.model, (here.placement.at, *corners), end, turn, judged.cost, allowed, judged.faults)
            if not judged.faults:
                moved = (*moved, (one.model, judged.end))

    def judge(self, ways: tuple[ModelPath, ...]) -> JudgedGroup:
        """Return what comes of ways, each model's by itself, and of the unit at the end."""
        found = {one.model: one for one in self._members(ways)}
        stay = (
            JudgedMember(id, (at,), at, self.figures[id].placement.turn)
            for id, at in self.places.items()
            if id not in found
        )
        there = tuple(
            figure.moved(Placement(found[id].end, found[id].turn)) if id in found else figure
            for id, figure in self.figures.items()
        )
        hanging = self._coherent(there)
        return JudgedGroup(
            (*found.values(), *stay),
            group_links(hanging, there, judging.gap),
            hanging.outside,
            end_faults(self.state, self.unit, there, hanging, self.terms),
        )
