"""Where models can get to, as sentences."""

import math
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.messages.names import fighter_name
from warcry3d.messages.speak import Words
from warcry3d.rules.reach_result import FALLS

if TYPE_CHECKING:
    from warcry3d.motion.path import Path
    from warcry3d.motion.reach import LevelReach
    from warcry3d.rules.reach_result import Charge, ReachResult

__all__ = ["facing_line", "level_line", "marker_line", "reach_sentences"]


def reach_sentences(reached: "ReachResult", words: Words) -> tuple[str, ...]:
    """Return what it has, what it reaches on each level, what hurts, and whom it could end near."""
    name = fighter_name(reached.model, words)
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


def marker_line(charge: "Charge | None", words: Words) -> str:
    """Return whether a marker is reached, and for how much."""
    if charge is None:
        return words.say("It cannot get within 1 in of the marker.")
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
