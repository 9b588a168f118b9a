"""Sentences filled and said."""

import pytest

from warcry3d.errors import FileError, MeshError, UnknownNameError, WarcryError
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.messages.speak import spaced

ENGLISH, CHINESE = Words("en"), Words("zh_CN")


def test_template_is_filled() -> None:
    assert ENGLISH.say("there is no file {path}", path="a.json") == "there is no file a.json"


def test_error_is_said_in_chinese_with_its_values() -> None:
    said = CHINESE.error(UnknownNameError("no model '{id}' on this table; there are: {known}", id="x", known="a, b"))
    assert "x" in said
    assert "a, b" in said
    assert "no model" not in said


def test_file_error_begins_with_file_and_place_in_every_language() -> None:
    error = FileError("t.json", "models[2].base", "the field '{field}' is missing", field="round")
    assert ENGLISH.error(error) == str(error)
    assert CHINESE.error(error).startswith("t.json: models[2].base: ")
    assert ENGLISH.error(FileError("t.json", "", "the JSON is nested too deeply")).startswith("t.json: the JSON")


def test_error_inside_an_error_is_said_in_the_same_language() -> None:
    inner = MeshError("the mesh has no triangles")
    assert CHINESE.error(WarcryError("{problem}", problem=inner)) == CHINESE.error(inner)
    assert CHINESE.error(inner) != str(inner)


def test_message_is_said_in_the_reader_s_language() -> None:
    assert ENGLISH.text(Message("the mesh has no triangles")) == "the mesh has no triangles"
    assert CHINESE.text(Message("the mesh has no triangles")) != "the mesh has no triangles"


@pytest.mark.parametrize(("n", "said"), [(1, "1 defect"), (3, "3 defects"), (0, "0 defects")])
def test_number_chooses_the_form(n: int, said: str) -> None:
    assert ENGLISH.count("{n} defect", "{n} defects", n) == said


def test_sentence_without_translation_stays_english() -> None:
    assert CHINESE.say("no such sentence {x}", x=1) == "no such sentence 1"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"player": "红方", "n": 2}, "红方有 2 枚骰子。"),
        ({"player": "Ann", "n": 2}, "Ann 有 2 枚骰子。"),
        ({"player": "张 三", "n": 12}, "张 三有 12 枚骰子。"),
        ({"player": "黑尔（红方）", "n": 2}, "黑尔（红方）有 2 枚骰子。"),
    ],
)
def test_chinese_has_a_space_beside_latin_letters_and_digits_only(values: dict[str, object], said: str) -> None:
    assert spaced("{player} 有{n}枚骰子。", values) == said


def test_a_name_of_two_systems_is_said_as_each_of_them_says_it() -> None:
    words = Words("zh_CN")
    assert words.of("dndminiatures").name("Rush") == "灯芯草"
    assert words.of("warcry").name("Rush") == "勇冲"
    assert words.of("dndminiatures").name("Lamp Captain") == words.name("Lamp Captain") != "Lamp Captain"
    assert Words("en").of("warcry").name("Rush") == "Rush"
