"""Decks that jut out over what carries them: climbed round, jumped off clear of their rims, by hand."""

import pytest

from tests import zoo
from tests.motion.moves import R, leg, mover, path
from warcry3d.geom.solid import Placement
from warcry3d.motion.reach import reach
from warcry3d.motion.record import FaultKind
from warcry3d.motion.trace import trace
from warcry3d.table.table import Table


def hall(jut: float) -> Table:
    """Return a wall 2.8 in high with a deck on it up to 3 in that juts out all round; the mover is 3 in before it."""
    wall = zoo.box_part("wall", (10, 3, 0), (13, 7, 2.8), "obstacle")
    deck = zoo.box_part("deck", (10 - jut, 3 - jut, 2.8), (13 + jut, 7 + jut, 3.0), "platform")
    return zoo.table(mover((7.0, 5.0)), zoo.feature("hall", wall, deck))


@pytest.mark.parametrize("jut", [0.0, 0.1, 0.3, 0.45])
def test_a_deck_that_juts_out_less_than_half_an_inch_is_climbed_round(jut: float) -> None:
    """Up to the wall, back by ``jut``, 3 up, and the centre over the rim: 3 - R, jut, 3, R; 0.01 for plays."""
    table = hall(jut)
    search = reach(table, "a", 9.0)
    (_, deck) = search.levels
    route = search.route(deck.level, (10.0 - jut + 0.001, 5.0))
    assert route is not None
    assert route.cost == pytest.approx(3 - R + jut + 3 + R, abs=0.01)
    judged = trace(table, "a", route.path)
    assert judged.faults == ()
    assert judged.end.at == pytest.approx((10.0 - jut + 0.001, 5.0, 3.0))


def test_a_deck_that_juts_out_more_is_not() -> None:
    assert [level.level.number for level in reach(hall(0.51), "a", 20.0).levels] == [0]


@pytest.mark.parametrize(("beside", "is_clear"), [(0.1, False), (R - 0.01, False), (R + 0.01, True)])
def test_who_jumps_off_a_deck_clears_its_rim(beside: float, is_clear: bool) -> None:
    """A deck 0.2 in thick, as a block 3 in high: the base goes past the rim before it goes down."""
    table = hall(0.3).placing("a", Placement((10.5, 5.0, 3.0)))
    judged = trace(table, "a", path(leg("jump", (9.7 - beside, 5.0, 0.0))))
    assert {fault.kind for fault in judged.faults} == (set() if is_clear else {FaultKind.BLOCKED})


def test_reach_drops_off_a_deck_where_the_judge_lets_it() -> None:
    """The nearest place on the floor beside the deck is R past its rim: 0.8 from the start to the rim, and R."""
    table = hall(0.3).placing("a", Placement((10.5, 5.0, 3.0)))
    search = reach(table, "a", 2.0)
    floor = search.graph.plan.layers[0].level
    assert floor is not None
    assert search.cost_at(floor, (9.7 - R - 0.01, 5.0)) == pytest.approx(0.8 + R + 0.01, abs=1e-3)
    near = search.cost_at(floor, (9.7 - R + 0.01, 5.0))
    assert near is None or near > 0.8 + R + 0.01
