"""Questions about units in a battle: how far apart they are, who is in engagement range, coherency, who sees whom.

Answers are kept with the state, as nothing moves within one; those on pairs of models by where both stand.
"""

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from warcry3d.rules.units.unit_coherency import Coherency, coherency
from warcry3d.rules.warhammer40k.bases import is_engaged as are_engaged
from warcry3d.rules.warhammer40k.bases import measure_models
from warcry3d.rules.warhammer40k.battle.barricades import are_engaged_across
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.units_on_table import model_traits
from warcry3d.sight.body_distance import body_vertices
from warcry3d.sight.distance import base_body, farthest_part, is_within
from warcry3d.table.models import Model

__all__ = [
    "COHERENCY",
    "CONTACT",
    "are_engaged",
    "are_linked",
    "coherent",
    "engaged_models",
    "engaged_units",
    "flat_gap",
    "is_engaged",
    "is_in_contact",
    "is_near",
    "least_gap",
    "measure_far",
    "model_gap",
    "nearest_enemy",
    "once_in",
    "unit_gap",
    "units_about",
    "units_within",
]

COHERENCY, COHERENCY_HEIGHT = 2.0, 5.0
"""How near models of a unit are to each other, horizontally and vertically (in; 40K-COHERENCY-1)."""

MANY = 7
"""Units of so many models need two neighbours for each (40K-COHERENCY-2)."""

CONTACT = 0.06
"""Bases up to so far (in) apart are base to base: as close as figures and hands allow (40K-BASE-2, 40K-BASE-3)."""

T = TypeVar("T")


def once_in(state: State40k, key: object, ask: Callable[[], T]) -> T:
    """Return the answer to a question about a state, worked out once."""
    if key not in state.known:
        state.known[key] = ask()
    return state.known[key]  # type: ignore[return-value]


def model_gap(one: Model, other: Model) -> float:
    """Return how far two models are apart, between the edges of their bases or from a hull (40K-DIST-1, 40K-DIST-2)."""
    return measure_models(one, other).direct


def flat_gap(one: Model, other: Model) -> float:
    """Return how far two models are apart horizontally (40K-RESERVE-5)."""
    return measure_models(one, other).horizontal


def is_near(one: Model, other: Model, limit: float) -> bool:
    """Return whether two models are within a distance of each other; what is plainly farther costs nothing."""
    (ax, ay, _), (bx, by, _) = one.placement.at, other.placement.at
    reach = (one.base.length + one.base.width + other.base.length + other.base.width) / 2
    return math.hypot(bx - ax, by - ay) <= limit + reach and is_within(model_gap(one, other), limit)


def least_gap(some: Sequence[Model], others: Sequence[Model]) -> float:
    """Return how far the nearest pair of two groups of models is apart; infinity without any (40K-DIST-3)."""
    best = math.inf
    pairs = sorted((_about(a, b), n, m) for n, a in enumerate(some) for m, b in enumerate(others))
    for about, n, m in pairs:
        if about > best:
            break
        best = min(best, model_gap(some[n], others[m]))
    return best


def _about(one: Model, other: Model) -> float:
    """Return what two models are apart at least, from their centres."""
    reach = math.hypot(one.base.length, one.base.width) / 2 + math.hypot(other.base.length, other.base.width) / 2
    return max(math.dist(one.placement.at, other.placement.at) - reach, 0.0)


def unit_gap(state: State40k, one: str, other: str) -> float:
    """Return how far two units on the table are apart (40K-DIST-3)."""
    a, b = sorted((one, other))
    return once_in(state, ("gap", a, b), lambda: least_gap(state.figures(a), state.figures(b)))


def units_within(state: State40k, unit: str, limit: float) -> tuple[str, ...]:
    """Return the enemy units within a distance of a unit, the nearest first (40K-DIST-6)."""
    found = sorted((unit_gap(state, unit, enemy.id), enemy.id) for enemy in state.enemies(unit))
    return tuple(id for gap, id in found if is_within(gap, limit))


def units_about(state: State40k, model: str, limit: float) -> tuple[str, ...]:
    """Return the units of both sides of which a model is so near to a model, itself left out."""
    figure = state.table.model(model)
    return tuple(
        unit.id
        for unit in state.here()
        if any(one.id != model and is_near(figure, one, limit) for one in state.figures(unit.id))
    )


def engaged_models(state: State40k, model: str) -> tuple[Model, ...]:
    """Return the enemy models in engagement range of a model on the table (40K-ENGAGE-1)."""

    def ask() -> tuple[Model, ...]:
        figure = state.table.model(model)
        enemies = state.enemies(state.troop(model).unit)
        others = (one for enemy in enemies for one in state.figures(enemy.id))
        return tuple(one for one in others if are_engaged(figure, one) or are_engaged_across(state, figure, one))

    return once_in(state, ("engaged-models", model), ask)


def engaged_units(state: State40k, unit: str) -> tuple[str, ...]:
    """Return the enemy units in engagement range of a unit (40K-ENGAGE-2)."""

    def ask() -> tuple[str, ...]:
        found = {
            state.troop(enemy.id).unit for model in state.troops(unit) for enemy in engaged_models(state, model.id)
        }
        return tuple(enemy.id for enemy in state.enemies(unit) if enemy.id in found)

    return once_in(state, ("engaged", unit), ask)


def is_engaged(state: State40k, unit: str) -> bool:
    """Return whether a unit is in engagement range of an enemy (40K-ENGAGE-2)."""
    return bool(engaged_units(state, unit))


def is_in_contact(one: Model, other: Model) -> bool:
    """Return whether two models are base to base (40K-BASE-2)."""
    return is_near(one, other, CONTACT)


def nearest_enemy(state: State40k, figure: Model, unit: str, *, with_aircraft: bool = True) -> Model | None:
    """Return the enemy model nearest to a model of a unit; None: there is none (40K-PILEIN-2, 40K-AIRCRAFT-16)."""
    enemies = [
        one
        for enemy in state.enemies(unit)
        for one in state.figures(enemy.id)
        if with_aircraft or not state.context.has(one.id, "aircraft") or state.unit(enemy.id).has_hover
    ]
    return min(enemies, key=lambda one: (model_gap(figure, one), one.id), default=None)


def are_linked(one: Model, other: Model) -> bool:
    """Return whether two models of a unit are near enough for coherency (40K-COHERENCY-1)."""
    (ax, ay, _), (bx, by, _) = one.placement.at, other.placement.at
    reach = (one.base.length + one.base.width + other.base.length + other.base.width) / 2
    if math.hypot(bx - ax, by - ay) > COHERENCY + reach:
        return False
    apart = measure_models(one, other)
    return is_within(apart.horizontal, COHERENCY) and is_within(apart.vertical, COHERENCY_HEIGHT)


def coherent(models: Sequence[Model]) -> Coherency:
    """Return how models hang together: each near one other, in units of seven and more near two (40K-COHERENCY-1 to 3).

    That groups of linked models are far from each other breaks no rule (docs/warhammer40k-battle.md).
    """
    return coherency(models, are_linked, least=least_links(len(models)), is_one_group=False)


def least_links(count: int) -> int:
    """Return how many others each model of a unit of ``count`` must be near (40K-COHERENCY-2, 40K-COHERENCY-3)."""
    return 2 if count >= MANY else 1


def measure_far(model: Model, other: Model) -> float:
    """Return how far the farthest part of a model's base is from another model's base or hull (40K-DIST-7)."""
    far = farthest_part(model, other)
    if not model_traits(other).is_hull:
        return far.direct
    body, heights = base_body(model), body_vertices(other)[:, 2]
    return math.hypot(far.horizontal, max(heights.min() - body.low, body.high - heights.max(), 0.0))
