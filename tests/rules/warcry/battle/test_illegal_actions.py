"""Whatever is proposed, whenever: it is told what is wrong with it, nothing raises, nothing unwritable is allowed."""

import math
from collections import Counter
from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, RULES, SWORD, box, fighting, profile, set_up
from tests.soak import mostly_soak
from warcry3d.game.actions import Action, Decline, Done, Pick, PlaceAt, React, Rolled
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import canonical
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.motion.path import MAX_LEGS, MAX_POINTS, Leg, LegKind, Path, Point
from warcry3d.rules.warcry.battle.action_checks import FARTHEST
from warcry3d.rules.warcry.battle.actions import (
    ACTIONS,
    Activate,
    Attack,
    Deploy,
    Disengage,
    DropTreasure,
    Laid,
    Move,
    SetUpTerrain,
    SplitGroups,
    UseAbility,
    UseWild,
    Wait,
)
from warcry3d.rules.warcry.battle.state import State
from warcry3d.units import MM

HERE: Point = (5.0, 5.0, 0.0)
NO_PLACES = (math.nan, math.inf, -math.inf, 1e308, -1e154, 1.001 * FARTHEST)
ODD_PLACES: tuple[Point, ...] = (
    *((value, 5.0, 0.0) for value in NO_PLACES),
    *((5.0, 5.0, value) for value in NO_PLACES),
    (FARTHEST, -FARTHEST, FARTHEST),
    (0.0, 0.0, 0.0),
    (16.0, 10.0, 3.0),
    (16.0, 10.0, 1.5),
    (9.15, 11.0, 2.0),
    (5.0, 5.0, 1e-320),
)
IDS = ("", "red-a", "blue-a", "nobody", "(treasure)", "treasure-1", "stones", "{fighter}", "0", "-1", "x" * 5000)


def way(*points: Point, kind: LegKind = LegKind.WALK, through: str = "", facing: float | None = None) -> Path:
    return Path((Leg(kind, points, through, facing),))


def zoo() -> list[Action]:
    """Return actions of all kinds with all values that nobody means."""
    found: list[Action] = [Decline(), Done(), Wait(), DropTreasure(), Pick(()), SplitGroups(), SetUpTerrain(())]
    found += [Rolled(()), Rolled((1,) * 7), Rolled((0,)), Rolled((-(10**30),)), Pick(tuple(map(str, range(100))))]
    for id in IDS:
        found += [Activate(id), React(id, id), Attack(0, id), Pick((id,)), Pick((id, id)), UseAbility(id, 1, 2)]
        found += [Deploy(id, HERE), SplitGroups((id,), (id,), (id,)), Move(way(HERE), id)]
        found += [SetUpTerrain((Laid(id, HERE), Laid(id, HERE)))]
    for number in (-1, 0, 1, 7, 10**30):
        found += [Attack(number, "blue-a"), Attack(number, "red-a"), UseAbility("rush", number, number)]
        found += [UseWild(number), UseWild(number, ((number, number),)), UseWild(0, ((number, 1), (number, 1)))]
    for at in ODD_PLACES:
        found += [PlaceAt(at), Deploy("red-a", at), Deploy("red-g", at), SetUpTerrain((Laid("stones", at),))]
        found += [Disengage(way(at)), Move(way(HERE, at), "treasure-1")]
        found += [Move(way(at, kind=kind)) for kind in LegKind]
    for turn in NO_PLACES:
        found += [PlaceAt(HERE, turn), Deploy("red-a", HERE, turn), Move(way(HERE, facing=turn))]
        found += [SetUpTerrain((Laid("stones", (0.0, 0.0, 0.0), turn),)), Disengage(way(HERE, facing=turn))]
    found += [Move(Path(())), Disengage(Path(()))]
    for kind in LegKind:
        found += [Move(way(kind=kind)), Disengage(way(kind=kind)), Disengage(way(HERE, kind=kind))]
        found += [Move(way(HERE, kind=kind, through="stones/wall")), Move(way(*[HERE] * 300, kind=kind))]
        found += [Move(Path(way(HERE, (6.0, 5.0, 2.0), kind=kind, facing=1.0).legs * 200))]
    return found


def evening() -> Setup:
    """Return a battle in which there is some of everything: monster, mount, flyer, treasure, reserves, terrain."""
    parts = [
        box("wall", (9, 8, 0), (9.3, 14, 4)),
        box("deck", (14, 8, 0), (18, 12, 3), "platform"),
        box("thorn", (20, 8, 0), (20.5, 12, 2), "deadly"),
        box("statue", (5, 9, 0), (6, 10, 3), "unclimbable"),
    ]
    armed = {"weapons": [SWORD, BOW]}
    giant = profile("g", "gargantuan", base={"round": 60}, wounds=20)
    red = [profile("a", "hero"), profile("b", "fly", **armed), giant]
    blue = [profile("a", "hero", **armed), profile("c", "mount", base={"oval": [60, 35]}), profile("d", "beast")]
    points: list[dict[str, Any]] = [
        {"side": side, "group": group, "at": [x, y], **({"round": 2} if group == "shield" else {})}
        for side, y in (("red", 7), ("blue", 14))
        for group, x in (("dagger", 15), ("shield", 8), ("hammer", 22))
    ]
    scores = [{"per": "carried-treasure"}, {"per": "more-blood"}, {"per": "controlled-objective"}]
    treasures = {"objectives": [[15, 11], [8, 11]], "treasures": [[8, 8], [16, 10]]}
    victory = {
        "name": "All",
        "rounds": 3,
        "scores": scores,
        **treasures,
        "awake": "centre",
        "wakes": "without-initiative",
    }
    board = {"width": 30, "depth": 22}
    deployment = {"format": "warcry3d.deployment/1", "name": "Close", "board": board, "points": points}
    decks = {"format": "warcry3d.decks/1", "victory": [victory], "deployment": [deployment]}
    return set_up(red, blue, parts=parts, details={"decks": decks})


@pytest.mark.parametrize("often", mostly_soak((1, 3), quick=1))
def test_whatever_is_proposed_at_whatever_step_is_judged_and_what_is_allowed_can_be_written(often: int) -> None:
    game, proposed = Game.begin(RULES, evening()), zoo()
    assert {type(action) for action in proposed} == set(ACTIONS)
    players, seen = {"red": RandomPlayer(), "blue": RandomPlayer()}, Counter[str]()
    while not game.is_over:
        step = type(game.state.agenda[-1]).__name__
        seen[step] += 1
        if seen[step] <= often:
            judge_all(game.state, proposed)
        game = play_on(game, players, SeededDice(5), seed=5)
    assert {"Acts", "Turn", "Arrive", "WildDice", "SplitWarbands", "Wake"} <= set(seen)


def judge_all(state: State, proposed: list[Action]) -> None:
    """Ask about all of these; do what is allowed."""
    for action in proposed:
        found = RULES.faults(state, action)
        assert all(map(str, found))
        if not found:
            canonical(action)
            canonical(RULES.plain(RULES.apply(state, action)[0]))


def test_whatever_is_proposed_to_who_may_react_or_puts_somebody_somewhere_is_judged() -> None:
    proposed, wall = zoo(), box("wall", (8, 3, 0), (8.5, 7, 6))
    playing = fighting({"red-a": (5, 5), "blue-a": (6.5, 5)}).do(Activate("red-a"), Attack(0, "blue-a"))
    judge_all(playing.state, proposed)
    playing.do(Decline())
    judge_all(playing.state, proposed)
    edge = 8 - 16 * MM
    playing = fighting({"red-a": (edge, 5), "blue-a": (20, 15)}, parts=[wall])
    playing.do(Activate("red-a"), Move(way((edge, 5.0, 3.0), kind=LegKind.CLIMB)), Wait())
    assert playing.choice.kind == "fall"
    judge_all(playing.state, proposed)


@pytest.mark.parametrize("action", [Move, Disengage])
def test_nobody_moves_by_being_put_somewhere_or_along_no_way_at_all(action: type[Move] | type[Disengage]) -> None:
    free, engaged = {"red-a": (5, 5), "blue-b": (20, 5)}, {"red-a": (5, 5), "blue-b": (6.5, 5)}
    for places in (free, engaged):
        playing = fighting(places).do(Activate("red-a"))
        for path in (
            way((15.0, 15.0, 0.0), kind=LegKind.PLACE),
            Path(()),
            way(),
            Path(way(HERE).legs * (MAX_LEGS + 1)),
        ):
            assert playing.faults(action(path)) == ["WC-MOVE-1"]
    long = [(5.0, 5.0 + n % 2 / 100, 0.0) for n in range(MAX_POINTS + 1)]
    assert "WC-MOVE-1" in playing.faults(action(way(*long)))


def test_who_is_engaged_cannot_spend_a_move_on_standing_still() -> None:
    """WC-MOVE-2: with an enemy within 1 in no move action, however short; else one may move by nothing."""
    assert fighting({"red-a": (5, 5), "blue-b": (6.5, 5)}).do(Activate("red-a")).faults(Move(way(HERE))) == [
        "WC-MOVE-5"
    ]
    fighting({"red-a": (5, 5), "blue-b": (9, 5)}).do(Activate("red-a"), Move(way(HERE)))


def test_dice_and_choices_are_not_taken_for_each_other() -> None:
    playing = fighting({"red-a": (5, 5), "blue-b": (6.5, 5)})
    assert isinstance(playing.due, Choice) and playing.faults(Rolled((1,)))
    playing.do(Activate("red-a"), Attack(0, "blue-b"), Decline())
    assert isinstance(playing.due, Roll) and all(playing.faults(a) for a in zoo() if not isinstance(a, Rolled))
    assert (
        playing.faults(Rolled((1, 2))) and playing.faults(Rolled((1, 2, 7))) and not playing.faults(Rolled((1, 2, 6)))
    )
