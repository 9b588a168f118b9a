"""Who sees whom in a battle, and who has the benefit of cover. Answers are kept while nothing on the table moves."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from warcry3d.rules.last_tables import SIGHTS_KEPT, LastTables
from warcry3d.rules.warhammer40k.battle.sensing import is_near
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.rules.warhammer40k.terrain_cover import cover_sources, plunges
from warcry3d.sight.verdict import Seen, TooClose

__all__ = ["glimpses_unit", "is_covered", "plunges_on", "sees", "sees_unit"]

TABLES_KEPT = 8
"""Tables whose answers are kept: a few kilobytes each."""

T = TypeVar("T")


def _on_table(state: State40k, key: object, ask: Callable[[], T]) -> T:
    """Return the answer to a question about who stands where, worked out once for a table."""
    tables: LastTables[dict[object, Any]] = state.context.kept.setdefault("answers", LastTables(TABLES_KEPT))
    known = tables.of(_places(state), dict)
    if key not in known:
        known[key] = ask()
    found: T = known[key]
    return found


def _sights(state: State40k) -> ModelSights:
    """Return what stops lines on a state's table; the answers outlive it."""
    tables: LastTables[ModelSights] = state.context.kept.setdefault("sights", LastTables(SIGHTS_KEPT))
    return tables.of(_places(state), lambda: ModelSights(state.table))


def _places(state: State40k) -> tuple[object, ...]:
    return tuple((model.id, model.at, model.turn) for model in state.models if model.is_here)


def sees(state: State40k, viewer: str, target: str) -> bool:
    """Return whether a model sees another: some point of it some point of the other, bases too (40K-SIGHT-1).

    That is mutual, as nobody sees through its own unit: each pair is judged once, whoever looks first.
    """
    one, other = sorted((viewer, target))

    def ask() -> bool:
        sights = _sights(state)
        if sights.glimpse(viewer, target) is not None:
            return True
        verdict = sights.between(one, other)
        is_close_enough = state.context.agreed.too_close == "seen"
        return isinstance(verdict, Seen) or (is_close_enough and isinstance(verdict, TooClose))

    return _on_table(state, ("sees", one, other), ask)


def sees_unit(state: State40k, viewer: str, unit: str, limit: float) -> bool:
    """Return whether some model of a unit is at once within a distance of a model and seen by it (40K-SHOOT-7)."""

    def ask() -> bool:
        found = _sights(state).groups.of_model(viewer, _near(state, viewer, unit, limit))
        is_close_enough = state.context.agreed.too_close == "seen"
        return found.is_seen or (is_close_enough and not found.is_hidden)

    return _on_table(state, ("sees-unit", viewer, unit, limit), ask)


def glimpses_unit(state: State40k, viewer: str, unit: str, limit: float) -> bool:
    """Return whether what `sees_unit` asks is so and shows at once; False: it takes a longer look."""

    def ask() -> bool:
        return _sights(state).groups.glimpses(viewer, _near(state, viewer, unit, limit))

    return _on_table(state, ("glimpses-unit", viewer, unit, limit), ask)


def _near(state: State40k, viewer: str, unit: str, limit: float) -> tuple[str, ...]:
    """Return the models of a unit within a distance of a model."""
    figure = state.table.model(viewer)
    return tuple(one.id for one in state.figures(unit) if is_near(figure, one, limit))


def is_covered(state: State40k, shooter: str, shooters: Iterable[str], target: str) -> bool:
    """Return whether a model has the benefit of cover from a shooter (40K-COVER-1).

    ``shooters``: all models that shoot together. What is too close to call gives no cover where it counts as seen.
    """
    unit = tuple(shooters)

    def ask() -> bool:
        is_sure_only = state.context.agreed.too_close == "seen"
        found = cover_sources(state.table, target, shooter, sights=_sights(state), unit=unit)
        return any(one.is_sure or not is_sure_only for one in found)

    return _on_table(state, ("covered", shooter, unit, target), ask)


def plunges_on(state: State40k, shooter: str, target: str) -> bool:
    """Return whether fire plunges from a shooter in a ruin on models of a unit that stand on the table (40K-RUIN-8)."""
    table = state.table
    return any(plunges(table, shooter, model.id) for model in state.troops(target))
