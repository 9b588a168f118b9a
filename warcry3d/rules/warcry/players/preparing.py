"""Getting ready while others think: where fighters can get to rests on much that terrain and base alone decide."""

from collections.abc import Iterator
from dataclasses import replace

from warcry3d.motion.free_space import room_of
from warcry3d.motion.reach import preparing_reach
from warcry3d.motion.trace import prepare
from warcry3d.motion.volume import volume_of
from warcry3d.rules.warcry.battle.combat.visibility import sees
from warcry3d.rules.warcry.battle.fighters import move_of
from warcry3d.rules.warcry.battle.previews.targets import note_targets
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State
from warcry3d.rules.warcry.fighter import fighter_of
from warcry3d.rules.warcry.move_limits import terms_for
from warcry3d.table.table import Table

__all__ = ["next_choices", "next_moves", "prepared"]

_TO_COME = (FighterStatus.ASIDE, FighterStatus.RESERVE)


def prepared(state: State) -> Iterator[None]:
    """Yield after each piece of work: first `next_moves`, then all that any fighter of the battle may need anywhere:
    a minute of work on a large board.
    """
    yield from next_moves(state)
    seen: set[object] = set()
    bare = state.context.bare(state)
    for fighter in state.fighters:
        model = state.context.model(fighter)
        terms, volume = terms_for(fighter_of(model)), volume_of(model)
        key = (volume.key, volume.height, str(terms))
        if key not in seen:
            seen.add(key)
            yield from preparing_reach(replace(bare, models=(model,)), model.id, terms, facings=1)


def next_moves(state: State, side: str = "") -> Iterator[None]:
    """Yield after each piece of work on what two moves of each fighter on the battlefield may need: of those first that
    can still be activated, of a side's before the others'.
    """
    table = state.table

    def late(fighter: FighterState) -> tuple[bool, bool]:
        return not can_activate(state, fighter), fighter.player != side

    for fighter in sorted(state.on_board(), key=late):
        terms = terms_for(fighter_of(table.model(fighter.id)))
        yield from preparing_reach(table, fighter.id, terms, facings=1, inches=2 * move_of(state, fighter.id))


def next_choices(state: State, side: str) -> Iterator[None]:
    """Yield after each piece of work on what a person may ask next: who sees whom, where those of a side that can be
    activated can get to with one move, and whom they can attack then, then the others; while a battle is set up, where
    bases have room.
    """
    yield from _sight(state)
    fighters = [fighter for fighter in state.on_board() if can_activate(state, fighter)]
    table, aside = state.table, [fighter for fighter in state.fighters if fighter.place in _TO_COME]
    for fighter in sorted(fighters, key=lambda fighter: fighter.player != side):
        yield from _room(table, fighter.id)
        terms = terms_for(fighter_of(table.model(fighter.id)))
        yield from preparing_reach(table, fighter.id, terms, facings=1, inches=move_of(state, fighter.id))
        if fighter.player == side and state.activation is None:
            note_targets(state, fighter.id)
            yield
    for fighter in sorted(aside, key=lambda fighter: fighter.player != side):
        model = state.context.model(fighter)
        yield from _room(replace(table, models=(model,)), model.id)


def _room(table: Table, model: str) -> Iterator[None]:
    """Derive where a base has room on each level: what every move of it is judged by."""
    room = room_of(table, volume_of(table.model(model)))
    for level in room.levels.levels:
        room.free(level), room.air(level)
        yield
    prepare(table, model)
    yield


def _sight(state: State) -> Iterator[None]:
    """Ask about one pair: the meshes of terrain and of all figures are made for it."""
    pair = next(((one.id, other.id) for one in state.on_board() for other in state.enemies(one.player)), None)
    if pair is not None:
        sees(state, *pair)
        yield
