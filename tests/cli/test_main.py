"""The command line as a whole: dispatch, languages, errors of one line, exit codes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.rules.warcry.bands.folk import band_json, profile_json
from tests.zoo import table_json
from warcry3d import __version__
from warcry3d.cli import COMMANDS, main
from warcry3d.rules.systems import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", "en")


@pytest.fixture
def table_file(tmp_path: Path) -> Path:
    path = tmp_path / "small.table.json"
    path.write_text(json.dumps(table_json()))
    return path


def test_help_lists_every_command_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in COMMANDS)


def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"warcry3d {__version__}\n"


@pytest.mark.parametrize("command", [*COMMANDS, ""])
def test_every_help_is_wholly_chinese_in_chinese(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*filter(None, [command]), "--help", "--lang", "zh"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"用法：warcry3d {command}".strip())
    for english in ("usage", "options", "positional", "show this", "exit", "the ", "print", "table file"):
        assert english not in said


def test_argparse_speaks_english_again_after_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    before = os.environ.get("LANGUAGE")
    main(["check", "--help", "--lang=zh"])
    main(["check", "--help"])
    assert capsys.readouterr().out.count("usage: ") == 1
    assert os.environ.get("LANGUAGE") == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check"], "the following arguments are required: TABLE"),
        (["check", "t.table.json", "a"], "name a viewer and a target"),
        (["check", "t.table.json", "a", "b", "c"], "unrecognized arguments: c"),
        (["check", "t.table.json", "--friends", "a", "b"], "--friends needs --all"),
        (["check", "t.table.json", "--all", "a", "b"], "do not name fighters"),
        (["check", "t.table.json", "--all", "--proof", "p.json"], "--proof is for one pair"),
        (["check", "t.table.json", "a", "b", "--tolerance", "-1"], "expected a number of at least 1e-06, got '-1'"),
        (["check", "t.table.json", "a", "b", "--budget", "many"], "expected a number of at least 1, got 'many'"),
        (["check", "t.table.json", "a", "b", "--tags", "hat"], "no tag 'hat'; there are: body, weapon, banner"),
        (["check", "missing.table.json", "a", "b"], "there is no file missing.table.json"),
        (["table", "hide", "t.table.json"], "invalid choice: 'hide'"),
        (["schema", "nonsense"], "no schema 'nonsense'; there are:"),
        (["picture", "t.table.json", "o.png", "--size", "big"], "expected a size like 1600x1000, got 'big'"),
        (["picture", "t.table.json", "o.png", "--eye", "a"], "--eye and --at must be given together"),
        (
            ["picture", "t.table.json", "o.png", "--eye", "a", "--at", "b", "--from", "above"],
            "--from cannot be used with --eye",
        ),
        (["chekc", "t.table.json"], "no command or file 'chekc'"),
        (["chekc"], "no command or file 'chekc'; commands: check, verify"),
        (["--lang", "klingon", "schema"], "no language 'klingon'"),
        (["verify", "missing.json", "missing.table.json"], "missing"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_fault_in_a_file_is_told_with_file_and_place(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table_file.write_text(json.dumps(table_json(board={"width": "wide", "depth": 22})))
    assert main(["table", "show", str(table_file)]) == 2
    assert f"{table_file}: board.width: " in capsys.readouterr().err


@pytest.mark.parametrize("command", ["table show TABLE", "check TABLE --all", "picture TABLE out.png", "play TABLE"])
def test_unknown_rule_system_is_a_fault_at_its_place_in_the_file(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    Path("chess.table.json").write_text(json.dumps(table_json(ruleset="chess")))
    assert main(command.replace("TABLE", "chess.table.json").split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    known = ", ".join(SYSTEMS)
    assert said.err == f"warcry3d: chess.table.json: ruleset: no rule system 'chess'; there are: {known}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["chess.table.json"]


def test_errors_are_chinese_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "zh", "check", "missing.table.json", "a", "b"]) == 2
    assert "没有文件" in capsys.readouterr().err
    assert main(["check", "--lang", "zh"]) == 2
    assert "缺少参数：TABLE" in capsys.readouterr().err


def test_language_comes_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", "zh_CN")
    assert main(["check", "missing.table.json", "a", "b"]) == 2
    assert "没有文件" in capsys.readouterr().err


def test_table_that_is_not_here_is_looked_for_among_those_that_ship(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["table", "show", "terrain/sample-battle.table.json"]) == 0
    assert "30 x 22" in capsys.readouterr().out


def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[bytes]":
    environment = {**os.environ, "WARCRY3D_LANG": "en"}
    return subprocess.run(
        [sys.executable, "-m", "warcry3d", *arguments],
        check=False,
        capture_output=True,
        env=environment,
        timeout=PATIENCE,
    )


def test_module_runs_as_a_program() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"warcry3d {__version__}\n")


def test_closed_pipe_ends_quietly() -> None:
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'warcry3d', 'schema', 'table'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE); p.stdout.close(); err = p.stderr.read();"
        " print(p.wait(), err)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=PATIENCE)
    assert done.stdout.decode().split(" ", 1)[1].strip() == "b''"


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")


@needs_full
@pytest.mark.parametrize("arguments", [["schema", "table"], ["band", "list"], ["--help"], ["--version"]])
def test_full_device_is_one_line_and_exit_2(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "warcry3d", *arguments]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, check=False, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"warcry3d: " in done.stderr and b"Traceback" not in done.stderr


@needs_full
def test_nothing_is_said_where_errors_cannot_be_written_either() -> None:
    command = [sys.executable, "-m", "warcry3d", "chekc"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=full, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, b"")


def test_program_started_with_stdout_closed_ends_quietly() -> None:
    code = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'warcry3d', 'schema'])"
    done = subprocess.run([sys.executable, "-c", code], check=False, stderr=subprocess.PIPE, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")


EVIL = "\x1b[31mEvil\u202e\nname\x9b"
SHOWN = "\\x1b[31mEvil\\u202e\\nname\\x9b"


def test_names_from_files_are_escaped_in_answers_json_and_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fighter = {"profile": profile_json("boss", name=EVIL, runemarks=["hero"]), "name": EVIL}
    Path("evil.band.json").write_text(json.dumps(band_json(fighter, name=EVIL)), encoding="utf-8")
    main(["band", "check", "evil.band.json"])
    assert capsys.readouterr().out.splitlines()[0].startswith(f"{SHOWN} (")
    main(["band", "show", "evil.band.json", "--json"])
    out = capsys.readouterr().out
    assert json.loads(out)["name"] == EVIL
    assert not set("\x1b\x9b\u202e") & set(out)
    assert main(["band", "show", "evil.band.json", EVIL + "?"]) == 2
    err = capsys.readouterr().err
    assert f"no fighter '{SHOWN}?'" in err
    assert err.count("\n") == 1
    assert main(["check", EVIL, "a", "b"]) == 2
    assert f"there is no file {SHOWN}" in capsys.readouterr().err


def modules_with_out() -> list[str]:
    """Return the modules of commands that take ``--out``."""
    sources = {path.stem: path.read_text("utf-8") for path in (ROOT / "warcry3d" / "cli").glob("*.py")}
    return sorted(name for name, text in sources.items() if re.search(r'add_argument\(\s*"--out"', text))


@pytest.mark.parametrize("module", modules_with_out())
def test_o_works_like_out_wherever_there_is_an_out(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*module.split("_", 1), "--help"]) == 0
    assert re.search(r"--out \S+, -o \S+", capsys.readouterr().out)


def test_file_is_written_with_o_as_with_out(tmp_path: Path) -> None:
    for option in ("-o", "--out"):
        assert main(["band", "export", "stilt-watch", option, str(tmp_path / option)]) == 0
    assert (tmp_path / "-o").read_bytes() == (tmp_path / "--out").read_bytes() != b""


def test_terminal_without_chinese_shows_escapes_instead_of_failing() -> None:
    environment = {**os.environ, "WARCRY3D_LANG": "zh", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "warcry3d", "schema", "--help"], check=False, capture_output=True, env=environment
    )
    assert done.returncode == 0
    assert b"\\u7528" in done.stdout


@pytest.mark.parametrize("command", ["schema", "check"])
def test_help_imports_nothing_heavy(command: str) -> None:
    code = (
        f"import sys; from warcry3d.cli import main; main(['{command}', '--help']);"
        " heavy = {'numpy', 'numba', 'trimesh', 'scipy', 'shapely', 'panda3d', 'imgui_bundle', 'babel'};"
        " assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=PATIENCE)
