"""What would come of an action: odds of attacks, how moves end (`warcry3d.game.ruleset`)."""

from warcry3d.game.actions import Action
from warcry3d.game.preview import Chip, ChipKind, LegCost, ModelView, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import counted, message
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.actions import AimAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.attack_lines import attack_odds
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveTerms, judged_moves
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.units.unit_actions import MoveUnit

__all__ = ["sigmar_preview"]


def sigmar_preview(state: SigmarState, action: Action) -> Preview:
    """Return what would come of an action that the next step asks for; else nothing."""
    step = state.agenda[-1] if state.agenda else None
    match step, action:
        case AimsAttacks(), AimAttacks() if not step.faults(state, action):
            return Preview(odds=attack_odds(state, step.unit, step.kind, action.aims))
        case MovesUnit(), MoveUnit():
            return _move_preview(state, step, action)
    return Preview()


def _move_preview(state: SigmarState, step: MovesUnit, action: MoveUnit) -> Preview:
    """Return what each model's way costs, how the unit hangs together at the end, how far enemies are then."""
    terms = MoveTerms(step.kind, step.inches, step.ends_away)
    moved = judged_moves(state, step.unit, action.ways, terms)
    if not moved.moves:
        return Preview()
    legs = tuple(LegCost(one.cost) for one in moved.moves)
    lines = []
    if moved.coherency is not None:
        groups = counted("{n} group", "{n} groups", len(moved.coherency.groups))
        lines.append(RuleReason("AOS-UNIT-2", message("the unit ends in {groups}", groups=groups)))
    table = state.table
    for one in moved.moves:
        table = table.placing(one.model, one.end)
    figures = tuple(table.model(model.id) for model in state.troops(step.unit))
    views = []
    for enemy in state.enemies(step.unit):
        gap = judging.least_gap(figures, state.figures(enemy.id))
        label = message("{inches:.2f} in", inches=gap)
        views.append(ModelView(state.troops(enemy.id)[0].id, (Chip(ChipKind.DISTANCE, label),)))
    return Preview(tuple(lines), (), legs, moved.moves[0].end.at, tuple(views))
