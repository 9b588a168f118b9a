"""``warcry3d layout`` on small tables."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.soak import mostly_soak
from tests.zoo import table_json
from warcry3d.cli import main
from warcry3d.table.shipped import shipped_root

Run = Callable[..., tuple[int, str, str]]
BOARDS = sorted(path.name for path in (shipped_root() / "terrain").glob("board-*.table.json"))

WALL = {"id": "stones", "kind": "obstacle", "box": {"min": [-3, -0.25, 0], "max": [3, 0.25, 2.5]}}
POINTS = [
    {"side": side, "group": group, "at": [x, y]}
    for side, y in (("red", 4), ("blue", 18))
    for group, x in (("dagger", 5), ("shield", 15), ("hammer", 25))
]


def features(*more: dict[str, Any]) -> list[dict[str, Any]]:
    spots = [(5, 7), (11, 7), (19, 7), (25, 7), (5, 15), (11, 15), (19, 15), (25, 15)]
    return [{"id": f"w{k}", "piece": "wall", "at": list(at), "turn": 90} for k, at in enumerate(spots)] + list(more)


@pytest.fixture
def layout(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs ``layout`` beside two tables: good, and bad with a floating wall through another."""
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    common = {"pieces": {"wall": {"parts": [WALL]}}, "models": []}
    good = table_json(**common, features=features(), deployment={"points": POINTS})
    bad = table_json(**common, features=features({"id": "up", "piece": "wall", "at": [5, 7, 0.5]}))
    (tmp_path / "good.table.json").write_text(json.dumps(good))
    (tmp_path / "bad.table.json").write_text(json.dumps(bad))

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["layout", *arguments])
        return code, *capsys.readouterr()

    return run


def test_good_layout_exits_0_and_tells_what_is_seen(layout: Run) -> None:
    code, out, _ = layout("check", "good.table.json", "--step", "1")
    lines = out.splitlines()
    assert code == 0
    assert lines[:2] == ["8 terrain features on a board of 30 x 22 in", "no problems found in this layout"]
    assert "red dagger: room for 4 fighters" in lines
    assert sum(line.startswith("from the middle of the ") for line in lines) == 4
    assert sum(line.startswith(("from red ", "from blue ")) for line in lines) == 6


def test_errors_exit_1_and_stand_first(layout: Run) -> None:
    code, out, _ = layout("check", "bad.table.json", "--step", "1")
    assert code == 1
    assert out.splitlines()[1].startswith("error: w0 and up overlap by ")
    assert "[overlap]" in out and "[floating]" in out


def test_json_of_a_check_has_findings_with_places_and_ways_to_set_up(layout: Run) -> None:
    code, out, _ = layout("check", "bad.table.json", "--json", "--step", "1")
    answer = json.loads(out)
    assert code == 1
    assert list(answer) == ["format", "board", "findings", "deployment", "views"]
    assert answer["format"] == "warcry3d.layout/1"
    found = {finding["code"]: finding for finding in answer["findings"]}
    assert found["overlap"]["severity"] == "error"
    assert found["overlap"]["part"] == "w0"
    assert found["overlap"]["places"][0] == pytest.approx([5, 7, 1.5], abs=0.1)
    good = json.loads(layout("check", "good.table.json", "--json", "--step", "1", "--group", "5")[1])
    assert [entry["fits"] for entry in good["deployment"]] == [True] * 6
    assert len(good["deployment"][0]["bases"]) == 5
    assert [view["from"] for view in good["views"]][:4] == ["south", "east", "north", "west"]
    assert all(0 <= view["share"] <= 1 for view in good["views"])


def test_a_group_too_large_for_its_point_is_an_error(layout: Run) -> None:
    code, out, _ = layout("check", "good.table.json", "--group", "40", "--step", "1")
    assert code == 1
    assert "error: red dagger: 40 fighters do not fit where they are set up" in out


def test_exposure_tells_storeys_extremes_and_both_halves(layout: Run) -> None:
    code, out, _ = layout("exposure", "good.table.json", "--step", "1", "--lines", "4")
    assert code == 0
    assert "an estimate" in out
    assert "floor: " in out and "most exposed: " in out and "in the western half" in out


def test_exposure_as_json_has_every_spot(layout: Run) -> None:
    answer = json.loads(layout("exposure", "good.table.json", "--step", "1", "--json", "--level", "floor")[1])
    assert answer["format"] == "warcry3d.exposure/1"
    assert answer["storeys"] == [{"low": 0, "high": 0}]
    assert len(answer["spots"]) > 400
    shares = [spot["seen_from"] for spot in answer["spots"]]
    assert 0 < min(shares) < max(shares) <= 1
    assert answer["mean"] == pytest.approx(sum(shares) / len(shares), abs=1e-3)
    assert all(spot["by_storey"] == [spot["seen_from"]] for spot in answer["spots"])


def test_taller_figures_are_seen_from_more(layout: Run) -> None:
    low, tall = (
        json.loads(layout("exposure", "good.table.json", "--step", "1", "--json", "--height", height)[1])["mean"]
        for height in ("1", "3")
    )
    assert low < tall


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("exposure", "good.table.json", "--step", "0.1"), "too many spots"),
        (("exposure", "good.table.json", "--lines", "1000"), "at most 256 lines"),
        (("exposure", "good.table.json", "--base", "2000"), "no two spots"),
        (("exposure", "good.table.json", "--height", "0.1"), "at least 0.2"),
        (("check", "none.table.json"), "there is no file"),
        (("random", "--seed", "1", "--count", "5", "--out", "a.json"), "too few"),
        (("random", "--seed", "1", "--count", "5000", "--out", "a.json"), "at most 200"),
        (("random", "--seed", "1", "--board", "30", "--out", "a.json"), "expected a size like 30x22"),
        (("random", "--seed", "1", "--pieces", "none.glb", "--out", "a.json"), "none.glb"),
        (("random", "--seed", "1", "--pieces", "good.table.json", "--out", "a.json"), "one GLB file"),
        (("random", "--seed", "1"), "--out"),
        (("random", "--out", "a.json"), "--seed"),
        (("--json", "check", "good.table.json"), "layout"),
        (("mend",), "check"),
    ],
)
def test_bad_input_is_one_line_and_exits_2(layout: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = layout(*arguments)
    assert code == 2
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
    assert not Path("a.json").exists()


def test_a_random_board_is_written_and_passes_the_check(layout: Run) -> None:
    pieces = ("terrain/low-wall.glb", "terrain/statue.glb")
    made = ("random", "--seed", "3", "--pieces", *pieces, "--count", "8", "--out", "r.table.json")
    code, out, _ = layout(*made)
    assert code == 0
    assert out.startswith("r.table.json: 8 features on 30 x 22 in")
    assert "in the western half" in out
    assert layout("check", "r.table.json", "--step", "1")[0] == 0
    first = Path("r.table.json").read_bytes()
    layout(*made)
    assert Path("r.table.json").read_bytes() == first


@pytest.mark.parametrize("board", mostly_soak(BOARDS, quick=2))
def test_boards_that_ship_pass_their_check(layout: Run, board: str) -> None:
    code, out, _ = layout("check", f"terrain/{board}", "--step", "2")
    assert code == 0, out


def test_maps_are_listed_shown_and_imported(layout: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "own"))
    theirs = [{"name": "Dry Run", "deployments": {"red": [{"p": [8, 16]}] * 3, "blue": [{"p": [22, 6]}] * 3}}]
    (tmp_path / "maps.json").write_text(json.dumps(theirs))
    code, out, _ = layout("maps", "import", "maps.json")
    assert (code, out.splitlines()[-1]) == (0, "1 map")
    assert (tmp_path / "own" / "maps" / "dry-run.map.json").is_file()
    code, out, _ = layout("maps", "list")
    assert out.splitlines()[0] == "dry-run: Dry Run (no source)"
    assert len(out.splitlines()) == 9
    listed = json.loads(layout("maps", "list", "--json")[1])
    assert listed["maps"][0]["map"] == "dry-run"
    code, out, _ = layout("maps", "show", "dry run")
    assert "red dagger at (8, 6)" in out.splitlines()
    code, out, _ = layout("maps", "show", "the-ford", "--json")
    assert json.loads(out)["format"] == "warcry3d.deployment/1"


def test_a_layout_is_checked_with_a_map_and_turned_as_the_arrow_says(layout: Run) -> None:
    plain = json.loads(layout("check", "good.table.json", "--json", "--step", "2", "--map", "five-beacons")[1])
    south = json.loads(
        layout("check", "good.table.json", "--json", "--step", "2", "--map", "five-beacons", "--arrow", "south")[1]
    )
    assert plain["deployment"][0]["at"] == [12, 3]
    assert south["deployment"][0]["at"] == [18, 19]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("maps", "show", "nowhere"), "no deployment map 'nowhere'; there are: "),
        (("maps", "show"), "'maps show' needs a map"),
        (("maps", "list", "x"), "'maps list' takes no name"),
        (("maps", "list", "--out", "x"), "--out can only be used with 'maps import'"),
        (("maps", "import", "none.json"), "there is no file none.json"),
        (("check", "good.table.json", "--arrow", "south"), "--arrow needs --map"),
    ],
)
def test_what_cannot_be_done_with_maps_is_one_error(layout: Run, arguments: tuple[str, ...], says: str) -> None:
    code, out, error = layout(*arguments)
    assert (code, out, len(error.splitlines())) == (2, "", 1)
    assert says in error


def test_sheet_is_written_as_one_pdf_or_a_picture_a_page(layout: Run) -> None:
    assert layout("sheet", "good.table.json", "--out", "sheet.pdf") == (0, "sheet.pdf: 3 pages\n", "")
    assert Path("sheet.pdf").read_bytes().startswith(b"%PDF")
    assert (
        layout("sheet", "good.table.json", "--out", "sheet.png")[1] == "sheet.png, sheet-2.png, sheet-3.png: 3 pages\n"
    )
    assert Path("sheet-3.png").read_bytes().startswith(b"\x89PNG")
    code, _, said = layout("sheet", "good.table.json", "--out", "sheet.doc")
    assert (code, said) == (2, "warcry3d: sheet.doc is neither *.pdf nor *.png\n")


def test_fairness_needs_deployment_points(layout: Run) -> None:
    code, _, said = layout("fairness", "bad.table.json")
    assert (code, said) == (2, "warcry3d: the table has no deployment points; name a map with --map\n")
