"""The tape and the rings: what they read is what the judge measures."""

import math
from dataclasses import replace

import pytest
import shapely

from tests import zoo
from warcry3d.app.measures.ring_set import RingSet
from warcry3d.app.measures.rings import read_rings, ring_overlays, ring_points
from warcry3d.app.measures.tape import GripBase, GripPoint, HeldTape, grip_on_board, read_tape
from warcry3d.messages import Words
from warcry3d.sight.body_distance import body_box, body_shadow, measure_bodies
from warcry3d.sight.distance import Between, measure, measure_to_point

TABLE = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (11, 7, 3), base=zoo.oval_base(90, 52), facing=30))


def test_a_tape_between_bases_reads_what_the_judge_measures() -> None:
    read = read_tape(TABLE, GripBase("ann"), GripBase("bob"))
    apart = measure(TABLE.model("ann"), TABLE.model("bob"))
    assert (read.direct, read.across, read.up) == (apart.direct, apart.horizontal, apart.vertical)
    assert read.up > 2.5 and read.direct == pytest.approx(math.hypot(read.across, read.up))


def test_a_tape_between_points_reads_in_space_across_and_up() -> None:
    read = read_tape(TABLE, GripPoint((0, 0, 0)), GripPoint((3, 4, 12)))
    assert (read.direct, read.across, read.up) == (13, 5, 12)


def test_a_tape_from_a_point_to_a_base_ends_at_its_edge() -> None:
    read = read_tape(TABLE, GripPoint((0, 5, 0)), GripBase("ann"))
    base = TABLE.model("ann").base
    assert read.across == pytest.approx(5 - base.length / 2)
    assert read.end[0] == pytest.approx(5 - base.length / 2)
    assert read_tape(TABLE, GripBase("ann"), GripPoint((0, 5, 0))).direct == pytest.approx(read.direct)


def test_a_tape_is_held_against_the_edge_that_is_near() -> None:
    assert grip_on_board(TABLE, (0.2, 9, 0)) == GripPoint((0, 9, 0))
    assert grip_on_board(TABLE, (30.6, 21.9, 0)) == GripPoint((30, 22, 0))
    assert grip_on_board(TABLE, (7, 9, 0)) == GripPoint((7, 9, 0))


def test_a_tape_at_a_model_that_has_gone_reads_nothing() -> None:
    tape = HeldTape(GripBase("ann"), GripBase("zoe"))
    assert tape.reading(TABLE) is None and tape.overlays(TABLE) == ()
    assert len(HeldTape(GripBase("ann"), GripBase("bob")).overlays(TABLE)) == 3


@pytest.mark.parametrize("inches", [1.0, 6.0])
def test_every_point_of_a_ring_is_so_far_from_the_base(inches: float) -> None:
    for id in ("ann", "bob"):
        model = TABLE.model(id)
        points = ring_points(model, inches)
        assert len(points) == len(ring_overlays(model, inches))
        assert [measure_to_point(model, point).horizontal for point in points] == pytest.approx([inches] * len(points))


def test_rings_are_typed_with_commas_and_what_is_none_is_left_out() -> None:
    assert read_rings("3, 6 1/2; 1in, x, 0, 3") == (3.0, 6.5, 1.0)
    assert read_rings("") == ()


BODIES = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (11, 7)), ruleset="ageofsigmar")


def test_where_rules_measure_from_bodies_tape_and_rings_leave_bases_out() -> None:
    ann, bob = BODIES.model("ann"), BODIES.model("bob")
    read = read_tape(BODIES, GripBase("ann"), GripBase("bob"))
    assert read.direct == measure_bodies(ann, bob).direct != measure(ann, bob).direct
    to_point = read_tape(BODIES, GripPoint((0, 5, 1)), GripBase("ann"))
    low, high = body_box(ann)
    assert low[2] < 1 < high[2]
    assert math.dist(to_point.start, to_point.end) == pytest.approx(to_point.direct)
    assert to_point.direct >= low[0] - 1e-9
    inside = (float(ann.placement.at[0]), float(ann.placement.at[1]), 1.0)
    assert read_tape(BODIES, GripBase("ann"), GripPoint(inside)).direct == 0


def test_every_point_of_a_ring_around_a_body_is_so_far_from_it_seen_from_above() -> None:
    ann = BODIES.model("ann")
    shadow = body_shadow(ann.figure, ann.placement)
    points = ring_points(ann, 3.0, Between.BODIES)
    assert [shadow.distance(shapely.Point(point[:2])) for point in points] == pytest.approx(
        [3.0] * len(points), abs=5e-3
    )
    assert points != ring_points(ann, 3.0)
    around = replace(RingSet(), ids=("ann",), text="3")
    assert len(around.overlays(BODIES)) == len(points)
    assert around.labels(BODIES, Words())[0][1] == points[0]
