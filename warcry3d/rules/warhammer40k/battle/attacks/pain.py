"""Feel no pain: whether a model may ignore wounds that it would lose."""

from warcry3d.rules.warhammer40k.battle.data_rules import felt_by_rules
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["pain_of"]


def pain_of(state: State40k, model: str, *, is_mortal: bool, is_psychic: bool = False) -> int:
    """Return from which roll on a model ignores a wound, by the best of its abilities; 0: it ignores none.

    ``is_mortal``, ``is_psychic``: of mortal wounds, of a psychic attack, against which some abilities alone help.
    """
    troop = state.troop(model)
    own = [one for one in state.context.sheet(troop.part).core if one.word is CoreWord.FEEL_NO_PAIN]
    found = [felt_by_rules(state, troop.unit, is_mortal=is_mortal, is_psychic=is_psychic)]
    if own:
        name = state.context.model_profile(model).name
        found += [one.needed for one in own if one.is_for(name, is_mortal=is_mortal, is_psychic=is_psychic)]
    return min((needed for needed in found if needed), default=0)
