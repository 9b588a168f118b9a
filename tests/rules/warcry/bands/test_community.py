"""The shared JSON of others: read without loss, base sizes found, and what is missing."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.test_fuzz import json_values
from warcry3d.errors import FileError, UnknownNameError
from warcry3d.rules.warcry.bands.base_sizes import load_bases, with_bases
from warcry3d.rules.warcry.bands.community import community_json, load_community, profiles_from_community
from warcry3d.rules.warcry.bands.files import load_fighters, save_fighters
from warcry3d.rules.warcry.bands.profile import Profile, Weapon
from warcry3d.table.bases import base_of_mm, base_of_text
from warcry3d.table.models import BaseShape

SPADE = {
    "attacks": 3,
    "dmg_crit": 4,
    "dmg_hit": 1,
    "max_range": 1,
    "min_range": 0,
    "runemark": "club",
    "strength": 3,
}


def entry(id: str = "a1", **changed: Any) -> dict[str, Any]:
    """Return a fighter as shared files have it; made up."""
    usual = {
        "_id": id,
        "grand_alliance": "earth",
        "movement": 4,
        "name": "Digger with Spade",
        "points": 65,
        "runemarks": ["hero", "monster"],
        "subfaction": "",
        "toughness": 3,
        "warband": "The Ditch: Diggers",
        "weapons": [SPADE],
        "wounds": 10,
    }
    return {**usual, **changed}


def read(*entries: dict[str, Any]) -> tuple[Profile, ...]:
    return profiles_from_community(list(entries), "shared.json")


def text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def test_fighter_is_read_in_our_words() -> None:
    (one,) = read(entry(subfaction="Old Tam's Crew"))
    assert (one.id, one.name, one.faction, one.alliance) == ("a1", "Digger with Spade", "the-ditch-diggers", "earth")
    assert (one.company, one.runemarks) == ("old-tams-crew", ("hero", "gargantuan"))
    assert (one.move, one.toughness, one.wounds, one.points) == (4, 3, 10, 65)
    assert one.weapons == (Weapon("club", 0, 1, 3, 3, 1, 4),)
    assert (one.base, one.figure, one.damage_table) == (None, None, ())


def test_what_has_no_place_of_its_own_is_kept_beside_and_written_back(tmp_path: Path) -> None:
    odd = entry(
        "b2",
        warband="earth",
        runemarks=["Icon Bearer", "fly", "fly"],
        abilities=[{"_id": "9"}],
        note=None,
        weapons=[{**SPADE, "finish": "rust"}, {**SPADE, "runemark": "Long Hook"}],
        base_size_x="28.50",
        base_size_y="28.50",
    )
    profiles = read(entry(), odd)
    assert profiles[0].extra == {"warband": "The Ditch: Diggers"}
    assert profiles[1].runemarks == ("icon-bearer", "fly")
    assert profiles[1].weapons[0].extra == {"finish": "rust"}
    assert set(profiles[1].extra) == {"runemarks", "abilities", "note", "base_size_x", "base_size_y"}
    assert text(community_json(profiles, bases=True)) == text([entry(), odd])
    save_fighters(profiles, tmp_path / "ours.fighters.json")
    again = load_fighters(tmp_path / "ours.fighters.json")
    assert again == profiles
    assert text(community_json(again, bases=True)) == text([entry(), odd])


def test_what_was_changed_since_is_written_as_it_is_now() -> None:
    from dataclasses import replace

    (one,) = read(entry(runemarks=["Icon Bearer"], weapons=[{**SPADE, "runemark": "Long Hook", "finish": "rust"}]))
    changed = replace(one, faction="bog", weapons=(replace(one.weapons[0], runemark="axe"),), runemarks=("fly",))
    (written,) = community_json([changed])
    assert (written["warband"], written["runemarks"]) == ("bog", ["fly"])
    assert (written["weapons"][0]["runemark"], written["weapons"][0]["finish"]) == ("axe", "rust")


words = st.text(st.sampled_from("aB é'-:,9"), min_size=1, max_size=12).filter(lambda word: any(map(str.isalnum, word)))
numbers = st.integers(0, 60)
weapons = st.fixed_dictionaries(
    dict.fromkeys(("attacks", "dmg_crit", "dmg_hit", "min_range", "strength"), numbers)
    | {"max_range": st.integers(61, 90), "runemark": words},
    optional={"odd": json_values, "extra": json_values},
)
entries = st.fixed_dictionaries(
    dict.fromkeys(("grand_alliance", "name", "subfaction", "warband"), words)
    | dict.fromkeys(("movement", "toughness", "points"), numbers)
    | {"_id": st.just("x"), "wounds": st.integers(1, 60)}
    | {"runemarks": st.lists(words, max_size=4), "weapons": st.lists(weapons, max_size=2)},
    optional={"abilities": json_values, "extra": json_values, "base": json_values, "figure": json_values},
)


@given(entries)
def test_nothing_of_any_fighter_is_lost(one: dict[str, Any]) -> None:
    try:
        profiles = read(one)
    except FileError as error:  # numbers that JSON does not know, and words without a letter
        assert "finite" in str(error) or "expected words" in str(error)
        return
    assert text(community_json(profiles)) == text([one])


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({"a": 1}, r"shared.json: expected a list of fighters"),
        ([entry(), entry()], r"shared.json: \[1\]._id: the id 'a1' is already used by \[0\]"),
        ([entry(movement="4")], r"\[0\].movement: expected a whole number"),
        ([{"_id": "a"}], r"\[0\]: the field 'name' is missing"),
        ([7], r"\[0\]: expected an object"),
        ([entry(warband="!?")], r"\[0\].warband: expected words, got '!\?'"),
        (
            [entry(weapons=[{**SPADE, "min_range": 1}])],
            r"\[0\].weapons\[0\].max_range: expected more than min_range, 1",
        ),
        ([entry(base_size_x="32")], r"\[0\]: the field 'base_size_y' is missing"),
        ([entry(base_size_x="32", base_size_y="huge")], r"base_size_y: expected a size in millimetres, got 'huge'"),
    ],
)
def test_what_is_no_fighter_is_refused_with_its_place(entries: Any, says: str) -> None:
    with pytest.raises(FileError, match=says):
        profiles_from_community(entries, "shared.json")


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_sizes_come_by_id_by_name_or_from_a_person(tmp_path: Path) -> None:
    people = read(entry("a"), entry("b", name="Cook"), entry("c", name="Carter"), entry("d", name="Rook"), entry("e"))
    by_id = [{"_id": "a", "base_size_x": "35", "base_size_y": "60"}, {"_id": "z", "name": "unsized"}]
    lists = {
        "EARTH": [
            {"name": "Heading"},
            {"name": "cook ", "base_size_x": "25", "base_size_y": "25"},
            {"name": "Rook", "base_size_x": "25", "base_size_y": "25"},
            {"name": "Rook", "base_size_x": "32", "base_size_y": "32"},
        ],
        "SKY": [{"name": "Carter", "base_size_x": "80", "base_size_y": "80"}],
    }
    given = {"Carter": "60x35", "e": 28.5}
    sized = people
    for number, value in enumerate((by_id, lists, given)):
        sized = with_bases(sized, load_bases(write(tmp_path / f"{number}.json", value)))
    a, b, c, d, e = (profile.base for profile in sized)
    assert (a, b, c) == (base_of_mm(60, 35), base_of_mm(25, 25), base_of_mm(60, 35))
    assert d is None, "two sizes for one name tell none"
    assert e == base_of_mm(28.5, 28.5)
    assert a is not None and (a.shape, a.length > a.width) == (BaseShape.OVAL, True)
    assert text(community_json(sized)) == text(community_json(people))


def test_sizes_of_shared_files_do_not_replace_what_is_known_and_those_of_a_person_do(tmp_path: Path) -> None:
    sized = read(entry(base_size_x="32", base_size_y="32"))
    shared = write(tmp_path / "s.json", [{"_id": "a1", "base_size_x": "50", "base_size_y": "50"}])
    assert with_bases(sized, load_bases(shared)) == sized
    (changed,) = with_bases(sized, load_bases(write(tmp_path / "g.json", {"Digger with Spade": [50, 50]})))
    assert changed.base == base_of_text("50mm")
    assert community_json([changed], bases=True)[0]["base_size_x"] == "50"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"Digger": "large"}, r"Digger: expected a size in millimetres such as 32 or 60x35, got 'large'"),
        ({"Digger": 0}, r"Digger: expected"),
        ({"Digger": [1, 2, 3]}, r"Digger: expected"),
        ([{"_id": "a", "base_size_x": "0", "base_size_y": "5"}], r"\[0\].base_size_x: expected a size"),
        ("x", r"expected an object"),
    ],
)
def test_sizes_that_are_none_are_refused(value: object, says: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=says):
        load_bases(write(tmp_path / "s.json", value))


def test_a_size_for_nobody_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="no fighter is called 'Diger': a base size is given for it"):
        with_bases(read(entry()), load_bases(write(tmp_path / "s.json", {"Diger": 32})))


@pytest.mark.parametrize("text", ["", "x", "32x", "-5", "1e3", "0", "999", "32x0", "3 2"])
def test_texts_that_are_no_size(text: str) -> None:
    assert base_of_text(text) is None


@pytest.fixture
def shared() -> Path:
    """Return the folder of data made by others, named by ``WARCRY3D_WARCRY_DATA``; skip where there is none."""
    folder = Path(os.environ.get("WARCRY3D_WARCRY_DATA", ""))
    if not os.environ.get("WARCRY3D_WARCRY_DATA") or not folder.is_dir():
        pytest.skip("WARCRY3D_WARCRY_DATA names no folder with fighters.json")
    return folder


@pytest.mark.parametrize("name", ["fighters.json", "fighters_with_bases.json"])
def test_every_shared_fighter_comes_back_as_it_was(name: str, shared: Path, tmp_path: Path) -> None:
    original = json.loads((shared / name).read_text(encoding="utf-8"))
    profiles = load_community(shared / name)
    assert len(profiles) == len(original) > 1000
    save_fighters(profiles, tmp_path / "all.fighters.json")
    again = load_fighters(tmp_path / "all.fighters.json")
    assert again == profiles
    assert text(community_json(again, bases="bases" in name)) == text(original)
    factions = {entry["warband"]: profile.faction for entry, profile in zip(original, profiles, strict=True)}
    assert len(set(factions.values())) == len(factions), "no two factions became one"


def test_shared_sizes_fit_nearly_all_shared_fighters(shared: Path) -> None:
    profiles = load_community(shared / "fighters.json")
    assert all(profile.base is None for profile in profiles)
    sized = with_bases(profiles, load_bases(shared / "fighters_with_bases.json"))
    assert sum(profile.base is None for profile in sized) == 85
    sized = with_bases(sized, load_bases(shared / "base_sizes.json"))
    assert sum(profile.base is None for profile in sized) < 10
