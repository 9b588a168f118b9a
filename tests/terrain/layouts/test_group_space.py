"""Groups at their deployment points."""

import math
from dataclasses import replace

import pytest

from tests import zoo
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.findings import Severity
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.terrain.layouts.group_space import Group, GroupSetup, finding_of, setting_up
from warcry3d.terrain.layouts.packing import Fits, TooFull
from warcry3d.units import MM

FIVE = Group(5, 16 * MM)


def set_up(point: DeploymentPoint, *features: Feature, group: Group = FIVE) -> GroupSetup:
    table: Table = replace(zoo.table(*features), deployment=(point,))
    (setup,) = setting_up(table, StandingGround(table), group)
    return setup


def test_five_fit_on_open_floor_wholly_within_three_inches() -> None:
    """rule: WC-DEPLOY-2."""
    setup = set_up(DeploymentPoint("red", "dagger", (15, 11)))
    assert finding_of(setup) is None
    assert isinstance(setup.room, Fits)
    assert len(setup.room.at) == 5
    for level, x, y in setup.room.at:
        assert setup.levels[level] == ""
        assert math.hypot(x - 15, y - 11) + 16 * MM <= 3 + 1e-9


def test_one_base_as_wide_as_the_reach_fits_and_a_wider_one_does_not() -> None:
    point = DeploymentPoint("red", "dagger", (15, 11))
    assert isinstance(set_up(point, group=Group(1, 2.99)).room, Fits)
    assert set_up(point, group=Group(2, 1.6)).room == TooFull(1)


def test_in_a_corner_five_do_not_fit_and_that_is_proven() -> None:
    setup = set_up(DeploymentPoint("red", "dagger", (0, 0)))
    finding = finding_of(setup)
    assert isinstance(setup.room, TooFull)
    assert finding is not None
    assert (finding.code, finding.severity, finding.message.values["most"]) == ("deployment-full", Severity.ERROR, 4)
    assert finding.places == ((0, 0, 0),)


def test_reserves_that_do_not_fit_are_set_up_as_near_as_possible() -> None:
    """rule: WC-DEPLOY-3."""
    finding = finding_of(set_up(DeploymentPoint("red", "hammer", (0, 0), round=2)))
    assert finding is not None
    assert finding.severity is Severity.WARNING


def test_a_line_along_an_edge_has_room_for_many() -> None:
    """rule: WC-DEPLOY-3."""
    setup = set_up(
        DeploymentPoint("red", "hammer", (31.5, 11), round=2, line=((30, 0), (30, 22))), group=Group(15, 16 * MM)
    )
    assert isinstance(setup.room, Fits)
    assert min(x for _, x, _ in setup.room.at) >= 27 + 16 * MM - 1e-9


def test_a_point_inside_a_solid_block_has_room_on_its_top() -> None:
    """rule: WC-DEPLOY-2."""
    block = zoo.feature("block", zoo.box_part("p", (0, 0, 0), (8, 8, 3)), at=(11, 7))
    setup = set_up(DeploymentPoint("red", "dagger", (15, 11)), block)
    assert isinstance(setup.room, Fits)
    assert {setup.levels[level] for level, _, _ in setup.room.at} == {"block/p"}


def test_a_point_under_what_cannot_be_stood_on_has_no_room() -> None:
    block = zoo.feature("idol", zoo.box_part("p", (0, 0, 0), (8, 8, 3), "unclimbable"), at=(11, 7))
    assert set_up(DeploymentPoint("red", "dagger", (15, 11)), block).room == TooFull(0)


@pytest.mark.parametrize("height", [1.3, 3.2])
def test_floor_under_a_deck_counts_for_who_is_low_enough(height: float) -> None:
    deck = zoo.feature("deck", zoo.box_part("p", (0, 0, 2), (8, 8, 2.2)), at=(11, 7))
    setup = set_up(DeploymentPoint("red", "dagger", (15, 11)), deck, group=Group(20, 16 * MM, height))
    found = setup.room.at if isinstance(setup.room, Fits) else ()
    assert {setup.levels[level] for level, _, _ in found} == ({"", "deck/p"} if height < 2 else set())


def test_tables_without_points_ask_for_nothing() -> None:
    table = zoo.table()
    assert setting_up(table, StandingGround(table), FIVE) == ()
