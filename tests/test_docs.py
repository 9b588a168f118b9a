"""The pages: what they show is what the commands say, links lead somewhere, and no page is forgotten."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.source.pictures import CERTIFICATES, PICTURES, PIECE_PICTURES
from assets.source.room_pictures import ROOM_PICTURES
from warcry3d.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SHOWING = (
    "README.md",
    "docs/bands.md",
    "docs/certificate.md",
    "docs/commands.md",
    "docs/disputes.md",
    "docs/systems-disputes.md",
    "docs/terrain.md",
)
"""Pages that show commands with what they print."""
MOST_BYTES = 4_000_000
"""What the pictures of the pages may take together."""

Lines = list[tuple[str, str]]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def examples(page: str, kind: str = "console") -> list[Lines]:
    """Return the blocks of a page that run the program: each command line with the lines that follow it.

    ``kind``: that of the blocks; those of kind ``text`` take longer.
    """
    blocks = re.findall(rf"```{kind}\n(\$ .*?)```", text_of(page), re.DOTALL)
    parts = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] for block in blocks]
    made = [[(part.partition("\n")[0], part.partition("\n")[2]) for part in block] for block in parts]
    return [block for block in made if block[0][0].startswith("warcry3d")]


def without_measures(text: str) -> str:
    """Return a text with what may differ taken out: times, clearances, the length of a proof, fingerprints."""
    text = re.sub(r"[\d.]+ s\b", "# s", text)
    text = re.sub(r"in \d+ pairs", "in # pairs", text)
    text = re.sub(r"Certificate( [0-9a-f]{4}){8}", "Certificate #", text)
    return re.sub(r"with [\d.]+ mm", "with # mm", text)


@pytest.mark.usefixtures("quick_pictures")
@pytest.mark.parametrize(
    "block", [block for page in SHOWING for block in examples(page)], ids=lambda block: block[0][0]
)
def test_example_says_what_the_page_shows(
    block: Lines, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    for line, output in block:
        program, *arguments = shlex.split(line)
        assert program == "warcry3d"
        assert main(arguments) == 0
        assert without_measures(capsys.readouterr().out) == without_measures(output)


@pytest.mark.soak
@pytest.mark.parametrize("block", examples("docs/doubt.md", "text"), ids=lambda block: block[0][0])
def test_example_that_takes_long_says_what_the_page_shows(
    block: Lines, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    for line, output in block:
        assert main(shlex.split(line)[1:]) == 0
        assert without_measures(capsys.readouterr().out) == without_measures(output)


def answers(page: str) -> list[tuple[str, object]]:
    """Return the commands of a page whose whole answer it shows as JSON, and these answers."""
    found = re.findall(r"^`([^`]*)` prints:\n\n```json\n(.*?)```", text_of(page), re.DOTALL | re.MULTILINE)
    return [(command, json.loads(answer)) for command, answer in found]


def flat(value: object, at: str = "") -> Iterator[tuple[str, object]]:
    """Return each leaf of a JSON value with the way to it; what is empty is a leaf, as text."""
    if not isinstance(value, dict | list) or not value:
        yield at, value if not isinstance(value, dict | list) else str(value)
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield from flat(inner, f"{at}/{key}")


@pytest.mark.parametrize(("command", "shown"), answers("docs/formats-answers.md"))
def test_json_is_what_the_page_shows(command: str, shown: object, capsys: pytest.CaptureFixture[str]) -> None:
    """Which line witnesses sight may change by a little."""
    assert main(shlex.split(command)) == 0
    assert dict(flat(json.loads(capsys.readouterr().out))) == pytest.approx(dict(flat(shown)), abs=0.05)


def test_an_answer_in_json_is_shown() -> None:
    assert answers("docs/formats-answers.md")


def test_every_page_that_shows_commands_was_read() -> None:
    assert [page for page in SHOWING if not examples(page)] == []


def test_every_command_has_its_place_on_the_page() -> None:
    headings = " ".join(re.findall(r"^## (.*)$", text_of("docs/commands.md"), re.MULTILINE))
    assert [command for command in COMMANDS if not re.search(rf"\b{command}\b", headings)] == []


def test_every_goal_that_the_readme_names_is_in_the_makefile() -> None:
    goals = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?<!terrain )make ([a-z]+)", text_of("README.md")))
    assert {"play", "test"} <= named <= goals


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", *sorted(f"docs/{p.name}" for p in DOCS.glob("*.md"))])
def test_links_lead_somewhere(page: str) -> None:
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page))]
    local = [link for link in links if link and "://" not in link]
    assert [link for link in local if not ((ROOT / page).parent / link).exists()] == []


def test_every_page_is_in_the_index() -> None:
    index = text_of("docs/README.md")
    assert [p.name for p in sorted(DOCS.glob("*.md")) if p.name != "README.md" and f"({p.name})" not in index] == []


def test_every_dispute_that_ships_is_told() -> None:
    reported = text_of("docs/disputes.md")
    tables = sorted((ROOT / "terrain").glob("dispute-*.table.json"))
    assert len(tables) == 9
    assert [table.name for table in tables if table.name not in reported] == []


def test_pictures_are_those_the_pages_show_and_not_too_large() -> None:
    files = sorted((DOCS / "pictures").iterdir())
    pages = "".join(
        text_of(page)
        for page in (
            "README.md",
            *(
                f"docs/{name}.md"
                for name in (
                    "certificate",
                    "disputes",
                    "motion",
                    "pieces",
                    "boards",
                    "build",
                    "boards-room",
                    "dndminiatures",
                    "warhammer40k-battle",
                    "ageofsigmar-battle",
                )
            ),
        )
    )
    assert [path.name for path in files] == sorted(
        f"{name}.jpg" for name in (*PICTURES, *PIECE_PICTURES, *CERTIFICATES, *ROOM_PICTURES)
    )
    assert [path.name for path in files if f"pictures/{path.name})" not in pages] == []
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_every_verdict_in_a_picture_is_asked_on_the_page() -> None:
    reported = text_of("docs/disputes.md")
    asked = [line.removesuffix(" --picture OUT") for line in PICTURES.values() if line.startswith("check")]
    assert [line for line in asked if f"$ warcry3d {line}\n" not in reported] == []
