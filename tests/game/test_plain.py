"""One text for each value, the same everywhere; what differs between two, and how one becomes the other."""

import json
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.race import Now, run
from warcry3d.game.actions import Rolled
from warcry3d.game.changes import GONE, Difference, applied, differences
from warcry3d.game.plain import canonical, digest, plain

numbers = st.one_of(st.integers(-(2**62), 2**62), st.floats(allow_nan=False, allow_infinity=False))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=4)),
    max_leaves=12,
)


class Mood(StrEnum):
    """A word of a rule system."""

    KEEN = "keen"


def test_text_of_a_state_is_written_in_one_way() -> None:
    state = Now(3, "go", {"red": 1.0, "blue": 0.1 + 0.2}, 2, (4, 1), frozenset({"red", "blue"}))
    assert canonical(state) == (
        '{"at":{"blue":0.30000000000000004,"red":1},"dice":2,"faces":[4,1],"stage":"go","tired":["blue","red"],"turn":3}'
    )
    assert digest(state) == "eb85383d413d5d0f6f616c4e78e8e88f4a44d10cc1e9032b1f69f36b5a6d1841"


def test_actions_say_what_is_done_under_do() -> None:
    assert canonical(Rolled((3, 5))) == '{"do":"rolled","faces":[3,5]}'
    leg = '{"facing":null,"kind":"walk","through":"","to":[[3.5,2,0]]}'
    assert canonical(run(2.5)) == f'{{"do":"go","path":{{"legs":[{leg}]}}}}'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (6.0, "6"),
        (6, "6"),
        (-0.0, "-0.0"),
        (0.0, "0"),
        (1e15, "1000000000000000"),
        (2.0**53, "9007199254740992.0"),
        (1e22, "1e+22"),
        (5e-324, "5e-324"),
        (np.float64(0.1), "0.1"),
        (np.float64(2.0), "2"),
        (np.int32(7), "7"),
        (True, "true"),
        (Mood.KEEN, '"keen"'),
        ("é\ud800", '"\\u00e9\\ud800"'),
        (MappingProxyType({"b": 1, "a": {2: None}}), '{"a":{"2":null},"b":1}'),
        (frozenset({3, 1, 2}), "[1,2,3]"),
    ],
)
def test_values_have_one_text(value: object, text: str) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {"a": [-float("inf")]}])
def test_numbers_that_json_cannot_say_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match="JSON cannot say"):
        canonical(value)


@pytest.mark.parametrize("value", [object(), {"a": 1j}, [np.zeros(2)]])
def test_what_is_no_plain_value_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        canonical(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back_to_the_same_bits(number: float) -> None:
    class Box(msgspec.Struct):
        number: float

    back = msgspec.convert(json.loads(canonical(Box(number))), Box).number
    assert np.float64(back).tobytes() == np.float64(number).tobytes()


@given(st.dictionaries(st.text(max_size=3), values, max_size=6))
def test_order_of_keys_does_not_matter(value: dict[str, Any]) -> None:
    turned = dict(reversed(list(value.items())))
    assert canonical(turned) == canonical(value)


@given(values)
def test_plain_values_are_their_own_plain_values(value: Any) -> None:
    once = plain(value)
    assert canonical(once) == canonical(value)
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(values, values)
def test_changes_lead_from_one_value_to_the_other(before: Any, after: Any) -> None:
    before, after = plain(before), plain(after)
    found = list(differences(before, after))
    changes = {one.place: one.after for one in found if one.after is not GONE}
    gone = [one.place for one in found if one.after is GONE]
    assert canonical(applied(before, changes, gone)) == canonical(after)
    assert bool(found) == (canonical(before) != canonical(after))


def test_differences_are_told_place_by_place() -> None:
    before = {"fighters": [{"wounds": 8, "x/y": 1}, {"wounds": 3}], "turn": "red", "old": 1, "same": [1, 2]}
    after = {"fighters": [{"wounds": 5, "x/y": 2}, {"wounds": 3}], "turn": None, "new": True, "same": [1, 2]}
    assert list(differences(before, after)) == [
        Difference("/fighters/0/wounds", 8, 5),
        Difference("/fighters/0/x~1y", 1, 2),
        Difference("/new", GONE, True),
        Difference("/old", 1, GONE),
        Difference("/turn", "red", None),
    ]


def test_true_is_not_one_and_lists_of_other_lengths_differ_as_a_whole() -> None:
    assert list(differences({"a": 1}, {"a": True})) == [Difference("/a", 1, True)]
    assert list(differences({"a": [1, 2]}, {"a": [1, 2, 3]})) == [Difference("/a", [1, 2], [1, 2, 3])]
    assert list(differences([-0.0], [0])) == [Difference("/0", -0.0, 0)]


@pytest.mark.parametrize(
    "place", ["/a/b", "/list/3", "/list/01", "/list/-1", "/list/x", "a", "/a/b/c", "/list/" + "9" * 5000]
)
def test_places_that_are_not_there_are_refused(place: str) -> None:
    with pytest.raises(KeyError):
        applied({"a": 1, "list": [1, 2, 3]}, {place: 0})


def test_what_is_gone_may_lie_within_a_list() -> None:
    assert applied([{"a": 1, "b": 2}, 3], {"/1": 4}, ["/0/a"]) == [{"b": 2}, 4]


@pytest.mark.parametrize("place", ["/b", "/list/1", "/a/b"])
def test_only_what_is_there_is_taken_out(place: str) -> None:
    with pytest.raises(KeyError):
        applied({"a": 1, "list": [1, 2, 3]}, {}, [place])


def test_areas_are_written_as_geometries_tell_their_outlines() -> None:
    import shapely

    assert canonical(shapely.Point(1, 2.5)) == '{"coordinates":[1,2.5],"type":"Point"}'
    assert canonical({"area": shapely.Polygon()}) == '{"area":{"coordinates":[],"type":"Polygon"}}'
