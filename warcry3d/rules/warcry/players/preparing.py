"""Getting ready while others think: where fighters can get to rests on much that terrain and base alone decide."""

from collections.abc import Iterator
from dataclasses import replace

from warcry3d.motion.reach import preparing_reach
from warcry3d.motion.volume import volume_of
from warcry3d.rules.warcry.battle.fighters import move_of
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.fighter import fighter_of
from warcry3d.rules.warcry.move_limits import terms_for

__all__ = ["prepared"]


def prepared(state: State) -> Iterator[None]:
    """Yield after each piece of work: first what two moves of each fighter on the battlefield may need, of those first
    that can still be activated; then all that any fighter of the battle may need anywhere.
    """
    table = state.table
    for fighter in sorted(state.on_board(), key=lambda fighter: not can_activate(state, fighter)):
        terms = terms_for(fighter_of(table.model(fighter.id)))
        yield from preparing_reach(table, fighter.id, terms, facings=1, inches=2 * move_of(state, fighter.id))
    seen: set[object] = set()
    bare = state.context.bare(state)
    for fighter in state.fighters:
        model = state.context.model(fighter)
        terms, volume = terms_for(fighter_of(model)), volume_of(model)
        key = (volume.key, volume.height, str(terms))
        if key not in seen:
            seen.add(key)
            yield from preparing_reach(replace(bare, models=(model,)), model.id, terms, facings=1)
