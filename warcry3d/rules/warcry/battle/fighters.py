"""Fighters at this moment: characteristics under effects, and where they stand."""

from dataclasses import replace

from warcry3d.geom.solid import Placement
from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.ground import ground_of
from warcry3d.motion.path import Point
from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.abilities.selectors import apart, fits, is_unactivated
from warcry3d.rules.warcry.battle.state import Effect, FighterState, State
from warcry3d.sight.distance import are_within
from warcry3d.table.table import Table

__all__ = [
    "apart",
    "changes_of",
    "effects_on",
    "enemies_within",
    "has_mark",
    "is_on_steps",
    "is_unactivated",
    "move_of",
    "standing",
    "toughness_of",
    "weapon_of",
    "wounds_left",
]


def effects_on(state: State, id: str, what: str, when: str = "", target: str = "") -> tuple[Effect, ...]:
    """Return the effects of a kind on a fighter, those that are about other attacks left out: than ``when``, than such
    on ``target`` (empty: no attack).

    Those around another fighter count while this one is where they say.
    """
    kind = (e for e in state.effects if e.what == what and e.when in ("", when) and _is_on(state, e, target))
    return tuple(e for e in kind if (e.fighter == id if e.whom is None else fits(state, e.whom, id, e.fighter)))


def _is_on(state: State, effect: Effect, target: str) -> bool:
    """Return whether an effect is about attacks on this target."""
    return effect.against is None or (bool(target) and fits(state, effect.against, target, effect.fighter))


def changes_of(
    state: State, id: str, what: str, value: float, when: str = "", target: str = ""
) -> tuple[tuple[Effect, float], ...]:
    """Return the effects on a characteristic that is ``value`` without them, in the order in which they began, each
    with what it adds.
    """
    found = []
    for effect in effects_on(state, id, what, when, target):
        new = max(value + effect.amount, min(value, effect.least))
        new = new if effect.most is None else min(new, max(value, effect.most))
        found.append((effect, new - value))
        value = new
    return tuple(found)


def _changed(state: State, id: str, what: str, value: float, when: str = "", target: str = "") -> float:
    """Return a characteristic under its effects."""
    return value + sum(added for _, added in changes_of(state, id, what, value, when, target))


def move_of(state: State, id: str) -> float:
    """Return a fighter's Move (in)."""
    profile = state.profile(id).at_damage(state.fighter(id).damage)
    return max(_changed(state, id, "move", profile.move), 0.0)


def toughness_of(state: State, id: str) -> int:
    """Return a fighter's Toughness, cover not counted."""
    profile = state.profile(id).at_damage(state.fighter(id).damage)
    return int(_changed(state, id, "toughness", profile.toughness))


def weapon_of(state: State, id: str, index: int, target: str = "") -> Weapon:
    """Return one of a fighter's weapons, from 0, as it is now, in an attack on ``target`` if one is meant.

    Whether it is a melee weapon goes by the range that it has now (WC-ATT-2).
    """
    weapon = state.profile(id).at_damage(state.fighter(id).damage).weapons[index]

    def now(what: str, value: float, least: int = 0) -> int:
        when = "melee" if weapon.is_melee else "missile"
        return max(int(_changed(state, id, what, value, when, target)), least)

    weapon = replace(weapon, max_range=now("range", weapon.max_range))
    return replace(
        weapon,
        attacks=now("attacks", weapon.attacks, 1),
        strength=now("strength", weapon.strength, 1),
        hit=now("hit", weapon.hit),
        crit=now("crit", weapon.crit),
    )


def wounds_left(state: State, id: str) -> int:
    """Return how many more points of damage a fighter takes before it is taken down."""
    return state.profile(id).wounds - state.fighter(id).damage


def has_mark(state: State, id: str, runemark: str) -> bool:
    """Return whether a fighter has a runemark."""
    return state.profile(id).has(runemark)


def enemies_within(state: State, id: str, inches: float) -> tuple[str, ...]:
    """Return the enemies within some inches of a fighter, in the order of their warband (WC-DIST-2)."""
    player = state.fighter(id).player
    return tuple(
        other.id
        for other in state.on_board()
        if other.player != player and are_within(state.table.model(id), state.table.model(other.id), inches)
    )


def is_on_steps(state: State, fighter: FighterState) -> bool:
    """Return whether a fighter holds on to stairs or a ladder (WC-TERR-4)."""
    kinds = {stopper.name: stopper.kinds for stopper in ground_of(state.table).stoppers}
    return any(kinds.get(part, frozenset()) & LADDERS for part in fighter.holds)


def standing(state: State, id: str, at: Point, turn: float) -> Table:
    """Return the table with a fighter standing elsewhere."""
    return state.table.placing(id, Placement(at, turn))
