"""Whom fighters can attack after one move: by real ways and real sight, not by the straight distance."""

import pytest

from tests.rules.warcry.battle.field import BOW, RULES, Playing, box, fighting, profile
from tests.rules.warcry.battle.prompting import asked
from warcry3d.game.prompts import PickOne
from warcry3d.game.reasons import RuleReason
from warcry3d.rules.warcry.battle.actions import Activate
from warcry3d.rules.warcry.battle.previews.targets import approach_to, note_targets
from warcry3d.rules.warcry.battle.state import Treasure
from warcry3d.rules.warcry.players.preparing import next_choices
from warcry3d.sight.distance import measure_to_point

WALL = box("wall", (8, 0, 0), (8.5, 22, 9))
"""Nobody gets over it, or around it, with one move, and nobody sees through it."""


def targets(playing: Playing, id: str = "red-a") -> tuple[str, ...]:
    note_targets(playing.state, id)
    return playing.state.targets[id]


def test_enemy_within_a_move_and_a_reach_is_a_target() -> None:
    assert targets(fighting({"red-a": (5, 5), "blue-b": (9, 5), "blue-c": (20, 5)})) == ("blue-b",)


def test_enemy_behind_a_wall_is_none_however_near() -> None:
    places = {"red-a": (6.5, 11), "blue-b": (10.0, 11)}
    assert targets(fighting(places)) == ("blue-b",)
    assert targets(fighting(places, parts=[WALL])) == ()


@pytest.mark.parametrize(("length", "expected"), [(22.0, ()), (12.0, ("blue-b",))])
def test_archer_needs_a_place_from_which_it_sees_its_target(length: float, expected: tuple[str, ...]) -> None:
    wall = box("wall", (8, 0, 0), (8.5, length, 9))
    archer = {"red-a": profile("a", weapons=[BOW])}
    assert targets(fighting({"red-a": (5, 11), "blue-b": (13, 12.5)}, parts=[wall], profiles=archer)) == expected


def test_who_is_engaged_attacks_its_neighbour_and_needs_no_move() -> None:
    assert targets(fighting({"red-a": (5, 5), "blue-b": (6.6, 5), "blue-c": (8.5, 5)})) == ("blue-b",)


def test_once_prepared_the_prompt_names_those_who_truly_can_and_whom() -> None:
    playing = fighting({"red-a": (6.5, 11), "red-b": (6.5, 3), "blue-c": (10, 11), "blue-d": (3, 3)}, parts=[WALL])
    before = asked(playing)["activate"]
    assert isinstance(before, PickOne)
    both = "red-a can attack blue-c, red-b can attack blue-d"
    assert str(before.hint) == f"Pick the fighter that acts next. After one move, terrain aside, {both}."
    for _ in next_choices(playing.state, "red"):
        pass
    after = asked(playing)["activate"]
    assert isinstance(after, PickOne)
    assert str(after.hint) == "Pick the fighter that acts next. After one move red-b can attack blue-d."
    said = {
        option.id: [str(one.message) for one in option.facts if "attack" in str(one.message)]
        for option in after.options
    }
    assert said == {"red-a": [], "red-b": ["can attack blue-d"]}
    lines = RULES.preview(playing.state, Activate("red-b")).lines
    assert str(lines[-1].message) == "can attack after one move: blue-d"


def test_who_cannot_be_attacked_after_a_move_is_said_to_be_out_of_reach_and_why() -> None:
    places = {"red-a": (6.5, 11), "red-b": (6.5, 3), "blue-c": (10, 11), "blue-d": (20, 11)}
    state = fighting(places, parts=[WALL]).state
    far, behind = approach_to(state, "red-a", "blue-d", 5.0), approach_to(state, "red-a", "blue-c", 5.0)
    assert isinstance(far, RuleReason) and isinstance(behind, RuleReason)
    assert str(far.message) == "out of reach: 12.24 in away; it moves 5 in, and reaches 1 in with its sword"
    assert str(behind.message) == "out of reach: no place within 5 in to attack it from"
    assert approach_to(state, "red-a", "red-b", 5.0) is None, "a friend is no aim"
    assert not isinstance(approach_to(fighting(places).state, "red-a", "blue-c", 5.0), RuleReason)


def test_treasure_is_come_to_where_it_can_be_picked_up() -> None:
    """rule: WC-OBJ-2."""
    playing = fighting({"red-a": (5, 5), "blue-b": (20, 15)})
    treasures = (Treasure(id="treasure-1", at=(8.0, 5.0, 0.0)), Treasure(id="treasure-2", at=(25.0, 5.0, 0.0)))
    state = playing.state.changed(treasures=treasures)
    place = approach_to(state, "red-a", "treasure-1", 4.0)
    assert isinstance(place, tuple)
    assert measure_to_point(state.standing("red-a", place, 0.0).table.model("red-a"), treasures[0].at).direct <= 1.0
    assert place[0] < 8.0 and place[1] == pytest.approx(5.0, abs=0.3), "no farther than it must"
    assert approach_to(state, "red-a", "treasure-2", 4.0) is None, "too far"
    carried = state.changed(treasures=(treasures[0].changed(carrier="blue-b"),))
    assert approach_to(carried, "red-a", "treasure-1", 4.0) is None
