"""Which units abilities mean, and whether their conditions hold (docs/warscrolls.md)."""

from collections.abc import Iterable

from warcry3d.rules.ability_words import StrictStruct
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.sensing import are_near, is_covered, once_in, sees_unit
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import (
    Condition,
    InCover,
    ModelCount,
    NearTerrain,
    UnitDid,
    UnitFilter,
    UnitsNear,
    UnitWounded,
)

__all__ = ["holds", "matches", "matching"]

FAR = 1000.0

DEEDS = {"moved": Deed.MOVED, "ran": Deed.RAN, "charged": Deed.CHARGED, "slew": Deed.SLEW}


def matching(state: SigmarState, bearer: str, whom: UnitFilter, *, from_model: str = "") -> tuple[str, ...]:
    """Return the units on the battlefield that a filter means, seen from a bearer's unit; ``from_model``: who looks
    (empty: any model of that unit).
    """
    return tuple(unit.id for unit in state.here() if matches(state, bearer, whom, unit.id, from_model=from_model))


def matches(state: SigmarState, bearer: str, whom: UnitFilter, unit: str, *, from_model: str = "") -> bool:
    """Return whether a filter means a unit, seen from a bearer's unit."""
    is_friend = state.unit(unit).player == state.unit(bearer).player
    if whom.side == ("enemy" if is_friend else "friend") or (whom.other and unit == bearer):
        return False
    return _is_such(state, whom, unit) and _is_there(state, bearer, whom, unit, from_model)


def _is_such(state: SigmarState, whom: UnitFilter, unit: str) -> bool:
    """Return whether a unit is of the kind that a filter asks for."""
    scroll, here = state.scroll(unit), state.unit(unit)
    if not scroll.has(*whom.keywords) or any(scroll.has(word) for word in whom.without):
        return False
    if whom.any_of and not any(scroll.has(word) for word in whom.any_of):
        return False
    if whom.charged is not None and whom.charged is not (Deed.CHARGED in here.did):
        return False
    return scroll.wounds >= whom.wounds and len(state.troops(unit)) >= whom.models


def _is_there(state: SigmarState, bearer: str, whom: UnitFilter, unit: str, from_model: str) -> bool:
    """Return whether a unit is at the distance that a filter asks for, and seen."""
    within = FAR if whom.within is None or isinstance(whom.within, str) else whom.within
    if unit == bearer:
        return whom.beyond is None
    viewers = [from_model] if from_model else [one.id for one in state.troops(bearer)]
    if within < FAR and not _any_within(state, viewers, bearer, unit, within, from_model):
        return False
    if whom.beyond is not None and _any_within(state, viewers, bearer, unit, whom.beyond, from_model):
        return False
    return not whom.visible or any(sees_unit(state, viewer, unit, within) for viewer in viewers)


def _any_within(
    state: SigmarState, viewers: Iterable[str], bearer: str, unit: str, limit: float, from_model: str
) -> bool:
    if not from_model:
        return are_near(state, bearer, unit, limit)
    return any(
        judging.are_near(state.table.model(viewer), one, limit) for viewer in viewers for one in state.figures(unit)
    )


def holds(state: SigmarState, bearer: str, conditions: Iterable[Condition], *, model: str = "") -> bool:
    """Return whether all conditions hold of a bearer's unit, or of one ``model`` of it."""
    return all(_holds(state, bearer, one, model) is not one.negated for one in conditions)


def _holds(state: SigmarState, bearer: str, condition: StrictStruct, model: str) -> bool:
    match condition:
        case UnitsNear(whom=whom, least=least):
            return len(matching(state, bearer, whom, from_model=model)) >= least
        case ModelCount(least=least, most=most):
            count = len(state.troops(bearer))
            return least <= count and (most is None or count <= most)
        case UnitDid(what=what):
            return DEEDS[what] in state.unit(bearer).did
        case InCover():
            return is_covered(state, bearer)
        case NearTerrain(within=within):
            return once_in(state, ("near-terrain", bearer, within), lambda: _near_terrain(state, bearer, within))
        case UnitWounded(least=least):
            return any(one.wounds >= least for one in state.troops(bearer) if model in ("", one.id))
    return False


def _near_terrain(state: SigmarState, unit: str, within: float) -> bool:
    figures = state.figures(unit)
    return any(
        judging.is_near_feature(state.table, feature, one, within)
        for feature in state.context.features
        for one in figures
    )
