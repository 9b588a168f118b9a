"""What parts are called on their own."""

import json
from dataclasses import replace

import pytest

from warcry3d.messages import Words
from warcry3d.messages.names import PARTS, fighter_name, part_name, part_title, readable_name
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table_edits import shipped_piece_named, shipped_pieces
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS, SimpleKind


@pytest.mark.parametrize("id", ["wall-front", "platform-1", "my keep"])
def test_in_english_a_part_is_called_by_its_id_made_readable(id: str) -> None:
    assert part_title(id, Words("en")) == readable_name(id)


@pytest.mark.parametrize("id", [*PARTS, "wall-front", "platform-12", "ladder-1"])
def test_names_that_the_program_gives_are_translated(id: str) -> None:
    named = part_title(id, Words("zh_CN"))
    assert named != readable_name(id) and not any("a" <= letter.lower() <= "z" for letter in named)


@pytest.mark.parametrize("kind", SIMPLE_KINDS, ids=lambda kind: kind.id)
@pytest.mark.parametrize("way", ["open", "door"])
def test_every_part_of_a_simple_piece_has_a_chinese_name(kind: SimpleKind, way: str) -> None:
    values = {"way": way} if any(field.name == "way" for field in kind.fields) else {}
    for part in kind.piece(values).parts:
        assert part_title(part.id, Words("zh_CN")) != readable_name(part.id)


@pytest.mark.soak
def test_every_part_of_a_piece_that_ships_has_a_chinese_name() -> None:
    ids = {part.id for name in shipped_pieces() for part in shipped_piece_named(name).parts}
    assert {id for id in ids if part_name(id, Words("zh_CN")) == id} == set()


def test_every_feature_of_a_table_that_ships_has_a_chinese_name_and_none_is_called_a_part() -> None:
    """A feature is called what it is: "wall 1" where a part of one would be "wall part 1"."""
    tables = (json.loads(path.read_bytes()) for path in (shipped_root() / "terrain").glob("*.table.json"))
    ids = {feature["id"] for table in tables for feature in table.get("features", ())}
    assert "wall-1" in ids
    assert {id for id in ids if part_name(id, Words("zh_CN")).isascii()} == set()
    assert part_name("wall-1", Words("en", names_terrain=True)) == "wall 1"


def test_a_name_that_a_person_gave_stays() -> None:
    assert part_title("my-keep", Words("zh_CN")) == "My keep"


def test_a_fighter_is_called_as_its_battle_calls_it() -> None:
    words = Words("zh_CN").calling({"red-axe": "Reed Archer 2"})
    assert fighter_name("red-axe", words) == "芦苇弓手 2"
    assert fighter_name("red-axe", words.of("warcry")) == "芦苇弓手 2"
    assert fighter_name("my-hero", words) == "My hero"


def test_the_window_calls_terrain_by_names_where_commands_take_ids() -> None:
    names = ("loophole-wall/stones", "deck-1", "my-keep_2/north-side")
    assert [part_name(name, Words("en")) for name in names] == list(names)
    window = Words("en", names_terrain=True).of("warcry").calling({"a": "Ann"})
    assert [part_name(name, window) for name in names] == [
        "wall with loopholes (stones)",
        "deck 1",
        "my keep 2 (north side)",
    ]
    assert part_name("tower/tower", window) == "tower"
    chinese = replace(window, language="zh_CN")
    assert part_name("gate/arch", chinese) == "大门（拱门）"
    assert part_name("gate/walk", chinese) == "大门（墙顶走道）", "not as the move is called"


def test_the_floor_of_a_piece_is_not_called_as_the_board_is() -> None:
    chinese = Words("zh_CN")
    assert part_title("floor", chinese) == "楼板"
    assert "楼板" in part_name("ruin/floor", chinese)
    assert part_name("floor", chinese) == "地面"
    window = Words("en", names_terrain=True)
    assert part_name("ruin/floor", window) == "ruin (floor)"
    assert part_name("ruin/floor", replace(window, language="zh_CN")) == "废墟（楼板）"
