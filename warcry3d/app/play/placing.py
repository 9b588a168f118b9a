"""What is to be placed by pointing: the figures of what is not on the table yet, and where the pointer holds them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from warcry3d.app.moves.held_place import place_under, square_under
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.placed_terrain import outline_of, outline_of_squares, with_features
from warcry3d.app.scene.colours import AMBER, GREEN, Colour
from warcry3d.app.scene.overlays import FlatLine
from warcry3d.app.scene.pick import pick
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.room import Host
from warcry3d.game.prompts import Place, PlaceArea, Placing
from warcry3d.game.session import Game
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.free_space import room_of
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.volume import volume_of
from warcry3d.table.grid import snapped
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["PlaceGhosts", "changed_squares", "held_colour", "snapped_to_areas", "surface_under"]

Point = tuple[float, float, float]

SAME_FACING = 1e-9
SNAP, INSIDE = 2.5, 0.02
"""What is held so near (in) to where it may be placed is held there, so far inside of it."""
BESIDE, ABOVE = 0.05, 0.5
"""So far (in) beside an area, and above or below it, a place still counts as in it: areas are of level surfaces."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceQuestion:
    """What the things look like that a prompt wants placed."""

    game: Game[Any, Any]
    prompt: Place


@dataclass(frozen=True, slots=True, eq=False)
class FacingQuestion:
    """Where an item of a prompt may be put once it is turned to a facing (radians)."""

    prompt: Place
    item: str
    turn: float


@dataclass(frozen=True, slots=True, eq=False)
class PlaceThings:
    """What is to be placed: models and terrain that are not on the table yet, and squares that change: their middles as
    seen from where they are placed.
    """

    models: tuple[Model, ...] = ()
    features: tuple[Feature, ...] = ()
    squares: tuple[tuple[float, float], ...] = ()


NOTHING = PlaceThings()


class PlaceGhosts:
    """Finds out what things look like that are to be placed, by placing them where the rules suggest."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._answers: Answers[PlaceQuestion, PlaceThings] = Answers(_things, keep=4)
        self._question: PlaceQuestion | None = None
        self._areas: Answers[FacingQuestion, tuple[PlaceArea, ...]] = Answers(_areas_facing, keep=4)
        self._facing: FacingQuestion | None = None
        self.table: Table | None = None
        self._made_of: tuple[object, ...] = ()

    def poll(self) -> bool:
        """Take in what was found; return whether there was anything."""
        return self._answers.poll() + self._areas.poll() > 0

    def close(self) -> None:
        """Stop."""
        self._answers.close()
        self._areas.close()

    def areas(self, model: PlayModel) -> tuple[PlaceArea, ...]:
        """Return where what is in hand may be put as it is turned; those of another facing until that is known."""
        prompt, draft = model.prompt, model.draft
        if not isinstance(prompt, Place):
            return ()
        suggested = prompt.suggested[0].turn if prompt.suggested else 0.0
        if prompt.areas_facing is None or not draft.held or abs(draft.turn - suggested) < SAME_FACING:
            return prompt.areas
        asked = self._facing
        if asked is None or asked.prompt is not prompt or (asked.item, asked.turn) != (draft.held, draft.turn):
            self._facing = asked = FacingQuestion(prompt, draft.held, draft.turn)
        self._areas.ask(asked)
        return self._areas.known.get(asked, prompt.areas)

    def things(self, model: PlayModel) -> PlaceThings:
        """Return what is to be placed, as far as it is known: the same object as long as that is the same."""
        prompt = model.prompt
        if not isinstance(prompt, Place) or not prompt.suggested:
            self._question = None
            return NOTHING
        if self._question is None or self._question.prompt is not prompt:
            self._question = PlaceQuestion(model.game, prompt)
        self._answers.ask(self._question)
        return self._answers.known.get(self._question, NOTHING)

    def with_ghosts(self, model: PlayModel) -> tuple[Table, tuple[str, ...]]:
        """Return the table with the models of ghosts and the terrain that was put down on it, and which of the models
        are not to be drawn where they stand.
        """
        table, known = model.moment.table, self.things(model)
        there = {one.id for one in table.models}
        added = tuple(one for one in known.models if one.id not in there)
        made_of = (table, added, model.draft.placed if known.features else ())
        if made_of != self._made_of:
            self._made_of = made_of
            laid = with_features(table, known.features, model.draft)
            self.table = replace(laid, models=(*table.models, *added)) if added else laid
        return self.table or table, tuple(one.id for one in added)

    def outline(self, model: PlayModel) -> tuple[FlatLine, ...]:
        """Return the outline of the terrain in hand, or of the squares that it changes, where it is held; none where
        there is none.
        """
        draft = model.draft
        squares = self.things(model).squares
        if squares:
            return tuple(outline_of_squares(squares, draft, held_colour(model, self.areas(model))))
        feature = next((one for one in self.things(model).features if one.id == draft.held), None)
        return tuple(outline_of(feature, draft, held_colour(model, self.areas(model)))) if feature is not None else ()

    def _square_under(
        self, model: PlayModel, table: Table, thing: Model, ray: tuple[FloatArray, FloatArray]
    ) -> Point | None:
        """Return the whole squares under a ray that a base covers, those where it may be put if they are near."""
        held = square_under(table, thing, *ray)
        at = snapped_to_areas(None if held is None else held.at, self.areas(model))
        return None if at is None else (*snapped(at[0], at[1], thing.base.length, thing.base.width), at[2])

    def place_under(self, model: PlayModel, at: tuple[float, float] | None) -> Point | None:
        """Return where a pixel holds what is in hand; None beside the table."""
        prompt = model.prompt
        if at is None or not isinstance(prompt, Place):
            return None
        ray = self._host.ray(at)
        item = next((one for one in prompt.items if one.id == model.draft.held), None)
        id = (item.model or item.id) if item is not None else ""
        table, _ = self.with_ghosts(model)
        found = next((one for one in table.models if one.id == id), None)
        if item is not None and item.piece:
            return floor_under(table, ray)
        if found is None:
            return snapped_to_areas(surface_under(table, ray), self.areas(model))
        if table.grid is not None:
            return self._square_under(model, table, found, ray)
        volume = volume_of(found).facing(model.draft.turn)
        held = place_under(room_of(table, volume), others_of(table, id, volume), *ray)
        return snapped_to_areas(None if held is None else held.at, self.areas(model))


def held_colour(model: PlayModel, areas: tuple[PlaceArea, ...]) -> Colour:
    """Return the colour of what is held over the table: whether it may be put there, as far as is known."""
    at = model.draft.at
    return AMBER if model.faults or (at is not None and not _is_within(at, areas)) else GREEN


def _is_within(at: Point, areas: tuple[PlaceArea, ...]) -> bool:
    """Return whether a place lies in one of the areas; where there are none, any does."""
    import shapely

    if not areas:
        return True
    spot = shapely.Point(at[:2])
    level = (one for one in _grounds(areas) if abs(one[0] - at[2]) <= ABOVE)
    return any(shapely.dwithin(ground, spot, BESIDE) for _, ground in level)


@lru_cache(maxsize=4)
def _grounds(areas: tuple[PlaceArea, ...]) -> tuple[tuple[float, Any], ...]:
    """Return the height and the shape of each area."""
    import shapely

    drawn = (area for area in areas if area.rings and len(area.rings[0]) >= 3)
    shapes = [(area.height, shapely.make_valid(shapely.Polygon(area.rings[0], area.rings[1:]))) for area in drawn]
    shapely.prepare([shape for _, shape in shapes])
    return tuple(shapes)


def snapped_to_areas(at: Point | None, areas: tuple[PlaceArea, ...], most: float = SNAP) -> Point | None:
    """Return the nearest place to one that lies in one of the areas, if there is one within ``most`` (in); else the
    place itself.
    """
    import shapely

    if at is None or not areas:
        return at
    spot, best, nearest = shapely.Point(at[:2]), most, at
    for area in areas:
        shape = shapely.make_valid(shapely.Polygon(area.rings[0], area.rings[1:]))
        inside = shapely.buffer(shape, -INSIDE)
        line = shapely.shortest_line(shape if inside.is_empty else inside, spot)
        away = math.hypot(shapely.length(line), area.height - at[2])
        if away < best:
            x, y = shapely.get_coordinates(line)[0].tolist()
            best, nearest = away, (x, y, area.height)
    return nearest


def floor_under(table: Table, ray: tuple[FloatArray, FloatArray]) -> Point | None:
    """Return where a ray meets the board itself, whatever stands on it; None beside it."""
    start, direction = ray
    if direction[2] >= -1e-6:
        return None
    x, y, _ = (start - start[2] / direction[2] * direction).tolist()
    return (x, y, 0.0) if 0 <= x <= table.board.width and 0 <= y <= table.board.depth else None


def surface_under(table: Table, ray: tuple[FloatArray, FloatArray]) -> Point | None:
    """Return where a ray first meets the terrain or the board."""
    start, direction = ray
    hit = pick(table, start, direction, without=[model.id for model in table.models])
    board = -start[2] / direction[2] if direction[2] < -1e-6 else float("inf")
    far = min(board, hit.distance if hit is not None else float("inf"))
    if far == float("inf"):
        return None
    x, y, z = (start + far * direction).tolist()
    return (x, y, max(z, 0.0)) if 0 <= x <= table.board.width and 0 <= y <= table.board.depth else None


def _areas_facing(question: FacingQuestion) -> tuple[PlaceArea, ...]:
    """Return where an item may be put as it is turned."""
    assert question.prompt.areas_facing is not None, "it is asked only where the facing counts"
    return question.prompt.areas_facing(question.item, question.turn)


def _things(question: PlaceQuestion) -> PlaceThings:
    """Return what is on the table once the suggestion is taken, and was not before."""
    game, prompt = question.game, question.prompt
    action = prompt.action(prompt.suggested)
    if game.ruleset.faults(game.state, action):
        return NOTHING
    state, _ = game.ruleset.apply(game.state, action)
    before = {one.id for one in game.table.models} | {one.id for one in game.table.terrain.features}
    after: Table = game.ruleset.table(state)
    return PlaceThings(
        tuple(model for model in after.models if model.id not in before),
        tuple(feature for feature in after.terrain.features if feature.id not in before),
        tuple(changed_squares(game.table, after, prompt.suggested[0])) if len(prompt.items) == 1 else (),
    )


def changed_squares(before: Table, after: Table, placed: Placing) -> Iterator[tuple[float, float]]:
    """Yield the middles of squares that look otherwise on a table, as seen from what was placed."""
    if before.grid is None or after.grid is None:
        return
    if (before.grid.width, before.grid.depth) != (after.grid.width, after.grid.depth):
        return
    c, s = math.cos(-placed.turn), math.sin(-placed.turn)
    for y in range(after.grid.depth):
        for x in range(after.grid.width):
            if before.grid.at((x, y)) != after.grid.at((x, y)):
                u, v = x + 0.5 - placed.at[0], y + 0.5 - placed.at[1]
                yield c * u - s * v, s * u + c * v
