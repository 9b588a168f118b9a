"""Roles, groups, cards, terrain, deployment, reserves."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import RULES, Playing, R, profile, set_up
from warcry3d.errors import FileError
from warcry3d.game.actions import Pick, Rolled
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.warcry.bands.files import shipped_band
from warcry3d.rules.warcry.battle.actions import Activate, Deploy, Laid, SetUpTerrain, SplitGroups, UseWild, Wait
from warcry3d.rules.warcry.battle.context import AgreedWire
from warcry3d.rules.warcry.battle.setup.deployment import DeployAll
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup

RED = [profile(name) for name in ("a", "b", "c")]
BLUE = [profile(name) for name in ("d", "e", "f")]

ROUND_TWO = [
    {"side": side, "group": group, "at": [x, y], **({"round": 2} if group == "hammer" else {})}
    for side, y in (("red", 3), ("blue", 19))
    for group, x in (("dagger", 15), ("shield", 6), ("hammer", 24))
]


def begun(**more: Any) -> Playing:
    """Return a battle of three against three before anything was decided."""
    return Playing(RULES.start(set_up(more.pop("red", RED), more.pop("blue", BLUE), **more)))


def to_deploying(playing: Playing) -> Playing:
    """Play on: red attacks and takes red; each group gets a fighter."""
    playing.dice(6).dice(1).do(Pick(("red",)))
    playing.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)), SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    return playing.dice(6).dice(1).do(Pick(("red",)))


def test_the_winner_of_the_roll_off_says_who_attacks_and_the_defender_splits_first() -> None:
    """rule: WC-BAND-6, WC-ROLE-1, WC-GROUP-2, WC-DICE-2."""
    playing = begun().dice(2).dice(5)
    assert (playing.choice.player, playing.choice.kind) == ("blue", "attacker")
    playing.do(Pick(("blue",)))
    assert (playing.choice.player, playing.choice.kind) == ("red", "groups")
    playing.do(SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    assert playing.choice.player == "blue"


@pytest.mark.parametrize(
    "groups",
    [
        SplitGroups(("red-a", "red-b", "red-c")),
        SplitGroups(("red-a", "red-b"), ("red-b",), ("red-c",)),
        SplitGroups(("red-a",), ("red-b",), ("blue-d",)),
        SplitGroups(("red-a",), ("red-b",)),
    ],
)
def test_groups_are_as_even_as_can_be_and_everybody_is_in_one(groups: SplitGroups) -> None:
    """rule: WC-BAND-6, WC-GROUP-1, WC-GROUP-3."""
    playing = begun().dice(2).dice(5).do(Pick(("blue",)))
    assert {"WC-BAND-6", "WC-GROUP-1", "WC-GROUP-3"} & set(playing.faults(groups))


def test_a_card_is_drawn_of_each_deck_that_was_not_chosen() -> None:
    """rule: WC-PLAN-1, WC-PLAN-5, WC-PLAN-6.

    Two victory cards: a die with two sides; of one card, or a chosen one, no die.
    """
    setup = set_up(RED, BLUE)
    decks = {**setup.details["decks"], "victory": [_victory("Reaper"), _victory("Vigil")]}
    drawn = begun(details={"decks": decks}).dice(2).dice(5).do(Pick(("blue",)))
    drawn.do(SplitGroups(("red-a",), ("red-b",), ("red-c",)), SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)))
    assert drawn.roll.sides == 2
    assert drawn.dice(2).state.card("victory") == "Vigil"
    chosen = begun(details={"decks": decks, "cards": {"victory": "Reaper"}})
    assert to_deploying(chosen).state.card("victory") == "Reaper"


def _victory(name: str) -> dict[str, Any]:
    return {"name": name, "scores": [{"per": "more-blood"}]}


def test_groups_are_set_up_in_turn_daggers_first_attacker_first() -> None:
    """rule: WC-DEPLOY-1, WC-DEPLOY-6."""
    playing, order = to_deploying(begun()), []
    while isinstance(playing.due, Choice) and playing.due.kind == "deploy":
        asked: Any = playing.due.about
        order.append(asked.fighters[0])
        playing.do(Deploy(asked.fighters[0], (*asked.point.at, 0.0)))
    assert order == ["red-a", "blue-d", "red-b", "blue-e", "red-c", "blue-f"]
    assert isinstance(playing.due, Roll)
    assert playing.state.round == 1


def test_a_fighter_is_set_up_wholly_within_three_inches_of_its_point() -> None:
    """rule: WC-DEPLOY-2.  The point is at (15, 3): the base's far side is at 3 in when its centre is at 3 - R."""
    playing = to_deploying(begun())
    assert not playing.faults(Deploy("red-a", (15, 6 - R, 0)))
    assert playing.faults(Deploy("red-a", (15, 6 - R + 0.01, 0))) == ["WC-DEPLOY-2"]


def test_a_fighter_is_set_up_on_floor_or_platform_clear_of_all() -> None:
    """rule: WC-DEPLOY-2, WC-DEPLOY-9, WC-PLAYERS-4.

    On the deck at 2 in: yes; in mid-air, in its stone, on another fighter, off the board: no.
    """
    deck = {"id": "deck", "kind": "platform", "box": {"min": [13, 1, 0], "max": [15, 5, 2]}}
    playing = to_deploying(begun(parts=[deck]))
    assert not playing.faults(Deploy("red-a", (14, 3, 2)))
    assert playing.faults(Deploy("red-a", (14, 3, 1))) == ["WC-DEPLOY-9"]
    assert playing.faults(Deploy("red-a", (16, 3, 1))) == ["WC-DEPLOY-9"]
    assert playing.faults(Deploy("red-a", (14, 3, 0))) == ["WC-DEPLOY-2"]
    assert playing.faults(Deploy("red-b", (14, 3, 2))) == ["WC-DEPLOY-2"]
    assert playing.faults(Deploy("red-a", (16, 0.3, 0))) == ["WC-DEPLOY-2"]


def test_a_monster_is_set_up_within_not_wholly_within() -> None:
    """rule: WC-DEPLOY-2, WC-MON-1, WC-DEPLOY-10.

    The near side of a base of 90 mm is within 3 in at up to 3 in + its radius.
    """
    giant = profile("a", "gargantuan", base={"round": 90}, figure="gargantuan")
    radius = 45 / 25.4
    playing = to_deploying(begun(red=[giant, *RED[1:]]))
    assert not playing.faults(Deploy("red-a", (15, 6 + radius, 0)))
    assert playing.faults(Deploy("red-a", (15, 6 + radius + 0.01, 0))) == ["WC-DEPLOY-10"]


def test_reserves_wait_and_arrive_in_their_round() -> None:
    """rule: WC-DEPLOY-3, WC-ROUND-1, WC-RESERVE-1."""
    playing = to_deploying(begun(deployment=ROUND_TWO, details=_without_map()))
    while isinstance(playing.due, Choice) and playing.due.kind == "deploy":
        asked: Any = playing.due.about
        playing.do(Deploy(asked.fighters[0], (*asked.point.at, 0.0)))
    places = {fighter.id: fighter.place for fighter in playing.state.fighters}
    assert (places["red-c"], places["blue-f"], places["red-a"]) == ("reserve", "reserve", "board")
    playing = _to_round_two(playing)
    arrives: Any = playing.choice.about
    assert (playing.choice.kind, playing.choice.player) == ("deploy", playing.state.initiative)
    assert arrives.point.round == 2


def _without_map() -> dict[str, Any]:
    decks = {**set_up(RED, BLUE).details["decks"], "deployment": []}
    return {"decks": decks}


def _to_round_two(playing: Playing) -> Playing:
    while playing.state.round < 2 or playing.state.phase != "reserve":
        match playing.due:
            case Roll(count=count):
                playing.do(Rolled(tuple(range(1, count + 1)) if playing.due.player == "red" else (2,) * count))
            case Choice(kind="wild"):
                playing.do(UseWild())
            case Choice(kind="activate", about=able):
                playing.do(Activate(able[0]))  # type: ignore[index]
            case Choice(kind="act"):
                playing.do(Wait())
            case _:
                raise AssertionError(playing.due)
    return playing


def test_who_finds_no_room_stands_as_near_as_possible() -> None:
    """rule: WC-RESERVE-5, WC-DEPLOY-3.  A block 8 in wide fills the place: the nearest is 4 in + R off, beside it."""
    block = {"id": "block", "kind": "unclimbable", "box": {"min": [11, 0, 0], "max": [19, 7, 4]}}
    playing = to_deploying(begun(parts=[block]))
    assert not playing.faults(Deploy("red-a", (11 - R - 0.001, 3, 0)))
    assert playing.faults(Deploy("red-a", (11 - R - 1, 3, 0))) == ["WC-RESERVE-5"]


def test_a_group_with_a_line_is_set_up_along_the_edge() -> None:
    """rule: WC-DEPLOY-3, WC-RESERVE-4.

    The line is the lower half of the west edge: 2.9 in from it anywhere, not beyond its end.
    """
    points = [dict(point) for point in ROUND_TWO]
    points[0] |= {"at": [0, 5], "line": [[0, 0], [0, 11]]}
    playing = to_deploying(begun(deployment=points, details=_without_map()))
    assert not playing.faults(Deploy("red-a", (3 - R, 1, 0)))
    assert not playing.faults(Deploy("red-a", (3 - R, 11, 0)))
    assert playing.faults(Deploy("red-a", (3 - R, 12, 0))) == ["WC-DEPLOY-2"]


def test_free_terrain_has_two_features_in_each_quarter_and_the_other_player_turns_the_map() -> None:
    """rule: WC-PLAN-3, WC-PLACE-1, WC-PLACE-2, WC-PLACE-3, WC-PLACE-4."""
    stone = {"parts": [{"id": "stone", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]}
    setup = set_up(RED, BLUE, details={"terrain": "free"})
    setup.table["pieces"] = {"stone": stone}
    setup.table["features"] = [{"id": f"s{n}", "piece": "stone", "at": [0, 0, 0], "turn": 0} for n in range(9)]
    playing = Playing(RULES.start(setup)).dice(6).dice(1).do(Pick(("red",)))
    playing.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)), SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    playing.dice(1).dice(6)
    assert (playing.choice.kind, playing.choice.player) == ("terrain", "blue")
    spots = [(x + dx, y + 3.0, 0.0) for x in (5.0, 20.0) for y in (2.0, 14.0) for dx in (0.0, 3.0)]
    laid = tuple(Laid(f"s{n}", at) for n, at in enumerate(spots))
    assert playing.faults(SetUpTerrain(laid[:7])) == ["WC-PLAN-3"]
    assert playing.faults(SetUpTerrain((*laid[:7], Laid("s7", (5.2, 5.2, 0))))) != []
    assert playing.faults(SetUpTerrain((*laid, Laid("s0", (9, 9, 0))))) == ["WC-PLAN-3"]
    playing.do(SetUpTerrain(laid))
    assert len(playing.state.table.terrain.features) == 8
    assert (playing.choice.kind, playing.choice.player, playing.choice.about) == (
        "orientation",
        "red",
        ("north", "south"),
    )
    playing.do(Pick(("south",))).dice(6).dice(1).do(Pick(("red",)))
    asked: Any = playing.choice.about
    assert asked.point.at == (15, 19)


def test_illegal_warbands_are_refused_with_every_fault() -> None:
    """rule: WC-BAND-1, WC-BAND-2."""
    with pytest.raises(FileError, match=r"not legal.*WC-BAND-2") as error:
        RULES.start(set_up(RED, BLUE, details={"agreed": {"warbands": "legal"}}))
    assert "details.warbands.red" in str(error.value)


def test_warbands_of_a_battle_name_no_files() -> None:
    setup = set_up(RED, BLUE)
    setup.details["warbands"]["red"]["from"] = ["secrets.fighters.json"]
    with pytest.raises(FileError, match="written out") as error:
        RULES.start(setup)
    assert "details.warbands.red.from" in str(error.value)


@pytest.mark.parametrize(
    ("details", "place"),
    [
        ({"cards": {"victory": "Nobody's"}}, "details.cards.victory"),
        ({"decks": {"format": "warcry3d.decks/1"}}, "details.decks.victory"),
        ({"terrain": "sea"}, "details.terrain"),
        ({"agreed": {"too_close": "maybe"}}, "details.agreed.too_close"),
    ],
)
def test_what_is_wrong_with_a_set_up_is_told_with_its_place(details: dict[str, Any], place: str) -> None:
    with pytest.raises(FileError) as error:
        RULES.start(set_up(RED, BLUE, details=details))
    assert place in str(error.value)


def test_a_battle_of_the_shipped_warbands_on_drawn_terrain_begins() -> None:
    """rule: WC-PLAN-1, WC-PLAN-2."""
    bands = {"north": shipped_band("stilt-watch"), "south": shipped_band("low-tide")}
    playing = Playing(RULES.start(battle_setup(bands, agreed=AgreedWire())))
    playing.dice(6).dice(1).do(Pick(("north",)))
    for _ in range(2):
        playing.do(SplitGroups(*playing.choice.about))  # type: ignore[misc]
    while isinstance(playing.due, Roll) and playing.due.why.rule == "WC-PLAN-1":
        playing.dice(1)
    decks = dict(playing.state.cards)
    assert decks["terrain"] == "Stilts"
    assert set(decks) == {"terrain", "deployment", "victory", "twist"}
    assert any(isinstance(step, DeployAll) for step in playing.state.agenda)
