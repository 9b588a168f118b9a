"""What docs/commands.md shows is what the commands say."""

import re
import shlex
from pathlib import Path

import pytest

from warcry3d.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"


def examples() -> list[list[tuple[str, str]]]:
    """Return the blocks of the page: each command line with the lines that follow it."""
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    parts = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] for block in blocks]
    return [[(part.partition("\n")[0], part.partition("\n")[2]) for part in block] for block in parts]


def without_measures(text: str) -> str:
    """Return a text with what may differ taken out: times, clearances, the length of a proof."""
    text = re.sub(r"[\d.]+ s\b", "# s", text)
    text = re.sub(r"in \d+ pairs", "in # pairs", text)
    return re.sub(r"with [\d.]+ mm", "with # mm", text)


@pytest.mark.parametrize("block", examples(), ids=lambda block: block[0][0])
def test_example_says_what_the_page_shows(
    block: list[tuple[str, str]], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    for line, output in block:
        program, *arguments = shlex.split(line)
        assert program == "warcry3d"
        assert main(arguments) == 0
        assert without_measures(capsys.readouterr().out) == without_measures(output)


def test_every_command_has_its_place_on_the_page() -> None:
    from warcry3d.cli import COMMANDS

    headings = " ".join(re.findall(r"^## (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert [command for command in COMMANDS if not re.search(rf"\b{command}\b", headings)] == []
