"""Which models take the next attack or wound, and models as options with their W (40K-ALLOC-1, 40K-ALLOC-2)."""

from collections.abc import Iterable

from warcry3d.game.prompts import Option
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.state import State40k

__all__ = ["model_options", "next_models", "takes_next"]


def takes_next(count: int) -> Message | None:
    """Return how the question is answered which model takes so many attacks or mortal wounds; None: it takes one."""
    if count < 2:
        return None
    return message("The model takes one after the other until it is destroyed; then you pick the next.")


def model_options(state: State40k, models: Iterable[str]) -> tuple[Option, ...]:
    """Return models as options, each with its W."""
    return tuple(
        Option(
            id,
            Message("{fighter}", {"fighter": id}),
            model=id,
            facts=(
                RuleReason(
                    "40K-SHEET-3",
                    message(
                        "{left} of {all} wounds left", left=state.wounds_left(id), all=state.context.profile(id).wounds
                    ),
                ),
            ),
        )
        for id in models
    )


def next_models(state: State40k, unit: str) -> tuple[str, ...]:
    """Return the models of which one takes the next attack or mortal wound (40K-ALLOC-1, 40K-OPEN-1, 40K-OPEN-20).

    Leaders come last as long as those that they lead are left; of the others one that has lost W or was allocated an
    attack in this phase comes first.
    """
    here = state.troops(unit)
    led = [model for model in here if model.part == unit]
    others = led if led and len(led) < len(here) else list(here)
    begun = [model for model in others if model.lost or model.is_allocated]
    return tuple(model.id for model in begun or others)
