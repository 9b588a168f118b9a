"""Creatures from tables that other people share."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dndminiatures.creatures.folk import creature
from tests.soak import examples
from warcry3d.errors import FileError
from warcry3d.messages import Words
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.dndminiatures.creatures.card import Creature, Size
from warcry3d.rules.dndminiatures.creatures.card_import import CardImport, imported_cards
from warcry3d.rules.dndminiatures.creatures.composition import composed_band, suggested_band
from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults
from warcry3d.rules.dndminiatures.creatures.files import load_creatures, save_creatures
from warcry3d.rules.dndminiatures.creatures.import_lines import import_lines
from warcry3d.rules.dndminiatures.creatures.shared_tables import load_shared_creatures
from warcry3d.rules.dndminiatures.creatures.traits import CommanderEffect, HitDamage, Resistance, ScoreBonus, Traits

STATS = {"Lvl": "4", "Spd": "6", "AC": "16", "HP": "25", "Melee": "+4 (5)", "Type": "Humanoid (Human)"}


def entry(name: str = "Reeve", **stats: Any) -> dict[str, Any]:
    """Return a creature as shared JSON has it."""
    top = {key: stats.pop(key) for key in ("faction", "cost", "commander", "unique") if key in stats}
    whole = {key: value for key, value in {**STATS, **stats}.items() if value is not None}
    return {"name": name, "faction": ["LG"], "cost": 12, "commander": 0, "unique": False, **top, "stats": whole}


def of_json(path: Path, *entries: dict[str, Any]) -> tuple[CardImport, ...]:
    path.write_text(json.dumps(entries), encoding="utf-8")
    return imported_cards(load_shared_creatures(path))


def of_csv(path: Path, *entries: dict[str, Any]) -> tuple[CardImport, ...]:
    """Return what is read of the same creatures from a table: objects in its cells are JSON."""
    rows = [{**{k: v for k, v in one.items() if k != "stats"}, **one["stats"]} for one in entries]
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [[_cell(row.get(name, "")) for name in names] for row in rows]
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([names, *cells])
    return imported_cards(load_shared_creatures(path))


def _cell(value: object) -> str:
    return "/".join(value) if isinstance(value, list) else json.dumps(value) if isinstance(value, dict) else str(value)


def card(tmp_path: Path, **stats: Any) -> Creature:
    (read,) = of_json(tmp_path / "a.json", entry(**stats))
    assert read.creature is not None, read
    return read.creature


@pytest.fixture
def sheriff() -> dict[str, Any]:
    return entry(
        "Sheriff of Elm",
        faction=["LG", "CG"],
        cost=31,
        commander=4,
        unique=True,
        Ranged=" +5/+2 (5)",
        Type="Small Humanoid (Halfling)",
        Difficult="7",
        Spells="1st—magic missile ❑❑ (sight; 5 damage), bless ❑ (your warband; attack +1).",
        **{"Special Abilities": {"DR": "5", "Save": "+4"}, "Commander Effect": "Attack +2 against larger creatures."},
    )


@pytest.mark.parametrize("read", [of_json, of_csv])
def test_creature_of_a_table_becomes_a_card(read: Any, sheriff: dict[str, Any], tmp_path: Path) -> None:
    """rule: DDM-CARD-1, DDM-CARD-2, DDM-CARD-3, DDM-CARD-12, DDM-CARD-13, DDM-CARD-15."""
    (found,) = read(tmp_path / "table", sheriff)
    one = found.creature
    assert (one.id, one.name, one.factions, one.cost, one.rating) == (
        "sheriff-of-elm",
        "Sheriff of Elm",
        ("LG", "CG"),
        31,
        4,
    )
    assert (one.level, one.speed, one.ac, one.hp, one.types, one.size) == (
        *(4, 6, 16, 25),
        ("Humanoid", "Halfling"),
        Size.SMALL,
    )
    assert [value.bonus for value in (*one.melee, *one.ranged)] == [4, 5, 2]
    assert one.commander == CommanderEffect(bonuses=(ScoreBonus(score="attack", amount=2, when=("larger",)),))
    assert (one.traits.is_unique, one.traits.difficult, one.traits.resistances) == (True, True, (Resistance(amount=5),))
    assert [(p.id, p.level, p.uses, p.range, p.target, p.picks) for p in one.powers] == [
        ("magic-missile", 1, 2, "sight", "enemy", "nearest"),
        ("bless", 1, 1, "warband", "friend", "all"),
    ]
    assert one.powers[0].damage == HitDamage(amount=5, kind="magic")
    assert (found.unknown, found.partly, one.notes) == ((), ("Difficult 7",), ("Difficult 7",))


def test_both_kinds_of_tables_say_the_same(sheriff: dict[str, Any], tmp_path: Path) -> None:
    entries = (sheriff, entry(), entry(Melee=None))
    one, other = of_json(tmp_path / "a.json", *entries), of_csv(tmp_path / "a.csv", *entries)
    assert [found.creature for found in one] == [found.creature for found in other]
    assert [found.place for found in one] == ["[0]", "[1]", "[2]"]
    assert [found.place for found in other] == ["line 2", "line 3", "line 4"]


@pytest.mark.parametrize(
    ("lacks", "missing"),
    [({"Melee": None}, ("melee",)), ({"Lvl": None, "HP": ""}, ("level", "hp")), ({"faction": []}, ("faction",))],
)
def test_what_the_table_lacks_is_named(lacks: dict[str, Any], missing: tuple[str, ...], tmp_path: Path) -> None:
    (found,) = of_json(tmp_path / "a.json", entry(**lacks))
    assert (found.name, found.creature, found.missing) == ("Reeve", None, missing)


def test_places_in_a_table_are_said_in_the_language_of_whoever_reads(tmp_path: Path) -> None:
    found = of_csv(tmp_path / "a.csv", entry(Melee=None))
    said = [Words("zh_CN").say(line.template, **line.values) for line in import_lines(tmp_path / "out.json", found)]
    assert "  Reeve（第 2 行）：缺少：贴身攻击" in said
    assert "  Reeve (line 2): missing: melee attack" in map(str, import_lines(tmp_path / "out.json", found))


@pytest.mark.parametrize(
    ("stats", "said"),
    [
        ({"HP": "many"}, "hp: expected a whole number, got 'many'"),
        ({"HP": "0"}, "hp: expected a whole number >= 1, got 0"),
        ({"AC": -2}, "ac: expected a whole number, got '-2'"),
        ({"Melee": "+4"}, "melee: expected attack values and the damage of a hit in brackets"),
        ({"Ranged": "3 (5)"}, "ranged: expected an attack value with its sign"),
        ({"faction": ["LG", "NN"]}, "factions: expected faction symbols such as LG/CG/LE/CE, got 'LG, NN'"),
        ({"commander": True}, "commander: expected a whole number, got 'True'"),
    ],
)
def test_what_is_wrong_on_one_card_is_said_and_the_others_are_read(
    stats: dict[str, Any], said: str, tmp_path: Path
) -> None:
    bad, good = of_json(tmp_path / "a.json", entry("Bad", **stats), entry("Good"))
    assert bad.creature is None and str(bad.wrong[0]).startswith(said)
    assert good.creature is not None and good.creature.name == "Good"


ABILITIES: list[tuple[Any, dict[str, Any]]] = [
    ({"Cleave": ""}, {"cleave": True}),
    ({"Save": "+4"}, {"bonuses": [{"score": "save", "amount": 4}]}),
    ({"Save +4": ""}, {"bonuses": [{"score": "save", "amount": 4}]}),
    (
        {"Deflect Arrows": "+4 AC against ranged attacks"},
        {"bonuses": [{"score": "ac", "amount": 4, "when": ["ranged"]}]},
    ),
    (
        {"Mobility": "+4 AC against attacks of opportunity"},
        {"bonuses": [{"score": "ac", "amount": 4, "when": ["opportunity"]}]},
    ),
    ({"DR": "5"}, {"resistances": [{"amount": 5}]}),
    ("Resist Fire 10; Immune Cold", {"resistances": [{"kind": "fire", "amount": 10}, {"kind": "cold"}]}),
    (
        {"Smite Evil": "+5"},
        {"bonuses": [{"score": "damage", "amount": 5, "when": ["melee"], "against": ["Evil"]}]},
    ),
    ({"Precise Shot": ""}, {"ignores_melee": True}),
    ({"Selective Shot": ""}, {"picks_target": True}),
    ({"Fearless": ""}, {"immune": ["morale"]}),
    ({"Melee Reach": "2"}, {"reach": 2}),
    ({"Spell Resistance": "11"}, {"spell_resistance": 11}),
    ("Conceal 11; Regeneration 5", {"conceal": 11, "regenerates": 5}),
]


@pytest.mark.parametrize(("abilities", "traits"), ABILITIES, ids=[str(given) for given, _ in ABILITIES])
def test_known_ability_is_read_as_data(abilities: Any, traits: dict[str, Any], tmp_path: Path) -> None:
    """rule: DDM-CARD-14."""
    (found,) = of_json(tmp_path / "a.json", entry(**{"Special Abilities": abilities}))
    assert found.creature is not None and (found.unknown, found.partly) == ((), ())
    assert found.creature.traits == creature(traits=traits).traits


@pytest.mark.parametrize("given", [{"Charges": "2", "DC": "15"}, "Charges: 2, DC: 15"])
def test_stunning_attack_is_a_hit_with_boxes_and_a_save(given: Any, tmp_path: Path) -> None:
    """rule: DDM-CARD-15."""
    (hit,) = card(tmp_path, **{"Special Abilities": {"Stunning Attack": given}}).on_hit
    assert (hit.uses, hit.dc, [one.value for one in hit.lasting.conditions]) == (2, 15, ["stunned"])


PARTLY = ["Turn Undead 4", "Sneak Attack +5"]
UNKNOWN = [
    "Burrow 4",
    "Requires Commander Ally",
    "Selective Shot 2",
    "Whirlwind Attack on its turn, if this creature moves no more than 1 square, it attacks all",
    "Smite Evil ❑ +5",
    "Cleave 3",
    "DR 0",
    "Stunning Attack",
]


@pytest.mark.parametrize("text", [*PARTLY, *UNKNOWN])
def test_what_is_not_known_is_kept_as_text_and_reported(text: str, tmp_path: Path) -> None:
    """rule: DDM-CARD-14."""
    (found,) = of_json(tmp_path / "a.json", entry(**{"Special Abilities": text}))
    assert found.creature is not None and found.creature.notes == (text,)
    assert (found.partly, found.unknown) == (((text,), ()) if text in PARTLY else ((), (text,)))
    plain = (found.creature.traits, found.creature.powers, found.creature.on_hit) == (Traits(), (), ())
    assert plain == (text in UNKNOWN)


def test_turning_makes_undead_save_or_rout(tmp_path: Path) -> None:
    (power,) = card(tmp_path, **{"Special Abilities": {"Turn Undead": "4"}}).powers
    assert (power.routs, power.types, power.is_spell, power.uses) == (True, ("Undead",), False, None)


SPELLS: list[tuple[str, dict[str, Any]]] = [
    ("1st—magic missile ❑ (sight; 5 damage)", {"uses": 1, "damage": {"amount": 5, "kind": "magic"}}),
    ("3rd—scorch □□ (range 6; 15 fire damage)", {"uses": 2, "range": 6, "damage": {"amount": 15, "kind": "fire"}}),
    ("1st—cure light wounds ❑❑ (touch; heal 5 hp)", {"uses": 2, "range": "touch", "heal": 5}),
    (
        "1st—command ❑❑ (range 6; Stun; DC 13)",
        {"uses": 2, "range": 6, "dc": 13, "lasting": {"until": "next-turn", "conditions": ["stunned"]}},
    ),
    (
        "1st—shield of faith ❑ (touch; +2 AC)",
        {"uses": 1, "range": "touch", "lasting": {"bonuses": [{"score": "ac", "amount": 2}]}},
    ),
    (
        "2nd—major resistance ❑❑ (touch; Save +3)",
        {"uses": 2, "range": "touch", "lasting": {"bonuses": [{"score": "save", "amount": 3}]}},
    ),
    (
        "1st—magic weapon ❑ (touch; attack +1, ignore DR)",
        {
            "uses": 1,
            "range": "touch",
            "lasting": {"bonuses": [{"score": "attack", "amount": 1}], "magic_weapon": True},
        },
    ),
    (
        "2nd—hold person ❑❑ (sight; Humanoids only, Paralysis; DC 14)",
        {"uses": 2, "dc": 14, "types": ["Humanoid"], "lasting": {"until": "save", "conditions": ["paralysed"]}},
    ),
    (
        "2nd—fog walk (unlimited uses) (self; invisibility)",
        {"range": "self", "lasting": {"until": "attack", "conditions": ["invisible"]}},
    ),
]


@pytest.mark.parametrize(("text", "fields"), SPELLS, ids=[text for text, _ in SPELLS])
def test_spell_is_read_as_it_is_printed(text: str, fields: dict[str, Any], tmp_path: Path) -> None:
    """rule: DDM-CARD-15."""
    (found,) = of_json(tmp_path / "a.json", entry(Spells=f"{text}."))
    assert found.creature is not None and (found.unknown, found.partly) == ((), ())
    (power,) = found.creature.powers
    helps = "damage" not in fields and "dc" not in fields
    picks = "one" if fields.get("range") in ("touch", "self") else "nearest"
    target = "friend" if helps else "enemy"
    usual = {"id": power.id, "name": power.name, "level": int(text[0]), "target": target, "picks": picks}
    assert power == creature(powers=[{**usual, **fields}]).powers[0]


def test_spells_of_several_levels_and_one_that_is_not_known(tmp_path: Path) -> None:
    text = (
        "1st—bless ❑ (your warband; attack +1), sing ❑ (sight; everybody sings); 4th—dimension door "
        "(unlimited uses) (self; place this creature in any space), bolt ❑ (sight; 5 damage; it glows for an hour)."
    )
    (found,) = of_json(tmp_path / "a.json", entry(Spells=text))
    assert found.creature is not None
    assert [(power.name, power.level) for power in found.creature.powers] == [("Bless", 1), ("Bolt", 4)]
    assert found.unknown == (
        "sing ❑ (sight; everybody sings)",
        "dimension door (unlimited uses) (self; place this creature in any space)",
    )
    assert found.partly == ("bolt ❑ (sight; 5 damage; it glows for an hour)",)
    assert found.creature.notes == (*found.unknown, *found.partly)


def test_two_spells_of_one_name_have_ids_of_their_own(tmp_path: Path) -> None:
    one = card(tmp_path, Spells="1st—bolt ❑ (sight; 5 damage); 2nd—bolt ❑ (sight; 10 damage).")
    assert [power.id for power in one.powers] == ["bolt", "bolt-2"]


EFFECTS: list[tuple[str, dict[str, Any] | None, list[str]]] = [
    ("+1 AC.", {"bonuses": [{"score": "ac", "amount": 1}]}, []),
    ("Melee attack +2", {"bonuses": [{"score": "attack", "amount": 2, "when": ["melee"]}]}, []),
    ("Elf followers gain Save +4", {"bonuses": [{"score": "save", "amount": 4}], "types": ["Elf"]}, []),
    ("Enemies suffer attack -1.", {"bonuses": [{"score": "attack", "amount": -1}], "on_enemies": True}, []),
    (
        "Followers with ranged attacks gain ranged attack +2, Selective Shot 2.",
        {"bonuses": [{"score": "attack", "amount": 2, "when": ["ranged"]}]},
        ["Selective Shot 2"],
    ),
    (
        "Followers rallied by this creature can take their turn normally if they rally successfully.",
        {"rallied_act": True},
        [],
    ),
    (
        "Attack +2 against larger creatures. WARBAND BUILDING: All are legal.",
        {"bonuses": [{"score": "attack", "amount": 2, "when": ["larger"]}]},
        ["WARBAND BUILDING: All are legal"],
    ),
    ("Followers sing.", None, ["Followers sing"]),
    (
        "Elf followers gain Save +4. Orc followers gain Save +2.",
        {"bonuses": [{"score": "save", "amount": 4}], "types": ["Elf"]},
        ["Orc followers gain Save +2"],
    ),
]


@pytest.mark.parametrize(("text", "effect", "unread"), EFFECTS, ids=[text for text, _, _ in EFFECTS])
def test_commander_effect_is_read(text: str, effect: dict[str, Any] | None, unread: list[str], tmp_path: Path) -> None:
    (found,) = of_json(tmp_path / "a.json", entry(commander=3, **{"Commander Effect": text}))
    assert found.creature is not None
    assert found.creature.commander == (None if effect is None else creature(rating=3, commander=effect).commander)
    assert [*found.unknown] == [f"Commander Effect: {part}" for part in unread]
    assert found.partly == ()


def test_fields_nobody_knows_are_kept_and_effects_without_a_rating_too(tmp_path: Path) -> None:
    one = card(tmp_path, Motto="Onward", **{"Commander Effect": "+1 AC."})
    assert one.commander is None
    assert one.notes == ("Commander Effect: +1 AC.", "Motto: Onward")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_cells_may_be_separated_as_any_program_does(delimiter: str, mark: str, tmp_path: Path) -> None:
    rows = [["Name", "Faction", "Cost", "Level", "Speed", "AC", "HP", "Melee", "Special Abilities"]]
    rows.append(["Reeve", "LG/CG", "12", "4", "6", "16", "25", "+4 (5)", "Cleave"])
    text = "".join(delimiter.join(row) + "\r\n" for row in rows)
    (tmp_path / "t.csv").write_bytes((mark + text).encode())
    (found,) = imported_cards(load_shared_creatures(tmp_path / "t.csv"))
    assert found.creature is not None and found.creature.traits.cleave
    assert (found.creature.factions, found.creature.hp) == (("LG", "CG"), 25)


def test_json_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_bytes(("\ufeff\n" + json.dumps([entry()])).encode())
    (found,) = imported_cards(load_shared_creatures(tmp_path / "t.json"))
    assert found.creature is not None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{}", "expected a list of creatures, each with a name"),
        (b"[3]", "[0]: expected a creature with a name, and its numbers there or under 'stats'"),
        (b'[{"name": "A", "stats": 3}]', "[0]: expected a creature with a name"),
        (b"[{", "not valid JSON at line 1, column 3"),
        (b"", "expected a table with a column 'name' in its first line, or a list in JSON"),
        (b"a,b\n1,2\n", "expected a table with a column 'name' in its first line"),
        (b"name,AC\nx,1,2,3\n", "line 2: expected as many cells as the first line has: 2"),
        (b'name,AC\n"x"y,1\n', "line 2: no valid row of a table: "),
        (b"name\n\xff\n", "not text in UTF-8: bad byte at 5"),
        (b"name\n" + b"x" * 200_000, "line 2: no valid row of a table: field larger than field limit"),
    ],
)
def test_what_is_no_table_is_refused_in_one_error(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(FileError) as refused:
        load_shared_creatures(tmp_path / "x")
    assert str(refused.value).startswith(f"{tmp_path / 'x'}: {said}")


@examples(150)
@given(
    st.dictionaries(
        st.sampled_from(["name", "faction", "cost", "commander", "unique", *STATS, "Spells", "Special Abilities"]),
        st.one_of(
            st.none(),
            st.integers(),
            st.booleans(),
            st.text(alphabet="+-/() ;,.—❑05adgm", max_size=30),
            st.dictionaries(st.sampled_from(["DR", "Save", "x"]), st.text(alphabet="+5 ", max_size=3), max_size=2),
            st.lists(st.sampled_from(["LG", "x"]), max_size=2),
        ),
    )
)
def test_any_entry_is_a_card_or_says_why_not(tmp_path_factory: pytest.TempPathFactory, changed: dict[str, Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps([{**entry(), **STATS, **changed}]), encoding="utf-8")
    (found,) = imported_cards(load_shared_creatures(path))
    assert (found.creature is None) == bool(found.missing or found.wrong)
    if found.creature is not None:
        save_creatures([found.creature], path)
        assert load_creatures(path) == (found.creature,)


@pytest.mark.parametrize("name", ["ddm_skirmish_stats.json", "ddm_skirmish_stats.csv"])
def test_a_real_table_is_read_whole(name: str, tmp_path: Path) -> None:
    """Of 49 creatures of other people's making 19 have all that a card needs."""
    folder = Path(os.environ.get("WARCRY3D_DDM_DATA", ""))
    if not os.environ.get("WARCRY3D_DDM_DATA") or not folder.is_dir():
        pytest.skip("WARCRY3D_DDM_DATA names no folder with tables of creatures")
    found = imported_cards(load_shared_creatures(folder / name))
    cards = [one.creature for one in found if one.creature is not None]
    assert (len(found), len(cards), sum(bool(one.missing) for one in found)) == (49, 19, 30)
    assert not any(one.wrong for one in found)
    save_creatures(cards, tmp_path / "a.creatures.json")
    assert load_creatures(tmp_path / "a.creatures.json") == tuple(cards)
    for faction, points in (("LG", 100), ("CG", 98)):
        ids = suggested_band(ArmyPick(str(tmp_path / "a.creatures.json")), faction)
        band = composed_band(ArmyPick(str(tmp_path / "a.creatures.json"), "X", ids))
        assert (creature_band_faults(band), band.points, band.faction) == ((), points, faction)
