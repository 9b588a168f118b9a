"""The program's own words in sentences are said in the reader's language; names that people gave are not."""

from typing import Any, get_args

import pytest

from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.messages.vocabulary import KINDS, spoken_words
from warcry3d.rules.warcry.abilities.conditions_schema import ActionWord
from warcry3d.rules.warcry.abilities.vocabulary import Characteristic, Granted, Way
from warcry3d.rules.warcry.bands.files import load_fighters, shipped_file
from warcry3d.rules.warcry.bands.runemarks import ALLY, BEAST, FLY, GARGANTUAN, HERO, MOUNT, THRALL
from warcry3d.rules.warcry.battle.setup.cards import Deck
from warcry3d.rules.warcry.plan import GROUPS
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.deadline import ImportStage

CHINESE = Words("zh_CN")


def test_every_kind_of_part_has_a_word() -> None:
    assert set(KINDS) == set(PartKind)


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


def test_floor_and_kinds_are_said_in_the_language_of_the_sentence() -> None:
    assert CHINESE.say("the centre of the base leaves {subject}", subject="floor") == "底座中心离开了 地面"
    said = CHINESE.say("you said so: {kinds} (before: {before})", kinds="low, platform", before="obstacle")
    assert said == "由你指定：低矮地形、平台（原先：障碍物）"


def test_ways_to_move_are_said_in_the_language_of_the_sentence() -> None:
    assert CHINESE.say("disengaging is walking: no {manner}", manner="climb") == "脱离行动只能常规移动：不能攀爬"


def test_sets_of_dice_are_said_with_their_numbers() -> None:
    said = CHINESE.say(
        "{player} rolls {faces}: {singles} singles, {sets}",
        player="red",
        faces="1 3 3 5 5 5",
        singles=1,
        sets="double 3, triple 5",
    )
    assert said == "red 掷出 1 3 3 5 5 5：单骰 1 个，双骰 3、三骰 5"


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


def test_a_name_with_a_number_stays_as_it_is() -> None:
    assert spoken_words("sets", "house 3") == ()
    assert spoken_words("subject", "floor 3") == ()


def test_words_within_an_error_are_said_too() -> None:
    error = QuestionError("the centre of the base leaves {subject}", subject="floor")
    assert CHINESE.error(error) == "底座中心离开了 地面"


@pytest.mark.parametrize("value", ["house/floor", "my floor", "floor, wall", ""])
def test_names_that_people_gave_stay_as_they_are(value: str) -> None:
    assert value in CHINESE.say("the centre of the base leaves {subject}", subject=value)


def test_the_same_word_in_another_field_stays_as_it_is() -> None:
    assert "platform" in CHINESE.say(
        "'{part}' leads nowhere: no platform begins within {limit:g} in of it", part="platform", limit=1
    )


def test_english_words_are_those_of_the_tables() -> None:
    assert Words().say("{subject} is in the way", subject="floor") == "floor is in the way"
