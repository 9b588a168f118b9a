"""The movement phase: moves, advances, falling back, desperate escapes, transports, aircraft, reserves."""

import math

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TANK,
    TROOPS,
    at_step,
    battle,
    gun,
    inside,
    order,
    play,
    row,
    rules_of,
    sheet,
    walks,
)
from warcry3d.game.actions import Decline, Done, Pick
from warcry3d.game.prompts import PickOne
from warcry3d.game.session import Game
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.units.unit_actions import MoveUnit, SetUpModel, SetUpUnitAt, UnitWay
from warcry3d.rules.warhammer40k.battle.attacks.wounds import LosesWounds
from warcry3d.rules.warhammer40k.battle.movement.aircraft import AircraftMoves
from warcry3d.rules.warhammer40k.battle.movement.embarking import Disembarks, MayEmbark, disembark_terms
from warcry3d.rules.warhammer40k.battle.movement.falling_back import FallsBack
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.reinforcements import ArrivesAt, Reinforcements, arrival_faults
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import SetUpKind, proposal, set_up_faults
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.phases.coherency import KeepsCoherency, losable, most_kept
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.phases.rounds import EndsRound
from warcry3d.rules.warhammer40k.battle.standings import standings
from warcry3d.rules.warhammer40k.battle.state import (
    Deed40k,
    ModelPlace40k,
    Objective40k,
    Phase40k,
    ReserveKind,
    State40k,
)

MOVING = {"phase": Phase40k.MOVEMENT}
CARRIER = sheet(
    "carrier",
    gun("Turret"),
    keywords=("vehicle", "transport"),
    numbers={"wounds": 6, "move": 10},
    transport={"capacity": 6, "keywords": ["infantry"]},
)
ELEVEN = {"loadouts": [{"model": "troops", "count": 11}]}
PLANE = sheet(
    "plane",
    gun("Wing Guns"),
    keywords=("vehicle", "aircraft", "fly"),
    numbers={"move": "20+"},
    model={"base": {"round": 60.0}},
)


def move(kind: MoveKind40k = MoveKind40k.NORMAL, inches: float = 0.0) -> Game:
    """Return a game in which a model at 10, 10 moves; an enemy stands at 20, 10."""
    state = battle(
        {"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, MovesUnit40k("u", kind, inches), **MOVING
    )
    return at_step(state)


def waiting(state: State40k, unit: str, kind: ReserveKind = ReserveKind.STRATEGIC) -> State40k:
    """Return the state with a unit in reserves."""
    units = tuple(one.changed(reserve=kind) if one.id == unit else one for one in state.units)
    models = tuple(one.changed(place=ModelPlace40k.RESERVE) if one.unit == unit else one for one in state.models)
    return state.changed(units=units, models=models)


def doing(state: State40k, unit: str, *deeds: Deed40k) -> State40k:
    """Return the state with what a unit did in this turn."""
    return state.changed(units=tuple(one.changed(did=deeds) if one.id == unit else one for one in state.units))


def test_a_normal_move_is_m_at_most() -> None:
    """rule: 40K-MOVE-1, 40K-SHEET-2."""
    assert rules_of(move(), walks(("u-1", 16.0, 10))) == []
    assert rules_of(move(), walks(("u-1", 10, 16.1))) == ["40K-MOVE-1"]


def test_an_advance_adds_its_roll() -> None:
    """rule: 40K-ADVANCE-1."""
    assert rules_of(move(MoveKind40k.ADVANCE, 3.0), walks(("u-1", 10, 19.0))) == []
    assert rules_of(move(MoveKind40k.ADVANCE, 3.0), walks(("u-1", 10, 19.1))) == ["40K-ADVANCE-1"]


@pytest.mark.parametrize(
    ("kind", "inches", "rule"), [(MoveKind40k.NORMAL, 0.0, "40K-MOVE-5"), (MoveKind40k.ADVANCE, 6.0, "40K-ADVANCE-2")]
)
def test_moves_do_not_end_in_engagement_range(kind: MoveKind40k, inches: float, rule: str) -> None:
    """rule: 40K-MOVE-5, 40K-ADVANCE-2."""
    near = 20 - 1.26 - 0.9
    assert rules_of(move(kind, inches), walks(("u-1", near, 10)))[-1] == rule


def test_a_flight_does_not_end_in_engagement_range() -> None:
    """rule: 40K-FLY-2."""
    bird = sheet("bird", keywords=("infantry", "fly"))
    state = battle(
        {"u": (bird, [(10, 10)])}, {"foe": (TROOPS, [(15, 10)])}, MovesUnit40k("u", MoveKind40k.NORMAL), **MOVING
    )
    assert rules_of(at_step(state), walks(("u-1", 13, 10), kind=LegKind.FLY)) == ["40K-FLY-2"]


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (MoveKind40k.NORMAL, "40K-MOVE-1"),
        (MoveKind40k.ADVANCE, "40K-ADVANCE-1"),
        (MoveKind40k.FALL_BACK, "40K-FALLBACK-1"),
        (MoveKind40k.CHARGE, "40K-CHARGE-4"),
        (MoveKind40k.PILE_IN, "40K-PILEIN-1"),
        (MoveKind40k.CONSOLIDATE, "40K-CONSOL-1"),
    ],
)
def test_what_is_too_far_names_the_rule_of_its_kind_of_move(kind: MoveKind40k, rule: str) -> None:
    """rule: 40K-MOVE-1, 40K-ADVANCE-1, 40K-FALLBACK-1, 40K-CHARGE-4, 40K-PILEIN-1, 40K-CONSOL-1."""
    inches = {MoveKind40k.NORMAL: 0.0, MoveKind40k.FALL_BACK: 0.0}.get(kind, 3.0)
    assert rules_of(move(kind, inches), walks(("u-1", 10, 19.6)))[0] == rule


def test_orders_say_how_far_by_the_rule_of_their_kind_of_move() -> None:
    """rule: 40K-MOVE-1, 40K-ADVANCE-1, 40K-FALLBACK-1."""
    step = OrdersMoves40k("red")
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}, step, **MOVING)
    facts = {one.id: one.options[0].facts for one in step.prompts(state) if isinstance(one, PickOne)}
    said = {order: [fact.rule for fact in found] for order, found in facts.items() if found}
    assert said == {"move": ["40K-MOVE-1"], "advance": ["40K-ADVANCE-1"], "fall-back": ["40K-FALLBACK-1"]}


def test_a_unit_in_engagement_range_stays_or_falls_back() -> None:
    """rule: 40K-MOVE-3, 40K-MOVE-4."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(12, 10)])}, OrdersMoves40k("red"), **MOVING)
    game = at_step(state)
    assert [rules_of(game, order(what, "u")) for what in ("move", "advance")] == [["40K-MOVE-4"]] * 2
    assert rules_of(game, order("fall-back", "u")) == rules_of(game, order("stay", "u")) == []
    game = play(game, order("stay", "u"))
    assert {Deed40k.STAYED, Deed40k.PICKED} == set(game.state.unit("u").did)


def test_falling_back_ends_out_of_engagement_range() -> None:
    """rule: 40K-FALLBACK-1, 40K-FALLBACK-2."""
    state = battle(
        {"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(12, 10)])}, MovesUnit40k("u", MoveKind40k.FALL_BACK), **MOVING
    )
    game = at_step(state)
    assert rules_of(game, walks(("u-1", 10.2, 10.2))) == ["40K-FALLBACK-2"]
    game = play(game, walks(("u-1", 6, 10)))
    assert Deed40k.FELL_BACK in game.state.unit("u").did


def test_a_desperate_escape_fails_on_one_and_two() -> None:
    """rule: 40K-ESCAPE-1, 40K-ESCAPE-3, 40K-ESCAPE-4."""
    state = battle({"u": (TROOPS, row(10, 10, 3))}, {"foe": (TROOPS, [(12, 12)])}, FallsBack("u"), **MOVING)
    game = play(at_step(state), Pick(("u-1", "u-2")))
    assert game.pending.count == 2
    game = play(game, (2, 3), "u-3")
    assert game.state.troop("u-3").place == "destroyed"
    assert game.pending.kind == "move-unit"


def test_the_roll_of_a_desperate_escape_says_what_it_needs() -> None:
    """rule: 40K-ESCAPE-3, 40K-STRAT-REROLL-1."""
    state = battle({"u": (TROOPS, [(10, 10), (10, 11.5)])}, {"foe": (TROOPS, [(12, 10)])}, FallsBack("u"), **MOVING)
    state = state.changed(sides=tuple(one.changed(command=2) for one in state.sides))
    game = play(at_step(state), Pick(("u-1",)), (2,))
    assert str(RULES.prompts(game.state)[0].hint) == "Rolled for u: desperate escape; needed: 3+."


def test_who_flies_or_is_titanic_crosses_without_a_test() -> None:
    """rule: 40K-ESCAPE-2."""
    flyer = sheet("flyer", keywords=("infantry", "fly"))
    state = battle({"u": (flyer, [(10, 10)])}, {"foe": (TROOPS, [(12, 10)])}, FallsBack("u"), **MOVING)
    assert play(at_step(state), Pick(("u-1",))).pending.kind == "move-unit"


def test_shocked_units_test_all_models_when_they_fall_back() -> None:
    """rule: 40K-SHOCK-5."""
    state = battle({"u": (TROOPS, row(10, 10, 2))}, {"foe": (TROOPS, [(12, 12)])}, FallsBack("u"), **MOVING)
    state = state.changed(units=tuple(one.changed(is_shocked=one.id == "u") for one in state.units))
    assert play(at_step(state), Pick(())).pending.count == 2


def test_moves_end_in_coherency() -> None:
    """rule: 40K-COHERENCY-1, 40K-COHERENCY-5, 40K-MOVE-6."""
    state = battle(
        {"u": (TROOPS, row(10, 10, 3))}, {"foe": (TROOPS, [(40, 10)])}, MovesUnit40k("u", MoveKind40k.NORMAL), **MOVING
    )
    game = at_step(state)
    assert rules_of(game, walks(("u-1", 10, 13.5))) == ["40K-COHERENCY-5"]
    assert rules_of(game, walks(("u-1", 10, 12.5))) == []
    assert rules_of(game, walks(("u-1", 10, 12.5), ("u-1", 10, 12.6))) == ["40K-MOVE-6"]


def test_units_of_seven_need_two_neighbours_each() -> None:
    """rule: 40K-COHERENCY-2, 40K-COHERENCY-3."""
    spots = row(10, 10, 7, gap=3.0)
    state = battle({"u": (TROOPS, spots)}, {"foe": (TROOPS, [(40, 10)])}, KeepsCoherency("red"))
    game = at_step(state)
    assert game.pending.kind == "lose"
    game = play(game, "u-7")  # six need one neighbour each
    assert game.is_over


def test_split_units_lose_models_at_the_end_of_the_turn() -> None:
    """rule: 40K-COHERENCY-6. Open 4: as few as will do, so nobody whose loss leaves as many to lose."""
    state = battle(
        {"u": (TROOPS, [(10, 10), (11.5, 10), (18, 10)])}, {"foe": (TROOPS, [(40, 10)])}, KeepsCoherency("red")
    )
    assert rules_of(at_step(state), Pick(("u-1",))) == ["40K-COHERENCY-6"]
    game = play(at_step(state), "u-3")
    assert game.state.troop("u-3").place == "destroyed" and game.is_over


@pytest.mark.parametrize(
    ("count", "links", "kept", "able"),
    [
        (7, "ab bc cd de ef fg", 6, "acdeg"),
        (8, "ab bc cd de ef fg ag", 7, "h"),
        (4, "ab cd", 4, ""),
        (3, "", 1, "abc"),
        (5, "ab bc cd", 4, "e"),
        (9, "ab bc cd de ef fg gh hi", 6, "abcdefghi"),
    ],
)
def test_who_may_be_lost_leaves_as_many_as_can_stay(count: int, links: str, kept: int, able: str) -> None:
    """rule: 40K-COHERENCY-1, 40K-COHERENCY-2, 40K-COHERENCY-6. From seven on each has two others near."""
    models = "abcdefghi"[:count]
    pairs = [(one[0], one[1]) for one in links.split()]
    assert most_kept(models, pairs) == kept
    assert count == kept or "".join(losable(models, pairs)) == able


def test_no_model_ends_on_an_objective_marker() -> None:
    """rule: 40K-OBJ-5, 40K-OBJ-6."""
    state = battle(
        {"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}, MovesUnit40k("u", MoveKind40k.NORMAL), **MOVING
    )
    state = state.changed(objectives=(Objective40k(at=(14.0, 10.0, 0.0)),))
    game = at_step(state)
    assert rules_of(game, walks(("u-1", 14, 10))) == ["40K-OBJ-6"]
    assert rules_of(game, walks(("u-1", 12.5, 10))) == []


def test_an_advance_bars_charges_and_needs_a_roll() -> None:
    """rule: 40K-ADVANCE-1, 40K-ADVANCE-3."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}, OrdersMoves40k("red"), **MOVING)
    game = play(at_step(state), order("advance", "u"), (4,))
    assert game.pending.about == ("u", "advance", 4.0)
    assert Deed40k.ADVANCED in game.state.unit("u").did


def test_units_near_a_transport_get_in_and_cannot_get_out_in_that_phase() -> None:
    """rule: 40K-EMBARK-1, 40K-EMBARK-2, 40K-TRANSPORT-2."""
    reds = {"u": (TROOPS, row(10, 12, 3)), "carrier": (CARRIER, [(11, 15)])}
    state = battle(reds, {"foe": (TROOPS, [(40, 10)])}, MayEmbark("u"), OrdersMoves40k("red"), **MOVING)
    game = play(at_step(state), "carrier")
    assert game.state.unit("u").inside == "carrier" and not game.state.troops("u")
    assert rules_of(game, order("disembark", "u")) == ["40K-EMBARK-2"]


def test_nobody_gets_in_by_a_fall_back_that_is_not_made() -> None:
    """rule: 40K-EMBARK-1, 40K-FALLBACK-2. A normal move of no inches is one."""
    reds = {"u": (TROOPS, [(10, 12)]), "carrier": (CARRIER, [(10, 15)])}

    def pending(kind: MoveKind40k) -> str:
        state = battle(reds, {"foe": (TROOPS, [(12, 12)])}, MovesUnit40k("u", kind), OrdersMoves40k("red"), **MOVING)
        return play(at_step(state), Decline()).pending.kind

    assert [pending(kind) for kind in (MoveKind40k.NORMAL, MoveKind40k.FALL_BACK)] == ["embark", "movement"]


def test_a_transport_takes_no_more_models_than_it_holds() -> None:
    """rule: 40K-TRANSPORT-2."""
    reds = {"u": (TROOPS, row(8, 12, 7, gap=1.4)), "carrier": (CARRIER, [(12, 13.5)])}
    state = battle(reds, {"foe": (TROOPS, [(40, 10)])}, MayEmbark("u"), **MOVING)
    assert MayEmbark("u").choice(state) is None


def test_units_get_out_within_three_inches_and_out_of_engagement_range() -> None:
    """rule: 40K-DISEMBARK-1, 40K-DISEMBARK-3, 40K-DISEMBARK-4, 40K-DISEMBARK-5."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, [])}
    state = inside(
        battle(reds, {"foe": (TROOPS, [(15, 10)])}, Disembarks("u"), OrdersMoves40k("red"), **MOVING), "u", "carrier"
    )
    game = at_step(state)
    at = [SetUpUnitAt((SetUpModel("u-1", (x, 10.0, 0.0)),)) for x in (5.0, 12.9, 7.5)]
    assert [rules_of(game, one) for one in at] == [["40K-DISEMBARK-3"], ["40K-DISEMBARK-4"], []]
    game = play(game, at[2])
    assert rules_of(game, order("stay", "u")) == ["40K-DISEMBARK-5"]
    assert rules_of(game, order("move", "u")) == []


@pytest.mark.parametrize("foes", [[(40, 10)], [(10, 16)]], ids=["open", "an enemy"])
def test_eleven_models_find_room_around_a_long_transport(foes: list[tuple[float, float]]) -> None:
    """rule: 40K-DISEMBARK-3, 40K-DISEMBARK-4, 40K-COHERENCY-2. No ranks fit; they stand close together around it."""
    carrier = {**CARRIER, "transport": {"capacity": 12, "keywords": ["infantry"]}}
    carrier["models"] = [{**CARRIER["models"][0], "base": {"oval": [120, 92]}}]
    wide = sheet("troops", model={"base": {"round": 40.0}})
    reds = {"carrier": (carrier, [(10, 10)]), "u": (wide, [])}
    made = battle(reds, {"foe": (TROOPS, foes)}, OrdersMoves40k("red"), extra={"u": ELEVEN}, **MOVING)
    state = inside(made, "u", "carrier")
    assert rules_of(at_step(state), order("disembark", "u")) == []
    found = proposal(state, "u", disembark_terms(state, "u"))
    assert len(found) == 11 and not set_up_faults(state, "u", found, disembark_terms(state, "u"))
    (place, _) = Disembarks("u").prompts(state)
    assert [str(one) for one in standings(state).models["u-1"].marks] == ["inside carrier"]
    assert str(place.hint).startswith("Wholly within 3 in of the transport, not in engagement range. Each model")


def test_who_gets_out_after_the_transport_moved_moves_no_more() -> None:
    """rule: 40K-DISEMBARK-6."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, [])}
    state = inside(
        battle(reds, {"foe": (TROOPS, [(40, 10)])}, Disembarks("u"), OrdersMoves40k("red"), **MOVING), "u", "carrier"
    )
    game = play(at_step(doing(state, "carrier", Deed40k.MOVED)), SetUpUnitAt((SetUpModel("u-1", (7.5, 10.0, 0.0)),)))
    assert {Deed40k.MOVED, Deed40k.PICKED} <= set(game.state.unit("u").did)


@pytest.mark.parametrize("deed", [Deed40k.ADVANCED, Deed40k.FELL_BACK])
def test_nobody_gets_out_of_a_transport_that_advanced_or_fell_back(deed: Deed40k) -> None:
    """rule: 40K-DISEMBARK-2."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, [])}
    state = inside(battle(reds, {"foe": (TROOPS, [(40, 10)])}, OrdersMoves40k("red"), **MOVING), "u", "carrier")
    assert rules_of(at_step(doing(state, "carrier", deed, Deed40k.EMBARKED)), order("disembark", "u")) == [
        "40K-DISEMBARK-2"
    ]


def test_who_gets_out_up_high_is_within_three_inches_in_height_too() -> None:
    """rule: 40K-DISEMBARK-3, 40K-DIST-7. On a stone of 3 in, 2.6 in from the transport seen from above."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, [])}
    stone = {"id": "s", "piece": "stone", "at": [10.8, 8.5]}
    foes = {"foe": (TROOPS, [(40, 10)])}
    state = inside(battle(reds, foes, Disembarks("u"), features=[stone], **MOVING), "u", "carrier")
    up = SetUpUnitAt((SetUpModel("u-1", (11.6, 10.0, 3.0)),))
    assert rules_of(at_step(state), up) == ["40K-DISEMBARK-3"]


def test_who_is_inside_a_transport_that_arrives_may_get_out_at_once() -> None:
    """rule: 40K-DISEMBARK-1, 40K-DISEMBARK-6. Not in the opponent's movement phase."""
    reds = {"carrier": (CARRIER, []), "u": (TROOPS, []), "v": (TROOPS, [(40, 20)])}
    made = battle(reds, {"foe": (TROOPS, [(50, 40)])}, ArrivesAt("carrier", SetUpKind.STRATEGIC), round=2, **MOVING)
    state = inside(waiting(made, "carrier"), "u", "carrier")
    there = SetUpUnitAt((SetUpModel("carrier-1", (20.0, 3.0, 0.0)),))
    game = play(at_step(state), there)
    assert (game.pending.kind, game.pending.about) == ("disembark", "u")
    game = play(game, SetUpUnitAt((SetUpModel("u-1", (20.0, 5.0, 0.0)),)))
    assert {Deed40k.PICKED, Deed40k.MOVED, Deed40k.DISEMBARKED} <= set(game.state.unit("u").did)
    late = state.changed(agenda=(ArrivesAt("carrier", SetUpKind.STRATEGIC, is_reaction=True),))
    assert play(at_step(late), there).is_over


@pytest.mark.parametrize(
    ("category", "at", "rules"),
    [
        ("debris", (25.5, 21.5, 3.0), ["40K-DEBRIS-1"]),
        ("barricade", (25.5, 21.5, 3.0), ["40K-BARRICADE-1"]),
        ("hill", (24.2, 21.5, 3.0), ["40K-HILL-2"]),
        ("hill", (25.5, 21.5, 3.0), []),
        ("ruins", (25.5, 21.5, 3.0), []),
        ("ruins", (24.2, 21.5, 3.0), ["40K-RUIN-7"]),
    ],
)
def test_units_are_set_up_on_what_moves_end_on(category: str, at: tuple[float, float, float], rules: list[str]) -> None:
    """rule: 40K-DEBRIS-1, 40K-BARRICADE-1, 40K-HILL-2, 40K-RUIN-7."""
    features = [{"id": "s", "piece": "stone", "at": [24, 20], "category": category}]
    blues = {"foe": (TROOPS, [(50, 40)])}
    made = battle({"u": (TROOPS, [])}, blues, ArrivesAt("u", SetUpKind.DEEP_STRIKE), features=features, **MOVING)
    game = at_step(waiting(made, "u", ReserveKind.DEEP_STRIKE))
    assert rules_of(game, SetUpUnitAt((SetUpModel("u-1", at),))) == rules


def test_vehicles_are_not_set_up_on_upper_floors_of_ruins() -> None:
    """rule: 40K-RUIN-6."""
    features = [{"id": "s", "piece": "stone", "at": [24, 20], "category": "ruins"}]
    blues = {"foe": (TROOPS, [(50, 40)])}
    made = battle({"u": (TANK, [])}, blues, ArrivesAt("u", SetUpKind.DEEP_STRIKE), features=features, **MOVING)
    game = at_step(waiting(made, "u", ReserveKind.DEEP_STRIKE))
    assert rules_of(game, SetUpUnitAt((SetUpModel("u-1", (25.5, 21.5, 3.0)),))) == ["40K-RUIN-6"]


def test_everyone_gets_out_of_a_wreck_and_is_shocked() -> None:
    """rule: 40K-WRECK-1, 40K-WRECK-2, 40K-WRECK-3, 40K-WRECK-4."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, [])}
    state = inside(
        battle(reds, {"foe": (TROOPS, [(40, 10)])}, LosesWounds("carrier-1", 9, "40K-DAMAGE-1")), "u", "carrier"
    )
    game = at_step(state)
    assert game.pending.kind == "get-out"
    assert rules_of(game, Done()) == ["40K-WRECK-8"]
    assert rules_of(game, SetUpUnitAt((SetUpModel("u-1", (15.0, 10.0, 0.0)),))) == ["40K-WRECK-1"]
    game = play(game, SetUpUnitAt((SetUpModel("u-1", (7.5, 10.0, 0.0)),)), (1,))
    own = game.state.unit("u")
    assert own.is_shocked and not own.inside and {Deed40k.MOVED, Deed40k.WRECKED} <= set(own.did)
    assert game.state.wounds_left("u-1") == 1


@pytest.mark.parametrize(("active", "player"), [("red", "red"), ("blue", "blue")])
def test_who_has_the_turn_says_in_which_order_units_get_out_of_a_wreck(active: str, player: str) -> None:
    """rule: 40K-ORDER-1, 40K-WRECK-1. Whosever transport it was."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, []), "v": (TROOPS, [])}
    made = battle(reds, {"foe": (TROOPS, [(40, 10)])}, LosesWounds("carrier-1", 9, "40K-DAMAGE-1"), active=active)
    game = at_step(inside(inside(made, "u", "carrier"), "v", "carrier"))
    assert (game.pending.kind, game.pending.player, game.pending.about) == ("order", player, ("u", "v"))
    game = play(game, "v")
    assert (game.pending.kind, game.pending.player, game.pending.about) == ("get-out", "red", "v")
    game = play(game, SetUpUnitAt((SetUpModel("v-1", (7.5, 10.0, 0.0)),)), (6,))
    assert (game.pending.kind, game.pending.about) == ("get-out", "u")


def test_out_of_turns_the_winner_of_a_roll_off_orders_who_gets_out_of_a_wreck() -> None:
    """rule: 40K-ORDER-2, 40K-WRECK-1. The end of a round: nothing of the fight phase is used any more."""
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, []), "v": (TROOPS, [])}
    rule = {"rule": "timed", "name": "Storm", "when": "round-end", "effect": "mortal-wounds", "of": "enemies"}
    storm = sheet("storm", rules=[{**rule, "within": 12, "value": 9}])
    made = battle(reds, {"foe": (storm, [(16, 10)])}, EndsRound(), phase=Phase40k.FIGHT, is_ending=True)
    game = at_step(inside(inside(made, "u", "carrier"), "v", "carrier"))
    game = play(game, (2,), (5,))
    assert (game.pending.kind, game.pending.player, game.pending.about) == ("order", "blue", ("u", "v"))


def test_who_does_not_fit_near_a_wreck_gets_out_farther_away_at_a_risk() -> None:
    """rule: 40K-WRECK-6, 40K-WRECK-7, 40K-WRECK-8."""
    around = [(10 + 2.2 * math.cos(n * math.tau / 10), 10 + 2.2 * math.sin(n * math.tau / 10)) for n in range(10)]
    reds = {"carrier": (CARRIER, [(10, 10)]), "u": (TROOPS, []), "ring": (TROOPS, around)}
    state = inside(
        battle(reds, {"foe": (TROOPS, [(40, 10)])}, LosesWounds("carrier-1", 9, "40K-DAMAGE-1")), "u", "carrier"
    )
    game = play(at_step(state), SetUpUnitAt((SetUpModel("u-1", (14.5, 10.0, 0.0)),)), (3,))
    assert game.state.wounds_left("u-1") == 1


def fly(to: float, turn: float | None = None) -> MoveUnit:
    """Return the way of an aircraft from 10, 10 along x, and a turn at its end."""
    legs = [Leg(LegKind.FLY, ((to, 10.0, 0.0),))]
    legs += [Leg(LegKind.FLY, ((to, 10.0, 0.0),), facing=turn)] if turn is not None else []
    return MoveUnit((UnitWay("plane-1", Path(tuple(legs))),))


def test_aircraft_fly_straight_on_for_twenty_inches_at_least_then_may_turn() -> None:
    """rule: 40K-AIRCRAFT-5, 40K-AIRCRAFT-6, 40K-AIRCRAFT-7. Open 18: it turns where the nearest points of its base are
    20 in from where it began. It may fly on over the edge, too.
    """
    state = battle({"plane": (PLANE, [(10, 10)])}, {"foe": (TROOPS, [(40, 30)])}, AircraftMoves("plane"), **MOVING)
    game = at_step(state)
    assert rules_of(game, fly(29.0)) == ["40K-AIRCRAFT-5"]
    assert rules_of(game, fly(32.5, 2.0)) == ["40K-AIRCRAFT-6"]
    assert [rules_of(game, fly(32.0, turn)) for turn in (None, 1.5)] == [[], ["40K-AIRCRAFT-6"]]
    assert not play(game, "done").state.is_here("plane")
    game = play(game, fly(32.5, 1.5))
    assert game.state.troop("plane-1").at[0] == 32.5 and game.state.troop("plane-1").turn == 1.5


def test_aircraft_that_cannot_fly_on_leave_the_table_and_must_come_back() -> None:
    """rule: 40K-AIRCRAFT-7, 40K-AIRCRAFT-8."""
    state = battle({"plane": (PLANE, [(50, 10)])}, {"foe": (TROOPS, [(40, 30)])}, AircraftMoves("plane"), **MOVING)
    game = play(at_step(state), "done")
    assert game.state.unit("plane").must_arrive and not game.state.is_here("plane")
    later = game.state.changed(round=2, units=tuple(one.changed(did=()) for one in game.state.units))
    assert rules_of(at_step(later.changed(agenda=(Reinforcements("red"),))), Done()) == ["40K-AIRCRAFT-8"]


def test_aircraft_only_make_normal_moves_and_enemies_do_not_hold_them() -> None:
    """rule: 40K-AIRCRAFT-3, 40K-AIRCRAFT-4, 40K-AIRCRAFT-9."""
    blues = {"foe": (TROOPS, [(12.2, 10)])}
    reds = {"plane": (PLANE, [(10, 10)]), "u": (TROOPS, [(30, 30)])}
    game = at_step(battle(reds, blues, OrdersMoves40k("red"), **MOVING))
    assert [rules_of(game, order(what, "plane")) for what in ("advance", "fall-back", "stay")] == [
        ["40K-AIRCRAFT-3"]
    ] * 3
    assert rules_of(game, order("move", "plane")) == []
    assert rules_of(game, Done()) == ["40K-AIRCRAFT-3"], "it does not stay by not being picked either"
    assert rules_of(at_step(doing(game.state, "plane", Deed40k.PICKED)), Done()) == []
    held = battle({"u": (TROOPS, [(10, 10)])}, {"plane": (PLANE, [(12.2, 10)])}, OrdersMoves40k("red"), **MOVING)
    assert rules_of(at_step(held), order("move", "u")) == []


def test_strategic_reserves_come_from_round_two_near_an_edge_away_from_enemies() -> None:
    """rule: 40K-STRATRES-3, 40K-STRATRES-4, 40K-STRATRES-5, 40K-STRATRES-6, 40K-RESERVE-3, 40K-RESERVE-5."""
    reds = {"u": (TROOPS, []), "v": (TROOPS, [(40, 20)])}
    state = waiting(battle(reds, {"foe": (TROOPS, [(20, 4)])}, Reinforcements("red"), **MOVING), "u")
    assert state.round == 1 and Reinforcements("red").choice(state) is None
    arrives = at_step(state.changed(round=2, agenda=(ArrivesAt("u", SetUpKind.STRATEGIC),)))

    def at(x: float, y: float) -> list[str]:
        return rules_of(arrives, SetUpUnitAt((SetUpModel("u-1", (x, y, 0.0)),)))

    assert [at(30, 8), at(12, 4), at(30, 40), at(32, 4)] == [
        ["40K-STRATRES-4"],
        ["40K-STRATRES-5"],
        ["40K-STRATRES-6"],
        [],
    ]
    later = at_step(arrives.state.changed(round=3))
    assert rules_of(later, SetUpUnitAt((SetUpModel("u-1", (30.0, 40.0, 0.0)),))) == []


def test_units_that_arrive_count_as_having_moved() -> None:
    """rule: 40K-RESERVE-4, 40K-STRATRES-7. Example 34: strategic reserves with deep strike arrive by either rule."""
    scouts = sheet("scouts", core=["deep strike"])
    reds = {"u": (scouts, []), "v": (TROOPS, [(40, 20)])}
    state = waiting(battle(reds, {"foe": (TROOPS, [(50, 40)])}, Reinforcements("red"), **MOVING), "u").changed(round=2)
    game = at_step(state)
    assert game.pending.about == ("u|strategic", "u|deep-strike")
    game = play(game, "u|deep-strike", SetUpUnitAt((SetUpModel("u-1", (25.0, 20.0, 0.0)),)))
    assert {Deed40k.MOVED, Deed40k.ARRIVED} <= set(game.state.unit("u").did) and game.state.is_here("u")


def test_strategic_reserves_with_deep_strike_wait_for_their_round_too() -> None:
    """rule: 40K-STRATRES-3. They came in round 1 by deep strike."""
    scouts = sheet("scouts", core=["deep strike"])
    reds = {"u": (scouts, []), "v": (TROOPS, [(40, 20)])}
    state = waiting(battle(reds, {"foe": (TROOPS, [(50, 40)])}, Reinforcements("red"), **MOVING), "u")
    assert state.round == 1 and arrival_faults(state, "u", SetUpKind.DEEP_STRIKE)[0].rule == "40K-STRATRES-3"
    assert Reinforcements("red").choice(state) is None


def test_units_that_wait_may_go_on_waiting() -> None:
    """rule: 40K-RESERVE-3."""
    reds = {"u": (TROOPS, []), "v": (TANK, [(40, 20)])}
    state = waiting(battle(reds, {"foe": (TROOPS, [(50, 40)])}, Reinforcements("red"), **MOVING), "u").changed(round=2)
    game = play(at_step(state), "u|strategic", Decline())
    assert game.state.troop("u-1").place == "reserve"
    assert rules_of(game, Done()) == []


def test_what_is_said_of_a_move_before_it_is_made() -> None:
    """rule: 40K-COHERENCY-5. A model by itself is not told that it hangs together."""

    def said_of(spots: list[tuple[float, float]], *ways: tuple[str, float, float]) -> list[str]:
        step = MovesUnit40k("u", MoveKind40k.NORMAL)
        state = at_step(battle({"u": (TROOPS, spots)}, {"foe": (TROOPS, [(40, 10)])}, step, **MOVING)).state
        return [str(line.message) for line in RULES.preview(state, walks(*ways)).lines]

    assert said_of([(10, 10)], ("u-1", 12, 10)) == []
    assert said_of([(10, 10), (11.5, 10)], ("u-1", 10, 12)) == ["in coherency"]
    assert said_of([(10, 10), (11.5, 10)], ("u-1", 6, 10)) == ["the unit is split"]
