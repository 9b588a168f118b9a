"""Selects the fighters that an ability means: by distance, visibility and kind (WC-DIST-2, WC-SIGHT-1)."""

from warcry3d.rules.warcry.abilities.vocabulary import FighterFilter
from warcry3d.rules.warcry.battle.combat.visibility import sees
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State
from warcry3d.sight.distance import farthest_part, is_within, measure

__all__ = ["MOST_REACTIONS", "apart", "fits", "is_meant_by_place", "is_unactivated", "of_a_kind", "select_fighters"]

MOST_REACTIONS = 2
"""A fighter that reacted this often counts as activated (WC-REACT-1)."""


def apart(state: State, one: str, other: str) -> float:
    """Return the distance between two fighters (WC-DIST-1)."""
    return measure(state.table.model(one), state.table.model(other)).direct


def is_unactivated(fighter: FighterState) -> bool:
    """Return whether a fighter counts as not activated this round (WC-REACT-1)."""
    return fighter.place is FighterStatus.BOARD and fighter.activations == 0 and fighter.reactions < MOST_REACTIONS


def select_fighters(state: State, whom: FighterFilter, of: str) -> tuple[str, ...]:
    """Return the fighters on the battlefield that are selected from the fighter ``of``, in the order of warbands."""
    return tuple(f.id for f in state.fighters if fits(state, whom, f.id, of))


def fits(state: State, whom: FighterFilter, id: str, of: str) -> bool:
    """Return whether a fighter on the battlefield is selected from the fighter ``of``; it counts as its own friend."""
    if state.fighter(id).place is not FighterStatus.BOARD or not of_a_kind(state, whom, id, of):
        return False
    return is_meant_by_place(state, whom, id, of) and (not whom.visible or (id != of and sees(state, of, id)))


def of_a_kind(state: State, whom: FighterFilter, id: str, of: str) -> bool:
    """Return whether a fighter is of the selected kind, wherever it is."""
    fighter, profile = state.fighter(id), state.profile(id)
    is_friend = fighter.player == state.fighter(of).player
    return (
        whom.side in ("any", "friend" if is_friend else "enemy")
        and not (whom.other and id == of)
        and whom.faction in ("", profile.faction)
        and all(profile.has(mark) for mark in whom.runemarks)
        and not any(profile.has(mark) for mark in whom.without)
        and whom.activated in (None, not is_unactivated(fighter))
        and whom.wounded in (None, fighter.damage > 0)
    )


def is_meant_by_place(state: State, whom: FighterFilter, id: str, of: str) -> bool:
    """Return whether a fighter is where it is meant to be, seen or not."""
    if whom.beyond is not None and (id == of or is_within(apart(state, id, of), whom.beyond)):
        return False
    if whom.within is not None and (id != of or whom.wholly):
        within = float(whom.within)
        inches = farthest_part(state.table.model(id), state.table.model(of)).direct if whom.wholly else None
        if not is_within(apart(state, id, of) if inches is None else inches, within):
            return False
    return whom.beside is None or any(True for _ in _beside(state, whom.beside, id, of))


def _beside(state: State, beside: FighterFilter, id: str, of: str) -> list[str]:
    """Return the fighters of a kind, selected from ``of``, as near to the fighter ``id`` as ``beside`` says."""
    others = (f.id for f in state.on_board() if f.id != id and of_a_kind(state, beside, f.id, of))
    reach = None if beside.within is None else float(beside.within)
    return [other for other in others if reach is None or is_within(apart(state, id, other), reach)]
