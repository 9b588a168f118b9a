"""Searches of several threads share what they derive; none is broken by another one that derives the same."""

from typing import Any
from unittest.mock import patch

import numpy as np

from tests import zoo
from warcry3d.motion.reach import plan_of
from warcry3d.motion.reaching import plan as plan_module
from warcry3d.motion.reaching.plan import Scope, _added
from warcry3d.motion.reaching.search_graph import SearchGraph, search_graph_of
from warcry3d.motion.trace import Terms

BLOCK = zoo.feature("block-1", zoo.box_part("stone", (0, 0, 0), (4, 4, 2), "platform"), at=(8, 4))
SLAB = zoo.feature("slab-1", zoo.box_part("stone", (0, 0, 0), (4, 4, 2.5), "platform"), at=(12, 4))


def test_graph_that_two_threads_lay_at_once_is_whole_for_both() -> None:
    """Seen in the window: pointing at an enemy while the field was searched ended both searches by an IndexError."""
    table = zoo.table(zoo.fighter("ann", (5, 6)), BLOCK, SLAB)
    model = table.model("ann")
    graph = search_graph_of(plan_of(table, model, Terms()), Scope(model.placement.at, 8.0, 1.0, False), table, model)
    lay: Any = SearchGraph.__dict__["_laid"]._derive
    for places, links in (lay(graph), lay(graph)):
        assert any(len(one.to) for one in links)
        for number, one in enumerate(links):
            assert all(spot < len(places[number]) for spot in one.spot)
            assert all(place < len(places[to]) for to, place in zip(one.to, one.place, strict=True))


def test_step_between_levels_is_there_for_who_asks_while_it_is_derived() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 6)), BLOCK, SLAB)
    plan = plan_of(table, table.model("ann"), Terms())
    levels = [layer.level for layer in plan.layers if layer.level is not None]
    beside = [(a, b) for a in levels for b in levels if {a.height, b.height} == {2.0, 2.5} and a.number < b.number]
    asked: list[Any] = []

    def meanwhile(line: Any) -> Any:
        if not asked:
            asked.append(None)
            asked[0] = plan._step(*beside[0])
        return np.array([[12.0, 6.0]])

    with patch.object(plan_module, "places_along", meanwhile):
        assert plan._step(*beside[0]) is not None
    assert asked[0] is not None


def test_number_of_what_is_kept_is_its_own_whoever_adds_meanwhile() -> None:
    class Shared(list[object]):
        def extend(self, found: Any) -> None:
            super().extend([object(), *found])

    kept, found = Shared(), [object(), object()]
    assert _added(kept, found) == 1
    assert _added(kept, ()) == 0
