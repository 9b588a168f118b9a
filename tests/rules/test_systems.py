"""The registry of rule systems: each by its own name, with all its parts, loaded when asked for."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import warcry3d
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.rules.systems import ARMIES_ONLY, DEFAULT, SYSTEMS, System, army_systems, system, systems

SHARED = {"warcry3d.rules.reports", "warcry3d.rules.units"}
"""Folders of what systems share."""


def test_systems_go_by_their_own_names() -> None:
    assert [one.name for one in systems()] == list(SYSTEMS)
    assert all(one.title for one in systems())
    assert DEFAULT in SYSTEMS


def test_an_unknown_system_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="no rule system 'chess'; there are: warcry"):
        system("chess")


@pytest.mark.parametrize("part", ["sight", "movement", "reach", "battle", "armies", "board"])
def test_a_part_that_a_system_lacks_is_said(part: str) -> None:
    with pytest.raises(QuestionError, match="this rule system has no "):
        getattr(System("bare", "Bare"), part)()


def test_a_system_without_words_and_schemas_has_none() -> None:
    bare = System("bare", "Bare")
    assert dict(bare.vocabulary()) == {}
    bare.schemas()


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_part_of_a_system_that_ships_is_there(name: str) -> None:
    one = system(name)
    assert one.sight().name == one.battle().ruleset.name == name
    assert callable(one.movement().move)
    assert callable(one.reach().reach)
    assert set(one.battle().bands) <= set(one.armies().shipped())
    assert one.board().size[0] > 0


@pytest.mark.parametrize("name", SYSTEMS)
def test_default_armies_of_a_battle_are_read_and_legal(name: str) -> None:
    one = system(name)
    for band in one.battle().bands:
        army = one.armies().read(band)
        assert army.faults == ()
        assert army.points == sum(fighter.points for fighter in army.fighters)
        assert (army.points > 0) is (name != "ageofsigmar"), "one system has no points"
        assert all(fighter.card for fighter in army.fighters)


@pytest.mark.parametrize("name", ARMIES_ONLY)
def test_a_system_with_armies_alone_has_them_and_says_that_the_rest_is_missing(name: str) -> None:
    one = system(name)
    assert one.name == name and name not in SYSTEMS
    assert one in army_systems() and one not in systems()
    armies = one.armies()
    assert all(armies.read(army).faults == () for army in armies.shipped())
    for part in ("battle", "board"):
        with pytest.raises(QuestionError, match="this rule system has no "):
            getattr(one, part)()


def test_no_two_systems_say_a_word_of_one_field_differently() -> None:
    said: dict[tuple[str, str], str] = {}
    for one in systems():
        for field, words in one.vocabulary().items():
            for word, template in words.items():
                assert said.setdefault((field, word), template) == template


def test_the_registry_loads_no_system_that_is_not_asked_for() -> None:
    code = "import sys, warcry3d.rules.systems as s; s.system('warcry'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "warcry3d.rules.warcry.system" in loaded
    assert [name for name in loaded if name.startswith("warcry3d.rules.warcry.battle")] == []
    assert "numba" not in loaded


def test_contracts_keep_every_system_from_the_others_and_from_commands() -> None:
    root = Path(__file__).resolve().parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["name"]: one for one in project["tool"]["importlinter"]["contracts"]}
    rules = root / "warcry3d" / "rules"
    registered = {f"warcry3d.rules.{path.parent.name}" for path in rules.glob("*/system.py")}
    assert registered == {f"warcry3d.rules.{name}" for name in (*SYSTEMS, *ARMIES_ONLY)}
    packages = {f"warcry3d.rules.{path.parent.name}" for path in rules.glob("*/__init__.py")} - SHARED
    assert registered <= packages, "a system is kept apart before it is registered, too"
    assert set(contracts["Rule systems never import each other"]["modules"]) == packages
    alone = contracts["Rule systems are known by the registry alone"]
    assert set(alone["forbidden_modules"]) == packages
    shared = {f"warcry3d.rules.{path.stem}" for path in rules.glob("*.py") if path.stem != "__init__"}
    assert set(alone["source_modules"]) == shared | SHARED | {
        "warcry3d.app",
        "warcry3d.certificate",
        "warcry3d.cli",
        "warcry3d.messages",
    }


def test_the_name_of_a_system_stands_nowhere_below_the_registry_but_in_one_place() -> None:
    package = Path(warcry3d.__file__).parent
    floors = [path for path in package.rglob("*.py") if not path.is_relative_to(package / "rules")]
    naming = [path for path in floors if re.search(r"""["']warcry["']""", path.read_text(encoding="utf-8"))]
    assert [path.relative_to(package).as_posix() for path in naming] == ["table/default_ruleset.py"]
