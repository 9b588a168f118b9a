"""Creatures and warbands from files, and into files."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dndminiatures.creatures.folk import band_json, creature, creature_json, creatures_json
from tests.soak import examples
from tests.table.test_fuzz import json_values, steps_into, with_value
from warcry3d.errors import FileError
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.creatures.files import (
    creature_band_from_json,
    creatures_from_json,
    is_creature_band,
    load_cards,
    load_creature_band,
    load_creatures,
    named_creature_file,
    save_creature_band,
    save_creatures,
    shipped_creature_file,
)
from warcry3d.table.format import schema

POWER = {"id": "bolt", "name": "Bolt", "level": 1, "uses": 2, "damage": {"amount": 5, "kind": "magic"}}
FULL = creature_json(
    "sage",
    factions=["LG", "CG"],
    melee="+8/+3 (10 magic + 5 fire)",
    ranged="+4 (5)",
    rating=3,
    types=["Humanoid", "Human"],
    size="small",
    commander={"bonuses": [{"score": "attack", "amount": 1, "when": ["melee"]}], "types": ["Human"]},
    traits={"immune": ["morale"], "resistances": [{"amount": 5}], "conceal": 11, "critical": 19, "reach": 2},
    powers=[POWER, {"id": "mend", "name": "Mend", "range": "touch", "target": "friend", "heal": 10}],
    on_hit=[{"id": "stun", "name": "Stun", "dc": 13, "uses": 1, "lasting": {"conditions": ["stunned"]}}],
    figure="shaman",
    set="Tests",
    number=7,
    rarity="rare",
    notes=["It sings."],
)
HALL = {"id": "hall", "name": "Hall", "kind": "feature", "rows": ["#.#", "...", "#.#"]}


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_card_is_read_as_it_is_written() -> None:
    """rule: DDM-CARD-1, DDM-CARD-12, DDM-CARD-14, DDM-CARD-16."""
    (sage,) = creatures_from_json(creatures_json(FULL))
    assert (sage.name, sage.rating, sage.factions, sage.cost) == ("Sage", 3, ("LG", "CG"), 10)
    assert (sage.level, sage.speed, sage.ac, sage.hp, sage.types) == (3, 6, 16, 20, ("Humanoid", "Human"))
    assert [(one.bonus, one.damage.amount, one.damage.bonus_kind) for one in sage.melee] == [
        (8, 10, "fire"),
        (3, 10, "fire"),
    ]
    assert [one.bonus for one in sage.ranged] == [4]
    assert (sage.traits.conceal, sage.traits.critical, sage.powers[1].heal, sage.on_hit[0].dc) == (11, 19, 10, 13)
    assert (sage.set, sage.number, sage.rarity, sage.notes) == ("Tests", 7, "rare", ("It sings.",))


def test_commander_is_who_has_a_rating() -> None:
    """rule: DDM-CARD-2."""
    assert creature(rating=1).is_commander
    assert not creature().is_commander
    with pytest.raises(FileError, match=r"creatures\[0\]\.commander: only a creature with a commander rating has"):
        creature(commander={"rallied_act": True})


@pytest.mark.parametrize("factions", [["LG"], ["LG", "CE"], ["CE", "LE", "CG", "LG"]])
def test_one_to_four_faction_symbols_are_read(factions: list[str]) -> None:
    """rule: DDM-CARD-3."""
    assert creature(factions=factions).factions == tuple(factions)


@pytest.mark.parametrize(
    ("factions", "words"),
    [
        (["LE", "CE"], {"Evil"}),
        (["LG"], {"Lawful", "Good"}),
        (["CG", "CE"], {"Chaotic"}),
        (["LG", "CG", "LE", "CE"], set()),
    ],
)
def test_alignments_count_as_types(factions: list[str], words: set[str]) -> None:
    """rule: DDM-CARD-3, DDM-CARD-12. A creature is good if all of its symbols are."""
    one = creature(factions=factions, types=["Human"])
    assert {word for word in ("Good", "Evil", "Lawful", "Chaotic") if one.is_of((word,))} == words
    assert one.is_of(()) and one.is_of(("Undead", "Human")) and not one.is_of(("Undead",))


def test_creature_without_a_ranged_value_cannot_shoot_but_each_has_a_melee_attack() -> None:
    """rule: DDM-CARD-11."""
    assert creature().ranged == ()
    bare = creature_json()
    del bare["melee"]
    with pytest.raises(FileError, match=r"creatures\[0\]: the field 'melee' is missing"):
        creatures_from_json(creatures_json(bare))


@pytest.mark.parametrize(("word", "cells"), [("tiny", 1), ("small", 1), (None, 1), ("large", 2), ("huge", 3)])
def test_size_is_medium_where_none_is_printed(word: str | None, cells: int) -> None:
    """rule: DDM-CARD-13."""
    one = creature() if word is None else creature(size=word)
    assert one.size is Size(word or "medium")
    assert one.size.cells == cells


@pytest.mark.parametrize(("uses", "found"), [({"uses": 2}, 2), ({}, None)])
def test_power_without_boxes_has_no_limit(uses: dict[str, int], found: int | None) -> None:
    """rule: DDM-CARD-15."""
    one = creature(powers=[{**{key: POWER[key] for key in ("id", "name", "damage")}, **uses}])
    assert one.powers[0].uses == found


def test_creatures_saved_are_read_the_same(tmp_path: Path) -> None:
    read = creatures_from_json(creatures_json(FULL, creature_json()))
    save_creatures(read, tmp_path / "a.creatures.json")
    assert load_creatures(tmp_path / "a.creatures.json") == read
    written = json.loads((tmp_path / "a.creatures.json").read_text(encoding="utf-8"))
    assert written["creatures"][0]["melee"] == "+8/+3 (10 magic + 5 fire)"
    assert written["creatures"][1] == creature_json()


def test_a_link_stays_one_when_the_file_behind_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    link = tmp_path / "a.creatures.json"
    link.symlink_to(tmp_path / "shared" / "a.creatures.json")
    save_creatures([creature()], link)
    assert link.is_symlink() and load_creatures(tmp_path / "shared" / "a.creatures.json") == (creature(),)


def test_creatures_come_from_files_by_id_or_by_a_name_that_is_theirs_alone(tmp_path: Path) -> None:
    write(tmp_path / "a.creatures.json", creatures_json(creature_json("a", name="Digger"), creature_json("b")))
    write(tmp_path / "b.creatures.json", creatures_json(*(creature_json(id, name="Cook") for id in ("c", "d"))))
    sources = {"from": ["a.creatures.json", "b.creatures.json"]}
    members = [{"creature": "Digger"}, {"creature": "b"}, {"creature": "b", "name": "Ben"}, {"creature": "b"}]
    band = load_creature_band(write(tmp_path / "x.band.json", band_json(*members, **sources)))
    assert [(one.id, one.name, one.creature.id) for one in band.creatures] == [
        ("a", "Digger", "a"),
        ("b", "B", "b"),
        ("b-2", "Ben", "b"),
        ("b-3", "B 2", "b"),
    ]
    says = {"Cook": "several are called 'Cook'; give the id: c, d", "z": "nothing is called 'z' in the files under"}
    for name, said in says.items():
        with pytest.raises(FileError, match=rf"creatures\[1\]\.creature: {said}"):
            creature_band_from_json(band_json({"creature": "a"}, {"creature": name}, **sources), folder=tmp_path)
    for wrong in ("nowhere.json", "x" * 400, "a\0b", "."):
        with pytest.raises(FileError, match=r"from\[0\]: there is no file"):
            creature_band_from_json(band_json(**{"from": [wrong]}), folder=tmp_path)


def test_warband_saved_is_read_the_same_wherever_it_lies(tmp_path: Path) -> None:
    """rule: DDM-BAND-7. All that an opponent is shown when set-up begins is in one file."""
    band = creature_band_from_json(
        band_json({"creature": FULL}, {"creature": FULL}, tiles=["Broken Tower", HALL]), folder="."
    )
    save_creature_band(band, tmp_path / "a.band.json")
    assert load_creature_band(tmp_path / "a.band.json") == band
    assert [tile.id for tile in band.tiles] == ["broken-tower", "hall"]
    assert [one.id for one in band.creatures] == ["sage", "sage-2"]
    assert load_cards(tmp_path / "a.band.json") == (band.creatures[0].creature,)


def test_a_name_means_a_file_here_first_then_one_that_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert named_creature_file("thornway") == shipped_creature_file("thornway.band.json")
    assert named_creature_file("lantern-road") == shipped_creature_file("lantern-road.creatures.json")
    assert is_creature_band(named_creature_file("thornway")) and not is_creature_band(
        named_creature_file("lantern-road")
    )
    write(tmp_path / "thornway", band_json())
    assert named_creature_file("thornway") == Path("thornway")
    assert named_creature_file("nowhere") == Path("nowhere")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"factions": []}, "factions: expected a list of length >= 1"),
    ({"factions": ["LG", "XX"]}, "factions[1]: expected one of CE, CG, LE, LG, got XX"),
    ({"factions": ["LG", "LG"]}, "factions: a faction symbol is given twice"),
    ({"hp": 0}, "hp: expected a whole number >= 1, got 0"),
    ({"speed": 101}, "speed: expected a whole number <= 100, got 101"),
    ({"melee": "10"}, "melee: expected attack values and the damage of a hit in brackets"),
    ({"ranged": "+3"}, "ranged: expected attack values and the damage of a hit in brackets"),
    ({"figure": "dragon"}, "figure: no figure 'dragon'; there are: axeman"),
    ({"size": "vast"}, "size: expected one of tiny, small, medium, large, huge, got vast"),
    ({"colour": "red"}, ": unknown field 'colour'; known here: id, name, factions"),
    ({"rating": 1, "commander": {"on_enemies": True}}, "commander: it has no effect: give it a bonus"),
    ({"traits": {"critical": 1}}, "traits.critical: expected a whole number >= 2, got 1"),
    ({"traits": {"immune": ["rain"]}}, "traits.immune[0]: unknown word 'rain'; known here: critical, morale, stunned"),
    ({"traits": {"resistances": [{"kind": "Fire!"}]}}, "traits.resistances: expected a kind of damage in lower-case"),
    ({"powers": [POWER, POWER]}, "powers[1].id: the id 'bolt' is already used by creatures[0].powers[0]"),
    ({"powers": [{"id": "a", "name": "A"}]}, "powers[0]: it has no effect: give it damage, healing"),
    ({"powers": [{**POWER, "uses": 0}]}, "powers[0].uses: expected a whole number >= 1, got 0"),
    ({"powers": [{**POWER, "range": "far"}]}, "powers[0].range: expected a whole number or one of"),
    ({"powers": [{**POWER, "save": "half"}]}, "powers[0].dc: the field 'dc' is missing"),
    ({"powers": [{**POWER, "lasting": {"until": "save"}}]}, "powers[0].lasting: it has no effect"),
    (
        {"powers": [{"id": "a", "name": "A", "heal": 5, "save": "half", "dc": 3}]},
        "powers[0].save: a save can halve only damage, and this power deals none",
    ),
    ({"on_hit": [{"id": "a", "name": "A", "dc": 12}]}, "on_hit[0]: it has no effect"),
    ({"on_hit": [{"id": "a", "name": "A", "damage": {"amount": 5, "kind": "1"}}]}, "on_hit[0].damage: expected a kind"),
]


@pytest.mark.parametrize(("changed", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_no_card_can_say_is_refused_with_file_and_place(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError) as refused:
        creatures_from_json(creatures_json(creature_json(**changed)), "my.creatures.json")
    assert str(refused.value).startswith(f"my.creatures.json: creatures[0]{'' if said[0] == ':' else '.'}{said}")


def test_what_is_no_file_of_creatures_is_refused(tmp_path: Path) -> None:
    cases = [
        ([], "expected an object, got a list; lists that others share are read by 'band import'"),
        (
            {"format": "warcry3d.fighters/1"},
            "format: expected one of warcry3d.creatures/1, warcry3d.creature-warband/1",
        ),
        (3, "format: expected one of warcry3d.creatures/1, warcry3d.creature-warband/1"),
    ]
    for value, said in cases:
        with pytest.raises(FileError) as refused:
            is_creature_band(write(tmp_path / "x.json", value))
        assert said in str(refused.value)
    with pytest.raises(FileError, match=r"creatures\[1\]\.id: the id 'a' is already used by creatures\[0\]"):
        creatures_from_json(creatures_json(creature_json("a"), creature_json("a")))
    with pytest.raises(FileError, match=r"creatures\[1\]\.id: the id 'a' is already used"):
        creature_band_from_json(band_json(*[{"creature": FULL, "id": "a"}] * 2), folder=".")
    with pytest.raises(FileError, match="expected a list of length <= 50"):
        creatures_from_json(creatures_json(creature_json(notes=["x"] * 51)))
    with pytest.raises(FileError, match="expected a list of length <= 200"):
        creature_band_from_json(band_json(*[{"creature": "a"}] * 201), folder=".")


WHOLE = creatures_json(FULL, creature_json())


@examples(150)
@given(path=st.sampled_from(steps_into(WHOLE)), new=json_values)
def test_creatures_with_anything_anywhere_are_read_or_refused(path: tuple[Any, ...], new: object) -> None:
    try:
        read = creatures_from_json(with_value(WHOLE, path, new if not isinstance(new, float) else repr(new)))
    except FileError as error:
        assert str(error).startswith("creatures: ")
        return
    assert len({one.id for one in read}) == len(read)


@pytest.mark.parametrize(("name", "key"), [("creatures", "creatures"), ("creature-warband", "from")])
def test_formats_have_schemas(name: str, key: str) -> None:
    assert key in json.dumps(schema(name))
