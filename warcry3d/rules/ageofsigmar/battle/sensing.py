"""Questions about units in a battle: how far apart they are, who sees whom, cover, terrain nearby.

Answers are kept with the state: nothing moves within one.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.state import RulingKind, SigmarState, SigmarUnit
from warcry3d.rules.ageofsigmar.battle.terrain_rules import NEAR_TERRAIN, TerrainRule
from warcry3d.rules.ageofsigmar.sight import UnitSights
from warcry3d.rules.last_tables import SIGHTS_KEPT, LastTables
from warcry3d.rules.units.unit_coherency import Coherency, coherency
from warcry3d.sight.distance import is_within
from warcry3d.table.models import Model
from warcry3d.table.terrain import Feature

__all__ = [
    "COHERENCY",
    "COMBAT_REACH",
    "are_near",
    "deadly_features",
    "enemies_near",
    "features_near",
    "hangs_together",
    "is_covered",
    "is_engaged",
    "models_within",
    "once_in",
    "sees",
    "sees_unit",
    "unit_gap",
]

COMBAT_REACH = 3.0
"""How near (in) an enemy keeps a unit from moving on, and lets it attack (AOS-RETREAT-1, AOS-COMBAT-3)."""

COHERENCY = 1.0
"""Models of a unit are at most so far (in) from each other (AOS-UNIT-2)."""

T = TypeVar("T")


def once_in(state: SigmarState, key: object, ask: Callable[[], T]) -> T:
    """Return the answer to a question about a state, worked out once."""
    if key not in state.known:
        state.known[key] = ask()
    return state.known[key]  # type: ignore[return-value]


def unit_gap(state: SigmarState, one: str, other: str) -> float:
    """Return how far two units are apart: of the nearest pair of their models (AOS-DIST-1)."""
    a, b = sorted((one, other))
    return once_in(state, ("gap", a, b), lambda: judging.least_gap(state.figures(a), state.figures(b)))


def are_near(state: SigmarState, one: str, other: str, limit: float) -> bool:
    """Return whether two units are within a distance of each other."""
    a, b = sorted((one, other))
    if ("gap", a, b) in state.known:
        return is_within(unit_gap(state, a, b), limit)
    return once_in(state, ("near", a, b, limit), lambda: judging.any_near(state.figures(a), state.figures(b), limit))


def enemies_near(state: SigmarState, unit: str, limit: float) -> tuple[str, ...]:
    """Return the enemy units within a distance of a unit."""
    return tuple(enemy.id for enemy in state.enemies(unit) if are_near(state, unit, enemy.id, limit))


def is_engaged(state: SigmarState, unit: str) -> bool:
    """Return whether a unit is within 3 in of an enemy."""
    return any(are_near(state, unit, enemy.id, COMBAT_REACH) for enemy in state.enemies(unit))


def models_within(state: SigmarState, model: str, unit: str, limit: float) -> Iterator[Model]:
    """Yield the models of a unit within a distance of a model, those of them first whose bases are nearest."""
    viewer = state.table.model(model)
    x, y, _ = viewer.placement.at

    def far(one: Model) -> float:
        return (one.placement.at[0] - x) ** 2 + (one.placement.at[1] - y) ** 2

    for one in sorted(state.figures(unit), key=far):
        if judging.are_near(viewer, one, limit):
            yield one


def sees(state: SigmarState, viewer: str, target: str) -> bool:
    """Return whether a model sees another: its own unit does not block (AOS-SIGHT-2)."""
    ruled = state.ruled(RulingKind.SIGHT, state.troop(viewer).unit, state.troop(target).unit)
    if ruled is not None:
        return ruled
    is_close_enough = state.context.agreed.too_close == "seen"
    return once_in(
        state,
        ("sees", viewer, target),
        lambda: judging.is_seen(_sights(state), viewer, target, is_close_enough=is_close_enough),
    )


def _sights(state: SigmarState) -> UnitSights:
    """Return what stops lines where models stand as they do now: battles keep all their states, which would keep it."""
    places = tuple((model.id, model.at, model.turn) for model in state.models if model.is_here)
    tables: LastTables[UnitSights] = state.context.kept.setdefault("sights", LastTables(SIGHTS_KEPT))
    return tables.of(places, lambda: UnitSights(state.table))


def sees_unit(state: SigmarState, viewer: str, unit: str, limit: float) -> bool:
    """Return whether some model of a unit is at once within a distance of a model and seen by it (AOS-TARGET-2)."""

    def ask() -> bool:
        ruled = state.ruled(RulingKind.SIGHT, state.troop(viewer).unit, unit)
        if ruled is not None:
            return ruled and next(models_within(state, viewer, unit, limit), None) is not None
        near = [one.id for one in models_within(state, viewer, unit, limit)]
        return _sights(state).glimpses_any(viewer, near) or any(sees(state, viewer, one) for one in near)

    return once_in(state, ("sees-unit", viewer, unit, limit), ask)


def is_covered(state: SigmarState, unit: str) -> bool:
    """Return whether all models of a unit are in or on one feature (AOS-COVER-1, AOS-COVER-2)."""
    ruled = state.ruled(RulingKind.COVER, unit)
    if ruled is not None:
        return ruled
    return once_in(state, ("cover", unit), lambda: bool(judging.cover_feature(state.table, state.figures(unit))))


def features_near(
    state: SigmarState, unit: str, rule: TerrainRule, limit: float = NEAR_TERRAIN, *, model: str = ""
) -> tuple[str, ...]:
    """Return the features with a rule within 3 in of a unit, or of one ``model`` of it."""

    def ask() -> tuple[str, ...]:
        figures = (state.table.model(model),) if model else state.figures(unit)
        return tuple(
            feature
            for feature, has in zip(state.context.features, state.terrain, strict=False)
            if has is rule and any(judging.is_near_feature(state.table, feature, one, limit) for one in figures)
        )

    return once_in(state, ("features", unit, model, rule, limit), ask)


def deadly_features(state: SigmarState) -> tuple[Feature, ...]:
    """Return the deadly terrain of a battlefield (AOS-TERRAIN-10)."""

    def ask() -> tuple[Feature, ...]:
        rules = dict(zip(state.context.features, state.terrain, strict=False))
        features = state.context.ground.terrain.features
        return tuple(one for one in features if rules.get(one.id) is TerrainRule.DEADLY)

    return once_in(state, "deadly-features", ask)


def hangs_together(state: SigmarState, unit: SigmarUnit) -> Coherency:
    """Return how a unit hangs together (AOS-UNIT-2, AOS-OPEN-1)."""
    return once_in(state, ("coherency", unit.id), lambda: coherent(state.figures(unit.id)))


def coherent(models: tuple[Model, ...]) -> Coherency:
    """Return how models hang together: links of 1 in or less that join all of them (AOS-OPEN-1)."""
    return coherency(models, lambda a, b: judging.are_near(a, b, COHERENCY))
