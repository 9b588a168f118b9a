"""What is said where models are lost: what they carry, how many W are left."""

from tests.rules.warhammer40k.battle.field import TROOPS, at_step, battle, play, said, sheet
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import model_options
from warcry3d.rules.warhammer40k.battle.phases.timed_rules import WorksNow
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import RuleMoment


def test_a_model_that_may_be_lost_tells_its_weapons() -> None:
    """Seen: the bearer of the only lance was picked, as all ten had a number for a name."""
    (option,) = model_options(battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}), ["u-1"])
    assert [str(fact.message) for fact in option.facts] == ["2 of 2 wounds left", "Rifle, Blade"]


def test_a_wounded_model_says_how_many_wounds_of_all_are_left() -> None:
    """Seen: "Tide Oracle has 3 left"."""
    storm = {"rule": "timed", "name": "Storm", "when": "command", "effect": "mortal-wounds", "of": "enemies"}
    reds = {"u": (sheet("u", rules=[{**storm, "within": 12, "needed": 4}]), [(10, 10)])}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, WorksNow(RuleMoment.COMMAND, "red"))
    assert "foe-1: 1 of 2 wounds left" in said(play(at_step(state), (4,)))
