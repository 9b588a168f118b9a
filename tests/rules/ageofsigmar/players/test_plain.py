"""The plain player: whole battles with invariants at each step, and single decisions."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.checks import check_invariants
from tests.rules.ageofsigmar.battle.field import (
    BLADES,
    RULES,
    SWORD,
    army,
    at_step,
    battle,
    field,
    placed,
    row,
    setup,
    unit,
)
from tests.soak import mostly_soak
from warcry3d.game.actions import Done, Pick
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_stream import Stream
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.actions import AimAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import Allocates
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind, MoveTerms, judged_moves
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase, WantsToStop
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.ageofsigmar.way_checks import features_passed
from warcry3d.rules.units.unit_actions import UnitOrder


def decides(state: Any) -> Any:
    game = at_step(state)
    pending: Any = game.pending
    return PlainGeneral().choose(game.ruleset, game.state, pending, Stream(1))


@pytest.mark.parametrize("seed", mostly_soak(range(1, 31), quick=1))
def test_plain_battles_end_and_keep_the_invariants(seed: int) -> None:
    rules: Any = RULES
    forces = army(unit("blades", 5), unit("archers", 5), unit("mage"))
    game = Game.begin(rules, setup(forces, forces, rounds=4))
    players: Any = {"red": PlainGeneral(), "blue": PlainGeneral()}
    while not game.is_over:
        game = play_on(game, players, SeededDice(seed), seed=seed)
        check_invariants(game.state)


def test_it_attacks_where_that_costs_the_enemy_most_models() -> None:
    """rule: AOS-WIN-2, AOS-WIN-4. Each wound slays a model of one unit; the mage would only be hurt."""
    blue = {"spears": ("blades", [(19, 21.4)]), "mage": ("mage", [(21, 21.4)])}
    action = decides(battle({"swords": ("blades", [(20, 20)])}, blue, AimsAttacks("swords", WeaponKind.MELEE)))
    assert isinstance(action, AimAttacks) and {aim.target for aim in action.aims} == {"spears"}


def test_it_does_not_charge_what_it_cannot_hurt() -> None:
    giant = {**BLADES, "id": "giant", "name": "Giant", "wounds": 12, "weapons": [{**SWORD, "attacks": 12, "damage": 3}]}
    for enemy, expected in ((giant, Done()), ("blades", UnitOrder("charge", "swords"))):
        near = battle(
            {"swords": ("blades", row(20, 10, 3))},
            {"spears": (enemy, [(20, 17)])},
            BeginPhase(SigmarPhase.CHARGE, "red"),
        )
        assert decides(near) == expected


def test_it_closes_in_and_charges_what_it_can_reach() -> None:
    far = battle(
        {"swords": ("blades", row(20, 10, 3))},
        {"spears": ("blades", row(20, 40, 3))},
        BeginPhase(SigmarPhase.MOVEMENT, "red"),
    )
    assert decides(far) == UnitOrder("run", "swords")
    near = battle(
        {"swords": ("blades", row(20, 10, 3))},
        {"spears": ("blades", row(20, 17, 3))},
        BeginPhase(SigmarPhase.CHARGE, "red"),
    )
    assert decides(near) == UnitOrder("charge", "swords")


def test_it_goes_beside_deadly_terrain_where_that_leads_on_as_well() -> None:
    """rule: AOS-TERRAIN-10. The stump lies on the straight way; its models go past it."""
    for rule, crosses in ((TerrainRule.INSPIRING, True), (TerrainRule.DEADLY, False)):
        state = battle(
            {"swords": ("blades", [(20, 10)])},
            {"spears": ("blades", [(20, 40)])},
            MovesUnit("swords", MoveKind.MOVE),
            features=[{"id": "stump", "piece": "stump", "at": [19.5, 12]}],
        )
        state = state.changed(terrain=(rule,))
        (move,) = judged_moves(state, "swords", decides(state).ways, MoveTerms(MoveKind.MOVE)).moves
        passed = features_passed(state.context.ground.terrain.features, state.figures("swords")[0], move.legs, move.end)
        assert bool(passed) is crosses and move.end.at[1] > 14


def test_it_casts_a_bolt_only_at_whom_the_wizard_sees() -> None:
    """rule: AOS-MAGIC-12."""
    walls = [{"id": f"wall-{n}", "piece": "stone", "at": [3 * n, 24]} for n in range(16)]
    for features, expected in ((walls, "mystic-shield"), ((), "arcane-bolt")):
        state = battle(
            {"mage": ("mage", [(20, 20)])},
            {"spears": ("blades", row(19, 30, 3))},
            BeginPhase(SigmarPhase.HERO, "red"),
            features=features,
        )
        action = decides(state)
        assert isinstance(action, UnitOrder) and action.unit.endswith(expected), features


def test_it_wants_to_stop_where_a_battle_has_no_end() -> None:
    """rule: AOS-WIN-8."""
    sides: Any = {"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 44)])}
    for round, expected in ((5, "go-on"), (6, "stop")):
        assert decides(battle(*sides, WantsToStop("red"), round=round)) == Pick((expected,))


def test_it_gives_up_leaders_and_banners_last() -> None:
    """rule: AOS-DAMAGE-2. The bearer stands farthest back, and fell first."""
    loadouts = [{"id": id, "name": id, "weapons": ["sword"]} for id in ("sword", "banner")]
    scroll = {**BLADES, "loadouts": loadouts}
    armies = [army({**unit(scroll, 3, "swords"), "loadouts": {"banner": 1}}), army(unit("blades", 1, "spears"))]
    prepared = setup(*armies, table=field(), terrain="none", realm="fire")
    places = {"swords": row(20, 10, 3), "spears": [(20, 20)]}
    state = placed(prepared, places, Allocates("swords", 2))
    bearer = next(id for id in ("swords-1", "swords-2", "swords-3") if state.context.loadout(id) == "banner")
    assert bearer not in decides(state).picked
    assert bearer == "swords-3", "it is farthest from the enemy"
