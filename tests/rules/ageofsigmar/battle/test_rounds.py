"""Rounds, turns, victory."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import MAGE, RULES, at_step, battle, fight, row, said, setup
from warcry3d.game.actions import Decline, Done, Pick
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BothTurns, EndRound, NextBattleRound, OpensTurn
from warcry3d.rules.ageofsigmar.battle.sigmar_battle import outcome
from warcry3d.rules.ageofsigmar.battle.standings import standings
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase, SigmarState, SuddenDeath, SuddenObjective, TroopStatus

RED: Any = {"swords": ("blades", row(10, 10, 4))}
BLUE: Any = {"spears": ("blades", row(10, 40, 4))}


def test_a_round_is_two_turns_of_six_phases() -> None:
    """rule: AOS-ROUND-1, AOS-ROUND-4, AOS-ROUND-6, AOS-ROUND-7."""
    game = at_step(battle(RED, BLUE, BothTurns(), EndRound(), agreed={"rounds": 3}))
    phases = []
    while isinstance(game.pending, Choice) and game.pending.kind in ("hero", "movement", "charge"):
        phases.append((game.state.active, game.state.phase))
        game = game.play(Done())
    assert [player for player, _ in phases] == ["red"] * 2 + ["blue"] * 2, "nobody is near enough to charge"
    assert next(iter(SigmarPhase)) == "hero" and len(SigmarPhase) == 6
    assert [line for line in said(game) if "round" in line or "turn" in line][-1] == "round 2"


def test_from_round_2_the_higher_roll_chooses_and_turns_may_follow_each_other() -> None:
    """rule: AOS-ROUND-2, AOS-ROUND-3, AOS-CASE-12."""
    game = at_step(battle(RED, BLUE, NextBattleRound(), first="blue"))
    game = fight(game, (2,), (2,), (5,), (4,))
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "first-turn")
    game = fight(game, "red")
    assert game.state.active == "red", "it was second before: two turns running"


def test_the_blessed_may_change_a_die_of_a_roll_off() -> None:
    """rule: AOS-TRIUMPH-2, AOS-OPEN-17, AOS-ROUND-2, AOS-DICE-6."""
    state = battle(RED, BLUE, NextBattleRound(), first="blue")
    red = state.side("red").changed(triumph=2)
    game = fight(at_step(state.changed(sides=(red, state.side("blue")))), (3,), (3,))
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "blessed")
    tied = fight(game, Decline(), (2,), (5,))
    assert isinstance(tied.pending, Choice) and tied.pending.kind == "blessed", "asked again as they roll again"
    game = fight(tied, Pick(("1-1",)))
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("red", "first-turn")
    assert game.state.side("red").is_spent and "red is blessed: the 5 of blue becomes a 1" in said(game)


def test_the_blessed_read_what_was_rolled_and_whether_the_other_may_answer() -> None:
    """rule: AOS-TRIUMPH-2, AOS-OPEN-17."""
    state = battle(RED, BLUE, NextBattleRound(), first="blue")
    both = fight(at_step(state.changed(sides=tuple(side.changed(triumph=2) for side in state.sides))), (3,), (4,))
    assert isinstance(both.pending, Choice) and isinstance(both.pending.player, str)
    assert (
        str(both.pending.why)
        == "red is blessed: change a die of the roll-off (red 3, blue 4)? blue may change one after that"
    )
    last = both.play(Decline())
    assert isinstance(last.pending, Choice) and last.pending.player == "blue"
    assert str(last.pending.why) == "blue is blessed: change a die of the roll-off (red 3, blue 4)?"


def test_what_units_did_is_forgotten_at_the_next_turn() -> None:
    """rule: AOS-STATE-1, AOS-STATE-3."""
    state = battle(RED, BLUE, OpensTurn("blue"))
    units = tuple(one.changed(slain=2, used=("turn:x", "battle:y")) for one in state.units)
    after = at_step(state.changed(units=units)).state
    assert {unit.slain for unit in after.units} == {0}
    assert {unit.used for unit in after.units} == {("battle:y",)}


def lost(red: int, blue: int) -> SigmarState:
    """Return a battle that is over, with so many models lost, of 4 each."""
    state = battle(RED, BLUE)
    gone = {f"swords-{n + 1}" for n in range(red)} | {f"spears-{n + 1}" for n in range(blue)}
    models = tuple(one.changed(status=TroopStatus.FLED) if one.id in gone else one for one in state.models)
    return state.changed(models=models, is_over=True)


def test_who_has_no_models_left_is_wiped_out_at_once() -> None:
    """rule: AOS-WIN-1, AOS-OPEN-18, AOS-UNDEF-12."""
    state = lost(0, 4).changed(is_over=False, agenda=(ChecksWipeOut(),))
    game = at_step(state)
    assert isinstance(game.pending, Outcome) and game.pending.winners == ("red",)
    assert game.pending.reasons[0].rule == "AOS-WIN-1"
    both = at_step(lost(4, 4).changed(is_over=False, agenda=(ChecksWipeOut(),)))
    assert isinstance(both.pending, Outcome) and both.pending.winners == (), "equal shares"


def test_the_smaller_share_of_losses_has_a_minor_victory() -> None:
    """rule: AOS-WIN-2, AOS-WIN-3, AOS-EX-1."""
    over = outcome(lost(3, 2))
    assert over.winners == ("blue",)
    assert [str(reason) for reason in over.reasons] == [
        "blue has a minor victory",
        "red has lost 75 % of its models",
        "blue has lost 50 % of its models",
    ]


def test_shares_count_models_not_wounds() -> None:
    """rule: AOS-WIN-4, AOS-OPEN-19."""
    state = lost(1, 1)
    hurt = tuple(one.changed(wounds=5) if one.id == "swords-4" else one for one in state.models)
    assert outcome(state.changed(models=hurt)).winners == ()


def test_models_added_do_not_raise_the_start_but_count_when_lost() -> None:
    """rule: AOS-WIN-5, AOS-WIN-6, AOS-CASE-2, AOS-EX-6, AOS-UNDEF-3."""
    state = battle({"swords": ("blades", [*row(10, 10, 8), *row(10, 11.4, 8)])}, BLUE)
    red = state.side("red").changed(set_up=10)
    gone = {f"swords-{n}" for n in range(1, 13)}
    models = tuple(
        one.changed(is_added=one.unit == "swords" and int(one.id.split("-")[1]) > 10, status=TroopStatus.SLAIN)
        if one.id in gone
        else one
        for one in state.models
    )
    state = state.changed(sides=(red, state.side("blue")), models=models)
    assert state.share("red") == pytest.approx(1.2)


def test_an_objective_that_is_destroyed_wins_at_once_slain_or_fled() -> None:
    """rule: AOS-SUDDEN-3, AOS-SUDDEN-4, AOS-SUDDEN-5, AOS-OPEN-16."""
    blue = {"spears": ("blades", row(10, 40, 4)), "mage": ("mage", [(30, 40)])}
    state = battle(RED, blue, ChecksWipeOut())
    red = state.side("red").changed(objective=SuddenObjective(kind=SuddenDeath.ASSASSINATE, target="mage"))
    fled = tuple(one.changed(status=TroopStatus.FLED) if one.id == "mage" else one for one in state.models)
    game = at_step(state.changed(sides=(red, state.side("blue")), models=fled))
    assert (game.state.winner, game.state.won_by) == ("red", "AOS-SUDDEN-4")


def test_a_battle_stops_after_the_agreed_round_or_when_both_agree() -> None:
    """rule: AOS-WIN-8, AOS-OPEN-19."""
    assert at_step(battle(RED, BLUE, EndRound(), agreed={"rounds": 4}, round=4)).is_over
    game = at_step(battle(RED, BLUE, EndRound(), agreed={"rounds": 0}, round=9))
    assert isinstance(game.pending, Choice) and game.pending.kind == "stop"
    assert not fight(game, "stop", "go-on").is_over
    assert fight(game, "stop", "stop").is_over


def test_players_may_settle_what_is_unclear_by_going_back() -> None:
    """rule: AOS-DISPUTE-1."""
    rules: Any = RULES
    players: Any = {"red": RandomPlayer(), "blue": RandomPlayer()}
    game = play_out(Game.begin(rules, setup(rounds=1)), players, SeededDice(3), seed=3)
    assert game.undo(len(game.done)).state == game.first


def test_units_whose_turn_comes_yet_this_round_are_not_said_to_have_acted() -> None:
    """rule: AOS-ROUND-1."""
    state = battle(RED, BLUE)
    for active, can_act in (("red", [True, True]), ("blue", [False, True])):
        models = standings(state.changed(active=active)).models
        assert [models[id].can_act for id in ("swords-1", "spears-1")] == can_act


def test_cards_tell_what_abilities_do_and_the_magic_of_wizards_and_sides_the_names_of_armies() -> None:
    """rule: AOS-SCROLL-2, AOS-MAGIC-2, AOS-MAGIC-3."""
    keen = {"id": "keen", "name": "Keen", "text": "Cuts well.", "do": []}
    shown = standings(battle({"mage": ({**MAGE, "abilities": [keen]}, [(10, 10)])}, BLUE))
    facts = [str(one.message) for one in shown.models["mage"].facts]
    assert "casts 1 and unbinds 1 a turn: Arcane Bolt, Mystic Shield" in facts and "Keen: Cuts well." in facts
    assert {player: str(side.army) for player, side in shown.sides.items()} == {"red": "Army", "blue": "Army"}
