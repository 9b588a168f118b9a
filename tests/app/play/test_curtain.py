"""Between two persons at one screen hangs a curtain where one decides what the other must not see."""

from dataclasses import replace
from typing import Any

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import PEOPLE, asked
from tests.app.play.test_play_keys import Heard
from tests.game.race import Race, race_offer, race_setup
from tests.rules.warcry.battle.test_opening import begun
from warcry3d.app.play.intents import ChoosePrompt, GameChanged, HoldLens, HoverModel, PickOption, PlayCommand
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import PlayAction
from warcry3d.app.play.view import InHand, PlayView
from warcry3d.app.shell.settings import Settings
from warcry3d.game.actions import Pick
from warcry3d.game.dice import SeededDice
from warcry3d.game.ruleset import Choice, Pending
from warcry3d.game.session import Game


class Secret(Race):
    """A race in which nobody may see what the other decides."""

    def pending(self, state: Any) -> Pending:
        due = super().pending(state)
        return replace(due, is_private=True) if isinstance(due, Choice) else due


def secret(seats: dict[str, str] | None = None) -> PlayModel:
    game = Game.begin(Secret(), race_setup(8.0, 4))
    return asked(PlayModel.beginning(race_offer(), game, seats or PEOPLE, 3, can_go_on=True))


def made(model: PlayModel) -> PlayModel:
    """Return the model once what it wishes for was done."""
    game = model.game.play(model.wish.action) if isinstance(model.wish, PlayAction) else model.game.roll(SeededDice(3))
    return asked(model.after(GameChanged(game)))


def test_curtain_hangs_until_the_right_person_sits_down() -> None:
    model = secret()
    assert model.curtain_for == "red"
    assert model.after(PickOption("push", "2")) is model
    assert model.after(HoverModel("blue")) is model and model.after(HoldLens(Lens.SIGHT)) is model
    seated = model.after(PlayCommand.SUBMIT)
    assert seated.curtain_for == "" and seated.seated == "red"
    assert seated.after(PickOption("push", "2")).wish is not None


def test_curtain_hangs_before_the_other_person_too_and_not_for_the_same_one() -> None:
    model = secret().after(PlayCommand.RAISE_CURTAIN).after(PickOption("push", "1"))
    assert model.has_hidden and model.seated == "red"
    pushed = made(model)
    rolled = made(pushed.after(PlayCommand.THROW))
    assert rolled.player == "red" and rolled.curtain_for == ""
    other = made(rolled.after(ChoosePrompt("stay")))
    assert other.player == "blue" and other.curtain_for == "blue"


def test_no_curtain_hangs_against_the_program() -> None:
    assert secret({"red": "person", "blue": "eager"}).curtain_for == ""


def test_battle_groups_are_split_behind_the_curtain() -> None:
    playing = begun().dice(2).dice(5)
    assert not playing.choice.is_private
    playing.do(Pick(("blue",)))
    assert playing.choice.kind == "groups" and playing.choice.is_private


def test_nothing_of_the_battle_is_drawn_behind_the_curtain(bench: PanelBench) -> None:
    said = Heard("en")
    view, frame, model = PlayView(), bench.frame_of(said), secret()
    bench.draw(lambda: view.draw(frame, model, InHand(), Settings()), 2)
    assert any("Hand the screen to Red" in sentence for sentence in said.sentences)
    assert not any("push" in sentence.lower() for sentence in said.sentences)
    found = bench.sweep(lambda: view.draw(frame, model, InHand(), Settings()), (200, 200), (700, 420))
    assert set(found) == {PlayCommand.RAISE_CURTAIN}
