"""Deployment maps: read, written, turned, laid on tables; and those of the community's tools."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import zoo
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.table import Board, DeploymentPoint
from warcry3d.terrain.layouts.community_maps import community_maps
from warcry3d.terrain.layouts.maps import (
    DeploymentMap,
    file_names,
    find_map,
    fitted,
    laid_on,
    load_map,
    map_from_json,
    save_map,
    shipped_maps_folder,
    turned,
)

GROUPS = ("dagger", "shield", "hammer")
MAP = DeploymentMap(
    "Narrow Way",
    Board(30.0, 22.0),
    (
        DeploymentPoint("red", "dagger", (8.0, 6.0)),
        DeploymentPoint("red", "shield", (0.0, 16.5), round=2, line=((0.0, 11.0), (0.0, 22.0))),
        DeploymentPoint("blue", "dagger", (22.0, 16.0), radius=4.0),
    ),
    ((15.0, 3.0),),
    rounds=4,
    source="ours",
)


def test_a_map_is_what_was_saved(tmp_path: Path) -> None:
    save_map(MAP, tmp_path / "narrow.map.json")
    assert load_map(tmp_path / "narrow.map.json") == MAP
    assert '"at": [ 8.0, 6.0 ]' in (tmp_path / "narrow.map.json").read_text()


def test_points_are_asked_for_by_side_group_and_round() -> None:
    assert MAP.sides == ("red", "blue")
    assert MAP.point("blue", "dagger").at == (22, 16)
    assert [point.group for point in MAP.arriving(2)] == ["shield"]
    with pytest.raises(UnknownNameError, match="red dagger, red shield, blue dagger"):
        MAP.point("blue", "hammer")


def test_the_arrow_turns_the_map_clockwise() -> None:
    """rule: WC-PLAN-3. By hand: (8, 6) of 30 x 22, a quarter turn on, is (6, 30 - 8) of 22 x 30."""
    east = turned(MAP, "east")
    assert (east.board, east.arrow) == (Board(22.0, 30.0), "east")
    assert east.points[0].at == (6, 22)
    assert east.points[1].line == ((11, 30), (22, 30))  # the west edge is the north edge now
    assert east.objectives == ((3, 15),)
    assert turned(MAP, "south").points[0].at == (22, 16)
    assert turned(MAP, "west").points[0].at == (16, 8)


@pytest.mark.parametrize("by", ["north", "east", "south", "west"])
def test_turning_back_gives_the_map_again(by: Any) -> None:
    assert turned(turned(MAP, by), "north") == MAP


def test_a_map_is_stretched_onto_boards_of_about_its_size() -> None:
    """By hand: 31.5 in are a twentieth more than 30."""
    fit = fitted(MAP, Board(31.5, 22.0))
    assert fit.points[0].at == pytest.approx((8.4, 6))
    assert fit.points[1].line == ((0, 11), (0, 22))
    with pytest.raises(QuestionError, match="30 x 22 in; this one is 44 x 30"):
        fitted(MAP, Board(44.0, 30.0))


def test_a_table_that_stands_upright_takes_the_map_a_quarter_turn_on() -> None:
    assert laid_on(zoo.table(), MAP).deployment == MAP.points
    upright = laid_on(zoo.table(width=22, depth=30), MAP)
    assert upright.deployment == turned(MAP, "east").points
    with pytest.raises(QuestionError):
        laid_on(zoo.table(), MAP, "east")


@pytest.mark.parametrize("name", ["The Ford", "the-ford", "THE FORD", "terrain"])
def test_maps_are_found_by_name_and_by_file(name: str, tmp_path: Path) -> None:
    folders = [tmp_path, shipped_maps_folder()]
    if name == "terrain":
        with pytest.raises(UnknownNameError, match="two-landings"):
            find_map(name, folders)
    else:
        assert find_map(name, folders).name == "The Ford"


def test_a_map_of_ones_own_goes_before_one_that_ships(tmp_path: Path) -> None:
    save_map(MAP, tmp_path / "the-ford.map.json")
    assert find_map("the ford", [tmp_path, shipped_maps_folder()]) == MAP
    assert find_map("Narrow Way", [tmp_path, shipped_maps_folder()]) == MAP
    assert find_map(str(tmp_path / "the-ford.map.json"), []) == MAP


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        ({"points": []}, "points", "length >= 1"),
        ({"points": [{"side": "red", "group": "a", "at": [1, 1]}] * 2}, "points[1]", "has a deployment point already"),
        ({"objectives": [[31, 2]]}, "objectives[0]", "not on the board"),
        ({"arrow": "up"}, "arrow", "north"),
        ({"turn": 3}, "", "unknown field 'turn'"),
        ({"rounds": 0}, "rounds", "1"),
    ],
)
def test_a_map_with_a_fault_is_refused_with_its_place(change: dict[str, Any], place: str, what: str) -> None:
    whole = {
        "format": "warcry3d.deployment/1",
        "name": "x",
        "board": {"width": 30, "depth": 22},
        "points": [{"side": "red", "group": "dagger", "at": [1, 1]}],
    }
    assert map_from_json(json.dumps(whole), JsonPath("x")).arrow == "north"
    with pytest.raises(FileError, match="x") as caught:
        map_from_json(json.dumps({**whole, **change}), JsonPath("x.map.json"))
    assert caught.value.place == place
    assert what in str(caught.value)


def test_maps_of_one_name_get_files_of_their_own() -> None:
    names = file_names([MAP, MAP, DeploymentMap("??", MAP.board, MAP.points)])
    assert names == ("narrow-way.map.json", "narrow-way-2.map.json", "map.map.json")


THEIRS = {
    "set": "Ours",
    "name": "Dry/Run",
    "rounds": 4,
    "deployments": {
        "red": [
            {"p": [8, 16], "round": 1, "edges": []},
            {"p": [31.5, 11], "round": 2, "edges": [{"center": [30, 11], "range": 11}]},
            {"p": [22.5, 22], "round": 3, "edges": [{"center": [22.5, 22], "range": 7.5}]},
        ],
        "blue": [{"p": [8, 6]}, {"p": [22, 6]}, {"p": [15, 5.00001]}],
    },
    "objectives": [[15, 3]],
}


def test_maps_of_the_community_become_ours_with_y_upwards() -> None:
    """By hand: 16 in below the upper edge of 22 are 6 in above the lower one."""
    (map,) = community_maps(json.dumps([THEIRS]), JsonPath("maps.json"), GROUPS)
    assert (map.name, map.source, map.rounds) == ("Dry-Run", "Ours", 4)
    assert map.point("red", "dagger").at == (8, 6)
    assert map.point("red", "shield") == DeploymentPoint("red", "shield", (31.5, 11), 3.0, 2, ((30, 0), (30, 22)))
    assert map.point("red", "hammer").line == ((15, 0), (30, 0))
    assert map.point("blue", "hammer").at == (15, 17)
    assert map.objectives == ((15, 19),)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("deployments", "red"), [{"p": [1, 1]}], "[0].deployments.red"),
        (("deployments", "red", 0, "p"), [1], "[0].deployments.red[0].p"),
        (("deployments", "red", 1, "edges", 0, "center"), [20, 11], "[0].deployments.red[1].edges[0]"),
        (("deployments", "red", 1, "edges", 0, "range"), 12, "[0].deployments.red[1].edges[0]"),
        (("objectives", 0), [15, 23], "[0].objectives[0]"),
        (("name",), "", "[0].name"),
    ],
)
def test_a_broken_map_of_the_community_is_refused_with_its_place(path: Any, value: Any, place: str) -> None:
    broken = json.loads(json.dumps(THEIRS))
    here = broken
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    with pytest.raises(FileError) as caught:
        community_maps(json.dumps([broken]), JsonPath("maps.json"), GROUPS)
    assert caught.value.place == place
