"""Disputes: rulings of the program that the players set aside."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.checks import check_invariants
from tests.rules.ageofsigmar.battle.field import RULES, at_step, battle, fight, rules_of, said, setup
from warcry3d.errors import QuestionError
from warcry3d.game.actions import Done, Pick
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.prompts import PickOne, PickSome
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.actions import Dispute
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase, ClosesTurn
from warcry3d.rules.ageofsigmar.battle.plugin import OFFER
from warcry3d.rules.ageofsigmar.battle.sensing import is_covered, sees
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.units.unit_actions import UnitOrder

STONE = ({"id": "stone", "piece": "stone", "at": [18.5, 15]},)
SHOOT = UnitOrder("shoot", "bows")


def behind_a_stone(rulings: str = "players", *more: Any, **values: Any) -> Game[Any, Any]:
    """Return the shooting phase of an archer, with an enemy behind a stone."""
    red: Any = {"bows": ("archers", [(20, 12)]), "swords": ("blades", [(40, 4)])}
    steps = BeginPhase(SigmarPhase.SHOOTING, "red"), BeginPhase(SigmarPhase.HERO, "red"), *more
    blue: Any = {"spears": ("blades", [(20, 21)])}
    return at_step(battle(red, blue, *steps, features=STONE, agreed={"rulings": rulings}, **values))


def kind(game: Game[Any, Any]) -> tuple[str, str]:
    """Return whom the game asks what."""
    assert isinstance(game.pending, Choice)
    return game.pending.player, game.pending.kind


def test_a_ruling_that_both_players_set_aside_is_as_they_say() -> None:
    """rule: AOS-DISPUTE-1."""
    game = behind_a_stone()
    assert rules_of(game, SHOOT) == ["AOS-TARGET-2"]
    game = game.play(Dispute("sees"))
    assert kind(game) == ("red", "ruling-units")
    game = game.play(Pick(("bows", "spears")))
    assert kind(game) == ("blue", "ruling-answer")
    game = game.play(Pick(("agreed",)))
    assert kind(game) == ("red", "shooting")
    assert rules_of(game, SHOOT) == []
    assert sees(game.state, "bows", "spears") and not sees(game.state, "spears", "bows"), "one way"
    assert said(game)[-1] == "ruled by the players: bows sees spears"
    aimed = game.play(SHOOT)
    assert kind(aimed) == ("red", "aim")


def test_without_agreement_both_roll_and_the_higher_decides() -> None:
    """rule: AOS-DISPUTE-2, AOS-OPEN-4."""
    disputed = behind_a_stone().play(Dispute("sees")).play(Pick(("bows", "spears"))).play(Pick(("roll",)))
    tied = fight(disputed, (3,), (3,))
    assert not isinstance(tied.pending, Choice), "ties roll again"
    won = fight(tied, (5,), (2,))
    assert kind(won) == ("red", "ruling-decision")
    assert rules_of(won.play(Pick(("set-aside",))), SHOOT) == []
    lost = fight(disputed, (2,), (5,))
    assert kind(lost) == ("blue", "ruling-decision")
    kept = lost.play(Pick(("keep",)))
    assert kind(kept) == ("red", "shooting") and rules_of(kept, SHOOT) == ["AOS-TARGET-2"]
    assert rules_of(kept, Done()) == [], "play goes on"


def test_cover_may_be_given_and_taken_away() -> None:
    """rule: AOS-DISPUTE-1."""
    game = behind_a_stone()
    assert not is_covered(game.state, "spears")
    for claim, covered in (("covered", True), ("open", False)):
        game = game.play(Dispute(claim)).play(Pick(("spears",))).play(Pick(("agreed",)))  # type: ignore[arg-type]
        assert is_covered(game.state, "spears") is covered
    assert len(game.state.rulings) == 1, "the later ruling takes the earlier one's place"


def test_a_ruling_holds_until_the_end_of_the_phase() -> None:
    """rule: AOS-DISPUTE-2."""
    game = behind_a_stone("players", ClosesTurn())
    game = fight(game, Dispute("sees"), Pick(("bows", "spears")), "agreed", Done())
    assert kind(game) == ("red", "hero") and game.state.rulings == ()


def test_what_the_program_does_not_know_is_rolled_for_and_noted() -> None:
    """rule: AOS-DISPUTE-2."""
    game = fight(behind_a_stone().play(Dispute("other")), (1,), (6,))
    assert kind(game) == ("red", "shooting")
    assert said(game)[-1] == "blue decides"


def test_a_dispute_is_no_part_of_another_and_can_be_left() -> None:
    game = behind_a_stone().play(Dispute("sees"))
    assert rules_of(game, Dispute("open")) != []
    assert rules_of(game, Pick(("bows",))) == ["AOS-DISPUTE-1"]
    assert rules_of(game, Pick(("bows", "bows"))) == ["AOS-DISPUTE-1"]
    assert kind(fight(game, "decline")) == ("red", "shooting")


def test_the_prompt_is_there_only_where_the_players_have_the_last_word() -> None:
    theirs = behind_a_stone()
    prompts = {one.id: one for one in RULES.prompts(theirs.state)}
    assert isinstance(prompts["dispute"], PickOne)
    units = RULES.prompts(theirs.play(Dispute("sees")).state)[0]
    assert isinstance(units, PickSome) and (units.least, units.most, units.is_ordered) == (2, 2, True)
    alone = behind_a_stone("program")
    assert kind(alone) == ("red", "hero"), "nobody is seen, so nothing is asked"
    assert rules_of(alone, Dispute("sees")) != []
    assert "dispute" not in {one.id for one in RULES.prompts(alone.state)}


def test_the_setting_says_who_has_the_last_word() -> None:
    assert OFFER.chosen({})["rulings"] == "program"
    assert OFFER.chosen({"rulings": "players"})["rulings"] == "players"
    with pytest.raises(QuestionError, match="rulings"):
        OFFER.chosen({"rulings": "nobody"})


@pytest.mark.parametrize("name", ["random", "plain"])
def test_players_of_the_program_finish_battles_with_disputes(name: str) -> None:
    players: Any = {"red": RandomPlayer(), "blue": RandomPlayer() if name == "random" else PlainGeneral()}
    rules: Any = RULES
    game = Game.begin(rules, setup(rounds=1, rulings="players"))
    while not game.is_over:
        game = play_on(game, players, SeededDice(4), seed=4)
        check_invariants(game.state)
    if name == "random":
        assert any(isinstance(step.action, Dispute) for step in game.done)


def test_the_realm_that_is_not_agreed_on_is_chosen_not_drawn() -> None:
    realm = next(one for one in OFFER.settings if one.name == "realm")
    assert str(realm.unset) == "the players choose it"
