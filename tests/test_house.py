"""The house: what is in the repository, what the wheel carries, and what must be nowhere in it."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections import defaultdict
from functools import cache
from pathlib import Path

import grimp
import networkx
import pytest

import warcry3d

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LONGEST_MODULE = 620
"""Lines of a module; about 400 is the aim, and only compiled kernels may be so much longer."""
LONGEST_PAGE = 300
"""Lines of a page of the docs."""
KERNELS = {"geom/tree.py", "geom/casts.py", "geom/shaft.py", "geom/cases.py", "geom/search.py", "geom/proof_log.py"}
PUBLIC_CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)
LOCK_FILES = re.compile(r"(^|/)(.*\.lock|package-lock\.json|requirements.*\.txt|Pipfile.*)$")

# Put together here so that this file does not name them itself.
MACHINE_PATHS = tuple(f"/{name}/" for name in ("work", "root", "tmp", "home", "Users"))
REGISTRIES = tuple("".join(parts) for parts in (("py", "pi.org"), ("python", "hosted"), ("conda", ".anaconda")))


@cache
def tracked() -> tuple[str, ...]:
    """Return the files of the repository; skip where this is none, as in an unpacked source distribution."""
    try:
        found = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    names = [name for name in found.decode("utf-8").split("\0") if name]
    return tuple(name for name in names if (ROOT / name).is_file())


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Return every tracked text file with its content."""
    read = ((name, (ROOT / name).read_bytes()) for name in tracked())
    return tuple((name, data.decode("utf-8", "replace")) for name, data in read if b"\0" not in data[:4096])


@pytest.mark.parametrize("place", MACHINE_PATHS)
def test_no_file_knows_a_path_of_one_machine(place: str) -> None:
    found = re.compile(rf"(?<![\w.*{{}}\])~-]){re.escape(place)}")
    assert [name for name, text in texts() if place in text and found.search(text)] == []


@pytest.mark.parametrize("host", REGISTRIES)
def test_no_file_names_a_package_registry(host: str) -> None:
    assert [name for name, text in texts() if host in text] == []


def test_versions_are_ranges_and_nothing_is_locked() -> None:
    assert [name for name in tracked() if LOCK_FILES.search(name)] == []
    needed = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
    assert [one for one in needed if "==" in one.partition(";")[0]] == []
    assert [one for one in PROJECT["project"]["dependencies"] if "<" not in one.partition(";")[0]] == []


def test_text_files_end_their_lines_as_unix_does() -> None:
    assert [name for name, text in texts() if "\r\n" in text or (text and not text.endswith("\n"))] == []


def test_modules_are_one_idea_each() -> None:
    lengths = {path.relative_to(ROOT / "warcry3d").as_posix(): path for path in (ROOT / "warcry3d").rglob("*.py")}
    long = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in lengths.items()}
    assert [name for name, lines in long.items() if lines > (LONGEST_MODULE if name in KERNELS else 420)] == []


def test_contracts_and_overrides_name_modules_that_are_there() -> None:
    named = set()
    for contract in PROJECT["tool"]["importlinter"]["contracts"]:
        for key in ("layers", "source_modules", "forbidden_modules"):
            named |= {part.strip() for one in contract.get(key, []) for part in re.split("[:|]", one)}
    for override in PROJECT["tool"]["mypy"]["overrides"]:
        named |= set(override["module"] if isinstance(override["module"], list) else [override["module"]])
    ours = [name.removesuffix(".*") for name in named if name.startswith("warcry3d")]
    places = {name: ROOT / name.replace(".", "/") for name in ours}
    assert len(ours) > 20
    assert [name for name, at in places.items() if not (at.is_dir() or at.with_suffix(".py").is_file())] == []


def test_every_module_of_the_proof_is_kept_from_the_search() -> None:
    contracts = {contract["name"]: contract for contract in PROJECT["tool"]["importlinter"]["contracts"]}
    kept = contracts["The proof's checker shares no code with the prover"]
    checkers = {f"warcry3d.sight.{path.stem}" for path in (ROOT / "warcry3d" / "sight").glob("proof*.py")}
    searchers = {f"warcry3d.geom.{Path(name).stem}" for name in KERNELS} | {"warcry3d.sight.visible"}
    assert checkers <= set(kept["source_modules"])
    assert searchers <= set(kept["forbidden_modules"])


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports in functions and for types count as well."""
    imports = grimp.build_graph("warcry3d", cache_dir=None)
    ways = ((name, other) for name in imports.modules for other in imports.find_modules_directly_imported_by(name))
    graph = networkx.DiGraph(ways)
    assert len(graph) > 200
    circles = [sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1]
    assert not circles, "\n".join(", ".join(circle) for circle in circles)


def test_no_two_public_classes_share_a_name() -> None:
    places = defaultdict(list)
    for path in sorted((ROOT / "warcry3d").rglob("*.py")):
        for name in PUBLIC_CLASS.findall(path.read_text(encoding="utf-8")):
            places[name].append(path.relative_to(ROOT).as_posix())
    assert len(places) > 200
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert not twice, "\n".join(f"{name}: {', '.join(where)}" for name, where in sorted(twice.items()))


def test_pages_of_the_docs_have_at_most_300_lines() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "docs").rglob("*.md")}
    assert len(lengths) > 10
    assert {name: length for name, length in lengths.items() if length > LONGEST_PAGE} == {}


def test_test_folders_mirror_the_package() -> None:
    folders = {path.name for path in (ROOT / "warcry3d").iterdir() if (path / "__init__.py").is_file()}
    assert [name for name in sorted(folders) if not any((ROOT / "tests" / name).rglob("test_*.py"))] == []


def test_make_without_a_goal_lists_the_goals() -> None:
    try:
        said = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except OSError:
        pytest.skip("no make here")
    goals = ("play", "test", "soak", "lint", "check", "bench", "catalogues", "content")
    assert [goal for goal in goals if f"make {goal}" not in said] == []


@pytest.mark.parametrize(("length", "is_refused"), [(72, False), (73, True)])
def test_commit_subjects_have_at_most_72_characters(tmp_path: Path, length: int, is_refused: bool) -> None:
    script = tmp_path / ".ci" / "commit-subjects"
    script.parent.mkdir()
    script.write_bytes((ROOT / ".ci" / "commit-subjects").read_bytes())
    who = {f"GIT_{role}_{what}": "a@b" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    commit = ["git", "commit", "-q", "--allow-empty", "-m", "é" * length + "\n\n" + "b" * 80]
    for command in (["git", "init", "-q"], commit):
        subprocess.run(command, cwd=tmp_path, env={**os.environ, **who}, check=True)
    done = subprocess.run(["bash", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == is_refused, done.stdout


def test_make_says_clearly_that_a_python_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "python-of-old"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.9.2" && exit 0\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    try:
        asked = ["make", "test", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}"]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        pytest.skip("no make here")
    assert done.returncode != 0
    assert "is Python 3.9.2, but warcry3d needs Python 3.11 or newer" in done.stdout
    assert not (tmp_path / "venv").exists()


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and unpack it; return the folder."""
    from hatchling.build import build_wheel

    room = tmp_path_factory.mktemp("wheel")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        wheel = room / build_wheel(str(room))
    finally:
        os.chdir(before)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(room / "installed")
    return room / "installed"


def run(unpacked: Path, *arguments: str, room: Path) -> subprocess.CompletedProcess[str]:
    """Run the program of the wheel, from a folder that is not the checkout, with the cache of the run."""
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "WARCRY3D_LANG": "zh_CN"}
    command = [sys.executable, "-m", "warcry3d", *arguments]
    return subprocess.run(command, cwd=room, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_wheel_carries_figures_fonts_terrain_and_their_licences(unpacked: Path) -> None:
    shipped = unpacked / "warcry3d" / "_shipped"
    for folder in ("assets/figures", "assets/fonts", "terrain", "terrain/maps"):
        there = sorted(path.name for path in (ROOT / folder).iterdir() if path.is_file())
        assert sorted(path.name for path in (shipped / folder).iterdir() if path.is_file()) == there
        assert there
    assert not (shipped / "assets" / "source").exists()
    licences = unpacked / f"warcry3d-{warcry3d.__version__}.dist-info" / "licenses"
    assert (licences / "LICENSE").is_file()
    assert (licences / "assets" / "fonts" / "OFL.txt").is_file()
    assert (licences / "warcry3d" / "certificate" / "page" / "three.LICENSE.txt").is_file()


def test_installed_program_writes_and_verifies_certificates(unpacked: Path, tmp_path: Path) -> None:
    pair = ("terrain/dispute-2-gap.table.json", "swordsman", "stalker")
    done = run(unpacked, "check", *pair, "--certificate", "out.html", room=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"three.js" in (tmp_path / "out.html").read_bytes()
    verified = run(unpacked, "verify", "out.html", room=tmp_path)
    assert verified.returncode == 0, verified.stderr
    assert done.stderr.split("证书 ")[1].strip() in verified.stdout


def test_wheel_carries_all_that_is_read_beside_the_modules(unpacked: Path) -> None:
    package = ROOT / "warcry3d"
    kinds = (".glsl", ".json", ".mo", ".typed", ".html", ".css", ".js", ".txt")
    read = [path.relative_to(package) for path in package.rglob("*") if path.suffix in kinds]
    assert len(read) > 20
    assert [str(path) for path in read if not (unpacked / "warcry3d" / path).is_file()] == []


def test_wheel_carries_the_pages_that_say_what_rules_are_about(unpacked: Path) -> None:
    """A page that is left out ends the program as soon as a battle of that system shows a rule."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "warcry3d" / "rules").glob("*/rule_texts.py")]
    pages = sorted({page for text in texts for page in re.findall(r'"(docs/[\w-]+\.md)"', text)})
    assert len(texts) >= 4 and len(pages) > 16
    missing = [page for page in pages if not (unpacked / "warcry3d" / "_shipped" / page).is_file()]
    assert missing == [], "name them in pyproject.toml"


def test_installed_program_reads_what_ships_with_it(unpacked: Path, tmp_path: Path) -> None:
    done = run(unpacked, "table", "show", "terrain/dispute-1-window.table.json", room=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "terrain/high-wall.glb" in done.stdout
    assert "障碍物" in done.stdout


def test_installed_program_draws_with_its_own_fonts_and_shaders(unpacked: Path, tmp_path: Path) -> None:
    done = run(
        unpacked, "picture", "terrain/dispute-1-window.table.json", "out.png", "--size", "320x200", room=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_inches_of_a_battle_are_said_with_two_digits_everywhere() -> None:
    """What the odds call 0.75 in was 0.7 in in the report, and no longer than a weapon's reach where it was too far."""
    folders = ("warcry3d/rules/", "warcry3d/app/play/", "warcry3d/app/moves/")
    rounded = re.compile(r"\{(?!z:)\w+:\.[013]f\} in\b(?! from the nearest place)")
    found = [f"{name}: {one}" for name, text in texts() if name.startswith(folders) for one in rounded.findall(text)]
    assert found == []
