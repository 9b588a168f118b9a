"""Falling back, and desperate escapes (40K-FALLBACK, 40K-ESCAPE, 40K-SHOCK-5)."""

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Option, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import needs_words
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import model_options
from warcry3d.rules.warhammer40k.battle.attacks.wounds import destroy
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd
from warcry3d.rules.warhammer40k.battle.movement.random_moves import RollsMove
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["FallsBack"]

LOST = 2
"""A desperate escape test fails on a roll up to this (40K-ESCAPE-3)."""


class FallsBack(Asking[State40k], frozen=True, tag="falls-back", tag_field="step"):
    """A player says which models will cross enemy models; these take tests before the unit moves (40K-ESCAPE-1)."""

    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-ESCAPE-1", Message("{unit}: who crosses enemy models?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where the unit is gone."""
        models = tuple(model.id for model in state.troops(self.unit))
        return Choice(state.unit(self.unit).player, "crossing", self._why, models) if models else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the models, to pick any of."""
        models = [model.id for model in state.troops(self.unit)]
        some = PickSome(
            id="crossing",
            heading=message("Who crosses enemy models"),
            hint=message(
                "Each of them takes a desperate escape test first, unless it is titanic or flies: a die of 1 or 2 "
                "destroys a model of the unit."
            ),
            why=self._why,
            action=lambda picked: Pick(tuple(picked)),
            options=model_options(state, models),
            least=0,
            most=len(models),
        )
        return (some,)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: models of the unit, each once."""
        if not isinstance(action, Pick):
            return NOT_DUE
        models = {model.id for model in state.troops(self.unit)}
        if not set(action.picked) <= models or len(set(action.picked)) < len(action.picked):
            return fault("40K-ESCAPE-1", "pick models of {unit}, each once", unit=self.unit, place="picked")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Roll for them; all models of a battle-shocked unit are tested (40K-SHOCK-5, 40K-OPEN-13)."""
        assert isinstance(action, Pick), "its faults said so"
        state = do.state
        crossing = action.picked
        do.push(RollsMove(self.unit, MoveKind40k.FALL_BACK, crossing=crossing))
        if state.unit(self.unit).is_shocked:
            tested = tuple(model.id for model in state.troops(self.unit))
        else:
            tested = tuple(one for one in crossing if not is_excused(state, one))
        if tested:
            player = state.unit(self.unit).player
            then = EscapeRolled(self.unit)
            throw(do, player, len(tested), "escape", "40K-ESCAPE-3", then, unit=self.unit, need=LOST + 1)


def is_excused(state: State40k, model: str) -> bool:
    """Return whether a model crosses without a test: titanic ones and those that fly (40K-ESCAPE-2)."""
    return state.context.has(model, "titanic") or state.context.has(model, "fly")


class EscapeRolled(Automatic[State40k], frozen=True, tag="escape-rolled", tag_field="step"):
    """For each roll of 1 or 2 a model is destroyed (40K-ESCAPE-3)."""

    unit: str

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(LOST + 1)

    def resolve(self, do: Transition40k) -> None:
        """Ask which, one after the other."""
        count = sum(face <= LOST for face in do.state.thrown.faces)
        do.push(*(LosesModel(self.unit, "40K-ESCAPE-3") for _ in range(count)), ChecksEnd())


class LosesModel(Asking[State40k], frozen=True, tag="loses-model", tag_field="step"):
    """A player picks a model of its unit that is destroyed."""

    unit: str
    rule: str

    def _able(self, state: State40k) -> tuple[str, ...]:
        return tuple(model.id for model in state.troops(self.unit))

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.rule, Message("{unit}: which model is lost?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where there is one model at most."""
        able = self._able(state)
        return Choice(state.unit(self.unit).player, "lose", self._why, able) if len(able) > 1 else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the models."""
        options: tuple[Option, ...] = model_options(state, self._able(state))
        return (pick_one("lose", message("Who is lost"), self._why, options),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self._able(state), self.rule)

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Destroy it."""
        destroy(do, picked_of(action), self.rule, cause="")

    def skip(self, do: Transition40k) -> None:
        """Destroy the only one."""
        for model in self._able(do.state)[:1]:
            destroy(do, model, self.rule, cause="")
