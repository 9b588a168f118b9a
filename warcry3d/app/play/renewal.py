"""Prompts are asked once more when what they rest on is prepared: then they may say more, such as who can attack."""

from warcry3d.app.play.intents import PromptsFound
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.preparation import Preparation
from warcry3d.app.play.work import BattleWork, Position
from warcry3d.game.prompts import Go, Place

__all__ = ["PromptRenewal"]


class PromptRenewal:
    """Renews the prompts of the choice that is due, once for each state that was prepared."""

    def __init__(self, work: BattleWork, preparation: Preparation) -> None:
        self._work = work
        self._preparation = preparation
        self._renewed: object = None

    def is_due(self, model: PlayModel) -> bool:
        """Return whether prompts are to be asked once more; not while anything is moved or placed for one."""
        return (
            _may_be_renewed(model) and self._renewed is not model.game.state and self._preparation.is_done(model.game)
        )

    def after(self, model: PlayModel) -> PlayModel:
        """Return the model with its prompts renewed, once they are known; what was picked so far stays picked."""
        position, prompts = Position(model.game), self._work.prompts
        if self.is_due(model):
            self._renewed = model.game.state
            prompts.forget(position)
            prompts.ask(position)
        if not _may_be_renewed(model) or self._renewed is not model.game.state:
            return model
        found = prompts.known.get(position)
        return model if found is None or found is model.prompts else model.after(PromptsFound(model.game, found))


def _may_be_renewed(model: PlayModel) -> bool:
    return model.prompts is not None and not isinstance(model.prompt, Go | Place)
