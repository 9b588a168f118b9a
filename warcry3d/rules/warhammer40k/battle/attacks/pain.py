"""Feel no pain: whether a model may ignore wounds that it would lose."""

from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["pain_of"]


def pain_of(state: State40k, model: str, *, is_mortal: bool, is_psychic: bool = False) -> int:
    """Return from which roll on a model ignores a wound, by the best of its abilities; 0: it ignores none.

    ``is_mortal``, ``is_psychic``: of mortal wounds, of a psychic attack, against which some abilities alone help.
    """
    core = state.context.sheet(state.troop(model).part).core
    own = [one for one in core if one.word is CoreWord.FEEL_NO_PAIN]
    if not own:
        return 0
    name = state.context.model_profile(model).name
    helps = (one.needed for one in own if one.is_for(name, is_mortal=is_mortal, is_psychic=is_psychic))
    return min(helps, default=0)
