"""A table in sentences: what stands where, what its parts are in play, and why."""

from typing import TYPE_CHECKING

from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words
from warcry3d.messages.vocabulary import KINDS
from warcry3d.table.bases import base_message
from warcry3d.units import to_degrees

if TYPE_CHECKING:
    from warcry3d.table.derive import DescribedPart
    from warcry3d.table.models import Model
    from warcry3d.table.table import Table

__all__ = ["description_lines"]


def description_lines(table: "Table", words: Words) -> tuple[str, ...]:
    """Return what is on a table, a line for the board, each feature, part and fighter."""
    from warcry3d.table.derive import describe

    board = words.say("{ruleset}, a board of {width:g} x {depth:g} in", ruleset=table.ruleset, **_sides(table))
    lines = [board, "", words.count("{n} terrain feature", "{n} terrain features", len(table.terrain.features))]
    described = {part.name: part for part in describe(table)}
    for feature in table.terrain.features:
        x, y, z = feature.placement.at
        turn = to_degrees(feature.placement.turn)
        lines.append(
            words.say(
                "  {id}: {piece}, at ({x:g}, {y:g}, {z:g}), turned {turn:g} degrees",
                id=feature.id,
                piece=feature.piece.name,
                x=x,
                y=y,
                z=z,
                turn=turn,
            )
        )
        parts = (described[f"{feature.id}/{part.id}"] for part in feature.piece.parts)
        lines += [_part(part, words) for part in parts]
    lines += ["", words.count("{n} fighter", "{n} fighters", len(table.models))]
    return (*lines, *(_model(model, table, words) for model in table.models))


def _sides(table: "Table") -> dict[str, float]:
    return {"width": table.board.width, "depth": table.board.depth}


def _part(part: "DescribedPart", words: Words) -> str:
    kinds = words.say(", ").join(words.say(KINDS[kind]) for kind in sorted(part.kinds))
    if part.is_opening:
        kinds = words.say("{kinds} (the way through)", kinds=kinds)
    said = words.say(
        "    {name}: {kinds}, {low:.2f} to {high:.2f} in high",
        name=part.name,
        kinds=kinds,
        low=part.low,
        high=part.high,
    )
    reasons = [words.text(reason) for reason in part.reasons]
    return f"{said} ({'; '.join(reasons)})" if reasons else said


def _model(model: "Model", table: "Table", words: Words) -> str:
    from warcry3d.table.derive import SurfaceKind, standing_on

    x, y, z = model.placement.at
    said = words.say(
        "  {name} ({side}): {figure}, {base}, at ({x:g}, {y:g}, {z:g})",
        name=fighter_name(model.id, words),
        side=model.side,
        figure=model.figure.name,
        base=base_message(model.base),
        x=x,
        y=y,
        z=z,
    )
    surface = standing_on(table, model)
    match surface.kind:
        case SurfaceKind.FLOOR:
            where = words.say("on the floor")
        case SurfaceKind.PLATFORM:
            where = words.say("on the platform {part}", part=surface.name)
        case SurfaceKind.PART:
            where = words.say("on {part}", part=surface.name)
        case _:
            where = words.say("over nothing")
    return words.say("{who}, {where}", who=said, where=where)
