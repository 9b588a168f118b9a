"""Corners of terrain under the pointer: where a tape is held against them."""

import math

import numpy as np
import pytest

from tests import zoo
from tests.app.judge.benches import FakeBench, StraightDown
from warcry3d.app.judge.intents import PickTool
from warcry3d.app.judge.measure_parts import TapePart, TapeState
from warcry3d.app.judge.origin_names import origin_name
from warcry3d.app.judge.setup_intents import Act, AddAction, GivePoint
from warcry3d.app.judge.setup_part import SetUpPart
from warcry3d.app.judge.setup_state import SetUpState
from warcry3d.app.measures.piece_corners import corner_under, corners_of, feet_of, piece_with_corner
from warcry3d.app.measures.tape import GripPoint
from warcry3d.app.shell.gestures import Clicked, Dragged, Pointed
from warcry3d.geom.shapes import box, cylinder
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.table.tape_measures import FromPoint

RUIN = zoo.feature("old-ruin", zoo.box_part("stones", (8, 4, 0), (12, 5, 3)))
CRATE = zoo.feature("crate", zoo.box_part("wood", (9.5, 6, 0), (10.5, 7, 1)))
TABLE = zoo.table(RUIN, CRATE, zoo.fighter("ann", (20, 5)))
EYE = (10.0, -20.0, 10.0)


def sight_of(at: tuple[float, float, float], miss: float = 0.0) -> tuple[FloatArray, FloatArray]:
    """Return the line of sight to a point from `EYE`, or to one so far to the right of it."""
    way = np.subtract((at[0] + miss, at[1], at[2]), EYE)
    return np.array(EYE), way / np.linalg.norm(way)


def corner_seen(at: tuple[float, float, float]) -> tuple[float, float, float] | None:
    return corner_under(TABLE, sight_of(at), sight_of(at, 0.2))


def test_corners_of_a_box_are_its_upright_edges() -> None:
    corners = corners_of(box((8, 4, 0), (12, 5, 3)))
    assert sorted(one.at for one in corners) == [(8, 4), (8, 5), (12, 4), (12, 5)]
    assert {(one.low, one.high) for one in corners} == {(0.0, 3.0)}


def test_towers_have_no_corners() -> None:
    assert corners_of(cylinder((5, 5), 2.0, (0.0, 4.0))) == ()


@pytest.mark.parametrize(
    ("pointed", "corner"),
    [
        ((8.1, 4.0, 2.9), (8, 4, 3)),
        ((7.9, 4.0, 0.1), (8, 4, 0)),
        ((8.05, 4.0, 1.5), (8, 4, 1.5)),
        ((8.6, 4.0, 2.9), None),
        ((9.5, 6.0, 0.5), None),
    ],
    ids=["its top", "its foot", "between", "too far", "behind the wall"],
)
def test_corner_in_sight_near_the_pointer_is_meant(
    pointed: tuple[float, float, float], corner: tuple[float, float, float] | None
) -> None:
    met = corner_seen(pointed)
    assert met is None if corner is None else met == pytest.approx(corner, abs=0.02)


def test_tape_is_held_against_the_corner_that_is_pointed_at() -> None:
    bench = FakeBench(StraightDown(TABLE))
    part = TapePart(bench)
    bench.do(PickTool("tape"))
    assert not part.take(Pointed((8.2, 3.9)))
    assert part._pull.mark == (8, 4, 3)
    part.take(Dragged("mouse1", 1, 1, (8.2, 3.9), (12.1, 5.2)))
    tape = bench.model.state(TapeState).tape
    assert (tape.start, tape.end) == (GripPoint((8, 4, 3), is_corner=True), GripPoint((12, 5, 3), is_corner=True))
    read = tape.reading(TABLE)
    assert read is not None and read.direct == pytest.approx(math.hypot(4, 1))
    part.take(Pointed((20.0, 15.0)))
    assert part._pull.mark is None


def test_distance_is_measured_from_a_corner_that_is_clicked_and_called_so() -> None:
    bench = FakeBench(StraightDown(TABLE))
    part = SetUpPart(bench)
    bench.parts = (part,)
    bench.do(PickTool("add"))
    bench.do(Act(AddAction.GRAB_1))
    assert part.take(Pointed((8.2, 3.9))) and part._pull.mark == (8, 4, 3)
    part.take(Clicked("mouse1", (8.2, 3.9)))
    origin = bench.model.state(SetUpState).tapes[0].origin
    assert origin == FromPoint((8, 4, 3)) and part._pull.mark is None
    assert origin_name(origin, Words("en"), TABLE) == "a corner: Old ruin"
    bench.do(Act(AddAction.GRAB_1))
    bench.do(GivePoint((0, 0, 0), FromPoint((3.0, 4.0, 0.0))))
    assert origin_name(FromPoint((3.0, 4.0, 0.0)), Words("en"), TABLE).startswith("point 3.00")


def test_piece_is_known_by_its_corner() -> None:
    assert piece_with_corner(TABLE, (12, 5, 1.0)) == "old-ruin"
    assert piece_with_corner(TABLE, (10, 4, 0)) is None


def test_corners_of_a_piece_are_told_where_they_meet_the_ground() -> None:
    shelf = zoo.box_part("shelf", (8, 2, 1.5), (12, 4, 1.7), "platform")
    beside = zoo.box_part("more", (12.1, 4, 0), (14, 5, 3))
    ruin = zoo.feature("ruin", zoo.box_part("stones", (8, 4, 0), (12, 5, 3)), shelf, beside).piece
    assert sorted(feet_of(ruin)) == [(8, 4), (8, 5), (12, 4), (12, 5), (14, 4), (14, 5)]
