"""The program's own words in sentences are said in the reader's language; names that people gave are not."""

import gettext
from pathlib import Path

import pytest

import warcry3d.messages
from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.messages.vocabulary import KINDS, spoken_words
from warcry3d.table.kinds import PartKind

CHINESE = Words("zh_CN")


def test_every_kind_of_part_has_a_word() -> None:
    assert set(KINDS) == set(PartKind)


def test_floor_and_kinds_are_said_in_the_language_of_the_sentence() -> None:
    assert CHINESE.say("the centre of the base leaves {subject}", subject="floor") == "底座中心离开了地面"
    said = CHINESE.say("set by you: {kinds} (before: {before})", kinds="low, platform", before="obstacle")
    assert said == "由你指定：低矮地形、平台（原先：障碍物）"


def test_ways_to_move_are_said_in_the_language_of_the_sentence() -> None:
    assert CHINESE.say("a disengage may only walk, not {manner}", manner="climb") == "脱离行动只能常规移动，不能攀爬"


def test_a_name_with_a_number_stays_as_it_is() -> None:
    assert spoken_words("sets", "house 3") == ()
    assert spoken_words("subject", "floor 3") == ()


def test_words_within_an_error_are_said_too() -> None:
    error = QuestionError("the centre of the base leaves {subject}", subject="floor")
    assert CHINESE.error(error) == "底座中心离开了地面"


@pytest.mark.parametrize("value", ["house/floor", "my floor", "floor, wall", ""])
def test_names_that_people_gave_stay_as_they_are(value: str) -> None:
    assert value in CHINESE.say("the centre of the base leaves {subject}", subject=value)


def test_the_same_word_in_another_field_stays_as_it_is() -> None:
    assert "platform" in CHINESE.say(
        "'{part}' leads nowhere: no platform begins within {limit:g} in of it", part="platform", limit=1
    )


def test_english_words_are_those_of_the_tables() -> None:
    assert Words().say("{subject} is in the way", subject="floor") == "floor is in the way"


def test_a_unit_has_one_word_in_chinese_in_all_systems() -> None:
    folder = Path(warcry3d.messages.__file__).parent / "locale"
    catalogue = gettext.translation("warcry3d", folder, ["zh_CN"])
    assert isinstance(catalogue, gettext.GNUTranslations)
    said: dict[object, str] = vars(catalogue)["_catalog"]
    other = [said[one] for one in said if "部队" in said[one] and "orce" not in str(one)]
    assert not other, "单位, as in the rest; only forces of a roster and the size Strike Force are 部队"
