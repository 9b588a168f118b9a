"""A unit with a leader that has joined it: any of its models stands for all of them."""

from tests.app.play.battles import PEOPLE, asked
from tests.rules.warhammer40k.battle.field import TROOPS, at_step, battle, row, sheet
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.unit_options import models_of_option, options_on
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.plugin import OFFER

BOSS = sheet("boss", keywords=("infantry", "character"))


def test_any_model_of_a_unit_and_its_leader_picks_both() -> None:
    reds = {"boss": (BOSS, [(10, 12)]), "u": (TROOPS, row(10, 10, 3)), "others": (TROOPS, row(30, 10, 3))}
    state = battle(reds, {"foe": (TROOPS, [(30, 30)])}, OrdersMoves40k("red"), extra={"boss": {"joins": "u"}})
    model = asked(PlayModel.beginning(OFFER, at_step(state), PEOPLE, 1, can_go_on=True))
    moves = next(one for one in model.prompts or () if one.id == "move")
    whole = {"boss-1", "u-1", "u-2", "u-3"}
    assert set(model.moment.company("u-2")) == whole == set(model.moment.company("boss-1"))
    found = {id: [option.id for option in options_on(moves, id, model.moment)] for id in (*whole, "others-2")}
    assert found == {**dict.fromkeys(whole, found["boss-1"]), "others-2": ["others"]} and found["boss-1"] == ["u"]
    assert set(models_of_option(moves, options_on(moves, "u-3", model.moment)[0], model.moment)) == whole


def test_a_leader_and_the_unit_that_it_joined_count_as_one_that_acts() -> None:
    reds = {"boss": (BOSS, [(10, 12)]), "u": (TROOPS, row(10, 10, 3)), "others": (TROOPS, row(30, 10, 3))}
    state = battle(reds, {"foe": (TROOPS, [(30, 30)])}, OrdersMoves40k("red"), extra={"boss": {"joins": "u"}})
    moment = PlayModel.beginning(OFFER, at_step(state), PEOPLE, 1, can_go_on=True).moment
    assert len(set(map(moment.company, ("boss-1", "u-1", "others-1")))) == 2
