"""Ability texts of shared rosters that become rules: all of a text must be understood, else it stays text."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.warhammer40k.datasheets.rosters import ability, roster, selection, unit_profile
from tests.rules.warhammer40k.datasheets.test_roster_import import of
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText
from warcry3d.rules.warhammer40k.datasheets.import_lines import ability_count
from warcry3d.rules.warhammer40k.datasheets.rule_texts import TextUnit, rules_of_text
from warcry3d.rules.warhammer40k.datasheets.rule_words import rule_message

MANY = TextUnit(keywords=("ferrymen", "old folk", "infantry"))
ONE = TextUnit(is_single=True)
LEADER = TextUnit(is_single=True, leads=True, keywords=("ferrymen", "infantry"))
OWN, LED = "(this unit): ", ", while it leads or is led"
LEADS, EACH = "While this model is leading a unit, ", "Each time a model in this unit makes an attack"
HIT = ", add 1 to the Hit roll"
STICKY = (
    "At the end of your Command phase, if this unit is within range of an objective marker you control, that objective "
    "marker remains under your control, until your opponent controls it at the start or end of any turn."
)
LAST = (
    "If this model is destroyed by a melee attack, if it has not fought this phase, roll one D6: on a 4+, do not "
    "remove it from play. The destroyed model can fight after the attacking model’s unit has finished making its "
    "attacks, and is then removed from play."
)
NEAR = (
    'While a friendly Ferrymen Infantry unit is within 6" of this model, each time a model in that unit makes an attack'
)

MOMENTS = [
    (MANY, STICKY, [OWN + "objectives that it holds in its command phase stay held"]),
    (ONE, LAST, [OWN + "destroyed in a fight, a model fights first on 4+"]),
    (
        *(ONE, "At the start of your Command phase, this model regains D3 lost wounds."),
        [OWN + "in its command phase a model regains D3 wounds"],
    ),
    (
        *(ONE, "In your Command phase, roll one D6: on a 4+, you gain 1CP."),
        [OWN + "in its command phase 1 CP more, on 4+"],
    ),
]
ATTACKS = [
    (
        *(MANY, f"{EACH} that targets a MONSTER or VEHICLE unit{HIT} and add 1 to the Wound roll."),
        [f"{OWN}+1 to {roll} rolls, at targets that are monster, vehicle" for roll in ("hit", "wound")],
    ),
    (
        *(MANY, "Each time a ranged attack targets this unit, subtract 1 from the Hit roll."),
        [OWN + "-1 to hit rolls of attacks at it (ranged attacks)"],
    ),
    (
        *(
            ONE,
            "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
        ),
        [OWN + "1 is taken off D of attacks at it"],
    ),
    (
        *(ONE, "Each time an attack is allocated to this model, halve the Damage characteristic of that attack."),
        [OWN + "D is divided by 2 of attacks at it"],
    ),
    (ONE, f"Each time this model makes an attack{HIT}.", [OWN + "+1 to hit rolls"]),
    (
        *(ONE, "Each time this model makes an attack, you can re-roll the Wound roll."),
        [OWN + "its weapons have twin-linked"],
    ),
]
LEADING = [
    (
        *(LEADER, f"{LEADS}each time a model in that unit makes a melee attack{HIT}."),
        [OWN + "+1 to hit rolls (melee attacks)" + LED],
    ),
    (
        LEADER,
        "While this model is leading a unit:\n- Weapons equipped by models in that unit have the **[LETHAL HITS]** "
        "ability.\n■ Models in that unit have the Feel No Pain 5+ ability.",
        [OWN + "its weapons have lethal hits" + LED, OWN + "feel no pain 5+" + LED],
    ),
    (
        *(LEADER, f"{LEADS}weapons equipped by models in that unit have the [SUSTAINED HITS 1] and [LANCE] abilities."),
        [OWN + "its weapons have sustained hits 1" + LED, OWN + "its weapons have lance" + LED],
    ),
    (
        *(LEADER, f"{LEADS}add 1 to the Attacks characteristic of ranged weapons equipped by models in that unit."),
        [OWN + "1 is added to A (ranged attacks)" + LED],
    ),
    (
        *(
            LEADER,
            "Each time this model makes a melee attack, improve the Strength characteristic of that attack by 1.",
        ),
        [OWN + "S is better by 1 (melee attacks), of its own models"],
    ),
    (
        LEADER,
        "Each time an attack is allocated to this model, subtract 1 from that attack's Damage characteristic.",
        [],
    ),
    (
        *(MANY, f"While a Ferrymen CHARACTER model is leading this unit, {EACH.casefold()}{HIT}."),
        [OWN + "+1 to hit rolls" + LED],
    ),
]
MOVES = [
    (
        *(
            LEADER,
            f"While this model is leading a FERRYMEN INFANTRY unit, {EACH.casefold().replace('this', 'that')}{HIT}.",
        ),
        ["(this unit with ferrymen, infantry): +1 to hit rolls" + LED],
    ),
    (
        ONE,
        LAST.replace("is then removed", "then it is removed"),
        [OWN + "destroyed in a fight, a model fights first on 4+"],
    ),
    (
        ONE,
        'At the end of the Fight phase, roll one D6 for each enemy unit within 6" of this model: on a 4+, that enemy '
        "unit suffers D3 mortal wounds.",
        ["(enemy units within 6 in): at the end of each fight phase D3 mortal wounds, on 4+"],
    ),
    (
        *(MANY, "This unit is eligible to shoot and declare a charge in a turn in which it Advanced or Fell Back."),
        [OWN + "it may shoot and charge after advancing or falling back"],
    ),
    (
        *(LEADER, f"{LEADS}that unit is eligible to declare a charge in a turn in which it Advanced."),
        [OWN + "it may charge after advancing" + LED],
    ),
    (
        ONE,
        "This model is eligible to shoot in a turn in which it Fell Back.",
        [OWN + "it may shoot after falling back"],
    ),
]
AURAS = [
    (MANY, f"{NEAR}{HIT}.", ["(friendly units within 6 in with ferrymen, infantry): +1 to hit rolls"]),
    (
        MANY,
        'While an enemy unit is within 9" of this unit, worsen the Move characteristic of models in that unit by 1.',
        ["(enemy units within 9 in): M is worse by 1"],
    ),
    (
        *(MANY, "Add 1 to Advance and Charge rolls made for this unit."),
        [OWN + "+1 to advance rolls", OWN + "+1 to charge rolls"],
    ),
    (MANY, 'Add 2" to the Move characteristic of models in this unit.', [OWN + "2 is added to M"]),
]


@pytest.mark.parametrize(("unit", "text", "said"), [*MOMENTS, *ATTACKS, *LEADING, *MOVES, *AURAS])
def test_texts_become_rules_in_our_own_words(unit: TextUnit, text: str, said: list[str]) -> None:
    found = rules_of_text(AbilityText("X", text), unit)
    assert [str(rule_message(one)) for one in found] == [f"X {one}" for one in said]


@pytest.mark.parametrize(
    "text",
    [
        f"Once per battle, {EACH.casefold()}{HIT}.",
        f"{EACH}{HIT} and re-roll a Wound roll of 1.",
        f"{EACH} that targets a wounded unit{HIT}.",
        f"{EACH}, if it is windy{HIT}.",
        f"{EACH}{HIT}. It also glows.",
        f"While this model is leading a Kelp unit, {EACH.casefold().replace('this', 'that')}{HIT}.",
        f"While it is windy, {EACH.casefold()}{HIT}.",
        'While a friendly Kelp unit is within 6" of this model, add 1 to Charge rolls made for that unit.',
        'While a friendly Ferrymen unit (excluding Divers) is within 6" of this model, add 1 to its Charge rolls.',
        "Ranged weapons equipped by models in this unit have the [ASSAULT] ability.",
        "Models in this unit have the Deep Swim ability.",
        "Subtract 1 from the Save characteristic of models in this unit.",
        "At the start of your Command phase, this model regains 1 lost wound.",
        STICKY + " It also glows.",
        "In your Command phase, you gain 1CP if it is windy.",
        "",
    ],
)
def test_texts_that_say_more_stay_text(text: str) -> None:
    assert rules_of_text(AbilityText("X", text), MANY) == ()


def boat(*texts: str, number: int = 1) -> dict[str, Any]:
    profiles = [unit_profile("Boat"), *(ability(f"A{i}", text) for i, text in enumerate(texts))]
    return roster(selection("Boat", "model", number, profiles=profiles, pts=90))


def test_an_import_counts_rules_as_enforced_and_leaves_their_text_out(tmp_path: Path) -> None:
    army = of(tmp_path / "x.json", boat(f"Each time this model makes an attack{HIT}.", STICKY, "It glows.")).army
    sheet = army.units[0].sheet
    assert [one.name for one in sheet.rules] == ["A0", "A1"] and [one.name for one in sheet.texts] == ["A2"]
    count = ability_count(army)
    assert (count.enforced, count.data, count.text, count.all) == (2, ("A0", "A1"), ("A2",), 3)


def test_rules_of_one_model_of_several_are_not_those_of_the_unit(tmp_path: Path) -> None:
    several = boat(f"Each time this model makes an attack{HIT}.", number=3)
    assert not of(tmp_path / "x.json", several).army.units[0].sheet.rules
    both = "Each time an attack targets this unit, subtract 1 from the Wound roll."
    mate = selection("Mate", "model", 1, profiles=[ability("A", both)])
    crew = selection("Crew", "unit", 1, mate, selection("Hands", "model", 2), pts=9)
    sheet = of(tmp_path / "y.json", roster(crew)).army.units[0].sheet
    assert not sheet.rules and [one.name for one in sheet.texts] == ["A"]


def test_a_sheet_has_no_more_rules_than_its_format_allows(tmp_path: Path) -> None:
    texts = [f"Each time this model makes an attack, add {i % 3 + 1} to the Hit roll." for i in range(35)]
    sheet = of(tmp_path / "x.json", boat(*texts)).army.units[0].sheet
    assert (len(sheet.rules), len(sheet.texts)) == (30, 5)
