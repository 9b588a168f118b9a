"""The ways that a creature's prompt proposes: each is allowed, for its cost, and says who may strike."""

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, skirmish
from warcry3d.game.prompts import Go, GoEnd, ModelPath, best_ends
from warcry3d.motion.path import Path
from warcry3d.rules.dndminiatures.battle.actions import MoveBySquares
from warcry3d.units import LengthUnit


def move_prompt(played: Played) -> Go:
    return next(one for one in RULES.prompts(played.state) if isinstance(one, Go) and one.id == "move")


def ends_of(prompt: Go, laid: Path = Path(())) -> tuple[GoEnd, ...]:  # noqa: B008
    assert prompt.ends is not None
    return prompt.ends(prompt.models[0], laid)


def begun() -> Played:
    runner = creature("runner", rating=1, speed=3)
    return Played(skirmish({runner: (5, 5)}, {creature("guard"): (7, 5)}), "red-runner")


def test_every_way_that_is_proposed_is_allowed_and_costs_what_it_says() -> None:
    played = begun()
    prompt = move_prompt(played)
    assert (prompt.unit, prompt.budget) == (LengthUnit.SQUARES, 6.0)
    ends = ends_of(prompt)
    assert len({one.at for one in ends}) > 50
    for one in ends:
        action = prompt.action((ModelPath("red-runner", one.path),))
        assert RULES.faults(played.state, action) == ()
        assert RULES.preview(played.state, action).legs[0].inches == one.cost
    # DDM-TURN-3: beyond its speed no attack is left.
    assert {one.tier for one in ends if one.cost <= 3} == {0}
    assert {one.tier for one in ends if one.cost > 3} == {1}


def test_ways_past_an_enemy_say_that_it_may_strike_and_others_lead_around() -> None:
    prompt = move_prompt(begun())
    there = [one for one in ends_of(prompt) if one.at == (10.5, 5.5, 0.0)]
    assert {one.provokes for one in there} >= {("blue-guard",)}
    assert any("may strike" in str(fact) for one in there for fact in one.facts)
    beside = [one for one in ends_of(prompt) if one.at == (5.5, 8.5, 0.0)]
    assert [one.provokes for one in beside] == [()]


def test_best_way_keeps_the_attack_then_avoids_strikes_then_is_cheap() -> None:
    place = (1.5, 1.5, 0.0)
    dear = GoEnd(place, Path(()), 6.0, tier=1)
    risky = GoEnd(place, Path(()), 2.0, provokes=("e",))
    safe = GoEnd(place, Path(()), 3.0)
    other = GoEnd((2.5, 1.5, 0.0), Path(()), 9.0)
    assert best_ends((dear, risky, other, safe)) == (safe, other)


def test_ways_go_on_from_what_was_laid_with_what_is_left() -> None:
    prompt = move_prompt(begun())
    first = next(one for one in ends_of(prompt) if one.at == (3.5, 5.5, 0.0))
    onward = ends_of(prompt, first.path)
    assert first.cost == 2.0
    assert max(one.cost for one in onward) == 6.0
    assert all(one.at[0] > 3.5 - 4.5 for one in onward)
    back = next(one for one in onward if one.at == (3.5, 7.5, 0.0))
    assert back.cost == 4.0


def test_price_of_a_strike_is_that_on_the_square_where_it_is_made() -> None:
    """rule: DDM-AOO-2, DDM-AOO-4: the striker flanks with its friend only once the runner is between them."""
    runner = creature("runner", rating=1, speed=3)
    strong = creature("guard", melee=(attack(5, 5), attack(3, 10)))
    played = Played(skirmish({runner: (5, 5)}, {strong: (7, 5), creature("pal"): (7, 7)}), "red-runner")
    steps = MoveBySquares(((6, 6), (7, 6), (8, 6)))
    # To 15 with +3: 9 faces, one of them double; flanked with +5: 11 faces.
    said = [str(one.message) for one in RULES.preview(played.state, steps).lines if one.rule == "DDM-AOO-1"]
    assert "blue-guard may strike: hits with 55 %, 6.0 HP on average" in said
    alone = [str(one.message) for one in RULES.preview(played.state, MoveBySquares(((5, 6), (4, 6)))).lines]
    assert not any("may strike" in line for line in alone)
