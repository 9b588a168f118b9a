"""Answers by chance are in the domain of their prompt, of all kinds; the random player takes what is allowed."""

from typing import Any

import pytest

from tests import zoo
from tests.conformance.answers import domain_answers
from tests.game.race import Race, race_setup
from tests.game.test_prompts import ASK, BINS, COUNT, ONE, PUT, SOME, SPLIT, WALK, YES, option
from warcry3d.game.actions import Done
from warcry3d.game.players import NoAnswerError
from warcry3d.game.prompts import Divide, Go, Place, PlaceArea, Placing, Prompt, domain_faults
from warcry3d.game.random_answers import random_answers, safe_answers
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.message import message
from warcry3d.motion.path import LegKind

DECK = zoo.feature("deck", zoo.box_part("top", (8, 8, 2.8), (14, 13, 3), "platform"))
POST = zoo.feature("post", zoo.box_part("wall", (8, 8, 0), (14, 8.4, 2.8)))
GATE = zoo.feature(
    "gate",
    zoo.box_part("left", (18, 4, 0), (18.4, 7, 3)),
    zoo.box_part("right", (18, 9, 0), (18.4, 12, 3)),
    zoo.part("door", zoo.box_part("door", (18, 7, 0), (18.4, 9, 2.5)).solid, "door"),
)
TABLE = zoo.table(
    DECK, POST, GATE, zoo.fighter("a", (16, 8)), zoo.fighter("b", (12, 10, 3)), zoo.fighter("c", (11, 7.3))
)
GROUND = frozenset({LegKind.WALK, LegKind.CLIMB, LegKind.JUMP, LegKind.DROP, LegKind.DOOR})
SQUARE = PlaceArea(3.0, (((9.0, 9.0), (13.0, 9.0), (13.0, 12.0), (9.0, 12.0)),))
AREA = Place(id="put", heading=ASK, action=lambda _: Done(), items=(option("a"),), areas=(SQUARE,))
SET = Place(
    id="set",
    heading=ASK,
    action=lambda _: Done(),
    items=(option("a"), option("b")),
    least=0,
    suggested=(Placing("a", (3.0, 3.0, 0.0)), Placing("b", (5.0, 3.0, 0.0))),
)
START = Divide(
    id="s", heading=ASK, action=lambda _: Done(), items=SPLIT.items, bins=BINS, start=(("a", "x"), ("b", "y"))
)


def way_of(model: str, ways: frozenset[LegKind] = GROUND, budget: float = 8.0) -> Go:
    return Go(id="go", heading=ASK, action=lambda _: Done(), models=(model,), budget=budget, ways=ways)


PROMPTS = (ONE, SOME, SPLIT, START, PUT, AREA, SET, WALK, COUNT, YES, way_of("a"), way_of("b"))


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: f"{type(prompt).__name__}-{prompt.id}")
def test_answers_by_chance_are_in_the_domain(prompt: Prompt) -> None:
    random = Stream(1, prompt.id)
    for _, answer in zip(range(60), random_answers(prompt, TABLE, random), strict=False):
        assert domain_faults(prompt, answer) == ()
    assert all(domain_faults(prompt, answer) == () for answer in safe_answers(prompt))
    assert all(domain_faults(prompt, answer) == () for answer in domain_answers(prompt, TABLE, random, 60))


def legs_of(prompt: Go, count: int = 300) -> set[str]:
    random, found = Stream(5), set()
    for _, answer in zip(range(count), random_answers(prompt, TABLE, random), strict=False):
        assert isinstance(answer, tuple)
        found |= {leg.kind.value for route in answer for leg in route.path.legs}  # type: ignore[union-attr]
    return found


def test_ways_by_chance_have_all_kinds_of_legs_where_there_is_terrain_for_them() -> None:
    assert {"walk", "climb", "door"} <= legs_of(way_of("a"))
    assert {"walk", "climb", "jump"} <= legs_of(way_of("b"))
    assert "fly" in legs_of(way_of("a", GROUND | {LegKind.FLY}))


def test_who_hangs_on_a_wall_may_let_go() -> None:
    hanging = TABLE.placing("c", TABLE.model("c").placement.__class__((11.0, 7.3, 1.5)))
    random, kinds = Stream(2), set()
    for _, answer in zip(range(60), random_answers(way_of("c"), hanging, random), strict=False):
        assert isinstance(answer, tuple)
        kinds |= {leg.kind for route in answer for leg in route.path.legs}  # type: ignore[union-attr]
    assert {LegKind.DROP, LegKind.CLIMB} <= kinds


def test_only_the_ways_that_are_asked_for_are_taken() -> None:
    assert legs_of(way_of("a", frozenset({LegKind.WALK}))) == {"walk"}
    assert legs_of(way_of("a", frozenset({LegKind.WALK, LegKind.DOOR}))) == {"walk", "door"}


class Closed(Race):
    """Allows nothing at all."""

    def faults(self, state: Any, action: Any) -> tuple[ActionFault, ...]:
        return (ActionFault("RACE-1", message("not today")),)


def test_a_choice_that_allows_nothing_is_an_error_that_names_its_kind() -> None:
    game = Game.begin(Closed(), race_setup())
    assert isinstance(game.pending, Choice)
    with pytest.raises(NoAnswerError, match="no answer was found to a choice of the kind 'push'"):
        RandomPlayer().choose(game.ruleset, game.state, game.pending, Stream(1))


def test_runner_that_is_tired_never_proposes_three_dice() -> None:
    game = Game.begin(Race(), race_setup())
    rules: Any = game.ruleset
    tired = rules._with(game.state, tired=frozenset({"red"}))
    choice = rules.pending(tired)
    dice = {RandomPlayer().choose(rules, tired, choice, Stream(seed)).dice for seed in range(40)}
    assert dice == {1, 2}
