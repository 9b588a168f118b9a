"""What is said of a battle: names of terrain in the reader's language, and how far lines are set in."""

import pytest

from warcry3d.game.ruleset import Event
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import UnitStanding


@pytest.mark.parametrize(
    ("subject", "english", "chinese"),
    [
        ("gate-2/walls", "gate-2/walls", "大门2/墙"),
        ("red-a", "Ann", "Ann"),
        ("floor", "floor", "地面"),
        ("my-hut/walls", "my-hut/walls", "my-hut/墙"),
    ],
)
def test_what_is_in_the_way_is_named_in_the_readers_language(subject: str, english: str, chinese: str) -> None:
    blocked = message("{subject} is in the way", subject=subject)
    for language, name in (("en", english), ("zh_CN", chinese)):
        said = Teller(Words(language), {"red-a": "Ann"}).said(blocked)
        assert name in said


def test_what_dice_came_to_is_set_in_up_to_the_next_heading() -> None:
    events = [
        Event("hit", message("it hits")),
        Event("turn", message("turn of blue")),
        Event("gain", message("a point")),
    ]
    lines = list(Teller(Words("en"), headings={"turn": 2}).event_lines(events, rolled=True))
    assert lines == ["    It hits", "Turn of blue", "  A point"]


def test_rosters_name_units_with_their_number_of_models() -> None:
    rosters = {"red": {"a": "Owls 1", "b": "Owls 2", "c": "Sage"}}
    units = [UnitStanding("owls", "Owls", "red", ("a", "b")), UnitStanding("sage", "Sage", "red", ("c",))]
    assert list(Teller(Words("en")).roster_lines(rosters, units)) == ["  Red: Owls × 2, Sage"]
    assert list(Teller(Words("en")).roster_lines(rosters)) == ["  Red: Owls 1, Owls 2, Sage"]
