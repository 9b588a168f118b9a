"""How sure a verdict is where nobody can say to a hair where the two models stand.

Both models are put elsewhere at random, within the doubt about their places, and judged there: shares of these places
are estimates, with a confidence interval. A verdict that holds for all of them may be provable: hidden by a proof about
all that the figures cover while they are moved, seen by a line with so much room that it stays free.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np

from warcry3d.geom.solid import Placement
from warcry3d.motion.ground import Stopper, ground_of
from warcry3d.rules.judgement import counted_table, judge
from warcry3d.rules.results import Judgement
from warcry3d.rules.side_by_side import side_by_side
from warcry3d.sight.confident_share import ConfidentShare
from warcry3d.sight.distance import base_to_solid, measure
from warcry3d.sight.swept_sight import SweptVerdict, sight_of_swept, swept_model
from warcry3d.sight.verdict import Hidden, Seen, VerdictWord, verdict_word
from warcry3d.table.kinds import PartKind
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, MM, SIGHT_TOLERANCE_MM

__all__ = ["ConfidentShare", "JudgedPlaces", "PlacementDoubt", "VerdictDoubt", "verdict_doubt"]

PLACES = 400
"""Places that are judged unless told otherwise."""
MOST_TRIES = 20
"""So many times as many are tried where models cannot stand at most of them."""

_TOUCHING = 20 * LENGTH_EPSILON
"""Bases that reach into each other by less (in) touch."""
_CLEAR = 0.05
"""A base stands in terrain that reaches higher than this (in) into it: a miniature's foot is never that level."""


@dataclass(frozen=True, slots=True)
class PlacementDoubt:
    """How far a model may stand from where it is said to: shifted by up to ``shift`` (in), turned by up to ``turn``
    (radians) either way, all places alike.
    """

    shift: float = 0.125
    turn: float = math.radians(5.0)


@dataclass(frozen=True, slots=True)
class JudgedPlaces:
    """Where the two models were put, and the judgement there."""

    viewer: Placement
    target: Placement
    judgement: Judgement

    @property
    def answer(self) -> VerdictWord:
        """Return the verdict on sight in a word."""
        return verdict_word(self.judgement.sight)


@dataclass(frozen=True, eq=False)
class VerdictDoubt:
    """What becomes of a verdict within the doubt about both places.

    ``places``: those judged; ``left_out``: those tried at which a base would stand in terrain or in another base.
    ``proved``: the answer that is proved for all places (hidden: by ``proof``, seen: by a line with enough room); None
    where it is not the same everywhere, or not proved.
    """

    doubt: PlacementDoubt
    places: tuple[JudgedPlaces, ...]
    left_out: int
    proved: VerdictWord | None = None
    proof: SweptVerdict | None = None

    def share(self, answer: VerdictWord) -> ConfidentShare:
        """Return the share of places with this verdict on sight."""
        return ConfidentShare(sum(places.answer == answer for places in self.places), len(self.places))

    @cached_property
    def covered(self) -> ConfidentShare:
        """Return the share of places at which the target is in cover."""
        covers = [places.judgement.cover for places in self.places]
        return ConfidentShare(sum(cover is not None and cover.verdict for cover in covers), len(covers))


def verdict_doubt(
    table: Table,
    viewer: str,
    target: str,
    doubt: PlacementDoubt | None = None,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
    places: int = PLACES,
    seed: int = 0,
    on_judged: Callable[[JudgedPlaces], None] = lambda _: None,
) -> VerdictDoubt:
    """Return what becomes of the verdict on two models at random places within the ``doubt`` about theirs.

    The same ``seed`` gives the same places. ``on_judged`` gets each in its turn; what it raises ends the work. Raises
    `UnknownNameError` and `QuestionError` as `warcry3d.rules.judgement.judge`.
    """
    doubt, table = doubt or PlacementDoubt(), counted_table(table)
    one, other = table.model(viewer), table.model(target)

    def judged_at(at: tuple[Placement, Placement]) -> JudgedPlaces | None:
        moved = table.placing(viewer, at[0]).placing(target, at[1])
        if not (_stands(moved, table, viewer) and _stands(moved, table, target)):
            return None
        judgement = judge(moved, viewer, target, tags=tags, tolerance_mm=tolerance_mm, budget=budget)
        return JudgedPlaces(*at, judgement)

    judged: list[JudgedPlaces] = []
    tried = 0
    with closing(
        side_by_side(judged_at, islice(_random_places(one, other, doubt, seed), MOST_TRIES * places))
    ) as found_all:
        for found in found_all:
            tried += 1
            if found is None:
                continue
            judged.append(found)
            on_judged(found)
            if len(judged) == places:
                break
    return _with_proof(VerdictDoubt(doubt, tuple(judged), tried - len(judged)), table, one, other, tags, tolerance_mm)


def _random_places(
    viewer: Model, target: Model, doubt: PlacementDoubt, seed: int
) -> Iterator[tuple[Placement, Placement]]:
    random = np.random.default_rng(seed)

    def place(model: Model) -> Placement:
        reach, way, turn = random.uniform(size=3).tolist()
        reach, way = doubt.shift * math.sqrt(reach), 2.0 * math.pi * way
        x, y, z = model.placement.at
        at = (x + reach * math.cos(way), y + reach * math.sin(way), z)
        return Placement(at, model.placement.turn + doubt.turn * (2.0 * turn - 1.0))

    while True:
        yield place(viewer), place(target)


def _stands(table: Table, before: Table, id: str) -> bool:
    """Return whether a model's base is in no terrain and in no other base that it was not in ``before``."""
    model, was = table.model(id), before.model(id)
    for other in table.models:
        if other.id != id and _overlap(model, other) and not _overlap(was, before.model(other.id)):
            return False
    return not any(_is_in(model, stopper) and not _is_in(was, stopper) for stopper in ground_of(table).stoppers)


def _overlap(one: Model, other: Model) -> bool:
    """Return whether two bases reach into each other; those that touch do not."""
    base = replace(one.base, length=one.base.length - _TOUCHING, width=one.base.width - _TOUCHING)
    return measure(replace(one, base=base), other).direct <= 0.0


def _is_in(model: Model, stopper: Stopper) -> bool:
    """Return whether terrain reaches into a base above its foot; what players call low terrain does not count."""
    x, y, z = model.placement.at
    if PartKind.LOW in stopper.kinds or stopper.high <= z + _CLEAR or stopper.low >= z + model.base.height:
        return False
    raised = model.moved(Placement((x, y, z + _CLEAR), model.placement.turn))
    return base_to_solid(raised, stopper.solid, 0.0) <= 0.0


def _with_proof(
    found: VerdictDoubt, table: Table, viewer: Model, target: Model, tags: frozenset[Tag], tolerance_mm: float
) -> VerdictDoubt:
    """Return it with the answer that is proved for all places, if one is."""
    answers = {places.answer for places in found.places}
    if answers == {"hidden"}:
        swept = (swept_model(model, found.doubt.shift, found.doubt.turn) for model in (viewer, target))
        proof = sight_of_swept(table, *swept, tags=tags, tolerance_mm=tolerance_mm)
        if isinstance(proof.verdict, Hidden):
            return VerdictDoubt(found.doubt, found.places, found.left_out, "hidden", proof)
    if answers == {"seen"} and any(_stays_free(places, found.doubt, viewer, target) for places in found.places):
        return VerdictDoubt(found.doubt, found.places, found.left_out, "seen")
    return found


def _stays_free(places: JudgedPlaces, doubt: PlacementDoubt, viewer: Model, target: Model) -> bool:
    """Return whether a witness has so much room that it stays free however its ends move with the two models."""
    seen = places.judgement.sight
    if not isinstance(seen, Seen):
        return False
    moves = []
    for model, at, end in ((viewer, places.viewer, seen.witness[0]), (target, places.target, seen.witness[1])):
        (x, y, _), (far_x, far_y, _) = at.at, model.placement.at
        radius = math.hypot(end[0] - x, end[1] - y)
        turned = 2.0 * radius * math.sin((doubt.turn + abs(at.turn - model.placement.turn)) / 2.0)
        moves.append(doubt.shift + math.hypot(x - far_x, y - far_y) + turned)
    return bool(seen.clearance_mm - SIGHT_TOLERANCE_MM >= max(moves) / MM)
