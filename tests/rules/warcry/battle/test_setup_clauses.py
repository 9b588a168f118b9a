"""The battleplan, deployment and reserves, clause by clause."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.rules.warcry.battle.field import RULES, Playing, R, box, fighting, profile, set_up
from tests.rules.warcry.battle.test_opening import begun, to_deploying
from warcry3d.game.agenda import run
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.warcry.battle.actions import Deploy, Pick, SplitGroups
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.setup.reserves import ReservePhase
from warcry3d.rules.warcry.battle.standings import standings
from warcry3d.rules.warcry.battle.state import FighterStatus
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.players.fallback import sure


def deploying(playing: Playing) -> Deploying:
    about = playing.choice.about
    assert isinstance(about, Deploying), about
    return about


def deploy_all(playing: Playing) -> list[str]:
    """Set up everybody at the first place that is allowed; return in which order they came."""
    order = []
    while isinstance(playing.due, Choice) and playing.due.kind == "deploy":
        action = sure(RULES, playing.state, playing.choice)
        assert isinstance(action, Deploy)
        order.append(action.fighter)
        playing.do(action)
    return order


def map_card(*changes: Mapping[str, Any], arrow: str = "north") -> dict[str, Any]:
    """Return a deployment card with the points of the field's card; ``changes``: of points, by side and group."""
    points = [
        {"side": side, "group": group, "at": [x, y]}
        for side, y in (("red", 3), ("blue", 19))
        for group, x in (("dagger", 15), ("shield", 6), ("hammer", 24))
    ]
    for change in changes:
        next(p for p in points if (p["side"], p["group"]) == (change["side"], change["group"])).update(change)
    return {
        "format": "warcry3d.deployment/1",
        "name": "Lines",
        "board": {"width": 30, "depth": 22},
        "arrow": arrow,
        "points": points,
    }


def with_map(*changes: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    plain = set_up([profile("a")], [profile("b")]).details
    return {"decks": {**plain["decks"], "deployment": [map_card(*changes)], **more}}


SIX = [profile(name) for name in "abcdef"]


def six_a_side(**more: Any) -> Playing:
    """Return a battle of six against six, groups of two, up to the roll-off for colours."""
    blue = [profile(name) for name in "ghijkl"]
    playing = Playing(RULES.start(set_up(SIX, blue, **more))).dice(6).dice(1).do(Pick(("red",)))
    playing.do(SplitGroups(("blue-g", "blue-h"), ("blue-i", "blue-j"), ("blue-k", "blue-l")))
    return playing.do(SplitGroups(("red-a", "red-b"), ("red-c", "red-d"), ("red-e", "red-f")))


def test_the_attacker_splits_second_and_knows_the_defenders_groups() -> None:
    """rule: WC-GROUP-2, WC-GROUP-5."""
    playing = begun().dice(6).dice(1).do(Pick(("red",)))
    assert playing.choice.player == "blue"
    playing.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)))
    assert playing.choice.player == "red"
    assert [playing.fighter(id).group for id in ("blue-d", "blue-e", "blue-f")] == ["dagger", "shield", "hammer"]


def test_the_winner_may_make_the_other_the_attacker() -> None:
    """rule: WC-ROLE-1."""
    playing = begun().dice(2).dice(5).do(Pick(("red",)))
    assert playing.state.attacker == "red"
    assert playing.choice.player == "blue"


def test_the_battlefield_is_set_up_in_the_order_of_the_steps() -> None:
    """rule: WC-STEP-1, WC-STEP-2, WC-PLAN-4.  Fighters stand there before the victory card's objectives are laid."""
    victory = {"name": "Lines", "objectives": [[15, 11]], "scores": [{"per": "controlled-objective"}]}
    twist = {"name": "Mire", "changes": [{"what": "move", "amount": -1}]}
    playing = to_deploying(begun(details=with_map(victory=[victory], twist=[twist])))
    assert [deck for deck, _ in playing.state.cards] == ["deployment", "victory", "twist"]
    deploy_all_but_one = [deploy(playing) for _ in range(5)]
    assert (playing.state.objectives, playing.state.effects) == ((), ())
    deploy(playing)
    assert len({*deploy_all_but_one}) == 5
    assert len(playing.state.objectives) == 1 and len(playing.state.effects) == 6
    assert (playing.state.round, isinstance(playing.due, Roll)) == (1, True)


def deploy(playing: Playing) -> str:
    action = sure(RULES, playing.state, playing.choice)
    assert isinstance(action, Deploy)
    playing.do(action)
    return action.fighter


def test_a_terrain_card_sets_features_up_as_it_shows_and_its_arrow_turns_the_deployment_map() -> None:
    """rule: WC-PLAN-7, WC-PLAN-5, WC-DEPLOY-4.  The card's arrow points south: red's dagger point is in the north."""
    stone = {"parts": [{"id": "stone", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]}
    table = {
        "format": "warcry3d.table/1",
        "ruleset": "warcry",
        "board": {"width": 30, "depth": 22},
        "pieces": {"stone": stone},
        "features": [{"id": "s1", "piece": "stone", "at": [4, 9, 0], "turn": 0}],
        "models": [],
    }
    cards = [{"name": "Plain", "table": table}, {"name": "Stone", "table": table, "arrow": "south"}]
    details = {**with_map(terrain=cards), "terrain": "deck"}
    playing = begun(details=details).dice(6).dice(1).do(Pick(("red",)))
    playing.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)), SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    assert playing.roll.sides == 2
    playing.dice(2)
    features = playing.state.table.terrain.features
    assert [(feature.id, feature.placement.at) for feature in features] == [("s1", (4, 9, 0))]
    playing.dice(6).dice(1).do(Pick(("red",)))
    assert deploying(playing).point.at == (15, 19)


def test_points_that_nobody_took_are_marked_with_the_name_that_the_choice_has_for_them() -> None:
    """rule: WC-DEPLOY-5.  One player has picked red; which points are blue stands beside them."""
    playing = six_a_side()
    one, *others = playing.state.sides
    state = playing.state.changed(sides=(one.changed(colour="red"), *(side.changed(colour="") for side in others)))
    marked = {(marker.side, str(marker.label)) for marker in standings(state).markers}
    groups = ("dagger", "shield", "hammer")
    assert marked == {(one.id, group) for group in groups} | {("", f"{group} (blue)") for group in groups}


def test_the_winner_of_a_roll_off_says_who_is_red_and_who_is_blue() -> None:
    """rule: WC-DEPLOY-5, WC-DEPLOY-8.  Blue wins and takes red, so the attacker is set up at blue points."""
    playing = six_a_side().dice(1).dice(6)
    assert (playing.choice.kind, playing.choice.player) == ("colour", "blue")
    playing.do(Pick(("red",)))
    assert [side.colour for side in playing.state.sides] == ["blue", "red"]
    assert playing.choice.player == "red"
    assert deploying(playing).point.at == (15, 19)
    assert playing.faults(Deploy("red-a", (15, 3, 0))) == ["WC-DEPLOY-2"]
    assert playing.faults(Deploy("red-a", (6, 19, 0))) == ["WC-DEPLOY-2"]
    assert not playing.faults(Deploy("red-a", (15, 19, 0)))


def test_all_of_a_group_is_set_up_before_the_next_group() -> None:
    """rule: WC-DEPLOY-6, WC-DEPLOY-7."""
    playing = six_a_side().dice(6).dice(1).do(Pick(("red",)))
    groups = [playing.fighter(id).group for id in deploy_all(playing)]
    order = ["red-dagger", "blue-dagger", "red-shield", "blue-shield", "red-hammer", "blue-hammer"]
    assert groups == [name.split("-")[1] for name in order for _ in range(2)]


def test_a_reserve_group_is_passed_over_and_set_aside() -> None:
    """rule: WC-DEPLOY-3, WC-DEPLOY-6."""
    details = with_map({"side": "red", "group": "shield", "round": 2})
    playing = to_deploying(begun(details=details))
    assert deploy_all(playing) == ["red-a", "blue-d", "blue-e", "red-c", "blue-f"]
    assert playing.fighter("red-b").place is FighterStatus.RESERVE
    assert "red-b" not in {model.id for model in playing.state.table.models}


def test_low_terrain_counts_as_the_ground_that_it_lies_on() -> None:
    """rule: WC-DEPLOY-9.  On rubble half an inch high, at the height of the rubble."""
    rubble = {"id": "rubble", "kind": "low", "box": {"min": [14, 2, 0], "max": [16, 4, 0.5]}}
    playing = to_deploying(begun(parts=[rubble])).do(Deploy("red-a", (15, 3, 0)))
    assert playing.fighter("red-a").at == pytest.approx((15, 3, 0.5))


# Reserves


def reserves(
    red: Mapping[str, str],
    blue: Mapping[str, str],
    places: Mapping[str, tuple[float, ...]],
    *changes: Mapping[str, Any],
    round: int = 2,
    initiative: str = "blue",
    **more: Any,
) -> Playing:
    """Return a battle in a reserve phase: fighters by group, those with ``places`` on the battlefield already."""
    groups = {
        **{f"red-{id}": group for id, group in red.items()},
        **{f"blue-{id}": group for id, group in blue.items()},
    }
    everywhere = {id: places.get(id, (28.0, 1.0)) for id in groups}
    details = with_map(*changes)
    playing = fighting(everywhere, details=details, round=round, initiative=initiative, agenda=(), **more)
    fighters = tuple(
        f.changed(group=groups[f.id], place=FighterStatus.BOARD if f.id in places else FighterStatus.RESERVE)
        for f in playing.state.fighters
    )
    sides = tuple(side.changed(colour=side.id) for side in playing.state.sides)
    do = Transition(playing.state.changed(fighters=fighters, sides=sides, agenda=(ReservePhase(),)))
    run(do)
    return Playing(do.state)


SHIELDS_IN_TWO = tuple({"side": side, "group": "shield", "round": 2} for side in ("red", "blue"))


def test_the_player_with_the_initiative_sets_up_all_its_reserves_first() -> None:
    """rule: WC-RESERVE-2.  Blue's shield and hammer, in that order; then red's shield."""
    hammer = {"side": "blue", "group": "hammer", "round": 2}
    playing = reserves({"a": "shield"}, {"b": "hammer", "c": "shield"}, {}, *SHIELDS_IN_TWO, hammer)
    assert deploy_all(playing) == ["blue-c", "blue-b", "red-a"]


@pytest.mark.parametrize(("round", "arriving"), [(2, ["red-a"]), (3, ["red-a", "blue-b"])])
def test_reserves_arrive_in_their_round(round: int, arriving: list[str]) -> None:
    """rule: WC-RESERVE-1.  Red's shield is due in round 2, blue's hammer in round 3."""
    due = ({"side": "red", "group": "shield", "round": 2}, {"side": "blue", "group": "hammer", "round": 3})
    playing = reserves({"a": "shield"}, {"b": "hammer"}, {}, *due, round=round, initiative="red")
    assert deploy_all(playing) == arriving


def test_reserves_stand_wholly_within_three_inches_and_a_monster_within() -> None:
    """rule: WC-RESERVE-3, WC-DEPLOY-10."""
    playing = reserves({"a": "shield"}, {"b": "dagger"}, {"blue-b": (20.0, 11.0)}, *SHIELDS_IN_TWO)
    assert not playing.faults(Deploy("red-a", (6, 6 - R, 0)))
    assert playing.faults(Deploy("red-a", (6, 6 - R + 0.01, 0))) == ["WC-RESERVE-3"]
    giant = {"red-a": profile("a", "gargantuan", base={"round": 90}, figure="gargantuan")}
    big = reserves({"a": "shield"}, {"b": "dagger"}, {"blue-b": (20.0, 11.0)}, *SHIELDS_IN_TWO, profiles=giant)
    assert not big.faults(Deploy("red-a", (6, 6 + 45 / 25.4, 0)))
    assert big.faults(Deploy("red-a", (6, 6 + 45 / 25.4 + 0.01, 0))) == ["WC-DEPLOY-10"]


def test_reserves_at_a_line_stand_wholly_within_three_inches_of_its_stretch() -> None:
    """rule: WC-RESERVE-4.  The northern half of the west edge; the point lies off the battlefield."""
    line = {"side": "red", "group": "shield", "round": 2, "at": [-1, 16], "line": [[0, 11], [0, 22]]}
    playing = reserves({"a": "shield"}, {"b": "dagger"}, {"blue-b": (20.0, 11.0)}, line)
    assert not playing.faults(Deploy("red-a", (3 - R, 12, 0)))
    assert not playing.faults(Deploy("red-a", (3 - R, 21, 0)))
    assert playing.faults(Deploy("red-a", (3 - R + 0.01, 16, 0))) == ["WC-RESERVE-4"]
    assert playing.faults(Deploy("red-a", (R, 8, 0))) == ["WC-RESERVE-4"]


def test_reserves_may_arrive_right_beside_enemies() -> None:
    """rule: WC-RESERVE-6.  A tenth of an inch from an enemy; after that it is engaged."""
    playing = reserves({"a": "shield"}, {"b": "dagger"}, {"blue-b": (6.0, 3.0)}, *SHIELDS_IN_TWO)
    playing.do(Deploy("red-a", (6 + 2 * R + 0.1, 3, 0)))
    assert playing.fighter("red-a").place is FighterStatus.BOARD


def crowd(*spots: tuple[float, float]) -> dict[str, tuple[float, ...]]:
    return {f"blue-x{n}": spot for n, spot in enumerate(spots)}


def test_a_group_whose_place_is_taken_by_enemies_stands_as_near_as_possible_one_by_one() -> None:
    """rule: WC-RESERVE-5.  Example EX-27: enemies on 2 in bases, one on the point and six around it."""
    ring = [(6 + 2.05 * math.cos(k * math.pi / 3), 4 + 2.05 * math.sin(k * math.pi / 3)) for k in range(6)]
    places = crowd((6.0, 4.0), *ring)
    blue = {id.split("-")[1]: "dagger" for id in places}
    big = {id: profile(id.split("-")[1], base={"round": 50.8}) for id in places}
    shield = {"side": "red", "group": "shield", "round": 2, "at": [6, 4]}
    playing = reserves({"a": "shield", "c": "shield"}, blue, places, shield, profiles=big)
    assert deploying(playing).way == ()
    nearest = sure(RULES, playing.state, playing.choice)
    assert isinstance(nearest, Deploy)
    off = math.dist(nearest.at[:2], (6, 4))
    assert 3 - R < off < 4
    assert playing.faults(Deploy("red-a", (6 + off + 1.0, 4, 0))) != []
    deploy_all(playing)
    assert {playing.fighter(id).place for id in ("red-a", "red-c")} == {FighterStatus.BOARD}


def enclosure(low: tuple[float, float], high: tuple[float, float]) -> list[dict[str, Any]]:
    """Return walls, 4 in high and not to be climbed, around a free rectangle within [1, 11] x [0, 8]."""
    (x0, y0), (x1, y1) = low, high
    return [
        box("west", [1, 0, 0], [x0, 8, 4], "unclimbable"),
        box("east", [x1, 0, 0], [11, 8, 4], "unclimbable"),
        box("south", [x0, 0, 0], [x1, y0, 4], "unclimbable"),
        box("north", [x0, y1, 0], [x1, 8, 4], "unclimbable"),
    ]


def two_shields(parts: Sequence[dict[str, Any]]) -> Playing:
    """Return red about to set up two fighters of its shield at (6, 3) among these parts."""
    return reserves(
        {"a": "shield", "c": "shield"}, {"b": "dagger"}, {"blue-b": (20.0, 11.0)}, *SHIELDS_IN_TWO, parts=parts
    )


def test_all_of_a_group_without_room_stand_as_near_as_possible_not_only_the_last() -> None:
    """rule: WC-RESERVE-5.  A hut leaves room for one of two: the first one has to take the nearest place of all."""
    walls = enclosure((5.2, 2.2), (6.8, 4.2))
    playing = two_shields(walls)
    assert deploying(playing).way == ()
    assert playing.faults(Deploy("red-a", (6, 3.5, 0))) == ["WC-RESERVE-5"]
    playing.do(Deploy("red-a", (6, 3, 0)))
    second = sure(RULES, playing.state, playing.choice)
    assert isinstance(second, Deploy)
    assert math.dist(second.at[:2], (6, 3)) > 3
    playing.do(second)


def test_nobody_may_waste_the_room_that_the_rest_of_the_group_needs() -> None:
    """rule: WC-RESERVE-5.  Two fit side by side in a lane 3 in long; one in its middle leaves none for the other."""
    walls = enclosure((4.5, 2.2), (7.5, 3.8))
    playing = two_shields(walls)
    assert len(deploying(playing).way) == 2
    assert playing.faults(Deploy("red-a", (6, 3, 0))) == ["WC-RESERVE-5"]
    playing.do(Deploy("red-a", (4.5 + R, 3, 0)), Deploy("red-c", (7.5 - R, 3, 0)))
