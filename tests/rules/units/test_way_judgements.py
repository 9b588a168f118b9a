"""Judgements of ways that are kept while nothing near them changes."""

from tests import zoo
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.units.unit_ways import Moved
from warcry3d.rules.units.way_judgements import WayJudgements

FIGURES = {one.id: one for one in (zoo.fighter("a", (2, 2)), zoo.fighter("b", (2, 6)), zoo.fighter("c", (9, 9)))}
EAST = Path((Leg(LegKind.WALK, ((8.0, 2.0, 0.0),)),))


def judged(*moves: Moved) -> list[Moved]:
    """Return after which moves of others the way of "a" east was judged."""
    ways, asked = WayJudgements[Moved](FIGURES), list[Moved]()

    def judge(before: Moved) -> Moved:
        asked.append(before)
        return before

    for before in moves:
        ways.of("a", EAST, before, lambda before=before: judge(before))  # type: ignore[misc]
    return asked


def at(model: str, x: float, y: float) -> Moved:
    return ((model, Placement((x, y, 0.0))),)


def test_a_way_is_judged_once_while_others_move_far_from_it() -> None:
    assert judged(at("b", 3, 6), at("b", 4, 6), at("c", 9, 8)) == [at("b", 3, 6)]


def test_a_way_is_judged_anew_once_another_stands_near_it() -> None:
    reach = 2 * zoo.fighter("a", (2, 2)).base.width / 2
    near, beside = at("b", 5, 2 + reach - 0.001), at("b", 5, 2 + reach + 0.1)
    assert judged(at("c", 9, 8), near, beside, near) == [at("c", 9, 8), near]


def test_the_first_way_of_a_unit_is_judged_by_itself() -> None:
    """A charge asks more of it."""
    assert judged((), at("b", 3, 6)) == [(), at("b", 3, 6)]
