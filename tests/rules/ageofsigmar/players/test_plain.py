"""The plain player: whole battles with invariants at each step, and single decisions."""

from typing import Any

import msgspec
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
from warcry3d.game.agenda import AgendaStep
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_stream import Stream
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.abilities.ability_words import ChoosesEffect, PicksUnits, ScrollUse
from warcry3d.rules.ageofsigmar.battle.actions import AimAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import Allocates
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind, MoveTerms, judged_moves
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase, WantsToStop
from warcry3d.rules.ageofsigmar.battle.setup.before_battle import NamesGeneral
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import Do, EitherEffect, PickUnits
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.ageofsigmar.way_checks import features_passed
from warcry3d.rules.units.unit_actions import UnitOrder

GIANT: dict[str, Any] = {
    **BLADES,
    "id": "giant",
    "name": "Giant",
    "wounds": 12,
    "weapons": [{**SWORD, "attacks": 12, "damage": 3}],
}


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
    giant = GIANT
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


def test_it_does_not_charge_weak_units_that_a_strong_one_stands_beside() -> None:
    """rule: AOS-COMBAT-3. Who stands within 3 in of the fight strikes as well."""
    swords = {"swords": ("blades", row(20, 10, 6))}
    for guard, expected in (((20, 36), UnitOrder("charge", "swords")), ((20, 19.5), Done())):
        blue: Any = {"spears": ("blades", row(20, 17, 3)), "giant": (GIANT, [guard])}
        assert decides(battle(swords, blue, BeginPhase(SigmarPhase.CHARGE, "red"))) == expected


def test_units_that_are_too_weak_alone_charge_together() -> None:
    knight: Any = {**BLADES, "id": "knight", "wounds": 6, "weapons": [{**SWORD, "attacks": 6, "rend": -2}]}
    blue: Any = {"giant": (GIANT, [(20, 17)])}
    for count in (1, 3):
        red: Any = {f"knight-{n}": (knight, [(16 + 4 * n, 10)]) for n in range(count)}
        action = decides(battle(red, blue, BeginPhase(SigmarPhase.CHARGE, "red")))
        assert (action == Done()) is (count == 1)


def test_who_fights_better_than_it_shoots_does_not_stop_to_shoot() -> None:
    """rule: AOS-MOVE-8. The giant with a few pebbles comes near enough to charge."""
    pebbles = {"name": "Pebbles", "kind": "missile", "range": 18, "attacks": 1, "to_hit": 5, "to_wound": 5, "damage": 1}
    red: Any = {"giant": ({**GIANT, "move": 9, "weapons": [*GIANT["weapons"], pebbles]}, [(20, 10)])}
    state = battle(red, {"spears": ("blades", row(20, 25, 3))}, MovesUnit("giant", MoveKind.MOVE))
    (move,) = judged_moves(state, "giant", decides(state).ways, MoveTerms(MoveKind.MOVE)).moves
    assert move.end.at[1] > 18, "it stopped 17 in away"


def test_the_general_is_who_has_a_command_ability() -> None:
    """rule: AOS-GENERAL-1, AOS-GENERAL-2."""
    order = {"id": "order", "name": "Order", "when": "command", "do": [{"do": "heal", "amount": 1}]}
    king: Any = {**BLADES, "id": "king", "wounds": 4, "keywords": ["hero"], "abilities": [order]}
    red: Any = {"mage": ("mage", [(20, 10)]), "king": (king, [(24, 10)])}
    assert decides(battle(red, {"spears": ("blades", [(20, 30)])}, NamesGeneral("red"))) == Pick(("king",))


def words(text: str, type: Any) -> Any:
    return msgspec.json.decode(text, type=type)


USE = ScrollUse(player="red", unit="mage", name="Try")


def near(*steps: AgendaStep) -> Any:
    """Return a battle in which nobody is hurt and an enemy is near."""
    red: Any = {
        "mage": ("mage", [(20, 10)]),
        "swords": ("blades", row(24, 10, 3)),
        "knives": ("blades", row(10, 10, 3)),
    }
    return battle(red, {"spears": ("blades", row(20, 16, 3))}, *steps)


def test_it_picks_as_many_units_for_a_gain_as_may_be() -> None:
    """rule: AOS-SCROLL-2."""
    pick = words('{"do": "pick", "whom": {"side": "friend"}, "count": 2, "up_to": true}', PickUnits)
    gain = words('[{"do": "re-roll", "who": "picked", "what": ["hit-roll"]}]', tuple[Do, ...])
    assert len(decides(near(PicksUnits(USE, pick, gain, 2))).picked) == 2


def test_of_two_effects_it_takes_the_one_that_does_something() -> None:
    """rule: AOS-DAMAGE-8. Nobody is hurt, so the enemy is."""
    either = words(
        """{"do": "either", "of": [
        {"name": "Mend", "then": [{"do": "pick", "whom": {"side": "friend"}},
            {"do": "heal", "who": "picked", "amount": 3}]},
        {"name": "Bury", "then": [{"do": "pick", "whom": {"side": "enemy"}}, {"do": "roll", "each": [
            {"on": 4, "then": [{"do": "mortal-wounds", "who": "picked", "amount": "D3"}]}]}]}]}""",
        EitherEffect,
    )
    assert decides(near(ChoosesEffect(USE, either))) == Pick(("1",))


@pytest.mark.parametrize(
    ("lost", "once", "is_used"), [(0, "", False), (1, "", True), (1, "battle", False), (4, "battle", True)]
)
def test_it_heals_who_is_hurt_and_keeps_what_heals_once_for_more(lost: int, once: str, is_used: bool) -> None:
    """rule: AOS-DAMAGE-8."""
    heal = {"id": "heal", "name": "Heal", "when": "hero", "once": once, "do": [{"do": "heal", "amount": "D3"}]}
    healer: Any = {**BLADES, "id": "healer", "wounds": 6, "abilities": [heal]}
    state = battle(
        {"healer": (healer, [(20, 10)])}, {"spears": ("blades", [(20, 30)])}, BeginPhase(SigmarPhase.HERO, "red")
    )
    state = state.changed(models=tuple(one.changed(wounds=lost * (one.unit == "healer")) for one in state.models))
    assert (decides(state) == UnitOrder("ability", "healer|heal")) is is_used
