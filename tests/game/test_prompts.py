"""Prompts: what is an answer, and what is none."""

import math

import pytest

from warcry3d.game.actions import Done, Pick
from warcry3d.game.prompts import (
    Bin,
    Confirm,
    Divide,
    Go,
    ModelPath,
    Number,
    Option,
    PickOne,
    PickSome,
    Place,
    Placing,
    Prompt,
    domain_faults,
    is_open,
)
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import message
from warcry3d.motion.path import Leg, LegKind, Path

ASK = message("what now?")
WHY = RuleReason("T-1", ASK)
REFUSED = (ActionFault("T-2", message("not now")),)


def option(id: str, *, refused: bool = False) -> Option:
    return Option(id, message(id), faults=REFUSED if refused else ())


def path(*points: tuple[float, float, float]) -> Path:
    return Path((Leg(LegKind.WALK, points),))


ONE = PickOne(id="one", heading=ASK, why=WHY, action=lambda id: Pick((id,)), options=(option("a"), option("b")))
SOME = PickSome(id="some", heading=ASK, action=Pick, options=(option("a"), option("b"), option("c")), least=1, most=2)
BINS = (Bin("x", message("x"), most=1), Bin("y", message("y"), least=1, items=frozenset("b")))
SPLIT = Divide(id="split", heading=ASK, action=lambda _: Done(), items=(option("a"), option("b")), bins=BINS)
PUT = Place(id="put", heading=ASK, action=lambda _: Done(), items=(option("a"), option("b")), least=1)
WALK = Go(
    id="go",
    heading=ASK,
    action=lambda _: Done(),
    models=("a",),
    budget=5,
    ways=frozenset({LegKind.WALK}),
    extras=(option("t"),),
)
COUNT = Number(id="count", heading=ASK, action=lambda _: Done(), least=1, most=3)
YES = Confirm(id="yes", heading=ASK, action=lambda _: Done())

ANSWERS: list[tuple[Prompt, object]] = [
    (ONE, "a"),
    (SOME, ("a",)),
    (SOME, ("c", "a")),
    (SPLIT, (("b", "y"), ("a", "x"))),
    (PUT, (Placing("b", (1.0, 2.0, 0.0)),)),
    (WALK, (ModelPath("a", path((1.0, 0.0, 0.0)), ("t",)),)),
    (COUNT, 3),
    (YES, True),
]
NO_ANSWERS: list[tuple[Prompt, object]] = [
    (ONE, "c"),
    (ONE, ("a",)),
    (SOME, ()),
    (SOME, ("a", "b", "c")),
    (SOME, ("a", "a")),
    (SOME, "a"),
    (SPLIT, (("b", "y"),)),
    (SPLIT, (("b", "y"), ("a", "y"))),
    (SPLIT, (("b", "x"), ("a", "x"))),
    (SPLIT, (("b", "y"), ("a", "z"))),
    (SPLIT, ("ab", "by")),
    (SPLIT, (("b", "y"), ("b", "x"))),
    (PUT, ()),
    (PUT, (Placing("c", (0.0, 0.0, 0.0)),)),
    (PUT, (Placing("a", (0.0, math.nan, 0.0)),)),
    (WALK, ()),
    (WALK, (ModelPath("a", Path(())),)),
    (WALK, (ModelPath("b", path((1.0, 0.0, 0.0))),)),
    (WALK, (ModelPath("a", path((math.inf, 0.0, 0.0))),)),
    (WALK, (ModelPath("a", path((1.0, 0.0, 0.0)), ("u",)),)),
    (COUNT, 4),
    (COUNT, True),
    (YES, False),
    (YES, 1.5),
]


@pytest.mark.parametrize(("prompt", "answer"), ANSWERS)
def test_what_answers_a_prompt_has_no_fault(prompt: Prompt, answer: object) -> None:
    assert domain_faults(prompt, answer) == ()


@pytest.mark.parametrize(("prompt", "answer"), NO_ANSWERS)
def test_what_does_not_answer_a_prompt_is_refused_with_a_sentence(prompt: Prompt, answer: object) -> None:
    (fault,) = domain_faults(prompt, answer)
    assert str(fault)
    assert fault.rule == ("T-1" if prompt is ONE else "")


def test_a_prompt_is_open_unless_it_or_all_its_options_are_refused() -> None:
    refused = (option("a", refused=True), option("b", refused=True))
    assert is_open(ONE) and is_open(YES)
    assert not is_open(PickOne(id="one", heading=ASK, action=Pick, options=refused))
    assert not is_open(PickOne(id="one", heading=ASK, action=Pick, options=(option("a"),), faults=REFUSED))
    assert not is_open(PickSome(id="s", heading=ASK, action=Pick, options=(*refused, option("c")), least=2, most=3))
