"""Prompts are asked once more when what they rest on is prepared, and what was picked so far stays picked."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from tests.app.play.battles import race_model
from warcry3d.app.play.intents import ChoosePrompt, PromptsFound
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.preparation import Preparation
from warcry3d.app.play.renewal import PromptRenewal
from warcry3d.app.play.work import BattleWork, Position
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.game.prompts import Prompt
from warcry3d.message import Message


class Asked:
    """The background of a battle, whose prompts have another hint each time they are asked."""

    def __init__(self, model: PlayModel) -> None:
        self.times = 0
        self.is_prepared = False
        self.model = model
        self.prompts: Answers[Position, tuple[Prompt, ...]] = Answers(self._answer)

    def _answer(self, position: Position) -> tuple[Prompt, ...]:
        self.times += 1
        hint = Message("asked {n} times", {"n": self.times})
        return tuple(replace(prompt, hint=hint) for prompt in self.model.prompts or ())

    def is_done(self, game: Any) -> bool:
        return self.is_prepared and game is self.model.game

    def renewal(self) -> PromptRenewal:
        work = cast(BattleWork, SimpleNamespace(prompts=self.prompts))
        return PromptRenewal(work, cast(Preparation, self))

    def settled(self, renewal: PromptRenewal, model: PlayModel) -> PlayModel:
        model = renewal.after(model)
        self.prompts.settle(60)
        return renewal.after(model)


def hints(model: PlayModel) -> set[str]:
    return {str(prompt.hint) for prompt in model.prompts or ()}


def test_prompts_are_renewed_once_they_can_say_more_and_only_once() -> None:
    model = race_model()
    asked = Asked(model)
    renewal = asked.renewal()
    assert not renewal.is_due(model) and asked.settled(renewal, model) is model
    asked.is_prepared = True
    assert renewal.is_due(model)
    renewed = asked.settled(renewal, model)
    assert hints(renewed) == {"asked 1 times"}
    assert not renewal.is_due(renewed) and asked.settled(renewal, renewed) is renewed
    assert asked.times == 1
    asked.prompts.close()


def test_what_was_chosen_before_stays_chosen() -> None:
    model = race_model()
    assert model.prompts
    chosen = model.after(ChoosePrompt(model.prompts[-1].id))
    assert chosen.chosen == model.prompts[-1].id
    again = tuple(replace(prompt, hint=Message("now more is known")) for prompt in model.prompts)
    renewed = chosen.after(PromptsFound(chosen.game, again))
    assert renewed.chosen == chosen.chosen and renewed.draft == chosen.draft
    assert renewed.prompts == again
