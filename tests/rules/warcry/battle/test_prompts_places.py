"""How it can be answered where something is put: what is drawn as an area is allowed, what is suggested will do."""

import math

import pytest
import shapely

from tests.rules.warcry.battle.field import Playing, R, fighting, leg, profile
from tests.rules.warcry.battle.powers import powered, use
from tests.rules.warcry.battle.prompting import answer, asked
from tests.rules.warcry.battle.test_card_preparations import LINES, TREASURE, setting_up
from tests.rules.warcry.battle.test_opening import begun, to_deploying
from tests.rules.warcry.battle.test_setup_clauses import enclosure, two_shields
from tests.soak import mostly_soak
from warcry3d.game.actions import PlaceAt
from warcry3d.game.prompts import Place, Placing
from warcry3d.rules.warcry.battle.actions import Activate, Deploy, DropTreasure, Move, Wait
from warcry3d.rules.warcry.battle.state import Treasure

WALL = {"id": "wall", "kind": "obstacle", "box": {"min": [10, 0, 0], "max": [10.5, 10, 4]}}
DECK = {"id": "deck", "kind": "platform", "box": {"min": [13, 1, 0], "max": [15, 5, 2]}}
EDGE = 0.02
"""Areas are drawn with polygons: they keep so far (in) inside of what is allowed, or go so far beyond."""
COARSE = mostly_soak((2, 1), quick=1)
"""How much coarser than in the soak the grids are on which areas are looked at."""


def place(playing: Playing, id: str) -> Place:
    prompt = asked(playing)[id]
    assert isinstance(prompt, Place)
    return prompt


def areas(prompt: Place) -> dict[float, shapely.Geometry]:
    """Return where the centre may be, by the height of the surface."""
    found: dict[float, list[shapely.Polygon]] = {}
    for area in prompt.areas:
        outer, *holes = area.rings
        found.setdefault(area.height, []).append(shapely.Polygon(outer, holes))
    return {height: shapely.union_all(patches) for height, patches in found.items()}


def check_areas(playing: Playing, prompt: Place, step: float = 0.25, around: float = 1.0) -> int:
    """Hold the areas against the rules, at places on a grid not at their borders, up to ``around`` (in) beside them;
    return how many were in one.
    """
    found, inside = areas(prompt), 0
    west, south, east, north = shapely.union_all(list(found.values())).buffer(around).bounds
    for height, area in found.items():
        for x in (west + step * n for n in range(int((east - west) / step) + 1)):
            for y in (south + step * n for n in range(int((north - south) / step) + 1)):
                if area.boundary.distance(shapely.Point(x, y)) < EDGE:
                    continue
                placing = Placing(prompt.items[0].id, (x, y, height), 0.0)
                is_allowed = not playing.faults(prompt.action((placing,)))
                assert is_allowed == bool(shapely.intersects_xy(area, x, y)), (x, y, height)
                inside += is_allowed
    return inside


# Deployment


@pytest.mark.parametrize("coarse", COARSE)
def test_each_fighter_of_a_group_has_a_prompt_whose_areas_are_what_is_allowed(coarse: int) -> None:
    """rule: WC-DEPLOY-2, WC-DEPLOY-9."""
    playing = to_deploying(begun(parts=[DECK]))
    assert list(asked(playing)) == ["deploy:red-a"]
    prompt = place(playing, "deploy:red-a")
    assert sorted(areas(prompt)) == [0, 2]
    assert check_areas(playing, prompt, 0.25 * coarse) > 50 / coarse**2
    assert str(prompt.detail) == "within 3 in of its point"


def test_what_is_suggested_for_each_of_a_group_is_allowed_until_all_stand() -> None:
    """rule: WC-RESERVE-5.  Two fit in a lane only side by side."""
    walls = enclosure((4.5, 2.2), (7.5, 3.8))
    for order in (("red-a", "red-c"), ("red-c", "red-a")):
        playing = two_shields(walls)
        assert list(asked(playing)) == ["deploy:red-a", "deploy:red-c"]
        for id in order:
            prompt = place(playing, f"deploy:{id}")
            assert isinstance(prompt.action(prompt.suggested), Deploy)
            answer(playing, prompt.id, prompt.suggested)
        assert [playing.fighter(id).place for id in order] == ["board", "board"]


@pytest.mark.parametrize("coarse", COARSE)
def test_who_finds_no_room_with_its_group_is_offered_the_nearest_places_alone(coarse: int) -> None:
    """rule: WC-RESERVE-5.  A hut with room for one of two."""
    walls = enclosure((5.2, 2.2), (6.8, 4.2))
    playing = two_shields(walls)
    prompt = place(playing, "deploy:red-a")
    assert str(prompt.detail) == "as near to its point as possible"
    assert check_areas(playing, prompt, 0.06 * coarse, around=1.0 if coarse == 1 else 0.3) > 0
    answer(playing, "deploy:red-a", prompt.suggested)
    assert math.dist(playing.fighter("red-a").at[:2], (6, 3)) < 0.02
    second = place(playing, "deploy:red-c")
    assert math.dist(second.suggested[0].at[:2], (6, 3)) > 3
    answer(playing, "deploy:red-c", second.suggested)


def test_an_oval_base_has_the_area_of_its_facing() -> None:
    """rule: WC-DEPLOY-2.  75 by 42 mm: 4 cm shorter across than along."""
    bike = profile("a", base={"oval": [75, 42]})
    prompt = place(to_deploying(begun(red=[bike, profile("b"), profile("c")])), "deploy:red-a")
    (area,) = areas(prompt).values()
    west, south, east, north = area.bounds
    assert north - south > east - west + 0.5
    assert prompt.suggested[0].turn == 0.0
    assert prompt.turns


# Falls


def climbing() -> Playing:
    playing = fighting({"red-a": (10 - R, 5), "blue-b": (25, 15)}, parts=[WALL])
    return playing.do(Activate("red-a"), Move(leg("climb", (10 - R, 5, 1.5))), Wait())


@pytest.mark.parametrize("coarse", COARSE)
def test_a_fall_is_answered_in_the_areas_on_lower_ground(coarse: int) -> None:
    """rule: WC-FALL-2."""
    playing = climbing()
    assert playing.choice.player == "blue"
    prompt = place(playing, "fall")
    assert not prompt.turns and prompt.detail is None, "straight below is no distance to tell of"
    assert check_areas(playing, prompt, 0.25 * coarse) > 50 / coarse**2
    answer(playing, "fall", prompt.suggested)
    assert playing.fighter("red-a").at == pytest.approx((10 - R, 5, 0))


def test_a_fall_beside_somebody_says_how_far_the_nearest_place_is() -> None:
    """It read like a rule about the place: 0.53 in away at least."""
    playing = climbing()
    below = (one.changed(at=(10 - R, 5.5, 0.0)) if one.id == "blue-b" else one for one in playing.state.fighters)
    playing.state = playing.state.changed(fighters=tuple(below))
    said = str(place(playing, "fall").detail)
    assert said.startswith("the nearest is ") and said.endswith(" in away")


def test_a_place_on_low_terrain_need_not_be_given_with_its_exact_height() -> None:
    """rule: WC-FALL-2, WC-TERR-1.  The fighter rests on the rubble, 0.5 in up."""
    rubble = {"id": "rubble", "kind": "obstacle", "box": {"min": [2, 2, 0], "max": [9.4, 8, 0.5]}}
    playing = fighting({"red-a": (10 - R, 5, 0.5), "blue-b": (25, 15)}, parts=[WALL, rubble])
    playing.do(Activate("red-a"), Move(leg("climb", (10 - R, 5, 2))), Wait())
    answer(playing, "fall", (Placing("red-a", (8.5, 5, 0)),))
    assert playing.fighter("red-a").at == pytest.approx((8.5, 5, 0.5))


# Set up again, set down


def test_a_dragged_fighter_is_put_in_the_areas_and_faces_as_the_player_says() -> None:
    """rule: WC-DRAG-1."""
    wide = profile("m", "gargantuan", base={"round": 90}, figure="gargantuan")
    playing = powered({"red-m": (8, 8), "blue-b": (14, 8)}, (3, 3), activated="red-m", profiles={"red-m": wide})
    playing.do(use("drag", 3, 3))
    prompt = place(playing, "place")
    assert prompt.turns
    assert prompt.suggested[0].turn == math.pi
    (area,) = areas(prompt).values()
    spot = area.representative_point()
    answer(playing, "place", (Placing("blue-b", (spot.x, spot.y, 0.0), 0.5),))
    assert playing.fighter("blue-b").turn == 0.5


def test_what_lies_and_stands_on_a_feature_that_is_torn_down_is_put_on_the_floor() -> None:
    """rule: WC-WRECK-2."""
    wide = profile("m", "gargantuan", base={"round": 90}, figure="gargantuan")
    deck = {"id": "deck", "kind": "platform", "box": {"min": [10.2, 5, 0], "max": [14, 11, 2]}}
    playing = powered(
        {"red-m": (8, 8), "blue-b": (12, 8, 2)},
        (3, 4),
        activated="red-m",
        profiles={"red-m": wide},
        features=[deck],
        treasures=(Treasure(id="treasure-1", at=(11.0, 6.0, 2.0)),),
    )
    playing.do(use("devastating-rampage", 3, 4))
    answer(playing, "order", "blue-b")
    answer(playing, "place", place(playing, "place").suggested)
    marker = place(playing, "place")
    assert [one.id for one in marker.items] == ["treasure-1"]
    answer(playing, "place", marker.suggested)
    assert playing.state.treasures[0].at[2] == 0


# Markers and treasure


def test_a_treasure_is_dropped_in_the_areas_around_its_carrier() -> None:
    """rule: WC-OBJ-2, WC-DROP-3."""
    carried = Treasure(id="treasure-1", at=(0, 0, 0), carrier="red-a")
    playing = fighting({"red-a": (14, 3, 2), "blue-b": (25, 15)}, parts=[DECK], treasures=(carried,))
    fighters = tuple(f.changed(treasure="treasure-1") if f.id == "red-a" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    playing.do(Activate("red-a"), DropTreasure())
    prompt = place(playing, "drop")
    assert sorted(areas(prompt)) == [0, 2]
    assert areas(prompt)[2].contains(shapely.Point(14, 3).buffer(0.99))
    assert [one.id for one in prompt.items] == ["treasure-1"]
    answer(playing, "drop", prompt.suggested)
    assert playing.state.treasures[0].at == (14, 3, 2)


@pytest.mark.parametrize("coarse", COARSE)
def test_a_marker_is_placed_in_the_areas_away_from_edges_and_others(coarse: int) -> None:
    """rule: WC-PLAN-4."""
    playing = setting_up({**LINES, "objectives": [[15, 11]], "place": [{**TREASURE, "apart": 6, "edge": 3}]})
    prompt = place(playing, "marker")
    assert check_areas(playing, prompt, 1.1 * coarse) > 50 / coarse**2
    answer(playing, "marker", prompt.suggested)
    assert [treasure.id for treasure in playing.state.treasures] == ["treasure-1"]


@pytest.mark.parametrize("coarse", COARSE)
def test_a_marker_for_the_floor_is_not_placed_on_terrain(coarse: int) -> None:
    """rule: WC-FIELD-1."""
    playing = setting_up({**LINES, "place": [{**TREASURE, "on": "floor"}]}, parts=[DECK])
    assert list(areas(place(playing, "marker"))) == [0]
    assert check_areas(playing, place(playing, "marker"), 0.9 * coarse) > 50 / coarse**2
    assert playing.faults(PlaceAt((14, 3, 2))) == ["WC-FIELD-1"]


def test_area_of_an_oval_base_follows_its_facing() -> None:
    """rule: WC-DEPLOY-2.  What fits lengthwise fits no more when it is turned; a round base has one area for all."""
    bike = profile("a", base={"oval": [75, 42]})
    playing = to_deploying(begun(red=[bike, profile("b"), profile("c")]))
    prompt = place(playing, "deploy:red-a")
    assert prompt.areas_facing is not None
    across = prompt.areas_facing("red-a", prompt.suggested[0].turn + math.pi / 2)
    assert prompt.areas_facing("red-a", prompt.suggested[0].turn) == prompt.areas
    assert across and across != prompt.areas
    for area in across:
        x, y = shapely.Polygon(area.rings[0]).representative_point().coords[0]
        answered = (Placing("red-a", (x, y, area.height), prompt.suggested[0].turn + math.pi / 2),)
        assert not playing.faults(prompt.action(answered))
    assert place(to_deploying(begun(parts=[DECK])), "deploy:red-a").areas_facing is None
