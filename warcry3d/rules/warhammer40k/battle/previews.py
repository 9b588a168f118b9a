"""What would come of an action: odds of attacks, how moves end (`warcry3d.game.ruleset`)."""

from warcry3d.game.actions import Action
from warcry3d.game.preview import Chip, ChipKind, LegCost, ModelView, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import message
from warcry3d.rules.units.unit_actions import MoveUnit
from warcry3d.rules.warhammer40k.battle.actions import AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.attack_odds import attack_odds
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import judged_moves
from warcry3d.rules.warhammer40k.battle.sensing import least_gap
from warcry3d.rules.warhammer40k.battle.state import State40k

__all__ = ["preview_40k"]


def preview_40k(state: State40k, action: Action) -> Preview:
    """Return what would come of an action that the next step asks for; else nothing."""
    step = state.agenda[-1] if state.agenda else None
    match step, action:
        case AimsWeapons(), AimWeapons() if not step.faults(state, action):
            lines = attack_lines(state, step.unit, action.aims, is_overwatch=bool(step.only))
            return Preview(odds=attack_odds(state, lines))
        case MovesUnit40k(), MoveUnit():
            return _move_preview(state, step, action)
    return Preview()


def _move_preview(state: State40k, step: MovesUnit40k, action: MoveUnit) -> Preview:
    """Return what each model's way costs, whether the unit hangs together at the end, how far enemies are then."""
    moved = judged_moves(state, step.unit, action.ways, step.terms)
    if not moved.moves:
        return Preview()
    legs = tuple(LegCost(one.cost) for one in moved.moves)
    lines = []
    if moved.coherency is not None and len(state.troops(step.unit)) > 1:
        sentence = message("in coherency") if moved.coherency.is_coherent else message("the unit is split")
        lines.append(RuleReason("40K-COHERENCY-5", sentence))
    table = state.table
    for one in moved.moves:
        table = table.placing(one.model, one.end)
    figures = tuple(table.model(model.id) for model in state.troops(step.unit))
    views = []
    for enemy in state.enemies(step.unit):
        label = message("{inches:.2f} in", inches=least_gap(figures, state.figures(enemy.id)))
        views.append(ModelView(state.troops(enemy.id)[0].id, (Chip(ChipKind.DISTANCE, label),)))
    return Preview(tuple(lines), (), legs, moved.moves[0].end.at, tuple(views))
