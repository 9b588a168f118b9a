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
    """Return models as options, each with its W and its weapons: a unit's models differ by these."""
    return tuple(Option(id, Message("{fighter}", {"fighter": id}), model=id, facts=_facts(state, id)) for id in models)


def _facts(state: State40k, model: str) -> tuple[RuleReason, ...]:
    """Return how many W a model has left, and what it carries."""
    left, all_ = state.wounds_left(model), state.context.profile(model).wounds
    carried = (one for is_melee in (False, True) for one in state.context.weapons(model, is_melee=is_melee))
    names = tuple(dict.fromkeys(one.weapon.name for one in carried))
    wounds = RuleReason("40K-SHEET-3", message("{left} of {all} wounds left", left=left, all=all_))
    if not names:
        return (wounds,)
    return (wounds, RuleReason("40K-SHEET-5", Message("{weapons}", {"weapons": names})))


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
