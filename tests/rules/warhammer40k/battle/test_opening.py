"""How a battle begins: objectives, attacker, formations, deployment, the first turn, scouts."""

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TANK,
    TROOPS,
    army,
    at_step,
    battle,
    field,
    gun,
    play,
    rules_of,
    setup,
    sheet,
    unit,
    walks,
)
from warcry3d.errors import QuestionError
from warcry3d.game.actions import PlaceAt
from warcry3d.game.group_moves import GroupOrder
from warcry3d.game.prompts import Divide, PickOne, Place
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.units.unit_places import areas_of
from warcry3d.rules.warhammer40k.battle.actions import DeclaredUnit, DeclareFormations
from warcry3d.rules.warhammer40k.battle.formations import Declares, RevealsFormations
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.setup.deployment import BeginsBattle, BeginsDeployment
from warcry3d.rules.warhammer40k.battle.setup.opening import FindsAttacker
from warcry3d.rules.warhammer40k.battle.standings import standings
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, ReserveKind
from warcry3d.rules.warhammer40k.battle.strength import starting_strength
from warcry3d.rules.warhammer40k.units_on_table import has_keyword

PLANE = sheet(
    "plane", gun("Wing Guns"), keywords=("vehicle", "aircraft", "fly"), core=["hover"], numbers={"move": "20+"}
)
CARRIER = sheet(
    "carrier",
    gun("Turret"),
    keywords=("vehicle", "transport", "dedicated transport"),
    transport={"capacity": 5, "keywords": ["infantry"]},
)
SNEAKS = sheet("sneaks", core=["infiltrators"])
SCOUTS = sheet("scouts", core=["scouts 6"])


def begin(setup: Setup) -> Game:
    """Return a game at its begin."""
    rules: object = RULES
    return Game.begin(rules, setup)  # type: ignore[arg-type]


def declaring(*units: dict) -> Game:  # type: ignore[type-arg]
    """Return a game in which red declares the formations of some units."""
    state = RULES.start(setup(army(*units), army(unit(TROOPS, 5))))
    return at_step(state.changed(attacker="red", agenda=(BeginsDeployment(), RevealsFormations(), Declares("red"))))


def declared(**where: str) -> DeclareFormations:
    """Return formations."""
    return DeclareFormations(tuple(DeclaredUnit(unit, place) for unit, place in where.items()))


def test_objectives_are_placed_in_turn_from_the_winner_of_a_roll_off_on() -> None:
    """rule: 40K-MISSION-4, 40K-ROLLOFF-1, 40K-ROLLOFF-2, 40K-SEQ-1, 40K-SEQ-3."""
    game = play(begin(setup()), (3,), (3,), (2,), (5,))
    placed = []
    for x in (10.0, 25.0, 35.0, 50.0):
        placed.append(game.pending.player)
        game = play(game, PlaceAt((x, 22.0, 0.0)))
    assert placed == ["blue", "red", "blue", "red"]
    assert not any(one.holder for one in game.state.objectives)


def test_the_winner_of_a_roll_off_is_the_attacker_and_starts_to_set_up() -> None:
    """rule: 40K-SEQ-2, 40K-MISSION-6, 40K-DEPLOY-1, 40K-DEPLOY-3."""
    state = RULES.start(setup(army(unit(TROOPS, 5)), army(unit(TROOPS, 5), unit(TANK))))
    game = play(at_step(state.changed(agenda=(FindsAttacker(),))), (2,), (6,))
    game = play(game, declared(**{"troops (red)": "field"}), declared(**{"troops (blue)": "field", "tank": "field"}))
    order = []
    while not game.state.is_fighting and game.pending.kind != "roll":
        if game.pending.kind == "set-up":
            order.append(game.pending.player)
            game = play(game, game.pending.about[0])
        place = RULES.prompts(game.state)[0]
        game = play(game, place.action(place.suggested))
        if not hasattr(game.pending, "kind"):
            break
    assert order == ["blue", "red", "blue"]
    game = play(game, (1,), (4,))
    assert game.state.first == "blue"


def test_units_are_set_up_wholly_within_their_zone_in_coherency() -> None:
    """rule: 40K-DEPLOY-2, 40K-COHERENCY-1, 40K-DIST-7."""
    game = play(declaring(unit(TROOPS, 2)), declared(**{"troops (red)": "field"}), "troops (red)")

    def at(*spots: tuple[float, float]) -> list[str]:
        named = [SetUpModel(f"troops (red)-{n}", (*xy, 0.0)) for n, xy in enumerate(spots, 1)]
        return rules_of(game, SetUpUnitAt(tuple(named)))

    assert at((20, 5), (21.5, 5)) == []
    assert at((20, 11.5), (21.5, 11)) == ["40K-DEPLOY-2"]
    assert at((20, 5), (25, 5)) == ["40K-COHERENCY-1"]


def test_a_unit_is_set_up_as_one_and_each_model_is_judged() -> None:
    """rule: 40K-DEPLOY-2, 40K-COHERENCY-1."""
    game = play(declaring(unit(TROOPS, 3)), declared(**{"troops (red)": "field"}), "troops (red)")
    place = RULES.prompts(game.state)[0]
    assert isinstance(place, Place) and place.group is not None
    held = place.suggested[0].item
    places = place.group.follow(GroupOrder(held, (20.0, 5.0, 0.0)))
    assert place.group.judge(places).is_allowed and rules_of(game, place.action(places)) == []
    for one in places[1:]:
        places = place.group.adjusted(places, one.item, (20.0 + 2 * places.index(one), 14.0, 0.0))
    judged = place.group.judge(places)
    assert [bool(one.faults) for one in judged.members] == [False, True, True]
    assert [one.rule for one in judged.faults] == ["40K-COHERENCY-1"]
    assert {link.is_held for link in judged.links} == {True, False}


def test_formations_and_set_up_name_leaders_and_who_is_inside() -> None:
    """rule: 40K-FORM-1, 40K-TRANSPORT-1. A unit of one model needs no word on coherency."""
    boss = unit(sheet("boss", keywords=("infantry", "character")), joins="u")
    game = declaring(unit(CARRIER), unit(TROOPS, 4, "u"), boss)
    divide = RULES.prompts(game.state)[0]
    assert isinstance(divide, Divide)
    assert [str(one.label) for one in divide.items] == ["carrier (100)", "u with boss (200)"], "each with its points"
    (strategic,) = (str(bin.label) for bin in divide.bins if bin.id == "strategic")
    assert strategic == "in strategic reserves, at most 75 points", "40K-STRATRES-2: a quarter of 300"
    inside = play(game, declared(carrier="field", u="carrier"))
    picks = RULES.prompts(inside.state)[0]
    assert isinstance(picks, PickOne)
    assert [[str(one) for one in option.facts] for option in picks.options] == [["1 model", "carries u"]]
    outside = play(game, declared(carrier="field", u="field"))
    hints = [RULES.prompts(play(one, unit).state)[0].hint for one, unit in ((inside, "carrier"), (outside, "u"))]
    assert hints[0] is None and hints[1] is not None


def test_formations_are_declared_in_private_and_say_what_an_empty_transport_comes_to() -> None:
    """rule: 40K-FORM-1, 40K-ARMY-11."""
    game = declaring(unit(CARRIER), unit(TROOPS, 4, "u"))
    assert isinstance(game.pending, Choice) and game.pending.is_private
    hints = [RULES.prompts(one.state)[0].hint for one in (game, declaring(unit(TROOPS, 4, "u")))]
    assert [str(one) for one in hints] == ["carrier counts as destroyed if nobody begins inside.", "None"]


def test_rosters_tell_nothing_of_formations_before_both_are_declared() -> None:
    """rule: 40K-FORM-1, 40K-FORM-2. The other player sits at the same screen while it declares."""
    state = RULES.start(setup(army(unit(CARRIER), unit(TROOPS, 4, "u"), unit(PLANE)), army(unit(TROOPS, 5, "v"))))
    steps = (BeginsDeployment(), RevealsFormations(), Declares("blue"), Declares("red"))
    game = at_step(state.changed(attacker="red", agenda=steps))
    game = play(game, declared(carrier="field", u="carrier", plane="hover"))
    told = standings(game.state).models
    assert {tuple(map(str, one.marks)) for one in told.values()} == {()}
    assert str(told["plane-1"].facts[0]).startswith("M 20+, ")
    told = standings(play(game, declared(v="field")).state).models
    assert [str(one) for one in told["u-1"].marks] == ["inside carrier"]


def test_strategic_reserves_are_a_quarter_of_the_points_at_most() -> None:
    """rule: 40K-STRATRES-1, 40K-STRATRES-2, 40K-RESERVE-1, 40K-FORM-1, 40K-FORM-2."""
    units = [unit(TROOPS, 5, f"u{n}") for n in range(4)]
    game = declaring(*units)
    where = {f"u{n}": "field" for n in range(4)}
    assert rules_of(game, declared(**{**where, "u0": "strategic"})) == []
    assert rules_of(game, declared(**{**where, "u0": "strategic", "u1": "strategic"})) == ["40K-STRATRES-2"]
    game = play(game, declared(**{**where, "u0": "strategic"}))
    assert {one.place for one in game.state.all_troops("u0")} == {ModelPlace40k.RESERVE}
    assert rules_of(declaring(*units), declared(u0="field")) == ["40K-FORM-1"]


def test_aircraft_start_in_reserves_unless_they_hover() -> None:
    """rule: 40K-AIRCRAFT-1, 40K-HOVER-1, 40K-HOVER-2, 40K-HOVER-3."""
    others = [unit(TROOPS, 5, f"u{n}") for n in range(3)]
    game = declaring(unit(PLANE), *others)
    where = {f"u{n}": "field" for n in range(3)}
    assert rules_of(game, declared(plane="field", **where)) == ["40K-AIRCRAFT-1"]
    assert rules_of(game, declared(plane="strategic", **where)) == []
    assert rules_of(game, declared(plane="hover-strategic", **where)) == []
    hovering = play(game, declared(plane="hover", **where)).state
    assert hovering.unit("plane").has_hover
    told = standings(hovering).models["plane-1"]
    assert "hovers" in map(str, told.marks) and str(told.facts[0]).startswith("M 20, "), "of an aircraft it is 20+"
    for has_hover, is_aircraft in ((True, False), (False, True)):
        units = tuple(one.changed(has_hover=has_hover) if one.id == "plane" else one for one in hovering.units)
        here = tuple(one.changed(place=ModelPlace40k.FIELD) if one.id == "plane-1" else one for one in hovering.models)
        there = hovering.changed(units=units, models=here).table.model("plane-1")
        assert has_keyword(there, "aircraft") is is_aircraft, "it decides whether woods and ruins cover it"


def test_aircraft_that_deep_strike_begin_in_strategic_reserves_those_that_hover_as_they_like() -> None:
    """rule: 40K-AIRCRAFT-1, 40K-FORM-1, 40K-HOVER-3."""
    hover, plain = (
        sheet("plane", gun(), keywords=("vehicle", "aircraft", "fly"), core=["deep strike", *words])
        for words in (["hover"], [])
    )
    where = {f"u{n}": "field" for n in range(3)}
    others = [unit(TROOPS, 5, f"u{n}") for n in range(3)]
    game = declaring(unit(plain), *others)
    assert rules_of(game, declared(plane="deep-strike", **where)) == ["40K-AIRCRAFT-1"]
    assert rules_of(game, declared(plane="strategic", **where)) == []
    game = declaring(unit(hover), *others)
    assert rules_of(game, declared(plane="deep-strike", **where)) == ["40K-AIRCRAFT-1"]
    state = play(game, declared(plane="hover-deep-strike", **where)).state
    assert state.unit("plane").has_hover and state.unit("plane").reserve is ReserveKind.DEEP_STRIKE


def test_passengers_fit_into_their_transport() -> None:
    """rule: 40K-TRANSPORT-1, 40K-TRANSPORT-2."""
    game = declaring(unit(CARRIER), unit(TROOPS, 4, "u"), unit(TROOPS, 2, "v"))
    assert rules_of(game, declared(carrier="field", u="carrier", v="carrier")) == ["40K-TRANSPORT-2"]
    game = play(game, declared(carrier="field", u="carrier", v="field"))
    assert game.state.unit("u").inside == "carrier"


HOLD = {"transport": {"capacity": 30}}


def test_no_transport_begins_inside_one_that_is_inside_it() -> None:
    """rule: 40K-TRANSPORT-1. One in another one is as good as any passenger."""
    hulls = [sheet(name, gun(), keywords=("vehicle", "transport"), **HOLD) for name in ("ark", "barge", "cutter")]
    game = declaring(*map(unit, hulls), unit(TROOPS, 2, "u"))
    assert rules_of(game, declared(ark="barge", barge="ark", cutter="field", u="field")) == ["40K-TRANSPORT-1"]
    assert rules_of(game, declared(ark="barge", barge="cutter", cutter="ark", u="field")) == ["40K-TRANSPORT-1"]
    assert rules_of(game, declared(ark="field", barge="ark", cutter="barge", u="cutter")) == []


def test_strategic_reserves_count_all_that_is_inside_them() -> None:
    """rule: 40K-STRATRES-2. A unit in a transport in another one; 120 of 420 points are more than a quarter."""
    ark, barge = (sheet(name, gun(), keywords=("vehicle", "transport"), **HOLD) for name in ("ark", "barge"))
    for one in (ark, barge):
        one["points"] = [[20, 10]]
    game = declaring(unit(ark), unit(barge), *(unit(TROOPS, 2, f"u{n}") for n in range(4)))
    others = {f"u{n}": "field" for n in range(1, 4)}
    assert rules_of(game, declared(ark="strategic", barge="ark", u0="field", **others)) == []
    assert rules_of(game, declared(ark="strategic", barge="ark", u0="barge", **others)) == ["40K-STRATRES-2"]


def test_aircraft_begin_inside_no_transport() -> None:
    """rule: 40K-AIRCRAFT-1."""
    ark = sheet("ark", gun(), keywords=("vehicle", "transport"), **HOLD)
    others = [unit(TROOPS, 5, f"u{n}") for n in range(3)]
    game = declaring(unit(ark), unit(PLANE), *others)
    where = {"ark": "field", **{f"u{n}": "field" for n in range(3)}}
    assert rules_of(game, declared(plane="ark", **where)) == ["40K-AIRCRAFT-1"]
    divided = RULES.prompts(game.state)[0]
    assert "plane" not in next(bin.items for bin in divided.bins if bin.id == "ark")  # type: ignore[union-attr]


def test_an_empty_dedicated_transport_is_not_set_up() -> None:
    """rule: 40K-ARMY-11."""
    game = play(declaring(unit(CARRIER), unit(TROOPS, 4, "u")), declared(carrier="field", u="field"))
    assert {one.place for one in game.state.all_troops("carrier")} == {ModelPlace40k.DESTROYED}


def test_infiltrators_come_last_and_keep_away() -> None:
    """rule: 40K-DEPLOY-4, 40K-DEPLOY-5."""
    state = RULES.start(setup(army(unit(SNEAKS, 1)), army(unit(SNEAKS, 1))))
    game = at_step(state.changed(attacker="red", agenda=(BeginsDeployment(),)))
    game = play(game, (1,), (5,))
    assert game.pending.player == "blue"
    game = play(game, "sneaks (blue)")
    places = [SetUpUnitAt((SetUpModel("sneaks (blue)-1", (30.0, y, 0.0)),)) for y in (20.5, 21.0)]
    assert [rules_of(game, one) for one in places] == [["40K-DEPLOY-4"], []]


def test_zone_is_shown_before_a_unit_is_picked_unless_it_comes_last() -> None:
    """rule: 40K-DEPLOY-1, 40K-DEPLOY-4."""
    shown = []
    for some in (TROOPS, SNEAKS):
        state = RULES.start(setup(army(unit(some, 1)), army(unit(some, 1))))
        game = at_step(state.changed(attacker="red", agenda=(BeginsDeployment(),)))
        game = game if some is TROOPS else play(game, (1,), (5,))
        prompt = game.ruleset.prompts(game.state)[0]
        assert isinstance(prompt, PickOne)
        shown += [option.areas for option in prompt.options]
    assert shown == [areas_of(state.context.strips.zones[0]), ()]


def test_scouts_move_before_the_first_turn_those_of_the_first_player_first() -> None:
    """rule: 40K-SEQ-4, 40K-MISSION-7."""
    state = RULES.start(setup(army(unit(SCOUTS, 1)), army(unit(SCOUTS, 1))))
    at = {"scouts (red)-1": (10.0, 5.0, 0.0), "scouts (blue)-1": (10.0, 40.0, 0.0)}
    models = tuple(one.changed(at=at[one.id], place=ModelPlace40k.FIELD) for one in state.models)
    rolled = state.roll_off.__class__(winner="blue")
    game = at_step(state.changed(models=models, roll_off=rolled, agenda=(BeginsBattle(),)))
    assert (game.pending.player, game.pending.about) == ("blue", ("scouts (blue)", "scout", 6.0))
    game = play(game, "no")
    assert game.pending.player == "red"
    game = play(game, "no")
    assert game.state.round == 1 and game.state.first == "blue"


def test_each_player_says_in_which_order_its_scouts_move() -> None:
    """rule: 40K-SEQ-4."""
    state = RULES.start(setup(army(unit(SCOUTS, 1, "a"), unit(SCOUTS, 1, "b")), army(unit(SCOUTS, 1, "c"))))
    at = {"a-1": (10.0, 5.0, 0.0), "b-1": (20.0, 5.0, 0.0), "c-1": (10.0, 40.0, 0.0)}
    models = tuple(one.changed(at=at[one.id], place=ModelPlace40k.FIELD) for one in state.models)
    rolled = state.roll_off.__class__(winner="red")
    game = at_step(state.changed(models=models, roll_off=rolled, agenda=(BeginsBattle(),)))
    assert (game.pending.player, game.pending.kind, game.pending.about) == ("red", "order", ("a", "b"))
    moved = []
    for answer in ("b", "no", "no", "no"):
        game = play(game, answer)
        moved.append(game.pending.about[0] if game.state.round == 0 else "")
    assert moved == ["b", "a", "c", ""]


@pytest.mark.parametrize(("to", "rules"), [(16.0, ["40K-SEQ-4"]), (15.5, [])])
def test_scouts_keep_away_from_enemies_high_above_as_well(to: float, rules: list[str]) -> None:
    """rule: 40K-SEQ-4. Level, as reinforcements do: 8.7 and 9.2 in from an enemy 6 in up."""
    step = MovesUnit40k("u", MoveKind40k.SCOUT, 6.0)
    state = battle({"u": (SCOUTS, [(10, 10)])}, {"foe": (TROOPS, [(26, 10)])}, step)
    models = tuple(one.changed(at=(26.0, 10.0, 6.0)) if one.id == "foe-1" else one for one in state.models)
    assert rules_of(at_step(state.changed(models=models)), walks(("u-1", to, 10.0))) == rules


def test_a_set_up_without_room_or_with_one_army_is_refused() -> None:
    """rule: 40K-FIELD-1, 40K-UNIT-2, 40K-UNIT-3, 40K-UNIT-5."""
    with pytest.raises(QuestionError, match="at least 24 x 24 in"):
        RULES.start(setup(table=field(width=30, depth=20)))
    state = RULES.start(setup())
    assert starting_strength(state, "troops (red)") == 5
