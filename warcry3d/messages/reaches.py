"""Where models can get to, as sentences."""

import math
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words
from warcry3d.rules.reach_result import FALLS, PROVOKES
from warcry3d.units import LengthUnit

if TYPE_CHECKING:
    from warcry3d.motion.path import Path
    from warcry3d.motion.reach import LevelReach
    from warcry3d.rules.reach_result import Charge, ReachResult

__all__ = ["facing_line", "level_line", "marker_line", "reach_sentences"]


def reach_sentences(reached: "ReachResult", words: Words) -> tuple[str, ...]:
    """Return what it has, what it reaches on each level, what hurts, and whom it could end near."""
    name = fighter_name(reached.model, words)
    if reached.unit is LengthUnit.SQUARES:
        return _square_sentences(reached, name, words)
    if reached.action.value == "disengage":
        first = words.say("{model} disengages with {inches:g} in:", model=name, inches=reached.inches)
    elif reached.is_carrying:
        first = words.say("{model} carries a treasure and has {inches:g} in:", model=name, inches=reached.inches)
    else:
        first = words.say("{model} has {inches:g} in:", model=name, inches=reached.inches)
    lines = [first, *(f"  {level_line(level, reached, words)}" for level in reached.reach.levels)]
    if not reached.reach.levels:
        lines.append(words.say("  it can end nowhere."))
    lines += [words.say("  {text} ({rule})", text=words.text(bar.message), rule=bar.rule) for bar in reached.bars]
    if reached.action.value == "move" and reached.engaged:
        names = words.say(", ").join(fighter_name(id, words) for id in reached.engaged)
        lines.append(words.say("It is within 1 in of {names}: it may only disengage (WC-MOVE-5).", names=names))
    lines += [_charge(charge, words) for charge in reached.charges]
    return tuple(lines)


def _square_sentences(reached: "ReachResult", name: str, words: Words) -> tuple[str, ...]:
    """Return how many squares it can end on, how many of them only past who may strike, and whom it can end next to."""
    found = sum(level.count for level in reached.reach.levels)
    lines = [
        words.count("{model} has {n} square:", "{model} has {n} squares:", round(reached.inches), model=name),
        words.count("  it can end on {n} square", "  it can end on {n} squares", found),
    ]
    marked = sum(int(level.marks[PROVOKES].sum()) for level in reached.reach.levels if PROVOKES in level.marks)
    if marked:
        lines.append(
            words.count(
                "  {n} of them only past an enemy that may strike at it",
                "  {n} of them only past an enemy that may strike at it",
                marked,
            )
        )
    lines += [words.say("  {text} ({rule})", text=words.text(bar.message), rule=bar.rule) for bar in reached.bars]
    for charge in reached.charges:
        enemy, at = fighter_name(charge.subject, words), _place(charge.at)
        said = words.count(
            "It can end next to {enemy} for {n} square, at {at}",
            "It can end next to {enemy} for {n} squares, at {at}",
            round(charge.cost),
            enemy=enemy,
            at=at,
        )
        if charge.provokes:
            names = words.say(", ").join(fighter_name(id, words) for id in charge.provokes)
            lines.append(words.say("{said}; {names} may strike at it on the way.", said=said, names=names))
        else:
            lines.append(words.say("{said}.", said=said))
    return tuple(lines)


def level_line(level: "LevelReach", reached: "ReachResult", words: Words) -> str:
    """Return how much of a level is reached and what the nearest of it costs."""
    area = level.count * reached.reach.spacing**2
    said = words.say(
        "{area:.1f} square inches of {on}, {height:.2f} in high, for {cost:.2f} in or more",
        area=area,
        on=level.name,
        height=level.level.height,
        cost=float(np.nanmin(level.cost)),
    )
    there = np.isfinite(level.cost)
    hurts = float((level.rolls[there] + level.deadly[there] > 0).mean())
    if hurts:
        said = words.say("{said}; {share:.0%} reachable only with damage", said=said, share=hurts)
    falls = level.marks.get(FALLS)
    if falls is not None and falls[there].any():
        said = words.say(
            "{said}; {share:.0%} over an edge, where a model falls", said=said, share=float(falls[there].mean())
        )
    return said


def _charge(charge: "Charge", words: Words) -> str:
    values = {"enemy": fighter_name(charge.subject, words), "cost": charge.cost, "at": _place(charge.at)}
    if FALLS in charge.risks:
        return words.say("It can end within 1 in of {enemy} for {cost:.2f} in, at {at}, but falls there.", **values)
    if charge.rolls or charge.deadly:
        return words.say(
            "It can end within 1 in of {enemy} for {cost:.2f} in, at {at}, with damage on the way.", **values
        )
    return words.say("It can end within 1 in of {enemy} for {cost:.2f} in, at {at}.", **values)


def marker_line(charge: "Charge | None", words: Words, unit: LengthUnit = LengthUnit.INCHES) -> str:
    """Return whether a marker is reached, and for how much."""
    if charge is None and unit is LengthUnit.SQUARES:
        return words.say("It cannot get next to the marker.")
    if charge is None:
        return words.say("It cannot get within 1 in of the marker.")
    if unit is LengthUnit.SQUARES:
        return words.count(
            "It can get next to the marker for {n} square, at {at}.",
            "It can get next to the marker for {n} squares, at {at}.",
            round(charge.cost),
            at=_place(charge.at),
        )
    return words.say(
        "It can get within 1 in of the marker for {cost:.2f} in, at {at}.", cost=charge.cost, at=_place(charge.at)
    )


def facing_line(path: "Path", words: Words) -> str | None:
    """Return what a fighter faces at the end of a way on which it turns; None where it does not."""
    turns = [leg.facing for leg in path.legs if leg.facing is not None]
    if not turns:
        return None
    return words.say(
        "It turns on the way, and ends facing {degrees:g} degrees.", degrees=round(math.degrees(turns[-1]), 1)
    )


def _place(at: tuple[float, float, float]) -> str:
    return "({})".format(", ".join(f"{value + 0.0:.2f}" for value in at))
