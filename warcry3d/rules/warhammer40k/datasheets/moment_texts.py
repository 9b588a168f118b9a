"""Ability texts that say what happens at a moment, or of objectives and last fights, as data."""

import re
from collections.abc import Callable
from typing import Final

from warcry3d.rules.warhammer40k.datasheets.sheet_rules import (
    HoldsRule,
    LastFightRule,
    RuleMoment,
    SheetRule,
    TimedEffect,
    TimedRule,
    Whom,
)

__all__ = ["moment_rules"]

MOMENTS: Final = {
    "in your command phase": RuleMoment.COMMAND,
    "at the start of your command phase": RuleMoment.COMMAND,
    "at the end of your command phase": RuleMoment.COMMAND,
    "at the start of the battle round": RuleMoment.ROUND_START,
    "at the start of each battle round": RuleMoment.ROUND_START,
    "at the end of the battle round": RuleMoment.ROUND_END,
    "at the end of each battle round": RuleMoment.ROUND_END,
    "at the end of the fight phase": RuleMoment.FIGHT_END,
    "at the end of each fight phase": RuleMoment.FIGHT_END,
}

_WHEN = r"(?P<when>(?:in|at the (?:start|end) of) (?:your|the|each) (?:command phase|battle round|fight phase)),? "
_VALUE = r"(?P<value>\d|d3|d6)"
_STICKY = re.compile(
    r"(?:at the end of your command phase, if this unit is within range of an objective marker you control|"
    r"if you control an objective marker at the end of your command phase and this unit is within range of that "
    r"objective marker), that objective marker remains under your control"
    r"(?:,? even if you have no models within range of it)?,? until your opponent(?: controls it|'s level of control "
    r"over that objective marker is greater than yours) at the (?:start or )?end of (?:any|a) (?:turn|phase)\.?"
)
_LAST = re.compile(
    r"(?:if this model is|each time a model in this unit is) destroyed by a melee attack, if (?:it|that model) has not "
    r"fought this phase, (?:roll one d6: on a (?P<needed>[2-6])\+, )?do not remove it from play\. "
    r"(?:the|that) destroyed model can fight after the attacking (?:model's )?unit has finished making "
    r"(?:its|all of its) attacks, and (?:is then|then it is|then is) removed from play\.?"
)
_CP = re.compile(rf"{_WHEN}(?:roll one d6: on an? (?P<needed>[2-6])\+, )?you gain (?P<value>\d)cp\.?")
_HEAL = re.compile(rf"{_WHEN}this model regains (?:up to )?{_VALUE} lost wounds?\.?")
_MORTAL = re.compile(
    rf"{_WHEN}(?:roll one d6 for )?each enemy unit within (?P<inches>\d{{1,2}})\" of this (?:model|unit)"
    rf"(?:: on an? (?P<needed>[2-6])\+, that (?:enemy )?unit)? suffers {_VALUE} mortal wounds?\.?"
)

Maker = Callable[[str, "re.Match[str]"], SheetRule | None]


def moment_rules(name: str, text: str, *, is_single: bool) -> tuple[SheetRule, ...]:
    """Return the rule that a text says, in lower case with plain quotes; empty where it says another thing, too.

    >>> text = "at the start of your command phase, this model regains 1 lost wound."
    >>> [rule.value for rule in moment_rules("Tinker", text, is_single=True)]
    [1]
    """
    text = " ".join(text.split())
    makers: tuple[tuple[re.Pattern[str], Maker], ...] = (
        (_STICKY, lambda name, _: HoldsRule(name=name)),
        (_LAST, lambda name, found: LastFightRule(name=name, needed=int(found["needed"] or 0))),
        (_CP, lambda name, found: _timed(name, found, TimedEffect.COMMAND_POINTS)),
        (_HEAL, lambda name, found: _timed(name, found, TimedEffect.HEAL) if is_single else None),
        (_MORTAL, lambda name, found: _timed(name, found, TimedEffect.MORTAL_WOUNDS)),
    )
    for pattern, make in makers:
        if found := pattern.fullmatch(text):
            rule = make(name, found)
            return () if rule is None else (rule,)
    return ()


def _timed(name: str, found: "re.Match[str]", effect: TimedEffect) -> SheetRule | None:
    when = MOMENTS.get(found["when"])
    if when is None:
        return None
    groups = found.groupdict()
    value: int | str = int(found["value"]) if found["value"].isdecimal() else found["value"].upper()
    needed = int(groups.get("needed") or 0)
    if effect is TimedEffect.MORTAL_WOUNDS:
        within = float(found["inches"])
        return TimedRule(
            name=name, when=when, effect=effect, needed=needed, value=value, of=Whom.ENEMIES, within=within
        )
    return TimedRule(name=name, when=when, effect=effect, needed=needed, value=value)
