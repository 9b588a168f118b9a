"""The random player: any action that the rules allow, by prompts alone. It plays every rule system, knows none of them,
and is there to find what nobody would try.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from warcry3d.game.players import NoAnswerError
from warcry3d.game.prompts import Answer, Confirm, Go, ModelPath, PickOne, PickSome, Prompt, is_open
from warcry3d.game.random_answers import random_answers, safe_answers
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.motion.path import Leg, LegKind, Path, along
from warcry3d.table.table import Table

__all__ = ["RandomPlayer"]

TRIES = 6
WAYS_TRIED = 14
LAST_TRIES = 200
"""Answers by chance that are tried for a prompt, for one that asks for paths, and where nothing else was allowed."""

CONFIRMED = 10
"""Once in so many times it waits, declines or ends something while it could do something else."""

SHORT = 0.003
"""A way is stopped so far (in) before what is in its way."""

_LEG = re.compile(r"path\.legs\[([0-9]+)\]")


class RandomPlayer:
    """Answers every choice by chance; what it proposes is asked about first, and where nothing of it is allowed it does
    what is proposed to it.
    """

    def choose(self, ruleset: Ruleset[Any, Any], state: Any, choice: Choice, random: Stream) -> Any:
        """Return an action without faults; raise `NoAnswerError` where none was found."""
        table = ruleset.table(state)
        prompts = _in_order([prompt for prompt in ruleset.prompts(state) if is_open(prompt)], random)
        for prompt, answer in _proposals(prompts, table, random):
            action = prompt.action(answer)
            faults = ruleset.faults(state, action)
            if not faults:
                return action
            shorter = _shortened(prompt, answer, faults[0], table)
            if shorter is not None and not ruleset.faults(state, prompt.action(shorter)):
                return prompt.action(shorter)
        raise NoAnswerError("no answer was found to a choice of the kind '{kind}'", kind=choice.kind)


def _in_order(prompts: list[Prompt], random: Stream) -> list[Prompt]:
    """Return prompts in the order in which they are tried: what does nothing last, but for once in a while; what picks
    something before what moves, two times of three.
    """
    weighed: list[tuple[float, int]] = []
    for number, prompt in enumerate(prompts):
        lead = 2 if isinstance(prompt, PickOne | PickSome) else 1
        rank = -math.log(1.0 - random.unit()) / lead  # the least of exponentials: in proportion to the leads
        weighed.append((math.inf if isinstance(prompt, Confirm) else rank, number))
    ordered = [prompts[number] for _, number in sorted(weighed)]
    confirms = [prompt for prompt in ordered if isinstance(prompt, Confirm)]
    if confirms and random.below(CONFIRMED) == 0:
        first = random.pick(confirms)
        return [first, *(prompt for prompt in ordered if prompt is not first)]
    return ordered


def _proposals(prompts: list[Prompt], table: Table, random: Stream) -> Iterator[tuple[Prompt, Answer]]:
    """Yield answers to try: some by chance to each prompt, then those that are proposed, then more by chance."""
    for prompt in prompts:
        tries = 1 if isinstance(prompt, Confirm) else WAYS_TRIED if isinstance(prompt, Go) else TRIES
        yield from _some_answers(prompt, table, random, tries)
    for prompt in prompts:
        yield from ((prompt, answer) for answer in safe_answers(prompt))
    for prompt in prompts:
        yield from _some_answers(prompt, table, random, LAST_TRIES)


def _some_answers(prompt: Prompt, table: Table, random: Stream, tries: int) -> Iterator[tuple[Prompt, Answer]]:
    answers = random_answers(prompt, table, random)
    yield from ((prompt, answer) for _, answer in zip(range(tries), answers, strict=False))


def _shortened(prompt: Prompt, answer: Answer, fault: ActionFault, table: Table) -> Answer | None:
    """Return a way of one model that ends right before the place where it is stopped: at a wall, at somebody; None
    where it is wrong in another way.
    """
    match prompt, answer:
        case Go(), (ModelPath() as route,):
            path = _stopped(route.path, fault, table.model(route.model).placement.at)
            return None if path is None else (replace(route, path=path, extras=()),)
    return None


def _stopped(path: Path, fault: ActionFault, start: tuple[float, float, float]) -> Path | None:
    leg = _LEG.fullmatch(fault.place)
    if leg is None or fault.at is None or int(leg[1]) >= len(path.legs):
        return None
    n, legs = int(leg[1]), path.legs
    if legs[n].kind not in (LegKind.WALK, LegKind.CLIMB):
        return None
    begin = legs[n - 1].to[-1] if n else start
    far = math.dist(begin, fault.at)
    if far < 2 * SHORT:
        return None
    end = along(begin, fault.at, 1 - SHORT / far)
    return Path((*legs[:n], Leg(legs[n].kind, (end,), facing=legs[n].facing)))
