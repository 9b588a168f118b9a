"""``warcry3d check`` and ``verify`` on small tables."""

import gc
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.zoo import table_json
from warcry3d.cli import main
from warcry3d.cli.output import read_table as read

POST = {"min": [-0.2, -0.1, 0.14], "max": [0.2, 0.1, 1.5]}
Check = Callable[..., tuple[int, str, str]]


def model(id: str, side: str, x: float, y: float) -> dict[str, Any]:
    return {"id": id, "side": side, "base": {"round": 32}, "figure": {"box": dict(POST)}, "at": [x, y]}


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    """Return a function that runs ``check`` on a table with a high wall between talon and brute; post sees both."""
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    wall = {"min": [0, 0, 0], "max": [8, 0.4, 3]}
    table = table_json(
        pieces={"wall": {"parts": [{"id": "stones", "kind": "obstacle", "box": wall}]}},
        features=[{"id": "wall-1", "piece": "wall", "at": [8, 7, 0], "turn": 90}],
        models=[
            model("talon", "red", 5, 11),
            model("ally", "red", 3, 11),
            model("brute", "blue", 11, 11),
            model("post", "blue", 7.6, 18),
        ],
    )
    (tmp_path / "field.table.json").write_text(json.dumps(table))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["check", "field.table.json", *arguments])
        return code, *capsys.readouterr()

    return run


def test_hidden_is_an_answer_and_exits_0(check: Check) -> None:
    code, out, _ = check("talon", "brute")
    assert code == 0
    first, second, third = out.splitlines()
    assert first.startswith("Talon does not see Brute: ")
    assert "wall-1/stones" in first
    assert second.startswith("Brute is in cover: ")
    assert third.startswith("Base to base: 4.74 in")


def test_json_is_the_verdict_and_nothing_else(check: Check) -> None:
    code, out, _ = check("--json", "talon", "post")
    answer = json.loads(out)
    assert code == 0
    assert list(answer) == ["format", "ruleset", "viewer", "target", "distance", "sight", "cover", "visible"]
    assert (answer["format"], answer["viewer"], answer["target"]) == ("warcry3d.verdict/1", "talon", "post")
    assert answer["sight"]["verdict"] == "seen"
    assert answer["cover"] == {"verdict": False, "reasons": []}


def test_sentences_are_chinese_in_chinese(check: Check) -> None:
    _, out, _ = check("talon", "brute", "--lang", "zh")
    assert "看不见" in out
    assert "墙1/石块" in out


def test_matrix_holds_every_pair_of_enemies_both_ways(check: Check) -> None:
    _, out, _ = check("--all", "--json")
    answer = json.loads(out)
    assert answer["format"] == "warcry3d.matrix/1"
    pairs = {(pair["viewer"], pair["target"]) for pair in answer["pairs"]}
    reds, blues = ("talon", "ally"), ("brute", "post")
    assert pairs == {(a, b) for a in reds for b in blues} | {(b, a) for a in reds for b in blues}
    assert set(answer["timing"]) == {"load_s", "sight_s", "visible_s"}
    for pair in answer["pairs"]:
        assert (pair["visible"]["share"] == 0.0) == (pair["sight"]["verdict"] == "hidden")
    _, out, _ = check("talon", "post", "--json")
    assert json.loads(out)["visible"] in [pair["visible"] for pair in answer["pairs"]]


def test_matrix_with_friends_and_with_sight_only(check: Check) -> None:
    _, out, _ = check("--all", "--friends", "--json")
    assert len(json.loads(out)["pairs"]) == 12
    _, out, _ = check("--all", "--sight-only", "--json")
    pairs = json.loads(out)["pairs"]
    assert len(pairs) == 6
    assert not any("cover" in pair or "visible" in pair for pair in pairs)


def test_matrix_in_words_groups_by_viewer(check: Check) -> None:
    _, out, _ = check("--all")
    lines = out.splitlines()
    assert lines[0] == "Talon (red)"
    assert lines[1].startswith("  sees: Post ")
    assert lines[2].startswith("  does not see: Brute 4.7 in (in cover)")
    assert lines[-1].startswith("judged in ")


def test_nobody_to_judge_is_said(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "field.table.json"
    table = json.loads(path.read_text())
    path.write_text(json.dumps(table | {"models": table["models"][:2]}))
    code, out, _ = check("--all")
    assert (code, out.splitlines()[0]) == (0, "nothing to judge: no two fighters are enemies")


def test_fighter_and_itself_are_bad_input(check: Check) -> None:
    code, out, err = check("talon", "talon")
    assert (code, out) == (2, "")
    assert "'talon' cannot see itself" in err


def test_unknown_fighter_is_bad_input_and_the_known_are_listed(check: Check) -> None:
    code, _, err = check("talon", "nobody")
    assert code == 2
    assert "no model 'nobody' on this table; there are: talon, ally, brute, post" in err


def test_odd_table_is_judged_with_a_warning_on_stderr(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "field.table.json"
    table = json.loads(path.read_text())
    table["models"][1]["at"] = [5.5, 11]
    path.write_text(json.dumps(table))
    code, out, err = check("talon", "brute", "--json")
    assert code == 0
    assert json.loads(out)["viewer"] == "talon"
    assert "warning: " in err
    assert "overlap" in err


@pytest.mark.usefixtures("quick_pictures")
def test_picture_is_made(check: Check, tmp_path: Path) -> None:
    code, _, _ = check("talon", "brute", "--picture", "why.png")
    assert code == 0
    assert (tmp_path / "why.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("quick_pictures")
def test_picture_that_cannot_be_written_is_told_after_the_answer(check: Check) -> None:
    code, out, err = check("talon", "brute", "--picture", "no/such/folder/why.png")
    assert code == 2
    assert out.startswith("Talon does not see Brute")
    assert "why.png: cannot be written" in err


@pytest.mark.parametrize(("viewer", "target"), [("talon", "brute"), ("talon", "post"), ("post", "brute")])
def test_proof_is_written_and_verified(
    check: Check, viewer: str, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(viewer, target, "--proof", "proof.json")[0] == 0
    assert main(["verify", "proof.json", "field.table.json"]) == 0
    assert capsys.readouterr().out.startswith("The proof holds: ")
    assert main(["verify", "proof.json", "field.table.json", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["format"], answer["holds"]) == ("warcry3d.verification/1", True)
    assert (answer["viewer"], answer["target"]) == (viewer, target)


def test_line_with_nothing_near_is_clear_by_at_least_an_inch(
    check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = table_json(features=[], models=[model("talon", "red", 5, 11), model("brute", "blue", 11, 11)])
    (tmp_path / "field.table.json").write_text(json.dumps(alone))
    _, out, _ = check("talon", "brute", "--proof", "proof.json")
    assert out.startswith("Talon sees Brute: a straight line passes with at least an inch to spare (WC-SIGHT-1).")
    assert main(["verify", "proof.json", "field.table.json"]) == 0
    assert "by a line that is clear by at least an inch." in capsys.readouterr().out
    assert json.loads(check("talon", "brute", "--json")[1])["sight"]["clearance_mm"] == 25.4


def test_proof_of_another_table_does_not_hold(check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check("talon", "brute", "--proof", "proof.json")
    path = tmp_path / "field.table.json"
    table = json.loads(path.read_text())
    table["features"][0]["at"] = [8, 9, 0]
    path.write_text(json.dumps(table))
    assert main(["verify", "proof.json", "field.table.json"]) == 1
    assert capsys.readouterr().out.startswith("The proof does not hold: ")
    assert main(["verify", "proof.json", "field.table.json", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["holds"] is False
    assert answer["reason"]


def test_file_that_is_no_proof_is_bad_input(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "field.table.json", "field.table.json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "field.table.json: " in err


def test_how_sure_the_verdict_is_and_what_flips_it(check: Check) -> None:
    code, out, _ = check("talon", "brute", "--sure", "1/8", "--flip")
    assert code == 0
    lines = out.splitlines()
    assert "Both moved by up to 0.125 in and turned by up to 5 degrees, 400 random placements:" in lines
    assert "  hidden: 100.0 % (95 % confidence: 99.1 to 100.0 %)" in lines
    assert "Brute is hidden from Talon, whatever 0.125 in of doubt says: this is proved." in lines
    assert lines[-1] == "No move of Brute of up to 2 in was found that would change this."


def test_whether_all_of_a_figure_is_seen_from_one_point(check: Check) -> None:
    code, out, _ = check("talon", "post", "--fully")
    assert code == 0 and "All of Post that faces Talon is seen from one point of it, (" in out
    code, out, _ = check("talon", "brute", "--fully")
    assert code == 0 and "From every point of Talon a part of Brute is hidden, by wall-1/stones." in out
    code, out, _ = check("talon", "brute", "--fully", "--json")
    answer = json.loads(out)["fully"]
    assert (answer["verdict"], answer["blockers"], len(answer["line"])) == ("not-fully-seen", ["wall-1/stones"], 2)
    assert check("--all", "--fully")[0] == 2


def test_how_sure_and_what_flips_as_json(check: Check) -> None:
    code, out, _ = check("talon", "post", "--sure", "0.1", "--flip", "--json")
    assert code == 0
    answer = json.loads(out)
    sure = answer["sure"]
    assert (sure["inches"], sure["degrees"], sure["placements"]) == (0.1, 5.0, 400)
    assert sure["seen"]["count"] + sure["hidden"]["count"] + sure["too_close"]["count"] == 400
    assert sure["seen"]["low"] <= sure["seen"]["share"] <= sure["seen"]["high"]
    assert answer["flip"]["searched"] == 2.0
    for mover in ("viewer", "target"):
        flip = answer["flip"][mover]
        if flip["move"] is not None:
            assert flip["at_least"] <= flip["length"]
            assert flip["verdict"] == "hidden"


@pytest.mark.parametrize("option", [("--sure", "1/8"), ("--flip",)])
def test_doubt_is_about_one_pair(check: Check, option: tuple[str, ...]) -> None:
    code, _, err = check("--all", *option)
    assert (code, err.count("\n")) == (2, 1)
    assert f"{option[0]} is for one pair" in err


@pytest.mark.parametrize("inches", ["0", "-1", "2", "x", "1/0", "nan"])
def test_doubt_that_is_no_length_is_refused(check: Check, inches: str) -> None:
    code, _, err = check("talon", "brute", "--sure", inches)
    assert (code, err.count("\n")) == (2, 1)
    assert f"expected inches, such as 1/8 or 0.125, up to 1, got '{inches}'" in err


def save_squares(folder: Path) -> None:
    """Save a table on squares, with a model of each side."""
    pair = [model(id, id, x, 1.5) | {"base": {"square": 1}} for id, x in (("red", 1.5), ("blue", 6.5))]
    board = {"width": 8, "depth": 3}
    table = table_json(ruleset="dndminiatures", board=board, grid={"rows": ["........"] * 3}, models=pair)
    (folder / "squares.table.json").write_text(json.dumps(table))


@pytest.mark.parametrize(
    "option", [("--sure", "1/8"), ("--flip",), ("--proof", "it.json"), ("--certificate", "it.html")]
)
def test_what_is_about_figures_is_refused_where_squares_decide(
    option: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    save_squares(tmp_path)
    assert main(["check", "squares.table.json", "red", "blue"]) == 0
    capsys.readouterr()
    assert main(["check", "squares.table.json", "red", "blue", *option]) == 2
    assert (
        capsys.readouterr()
        .err.rstrip()
        .endswith(f"{option[0]} is about figures and terrain as they stand; D&D Miniatures decides sight without them")
    )
    assert not (tmp_path / option[-1]).exists()


def test_no_kernel_is_compiled_where_squares_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled() -> bool:
        raise AssertionError("squares need no kernel")

    monkeypatch.setattr("warcry3d.sight.kernels.is_compiled", compiled)
    monkeypatch.setattr("warcry3d.sight.kernels.warm_up", compiled)
    save_squares(tmp_path)
    assert main(["check", str(tmp_path / "squares.table.json"), "red", "blue"]) == 0
    assert main(["check", str(tmp_path / "squares.table.json"), "--all"]) == 0
    assert "compiling" not in capsys.readouterr().err


@pytest.mark.parametrize("asked", [("red", "blue"), ("red", "nobody")])
def test_garbage_is_looked_for_only_afterwards(
    asked: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    monkeypatch.setattr("warcry3d.cli.check.read_table", lambda *given: seen.append(gc.isenabled()) or read(*given))
    save_squares(tmp_path)
    main(["check", str(tmp_path / "squares.table.json"), *asked])
    assert seen == [False]
    assert gc.isenabled()
