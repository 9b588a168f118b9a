"""``warcry3d move`` on a small table."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.zoo import table_json
from warcry3d.cli import main
from warcry3d.rules.reports.move_report import MoveWire

Move = Callable[..., tuple[int, str, str]]
POST = {"min": [-0.2, -0.1, 0.14], "max": [0.2, 0.1, 1.5]}


@pytest.fixture
def move(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Move:
    """Return a function that judges legs of talon, who stands at (5, 11) with Move 4, a wall at x = 8."""
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    wall = {"min": [0, 0, 0], "max": [8, 0.4, 3]}
    talon = {"id": "talon", "side": "red", "base": {"round": 32}, "figure": {"box": POST}, "at": [5, 11]}
    table = table_json(
        pieces={"wall": {"parts": [{"id": "stones", "kind": "obstacle", "box": wall}]}},
        features=[{"id": "wall-1", "piece": "wall", "at": [8.4, 7, 0], "turn": 90}],
        models=[talon | {"profile": {"move": 4, "runemarks": ["hero"]}}, talon | {"id": "brute", "at": [2, 3]}],
    )
    (tmp_path / "field.table.json").write_text(json.dumps(table))

    def run(legs: Any, *arguments: str, model: str = "talon") -> tuple[int, str, str]:
        (tmp_path / "path.json").write_text(legs if isinstance(legs, str) else json.dumps({"legs": legs}))
        code = main(["move", "field.table.json", model, "--path", "path.json", *arguments])
        return code, *capsys.readouterr()

    return run


def walk(*points: list[float]) -> dict[str, Any]:
    return {"kind": "walk", "to": list(points)}


def test_an_allowed_move_exits_0_and_says_what_it_costs(move: Move) -> None:
    code, out, _ = move([walk([6, 11, 0], [6, 13, 0])])
    assert code == 0
    assert out.splitlines() == [
        "Talon: allowed, 3.00 of 4 in.",
        "  3.00 walk",
        "It ends at (6.00, 13.00, 0.00), on floor.",
    ]


def test_a_forbidden_move_exits_1_and_says_why_and_where(move: Move) -> None:
    code, out, _ = move([walk([10.5, 11, 0])])
    assert code == 1
    assert out.splitlines()[0] == "Talon: not allowed, 5.50 of 4 in."
    assert "leg 1, at (9.00, 11.00, 0.00): 1.50 in too far: needs 5.50 in, has 4 in (WC-MOVE-1)" in out
    assert "wall-1/stones is in the way (WC-MOVE-3)" in out


def test_inches_may_be_given(move: Move) -> None:
    assert move([walk([5, 5, 0])])[0] == 1
    assert move([walk([5, 5, 0])], "--allow", "6")[0] == 0


def test_a_fighter_without_a_move_needs_them(move: Move) -> None:
    code, _, err = move([walk([3, 3, 0])], model="brute")
    assert (code, err) == (
        2,
        "warcry3d: 'brute' has no Move in its profile: say how many inches it may move (--allow)\n",
    )
    assert move([walk([3, 3, 0])], "--allow", "5", model="brute")[0] == 0


def test_json_is_the_answer_of_the_schema(move: Move) -> None:
    code, out, _ = move([walk([6, 11, 0]), {"kind": "jump", "to": [[7, 11, 0]]}], "--json", "--allow", "1.5")
    answer = msgspec.convert(json.loads(out), MoveWire)
    assert (code, answer.format, answer.legal, answer.cost, answer.allowed) == (1, "warcry3d.move/1", False, 2.0, 1.5)
    assert [(leg.kind, leg.cost) for leg in answer.legs] == [("walk", 1.0), ("jump", 1.0)]
    assert [(fault.rule, fault.leg, fault.at) for fault in answer.faults] == [("WC-MOVE-1", 1, (6.5, 11.0, 0.0))]
    assert (answer.ends.at, answer.ends.on, answer.ends.falls) == ((7.0, 11.0, 0.0), "floor", False)


def test_the_end_of_the_activation_lets_climbers_fall(move: Move) -> None:
    up = [walk([7.36, 11, 0]), {"kind": "climb", "to": [[7.36, 11, 1.5]]}]
    assert "It falls if its activation ends there (WC-FALL-4)." in move(up)[1]
    code, out, _ = move(up, "--ends-activation")
    assert code == 0
    assert "It falls (WC-FALL-1): the opponent places it, nearest at (7.36, 11.00, 0.00)." in out


def test_disengaging_needs_an_enemy(move: Move) -> None:
    assert "there is nobody to disengage from (WC-DISENGAGE-6)" in move([walk([4, 11, 0])], "--disengage")[1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "path.json: not valid JSON"),
        ('{"legs": []}', "path.json: legs: expected a list of length >= 1"),
        ('{"legs": [{"kind": "swim", "to": [[1, 1, 0]]}]}', "path.json: legs[0].kind: expected one of "),
        ('{"legs": [{"kind": "walk", "to": [[1, 1]]}]}', "path.json: legs[0].to[0]: expected a list of length 3"),
        ('{"legs": [{"kind": "walk", "to": [[1, 1, 1e999]]}]}', "path.json: legs[0].to[0][2]: expected a finite"),
        ('{"legs": [{"kind": "door", "to": [[1, 1, 0]]}]}', "path.json: legs[0]: the field 'through' is missing"),
        ('{"legs": [{"kind": "walk", "to": [[1, 1, 0]], "through": "a/b"}]}', "path.json: legs[0].through: only door"),
        ('{"legs": [{"kind": "walk", "too": 1}]}', "path.json: legs[0]: unknown field 'too'"),
    ],
)
def test_bad_paths_are_told_in_one_line_with_their_place(move: Move, text: str, complaint: str) -> None:
    code, out, err = move(text)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_bad_profiles_are_told_with_their_place(move: Move, tmp_path: Path) -> None:
    path = tmp_path / "field.table.json"
    table = json.loads(path.read_text())
    for profile, place in (({"move": "far"}, "models[0].profile.move"), ({"runemarks": [3]}, "models[0].profile.rune")):
        table["models"][0]["profile"] = profile
        path.write_text(json.dumps(table))
        code, _, err = move([walk([6, 11, 0])])
        assert code == 2
        assert place in err


def test_the_example_of_the_formats_reads(move: Move) -> None:
    """All kinds of legs in one path: faults, but an answer."""
    legs = [
        walk([6, 5, 0], [7, 6, 0]),
        {"kind": "climb", "to": [[7, 6, 3]]},
        walk([8, 6, 3]),
        {"kind": "jump", "to": [[10, 6, 0]]},
        {"kind": "door", "through": "tower/door-1", "to": [[12, 6, 0]]},
        {"kind": "fly", "to": [[14, 6, 2]]},
        {"kind": "drop", "to": [[14, 6, 0]]},
        {"kind": "place", "to": [[20, 11, 0]], "facing": 90},
    ]
    code, out, _ = move(legs, "--json")
    answer = json.loads(out)
    assert code == 1
    assert [leg["kind"] for leg in answer["legs"]] == [leg["kind"] for leg in legs]
    assert {"WC-CLIMB-1", "WC-TERR-5", "WC-FLY-1", "WC-MOVE-1"} <= {fault["rule"] for fault in answer["faults"]}


def test_a_carrier_has_two_inches_less_but_three_at_least(move: Move) -> None:
    assert move([walk([6, 11, 0], [6, 13.5, 0])])[0] == 0
    code, out, _ = move([walk([6, 11, 0], [6, 13.5, 0])], "--carrying")
    assert (code, out.splitlines()[0]) == (1, "Talon: not allowed, 3.50 of 3 in.")


def test_the_way_of_a_carrier_is_found_with_the_inches_it_has_left(
    move: Move, capsys: pytest.CaptureFixture[str]
) -> None:
    """Move 4, carrying 3: (5, 13.9) is 2.9 in away, (5, 14.1) is 3.1."""
    move([walk([6, 11, 0])])
    capsys.readouterr()
    for y, code, said in ((13.9, 0, "Talon: allowed, 2.90 of 3 in."), (14.1, 1, "Talon: not allowed, 3.10 of 3 in.")):
        assert main(["move", "field.table.json", "talon", "--to", f"5,{y}", "--carrying"]) == code
        assert capsys.readouterr().out.splitlines()[0] == said
