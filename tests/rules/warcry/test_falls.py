"""Falling in Warcry, in inches worked out by hand."""

import math

import pytest
import shapely

from tests import zoo
from tests.motion.moves import R, judged, leg, mover
from warcry3d.motion.falls import landings
from warcry3d.rules.move_result import FallOutcome
from warcry3d.rules.warcry.falls import deadly_nearby, fall_from, fall_hurts, impact_damage, outcome_of
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import MM


def block(height: float = 3.0) -> Feature:
    """Return a block over x 10 to 14, y 4 to 8."""
    return zoo.feature("block", zoo.box_part("stone", (10, 4, 0), (14, 8, height)))


def test_who_ends_over_neither_floor_nor_platform_falls() -> None:
    """rule: WC-FALL-1.  A jump from the block onto a wall too thin to be a platform, at its own height."""
    wall = zoo.feature("wall", zoo.box_part("stone", (10, 1, 0), (14, 1.4, 3)))
    ends = judged(zoo.table(mover((12, 5, 3)), block(), wall), leg("jump", (12, 1.2, 3))).ends
    assert (ends.on, ends.falls, ends.outcome) == ("wall/stone", True, FallOutcome.PLACED)


def test_who_drops_onto_a_ledge_with_the_rim_of_its_base_falls() -> None:
    """rule: WC-FALL-1, WC-JUMP-2.  It sinks 1 in until its base catches the ledge; the centre is beside it."""
    ledge = zoo.feature("ledge", zoo.box_part("stone", (10, 1, 0), (14, 2.5, 2)))
    ends = judged(zoo.table(mover((12, 5, 3)), block(), ledge), leg("jump", (12, 3, 3))).ends
    assert (ends.falls, ends.on, ends.impact_rolls) == (True, "ledge/stone", 0)
    assert ends.at == pytest.approx((12, 3, 2), abs=1e-4)


def test_a_climber_falls_when_its_activation_ends() -> None:
    """rule: WC-FALL-4."""
    table = zoo.table(mover((10 - R, 5)), block())
    ends = judged(table, leg("climb", (10 - R, 5, 1.5)), ends=True).ends
    assert (ends.falls, ends.climbing) == (True, False)
    assert ends.landings is not None
    assert ends.landings.places[0].nearest == pytest.approx((10 - R, 5, 0), abs=0.01)


def test_places_lie_within_two_inches_of_the_base_and_lower() -> None:
    """rule: WC-FALL-2.  In the open, from 1.5 in up at a pole: half a disc of radius 2 + R, on its own side.

    Touching is no hindrance: 0.003 in are forgiven, which opens the circle by sqrt(2 * 0.003 / R) on either side.
    """
    pole = zoo.feature("pole", zoo.box_part("iron", (10, 10, 0), (10.02, 10.02, 4)))
    found = fall_from(zoo.table(mover((10 - R, 10.01, 1.5)), pole), "a")
    (place,) = found.places
    angle = math.pi + 2 * math.sqrt(2 * 0.003 / R)
    assert place.area.area == pytest.approx(angle / 2 * (2 + R) ** 2, rel=0.02)
    assert place.area.bounds[0] == pytest.approx(10 - R - 2 - R, abs=0.003)
    assert (place.level.is_floor, place.down) == (True, 1.5)


def long_wall(height: float = 3.0) -> Feature:
    """Return a wall across the whole board, 0.2 in thick, its south side at y = 10."""
    return zoo.feature("wall", zoo.box_part("stone", (0, 10, 0), (30, 10.2, height)))


@pytest.mark.parametrize("up", [0.5, 1.5, 2.5])
def test_a_climber_is_not_put_behind_the_wall_it_climbs(up: float) -> None:
    """rule: WC-FALL-2, WC-FALL-7.  The floor behind the wall is 0.2 in from its base; it would pass through stone."""
    (place,) = fall_from(zoo.table(mover((15, 10 - R, up)), long_wall()), "a").places
    assert place.area.bounds[3] == pytest.approx(10 - R, abs=0.01)


def test_a_climber_above_the_wall_may_be_put_on_either_side() -> None:
    """rule: WC-FALL-2.  On a pole, its feet 1 in above the top of the wall behind: nothing is in its way there."""
    pole = zoo.feature("pole", zoo.box_part("iron", (15, 10.05, 0), (15.02, 10.07, 6)))
    (place,) = fall_from(zoo.table(mover((15.01 - R, 10.06, 4)), long_wall(), pole), "a").places
    assert place.area.bounds[1] < 10 - R < 10.2 + R < place.area.bounds[3]


def test_nobody_falls_through_one_who_stands_beside_it() -> None:
    """rule: WC-FALL-7.  Another on the block stands between it and the edge: behind that one no place is offered."""
    table = zoo.table(mover((12, 5, 3)), block(), zoo.fighter("b", (13, 4.1, 3)))
    (place,) = fall_from(table, "a").places
    (alone,) = fall_from(zoo.table(mover((12, 5, 3)), block()), "a").places
    behind = shapely.Point(13.4, 3.2)
    assert alone.area.intersects(behind)
    assert not place.area.intersects(behind)
    assert place.area.intersects(shapely.Point(11, 3.2))


@pytest.mark.parametrize("turn", range(4))
def test_every_place_of_a_fall_is_one_that_a_jump_leads_to(turn: int) -> None:
    """rule: WC-FALL-7, WC-JUMP-6.  The judge of moves lets it jump straight to each place of the area, and to no place
    that is left out of it for what stands in the way.
    """
    c, s = math.cos(turn), math.sin(turn)
    post = zoo.feature("post", zoo.box_part("stone", (14 + c, 7.5 + s / 4, 0), (14.2 + c, 7.7 + s / 4, 4)))
    table = zoo.table(mover((15, 10 - R, 2.5)), long_wall(), post, zoo.fighter("b", (16.2 + c / 4, 8.3, 1.2)))
    (place,) = fall_from(table, "a").places
    near = shapely.Point(15, 10 - R).buffer(2 + R)
    lattice = ((12.5 + i / 4, 6.7 + j / 4) for i in range(21) for j in range(16))
    points = [p for p in lattice if near.intersects(shapely.Point(p))]
    inside = [p for p in points if place.area.buffer(-0.01).intersects(shapely.Point(p))]
    outside = [p for p in points if not place.area.buffer(0.02).intersects(shapely.Point(p))]
    assert len(inside) > 40
    assert len(outside) > 40
    assert all(judged(table, leg("jump", p)).is_legal for p in inside)
    assert not any(judged(table, leg("jump", p)).is_legal for p in outside)


def test_places_on_every_lower_level_are_found_nearest_first() -> None:
    """rule: WC-FALL-2.  From the block, 0.63 in from its edge, to a ledge beside it 1.5 in lower, and to the floor.

    In the middle of the edge the floor is 2 in from its base where it may touch the block: with a hair more it is not.
    """
    ledge = zoo.feature("ledge", zoo.box_part("stone", (14, 4, 0), (16, 8, 1.5)))
    found = fall_from(zoo.table(mover((14 - R, 6, 3)), block(), ledge), "a")
    assert [place.level.height for place in found.places] == [1.5, 0.0]
    assert found.places[1].area.area < 0.001
    raised = zoo.feature("block", zoo.box_part("stone", (10, 3.99, 0), (14, 8.01, 3)))
    lifted = zoo.feature("ledge", zoo.box_part("stone", (14, 3.99, 0), (16, 8.01, 1.5)))
    found = fall_from(zoo.table(mover((14 - R, 6, 3)), raised, lifted), "a")
    assert [place.level.height for place in found.places] == [1.5]
    assert found.places[0].nearest == pytest.approx((14 + R, 6, 1.5), abs=0.003)
    found = fall_from(zoo.table(mover((14 - R, 5, 3)), block(), ledge), "a")
    assert [place.level.height for place in found.places] == [1.5, 0.0]


def test_not_onto_others_nor_through_terrain() -> None:
    """rule: WC-FALL-7.  Nothing of the area comes nearer to a fighter below than base to base, nor under a deck."""
    other = zoo.fighter("b", (12, 3))
    found = fall_from(zoo.table(mover((12, 4 + R, 3)), block(), other), "a")
    (place,) = found.places
    assert place.area.distance(shapely.Point(12, 3)) == pytest.approx(2 * R, abs=0.003)
    deck = zoo.feature("deck", zoo.box_part("planks", (10, 0, 2), (12, 4, 2.2), "platform"))
    found = fall_from(zoo.table(mover((12.01, 4 + R, 3)), block(), deck), "a")
    below = [place for place in found.places if place.level.is_floor]
    assert min(place.area.bounds[0] for place in below) == pytest.approx(12 + R, abs=0.003)


def test_nowhere_to_fall_it_stays_if_its_base_is_on_a_platform_else_it_is_taken_down() -> None:
    """rule: WC-FALL-8, WC-FALL-9.  In the middle of a platform 8 in wide there is no lower place within 2 in."""
    wide = zoo.feature("wide", zoo.box_part("stone", (5, 5, 0), (13, 13, 3)))
    assert outcome_of(fall_from(zoo.table(mover((9, 9, 3)), wide), "a")) is FallOutcome.STAYS
    pit = [
        zoo.box_part("west", (5, 5, 0), (8.4, 13, 6)),
        zoo.box_part("east", (9.6, 5, 0), (13, 13, 6)),
        zoo.box_part("south", (8.4, 5, 0), (9.6, 8.4, 6)),
        zoo.box_part("north", (8.4, 9.6, 0), (9.6, 13, 6)),
    ]
    table = zoo.table(
        mover((9, 9, 3), base=zoo.round_base(25)),
        zoo.feature("pit", *pit, zoo.box_part("post", (8.9, 8.9, 0), (9.1, 9.1, 2.9))),
    )
    assert outcome_of(fall_from(table, "a")) is FallOutcome.TAKEN_DOWN


def test_the_places_are_free_for_a_fighter_to_be_put() -> None:
    """rule: WC-FALL-7, WC-FALL-6.  Points drawn from the area are legal places; the same points are refused inside the
    block.
    """
    table = zoo.table(mover((12, 4 + R, 3)), block(), zoo.fighter("b", (12.5, 2.2)))
    (place,) = landings(table, "a", (12, 4 + R, 3), within=2).places
    x0, y0, x1, y1 = place.area.buffer(-0.01).bounds
    points = [(x0 + (x1 - x0) * i / 12, y0 + (y1 - y0) * j / 12) for i in range(13) for j in range(13)]
    inside = [p for p in points if place.area.buffer(-0.005).intersects(shapely.Point(p))]
    assert len(inside) > 20
    assert all(judged(table, leg("place", p)).is_legal for p in inside)


@pytest.mark.parametrize(("down", "hurts"), [(1.99, False), (2.0, True), (3.0, True)])
def test_a_fall_of_two_inches_or_more_hurts(down: float, hurts: bool) -> None:
    """rule: WC-FALL-3."""
    assert fall_hurts((1, 1, 3), (2, 1, 3 - down)) is hurts


def test_impact_damage_by_the_die() -> None:
    """rule: WC-IMPACT-1."""
    assert [impact_damage(face) for face in range(1, 7)] == [3, 1, 1, 0, 0, 0]
    with pytest.raises(ValueError, match="not 7"):
        impact_damage(7)


def test_who_fell_within_an_inch_of_spikes_is_hurt() -> None:
    """rule: WC-DEADLY-2."""
    spikes = zoo.feature("fence", zoo.box_part("spikes", (10, 0, 0), (10.2, 10, 1.5), "deadly"))
    assert deadly_nearby(zoo.table(mover((9 - R, 5)), spikes), "a") == ("fence/spikes",)
    assert deadly_nearby(zoo.table(mover((8.99 - R, 5)), spikes), "a") == ()


class TestMonsters:
    """A monster on a round base of 100 mm: its radius is 1.969 in. The block's top is 8 in by 8, 3 in up."""

    RADIUS = 50 * MM

    def table(self, at: tuple[float, ...], *marks: str, ledge: Feature | None = None) -> Table:
        wide = zoo.feature("wide", zoo.box_part("stone", (8, 4, 0), (16, 12, 3)))
        monster = mover(at, base=zoo.round_base(100), runemarks=marks)
        return zoo.table(monster, wide, *([ledge] if ledge else []))

    @pytest.mark.parametrize(("inside", "falls"), [(0.0, False), (-0.05, True)])
    def test_a_monster_that_hangs_over_the_edge_falls_and_nobody_else(self, inside: float, falls: bool) -> None:
        """rule: WC-MON-2.  Its rim on the edge at y = 4: it stands; a twentieth of an inch beyond: it falls."""
        way = leg("walk", (12, 4 + self.RADIUS + inside, 3))
        assert judged(self.table((12, 8, 3), "gargantuan"), way).ends.falls is falls
        assert not judged(self.table((12, 8, 3), "hero"), way).ends.falls

    def test_platforms_that_are_walked_as_one_carry_it_together(self) -> None:
        """rule: WC-MON-2.  Half an inch lower beside the edge is still a platform; 1 in lower is another."""
        for low, falls in ((2.5, False), (2.0, True)):
            ledge = zoo.feature("ledge", zoo.box_part("stone", (8, 0, 0), (16, 4, low)))
            table = self.table((12, 8, 3), "gargantuan", ledge=ledge)
            assert judged(table, leg("walk", (12, 5, 3))).ends.falls is falls

    def test_it_stands_on_the_floor_wherever_it_is(self) -> None:
        """rule: WC-MON-2."""
        assert not judged(self.table((4, 8), "gargantuan"), leg("walk", (4, 6))).ends.falls

    def test_a_monster_that_ends_its_move_climbing_falls_at_once(self) -> None:
        """rule: WC-MON-16, WC-MON-2.  Others hold on until their activation ends."""
        at = 8 - self.RADIUS
        for mark, falls in (("gargantuan", True), ("hero", False)):
            ends = judged(self.table((at, 8), mark), leg("climb", (at, 8, 2))).ends
            assert (ends.falls, ends.climbing) == (falls, not falls)

    def test_it_is_put_on_nobody_though_they_stand_farther_off_than_two_inches(self) -> None:
        """rule: WC-MON-12, WC-FALL-7.  Its centre gets to (17.1, 2): the fighter at (18.2, 2) is in its way there."""
        table = self.table((12, 5, 3), "gargantuan")
        spot = shapely.Point(18.2, 2)
        (place,) = fall_from(table, "a").places
        assert place.area.distance(spot) < 1.2
        (place,) = fall_from(zoo.table(*table.models, zoo.fighter("b", (18.2, 2)), *table.terrain.features), "a").places
        assert place.area.distance(spot) == pytest.approx(self.RADIUS + R, abs=0.005)

    def test_any_part_of_its_base_goes_to_the_picked_point(self) -> None:
        """rule: WC-MON-12, WC-FALL-2.

        It stands with its centre 1 in inside the edge at y = 4. On the floor its base clears the block at y = 4 - 1.969
        = 2.031 and further out, so others' centres get as far aside as the circle of 1.969 + 2 in about (12, 5) does
        there. The points of that circle at the edge itself, y = 4, are farther aside, and may be touched by a rim.
        """
        farthest = {}
        for mark in ("gargantuan", "hero"):
            (place,) = fall_from(self.table((12, 5, 3), mark), "a").places
            farthest[mark] = place.area.bounds
        aside = math.sqrt((self.RADIUS + 2) ** 2 - (5 - 4 + self.RADIUS) ** 2)
        assert farthest["hero"][2] == pytest.approx(12 + aside, abs=0.01)
        widest = math.sqrt(
            (self.RADIUS + 2) ** 2 - 1
        )  # of the circle at the block's edge: the centre straight below it
        assert farthest["gargantuan"][2] >= 12 + widest - 0.01
