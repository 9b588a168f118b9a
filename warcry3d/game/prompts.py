"""How a choice can be answered, in words that any window, terminal or program can draw, without knowing the rules.

A rule system answers `warcry3d.game.ruleset.Ruleset.prompts` with one prompt or several that are open at once (move,
attack, an ability). Each has a domain of answers; ``prompt.action(answer)`` is the action of one. What is in the
domain is allowed, or refused by a fault that names its rule; what is not is refused by `domain_faults`.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from math import isfinite, radians
from typing import Any, TypeAlias

from warcry3d.game.actions import Action
from warcry3d.game.group_moves import UnitGroup
from warcry3d.game.prompt_values import ModelPath, Option, PlaceArea, Placing
from warcry3d.game.reasons import ActionFault, Point, RuleReason
from warcry3d.message import Message, message
from warcry3d.motion.path import LegKind, Path
from warcry3d.units import LengthUnit

__all__ = [
    "Answer",
    "Bin",
    "Confirm",
    "Divide",
    "Go",
    "GoEnd",
    "GoEnds",
    "ModelPath",
    "Number",
    "Option",
    "PickOne",
    "PickSome",
    "Place",
    "PlaceArea",
    "Placing",
    "Prompt",
    "best_ends",
    "domain_faults",
    "is_offered",
    "is_open",
]


@dataclass(frozen=True, slots=True)
class Bin:
    """Where items can be divided to: at least ``least`` and at most ``most`` of them (None: any number).

    ``items``: the ids of the items that it takes; None: all. ``dice``: what is in it already, such as a set of dice.
    """

    id: str
    label: Message
    least: int = 0
    most: int | None = None
    items: frozenset[str] | None = None
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GoEnd:
    """A way that a rule system proposes: to a square of an inch about ``at``, along ``path``, for ``cost``.

    ``tier``: how much the model can still do there, 0 for most. ``provokes``: the ids of models that may react to it on
    the way. ``facts``: what a player wants to know of it.
    """

    at: Point
    path: Path
    cost: float
    tier: int = 0
    provokes: tuple[str, ...] = ()
    facts: tuple[RuleReason, ...] = ()


GoEnds: TypeAlias = Callable[[str, Path], tuple[GoEnd, ...]]
"""Gives a model's proposed ways on, after the path laid so far (without legs: from where it stands)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prompt:
    """What all prompts have.

    ``id``: unique among those that are open at once, and the same in every state for the same kind of answer, so that
    keys and icons can be bound to it: ``move``, ``attack``. ``heading``: what is asked, in a few words. ``detail``: a
    short line under it. ``why``: the rule that asks. ``key``: the key that a system proposes. ``faults``: why it cannot
    be answered at all now; it is shown all the same. ``hint``: a sentence that says how to answer. ``is_aside``: it
    is open beside every question, such as to dispute a ruling. ``is_reaction``: it answers what another player is
    doing, out of turn. ``idle``: why answering it would change nothing now, though it is allowed.
    """

    id: str
    heading: Message
    action: Callable[[Any], Action] = field(repr=False, compare=False)
    why: RuleReason | None = None
    detail: Message | None = None
    hint: Message | None = None
    key: str = ""
    faults: tuple[ActionFault, ...] = ()
    is_aside: bool = False
    is_reaction: bool = False
    idle: tuple[ActionFault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PickOne(_Prompt):
    """Pick one option. Answer: its id. ``begins_move``: what the option stands for is moved next. ``is_weighed``: what
    may come of an option is worth a look before it is taken, such as the odds of an attack.
    """

    options: tuple[Option, ...]
    begins_move: bool = False
    is_weighed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PickSome(_Prompt):
    """Pick ``least`` to ``most`` options, each at most once; ``is_ordered``: their order counts. Answer: ids."""

    options: tuple[Option, ...]
    least: int
    most: int
    is_ordered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Divide(_Prompt):
    """Divide all items among bins. Answer: a pair (item, bin) of ids for each item, in any order.

    ``start``: a division to begin with that is allowed, if the system knows one.
    """

    items: tuple[Option, ...]
    bins: tuple[Bin, ...]
    start: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(_Prompt):
    """Place items: all, or at least ``least`` of them. Answer: a `Placing` for each placed.

    ``areas``: where centres may be, as far as one can tell from the outside (empty: anywhere on the board); ``turns``:
    whether the facing is chosen too. ``suggested``: an answer that is allowed, if one is known. ``areas_facing``: gives
    the areas of an item turned to a facing (radians); None: they are the same for all, else ``areas`` are those of what
    is suggested. ``turn_step``: by so much it is turned at a time (radians). ``group``: how
    all items are placed together, in formation; None: each by itself.
    """

    items: tuple[Option, ...]
    areas: tuple[PlaceArea, ...] = ()
    least: int | None = None
    turns: bool = True
    suggested: tuple[Placing, ...] = ()
    areas_facing: Callable[[str, float], tuple[PlaceArea, ...]] | None = field(default=None, repr=False, compare=False)
    turn_step: float = radians(15)
    group: UnitGroup[Placing] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Go(_Prompt):
    """Move one model or several. Answer: a `ModelPath` for each that moves, at least one.

    ``models``: those that may move; ``budget``: what each has, in ``unit``; ``ways``: the kinds of legs it can take.
    ``aims``: places that a player may want to get to, with what is there. ``extras``: what may be taken along,
    ``most_extras`` by each model at most. ``ends``: proposes ways where the rule system knows them all, such as on
    squares: several to one place where they differ in more than cost; None: whoever answers finds them.
    ``suggested``: an answer that is allowed, if one is known. ``group``: how all models go together, in formation,
    their ways in the order of moving; None: each goes by itself. ``as_group``: one model goes by that too, as its rules
    are not those of a normal move. ``approach``: gives the place from which the first model can act on another one,
    named by its id, or says why there is none; None: it is no aim. That may take a second.
    """

    models: tuple[str, ...]
    budget: float
    ways: frozenset[LegKind]
    aims: tuple[Option, ...] = ()
    extras: tuple[Option, ...] = ()
    most_extras: int = 1
    unit: LengthUnit = LengthUnit.INCHES
    ends: GoEnds | None = field(default=None, repr=False, compare=False)
    suggested: tuple[ModelPath, ...] = ()
    group: UnitGroup[ModelPath] | None = field(default=None, repr=False, compare=False)
    approach: Callable[[str], Point | RuleReason | None] | None = field(default=None, repr=False, compare=False)
    as_group: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(_Prompt):
    """Say a whole number from ``least`` to ``most``, beginning with ``start`` (None: the least). Answer: the number."""

    least: int
    most: int
    start: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(_Prompt):
    """Say yes. Answer: True. To say no, another prompt is answered."""


Prompt: TypeAlias = PickOne | PickSome | Divide | Place | Go | Number | Confirm
"""How a choice can be answered."""
Answer: TypeAlias = (
    str | tuple[str, ...] | tuple[tuple[str, str], ...] | tuple[Placing, ...] | tuple[ModelPath, ...] | int | bool
)
"""What answers a prompt; each prompt says which."""


def best_ends(ends: Collection[GoEnd]) -> tuple[GoEnd, ...]:
    """Return the best of the proposed ways to each place, in the order of places: what leaves the model most, then what
    provokes fewest, then the cheapest.
    """
    best: dict[Point, GoEnd] = {}
    for one in ends:
        known = best.get(one.at)
        if known is None or _rank(one) < _rank(known):
            best[one.at] = one
    return tuple(best.values())


def _rank(end: GoEnd) -> tuple[int, int, float]:
    return end.tier, len(end.provokes), end.cost


def is_open(prompt: Prompt) -> bool:
    """Return whether a prompt can be answered now, as far as it says itself."""
    if prompt.faults:
        return False
    match prompt:
        case PickOne(options=options):
            return any(not option.faults for option in options)
        case PickSome(options=options, least=least):
            return sum(not option.faults for option in options) >= least
    return True


def is_offered(prompt: Prompt) -> bool:
    """Return whether a prompt can be answered now, and may change something."""
    return is_open(prompt) and not prompt.idle


def domain_faults(prompt: Prompt, answer: object) -> tuple[ActionFault, ...]:
    """Return why an answer is outside of a prompt's domain; none: ``prompt.action`` takes it."""
    said = _said(prompt, answer)
    return () if said is None else (ActionFault("" if prompt.why is None else prompt.why.rule, said),)


def _said(prompt: Prompt, answer: object) -> Message | None:
    """Return what is wrong with an answer."""
    match prompt, answer:
        case PickOne(options=options), str():
            return _unknown([answer], [option.id for option in options])
        case PickSome(), tuple():
            return _picked(prompt, answer)
        case Divide(), tuple():
            return _divided(prompt, answer)
        case Place(), tuple() if all(isinstance(one, Placing) for one in answer):
            return _placed(prompt, answer)
        case Go(), tuple() if all(isinstance(one, ModelPath) for one in answer):
            return _gone(prompt, answer)
        case Number(least=least, most=most), int() if not isinstance(answer, bool):
            outside = message("expected a number from {least} to {most}, got {n}", least=least, most=most, n=answer)
            return None if least <= answer <= most else outside
        case Confirm(), True:
            return None
    return message("this does not answer the question")


def _picked(prompt: PickSome, answer: tuple[object, ...]) -> Message | None:
    wrong = _unknown(answer, [option.id for option in prompt.options])
    if wrong is None and not prompt.least <= len(answer) <= prompt.most:
        return message(
            "expected {least} to {most} of them, got {n}", least=prompt.least, most=prompt.most, n=len(answer)
        )
    return wrong


def _divided(prompt: Divide, answer: tuple[Any, ...]) -> Message | None:
    if not all(
        isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(id, str) for id in pair) for pair in answer
    ):
        return message("this does not answer the question")
    bins = {bin.id: bin for bin in prompt.bins}
    items = [item for item, _ in answer]
    unknown = _unknown(items, [item.id for item in prompt.items])
    if unknown is not None or any(bin not in bins for _, bin in answer):
        return unknown or message("there are: {known}", known=tuple(bins))
    missing = tuple(item.id for item in prompt.items if item.id not in items)
    if missing:
        return message("these are left over: {items}", items=missing)
    counts = Counter(bin for _, bin in answer)
    for bin in prompt.bins:
        if counts[bin.id] < bin.least or (bin.most is not None and counts[bin.id] > bin.most):
            return message("{bin} cannot take {n}", bin=bin.label, n=counts[bin.id])
    refused = [
        (item, bins[bin]) for item, bin in answer if (taken := bins[bin].items) is not None and item not in taken
    ]
    return message("{bin} does not take {item}", bin=refused[0][1].label, item=refused[0][0]) if refused else None


def _placed(prompt: Place, answer: tuple[Placing, ...]) -> Message | None:
    known = [item.id for item in prompt.items]
    least = len(known) if prompt.least is None else prompt.least
    if wrong := _unknown([one.item for one in answer], known):
        return wrong
    if len(answer) < least:
        return message("{n} still to be put down", n=least - len(answer))
    return None if all(isfinite(value) for one in answer for value in (*one.at, one.turn)) else _no_place()


def _gone(prompt: Go, answer: tuple[ModelPath, ...]) -> Message | None:
    if wrong := _unknown([route.model for route in answer], prompt.models):
        return wrong
    if not answer or not all(route.path.legs and all(leg.to for leg in route.path.legs) for route in answer):
        return message("a way has at least one leg, and each leg a place to go to")
    points = [value for route in answer for leg in route.path.legs for point in leg.to for value in point]
    turns = [leg.facing for route in answer for leg in route.path.legs if leg.facing is not None]
    if not all(map(isfinite, (*points, *turns))):
        return _no_place()
    most, many = prompt.most_extras, max(len(route.extras) for route in answer)
    if many > most:
        return message("expected {least} to {most} of them, got {n}", least=0, most=most, n=many)
    return next(filter(None, (_unknown(route.extras, [one.id for one in prompt.extras]) for route in answer)), None)


def _no_place() -> Message:
    return message("a place is given by finite numbers")


def _unknown(given: Collection[object], known: Collection[str]) -> Message | None:
    """Return what is wrong with ids: unknown, or given twice."""
    for id in given:
        if id not in known:
            return message("no '{name}' here; there are: {known}", name=str(id), known=tuple(known))
    if len(set(given)) < len(given):
        return message("each can be named once only")
    return None
