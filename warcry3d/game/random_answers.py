"""Answers to prompts by chance: each is in its prompt's domain, and near enough to what is possible that one of a few
may be allowed.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from warcry3d.game.group_moves import GroupOrder, UnitGroup
from warcry3d.game.prompts import (
    Answer,
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
    PlaceArea,
    Placing,
    Prompt,
)
from warcry3d.game.random_places import point_in, random_facing
from warcry3d.game.random_stream import Stream
from warcry3d.game.random_ways import random_way
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.table.table import Table

__all__ = ["random_answers", "safe_answers"]

NEAR = 2.5
"""What lies no further (in) from the end of a way may be taken along."""

FOLLOWED = 5
"""Models that may keep formation move in it all but one time of so many."""

SHIFT = 1.0
"""What is placed where it was proposed is shifted so far (in) at most."""


def safe_answers(prompt: Prompt) -> Iterator[Answer]:
    """Yield answers of which one is likely to be allowed, the same every time: what the rule system proposes itself,
    what is not refused, the least.
    """
    match prompt:
        case Confirm():
            yield True
        case PickOne(options=options):
            yield from (option.id for option in options if not option.faults)
        case PickSome(options=options, least=least):
            yield tuple(option.id for option in options if not option.faults)[:least]
        case Divide() if prompt.start:
            yield prompt.start
        case Place():
            yield from _middles(prompt)
        case Go() if prompt.suggested:
            yield prompt.suggested
        case Number(least=least, most=most):
            yield from range(least, most + 1)
        case Go(models=models, ends=ends) if ends is not None:
            for model in models:
                yield from ((ModelPath(model, one.path),) for one in ends(model, Path(())))


def random_answers(prompt: Prompt, table: Table, random: Stream) -> Iterator[Answer]:
    """Yield answers by chance, for ever; of a prompt to which nothing can be answered nothing."""
    while True:
        answer = _random_answer(prompt, table, random)
        if answer is None:
            return
        yield answer


def _random_answer(prompt: Prompt, table: Table, random: Stream) -> Answer | None:
    match prompt:
        case Confirm():
            return True
        case PickOne(options=options):
            free = [option.id for option in options if not option.faults]
            return random.pick(free) if free else None
        case PickSome():
            return _some(prompt, random)
        case Divide():
            return _division(prompt, random)
        case Place():
            return _placings(prompt, table, random)
        case Go():
            return _paths(prompt, table, random)
        case Number(least=least, most=most):
            return least + random.below(most - least + 1)


def _some(prompt: PickSome, random: Stream) -> tuple[str, ...] | None:
    free = [option.id for option in prompt.options if not option.faults]
    most = min(prompt.most, len(free))
    if most < prompt.least:
        return None
    return tuple(random.shuffled(free)[: prompt.least + random.below(most - prompt.least + 1)])


def _division(prompt: Divide, random: Stream) -> tuple[tuple[str, str], ...] | None:
    """Return a division by chance: what bins need first, then each item to any bin that takes it; now and then the
    one to begin with, with a few items moved.
    """
    items = random.shuffled([item.id for item in prompt.items])
    counts, found = Counter[str](), dict[str, str]()
    if prompt.start and random.below(2):
        moved = set(items[: 1 + random.below(2)])
        found = {item: bin for item, bin in prompt.start if item not in moved}
        counts.update(found.values())
    for bin in random.shuffled(prompt.bins):
        for item in items:
            if counts[bin.id] < bin.least and item not in found and _takes(bin, item, counts):
                found[item] = bin.id
                counts[bin.id] += 1
    for item in items:
        if item not in found:
            open_ = [bin.id for bin in prompt.bins if _takes(bin, item, counts)]
            if not open_:
                return prompt.start or None
            found[item] = random.pick(open_)
            counts[found[item]] += 1
    return tuple((item.id, found[item.id]) for item in prompt.items)


def _takes(bin: Bin, item: str, counts: Counter[str]) -> bool:
    return (bin.items is None or item in bin.items) and (bin.most is None or counts[bin.id] < bin.most)


def _placings(prompt: Place, table: Table, random: Stream) -> tuple[Placing, ...]:
    """Return places for as many items as need one, or more: in the areas, else about where they were proposed, else
    anywhere on the board.
    """
    least = len(prompt.items) if prompt.least is None else prompt.least
    if len(prompt.suggested) == len(prompt.items) > 1 and prompt.areas and random.below(2):
        return _moved_together(prompt, table, random)
    count = len(prompt.items) if random.below(2) else least + random.below(len(prompt.items) - least + 1)
    chosen = random.shuffled(prompt.items)[: max(count, 1)]
    proposed = {one.item: one for one in prompt.suggested}
    is_turned = bool(random.below(2))
    placings = []
    for item in chosen:
        if prompt.areas:
            at = _in_areas(prompt.areas, table, random)
        elif item.id in proposed:
            placings.append(_shifted(proposed[item.id], table, random, is_turned=is_turned, turns=prompt.turns))
            continue
        else:
            at = _anywhere(table, random)
        turn = random_facing(random) if prompt.turns else _facing(item, proposed, table)
        placings.append(Placing(item.id, at, turn))
    return tuple(placings)


def _moved_together(prompt: Place, table: Table, random: Stream) -> tuple[Placing, ...]:
    """Return the proposed places as a whole, turned about one of them and moved to a place in the areas."""
    middle = random.pick(prompt.suggested)
    x, y, z = _in_areas(prompt.areas, table, random)
    angle = random_facing(random) if prompt.turns else 0.0
    c, s = math.cos(angle), math.sin(angle)
    found = []
    for one in prompt.suggested:
        u, v, w = (a - b for a, b in zip(one.at, middle.at, strict=True))
        found.append(Placing(one.item, (x + c * u - s * v, y + s * u + c * v, z + w), one.turn + angle))
    return tuple(found)


def _facing(item: Option, proposed: dict[str, Placing], table: Table) -> float:
    """Return the facing that an item keeps: as proposed, else as it stands."""
    if item.id in proposed:
        return proposed[item.id].turn
    return next((one.placement.turn for one in table.models if one.id in (item.model, item.id)), 0.0)


def _in_areas(areas: tuple[PlaceArea, ...], table: Table, random: Stream) -> Point:
    """Return a place in one of the areas: at its height, or on low terrain that lies there."""
    area = random.pick(areas)
    x, y = point_in(_polygon(area), random)
    levels = levels_of(table)
    level = levels.under((x, y, area.height))
    if level is None or random.below(4) == 0:
        return (x, y, area.height)
    return (x, y, levels.resting_height(level, x, y))


def _anywhere(table: Table, random: Stream) -> Point:
    """Return a place on any surface of the table."""
    levels = levels_of(table)
    level = random.pick(levels.levels)
    x, y = point_in(level.area, random)
    return (x, y, levels.resting_height(level, x, y))


def _shifted(proposed: Placing, table: Table, random: Stream, *, is_turned: bool, turns: bool) -> Placing:
    """Return a place beside a proposed one, or on it; ``is_turned``: the whole board is turned by half a turn."""
    x, y, z = proposed.at
    turn = proposed.turn
    if is_turned and turns:
        x, y, turn = table.board.width - x, table.board.depth - y, turn + math.pi
    if random.below(4) == 0:
        x, y = x + random.between(-SHIFT, SHIFT), y + random.between(-SHIFT, SHIFT)
        turn += random.pick((0.0, 0.0, math.pi / 12)) if turns else 0.0
    return Placing(proposed.item, (x, y, z), turn)


def _middles(prompt: Place) -> Iterator[tuple[Placing, ...]]:
    """Yield the places that were proposed, then one inside of each area for each item."""
    if prompt.suggested:
        yield prompt.suggested
    least = len(prompt.items) if prompt.least is None else prompt.least
    for area in prompt.areas if least <= 1 else ():
        polygon = _polygon(area)
        for inset in (polygon, polygon.buffer(-0.004)):  # areas are drawn with polygons: their borders are not exact
            inside = polygon.representative_point() if inset.is_empty else inset.representative_point()
            for item in prompt.items:
                yield (Placing(item.id, (inside.x, inside.y, area.height)),)


def _polygon(area: PlaceArea) -> Any:
    import shapely

    outline, *holes = area.rings
    return shapely.Polygon(outline, holes)


def _paths(prompt: Go, table: Table, random: Stream) -> tuple[ModelPath, ...] | None:
    """Return a way for one model or several of them; mostly for all in formation, where they may keep one."""
    if prompt.group is not None and prompt.models and random.below(FOLLOWED):
        formed = _in_formation(prompt, prompt.group, table, random)
        if formed:
            return formed
    count = 1 if len(prompt.models) == 1 else 1 + random.below(len(prompt.models))
    if prompt.ends is not None and random.below(4):
        return _proposed(prompt, random)
    aims = [at for option in prompt.aims if (at := _place_of(option, table)) is not None]
    found = []
    for model in random.shuffled(prompt.models)[:count]:
        path = random_way(table, model, prompt.budget, prompt.ways, random, aims)
        if path.legs:
            found.append(ModelPath(model, path, _extras(prompt, path, random)))
    return tuple(found) or _nudge(prompt, table, random)


def _proposed(prompt: Go, random: Stream) -> tuple[ModelPath, ...] | None:
    """Return one of the ways that the rule system proposes; None where there is none."""
    assert prompt.ends is not None, "it is asked only of systems that propose ways"
    model = random.pick(prompt.models)
    ends = prompt.ends(model, Path(()))
    return (ModelPath(model, random.pick(ends).path),) if ends else None


def _in_formation(prompt: Go, group: UnitGroup[ModelPath], table: Table, random: Stream) -> tuple[ModelPath, ...]:
    """Return ways for all models after one of them, to a place within its inches or toward something aimed at."""
    leader = random.pick(prompt.models)
    x, y, z = table.model(leader).placement.at
    heading, far = random.between(0.0, math.tau), prompt.budget * random.unit()
    aims = [at for option in prompt.aims if (at := _place_of(option, table)) is not None]
    if aims and random.below(2):
        aim = random.pick(aims)
        heading = math.atan2(aim[1] - y, aim[0] - x)
    ways = group.follow(GroupOrder(leader, (x + far * math.cos(heading), y + far * math.sin(heading), z)))
    refused = {one.model for one in group.judge(ways).members if one.faults}
    return tuple(one for one in ways if one.model not in refused)


def _nudge(prompt: Go, table: Table, random: Stream) -> tuple[ModelPath, ...] | None:
    """Return a short walk, where nothing that was tried is a way at all; None where the model does not walk."""
    if LegKind.WALK not in prompt.ways or not prompt.models:
        return None
    model = random.pick(prompt.models)
    x, y, z = table.model(model).placement.at
    heading, far = random.between(0.0, math.tau), prompt.budget * random.unit()
    to = (x + far * math.cos(heading), y + far * math.sin(heading), z)
    return (ModelPath(model, Path((Leg(LegKind.WALK, (to,)),))),)


def _place_of(option: Option, table: Table) -> Point | None:
    """Return where an option is on the table."""
    if option.at is not None:
        return option.at
    return next((model.placement.at for model in table.models if model.id == option.model), None)


def _extras(prompt: Go, path: Path, random: Stream) -> tuple[str, ...]:
    """Return what is taken along: three times of four something that lies near the end."""
    end = path.legs[-1].to[-1]
    near = [one.id for one in prompt.extras if not one.faults and one.at is not None and math.dist(one.at, end) < NEAR]
    return (random.pick(near),) if near and random.below(4) else ()
