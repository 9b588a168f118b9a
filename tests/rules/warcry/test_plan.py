"""What Warcry asks of a battlefield."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests import zoo
from warcry3d.rules.warcry.plan import GROUPS, plan_findings
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.findings import Severity
from warcry3d.terrain.layouts.community_maps import community_maps
from warcry3d.terrain.layouts.maps import laid_on, load_map, map_files, shipped_maps_folder, turned

CENTRES = ((7, 5), (22, 5), (7, 16), (22, 16))


def block(id: str, at: tuple[float, float], size: float = 2) -> Feature:
    return zoo.feature(id, zoo.box_part("p", (-size / 2, -size / 2, 0), (size / 2, size / 2, 2)), at=at)


def spread(*skipped: int) -> list[Feature]:
    """Return two features in each quarter but those skipped."""
    return [
        block(f"{number}-{k}", (x + 3 * k, y))
        for number, (x, y) in enumerate(CENTRES)
        if number not in skipped
        for k in (0, 1)
    ]


def both_sides(**changed: object) -> tuple[DeploymentPoint, ...]:
    points = [DeploymentPoint("red", group, (5 + 5 * k, 4)) for k, group in enumerate(GROUPS)]
    points += [DeploymentPoint("blue", group, (5 + 5 * k, 18)) for k, group in enumerate(GROUPS)]
    return (replace(points[0], **changed), *points[1:])  # type: ignore[arg-type]


def codes(table: Table) -> list[str]:
    return [finding.code for finding in plan_findings(table)]


def test_two_features_in_each_quarter_are_enough() -> None:
    """rule: WC-PLAN-3, WC-PLACE-2."""
    assert codes(zoo.table(*spread())) == []


def test_each_quarter_with_fewer_is_named() -> None:
    """rule: WC-PLAN-3, WC-PLACE-2, WC-FIELD-3."""
    findings = plan_findings(zoo.table(*spread(1), block("one", (22, 5))))
    (finding,) = findings
    assert (finding.code, finding.severity) == ("quarter-empty", Severity.ERROR)
    assert (finding.message.values["quarter"], finding.message.values["count"]) == ("south-east", 1)
    assert finding.places == ((22.5, 5.5, 0),)
    assert len(plan_findings(zoo.table())) == 4


def test_a_feature_across_quarters_counts_in_each_and_a_note_says_that_it_matters() -> None:
    """rule: WC-PLAN-3, WC-PLACE-2."""
    findings = plan_findings(zoo.table(*spread(1), block("one", (22, 5)), block("across", (14.5, 5), 3)))
    (finding,) = findings
    assert (finding.code, finding.severity, finding.message.values["quarter"]) == (
        "quarter-shared",
        Severity.NOTE,
        "south-east",
    )
    (finding,) = plan_findings(zoo.table(*spread(1), block("one", (22, 5)), block("beside", (13.4, 5), 3)))
    assert finding.code == "quarter-empty"


@pytest.mark.parametrize(
    ("width", "depth", "expected"), [(30, 22, []), (22, 30, []), (32, 23, []), (36, 22, ["board-size"])]
)
def test_a_board_of_about_thirty_by_twenty_two_is_a_battlefield(
    width: float, depth: float, expected: list[str]
) -> None:
    """rule: WC-PLAN-2."""
    found = codes(zoo.table(width=width, depth=depth))
    assert [code for code in found if code == "board-size"] == expected


def test_three_points_of_each_of_two_sides_are_a_deployment_map() -> None:
    """rule: WC-DEPLOY-1."""
    assert codes(replace(zoo.table(*spread()), deployment=both_sides())) == []


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"group": "shield"}, ["deployment-groups", "deployment-groups"]),
        ({"group": "sword"}, ["deployment-groups", "deployment-groups"]),
        ({"at": (31.5, 11.0)}, ["deployment-off"]),
        ({"at": (31.5, 11.0), "round": 2, "line": ((30.0, 0.0), (30.0, 22.0))}, []),
        ({"at": (30.0, 0.0)}, []),
        ({"radius": 4.0}, ["deployment-reach"]),
    ],
)
def test_what_a_deployment_map_lacks_is_told(changed: dict[str, object], expected: list[str]) -> None:
    """rule: WC-DEPLOY-1, WC-DEPLOY-2, WC-DEPLOY-3."""
    assert codes(replace(zoo.table(*spread()), deployment=both_sides(**changed))) == expected


def test_a_battle_has_two_sides() -> None:
    """rule: WC-DEPLOY-1."""
    red = both_sides()[:3]
    assert codes(replace(zoo.table(*spread()), deployment=red)) == ["deployment-sides"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (((0, 0), (15, 0)), []),
        (((30, 22), (15, 22)), []),
        (((30, 0), (30, 22)), []),
        (((0, 11), (0, 22)), []),
        (((0, 0), (11, 0)), ["deployment-line"]),
        (((0, 5), (0, 16)), ["deployment-line"]),
        (((0, 3), (30, 3)), ["deployment-line"]),
        (((0, 0), (30, 22)), ["deployment-line"]),
    ],
)
def test_a_deployment_line_is_half_or_all_of_an_edge(line: object, expected: list[str]) -> None:
    """rule: WC-DEPLOY-3."""
    table = replace(zoo.table(*spread()), deployment=both_sides(line=line, at=(-1.0, 5.0), round=2))
    assert codes(table) == expected


MAPS = Path(os.environ.get("WARCRY3D_MAPS", "deployment_maps.json"))


@pytest.mark.skipif(not MAPS.is_file(), reason="set WARCRY3D_MAPS to a file of deployment maps that players share")
def test_maps_that_players_share_are_deployment_maps() -> None:
    """rule: WC-DEPLOY-1, WC-DEPLOY-3."""
    maps = community_maps(MAPS.read_bytes(), JsonPath(MAPS.name), GROUPS)
    assert len(maps) > 1
    for map in maps:
        assert codes(laid_on(zoo.table(*spread()), map)) == [], map.name


@pytest.mark.parametrize("path", map_files([shipped_maps_folder()]), ids=lambda path: path.name)
def test_every_map_that_ships_is_a_deployment_map_and_the_same_for_both_sides(path: Path) -> None:
    """rule: WC-DEPLOY-1, WC-DEPLOY-3."""
    map = load_map(path)
    assert codes(laid_on(zoo.table(*spread()), map)) == []
    other = turned(map, "south")
    for point in map.points:
        mirrored = other.point({"red": "blue", "blue": "red"}[point.side], point.group)
        ends = None if mirrored.line is None else tuple(sorted(mirrored.line))
        assert (mirrored.at, mirrored.round) == (point.at, point.round)
        assert ends == (None if point.line is None else tuple(sorted(point.line)))
    assert sorted(other.objectives) == sorted(map.objectives)


def test_at_least_six_maps_ship() -> None:
    assert len(map_files([shipped_maps_folder()])) >= 6
