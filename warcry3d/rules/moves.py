"""The judge of moves, by the table's rule system."""

from warcry3d.motion.path import Path
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.rules.systems import system
from warcry3d.table.table import Table

__all__ = ["judge_move"]


def judge_move(
    table: Table,
    model: str,
    path: Path,
    *,
    allowed: float | None = None,
    action: MoveAction = MoveAction.MOVE,
    ends_activation: bool = False,
    is_carrying: bool = False,
) -> MoveResult:
    """Return what the table's rule system says of a path of ``model``.

    ``allowed``: the inches it has; None: as its profile says. ``ends_activation``: no action of it follows.
    ``is_carrying``: it begins the action with a treasure; ``allowed``, where it is given, holds as it is. Raises
    `UnknownNameError` for a model or rule system that is not there, `QuestionError` where its inches are not known.
    """
    rules = system(table.ruleset).movement()
    return rules.move(
        table,
        model,
        path,
        allowed=allowed,
        action=action,
        ends_activation=ends_activation,
        is_carrying=is_carrying,
    )
