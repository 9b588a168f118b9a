"""Moves of single models in the movement phase, judged without a battle (40K-MOVE, 40K-FALLBACK, 40K-FLY)."""

from warcry3d.errors import QuestionError
from warcry3d.message import Message
from warcry3d.motion.path import Path
from warcry3d.rules.move_result import MoveAction, MoveEnd, MoveResult, RuleFault
from warcry3d.rules.warhammer40k.bases import engaged_with
from warcry3d.rules.warhammer40k.units_on_table import enemies_of, has_keyword, model_traits, unit_of
from warcry3d.rules.warhammer40k.way_checks import ModelWay, WayTerms, judge_way
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["ModelMovement", "begin_faults", "inches_on_table", "normal_terms"]


class ModelMovement:
    """The rules of Warhammer 40,000 on moving; a disengage is a fall back."""

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
        judged = judge_way(table, model, path, normal_terms(table, mover, inches, action))
        faults = (*begin_faults(table, mover, action), *judged.faults)
        ends = _ends(table, mover, judged)
        return MoveResult(table.ruleset, model, action, judged.legs, judged.cost, inches, faults, ends, judged.trace)


def normal_terms(table: Table, mover: Model, inches: float, action: MoveAction) -> WayTerms:
    """Return the terms of a normal move, or of a fall back."""
    falls_back = action is MoveAction.DISENGAGE
    rule = "40K-FALLBACK-1" if falls_back else "40K-MOVE-1"
    flies = model_traits(mover).flies
    passes = not falls_back and is_held_by_aircraft_only(table, mover)
    return WayTerms(inches, rule, flies=flies, keeps_away=not falls_back, crosses=falls_back, passes_aircraft=passes)


def is_held_by_aircraft_only(table: Table, mover: Model) -> bool:
    """Return whether a model's unit is in engagement range of enemies and all of these are aircraft (40K-AIRCRAFT-9).

    Its moves pass through such enemies and their range (40K-AIRCRAFT-10) and do not end there (40K-AIRCRAFT-11).
    """
    enemies = enemies_of(table, mover)
    if not any(has_keyword(enemy, "aircraft") for enemy in enemies):
        return False
    near = [enemy for model in unit_of(table, mover) for enemy in engaged_with(model, enemies)]
    return bool(near) and all(has_keyword(enemy, "aircraft") for enemy in near)


def inches_on_table(mover: Model, given: float | None, option: str) -> float:
    """Return how far a model may move: what is ``given``, else its M; raise `QuestionError` where neither is known.

    ``option``: that of the command which gives the inches.
    """
    move = given if given is not None else model_traits(mover).move
    if move is None:
        raise QuestionError(
            "'{model}' has no M in its profile: say how many inches it may move ({option})",
            model=mover.id,
            option=option,
        )
    return move


def begin_faults(table: Table, mover: Model, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what forbids a move where its unit stands (40K-MOVE-4, 40K-AIRCRAFT-4, 40K-AIRCRAFT-9), whatever its path.

    Aircraft move whoever is near; enemies that are aircraft keep nobody.
    """
    if action is not MoveAction.MOVE or has_keyword(mover, "aircraft"):
        return ()
    enemies = tuple(enemy for enemy in enemies_of(table, mover) if not has_keyword(enemy, "aircraft"))
    near = next((enemy for model in unit_of(table, mover) for enemy in engaged_with(model, enemies)), None)
    if near is None:
        return ()
    values = {"enemy": near.id}
    said = Message("its unit begins within engagement range of {enemy}: it can only stay or fall back", values)
    return (RuleFault("40K-MOVE-4", 0, mover.placement.at, said),)


def _ends(table: Table, mover: Model, judged: ModelWay) -> MoveEnd:
    end = judged.trace.end
    near = engaged_with(mover.moved(judged.end), enemies_of(table, mover))
    on = end.on or (end.climbed[0] if end.climbed else "")
    engaged = tuple(enemy.id for enemy in near)
    return MoveEnd(judged.end.at, on, bool(end.climbed), False, False, 0, 0, engaged, ())
