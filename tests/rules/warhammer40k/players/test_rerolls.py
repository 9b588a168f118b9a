"""What the plain player rolls again for a command point."""

import pytest

from tests.rules.warhammer40k.battle.field import aims, at_step, battle, gun, play, sheet
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.plugin import OFFER


@pytest.mark.parametrize(("wounds", "points"), [(1, 2), (2, 2), (6, 1)])
def test_a_low_damage_that_destroys_its_model_is_not_rolled_again(wounds: int, points: int) -> None:
    """rule: 40K-STRAT-REROLL-1. A damage of 2 of a D6: a model with 2 W falls by it."""
    foe = sheet("foe", numbers={"wounds": wounds})
    state = battle({"u": (sheet("u", gun(strength=8, damage="D6")), [(10, 10)])}, {"foe": (foe, [(20, 10)])},
                   AimsWeapons("u"))  # fmt: skip
    rich = state.changed(sides=tuple(side.changed(command=2 * int(side.id == "red")) for side in state.sides))
    game = play(at_step(rich), aims("u", "foe", "rifle"), (5,), "no", (5,), "no", (1,), (2,))
    assert game.pending.kind == "command-re-roll"
    there = play_on(game, dict.fromkeys(("red", "blue"), OFFER.player("plain")), SeededDice(1), seed=1).state
    assert there.side("red").command == points
