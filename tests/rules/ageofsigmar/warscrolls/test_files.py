"""Warscrolls and armies from files, and into files."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.ageofsigmar.warscrolls.scrolls import (
    BOW,
    SPEAR,
    army_json,
    make_army,
    make_scroll,
    scroll_json,
    scrolls_json,
)
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.game.dice_sum import DiceSum
from warcry3d.geom.solid import Placement
from warcry3d.rules.ageofsigmar.warscrolls.ability import ARCANE_BOLT, MYSTIC_SHIELD
from warcry3d.rules.ageofsigmar.warscrolls.files import (
    army_from_json,
    is_army,
    load_any_warscrolls,
    load_army,
    load_warscrolls,
    save_army,
    save_warscrolls,
    warscrolls_from_json,
)
from warcry3d.rules.ageofsigmar.warscrolls.table_models import figure_of, model_traits, unit_model
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.table.format import schema

RALLY = {
    "id": "rally",
    "name": "Rally",
    "when": "command",
    "do": [
        {"do": "pick", "whom": {"side": "friend", "within": 12, "keywords": ["guard"]}},
        {"do": "change", "who": "picked", "what": ["bravery"], "add": 1, "until": "hero-phase"},
    ],
}
STING = {
    "id": "sting",
    "name": "Sting",
    "carried_by": ["leader"],
    "do": [{"do": "on-attack", "weapons": ["spear"], "roll": "hit-roll", "mortal": 1, "instead": True}],
}
SURGE = {
    "id": "surge",
    "name": "Surge",
    "value": 6,
    "do": [{"do": "roll", "dice": {"side": "enemy", "within": 9}, "each": [{"on": 4, "then": [
        {"do": "mortal-wounds", "who": "picked", "amount": "D3"}]}]}],
}  # fmt: skip
FULL = scroll_json(
    "captain",
    wounds=6,
    keywords=["guard", "hero", "wizard"],
    flies=True,
    casts=1,
    unbinds=2,
    weapons=[SPEAR, BOW],
    loadouts=[
        {"id": "plain", "name": "Plain", "weapons": ["spear"]},
        {"id": "leader", "name": "Leader", "weapons": ["spear", "bow"], "attacks": 1, "wounds": 1, "once": True},
        {"id": "horn", "name": "Horn", "weapons": ["spear"], "every": 5},
    ],
    spells=[SURGE],
    abilities=[RALLY, STING],
    size=[1, 10],
    figure="hero",
    damage_table=[{"start": 3, "move": 4, "weapons": {"bow": {"attacks": 1, "to_hit": 5}}}, {"start": 5, "move": 3}],
    notes=["It sings."],
)


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_warscroll_is_read_as_it_is_written() -> None:
    """rule: AOS-SCROLL-2, AOS-SCROLL-3, AOS-GENERAL-2, AOS-COMMAND-2, AOS-MAGIC-2, AOS-UNDEF-1."""
    one = make_scroll(**FULL)
    assert (one.move, one.wounds, one.bravery, one.save, one.flies) == (5, 6, 6, 5, True)
    spear, bow = one.weapons
    assert (spear.kind, spear.range, str(spear.attacks), spear.to_hit, spear.to_wound) == (
        WeaponKind.MELEE,
        2,
        "2",
        4,
        4,
    )
    assert (spear.rend, spear.damage) == (0, DiceSum(plus=1))
    assert (bow.kind, str(bow.attacks), bow.rend, str(bow.damage)) == (WeaponKind.MISSILE, "D3", -1, "D6")
    assert one.has("hero", "wizard") and not one.has("hero", "monster")
    assert (one.casts, one.unbinds, [ability.id for ability in one.command_abilities]) == (1, 2, ["rally"])
    assert (one.size, one.figure, one.notes) == ((1, 10), "hero", ("It sings.",))


def test_wizards_know_two_spells_beside_their_own_and_others_none() -> None:
    """rule: AOS-MAGIC-1, AOS-MAGIC-3, AOS-MAGIC-11, AOS-MAGIC-14."""
    assert [spell.id for spell in make_scroll(**FULL).known_spells] == ["arcane-bolt", "mystic-shield", "surge"]
    assert (ARCANE_BOLT.value, MYSTIC_SHIELD.value) == (5, 6)
    assert [spell.id for spell in make_scroll(unbinds=1).known_spells] == ["arcane-bolt", "mystic-shield"]
    assert make_scroll().known_spells == () and not make_scroll().is_wizard


def test_loadouts_say_what_a_model_carries_and_add_to_it() -> None:
    """rule: AOS-SCROLL-2. A leader has one attack and one wound more; bows are no melee weapons."""
    one = make_scroll(**FULL)
    assert [(str(weapon.attacks), weapon.id) for weapon in one.weapons_of("leader")] == [("3", "spear"), ("D3", "bow")]
    assert [weapon.id for weapon in one.weapons_of("leader", WeaponKind.MISSILE)] == ["bow"]
    assert [str(weapon.attacks) for weapon in one.weapons_of("plain")] == ["2"]
    assert (one.wounds_of("leader"), one.wounds_of("plain")) == (7, 6)
    assert [ability.id for ability in one.abilities_of("plain")] == ["rally"]
    with pytest.raises(UnknownNameError, match="Captain has no loadout 'flag'; there are: plain, leader, horn"):
        one.loadout("flag")


def test_without_loadouts_models_carry_all_weapons() -> None:
    one = make_scroll(weapons=[SPEAR, SPEAR, BOW])
    assert one.loadout_ids == ("all",)
    assert [weapon.id for weapon in one.weapons_of("all")] == ["spear", "spear-2", "bow"]


def test_damage_table_holds_from_so_many_wounds_on() -> None:
    """rule: AOS-SCROLL-2."""
    one = make_scroll(**FULL)
    assert [one.at_wounds(suffered).move for suffered in (0, 2, 3, 4, 5, 6)] == [5, 5, 4, 4, 3, 3]
    assert [str(one.at_wounds(suffered).weapons[1].attacks) for suffered in (2, 3, 5)] == ["D3", "1", "D3"]


def test_warscrolls_saved_are_read_the_same(tmp_path: Path) -> None:
    read = warscrolls_from_json(scrolls_json(FULL, scroll_json()))
    save_warscrolls(read, tmp_path / "a.warscrolls.json")
    assert load_warscrolls(tmp_path / "a.warscrolls.json") == read


def test_army_is_of_units_of_one_warscroll_each() -> None:
    """rule: AOS-ARMY-1, AOS-UNIT-1, AOS-SCROLL-1. Any number of units, of any size."""
    army = make_army({"warscroll": FULL}, {"warscroll": FULL, "models": 7, "loadouts": {"leader": 1, "horn": 2}})
    assert [(unit.id, unit.name, len(unit.models)) for unit in army.units] == [
        ("captain", "Captain", 1),
        ("captain-2", "Captain 2", 7),
    ]
    assert army.units[1].models == ("plain",) * 4 + ("leader", "horn", "horn")
    assert army.units[0].model_ids == ("captain",)
    assert army.units[1].model_ids[:2] == ("captain-2-1", "captain-2-2")
    assert (army.model_count, army.wounds) == (8, 8 * 6 + 1)


def test_army_saved_is_read_the_same_wherever_it_lies(tmp_path: Path) -> None:
    army = make_army(
        {"warscroll": FULL, "models": 3, "loadouts": {"horn": 2}}, {"warscroll": scroll_json(), "models": 9}
    )
    save_army(army, tmp_path / "a.band.json")
    assert load_army(tmp_path / "a.band.json") == army
    assert is_army(tmp_path / "a.band.json")
    assert load_any_warscrolls(tmp_path / "a.band.json") == tuple(unit.warscroll for unit in army.units)


def test_warscrolls_come_from_files_by_id_or_by_a_name_that_is_theirs_alone(tmp_path: Path) -> None:
    """rule: AOS-SCROLL-1. Without a warscroll a model cannot be used."""
    write(tmp_path / "a.warscrolls.json", scrolls_json(scroll_json("a", name="Digger"), scroll_json("b")))
    write(tmp_path / "b.warscrolls.json", scrolls_json(*(scroll_json(id, name="Cook") for id in ("c", "d"))))
    sources = {"from": ["a.warscrolls.json", "b.warscrolls.json"]}
    units = [{"warscroll": "Digger"}, {"warscroll": "b"}, {"warscroll": "b", "name": "Ben"}, {"warscroll": "b"}]
    army = load_army(write(tmp_path / "x.band.json", army_json(*units, **sources)))
    assert [(one.id, one.name) for one in army.units] == [("a", "Digger"), ("b", "B"), ("b-2", "Ben"), ("b-3", "B 2")]
    says = {
        "Cook": "several are called 'Cook'; give the id: c, d",
        "z": "nothing is called 'z' in the files under",
    }
    for name, said in says.items():
        with pytest.raises(FileError, match=rf"units\[1\]\.warscroll: {said}"):
            army_from_json(army_json({"warscroll": "a"}, {"warscroll": name}, **sources), folder=tmp_path)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"wounds": 0}, "wounds: expected a whole number >= 1, got 0"),
    ({"save": 8}, "save: expected a whole number <= 7, got 8"),
    ({"size": [5, 2]}, "size: expected the least before the most, got 5 and 2"),
    ({"keywords": ["Hero"]}, "keywords[0]: expected lower-case words with hyphens, such as 'hero', got 'Hero'"),
    ({"keywords": ["hero", "hero"]}, "keywords[1]: the keyword 'hero' is given twice"),
    ({"figure": "dragon"}, "figure: no figure 'dragon'; there are: axeman"),
    ({"colour": "red"}, ": unknown field 'colour'; known here: id, name, move"),
    ({"spells": [SURGE]}, "spells: only a warscroll that casts spells has them: give 'casts'"),
    ({"weapons": [{**SPEAR, "attacks": "2D4"}]}, "weapons[0].attacks: expected"),
    ({"weapons": [{**SPEAR, "rend": 1}]}, "weapons[0].rend: expected a whole number <= 0, got 1"),
    ({"weapons": [{**SPEAR, "kind": "magic"}]}, "weapons[0].kind: expected one of missile, melee, got magic"),
    ({"loadouts": [{"name": "A", "weapons": ["axe"]}]}, "loadouts[0].weapons[0]: unknown word 'axe'; known"),
    ({"damage_table": [{"start": 1}]}, "damage_table[0].start: a model is slain at 1 wounds; this row begins at 1"),
    ({"wounds": 9, "damage_table": [{"start": 4}, {"start": 4}]}, "damage_table[1].start: expected more than"),
    ({"wounds": 9, "damage_table": [{"start": 4, "weapons": {"axe": {}}}]}, "damage_table[0].weapons.axe: unknown"),
]  # fmt: skip
"""What is no warscroll, and what is said of it."""

WORDS: list[tuple[dict[str, Any], str]] = [
    ({"do": "curse"}, "do: unknown word 'curse'; known here"),
    ({"do": "change", "what": ["move"]}, ": expected exactly one of 'add', 'set', 'double'"),
    ({"do": "change", "what": ["move"], "add": 1, "attacks": "melee"}, "attacks: 'move' is not a matter of attacks"),
    ({"do": "change", "what": ["hit-roll"], "set": 3}, "set: 'hit-roll' is rolled; a roll can only be changed"),
    ({"do": "change", "what": ["attacks"], "add": 1, "weapons": ["axe"]}, "weapons[0]: unknown word 'axe'; known"),
    ({"do": "grant", "word": "ignore-wounds"}, "amount: 'ignore-wounds' needs a number from 2 to 6"),
    ({"do": "grant", "word": "fly", "amount": 2}, "amount: 'fly' needs no number"),
    ({"do": "on-attack", "roll": "hit-roll"}, ": it has no effect: expected at least one of mortal, damage"),
    ({"do": "on-attack", "roll": "wound-roll", "hits": "D6"}, "hits: only a hit roll gives hits"),
    ({"do": "on-attack", "roll": "hit-roll", "rend": -2, "instead": True}, "instead: the field 'mortal' is missing"),
    ({"do": "heal", "amount": 1}, ": an ability that always works has only changes, re-rolls and granted words"),
]  # fmt: skip
"""Words of an ability that always works, which make no sense."""


@pytest.mark.parametrize(("changed", "said"), WRONG, ids=[said[:40] for _, said in WRONG])
def test_what_is_no_warscroll_is_refused_with_its_place(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError) as error:
        make_scroll(**changed)
    assert f"warscrolls[0]{'' if said.startswith(':') else '.'}{said}" in str(error.value)


@pytest.mark.parametrize(("word", "said"), WORDS, ids=[said[:40] for _, said in WORDS])
def test_words_that_make_no_sense_are_refused_with_their_place(word: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError) as error:
        make_scroll(abilities=[{"id": "a", "name": "A", "do": [word]}])
    assert f"abilities[0].do[0]{'' if said.startswith(':') else '.'}{said}" in str(error.value)


def test_abilities_that_are_used_say_how_long_they_last_and_whom_they_mean() -> None:
    lasting = {"do": "re-roll", "what": ["hit-roll"]}
    with pytest.raises(FileError, match=r"do\[0\]\.until: an ability that is used says until when it lasts"):
        make_scroll(abilities=[{"id": "a", "name": "A", "when": "hero", "do": [lasting]}])
    harm = {"do": "mortal-wounds", "who": "picked", "amount": 1}
    with pytest.raises(FileError, match=r"do\[0\]\.who: no unit was picked before this word"):
        make_scroll(abilities=[{"id": "a", "name": "A", "when": "hero", "do": [harm]}])
    each = {"do": "each", "who": {"side": "enemy", "within": 3}, "then": [harm]}
    assert make_scroll(abilities=[{"id": "a", "name": "A", "when": "hero", "do": [each]}]).abilities[0].do


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ({"models": 0}, "models: expected a whole number >= 1, got 0"),
        ({"loadouts": {"flag": 1}}, "loadouts.flag: unknown word 'flag'; known here: plain, leader, horn"),
        ({"loadouts": {"horn": 2}}, "loadouts: loadouts of 2 models are given, but the unit has 1"),
    ],
)
def test_what_is_no_unit_is_refused_with_its_place(unit: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError, match="units") as error:
        make_army({"warscroll": FULL, **unit})
    assert f"units[0].{said}" in str(error.value)


def test_models_of_a_unit_know_their_unit_and_how_they_move() -> None:
    unit = make_army({"warscroll": FULL, "models": 2}).units[0]
    model = unit_model(unit, 1, "red", Placement((3.0, 4.0, 0.0), 0.0))
    assert (model.id, model.side, model.figure.name) == ("captain-2", "red", "hero")
    traits = model_traits(model)
    assert (traits.unit, traits.move, traits.flies) == ("captain", 5.0, True)
    bare = make_army({"warscroll": scroll_json(base=None)}).units[0]
    with pytest.raises(QuestionError, match="Guard has no base: give its size in the file of its warscroll"):
        unit_model(bare, 0, "red", Placement((0.0, 0.0, 0.0), 0.0))


@pytest.mark.parametrize(
    ("changed", "figure"),
    [
        ({}, "spearman"),
        ({"weapons": [BOW]}, "bowman"),
        ({"weapons": [{**SPEAR, "range": 1}]}, "swordsman"),
        ({"keywords": ["hero"]}, "hero"),
        ({"keywords": ["hero", "monster"]}, "gargantuan"),
        ({"flies": True}, "flyer"),
        ({"base": {"round": 50}}, "brute"),
    ],
)
def test_figure_is_the_one_most_like_the_warscroll(changed: dict[str, Any], figure: str) -> None:
    assert figure_of(make_scroll(**changed), "all") == figure


def test_schemas_of_the_files_are_registered() -> None:
    for name in ("warscrolls", "warscroll-army"):
        assert schema(name)["title"].startswith("warcry3d warscroll")
