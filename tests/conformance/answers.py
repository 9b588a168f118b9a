"""Answers in the domain of a prompt, and beside it: by chance, whether they make sense or not."""

import math
from collections.abc import Iterator

from warcry3d.game.prompts import (
    Answer,
    Confirm,
    Divide,
    Go,
    ModelPath,
    Number,
    PickOne,
    PickSome,
    Place,
    Placing,
    Prompt,
)
from warcry3d.game.random_stream import Stream
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.table.table import Table

__all__ = ["domain_answers"]

ODD = (0.0, -3.0, 1e-12, 0.1 + 0.2, 1e6, -1e9)
"""Numbers that nobody would type."""


def domain_answers(prompt: Prompt, table: Table, random: Stream, count: int) -> Iterator[Answer]:
    """Yield ``count`` answers in a prompt's domain, refused options among them; places and paths lead anywhere."""
    for _ in range(count):
        match prompt:
            case Confirm():
                yield True
            case PickOne(options=options) if options:
                yield random.pick(options).id
            case PickSome(options=options, least=least, most=most):
                size = least + random.below(min(most, len(options)) - least + 1)
                yield tuple(random.shuffled([option.id for option in options])[:size])
            case Divide():
                if (division := _division(prompt, random)) is not None:
                    yield division
            case Place(items=items):
                least = len(items) if prompt.least is None else prompt.least
                size = least + random.below(len(items) - least + 1)
                chosen = random.shuffled(items)[:size]
                yield tuple(Placing(item.id, _point(table, random), _turn(random)) for item in chosen)
            case Go(models=models):
                chosen_models = random.shuffled(models)[: 1 + random.below(len(models))]
                yield tuple(_route(prompt, model, table, random) for model in chosen_models)
            case Number(least=least, most=most):
                yield random.pick((least, most, least + random.below(most - least + 1)))


def _division(prompt: Divide, random: Stream) -> tuple[tuple[str, str], ...] | None:
    """Return a division by trial; None where none was found."""
    for _ in range(50):
        pairs = tuple((item.id, random.pick(prompt.bins).id) for item in random.shuffled(prompt.items))
        if all(
            bin.least <= len(inside)
            and (bin.most is None or len(inside) <= bin.most)
            and (bin.items is None or set(inside) <= bin.items)
            for bin in prompt.bins
            for inside in [[item for item, to in pairs if to == bin.id]]
        ):
            return pairs
    return prompt.start or None


def _route(prompt: Go, model: str, table: Table, random: Stream) -> ModelPath:
    at = next((one.placement.at for one in table.models if one.id == model), (0.0, 0.0, 0.0))
    legs = tuple(_leg(prompt, at, table, random) for _ in range(1 + random.below(3)))
    extras = random.shuffled([one.id for one in prompt.extras])[: random.below(2)]
    return ModelPath(model, Path(legs), tuple(extras))


def _leg(prompt: Go, at: Point, table: Table, random: Stream) -> Leg:
    kinds = sorted(prompt.ways) if random.below(3) else list(LegKind)
    near = (at[0] + random.between(-2, 2), at[1] + random.between(-2, 2), at[2])
    points = tuple(random.pick((near, near, at, _point(table, random))) for _ in range(1 + random.below(2)))
    through = random.pick(("", "", "nowhere/door"))
    return Leg(random.pick(kinds), points, through, random.pick((None, None, _turn(random))))


def _point(table: Table, random: Stream) -> Point:
    inside = (random.between(0, table.board.width), random.between(0, table.board.depth), 3 * random.unit())
    on_floor = (*inside[:2], 0.0)
    odd = (random.pick(ODD), random.pick(ODD), random.pick(ODD))
    return random.pick((inside, on_floor, on_floor, odd))


def _turn(random: Stream) -> float:
    return random.pick((0.0, math.pi / 2, random.between(-10, 10), 1e6))
