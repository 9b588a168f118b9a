"""Who sees, threatens and commands whom in a state (DDM-SIGHT, DDM-THREAT, DDM-COMMAND); worked out once for each."""

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.creatures.traits import Condition
from warcry3d.rules.dndminiatures.grid.cells import Space, are_adjacent, space_distance
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.line_of_sight import LineOfSight, SightLine, line_of_sight
from warcry3d.rules.dndminiatures.grid.ranged_cover import CoverTest, ranged_cover
from warcry3d.rules.dndminiatures.grid.steps import walls_distance

__all__ = [
    "COMMAND_SQUARES",
    "can_act",
    "can_move",
    "commanders_of",
    "cover_of",
    "distance",
    "has_line",
    "is_under_command",
    "line",
    "near_commanders",
    "nearest_seen",
    "restricts",
    "restricts_at",
    "sees",
    "threatens",
    "touch",
    "touch_of",
]

COMMAND_SQUARES = 6
"""A commander reaches creatures within so many squares, counted around walls (DDM-COMMAND-1)."""

MOST_KNOWN = 300_000
"""Answers about pairs of spaces that are kept for a map."""

T = TypeVar("T")


def _once(state: SkirmishState, key: object, ask: Callable[[], T]) -> T:
    """Return an answer that holds within a state."""
    if key not in state.known:
        state.known[key] = ask()
    return state.known[key]  # type: ignore[return-value]


def _once_for_all(state: SkirmishState, key: object, ask: Callable[[], T]) -> T:
    """Return an answer that holds wherever creatures stand: it is about spaces of the map."""
    known = state.ground.known
    if key not in known:
        if len(known) > MOST_KNOWN:
            known.clear()
        known[key] = ask()
    return known[key]  # type: ignore[return-value]


def line(state: SkirmishState, one: str, other: str) -> LineOfSight:
    """Return whether there is line of sight between two creatures, with the line or the walls."""
    a, b = state.space(one), state.space(other)
    return _once_for_all(state, ("line", a, b), lambda: line_of_sight(state.board, a, b))


def has_line(state: SkirmishState, one: str, other: str) -> bool:
    """Return whether there is line of sight between two creatures (DDM-SIGHT-1): mutual."""
    return isinstance(line(state, *sorted((one, other))), SightLine)


def sees(state: SkirmishState, one: str, other: str) -> bool:
    """Return whether a creature sees another: one that is not invisible (DDM-SIGHT-3)."""
    return not state.has(other, Condition.INVISIBLE) and has_line(state, one, other)


def distance(state: SkirmishState, one: str, other: str) -> int:
    """Return the squares between two creatures (DDM-DIST-2)."""
    return space_distance(state.space(one), state.space(other))


def touch(state: SkirmishState, one: str, other: str) -> Contact:
    """Return how two creatures can strike each other (DDM-MCOVER-2)."""
    a, b = state.space(one), state.space(other)
    return touch_of(state, a, b)


def touch_of(state: SkirmishState, one: Space, other: Space) -> Contact:
    """Return how creatures in two spaces could strike each other."""
    if not are_adjacent(one, other):
        return Contact.NONE
    return _once_for_all(state, ("touch", one, other), lambda: contact(state.board, one, other))


def can_move(state: SkirmishState, id: str) -> bool:
    """Return whether a creature can move at all: neither stunned nor helpless (DDM-MOVE-6)."""
    return not (state.has(id, Condition.STUNNED) or state.is_helpless(id))


def can_act(state: SkirmishState, id: str) -> bool:
    """Return whether a creature is able to act, as threatening takes: not routing, stunned or helpless."""
    return can_move(state, id) and not state.creature(id).is_routing


def threatens(state: SkirmishState, one: str, other: str) -> bool:
    """Return whether a creature threatens an enemy: it is able to act, and next to it with no wall's corner between
    (DDM-THREAT-1, DDM-MCOVER-4).
    """
    return _threatens_at(state, one, other, state.space(other))


def _threatens_at(state: SkirmishState, one: str, other: str, space: Space) -> bool:
    if state.creature(one).player == state.creature(other).player:
        return False
    return touch_of(state, state.space(one), space) is Contact.OPEN and can_act(state, one)


def restricts(state: SkirmishState, one: str, other: str) -> bool:
    """Return whether a creature threatens an enemy that it sees: it may strike when the other leaves, and keeps it from
    shooting and casting (DDM-THREAT-5).
    """
    return restricts_at(state, one, other, state.space(other))


def restricts_at(state: SkirmishState, one: str, other: str, space: Space) -> bool:
    """Return whether a creature would threaten an enemy that it sees, stood that in a space.

    Where no wall's corner is between adjacent creatures there is line of sight.
    """
    return _threatens_at(state, one, other, space) and not state.has(other, Condition.INVISIBLE)


def nearest_seen(state: SkirmishState, id: str) -> tuple[str, ...]:
    """Return the enemies that a creature sees nearest to it: several at the same distance (DDM-RANGED-2)."""

    def ask() -> tuple[str, ...]:
        apart = [(distance(state, id, other.id), other.id) for other in state.enemies(id)]
        for _, some in groupby(sorted(apart, key=itemgetter(0)), key=itemgetter(0)):
            seen = tuple(other for _, other in some if sees(state, id, other))
            if seen:
                return seen
        return ()

    return _once(state, ("nearest", id), ask)


def cover_of(state: SkirmishState, attacker: str, target: str) -> CoverTest:
    """Return whether a target has cover from a ranged attack, from the attacker's best corner (DDM-COVER)."""
    others = (state.space(one.id) for one in state.on_map() if one.id not in (attacker, target))
    return _once(
        state,
        ("cover", attacker, target),
        lambda: ranged_cover(state.board, state.space(attacker), state.space(target), others),
    )


def _is_in_command_range(state: SkirmishState, commander: str, id: str) -> bool:
    """Return whether a creature is within 6 squares of a commander, counted around walls."""
    a, b = state.space(commander), state.space(id)
    if space_distance(a, b) > COMMAND_SQUARES:
        return False
    return walls_distance(state.board, a, b, COMMAND_SQUARES) is not None


def _commanding(state: SkirmishState, player: str) -> Iterator[str]:
    """Yield the commanders of a warband that are able to command (DDM-COMMAND-5)."""
    return (one.id for one in state.on_map(player) if state.card(one.id).is_commander and can_act(state, one.id))


def commanders_of(state: SkirmishState, id: str) -> tuple[str, ...]:
    """Return the commanders that put a creature under command, itself among them (DDM-COMMAND-1)."""

    def ask() -> tuple[str, ...]:
        return tuple(
            one
            for one in _commanding(state, state.creature(id).player)
            if one == id or _is_in_command_range(state, one, id) or has_line(state, one, id)
        )

    return _once(state, ("command", id), ask)


def is_under_command(state: SkirmishState, id: str) -> bool:
    """Return whether a creature is under command."""
    return bool(commanders_of(state, id))


def near_commanders(state: SkirmishState, id: str, *, enemies: bool) -> tuple[str, ...]:
    """Return the commanders whose effect a creature gets: those of its own side that command it from within 6 squares,
    or all of its enemies' within 6 squares (DDM-COMMAND-2, DDM-EFFECT-3).
    """

    def ask() -> tuple[str, ...]:
        if not enemies:
            return tuple(one for one in commanders_of(state, id) if one != id and _is_in_command_range(state, one, id))
        others = (player for player in state.players if player != state.creature(id).player)
        return tuple(
            one for player in others for one in _commanding(state, player) if _is_in_command_range(state, one, id)
        )

    return _once(state, ("near", id, enemies), ask)
