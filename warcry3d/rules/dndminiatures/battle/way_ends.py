"""The ways that a creature can take in its turn, as its prompt proposes them: costs, and who may strike on the way."""

from collections.abc import Callable, Iterator

from warcry3d.game.prompts import GoEnd
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message, percentage
from warcry3d.motion.path import Path
from warcry3d.rules.dndminiatures.battle.attack_odds import hit_chances
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.opportunities import spaces_around, strikers_of
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for
from warcry3d.rules.dndminiatures.board import cells_along, middle_of
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.path_checks import path_cost
from warcry3d.rules.dndminiatures.grid.ways import CellWay, ways
from warcry3d.rules.dndminiatures.reach import path_through

__all__ = ["proposed_ways"]


def proposed_ways(
    state: SkirmishState, turn: CreatureTurn, budget: int, *, targets: tuple[str, ...] = ()
) -> Callable[[str, Path], tuple[GoEnd, ...]]:
    """Return what proposes ways for the creature whose turn it is; ``targets``: next to one of whom they end."""

    def ends(model: str, laid: Path) -> tuple[GoEnd, ...]:
        space = state.space(turn.creature)
        cells = cells_along(space, [point for leg in laid.legs for point in leg.to])
        key = ("ends", turn.creature, budget, targets, cells)
        if key not in state.known:
            state.known[key] = tuple(_ends(state, turn, budget, targets, cells))
        return state.known[key]  # type: ignore[return-value]

    return ends


def _ends(
    state: SkirmishState, turn: CreatureTurn, budget: int, targets: tuple[str, ...], laid: tuple[Cell, ...]
) -> Iterator[GoEnd]:
    id = turn.creature
    ground, start = ground_for(state, id), state.space(id)
    size, here = start.size, Space(laid[-1] if laid else start.cell, start.size)
    spent = path_cost(ground.board, start, laid)
    strikers = strikers_of(state, id)
    before = strikers.along((start.cell, *laid)) if laid else 0
    near = _places_near(state, size, targets)
    for cell, some in ways(ground, here, max(budget - spent, 0), strikers.at).items():
        if cell == here.cell or not (near is None or cell in near):
            continue
        for way in some:
            cells = (*laid, *way.steps[1:])
            cost = path_cost(ground.board, start, cells) if laid else way.cost
            if cost <= budget or len(cells) == 1:
                yield _end(state, turn, way, budget, cost, strikers.names(before | way.strikers))


def _places_near(state: SkirmishState, size: int, targets: tuple[str, ...]) -> frozenset[Cell] | None:
    """Return where a space touches one of the targets; None: it need not."""
    if not targets:
        return None
    spaces = (space for one in targets for space in spaces_around(state.space(one), size))
    return frozenset(
        space.cell
        for space in spaces
        if any(contact(state.board, space, state.space(one)) is not Contact.NONE for one in targets)
    )


def _end(
    state: SkirmishState, turn: CreatureTurn, way: CellWay, budget: int, cost: int, provokes: tuple[str, ...]
) -> GoEnd:
    """Return a way as a prompt has it: of twice its speed, one longer than its speed leaves no attack (DDM-TURN-3)."""
    size = state.space(turn.creature).size
    facts = [RuleReason("DDM-MOVE-1", counted("{n} square", "{n} squares", cost))]
    is_last = not turn.attacks and not turn.is_spent and 2 * cost > budget
    if is_last:
        facts.append(RuleReason("DDM-TURN-3", message("no attack after it")))
    facts += [_strike_fact(state, one, turn.creature) for one in provokes]
    at = middle_of(Space(way.steps[-1], size))
    return GoEnd(at, path_through(way.steps[1:], size), float(cost), int(is_last), provokes, tuple(facts))


def _strike_fact(state: SkirmishState, enemy: str, id: str) -> RuleReason:
    """Return how likely an enemy hits a creature that moves past it; worked out once for a state."""
    key = ("opportunity", enemy, id)
    if key not in state.known:
        chances = hit_chances(state, AttackSituation(enemy, id, "melee", 0, is_opportunity=True))
        values = {"fighter": enemy, "chance": percentage(chances.any)}
        said = Message("{fighter} may strike: hits with {chance}", values)
        state.known[key] = RuleReason("DDM-AOO-1", said)
    return state.known[key]  # type: ignore[return-value]
