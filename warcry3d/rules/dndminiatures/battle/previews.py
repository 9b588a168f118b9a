"""What would come of an action in a skirmish: odds, costs, who may strike on the way, what is in sight from there."""

from collections.abc import Iterator

from warcry3d.game.actions import Action
from warcry3d.game.preview import Chip, ChipKind, LegCost, ModelView, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import counted, message
from warcry3d.rules.dndminiatures.battle.actions import (
    ActivateCreature,
    ChargeAt,
    MoveBySquares,
    Rush,
    Strike,
    UsePower,
)
from warcry3d.rules.dndminiatures.battle.attack_odds import attack_odds
from warcry3d.rules.dndminiatures.battle.attack_rules import strike_faults
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.charging import charge_way
from warcry3d.rules.dndminiatures.battle.harm import rally_fact
from warcry3d.rules.dndminiatures.battle.opportunities import strikers_of
from warcry3d.rules.dndminiatures.battle.power_facts import target_facts
from warcry3d.rules.dndminiatures.battle.powers import power_targets
from warcry3d.rules.dndminiatures.battle.sensing import cover_of, has_line, is_under_command, nearest_seen, sees, touch
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for, path_faults
from warcry3d.rules.dndminiatures.battle.way_ends import strike_fact
from warcry3d.rules.dndminiatures.board import middle_of
from warcry3d.rules.dndminiatures.creatures.power_lines import power_line
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space
from warcry3d.rules.dndminiatures.grid.contact import Contact
from warcry3d.rules.dndminiatures.grid.path_checks import path_cost

__all__ = ["skirmish_preview"]

FAR = 10_000


def skirmish_preview(state: SkirmishState, action: Action) -> Preview:
    """Return what would come of an action; of one that is not allowed, as much as can be said, but never odds."""
    turn = state.turn
    match action:
        case Strike() if (situation := _situation(state, action)) is not None:
            return Preview(odds=(attack_odds(state, situation),))
        case ChargeAt(target=target, cell=cell) if turn is not None and target in state.model_ids:
            return _charge(state, turn.creature, target, cell)
        case MoveBySquares(cells=cells) | Rush(cells=cells) if turn is not None:
            return _move(state, turn.creature, cells)
        case ActivateCreature(creature=id) if id in state.model_ids and state.creature(id).is_on_map:
            return Preview(lines=(rally_fact(state, id) if state.creature(id).is_routing else _command(state, id),))
        case UsePower() if turn is not None:
            return Preview(lines=tuple(_power(state, turn.creature, action)))
    return Preview()


def _situation(state: SkirmishState, action: Strike) -> AttackSituation | None:
    attacker = action.attacker or (state.turn.creature if state.turn is not None else "")
    if not {attacker, action.target} <= state.model_ids:
        return None
    card = state.card(attacker)
    values = card.melee if action.mode == "melee" else card.ranged
    on_map = state.creature(attacker).is_on_map and state.creature(action.target).is_on_map
    is_known = action.value < len(values) and on_map and attacker != action.target
    is_opportunity = state.turn is None or state.turn.creature != attacker
    if not is_known or (not is_opportunity and state.turn is not None and strike_faults(state, state.turn, action)):
        return None
    return AttackSituation(attacker, action.target, action.mode, action.value, is_opportunity=is_opportunity)


def _power(state: SkirmishState, id: str, action: UsePower) -> Iterator[RuleReason]:
    """Yield a power as its card has it, and what is to be known of its target, or of each creature in its range."""
    power = next((one for one in state.card(id).powers if one.id == action.power), None)
    if power is None:
        return
    yield RuleReason("DDM-CARD-14", power_line(power))
    targets = power_targets(state, id, power)
    for target in targets if power.picks == "all" else (action.target,):
        if target in targets:
            yield from target_facts(state, id, target, power)


def _command(state: SkirmishState, id: str) -> RuleReason:
    if is_under_command(state, id):
        return RuleReason("DDM-COMMAND-1", message("under command"))
    return RuleReason("DDM-COMMAND-4", message("out of command: speed 2"))


def _charge(state: SkirmishState, id: str, target: str, cell: Cell) -> Preview:
    way = charge_way(state, id, Space(cell, state.space(id).size))
    if way is None:
        return Preview()
    there = state.standing(id, cell)
    values = range(len(state.card(id).melee))
    odds = tuple(
        attack_odds(there, AttackSituation(id, target, "melee", n, is_charge=True))
        for n in values
        if state.creature(target).is_on_map
    )
    moved = _move(state, id, way)
    return Preview(moved.lines, odds, moved.legs, moved.end, moved.views)


def _move(state: SkirmishState, id: str, cells: tuple[Cell, ...]) -> Preview:
    """Return what a way costs, who may strike on it, and what holds between the creature at its end and each enemy."""
    space = state.space(id)
    if not cells or path_faults(state, id, cells, FAR):
        return Preview()
    cost = path_cost(ground_for(state, id).board, space, cells)
    lines = [RuleReason("DDM-MOVE-1", counted("{n} square", "{n} squares", cost))]
    turn = state.turn
    if turn is not None and not turn.attacks and not turn.is_spent and cost > turn.speed:
        lines.append(RuleReason("DDM-TURN-3", message("no attack after it")))
    strikers = strikers_of(state, id)
    way = (space.cell, *cells)
    lines += [strike_fact(state, enemy, id, way) for enemy in strikers.names(strikers.along(way))]
    there = state.standing(id, cells[-1])
    lines.append(_command(there, id))
    views = tuple(ModelView(enemy.id, _chips(there, id, enemy.id)) for enemy in state.enemies(id))
    return Preview(tuple(lines), legs=(LegCost(float(cost)),), end=middle_of(there.space(id)), views=views)


def _chips(state: SkirmishState, id: str, enemy: str) -> tuple[Chip, ...]:
    """Return what holds between a creature and an enemy: line of sight, cover, contact, what it could shoot."""
    chips = []
    if touch(state, id, enemy) is not Contact.NONE:
        chips.append(Chip(ChipKind.ENGAGED, message("adjacent")))
    if not has_line(state, id, enemy):
        return (*chips, Chip(ChipKind.HIDDEN, message("hidden")))
    chips.append(Chip(ChipKind.SEEN, message("seen")))
    if cover_of(state, id, enemy).is_covered:
        chips.append(Chip(ChipKind.COVER, message("cover")))
    if state.card(id).ranged and enemy in nearest_seen(state, id):
        chips.append(Chip(ChipKind.IN_RANGE, message("nearest")))
    if sees(state, enemy, id):
        kind = ChipKind.SHOOTS if state.card(enemy).ranged and id in nearest_seen(state, enemy) else ChipKind.SEES
        chips.append(Chip(kind, message("shoots") if kind is ChipKind.SHOOTS else message("sees it")))
    return tuple(chips)
