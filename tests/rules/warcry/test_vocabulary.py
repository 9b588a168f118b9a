"""Warcry's own words in messages, and the names and texts of what ships, in the reader's language."""

from typing import Any, get_args

import pytest

from warcry3d.messages import Words
from warcry3d.messages.vocabulary import spoken_words
from warcry3d.rules.warcry.abilities.conditions_schema import ActionWord
from warcry3d.rules.warcry.abilities.files import shipped_abilities
from warcry3d.rules.warcry.abilities.vocabulary import Characteristic, Granted, Way
from warcry3d.rules.warcry.bands.files import load_fighters, shipped_file
from warcry3d.rules.warcry.bands.runemarks import ALLY, BEAST, FLY, GARGANTUAN, HERO, MOUNT, THRALL
from warcry3d.rules.warcry.battle.descriptions import dice_of
from warcry3d.rules.warcry.battle.setup.cards import Deck
from warcry3d.rules.warcry.battle.state import InitiativeDice, Set
from warcry3d.rules.warcry.plan import GROUPS
from warcry3d.terrain.deadline import ImportStage

CHINESE = Words("zh_CN")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("mark", mark) for mark in (MOUNT, BEAST, GARGANTUAN, HERO, FLY, ALLY, THRALL)),
        *(("group", g) for g in GROUPS),
    ],
)
def test_runemarks_and_groups_of_the_rules_are_words(field: str, value: str) -> None:
    assert spoken_words(field, value) == (value,)


def test_runemarks_and_weapons_of_fighters_that_ship_are_words() -> None:
    for profile in load_fighters(shipped_file("drowned-forest.fighters.json")):
        marks = ", ".join(profile.runemarks)
        assert spoken_words("mark", marks) == profile.runemarks
        assert all(spoken_words("weapon", weapon.runemark) == (weapon.runemark,) for weapon in profile.weapons)


def test_dice_of_a_round_are_said_with_their_numbers() -> None:
    hand = InitiativeDice(singles=(1,), sets=(Set(value=3, count=2), Set(value=5, count=3)))
    said = CHINESE.say("{player} rolls {faces}: {dice}", player="red", faces="1 3 3 5 5 5", dice=dice_of(hand))
    assert said == "red 掷出 1 3 3 5 5 5：1 个单骰、3 点【双骰】、5 点【三骰】"


@pytest.mark.parametrize(
    ("field", "type"),
    [
        ("what", Characteristic),
        ("what", Granted),
        ("ways", Way),
        ("action", ActionWord),
        ("deck", Deck),
        ("stage", ImportStage),
    ],
)
def test_words_of_battles_and_imports_are_known(field: str, type: Any) -> None:
    assert all(spoken_words(field, str(word)) for word in (get_args(type) or tuple(type)))


NAMES = {
    "Rush": "勇冲",
    "Onslaught": "猛攻",
    "Respite": "喘息",
    "Inspire": "振奋军心",
    "Rampage": "狂暴",
    "Tether": "绑带",
    "Hit the Weak Spot": "攻击要害",
    "Taunt": "嘲讽",
    "Vast Reach": "巨大范围",
    "Drag": "拖拽攻击",
    "Devastating Rampage": "毁灭性狂暴",
}
"""The universal abilities, those against monsters and those of monsters, as the rules call them."""


def test_abilities_of_the_rules_have_their_chinese_names() -> None:
    """rule: WC-ABIL-2."""
    shipped = {ability.name for ability in shipped_abilities()}
    assert set(NAMES) <= shipped
    for english, chinese in NAMES.items():
        assert CHINESE.say("{ability}: {faces}", ability=english, faces="1 2") == f"{chinese}：1 2"
        assert Words().say("{ability}: {faces}", ability=english, faces="1 2") == f"{english}: 1 2"


def test_every_ability_that_ships_has_a_chinese_name_and_text() -> None:
    for ability in shipped_abilities():
        assert CHINESE.name(ability.name) != ability.name
        assert CHINESE.rule_text(ability.text) != ability.text
        assert Words().rule_text(ability.text) == ability.text


def test_a_name_that_does_not_ship_stays_as_it_is() -> None:
    assert CHINESE.say("{ability}: {faces}", ability="Rush Hour", faces="1") == "Rush Hour：1"
    assert CHINESE.rule_text("No such text.") == "No such text."
