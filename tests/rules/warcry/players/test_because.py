"""Whatever the plain player decides, it says in one sentence why."""

from typing import Any

from tests.rules.warcry.battle.field import BOW, RULES, SWORD, box, fighting, profile, set_up
from warcry3d.game.actions import PlaceAt
from warcry3d.game.dice import SeededDice
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.players.because import because
from warcry3d.rules.warcry.players.plain import PlainPlayer


def test_every_decision_of_a_battle_has_its_reason() -> None:
    band = [profile("a", weapons=[SWORD]), profile("b", weapons=[SWORD, BOW])]
    deck = box("deck", (12, 8, 0), (18, 14, 3), "platform")
    game: Game[Any, Any] = Game.begin(RULES, set_up(band, band, parts=[deck]))
    dice, player, kinds = SeededDice(5), PlainPlayer(), dict[str, str]()
    for number in range(30):
        game = game.settle(dice)
        if not isinstance(game.pending, Choice):
            break
        decision = player.decide(RULES, game.state, game.pending, Stream(5, number))
        assert decision.reason is not None, game.pending.kind
        kinds[game.pending.kind] = str(decision.reason)
        game = game.play(decision.action)
    assert {"attacker", "groups", "deploy", "wild", "activate", "act"} <= set(kinds)
    assert all(reason.startswith("wants ") and reason.endswith(".") for reason in kinds.values())
    assert "set red-" in kinds["deploy"] or "set blue-" in kinds["deploy"]


def test_it_says_what_wild_dice_are_for() -> None:
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (20.0, 15.0)})
    state, choice = playing.state, Choice("red", "wild", playing.choice.why)
    said = [
        str(because(state, choice, action)) for action in (UseWild(singles=1), UseWild(raised=((6, 2),)), UseWild())
    ]
    assert [words in one for words, one in zip(("initiative", "larger", "keep"), said, strict=True)] == [True] * 3


def test_it_says_nothing_of_what_it_knows_no_reason_for() -> None:
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (20.0, 15.0)})
    assert because(playing.state, Choice("red", "drop", playing.choice.why), PlaceAt((1.0, 1.0, 0.0))) is None
