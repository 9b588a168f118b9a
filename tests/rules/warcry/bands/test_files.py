"""Fighters and warbands from files, and into files."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.rules.warcry.bands.folk import CLUB, band_json, profile, profile_json
from tests.soak import examples
from tests.table.test_fuzz import json_values, steps_into, with_value
from warcry3d.errors import FileError, UnknownNameError
from warcry3d.rules.warcry.bands.band import Role
from warcry3d.rules.warcry.bands.files import (
    band_from_json,
    fighters_from_json,
    load_band,
    load_fighters,
    named_file,
    save_band,
    save_fighters,
    shipped_file,
)
from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.table.models import BaseShape

JAWS = [{"runemark": "fangs", "range": [0, 2], "attacks": 4, "strength": 5, "damage": [2, 5]}]
TABLE = [
    {"start": 11, "move": 6, "weapons": [{"attacks": 3}]},
    {"start": 21, "move": 4, "toughness": 3, "weapons": [{"attacks": 2, "damage": [1, 4]}]},
]


def monster_json(**changed: Any) -> dict[str, Any]:
    usual = {"runemarks": ["gargantuan"], "move": 8, "toughness": 4, "wounds": 30, "weapons": JAWS}
    return profile_json("worm", **{**usual, "damage_table": TABLE, **changed})


def fighters_json(*profiles: dict[str, Any]) -> dict[str, Any]:
    return {"format": "warcry3d.fighters/1", "fighters": list(profiles)}


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_profile_is_read_as_it_is_written() -> None:
    """rule: WC-PROFILE-1, WC-PROFILE-2."""
    bow = {"runemark": "ranged", "range": [3, 15], "attacks": 2, "strength": 3, "damage": [1, 4]}
    weapons = [*profile_json()["weapons"], bow]
    more = {"runemarks": ["hero", "fly"], "company": "the-pit", "base": {"oval": [60, 35]}, "figure": "bowman"}
    (read,) = fighters_from_json(fighters_json(profile_json(weapons=weapons, **more)))
    assert read.weapons == (CLUB, Weapon("ranged", 3, 15, 2, 3, 1, 4))
    assert (read.faction, read.alliance, read.company, read.move, read.points) == ("ditch", "earth", "the-pit", 4, 60)
    assert read.base is not None and read.base.shape is BaseShape.OVAL
    assert [weapon.is_melee for weapon in read.weapons] == [True, False]
    assert read.is_hero and read.has("fly") and not read.is_monster
    (plain,) = fighters_from_json(fighters_json(profile_json()))
    assert (plain.base, plain.figure, plain.company, plain.damage_table) == (None, None, "", ())
    assert hash(plain) == hash(profile()) and plain == profile()


def test_damage_table_says_what_a_monster_is_at_any_damage() -> None:
    """rule: WC-MON-1."""
    (worm,) = fighters_from_json(fighters_json(monster_json()))
    at = {damage: worm.at_damage(damage) for damage in (0, 10, 11, 20, 21, 30)}
    assert at[0] == at[10] == worm
    assert at[11] == at[20] and at[21] == at[30]
    assert [(p.move, p.toughness, p.weapons[0].attacks, p.weapons[0].crit) for p in (at[10], at[11], at[21])] == [
        (8, 4, 4, 5),
        (6, 4, 3, 5),
        (4, 3, 2, 4),
    ]
    assert at[21].at_damage(11) == at[11]
    assert worm.starred == {"move", "toughness", "weapons[0].attacks", "weapons[0].hit", "weapons[0].crit"}


def test_fighters_saved_are_read_the_same(tmp_path: Path) -> None:
    more = {"base": {"round": 28.5}, "extra": {"note": "kept", "list": [1, [2.5]]}, "move": 4.5}
    profiles = fighters_from_json(fighters_json(monster_json(), profile_json(**more)))
    save_fighters(profiles, tmp_path / "a.fighters.json")
    assert load_fighters(tmp_path / "a.fighters.json") == profiles
    written = json.loads((tmp_path / "a.fighters.json").read_text(encoding="utf-8"))
    assert written["fighters"][0]["damage_table"] == TABLE


def test_roles_follow_from_profiles_unless_given() -> None:
    read = band_from_json(
        band_json(
            {"profile": profile_json("boss", runemarks=["hero"])},
            {"profile": profile_json("digger"), "name": "Old Tam"},
            {"profile": profile_json("digger")},
            {"profile": profile_json("guest", faction="bog", runemarks=["ally"])},
            {"profile": profile_json("hound", faction="earth", runemarks=["thrall"])},
            {"profile": profile_json("worm", faction="earth", runemarks=["gargantuan"])},
            {"profile": profile_json("odd"), "id": "x", "role": "ally"},
        ),
        folder=".",
    )
    assert [fighter.role for fighter in read.fighters] == [
        Role.LEADER,
        Role.OWN,
        Role.OWN,
        Role.ALLY,
        Role.THRALL,
        Role.MONSTER,
        Role.ALLY,
    ]
    assert [fighter.id for fighter in read.fighters] == ["boss", "digger", "digger-2", "guest", "hound", "worm", "x"]
    assert (read.fighters[1].name, read.fighters[2].name) == ("Old Tam", "Digger")
    assert (read.alliance, read.points, read.groups) == ("earth", 420, None)
    assert read.leader is read.fighters[0] and read.monster is read.fighters[5]
    assert read.fighter("x").profile.name == "Odd"
    with pytest.raises(UnknownNameError, match="no fighter 'y' in the warband; there are: boss, digger"):
        read.fighter("y")


def test_profiles_come_from_files_by_id_or_by_a_name_that_is_theirs_alone(tmp_path: Path) -> None:
    write(tmp_path / "a.fighters.json", fighters_json(profile_json("p1", name="Digger"), profile_json("p2")))
    write(tmp_path / "b.fighters.json", fighters_json(profile_json("p3", name="Cook"), profile_json("p4", name="Cook")))
    sources = ["a.fighters.json", "b.fighters.json"]
    names = band_json({"profile": "Digger"}, {"profile": "p2"}, **{"from": sources})
    read = load_band(write(tmp_path / "x.band.json", names))
    assert [fighter.profile.id for fighter in read.fighters] == ["p1", "p2"]
    for wrong, says in (("Cook", "several are called 'Cook'; give the id: p3, p4"), ("p9", "nothing is called 'p9'")):
        asked = band_json({"profile": "p1"}, {"profile": wrong}, **{"from": sources})
        with pytest.raises(FileError, match=rf"fighters\[1\]\.profile: {says}"):
            band_from_json(asked, folder=tmp_path)
    for wrong in ("nowhere.json", "x" * 400, "a\0b", ".", "/"):
        with pytest.raises(FileError, match=r"from\[0\]: there is no file"):
            band_from_json(band_json(**{"from": [wrong]}), folder=tmp_path)


def test_band_saved_is_read_the_same_wherever_it_lies(tmp_path: Path) -> None:
    write(tmp_path / "a.fighters.json", fighters_json(profile_json("boss", runemarks=["hero"]), monster_json()))
    groups = {"dagger": ["boss"], "shield": ["worm"]}
    value = band_json({"profile": "boss"}, {"profile": "worm", "role": "own"}, groups=groups)
    read = band_from_json({**value, "from": ["a.fighters.json"]}, folder=tmp_path)
    assert read.groups is not None
    assert [read.groups.group_of(id) for id in ("boss", "worm", "other")] == ["dagger", "shield", None]
    (tmp_path / "elsewhere").mkdir()
    save_band(read, tmp_path / "elsewhere" / "y.band.json")
    assert load_band(tmp_path / "elsewhere" / "y.band.json") == read


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"faction": "The Ditch"}, r"faction: expected lower-case words .* such as 'the-ditch', got 'The Ditch'"),
        ({"runemarks": ["fly", "fly"]}, r"runemarks: the runemark 'fly' is given twice"),
        ({"runemarks": ["Fly"]}, r"runemarks\[0\]: expected lower-case words"),
        ({"weapons": [{**JAWS[0], "range": [2, 2]}]}, r"weapons\[0\].range: expected the least before the most"),
        ({"weapons": [{**JAWS[0], "reach": 1}]}, r"weapons\[0\]: unknown field 'reach'; known here: runemark, range"),
        ({"figure": "spaceman"}, r"figure: no figure 'spaceman'; there are: axeman"),
        ({"base": {}}, r"base: expected one of round"),
        ({"wounds": 0}, r"wounds: "),
        ({"damage_table": [{"start": 5}, {"start": 5}]}, r"damage_table\[1\].start: expected more than .* before, 5"),
        ({"damage_table": [{"start": 10}]}, r"damage_table\[0\].start: the fighter is taken down at 10"),
        ({"damage_table": [{"start": 1, "weapons": [{}, {}]}]}, r"damage_table\[0\].weapons: expected an entry for"),
    ],
)
def test_what_no_profile_can_be_is_refused_with_its_place(changed: dict[str, Any], says: str) -> None:
    with pytest.raises(FileError, match=rf"^x.json: fighters\[0\]\.{says}"):
        fighters_from_json(fighters_json(profile_json(**changed)), "x.json")


def test_ids_are_given_once() -> None:
    with pytest.raises(FileError, match=r"fighters\[1\].id: the id 'a' is already used"):
        fighters_from_json(fighters_json(profile_json("a"), profile_json("a")))
    twice = band_json({"profile": profile_json(), "id": "a"}, {"profile": profile_json(), "id": "a"})
    with pytest.raises(FileError, match=r"fighters\[1\].id: the id 'a' is already used"):
        band_from_json(twice, folder=".")
    with pytest.raises(FileError, match=r"groups.hammer\[0\]: no fighter 'b' in the warband; there are: digger"):
        band_from_json(band_json({"profile": profile_json()}, groups={"hammer": ["b"]}), folder=".")


def test_numbered_ids_keep_clear_of_given_ones() -> None:
    value = band_json({"profile": profile_json()}, {"profile": profile_json()}, {"profile": profile_json()})
    value["fighters"][2]["id"] = "digger-2"
    assert [one.id for one in band_from_json(value, folder=".").fighters] == ["digger", "digger-3", "digger-2"]


WHOLE = band_json(
    {"profile": profile_json("boss", runemarks=["hero"], base={"round": 32}), "id": "b"},
    {"profile": monster_json(), "role": "monster"},
    groups={"dagger": ["b"], "shield": [], "hammer": ["worm"]},
)


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(steps_into(WHOLE)), new=json_values)
def test_warband_with_anything_anywhere_is_read_or_refused(path: tuple[Any, ...], new: object) -> None:
    try:
        band_from_json(with_value(WHOLE, path, new if not isinstance(new, float) else repr(new)), folder=".")
    except FileError as error:
        assert str(error).startswith("warband: ")


def test_a_name_means_a_file_from_here_or_one_that_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ships = shipped_file("low-tide.band.json")
    assert named_file("low-tide") == named_file("low-tide.band.json") == ships
    assert named_file("drowned-forest").name == "drowned-forest.fighters.json"
    write(tmp_path / "low-tide.band.json", band_json())
    assert named_file("low-tide") == ships
    assert named_file("low-tide.band.json") == Path("low-tide.band.json")
    for nothing in ("nowhere", "x" * 400, "folder/low-tide", ""):
        assert named_file(nothing) == Path(nothing)
