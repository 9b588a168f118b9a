"""How a battle begins, from the realm to round 1."""

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import (
    RULES,
    SOME_STONES,
    army,
    at_step,
    battle,
    field,
    fight,
    row,
    rules_of,
    said,
    setup,
    unit,
)
from warcry3d.errors import QuestionError, WarcryError
from warcry3d.game.actions import Decline, Done, Pick
from warcry3d.game.prompts import PickOne, Place, PlaceArea
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.messages.battles import Teller
from warcry3d.messages.speak import Words
from warcry3d.rules.ageofsigmar.battle.actions import CutField
from warcry3d.rules.ageofsigmar.battle.phases.rounds import EndRound
from warcry3d.rules.ageofsigmar.battle.plugin import OFFER, sigmar_setup
from warcry3d.rules.ageofsigmar.battle.setup.before_battle import AfterSetUp, NamesGeneral, Triumphs, outnumbered
from warcry3d.rules.ageofsigmar.battle.setup.realms import realm_name
from warcry3d.rules.ageofsigmar.battle.state import SuddenDeath
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TERRAIN_TABLE, TerrainRule
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt


def begun(**agreed: object) -> Game[Any, Any]:
    rules: Any = RULES
    return Game.begin(rules, setup(**agreed))


def territories(**agreed: object) -> Game[Any, Any]:
    """Return a battle in which red divides the battlefield."""
    return fight(begun(realm="fire", terrain="none", **agreed), (6,), (1,))


def deploying() -> Game[Any, Any]:
    """Return a battle in which red sets up its first unit, in the part of high y."""
    game = fight(territories(), CutField(0), Pick(("1",)))
    assert game.state.side("red").territory == 0
    return game


def test_the_realm_that_the_players_agreed_on_is_told_as_well() -> None:
    """rule: AOS-REALM-1. It is noted before the first question, and what happens then is in no log."""
    assert "the battle takes place in the realm of fire" in said(fight(territories(), CutField(0)))


def suggested(game: Game[Any, Any]) -> SetUpUnitAt:
    prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Place))
    action: Any = prompt.action(prompt.suggested)
    return action


def set_up_all(game: Game[Any, Any]) -> Game[Any, Any]:
    while isinstance(game.pending, Choice) and game.pending.kind in ("set-up", "place-unit"):
        if game.pending.kind == "set-up":
            units: Any = game.pending.about
            game = game.play(Pick((units[0],)))
        else:
            game = game.play(suggested(game))
    return game


def test_two_players_have_an_army_each_of_any_units_and_size() -> None:
    """rule: AOS-ARMY-1, AOS-ARMY-2, AOS-ARMY-3."""
    rules: Any = RULES
    small, large = army(unit("hawk")), army(unit("blades", 40), unit("mage", 1, "one"), unit("mage", 1, "two"))
    state = Game.begin(rules, setup(small, large)).state
    assert state.players == ("red", "blue")
    assert sum(len(state.all_troops(unit.id)) for unit in state.units if unit.player == "blue") == 42
    assert state.other("red") == "blue"


def test_every_model_has_a_warscroll_and_a_unit_has_one_alone() -> None:
    """rule: AOS-SCROLL-1, AOS-UNIT-1."""
    state = begun().state
    assert {state.scroll(state.troop(id).unit).id for id in state.model_ids} == {"blades", "archers", "mage"}
    with pytest.raises(WarcryError, match="nothing is called 'nobody'"):
        setup_broken = army({"warscroll": "nobody", "id": "x", "models": 1})
        RULES.start(setup(setup_broken))


def test_a_battlefield_is_at_least_three_feet_on_each_side() -> None:
    """rule: AOS-TABLE-1, AOS-TABLE-2, AOS-TABLE-3, AOS-EX-4, AOS-OPEN-34."""
    RULES.start(setup(table=field(width=36, depth=36)))
    RULES.start(setup(table=field(width=90 / 2.54, depth=90 / 2.54)))
    with pytest.raises(QuestionError, match=r"at least 35.43 x 35.43"):
        RULES.start(setup(table=field(width=36, depth=35.4)))


def test_players_that_agree_have_their_realm_and_keep_it() -> None:
    """rule: AOS-REALM-1, AOS-REALM-3, AOS-EX-5, AOS-UNDEF-2."""
    game = fight(begun(), "fire", "fire")
    assert game.state.realm == "fire"
    assert begun(realm="fire").state.realm == "fire"


def test_realms_and_features_are_called_by_their_names() -> None:
    """rule: AOS-REALM-1, AOS-TERRAIN-1; a realm that the players named keeps its name."""
    chinese, people = Teller(Words("zh_CN")), Teller(Words("en", names_terrain=True))
    game = fight(begun(terrain="pick"), "fire", "fire")
    (event,) = game.done[-1].events
    assert (people.said(event.message), chinese.said(event.message)) == (
        "the battle takes place in the realm of fire",
        "战斗在火界进行",
    )
    assert chinese.said(realm_name("Ash")) == "Ash 界"
    (asked,) = game.ruleset.prompts(game.state)
    assert people.said(asked.why.message) == "which rule does stone 1 have?"
    (agrees,) = game.play(Pick(("arcane",))).ruleset.prompts(game.play(Pick(("arcane",))).state)
    assert [people.said(one.hint) for one in (asked, agrees)] == [
        "which rule does stone 1 have?",
        "stone 1 is arcane: +1 to cast and unbind: agreed?",
    ], "the line over the buttons says what is asked"
    assert {option.piece for one in (asked, agrees) for option in one.options} == {"stone-1"}, "shown on the table"
    (event,) = fight(game, "arcane", "agree").done[-1].events
    assert people.said(event.message).startswith("stone 1 is arcane")


def test_the_second_player_reads_which_realm_the_first_would_like() -> None:
    """rule: AOS-REALM-1, AOS-REALM-2."""
    game = begun()
    (first,) = game.ruleset.prompts(game.state)
    game = fight(game, "fire")
    (second,) = game.ruleset.prompts(game.state)
    assert (first.hint, str(second.hint)) == (None, "red would like the realm of fire")
    game = fight(game, "life", (2,), (5,))
    (last,) = game.ruleset.prompts(game.state)
    assert last.hint is None, "who won the roll-off decides"


def test_players_that_do_not_agree_roll_ties_again_and_the_higher_decides() -> None:
    """rule: AOS-REALM-2, AOS-OPEN-4, AOS-DICE-6."""
    game = fight(begun(), "fire", "life", (3,), (3,))
    assert isinstance(game.pending, Roll)
    game = fight(game, (2,), (5,), "metal")
    assert game.state.realm == "metal"


def test_a_die_is_rolled_for_the_rule_of_each_feature() -> None:
    """rule: AOS-TERRAIN-1, AOS-OPEN-5."""
    game = fight(begun(realm="fire"), (1, 4, 6))
    assert game.state.terrain == (TerrainRule.DAMNED, TerrainRule.DEADLY, TerrainRule.SINISTER)
    assert len(TERRAIN_TABLE) == 6


def test_players_may_agree_on_rules_feature_by_feature_else_a_die_decides() -> None:
    """rule: AOS-TERRAIN-1, AOS-OPEN-5."""
    game = fight(begun(realm="fire", terrain="pick"), "arcane", "agree", "deadly", "roll", (3,), "roll", (5,))
    assert game.state.terrain == (TerrainRule.ARCANE, TerrainRule.INSPIRING, TerrainRule.MYSTICAL)


def test_the_winner_of_the_roll_off_divides_and_the_other_picks() -> None:
    """rule: AOS-DEPLOY-1, AOS-DEPLOY-2, AOS-OPEN-10, AOS-EX-8, AOS-UNDEF-13."""
    game = territories()
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "divide-field")
    assert rules_of(game, CutField(180)) == ["AOS-DEPLOY-1"]
    for angle in (0, 37, 90):
        one, other = game.state.context.halves(angle).areas
        assert one.area == pytest.approx(other.area)
    game = fight(game, CutField(90))
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("blue", "territory")
    (prompt,) = game.ruleset.prompts(game.state)
    assert [str(one.label) for one in prompt.options] == ["the left half", "the right half"]
    assert all(one.areas for one in prompt.options), "the window marks the ground of the one that is pointed at"
    game = fight(game, "1")
    assert (game.state.side("red").territory, game.state.side("blue").territory) == (0, 1)
    assert "blue picks its territory: the right half" in said(game)


def test_a_board_of_three_feet_leaves_strips_of_just_under_six_inches() -> None:
    """rule: AOS-CASE-9."""
    state = RULES.start(setup(table=field(width=36, depth=36)))
    halves = state.context.halves(0)
    assert halves.areas[0].bounds == pytest.approx((0, 18, 36, 36))
    assert halves.zones[0].bounds == pytest.approx((0, 30, 36, 36))


def test_players_set_up_one_unit_each_in_turn_beginning_with_the_divider() -> None:
    """rule: AOS-DEPLOY-3, AOS-UNIT-3."""
    game = deploying()
    order = []
    while isinstance(game.pending, Choice) and game.pending.kind == "set-up":
        order.append(game.pending.player)
        units: Any = game.pending.about
        game = fight(game, Pick((units[0],)))
        game = game.play(suggested(game))
    assert order == ["red", "blue"] * 3


def test_a_unit_is_set_up_whole_and_coherent() -> None:
    """rule: AOS-UNIT-2, AOS-UNIT-3."""
    game = fight(deploying(), "blades (red)")
    whole = suggested(game)
    assert rules_of(game, SetUpUnitAt(whole.models[:-1])) == ["AOS-UNIT-3"]
    *rest, last = whole.models
    x, y, z = last.at
    far = SetUpUnitAt((*rest, SetUpModel(last.model, (x, min(y + 6.0, 47.0), z), last.turn)))
    assert rules_of(game, far) == ["AOS-UNIT-2"]


def test_models_stand_in_their_territory_more_than_12_in_from_the_other() -> None:
    """rule: AOS-DEPLOY-4, AOS-DEPLOY-5."""
    game = fight(deploying(), "mage (red)")
    at = lambda y: SetUpUnitAt((SetUpModel("mage (red)", (24.0, y, 0.0)),))
    assert rules_of(game, at(20.0)) == ["AOS-DEPLOY-4"]
    assert rules_of(game, at(36.2)) == ["AOS-DEPLOY-5"]
    assert rules_of(game, at(37.5)) == []


def test_options_stand_for_the_ground_where_units_may_be_set_up() -> None:
    """rule: AOS-DEPLOY-1, AOS-DEPLOY-2, AOS-DEPLOY-5."""
    game = territories()
    cuts = options_of(game)
    assert [depths(areas) for areas in cuts[:2]] == [[(36, 48), (0, 12)], [(0, 48), (0, 48)]]
    game = fight(game, CutField(0))
    assert [depths(areas) for areas in options_of(game)] == [[(36, 48)], [(0, 12)]]
    game = fight(game, Pick(("1",)))
    assert [depths(areas) for areas in options_of(game)] == [[(36, 48)]] * 3


def test_bodies_at_the_rim_of_what_is_offered_are_12_in_away() -> None:
    """rule: AOS-DEPLOY-5: a click near the rim put the middle there, and the body was too near."""
    for picked in ("mage (red)", "blades (red)"):
        game = fight(deploying(), picked)
        prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Place))
        rim = depths(prompt.areas)[0][0]
        down = min(one.at[1] for one in prompt.suggested) - rim
        places = (replace(one, at=(one.at[0], one.at[1] - down, one.at[2])) for one in prompt.suggested)
        assert rules_of(game, prompt.action(tuple(places))) == []
        nearer = (replace(one, at=(one.at[0], one.at[1] - down - 0.05, one.at[2])) for one in prompt.suggested)
        assert rules_of(game, prompt.action(tuple(nearer))) == ["AOS-DEPLOY-5"]


def options_of(game: Game[Any, Any]) -> list[tuple[PlaceArea, ...]]:
    prompt = game.ruleset.prompts(game.state)[0]
    assert isinstance(prompt, PickOne)
    return [option.areas for option in prompt.options]


def depths(areas: tuple[PlaceArea, ...]) -> list[tuple[float, float]]:
    """Return from where to where areas go over the board's depth."""
    return [(min(y for _, y in area.rings[0]), max(y for _, y in area.rings[0])) for area in areas]


def test_who_has_finished_waits_and_the_other_goes_on() -> None:
    """rule: AOS-DEPLOY-6, AOS-DEPLOY-7, AOS-DEPLOY-9, AOS-OPEN-11."""
    game = deploying()
    assert rules_of(game, Done()) == ["AOS-DEPLOY-6"]
    game = fight(game, "mage (red)")
    game = game.play(suggested(game))
    game = fight(game, "mage (blue)")
    game = game.play(suggested(game)).play(Done())
    players = []
    while isinstance(game.pending, Choice) and game.pending.kind in ("set-up", "place-unit"):
        players.append(game.pending.player)
        game = set_up_all(game)
    assert set(players) == {"blue"}
    assert not game.state.is_here("blades (red)") and game.state.is_here("blades (blue)")


def test_models_set_up_are_counted_and_the_first_to_finish_chooses_the_first_turn() -> None:
    """rule: AOS-DEPLOY-8, AOS-DEPLOY-10, AOS-DEPLOY-11, AOS-DEPLOY-12, AOS-OPEN-12, AOS-OPEN-13."""
    game = set_up_all(deploying())
    assert [side.set_up for side in game.state.sides] == [11, 11]
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "general")
    game = fight(game, "mage (red)", "mage (blue)")
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "first-turn")
    game = fight(game, "blue")
    assert (game.state.round, game.state.active) == (1, "blue")
    assert not [line for line in said(game) if "the first turn" in line], "round 1 has no roll"


def test_any_model_on_the_battlefield_may_be_the_general() -> None:
    """rule: AOS-GENERAL-1, AOS-OPEN-14."""
    state = battle({"swords": ("blades", row(10, 10, 2))}, {"spears": ("blades", row(10, 30, 2))}, NamesGeneral("red"))
    game = at_step(state)
    assert rules_of(game, Pick(("spears-1",))) == ["AOS-GENERAL-1"]
    assert fight(game, "swords-2").state.side("red").general == "swords-2"


@pytest.mark.parametrize(("few", "many", "is_sudden"), [(30, 40, True), (30, 39, False), (3, 4, True), (0, 4, False)])
def test_sudden_death_needs_a_third_more_models(few: int, many: int, is_sudden: bool) -> None:
    """rule: AOS-SUDDEN-1, AOS-OPEN-15, AOS-CASE-3."""
    state = battle({"swords": ("blades", row(10, 10, 1))}, {"spears": ("blades", row(10, 30, 1))})
    sides = (state.sides[0].changed(set_up=few), state.sides[1].changed(set_up=many))
    assert outnumbered(state.changed(sides=sides)) == ("red" if is_sudden else "")


def sudden(red_models: int = 3, blue: str = "blades", features: bool = False, rounds: int = 6) -> Game[Any, Any]:
    stones = SOME_STONES if features else ()
    state = battle(
        {"swords": ("blades", row(10, 10, red_models))},
        {"spears": (blue, row(10, 30, 5)), "mage": ("mage", [(20, 34)])},
        AfterSetUp(),
        features=stones,
        agreed={"rounds": rounds},
    )
    return at_step(state)


def test_the_player_with_fewer_models_may_choose_one_objective() -> None:
    """rule: AOS-SUDDEN-2."""
    game = sudden()
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "objective")
    none = game.play(Decline())
    assert none.state.side("red").objective is None
    one = fight(game, "endure")
    assert one.state.side("red").objective.kind is SuddenDeath.ENDURE
    assert one.state.side("blue").objective is None


def test_assassinate_and_blunt_name_a_unit_that_the_enemy_picks() -> None:
    """rule: AOS-SUDDEN-3, AOS-SUDDEN-4, AOS-SUDDEN-5, AOS-UNDEF-4."""
    game = fight(sudden(), "assassinate")
    assert isinstance(game.pending, Choice) and game.pending.player == "blue"
    assert rules_of(game, Pick(("spears",))) == ["AOS-SUDDEN-4"]
    assert fight(game, "mage").state.side("red").objective.target == "mage"
    blunt = fight(sudden(), "blunt")
    assert rules_of(blunt, Pick(("mage",))) == ["AOS-SUDDEN-5"]
    assert fight(blunt, "spears").state.side("red").objective.target == "spears"


def test_an_objective_that_nothing_fits_cannot_be_chosen() -> None:
    """rule: AOS-OPEN-16."""
    assert rules_of(sudden(), Pick(("seize-ground",))) == ["AOS-SUDDEN-7"]


@pytest.mark.parametrize(
    ("rounds", "faults"), [(4, ["AOS-SUDDEN-6"]), (5, ["AOS-SUDDEN-6"]), (6, []), (8, []), (0, [])]
)
def test_endure_cannot_be_chosen_where_the_battle_stops_before_round_6(rounds: int, faults: list[str]) -> None:
    """rule: AOS-SUDDEN-6, AOS-OPEN-16."""
    game = sudden(rounds=rounds)
    assert rules_of(game, Pick(("endure",))) == faults
    assert isinstance(game.pending, Choice)
    choice = PlainGeneral().choose(game.ruleset, game.state, game.pending, Stream(1))
    assert choice == Pick(("assassinate" if faults else "endure",))


def test_seize_ground_names_a_feature_in_enemy_territory() -> None:
    """rule: AOS-SUDDEN-7, AOS-OPEN-16."""
    game = fight(sudden(features=True), "seize-ground")
    assert isinstance(game.pending, Choice) and game.pending.player == "red"
    assert game.pending.about == ("stone-1", "stone-3"), "the two that reach below the middle"
    (event,) = fight(game, "stone-3").done[-1].events[:1]
    assert Teller(Words("en", names_terrain=True)).said(event.message) == "the objective is stone 3"


@pytest.mark.parametrize(("round", "is_won"), [(5, False), (6, True)])
def test_endure_is_reached_at_the_end_of_round_6(round: int, is_won: bool) -> None:
    """rule: AOS-SUDDEN-6, AOS-ROUND-8."""
    state = battle(
        {"swords": ("blades", row(10, 10, 1))},
        {"spears": ("blades", row(10, 30, 5))},
        EndRound(),
        agreed={"rounds": 0},
        round=round,
    )
    red = state.side("red").changed(objective=_objective(SuddenDeath.ENDURE))
    game = at_step(state.changed(sides=(red, state.side("blue"))))
    assert (game.state.winner == "red") is is_won


def test_models_that_came_later_do_not_endure() -> None:
    """rule: AOS-SUDDEN-6."""
    state = battle({"swords": ("blades", row(10, 10, 1))}, {"spears": ("blades", row(10, 30, 5))}, EndRound(), round=6)
    red = state.side("red").changed(objective=_objective(SuddenDeath.ENDURE))
    models = tuple(one.changed(is_added=one.unit == "swords") for one in state.models)
    game = at_step(state.changed(sides=(red, state.side("blue")), models=models))
    assert game.state.winner == ""


@pytest.mark.parametrize(("x", "round", "is_won"), [(14.0, 4, True), (14.0, 3, False), (17.2, 4, False)])
def test_seize_ground_is_looked_at_at_the_end_of_round_4_only(x: float, round: int, is_won: bool) -> None:
    """rule: AOS-SUDDEN-7, AOS-ROUND-8."""
    state = battle(
        {"swords": ("blades", row(x, 23.5, 1))},
        {"spears": ("blades", row(10, 40, 5))},
        EndRound(),
        features=SOME_STONES,
        agreed={"rounds": 0},
        round=round,
    )
    red = state.side("red").changed(objective=_objective(SuddenDeath.SEIZE, "stone-1"))
    game = at_step(state.changed(sides=(red, state.side("blue"))))
    assert (game.state.winner == "red") is is_won


def _objective(kind: SuddenDeath, target: str = "") -> Any:
    from warcry3d.rules.ageofsigmar.battle.state import SuddenObjective

    return SuddenObjective(kind=kind, target=target)


@pytest.mark.parametrize(("face", "wounds", "line"), [(1, 5, "blessed"), (4, 5, "inspired"), (5, 6, "empowered")])
def test_who_won_before_rolls_for_a_triumph(face: int, wounds: int, line: str) -> None:
    """rule: AOS-TRIUMPH-1, AOS-TRIUMPH-2, AOS-TRIUMPH-3, AOS-TRIUMPH-4, AOS-WIN-7, AOS-UNDEF-14."""
    state = battle(
        {"mage": ("mage", [(10, 10)])},
        {"spears": ("blades", row(10, 30, 2))},
        Triumphs(),
        agreed={"won_before": ["red"]},
    )
    red = state.side("red").changed(general="mage")
    game = fight(at_step(state.changed(sides=(red, state.side("blue")))), (face,))
    assert game.state.wounds_of("mage") == wounds
    assert line in said(game)[-1]


def test_who_has_not_won_rolls_for_nothing() -> None:
    """rule: AOS-TRIUMPH-1."""
    state = battle({"mage": ("mage", [(10, 10)])}, {"spears": ("blades", row(10, 30, 2))}, Triumphs())
    assert at_step(state).is_over


def test_players_who_won_before_are_named_as_they_are_shown() -> None:
    """Seen in the window: "Red" was refused, as the player is called "red"."""
    asked = BattleRequest(field(), ("red", "blue"), OFFER.bands, {"triumphs": "Red, BLUE"})
    assert sigmar_setup(asked).details["agreed"]["won_before"] == ("red", "blue")
