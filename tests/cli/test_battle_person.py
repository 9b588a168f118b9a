"""A person at the terminal: menus, typed answers, commands, slips; whole battles in both languages."""

import io
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Battle
from tests.cli.typist import Typist
from tests.conformance.test_warcry_players import set_up
from tests.game.race import run
from warcry3d.cli import main
from warcry3d.game.plain import canonical
from warcry3d.game.record import Journal, load_record
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.rules.warcry.battle.battle import WarcryBattle

PERSON = ("battle", "race.table.json", "--players", "person,random", "--seed", "1")


def told(warcry3d: Battle, *lines: str, more: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    """Return what stdout and stderr say of a battle in which these lines are typed, and then ``quit``."""
    code, out, err = warcry3d(*PERSON, *more, typed="\n".join([*lines, "quit"]) + "\n")
    assert code == 0
    return out.splitlines(), err.splitlines()


def test_menu_has_numbers_facts_and_the_reason_of_what_is_refused(warcry3d: Battle) -> None:
    _, err = told(warcry3d, "3", "2")
    assert err[:5] == [
        "Red: how hard to push? (RACE-1)",
        "  Push",
        "    1  1 die: 1 to 4 in, 2.5 on average",
        "    2  2 dice: 2 to 8 in, 5 on average",
        "    3  3 dice: 3 to 12 in, 7.5 on average",
    ]
    assert err[5:8] == ["Red: how far to go? (RACE-2)", "    1  Run", "    2  Stand still"]
    tired = "   (3) 3 dice: not now: 1 to 2 dice may be thrown, not 3 (RACE-1)"
    assert tired in err


def test_places_are_answers_with_or_without_the_number_and_the_key(warcry3d: Battle) -> None:
    for typed in ("4,2", "1 4,2", "r 4,2", "1 2.5,2 4,2", "1 w 4,2", "４，２", "1\n4,2"):
        out, _ = told(warcry3d, "3", typed)
        assert "Rusty (Red) goes 3.00 in" in out, typed


def test_number_alone_says_what_to_type(warcry3d: Battle) -> None:
    _, err = told(warcry3d, "3", "1")
    assert err[-4:] == [
        "  Run",
        "      near: the finish 9.0,2.0",
        "      up to 9 in; type places, such as 14,3 16,5",
        "      letters before a place: w walk, c climb, j jump, f fly, o through a door; d: drop; @90: turn first",
    ]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("9", "expected a number from 1 to 2, or help"),
        ("hello", "expected a number from 1 to 2, or help"),
        ("2 5,2", "nothing comes after this number, got '5,2'"),
        ("1 somewhere", "expected a place such as 14,3, got 'somewhere'"),
        ("1 @x", "expected a facing in degrees such as @90, got '@x'"),
        ("1 +gold", "nothing here is called 'gold'; there are: "),
        ("1 blue: 5,5", "nothing here is called 'blue'; there are: red"),
        ("5,4", "path.legs[0]: this is outside of the lane (RACE-6)"),
        ("99,2", "path: 89.00 in too far (RACE-2)"),
        ("why WC-NO-1", "no rule 'WC-NO-1' is known"),
        ("preview", "expected a number from 1 to 2, or help"),
        ("preview 1", "say the answer too, such as preview 1 14,3"),
        ("save", "say a file that is not there yet, such as save evening.battle.jsonl"),
        ("save no/such/folder/x.jsonl", "cannot be written"),
        ("redo", "cannot redo 1 action: only 0 can be redone"),
        ('{"do": "push", "dice": 2}', "something else is due"),
        ('{"do": "fly"}', "stdin: do: no action 'fly' in race; there are: push, go, bump, rolled"),
        ("{", "not valid JSON"),
        ("\x1b[31m\u202e", "expected a number from 1 to 2, or help"),
        ("1" * 5000, "expected a number from 1 to 2, or help"),
    ],
)
def test_slip_is_one_sentence_and_the_question_again(warcry3d: Battle, typed: str, sentence: str) -> None:
    out, err = told(warcry3d, "3", typed, "4,2")
    slip = next(n for n, line in enumerate(err) if sentence in line)
    assert err[slip + 1] == "Red: how far to go? (RACE-2)"
    assert "Rusty (Red) goes 3.00 in" in out


def test_undo_goes_back_to_the_own_last_choice_and_redo_on_again(warcry3d: Battle) -> None:
    out, err = told(warcry3d, "3", "4,2", "undo", "5,2", "undo", "redo")
    assert [line for line in out if line.startswith("Rusty (Red) goes")] == [
        "Rusty (Red) goes 3.00 in",
        "Rusty (Red) goes 4.00 in",
        "Rusty (Red) goes 4.00 in",
    ]
    assert sum("undone" in line for line in out) == 2
    assert err.count("Red: how far to go? (RACE-2)") == 3
    _, err = told(warcry3d, "undo", "3")
    assert err[5:7] == ["  no player has chosen anything yet", "Red: how hard to push? (RACE-1)"]


def test_preview_says_what_would_come_of_it(warcry3d: Battle) -> None:
    out, err = told(warcry3d, "preview 3", "3", "preview 1 4,2", "preview 1 4,4", "preview 2")
    assert "  two dice are most next time" in err
    assert "  costs 3.00 in: 3.00" in err and "  ends at 4.00,2.00,0.00" in err
    assert "  path.legs[0]: this is outside of the lane (RACE-6)" in err
    assert len(out) == 6, "a preview does nothing"


def test_table_and_rules_are_told(warcry3d: Battle) -> None:
    _, err = told(warcry3d, "table", "why", "why race-4", more=("--rules",))
    assert err[5:8] == ["  round 1 of 4", "  Rusty: 0.0 of 8 in", "  Bluebell: 0.0 of 8 in"]
    assert "    Rusty: 1.00,2.00,0.00" in err
    assert "    objective: 9.00,2.00,0.00" in err
    assert "  RACE-1: one, two or three dice; after three the runner is tired, when two are most" in err
    assert err[-1] == "  RACE-4: who passes the end of the track has won"


def test_help_lists_commands_and_keys(warcry3d: Battle) -> None:
    _, err = told(warcry3d, "3", "help", "json")
    assert any(line.startswith("  preview N ...") for line in err)
    assert "  keys instead of numbers: r Run, s Stand still" in err
    assert '  {"do": "go", ... path}' in err


def test_saved_battle_is_resumed_where_it_was(warcry3d: Battle, tmp_path: Path) -> None:
    _, err = told(warcry3d, "3", "save evening.jsonl", "save evening.jsonl")
    assert "  saved; continue with: warcry3d battle --resume evening.jsonl" in err
    assert "  say a file that is not there yet, such as save evening.battle.jsonl" in err
    code, _, err_text = warcry3d("battle", "--resume", "evening.jsonl", typed="save\n4,2\nquit\n")
    assert code == 0
    assert "  every action is in evening.jsonl already" in err_text.splitlines()
    assert "Red: how far to go? (RACE-2)" in err_text.splitlines()
    code, out_text, _ = warcry3d("replay", "evening.jsonl", "--json")
    assert [step["action"]["do"] for step in json.loads(out_text)["battle"]["steps"]][:3] == ["push", "rolled", "go"]


def test_actions_can_be_typed_as_json(warcry3d: Battle) -> None:
    out, _ = told(warcry3d, '{"do": "push", "dice": 2}', canonical(run(0.5)))
    assert "Rusty (Red) pushes with 2" in out and "Rusty (Red) goes 0.50 in" in out


def test_real_dice_are_typed_and_taken_back(warcry3d: Battle) -> None:
    players = ("battle", "race.table.json", "--players", "person,person", "--dice", "typed", "--record", "r.jsonl")
    lines = ["1", "undo", "2", "4 9", "4", "4，3", "8,2", "1", "4", "5,5", "2", "2 2", "12,2"]
    code, out, err = warcry3d(*players, typed="\n".join(lines) + "\n")
    assert code == 0, err
    assert "  (1 action undone)" in out.splitlines()
    assert "  expected faces from 1 to 4, got '9'" in err.splitlines()
    assert "  expected 2 dice, got 1" in err.splitlines()
    assert out.splitlines()[-2:] == ["Red wins the battle.", "  Rusty is through"]
    assert warcry3d("replay", "r.jsonl")[0] == 0


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_whole_battle_against_the_random_player(
    warcry3d: Battle, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", language)
    code, out, err = warcry3d(*PERSON, "--record", "r.jsonl", typed="2\n1 @\n2\n" + "help\n3\n99,2\n2\n" * 8)
    assert code == 0, err
    words = Words(language)
    assert (
        words.say("The battle is a draw.") in out
        or words.count("{player} wins the battle.", "{player} win the battle.", 1, player=words.say("Blue")) in out
    )
    assert words.say("expected a facing in degrees such as @90, got '{word}'", word="@") in err
    assert warcry3d("replay", "r.jsonl")[0] == 0


def test_input_that_ends_ends_the_program_with_one_line(warcry3d: Battle) -> None:
    code, _, err = warcry3d(*PERSON, typed="3\n")
    assert (code, err.splitlines()[-1]) == (2, "warcry3d: the input ends before the battle does")


def test_a_terminal_shows_where_to_type(
    warcry3d: Battle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Keyboard("\nquit\n"))
    assert main([*PERSON]) == 0
    assert capsys.readouterr().err.endswith("> > ")


@pytest.mark.parametrize(
    ("language", "seed"),
    [("en", 1), ("zh_CN", 2), *(pytest.param("en", seed, marks=pytest.mark.soak) for seed in range(3, 9))],
)
def test_whole_battle_of_warcry_is_played_by_what_the_screen_says(
    language: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.battle.jsonl"
    begun = Game.begin(WarcryBattle(), set_up(2, rounds=1))
    Journal.create(path, begun, seed=seed, by={"red": "person", "blue": "random"}).close()
    typist = Typist(seed)
    with monkeypatch.context() as patch:
        patch.setenv("WARCRY3D_LANG", language)
        patch.setattr("sys.stdin", typist)
        patch.setattr("sys.stderr", typist.screen)
        code = main(["battle", "--resume", str(path)])
    assert code == 0, typist.screen.getvalue()
    assert len(load_record(path).steps) > 20
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))["battle"]["outcome"] is not None
    shown = "".join(typist.seen)
    untold = [line for line in shown.splitlines() if language != "en" and re.search(r"[A-Za-z]{4,} [a-z]{3,} ", line)]
    assert untold == []
