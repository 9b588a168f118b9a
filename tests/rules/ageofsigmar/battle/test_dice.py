"""Dice: halves, re-rolls, modifiers, a die that a triumph changes."""

from typing import Any

from tests.rules.ageofsigmar.battle.field import BLADES, SWORD, at_step, battle, fight, rules_of
from warcry3d.game.actions import Decline, Pick
from warcry3d.game.dice import d3
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.battleshock import ShockTest
from warcry3d.rules.ageofsigmar.battle.phases.charge_phase import ChargePhase
from warcry3d.rules.ageofsigmar.battle.throws import may_roll_again
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.attack_sequence import DieTest
from warcry3d.rules.units.unit_actions import UnitOrder

LUCKY = {
    **BLADES,
    "id": "lucky",
    "abilities": [
        {
            "id": "again",
            "name": "Again",
            "do": [
                {"do": "re-roll", "what": ["hit-roll"], "which": "failed"},
                {"do": "change", "what": ["hit-roll"], "add": 1},
            ],
        }
    ],
}


def attacking(scroll: Any = LUCKY, **values: object) -> Game[Any, Any]:
    """Return one model that attacks another with two attacks."""
    state = battle(
        {"red-1": (scroll, [(10, 10)])},
        {"blue-1": ("blades", [(10, 11.4)])},
        AimsAttacks("red-1", WeaponKind.MELEE),
        **values,
    )
    return fight(at_step(state), _all(at_step(state)))


def _all(game: Game[Any, Any]) -> Any:
    prompt = next(one for one in game.ruleset.prompts(game.state) if one.id == "target")
    return prompt.action(prompt.options[0].id)  # type: ignore[union-attr]


def test_dice_have_six_sides_and_a_d3_is_half_of_one_rounded_up() -> None:
    """rule: AOS-DICE-1, AOS-DICE-2."""
    assert [d3(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    game = attacking()
    assert isinstance(game.pending, Roll) and game.pending.sides == 6


def test_dice_that_are_due_say_what_they_must_show() -> None:
    """rule: AOS-ATTACK-4, AOS-CHARGE-5. What is added to the roll is taken off what a die must show."""
    game = attacking()
    due = [game.pending, fight(game, (1, 1), "0").pending, fight(game, (6, 6)).pending]
    assert [str(one.needs) for one in due if isinstance(one, Roll)] == ["needs 3+", "needs 3+", "needs 4+"]
    state = battle({"red-1": (LUCKY, [(10, 10)])}, {"blue-1": ("blades", [(20, 10)])}, ChargePhase("red"))
    charge = fight(at_step(state), UnitOrder("charge", "red-1")).pending
    assert isinstance(charge, Roll) and str(charge.needs).startswith("needs 9 or more by the straight way: 28 %")
    shocked = at_step(state.changed(agenda=(ShockTest("red-1"),))).pending
    assert isinstance(shocked, Roll) and str(shocked.needs) == "nobody flees at 5 or less"


def test_a_reroll_is_the_players_choice_of_some_or_all_dice() -> None:
    """rule: AOS-DICE-3."""
    game = fight(attacking(), (1, 2))
    assert isinstance(game.pending, Choice) and game.pending.kind == "re-roll"
    assert rules_of(game, Decline()) == []
    assert rules_of(game, Pick(("0",))) == []
    assert rules_of(game, Pick(("0", "1"))) == []
    assert rules_of(game, Pick(())) == ["AOS-DICE-3"]


def test_no_die_is_rolled_again_twice() -> None:
    """rule: AOS-DICE-4."""
    game = fight(attacking(), (1, 6), Pick(("0",)), (1,))
    assert isinstance(game.pending, Roll), "the second 1 stands: the wound is rolled for"


def test_rerolls_look_at_bare_dice_and_modifiers_come_after() -> None:
    """rule: AOS-DICE-5, AOS-OPEN-35, AOS-CASE-10."""
    game = fight(attacking(), (3, 3))
    assert rules_of(game, Pick(("0",))) == [], "a bare 3 fails 4+, so it may be rolled again"
    kept = game.play(Decline())
    assert isinstance(kept.pending, Roll) and kept.pending.count == 2, "kept, both are a 4 and hit"
    assert may_roll_again(3, "failed", 4) and not may_roll_again(4, "failed", 4)


def test_no_die_passes_or_fails_by_itself() -> None:
    """rule: AOS-DICE-7."""
    assert DieTest(2, 1).passes(1)
    assert not DieTest(4, -3).passes(6)
    assert DieTest(7, 1).passes(6)


def test_the_blessed_change_one_die_of_anybody_once() -> None:
    """rule: AOS-TRIUMPH-2, AOS-OPEN-17."""
    plain = attacking("blades")
    state = plain.state
    red = state.side("red").changed(triumph=2)
    begun = battle(
        {"red-1": ("blades", [(10, 10)])}, {"blue-1": ("blades", [(10, 11.4)])}, AimsAttacks("red-1", WeaponKind.MELEE)
    )
    game = at_step(begun.changed(sides=(red, begun.side("blue"))))
    game = fight(game, _all(game), (1, 2))
    assert isinstance(game.pending, Choice) and game.pending.kind == "blessed"
    assert {str(one.hint) for one in game.ruleset.prompts(game.state)[:1]} == {"red is blessed: change a die? to hit"}
    assert rules_of(game, Pick(("5-6",))) == ["AOS-TRIUMPH-2"]
    game = fight(game, Pick(("1-6",)))
    assert game.state.thrown.faces == (6, 2)
    assert game.state.side("red").is_spent
    assert isinstance(game.pending, Roll) and game.pending.count == 1


def test_reroll_odds_take_failed_dice_again() -> None:
    """rule: AOS-DICE-5."""
    assert SWORD["to_hit"] == 4
    assert DieTest(4, reroll="failed").chance == 0.75
