"""What the Play room shows on the table: markers, targets, where things may be placed, ghosts."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from warcry3d.app.moves.reach_field import flat_triangles
from warcry3d.app.play.draft import options_of
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.placing import held_colour
from warcry3d.app.play.state import Due
from warcry3d.app.play.unit_options import models_of_option
from warcry3d.app.scene.colours import AMBER, GOLD, GREEN, PAPER, RED, Colour
from warcry3d.app.scene.markers import marker_signs
from warcry3d.app.scene.overlays import (
    LIFT,
    Beam,
    ColourField,
    Ghost,
    Overlay,
    Sign,
    SignKind,
    Silhouette,
    Tint,
    lifted,
)
from warcry3d.game.prompts import Go, Option, PickOne, Place, PlaceArea
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["overlays_of"]

RING, ACTING = 34.0, 60.0
AREA_COLOUR, RIM_COLOUR, RIM = (120, 230, 130, 110), (190, 255, 190, 240), 0.06
REFUSED: Colour = (0.50, 0.50, 0.52)
AIMED: Colour = (0.78, 0.77, 0.74)
"""Of the ring of who can be moved to."""
QUIET = 4.0
"""Width (points) of the line to what cannot be picked."""


def overlays_of(model: PlayModel, table: Table, areas: tuple[PlaceArea, ...] = ()) -> tuple[Overlay, ...]:
    """Return what is laid over the table as the model has it; ``table``: as it is shown, ghosts' models on it;
    ``areas``: where what is in hand may be put.
    """
    made: list[Overlay] = [*marker_signs(model.moment.standings.markers)]
    there = {one.id: one for one in table.models}
    made += _acting(model, there)
    if model.due is Due.ANSWER and not model.is_looking_back:
        made += area_fields(_grounds(model))
        made += _targets(model, there)
        made += _aims(model, there)
        made += _placing(model, there, areas)
    for id in dict.fromkeys((model.hovered, model.selected)):
        if id in there:
            made.append(Silhouette(id, PAPER))
            made += [_ring(there[one], PAPER, RING + 6) for one in model.moment.company(id) if one in there]
    return tuple(made)


def _acting(model: PlayModel, there: dict[str, Model]) -> Iterator[Overlay]:
    """Yield four corners around who acts: rings are objectives, targets, and what is pointed at."""
    for id, standing in model.moment.standings.models.items():
        if standing.is_acting and id in there:
            yield Sign(lifted(there[id].placement.at), SignKind.CORNERS, GOLD, ACTING)


def _grounds(model: PlayModel) -> tuple[PlaceArea, ...]:
    """Return the ground that the option pointed at stands for, else that which all open options share."""
    open_prompts = (model.prompt,) if model.prompt is not None else model.prompts or ()
    options = [one for prompt in open_prompts if isinstance(prompt, PickOne) for one in prompt.options]
    pointed = next((one.areas for one in options if one.id == model.pointed[1]), ())
    shared = {one.areas for one in options}
    return pointed or (shared.pop() if len(shared) == 1 else ())


def _targets(model: PlayModel, there: dict[str, Model]) -> Iterator[Overlay]:
    """Yield rings under what can be picked, and a beam to what is pointed at."""
    open_prompts = (model.prompt,) if model.prompt is not None else model.prompts or ()
    asked = [(prompt, option) for prompt in open_prompts if not prompt.faults for option in options_of(prompt)]
    options = [option for _, option in asked]
    stands_for = [(option, models_of_option(prompt, option, model.moment)) for prompt, option in asked]
    allowed = {id for option, ids in stands_for if not option.faults for id in ids}
    refused = {id for _, ids in stands_for for id in ids} - allowed
    for ids, colour in ((refused if model.prompt is not None else set(), REFUSED), (allowed, GREEN)):
        for id in sorted(ids):
            if id in there:
                yield _ring(there[id], colour, RING)
    is_about_one = len({option.piece for option in options}) == 1
    for option in options:
        yield from _place_of(option, is_pointed=option.id == model.pointed[1], is_about_one=is_about_one)
        if option.id == model.pointed[1] and option.model in there:
            yield from _beam(model, there, option)
            if not option.faults:
                yield Tint(option.model, GREEN)
    yield from _picked(model, there, stands_for)


def _picked(
    model: PlayModel, there: dict[str, Model], stands_for: list[tuple[Option, tuple[str, ...]]]
) -> Iterator[Overlay]:
    """Yield a tint and a cross in a ring on each model that is picked, such as those to be removed."""
    for option, ids in stands_for:
        for id in ids if option.id in model.draft.picked else ():
            if id in there:
                yield Tint(id, AMBER)
                yield _ring(there[id], AMBER, RING + 8)
                yield Sign(_chest(there[id]), SignKind.CROSS, AMBER, 26)


def _beam(model: PlayModel, there: dict[str, Model], option: Option) -> Iterator[Overlay]:
    """Yield the line from who acts to what is pointed at."""
    acting = next((id for id, one in model.moment.standings.models.items() if one.is_acting and id in there), "")
    if acting and acting != option.model:
        start, end = (_chest(there[id]) for id in (acting, option.model))
        if option.faults:
            yield Beam(start, end, REFUSED, dash=0.4, width=QUIET)
        else:
            yield Beam(start, end, GOLD, GREEN, width=9.0)


def _place_of(option: Option, *, is_pointed: bool, is_about_one: bool) -> Iterator[Overlay]:
    """Yield the place or the piece of terrain of an option; a piece that all are about is told from the beginning."""
    if option.at is not None:
        colour = REFUSED if option.faults else GOLD if is_pointed else GREEN
        yield Sign(lifted(option.at), SignKind.DIAMOND, colour, 26.0 if is_pointed else 20.0)
    if option.piece and (is_pointed or is_about_one):
        yield Tint(option.piece, RED if option.faults else GREEN)


def _aims(model: PlayModel, there: dict[str, Model]) -> Iterator[Overlay]:
    """Yield what a fighter may want to get to: a model in a ring, which shows through walls, is pointed at there."""
    if isinstance(model.prompt, Go):
        for aim in model.prompt.aims:
            if aim.at is not None:
                yield Sign(lifted(aim.at), SignKind.DIAMOND, GOLD, 18.0)
            elif model.prompt.approach is not None and aim.model in there:
                yield _ring(there[aim.model], AIMED, RING - 6)


def _placing(model: PlayModel, there: dict[str, Model], areas: tuple[PlaceArea, ...]) -> Iterator[Overlay]:
    """Yield where things may be placed, what was put down, and the ghost of what is in hand."""
    prompt, draft = model.prompt, model.draft
    if not isinstance(prompt, Place):
        return
    yield from area_fields(areas)
    models = {item.id: item.model or item.id for item in prompt.items}
    for id in sorted(set(models.values()) & {one.id for one in model.moment.table.models}):
        yield Sign(lifted(there[id].placement.at), SignKind.CORNERS, GOLD, ACTING)  # it falls, or is set down elsewhere
    for one in draft.placed:
        yield from _ghost(models.get(one.item, ""), one.at, one.turn, PAPER, there)
    if draft.held and draft.at is not None:
        colour = held_colour(model, areas)
        yield from _ghost(models.get(draft.held, ""), draft.at, draft.turn, colour, there)
        if colour == AMBER:
            yield Sign(lifted(draft.at), SignKind.CROSS, colour, RING / 2)


def _ghost(
    id: str, at: tuple[float, float, float], turn: float, colour: Colour, there: dict[str, Model]
) -> Iterator[Overlay]:
    if id in there:
        yield Ghost(id, at, turn, colour)
    yield Sign(lifted(at), SignKind.RING, colour, RING)


@lru_cache(maxsize=8)
def area_fields(areas: tuple[PlaceArea, ...]) -> tuple[ColourField, ...]:
    """Return patches of surfaces in a colour that says: here."""
    return tuple(_fields(areas))


def _fields(areas: Iterable[PlaceArea]) -> Iterator[ColourField]:
    import shapely

    shapes: dict[float, list[Any]] = {}
    for area in areas:
        if area.rings and len(area.rings[0]) >= 3:
            shape = shapely.make_valid(shapely.Polygon(area.rings[0], area.rings[1:]))
            shapes.setdefault(area.height, []).append(shape)
    for height, some in shapes.items():
        whole = shapely.union_all(some)
        rim = shapely.difference(whole, shapely.buffer(whole, -RIM))
        for part, colour, behind in ((whole, AREA_COLOUR, 0.35), (rim, RIM_COLOUR, 0.85)):
            triangles = flat_triangles(part, height + LIFT)
            if len(triangles):
                yield ColourField(triangles, np.array([[colour]], np.uint8), (0.0, 0.0), (1.0, 1.0), behind)


def _ring(model: Model, colour: Colour, size: float) -> Sign:
    return Sign(lifted(model.placement.at), SignKind.RING, colour, size)


def _chest(model: Model) -> tuple[float, float, float]:
    x, y, z = model.placement.at
    return x, y, z + 0.9
