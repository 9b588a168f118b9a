"""What a fighter can do if it is activated: its profile, and how far off the nearest enemies are."""

from collections.abc import Iterator

from warcry3d.game.preview import Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.warcry.battle.actions import Activate
from warcry3d.rules.warcry.battle.fighters import apart
from warcry3d.rules.warcry.battle.previews.threats import may_come_to
from warcry3d.rules.warcry.battle.standings import profile_facts
from warcry3d.rules.warcry.battle.state import FighterStatus, State

__all__ = ["activation_preview"]

MOST_TOLD = 3
"""Distances to so many enemies are told."""


def activation_preview(state: State, action: Activate) -> Preview:
    """Return what a fighter is good for as the battle stands."""
    if action.fighter not in state.model_ids:
        return Preview()
    return Preview(lines=(*profile_facts(state, action.fighter), *_nearest(state, action.fighter)))


def _nearest(state: State, fighter: str) -> Iterator[RuleReason]:
    """Yield how far off the nearest enemies are, base to base; nothing of a fighter that is not on the battlefield."""
    known = state.fighter(fighter)
    if known.place is not FighterStatus.BOARD:
        return
    far = sorted((apart(state, fighter, enemy.id), enemy.id) for enemy in state.enemies(known.player))
    if far:
        enemies = tuple(Message("{target} {inches:.2f} in", {"target": id, "inches": inches}) for inches, id in far)
        yield RuleReason("WC-DIST-1", message("nearest enemies: {enemies}", enemies=enemies[:MOST_TOLD]))
        yield _within_a_move(state, fighter, tuple(id for _, id in far))


def _within_a_move(state: State, fighter: str, enemies: tuple[str, ...]) -> RuleReason:
    """Return whom a fighter may attack after one move: by real ways where they were looked for, else by the straight
    distance, terrain left aside.
    """
    known = state.targets.get(fighter)
    near = tuple(
        enemy for enemy in enemies if (may_come_to(state, fighter, enemy) if known is None else enemy in known)
    )
    if not near:
        return RuleReason("WC-MOVE-1", message("can attack nobody after one move"))
    if known is not None:
        return RuleReason("WC-MOVE-1", message("can attack after one move: {enemies}", enemies=near))
    return RuleReason("WC-MOVE-1", message("can attack after one move, terrain aside: {enemies}", enemies=near))
