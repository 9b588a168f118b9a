"""``warcry3d battle`` and ``replay``, with the small race of the tests as a rule system."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Battle
from tests.game.full_disk import full_disk
from tests.game.race import race_setup, run
from warcry3d.file_writes import FileLock
from warcry3d.game.plain import canonical

STEADY = ("battle", "race.table.json", "--players", "steady,steady")
SIX = canonical(run(6.0))
EAGER = ("battle", "race.table.json", "--players", "eager,eager")


def test_battle_is_told_to_its_end(warcry3d: Battle) -> None:
    code, out, err = warcry3d(*EAGER, "--seed", "3")
    assert (code, err) == (0, "")
    assert out.splitlines()[:7] == [
        "Battle: Red, Blue. Dice from seed 3.",
        "  Red: Rusty",
        "  Blue: Bluebell",
        "",
        "Rusty (Red) pushes with 3",
        "    Rusty throws 2, 2, 2",
        "Rusty (Red) goes 6.00 in",
    ]
    assert out.splitlines()[-3:] == ["", "Blue wins the battle.", "  Bluebell is through"]


def test_same_seed_tells_the_same_battle(warcry3d: Battle) -> None:
    first = warcry3d(*EAGER, "--seed", "5")
    assert warcry3d(*EAGER, "--seed", "5") == first
    assert warcry3d(*EAGER, "--seed", "6") != first


def test_seed_by_chance_is_told_and_gives_the_battle_again(warcry3d: Battle) -> None:
    _, out, _ = warcry3d(*EAGER)
    seed = out.splitlines()[0].removeprefix("Battle: Red, Blue. Dice from seed ").removesuffix(".")
    assert warcry3d(*EAGER, "--seed", seed)[1] == out


def test_rules_are_told_where_they_are_asked_for(warcry3d: Battle) -> None:
    _, out, _ = warcry3d(*EAGER, "--seed", "3", "--rules")
    assert "Rusty (Red) pushes with 3 (RACE-1)" in out.splitlines()
    assert "  Bluebell is through (RACE-4)" in out.splitlines()


def test_report_as_json_has_every_step(warcry3d: Battle) -> None:
    code, out, _ = warcry3d(*EAGER, "--seed", "3", "--json")
    report = json.loads(out)
    assert (code, report["format"], report["seed"], report["due"]) == (0, "warcry3d.report/1", 3, None)
    assert report["outcome"]["winners"] == ["blue"]
    assert [step["step"] for step in report["steps"]] == list(range(1, len(report["steps"]) + 1))
    went = report["steps"][2]
    assert went["action"] == json.loads(canonical(run(6.0)))
    assert went["events"] == [
        {"kind": "go", "text": "red goes 6.00 in", "rules": [], "models": ["red"], "way": [[1, 2, 0], [7, 2, 0]]}
    ]
    assert report["hash"] == report["steps"][-1]["hash"]


def test_recorded_battle_is_told_again_word_for_word(warcry3d: Battle) -> None:
    _, out, _ = warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    code, again, err = warcry3d("replay", "r.jsonl")
    assert (code, err) == (0, "")
    assert again == out + "\n6 actions, all as recorded.\n"


@pytest.mark.usefixtures("quick_pictures")
def test_replay_goes_to_any_step_and_draws_it(warcry3d: Battle, tmp_path: Path) -> None:
    warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    code, out, _ = warcry3d("replay", "r.jsonl", "--to", "1", "--picture", "p.png", "--json")
    told = json.loads(out)
    assert (code, told["recorded"], len(told["battle"]["steps"]), told["divergence"]) == (0, 6, 1, None)
    assert told["battle"]["due"]["due"] == "roll"
    assert told["by"] == {"red": "eager", "blue": "eager"}
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    assert warcry3d("replay", "r.jsonl", "--to", "9")[0] == 2


def test_replay_that_goes_another_way_exits_1_and_names_the_place(warcry3d: Battle, tmp_path: Path) -> None:
    warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    text = (tmp_path / "r.jsonl").read_text()
    (tmp_path / "r.jsonl").write_text(text.replace(SIX, canonical(run(5.0))))
    code, out, _ = warcry3d("replay", "r.jsonl")
    assert code == 1
    assert "replay diverges at step 3 (line 4)" in out.splitlines()
    assert "  /at/red: recorded 6, now 5" in out.splitlines()
    (tmp_path / "r.jsonl").write_text(text.replace(SIX, canonical(run(7.0))))
    code, out, _ = warcry3d("replay", "r.jsonl")
    assert (code, out.splitlines()[-2:]) == (
        1,
        ["  the action is not allowed:", "    path: 1.00 in too far (RACE-2)"],
    )
    code, out, _ = warcry3d("replay", "r.jsonl", "--json")
    assert json.loads(out)["divergence"]["faults"][0]["rule"] == "RACE-2"


def test_torn_record_is_told_and_gone_on_with(warcry3d: Battle, tmp_path: Path) -> None:
    _, whole, _ = warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    data = (tmp_path / "r.jsonl").read_bytes()
    (tmp_path / "r.jsonl").write_bytes(data[:-500])
    code, out, err = warcry3d("battle", "--resume", "r.jsonl")
    assert code == 0
    assert err.startswith("warning: the last line is torn off")
    assert whole.endswith(out.partition("Bluebell\n")[2])
    assert (tmp_path / "r.jsonl").read_bytes() == data


def test_real_dice_are_typed_in(warcry3d: Battle) -> None:
    code, out, err = warcry3d(*STEADY, "--dice", "typed", "--record", "r.jsonl", typed="4\n2\n" * 9)
    lines = out.splitlines()
    assert code == 0, err
    assert lines[0] == "Battle: Red, Blue. Dice are typed in."
    assert err.splitlines()[:2] == [
        "Red rolls 1D4: how far to go at most (RACE-2)",
        "Blue rolls 1D4: how far to go at most (RACE-2)",
    ]
    assert "    Rusty throws 4" in lines and "    Bluebell throws 2" in lines
    assert warcry3d("replay", "r.jsonl")[0] == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("4 4", "  expected 1 die, got 2"), ("5", "  expected faces from 1 to 4, got '5'")],
)
def test_dice_that_cannot_be_are_asked_for_again(warcry3d: Battle, typed: str, sentence: str) -> None:
    code, out, err = warcry3d(*STEADY, "--dice", "typed", typed=f"{typed}\n1\n" + "4\n2\n" * 9)
    lines = err.splitlines()
    assert (code, lines[1], lines[2]) == (0, sentence, lines[0])
    assert "    Rusty throws 1" in out.splitlines()


def test_dice_that_nobody_types_end_the_program_and_the_record_goes_on(warcry3d: Battle) -> None:
    code, _, err = warcry3d(*STEADY, "--dice", "typed", "--record", "r.jsonl")
    assert (code, err.splitlines()[-1]) == (2, "warcry3d: the input ends before the battle does")
    code, out, _ = warcry3d("battle", "--resume", "r.jsonl", typed="1\n" + "4\n2\n" * 9)
    assert (code, out.splitlines()[3]) == (0, "    Rusty throws 1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("battle", "race.table.json"), "--players is required: one player per side (red, blue)"),
        ((*EAGER[:3], "eager"), "expected one player per side (red, blue), got eager"),
        ((*EAGER[:3], "eager,clever"), "no player 'clever'; there are: eager, random, steady"),
        ((*EAGER, "--with", "weather=fog"), "no setting 'weather'; there are: length"),
        ((*EAGER, "--with", "weather"), "expected KEY=VALUE, got 'weather'"),
        ((*EAGER, "--with", "length=-1"), "details.length: expected a number > 0.0"),
        ((*EAGER, "--seed", "-1"), "expected a number of at least 0, got '-1'"),
        ((*EAGER, "--resume", "r.jsonl"), "TABLE cannot be used with --resume: it is taken from the record"),
        (("battle", "--resume", "none.jsonl"), "there is no file none.jsonl"),
        (("replay", "race.table.json"), "not a record of a battle"),
        ((*EAGER, "--sides", "green,blue"), "red and blue run, not green, blue"),
    ],
)
def test_what_cannot_be_is_an_error_of_one_line(warcry3d: Battle, arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = warcry3d(*arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert sentence in err


def test_nothing_is_written_where_nobody_can_play(warcry3d: Battle, tmp_path: Path) -> None:
    assert warcry3d(*EAGER[:3], "eager,clever", "--record", "r.jsonl")[0] == 2
    assert not (tmp_path / "r.jsonl").exists()


def test_record_by_another_seed_keeps_its_own(warcry3d: Battle) -> None:
    warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    code, _, err = warcry3d("battle", "--resume", "r.jsonl", "--seed", "4")
    assert (code, err) == (2, "warcry3d: r.jsonl uses dice from seed 3: --seed and --dice typed cannot be used\n")


def test_record_that_goes_another_way_is_not_taken_up(warcry3d: Battle, tmp_path: Path) -> None:
    warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    text = (tmp_path / "r.jsonl").read_text()
    (tmp_path / "r.jsonl").write_text(text.replace(SIX, canonical(run(5.0))))
    before = (tmp_path / "r.jsonl").read_bytes()
    code, _, err = warcry3d("battle", "--resume", "r.jsonl")
    assert code == 2
    assert err.startswith(
        "warcry3d: r.jsonl cannot be resumed: replay diverges at step 3 (line 4); /at/red: recorded 6"
    )
    assert (tmp_path / "r.jsonl").read_bytes() == before


def test_record_that_cannot_be_written_is_an_error_of_one_line(warcry3d: Battle) -> None:
    code, out, err = warcry3d(*EAGER, "--seed", "3", "--record", "no/such/folder/r.jsonl")
    assert (code, out, "cannot be written" in err) == (2, "", True)


def test_race_of_the_tests_is_set_up_the_same_either_way() -> None:
    assert race_setup(8.0, 4).details == {"length": 8.0, "rounds": 4}


def test_record_on_a_full_disk_is_one_line_and_the_battle_goes_on_from_it(warcry3d: Battle, tmp_path: Path) -> None:
    warcry3d(*EAGER, "--seed", "3", "--record", "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    with full_disk(len(b"".join(lines[:3])) + 5):
        code, _, err = warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("warcry3d: r.jsonl: cannot be written: ")
    assert err.endswith("it holds the battle up to action 2\n")
    assert warcry3d("battle", "--resume", "r.jsonl")[0] == 0
    assert (tmp_path / "r.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("arguments", [(*EAGER, "--record", "r.jsonl"), ("battle", "--resume", "r.jsonl")])
def test_record_that_another_program_writes_is_refused_in_one_line(
    warcry3d: Battle, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    warcry3d(*EAGER, "--seed", "3", "--record", "r.jsonl")
    before = (tmp_path / "r.jsonl").read_bytes()
    with FileLock(tmp_path / "r.jsonl"):
        code, _, err = warcry3d(*arguments)
    assert (code, err) == (2, "warcry3d: r.jsonl: another program is writing this file\n")
    assert (tmp_path / "r.jsonl").read_bytes() == before
