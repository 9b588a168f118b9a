"""When the plain player lets a unit fight out of turn."""

import pytest

from tests.rules.warhammer40k.battle.field import TROOPS, at_step, battle, sheet
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import PicksFighter40k
from warcry3d.rules.warhammer40k.battle.plugin import OFFER
from warcry3d.rules.warhammer40k.battle.state import Deed40k, Phase40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment

QUICK = sheet("quick", core=["fights first"])


@pytest.mark.parametrize(
    ("is_first", "fought", "b_engaged", "points"),
    [(True, ("u",), True, 1), (True, ("u", "v"), True, 3), (False, ("u",), False, 3), (False, ("u",), True, 1)],
)
def test_counter_offensive_is_used_where_a_unit_strikes_before_an_enemy_that_comes_next(
    is_first: bool, fought: tuple[str, ...], b_engaged: bool, points: int
) -> None:
    """rule: 40K-STRAT-COUNTER-3. v fights first and would strike b before its turn; with v done nothing is gained, nor
    where b is picked next anyway and a has nobody left to strike. With both in front of v the other one gains.
    """
    reds = {"u": (QUICK, [(10, 10)]), "v": (QUICK, [(20, 10)])}
    blues = {"a": (TROOPS, [(21.5, 11.5) if b_engaged and not is_first else (40, 10)]), "b": (TROOPS, [(22, 10)])}
    use = MayUse("blue", StratagemMoment.ENEMY_FOUGHT, ("u",))
    state = battle(reds, blues, use, PicksFighter40k("blue", is_first=is_first), phase=Phase40k.FIGHT)
    units = tuple(one.changed(did=(Deed40k.FOUGHT,)) if one.id in fought else one for one in state.units)
    sides = tuple(side.changed(command=3) for side in state.sides)
    game = at_step(state.changed(units=units, sides=sides))
    assert game.pending.kind == "stratagem"
    there = play_on(game, dict.fromkeys(("red", "blue"), OFFER.player("plain")), SeededDice(1), seed=1).state
    assert there.side("blue").command == points
