"""``warcry3d reach``, and ``warcry3d move --to``, on a small table."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.zoo import table_json
from warcry3d.cli import main
from warcry3d.rules.reports.move_report import MoveWire
from warcry3d.rules.reports.reach_report import ReachWire

Run = Callable[..., tuple[int, str, str]]
POST = {"min": [-0.2, -0.1, 0.14], "max": [0.2, 0.1, 1.4]}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command on a table: talon at (6, 6), Move 8, a block of 3 in from (8, 4) on."""
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    stone = {"id": "stone", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [4, 4, 3]}}
    talon = {"id": "talon", "side": "red", "base": {"round": 32}, "figure": {"box": POST}, "at": [6, 6]}
    table = table_json(
        pieces={"block": {"parts": [stone]}},
        features=[{"id": "block", "piece": "block", "at": [8, 4]}],
        models=[talon | {"profile": {"move": 8}}, talon | {"id": "foe", "side": "blue", "at": [6, 12]}],
    )
    (tmp_path / "field.table.json").write_text(json.dumps(table))

    def command(name: str, *arguments: str, model: str = "talon") -> tuple[int, str, str]:
        code = main([name, "field.table.json", model, *arguments])
        return code, *capsys.readouterr()

    return command


def test_it_tells_what_is_reached_on_each_level_and_whom_it_could_charge(run: Run) -> None:
    code, out, _ = run("reach")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "Talon has 8 in:"
    assert "of floor, 0.00 in high, for 0.00 in or more" in lines[1]
    assert "of block/stone, 3.00 in high, for 5.00 in or more" in lines[2]
    assert lines[3].startswith("It can end within 1 in of Foe for 3.74 in")


def test_the_cheapest_way_to_a_place_is_told_with_its_parts(run: Run) -> None:
    code, out, _ = run("reach", "--to", "10,6")
    assert code == 0
    assert out.splitlines() == [
        "Talon: allowed, 7.00 of 8 in.",
        "  1.37 walk + 3.63 climb + 2.00 walk",
        "It ends at (10.00, 6.00, 3.00), on block/stone.",
    ]


def test_move_finds_the_way_itself_and_its_path_is_one_for_move(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("move", "--to", "10,6,3", "--json")
    answer = msgspec.json.decode(out, type=MoveWire)
    assert (code, answer.legal, answer.path is not None) == (0, True, True)
    (tmp_path / "path.json").write_text(json.dumps({"legs": json.loads(out)["path"]}))
    again = json.loads(run("move", "--path", "path.json", "--json")[1])
    assert again["cost"] == pytest.approx(answer.cost, abs=1e-4)
    assert again["legal"]


def test_a_place_too_far_says_by_how_much_and_exits_1(run: Run) -> None:
    code, out, _ = run("move", "--to", "6,16", "--allow", "5")
    assert code == 1
    assert "in too far" in out


def test_a_place_in_the_way_of_everything_has_no_way(run: Run) -> None:
    code, out, _ = run("reach", "--to", "8,6,1")
    assert (code, out) == (1, "It cannot reach (8, 6, 1).\n")


def test_the_json_is_as_its_schema_says(run: Run) -> None:
    code, out, _ = run("reach", "--json", "--marker", "6,9", "--inches", "3")
    answer = msgspec.json.decode(out, type=ReachWire)
    assert code == 0
    assert [level.name for level in answer.levels] == ["floor"]
    (floor,) = answer.levels
    assert floor.points == sum(cost is not None for row in floor.costs for cost in row)
    assert answer.marker is not None
    assert answer.marker.cost == pytest.approx(3 - 16 / 25.4 - 1, abs=0.002)


def test_a_marker_out_of_reach_exits_1(run: Run) -> None:
    assert run("reach", "--marker", "20,20", "--inches", "2")[0] == 1


def test_disengaging_from_nobody_is_no_move(run: Run) -> None:
    code, out, _ = run("move", "--to", "5,6", "--disengage")
    assert code == 1
    assert "there is nobody to disengage from" in out


@pytest.mark.parametrize("place", ["a,b", "1", "1,2,3,4", "nan,1", ""])
def test_a_place_that_is_none_is_refused(run: Run, place: str) -> None:
    code, out, err = run("reach", f"--to={place}")
    assert (code, out) == (2, "")
    assert "expected a place like 12,8" in err


def test_an_unknown_fighter_is_named(run: Run) -> None:
    code, _, err = run("reach", model="nobody")
    assert code == 2
    assert "nobody" in err


def test_a_base_that_must_turn_says_so_and_its_path_is_one_for_move(run: Run, tmp_path: Path) -> None:
    """An oval that faces across a lane 1.6 in wide, 3 in before it."""
    wall = {"id": "stone", "kind": "unclimbable", "box": {"min": [0, 0, 0], "max": [9, 3, 9]}}
    rider = {"id": "rider", "side": "red", "base": {"oval": [60, 35]}, "figure": {"box": POST}, "at": [5, 10]}
    table = table_json(
        pieces={"wall": {"parts": [wall]}},
        features=[{"id": f"wall-{i}", "piece": "wall", "at": [8, y]} for i, y in enumerate((6.2, 10.8))],
        models=[rider | {"facing": 90, "profile": {"move": 8}}],
    )
    (tmp_path / "field.table.json").write_text(json.dumps(table))
    code, out, _ = run("reach", "--to", "12,10", model="rider")
    assert code == 0
    assert out.splitlines()[0] == "Rider: allowed, 7.00 of 8 in."
    assert out.splitlines()[-1] in [f"It turns on the way, and ends facing {turn} degrees." for turn in (0, 180)]
    legs = json.loads(run("move", "--to", "12,10", "--json", model="rider")[1])["path"]
    assert legs[0]["facing"] in (0, 180)
    (tmp_path / "path.json").write_text(json.dumps({"legs": legs}))
    again = json.loads(run("move", "--path", "path.json", "--json", model="rider")[1])
    assert (again["legal"], again["cost"]) == (True, pytest.approx(7.0, abs=1e-3))
    (floor,) = json.loads(run("reach", "--json", model="rider")[1])["levels"]
    column, row = round((12 - floor["first"][0]) / 0.1), round((10 - floor["first"][1]) / 0.1)
    assert floor["facings"][row][column] in (0, 180)
    assert [cost is None for cost in floor["costs"][row]] == [turn is None for turn in floor["facings"][row]]
