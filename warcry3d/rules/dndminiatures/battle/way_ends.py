"""The ways that a creature can take in its turn, as its prompt proposes them: costs, and who may strike on the way."""

from collections.abc import Callable, Iterator, Sequence

from warcry3d.game.prompts import GoEnd
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, counted, message, percentage
from warcry3d.motion.path import Path
from warcry3d.rules.dndminiatures.battle.attack_odds import damage_distribution, hit_chances
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

__all__ = ["proposed_ways", "strike_fact"]


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
                provokes = strikers.names(before | way.strikers)
                yield _end(state, turn, way, budget, cost, provokes, (start.cell, *cells))


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
    state: SkirmishState,
    turn: CreatureTurn,
    way: CellWay,
    budget: int,
    cost: int,
    provokes: tuple[str, ...],
    cells: Sequence[Cell],
) -> GoEnd:
    """Return a way as a prompt has it: of twice its speed, one longer than its speed leaves no attack (DDM-TURN-3).

    ``cells``: all of the way, those that are laid before it too.
    """
    size = state.space(turn.creature).size
    facts = [RuleReason("DDM-MOVE-1", counted("{n} square", "{n} squares", cost))]
    is_last = not turn.attacks and not turn.is_spent and 2 * cost > budget
    if is_last:
        facts.append(RuleReason("DDM-TURN-3", message("no attack after it")))
    facts += [strike_fact(state, one, turn.creature, cells) for one in provokes]
    at = middle_of(Space(way.steps[-1], size))
    return GoEnd(at, path_through(way.steps[1:], size), float(cost), int(is_last), provokes, tuple(facts))


def strike_fact(state: SkirmishState, enemy: str, id: str, cells: Sequence[Cell]) -> RuleReason:
    """Return what an attack of opportunity on a way costs: the worst of those that an enemy may make on it.

    ``cells``: those of the way, the first one too; the enemy strikes as the creature leaves one (DDM-AOO-2).
    """
    worst = max(_strike_at(state, enemy, id, cell) for cell in strikers_of(state, id).left_to(enemy, cells))
    values = {"fighter": enemy, "chance": percentage(worst[1]), "damage": worst[0]}
    said = Message("{fighter} may strike: hits with {chance}, {damage:.1f} HP on average", values)
    return RuleReason("DDM-AOO-1", said)


def _strike_at(state: SkirmishState, enemy: str, id: str, cell: Cell) -> tuple[float, float]:
    """Return the HP that a creature loses on average to an enemy's best attack as it leaves a cell, and the chance of a
    hit; worked out once for a state.
    """
    key = ("opportunity", enemy, id, cell)
    if key not in state.known:
        there = state.standing(id, cell)
        attacks = [
            AttackSituation(enemy, id, "melee", value, is_opportunity=True)
            for value in range(len(state.card(enemy).melee))
        ]
        state.known[key] = max((damage_distribution(there, one).mean, hit_chances(there, one).any) for one in attacks)
    return state.known[key]  # type: ignore[return-value]
