"""Places in words: on or beside which terrain, how far from the nearest enemy or marker."""

from dataclasses import replace

import pytest

from tests import zoo
from warcry3d.game.places import PlaceName
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.motion.path import Point
from warcry3d.rules.battle_api import Marker, MarkerKind
from warcry3d.rules.place_words import PlaceWords
from warcry3d.rules.warcry.battle.descriptions import place_name
from warcry3d.table.models import Model
from warcry3d.table.table import Table

HUT = zoo.feature("hut-1", zoo.box_part("walls", (0, 0, 0), (4, 4, 3), "platform"), at=(20, 10))
RADIUS = 16 / 25.4


def table_with(*others: Model) -> Table:
    return zoo.table(zoo.fighter("ann", (5, 5), side="red"), HUT, *others)


def said_at(table: Table, at: Point, *markers: Marker, who: str = "ann", language: str = "en") -> str:
    words = replace(Words(language), names_terrain=True)
    teller = Teller(words, {"ann": "Ann", "bob": "Bob", "cid": "Cid"}, where=PlaceWords(table, markers).said)
    return teller.said(message("{fighter} moves to {place}", fighter=who, place=place_name(at)))


BOB = zoo.fighter("bob", (10, 5), side="blue")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ((7.0, 5.0, 0.0), f"Ann moves to {3 - 2 * RADIUS:.2f} in from Bob"),
        ((10 - 2 * RADIUS, 5.0, 0.0), "Ann moves to base contact with Bob"),
        ((21.0, 11.0, 3.0), "Ann moves to hut 1, 3.00 in up"),
        ((7.0, 5.0, 0.09), f"Ann moves to {3 - 2 * RADIUS:.2f} in from Bob"),
        ((22.0, 12.0, 0.09), "Ann moves to the foot of hut 1"),
        ((20 - RADIUS, 12.0, 0.0), "Ann moves to the foot of hut 1"),
        ((18.0, 12.0, 0.0), f"Ann moves to {2 - RADIUS:.2f} in from hut 1"),
        ((28.0, 1.0, 0.0), "Ann moves to (28.0, 1.0)"),
    ],
)
def test_place_is_told_by_the_nearest_enemy_else_by_terrain(at: Point, said: str) -> None:
    """Seen with newcomers: the log spoke in coordinates, which nobody reads off a table."""
    table = table_with(BOB, zoo.fighter("cid", (7, 6), side="red"))
    assert said_at(table, at) == said


def test_fighter_on_terrain_near_an_enemy_is_told_by_both() -> None:
    table = table_with(zoo.fighter("bob", (23, 13, 3), side="blue"))
    gap = 2**1.5 - 2 * RADIUS
    assert said_at(table, (21.0, 11.0, 3.0)) == f"Ann moves to hut 1, 3.00 in up, {gap:.2f} in from Bob"
    chinese = said_at(table, (21.0, 11.0, 3.0), language="zh_CN")
    assert chinese.endswith(f"小屋1 上 3.00 英寸高处、距 Bob {gap:.2f} 英寸处")


def test_fighter_that_hangs_at_a_wall_is_at_that_terrain() -> None:
    assert said_at(table_with(), (20 - RADIUS, 12.0, 1.5)) == "Ann moves to hut 1, 1.50 in up"


def test_markers_name_places_unless_they_are_carried_or_lie_there_themselves() -> None:
    at = (6.0, 8.0, 0.0)
    free = Marker(MarkerKind.TREASURE, "2", at)
    assert said_at(table_with(), (8.0, 8.0, 0.0), free) == f"Ann moves to {2 - RADIUS:.2f} in from treasure 2"
    assert said_at(table_with(), at, free) == "Ann moves to treasure 2"
    for other in (replace(free, side="red"), replace(free, kind=MarkerKind.DEPLOYMENT)):
        assert "treasure" not in said_at(table_with(), (8.0, 8.0, 0.0), other)
    objective = Marker(MarkerKind.OBJECTIVE, "1", (8.0, 8.0, 0.0), "red")
    assert said_at(table_with(), (8.0, 8.0, 0.0), objective) == "Ann moves to objective 1"
    lies = PlaceWords(table_with(), (free,)).said(place_name(at), ())
    assert isinstance(lies, PlaceName)


def test_place_of_nobody_named_belongs_to_who_acts() -> None:
    table = table_with(BOB)
    place = place_name((7.0, 5.0, 0.0))
    assert str(PlaceWords(table, (), "ann").said(place)) == f"{3 - 2 * RADIUS:.2f} in from bob"
    assert PlaceWords(table).said(place) is place


def test_without_words_places_are_told_by_coordinates() -> None:
    said = Teller(Words("en")).said(message("{fighter} moves to {place}", fighter="ann", place=place_name((1, 2, 3))))
    assert said == "ann moves to (1.0, 2.0), 3.0 in above the floor"
