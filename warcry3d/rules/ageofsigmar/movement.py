"""Moves of single models in the movement phase, judged without a battle (AOS-MOVE, AOS-RETREAT, AOS-FLY)."""

from warcry3d.errors import QuestionError
from warcry3d.message import Message
from warcry3d.motion.path import Path
from warcry3d.rules.ageofsigmar.units_on_table import unit_of
from warcry3d.rules.ageofsigmar.warscrolls.table_models import model_traits
from warcry3d.rules.ageofsigmar.way_checks import AWAY, JudgedWay, enemies_near, judge_way
from warcry3d.rules.move_result import MoveAction, MoveEnd, MoveResult, RuleFault
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["UnitMovement", "begin_faults", "inches_on_table"]


class UnitMovement:
    """The rules of Age of Sigmar on moving; a disengage is a retreat."""

    def move(
        self,
        table: Table,
        model: str,
        path: Path,
        *,
        allowed: float | None,
        action: MoveAction,
        ends_activation: bool,
        is_carrying: bool = False,
    ) -> MoveResult:
        """Return what the rules say of a path; its unit counts for what is near at its start."""
        mover = table.model(model)
        inches = inches_on_table(mover, allowed, "--allow")
        retreats = action is MoveAction.DISENGAGE
        judged = judge_way(
            table,
            model,
            path,
            inches,
            flies=model_traits(mover).flies,
            keeps_away=True,
            may_pass_near=retreats,
        )
        faults = (*begin_faults(table, mover, action), *judged.faults)
        ends = _ends(table, mover, judged)
        return MoveResult(table.ruleset, model, action, judged.legs, judged.cost, inches, faults, ends, judged.trace)


def inches_on_table(mover: Model, given: float | None, option: str) -> float:
    """Return how far a model may move: what is ``given``, else its Move; raise `QuestionError` where neither is known.

    ``option``: that of the command which gives the inches.
    """
    move = given if given is not None else model_traits(mover).move
    if move is None:
        raise QuestionError(
            "'{model}' has no Move in its profile: say how many inches it may move ({option})",
            model=mover.id,
            option=option,
        )
    return move


def begin_faults(table: Table, mover: Model, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what forbids a move where its unit stands (AOS-RETREAT-1, AOS-FLY-3), whatever its path."""
    near = enemies_near(table, unit_of(table, mover))
    if action is MoveAction.MOVE and near:
        values = {"enemy": near[0].id, "limit": AWAY}
        said = Message("its unit begins within {limit:g} in of the enemy {enemy}; it can only stay or retreat", values)
        return (RuleFault("AOS-RETREAT-1", 0, mover.placement.at, said),)
    if action is MoveAction.DISENGAGE and not near:
        said = Message("no enemy is within {limit:g} in of its unit: there is nobody to retreat from", {"limit": AWAY})
        return (RuleFault("AOS-RETREAT-1", 0, mover.placement.at, said),)
    return ()


def _ends(table: Table, mover: Model, judged: JudgedWay) -> MoveEnd:
    end = judged.trace.end
    near = enemies_near(table, (mover.moved(judged.end),))
    on = end.on or (end.climbed[0] if end.climbed else "")
    is_climbing = bool(end.climbed)
    return MoveEnd(end.at, on, is_climbing, False, False, 0, 0, tuple(enemy.id for enemy in near), ())
