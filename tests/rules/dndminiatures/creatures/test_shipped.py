"""The creatures and warbands that ship, and what they cost."""

import doctest

import pytest

from tests.rules.dndminiatures.creatures.folk import creature
from warcry3d.rules.dndminiatures.creatures import worth as module
from warcry3d.rules.dndminiatures.creatures.card import FACTIONS, Creature, Size
from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults
from warcry3d.rules.dndminiatures.creatures.figures import creature_base, creature_figure
from warcry3d.rules.dndminiatures.creatures.files import (
    load_creatures,
    shipped_creature_band,
    shipped_creature_bands,
    shipped_creature_file,
    shipped_creature_files,
)
from warcry3d.rules.dndminiatures.creatures.traits import Condition, Traits
from warcry3d.rules.dndminiatures.creatures.worth import YARDSTICK, creature_worth, rounds_to_destroy
from warcry3d.table.models import BaseShape
from warcry3d.table.shipped import figure_names

ROAD = load_creatures(shipped_creature_file("lantern-road.creatures.json"))


@pytest.mark.parametrize("name", shipped_creature_bands())
def test_shipped_warband_is_legal_and_costs_exactly_a_hundred(name: str) -> None:
    """rule: DDM-BAND-1, DDM-BAND-2, DDM-BAND-3, DDM-BAND-4, DDM-BAND-5."""
    band = shipped_creature_band(name)
    assert creature_band_faults(band) == ()
    assert band.points == 100
    assert all(one.creature in ROAD for one in band.creatures)


def test_a_warband_of_each_faction_and_a_file_to_pick_from_ship() -> None:
    bands = [shipped_creature_band(name) for name in shipped_creature_bands()]
    assert {band.faction for band in bands} == set(FACTIONS)
    assert shipped_creature_files() == ("lantern-road.creatures.json",)
    assert len({one.creature.id for band in bands for one in band.creatures}) >= 20


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_has_a_commander_and_five_others_at_least(faction: str) -> None:
    """rule: DDM-BAND-5."""
    own = [one for one in ROAD if faction in one.factions]
    assert any(one.is_commander for one in own)
    assert len(own) >= 6


def test_creatures_show_what_the_words_of_cards_can_say() -> None:
    """rule: DDM-CARD-3, DDM-CARD-10, DDM-CARD-11, DDM-CARD-13, DDM-CARD-14, DDM-CARD-15."""
    assert 16 <= len(ROAD) <= 24
    assert {one.size for one in ROAD} == set(Size)
    assert {len(one.factions) for one in ROAD} == {1, 2}
    assert any(value.damage.bonus_kind == "fire" for one in ROAD for value in one.melee)
    assert {bool(one.ranged) for one in ROAD} == {True, False}
    plain = Traits()
    used = {
        name for one in ROAD for name in plain.__struct_fields__ if getattr(one.traits, name) != getattr(plain, name)
    }
    unused = {"picks_target", "ignores_melee"}
    assert used == set(plain.__struct_fields__) - unused
    powers = [power for one in ROAD for power in one.powers]
    assert any(power.routs for power in powers) and any(power.heal for power in powers)
    assert {power.picks for power in powers} == {"nearest", "one", "all"}
    assert {power.uses for power in powers} >= {None, 1, 2}
    effects = [*powers, *(hit for one in ROAD for hit in one.on_hit)]
    conditions = {word for one in effects if one.lasting is not None for word in one.lasting.conditions}
    assert conditions == {Condition.ASLEEP, Condition.INVISIBLE, Condition.PARALYSED, Condition.STUNNED}
    effects_of_commanders = [one.commander for one in ROAD if one.commander is not None]
    assert {effect.on_enemies for effect in effects_of_commanders} == {True, False}
    assert any(effect.rallied_act for effect in effects_of_commanders)


@pytest.mark.parametrize("one", ROAD, ids=lambda one: one.id)
def test_shipped_creature_costs_what_the_measure_says_and_has_a_figure(one: Creature) -> None:
    """rule: DDM-CARD-4."""
    assert one.cost == creature_worth(one)
    assert one.figure in figure_names() and creature_figure(one) == one.figure
    assert one.notes == () and one.hp % 5 == 0


def test_rounds_worked_by_hand() -> None:
    """rule: DDM-CARD-7.

    The yardstick hits AC 16 on 9 to 19 (11 numbers) for 10 and on 20 for 20; AC 19 and 5 HP: any of 9 numbers.
    """
    levy = creature(ac=19, hp=5, melee="+3 (5)")
    assert rounds_to_destroy(YARDSTICK.melee, Traits(), levy) == pytest.approx(20 / 9)
    assert rounds_to_destroy(YARDSTICK.melee, Traits(), creature(ac=16, hp=10)) == pytest.approx(20 / 12)
    one_more = 20 / 12 * (1 + 11 / 20 * 20 / 12)
    assert rounds_to_destroy(YARDSTICK.melee, Traits(), creature(ac=16, hp=20)) == pytest.approx(one_more)
    misty = creature(ac=16, hp=10, traits={"conceal": 11})
    assert rounds_to_destroy(YARDSTICK.melee, Traits(), misty) == pytest.approx(2 * 20 / 12)
    hard = creature(ac=16, hp=10, traits={"resistances": [{"amount": 5}]})
    expected = (1 + 11 / 20 * 20 / 12) * 20 / 12
    assert rounds_to_destroy(YARDSTICK.melee, Traits(), hard) == pytest.approx(expected)
    closed = creature(ac=16, hp=20, traits={"immune": ["critical"]})
    assert rounds_to_destroy(YARDSTICK.melee, Traits(), closed) == pytest.approx(2 * 20 / 12)
    twice = creature(melee="+7/+7 (10)")
    chance = 12 / 20
    both = 1 / (1 - (1 - chance) ** 2)
    assert rounds_to_destroy(twice.melee, Traits(), creature(ac=16, hp=10)) == pytest.approx(both)


BETTER = [
    {"ac": 18},
    {"hp": 25},
    {"melee": "+6 (15)"},
    {"melee": "+6/+6 (10)"},
    {"ranged": "+6 (10)"},
    {"speed": 12},
    {"rating": 1},
    {"rating": 1, "commander": {"rallied_act": True}},
    {"traits": {"conceal": 11}},
    {"traits": {"regenerates": 5}},
    {"traits": {"reach": 2}},
    {"traits": {"flies": True}},
    {"traits": {"critical": 15}},
    {"powers": [{"id": "a", "name": "A", "heal": 5, "range": "touch", "target": "friend"}]},
    {"on_hit": [{"id": "a", "name": "A", "dc": 15, "lasting": {"conditions": ["stunned"]}}]},
]


@pytest.mark.parametrize("changed", BETTER, ids=str)
def test_what_is_better_costs_more(changed: dict[str, object]) -> None:
    assert creature_worth(creature(**{"ac": 16, **changed})) > creature_worth(creature())


def test_yardstick_is_worth_ten_and_nobody_less_than_one() -> None:
    assert creature_worth(YARDSTICK) == 10
    assert creature_worth(creature(ac=0, hp=1, level=0, speed=0, melee="-5 (1)")) == 1


@pytest.mark.parametrize(
    ("changed", "figure"),
    [
        ({"figure": "netter", "traits": {"flies": True}}, "netter"),
        ({"traits": {"flies": True}, "types": ["Dragon"]}, "flyer"),
        ({"types": ["Magical Beast"], "size": "large"}, "beast"),
        ({"size": "huge"}, "gargantuan"),
        ({"size": "large"}, "brute"),
        ({"rating": 2, "powers": [{"id": "a", "name": "A", "level": 1, "heal": 5}]}, "shaman"),
        ({"rating": 2, "ranged": "+5 (5)"}, "hero"),
        ({"ranged": "+5 (5)"}, "bowman"),
        ({"traits": {"reach": 2}}, "spearman"),
        ({"size": "small"}, "swordsman"),
    ],
)
def test_figure_most_like_a_creature_shows_it(changed: dict[str, object], figure: str) -> None:
    assert creature_figure(creature(**changed)) == figure


@pytest.mark.parametrize(
    ("size", "inches"), [(Size.TINY, 1.0), (Size.MEDIUM, 1.0), (Size.LARGE, 2.0), (Size.HUGE, 3.0)]
)
def test_base_fills_the_squares(size: Size, inches: float) -> None:
    """rule: DDM-CARD-13."""
    base = creature_base(size)
    assert (base.shape, base.length, base.width) == (BaseShape.SQUARE, inches, inches)


def test_examples_in_docstrings_run() -> None:
    assert doctest.testmod(module).failed == 0
