"""Prompts of a battle, for tests: found by id, and answered."""

from typing import Any

from tests.rules.warcry.battle.field import RULES, Playing
from warcry3d.game.prompts import (
    Confirm,
    Divide,
    Go,
    ModelPath,
    Option,
    PickOne,
    PickSome,
    Place,
    Prompt,
    domain_faults,
)
from warcry3d.motion.path import Path

__all__ = ["answer", "asked", "option", "path_answer", "refused"]


def asked(playing: Playing) -> dict[str, Prompt]:
    """Return the prompts that are open, by id."""
    prompts = RULES.prompts(playing.state)
    found = {prompt.id: prompt for prompt in prompts}
    assert len(found) == len(prompts), "ids are unique"
    return found


def answer(playing: Playing, id: str, answer: Any) -> Playing:
    """Answer a prompt, which must be in its domain and allowed."""
    prompt = asked(playing)[id]
    assert not prompt.faults, prompt.faults
    assert not domain_faults(prompt, answer), domain_faults(prompt, answer)
    return playing.do(prompt.action(answer))


def path_answer(fighter: str, path: Path, *extras: str) -> tuple[ModelPath, ...]:
    """Return the answer to a prompt that moves one fighter."""
    return (ModelPath(fighter, path, extras),)


def option(prompt: Prompt, id: str) -> Option:
    """Return an option, an item or an extra of a prompt."""
    match prompt:
        case PickOne(options=found) | PickSome(options=found) | Divide(items=found) | Place(items=found):
            return next(one for one in found if one.id == id)
        case Go(extras=extras, aims=aims):
            return next(one for one in (*extras, *aims) if one.id == id)
        case Confirm():
            raise AssertionError("there is nothing to pick")
    raise AssertionError(prompt)


def refused(prompt: Prompt, id: str = "") -> list[str]:
    """Return the rules that speak against a prompt, or against one of its options."""
    faults = option(prompt, id).faults if id else prompt.faults
    return [fault.rule for fault in faults]
