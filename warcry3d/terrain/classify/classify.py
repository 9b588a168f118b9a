"""From bodies to parts with kinds: by shape and by name (WC-TERR-1 to 5)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.derive import OBSTACLE_RISE, Message
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part
from warcry3d.terrain.classify import findings
from warcry3d.terrain.classify.columns import Columns, columns_of, main_turn
from warcry3d.terrain.classify.cutting import CutSolid, joined_skin
from warcry3d.terrain.classify.draft import PartDraft
from warcry3d.terrain.classify.findings import Find
from warcry3d.terrain.classify.ladders import ladders
from warcry3d.terrain.classify.leaves import Leaf, fills, leaf_of, shells
from warcry3d.terrain.classify.levels import LevelArea, level_areas
from warcry3d.terrain.classify.low_areas import low_areas
from warcry3d.terrain.classify.names import kind_in_name, part_id
from warcry3d.terrain.classify.openings import Opening, openings
from warcry3d.terrain.classify.outlines import OutlineSurface
from warcry3d.terrain.classify.part_builder import LATE, build_parts
from warcry3d.terrain.classify.small_shells import MANY, some_of, split_small_shells
from warcry3d.terrain.classify.stairs import flights
from warcry3d.terrain.parts import Classified, ImportedBody

__all__ = ["classify"]

_K = PartKind

_WHOLE = frozenset({_K.LADDER, _K.STAIRS, _K.DOOR, _K.DEADLY, _K.UNCLIMBABLE, _K.SCENERY})
"""A body whose name contains one of these words is that kind as a whole; other words allow parts of other kinds in it.
"""

_THIN, _BULKY = 0.6, 1.0
"""A door is thinner than this (in) or a third of its width; scenery such as water, moss and grass less than this."""

_MOST_SHELLS = 1500
"""Bodies of more shells than this, the small ones not counted, are not split into parts: it would take too long."""

_MOST_PARTS = 250
"""If more parts than this come out, those of one kind that are just high or low are merged."""


def classify(bodies: Sequence[ImportedBody], *, is_late: Callable[[], bool] = lambda: False) -> tuple[Classified, ...]:
    """Return the parts of a piece with their kinds, confidence and reason.

    bodies: one or more, in inches, z up, on the floor. The parts of a body together are the body again. ``is_late`` is
    called again and again; once it returns True, what is left is classified by its height alone, and its reasons say
    so.
    """
    if not bodies:
        return ()
    clean = [split_small_shells(body) for body in bodies]
    early_drafts = [_small_shells(one.small_shells, one.count) for one in clean if one.small_shells is not None]
    many = [one for one in clean if one.body is not None and one.shells > _MOST_SHELLS]
    early_drafts += [_whole(one.body, _too_many(one.shells)) for one in many if one.body is not None]
    rest = [one.body for one in clean if one.body is not None and one not in many]
    parts = [*early_drafts, *(_classify_bodies(rest, is_late) if rest else ())]
    return _numbered(_fewer(parts))


def _too_many(count: int) -> Message:
    return Message("it has {count} separate bodies, too many to classify one by one", {"count": count})


def _small_shells(body: ImportedBody, count: int) -> PartDraft:
    reason = Message("{count} loose bodies of at most 4 mm, grouped together", {"count": count})
    return replace(_whole(body, reason), stem="crumbs", confidence=0.3)


def _fewer(parts: list[PartDraft]) -> list[PartDraft]:
    """Return the parts; where there are very many, the high ones are merged, and so are the low ones."""
    if len(parts) <= _MOST_PARTS:
        return parts
    result = list(parts)
    for kind in (_K.OBSTACLE, _K.LOW):
        plain = [one for one in result if one.kinds == {kind} and not one.name and one.passage is None]
        if len(plain) > 1:
            reason = Message("{count} separate bodies like it, grouped together", {"count": len(plain)})
            given = _together([one.solid() for one in plain])
            least = min(one.confidence for one in plain)
            stem = "wall" if kind is _K.OBSTACLE else "low"
            result = [one for one in result if one not in plain]
            result.append(PartDraft(stem, frozenset({kind}), least, (plain[0].reasons[0], reason), None, given))
    return result


def _together(given: Sequence[tuple[Solid, Skin | None]]) -> tuple[Solid, Skin | None]:
    """Return solids that do not meet as one."""
    at = np.cumsum([0, *(len(solid.vertices) for solid, _ in given)])
    faces = [solid.faces + by for (solid, _), by in zip(given, at, strict=False)]
    whole = Solid(np.concatenate([solid.vertices for solid, _ in given]), np.concatenate(faces).astype(np.int32))
    skins = [skin for _, skin in given]
    return whole, joined_skin([solid for solid, _ in given], skins)


def _classify_bodies(bodies: Sequence[ImportedBody], is_late: Callable[[], bool]) -> list[PartDraft]:
    loose = _loosened(bodies)
    solids = [body.solid for body in loose]
    turn = main_turn(solids)
    leaves = {k: leaf for k, body in enumerate(loose) if (leaf := _leaf(body, turn)) is not None}
    solid_of = [k for k in range(len(loose)) if k not in leaves] or list(range(len(loose)))
    columns = columns_of([solids[k] for k in solid_of], turn)
    ways = openings(columns, [solids[k] for k in solid_of])
    shut = {
        k: way
        for k, leaf in leaves.items()
        if (way := next((w for w in ways if w.leaf is None and fills(leaf, w)), None)) is not None
    }
    if set(leaves) - set(shut):
        columns = columns_of([solids[k] for k in range(len(loose)) if k not in shut], turn)
    parts = [_door(loose[k], leaves[k], way, columns) for k, way in shut.items()]
    named = {k: said for k, body in enumerate(loose) if k not in shut and (said := _said_whole(body)) is not None}
    others = [k for k in range(len(loose)) if k not in shut and k not in named]
    seen = _seen(columns, solids, [way for way in ways if way not in shut.values()])
    parts += [_named(loose[k], *said, seen) for k, said in named.items()]
    for group in _groups(loose, others):
        parts += _classify_group([loose[k] for k in group], seen, turn, is_late)
    return parts


@dataclass(frozen=True, eq=False)
class _Seen:
    """Everything that was found in the columns."""

    climbs: tuple[Find, ...]
    levels: tuple[Find, ...]
    arches: tuple[Find, ...]
    doors: tuple[Find, ...]
    lows: tuple[Find, ...]


def _seen(columns: Columns, solids: Sequence[Solid], ways: Sequence[Opening]) -> _Seen:
    surface = OutlineSurface(columns, solids)
    found = level_areas(columns)
    climbs = [findings.ladder(columns, ladder) for ladder in ladders(columns)]
    climbs += [f for flight in flights(columns, found) if (f := findings.stairs(columns, surface, flight)) is not None]
    raised = [_raised(level, found) for level in found]
    grounds = [level for level, rise in zip(found, raised, strict=True) if rise >= OBSTACLE_RISE - 1e-6]
    low = low_areas(columns, grounds)
    levels = [
        findings.level_area(columns, surface, level, [one for one in low if one.level is level], raised=rise)
        for level, rise in zip(found, raised, strict=True)
    ]
    lows = [find for one in low if (find := findings.low(columns, surface, one)) is not None]
    arches = [findings.arch(columns, way, ways) for way in ways if way.leaf is None]
    doors = [findings.door(columns, way) for way in ways if way.leaf is not None]
    return _Seen(tuple(climbs), tuple(f for f in levels if f is not None), tuple(arches), tuple(doors), tuple(lows))


def _raised(level: LevelArea, levels: Sequence[LevelArea]) -> float:
    """Return how far a level area rises above its surroundings: a larger area around most of it, or the floor."""
    from scipy import ndimage

    ring = ndimage.binary_dilation(level.plan, np.ones((3, 3)), 4) & ~level.plan
    for other in levels:
        is_step = 0.05 < level.height - other.height < 1.0 and other.area > 0.5 * level.area
        if is_step and (ring & other.plan).sum() >= 0.4 * ring.sum():
            return level.height - other.height
    return level.height


def _loosened(bodies: Sequence[ImportedBody]) -> list[ImportedBody]:
    """Return the bodies with door leaves that are separate shells split off."""
    result: list[ImportedBody] = []
    for body in bodies:
        count, shell = shells(body.solid)
        if not 1 < count <= MANY or _said_whole(body) is not None:
            result.append(body)
            continue
        apart = [k for k in range(count) if _is_leaf_shell(body.solid, shell == k)]
        rest = ~np.isin(shell, apart)
        if not apart or not rest.any():
            result.append(body)
            continue
        result.append(some_of(body, rest))
        result.extend(replace(some_of(body, shell == k), name="") for k in apart)
    return result


def _is_leaf_shell(solid: Solid, faces: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> bool:
    part = Solid(solid.vertices, solid.faces[faces], _checked=True)
    return part.volume > 0 and leaf_of(solid.vertices[np.unique(part.faces)], part.volume) is not None


def _said_whole(body: ImportedBody) -> tuple[PartKind, str] | None:
    """Return the kind of a whole body by its name, and the word: a room with door is no door, a grass hut no grass."""
    said = kind_in_name(body.name)
    if said is None or said[0] not in _WHOLE:
        return None
    low, high = body.solid.bounds
    thin, middle, _ = sorted(high - low)
    if said[0] is _K.DOOR and thin > max(_THIN, middle / 3):
        return None
    is_bulky = thin >= _BULKY and body.solid.volume > 0.2 * float(np.prod(high - low))
    return None if said[0] is _K.SCENERY and is_bulky else said


def _leaf(body: ImportedBody, turn: float) -> Leaf | None:
    said = kind_in_name(body.name)
    if said is not None and said[0] is not _K.DOOR:
        return None
    used = np.unique(body.solid.faces)
    return leaf_of(Placement(turn=-turn).apply(body.solid.vertices[used]), body.solid.volume)


def _door(body: ImportedBody, leaf: Leaf, way: Opening, columns: Columns) -> PartDraft:
    said = kind_in_name(body.name)
    reasons = findings.door_reasons(leaf, way)
    if said is not None:
        reasons = (*reasons, Message("its name says so: '{word}'", {"word": said[1]}))
    passage = findings.passage_of(columns, way)
    measures = {"width": leaf.width, "height": leaf.height, "thickness": leaf.thickness}
    sure = 0.98 if said is not None else 0.9
    given = (body.solid, body.skin)
    return PartDraft("door", frozenset({_K.DOOR}), sure, reasons, None, given, passage, measures, name=body.name)


def _named(body: ImportedBody, kind: PartKind, word: str, seen: _Seen) -> PartDraft:
    """Return a body with the kind that its name says; if its shape does not confirm it, the reason says so."""
    reasons = [Message("its name says so: '{word}'", {"word": word})]
    sure, measures = 0.9, {}
    if kind in (_K.LADDER, _K.STAIRS):
        box = body.solid.bounds
        inside = [find for find in seen.climbs if kind in find.kinds and _holds(box, find)]
        if inside:
            sure, measures = 0.98, dict(inside[0].measures)
            reasons.extend(inside[0].reasons)
        else:
            sure = 0.6
            reasons.append(Message("its shape shows neither rungs nor treads", {}))
    elif kind is _K.DOOR:
        sure = 0.6
        reasons.append(Message("its shape fills no opening", {}))
    return PartDraft(
        kind.value, frozenset({kind}), sure, tuple(reasons), None, (body.solid, body.skin), None, measures, body.name
    )


def _holds(box: np.ndarray[tuple[int, int], np.dtype[np.float64]], find: Find) -> bool:
    """Return whether the middle of the finding lies in a box (2, 3)."""
    low, high = np.array(find.cutter.bounding_box()).reshape(2, 3)
    middle = (low + high) / 2
    return bool((middle >= box[0] - 0.1).all() and (middle <= box[1] + 0.1).all())


def _groups(bodies: Sequence[ImportedBody], which: Sequence[int]) -> list[list[int]]:
    """Return the groups of bodies to classify together: those without names whose boxes meet; each named one alone."""
    groups = [[k] for k in which if bodies[k].name]
    loose = np.array([k for k in which if not bodies[k].name], dtype=np.int64)
    if not len(loose):
        return groups
    bounds = np.array([bodies[k].solid.bounds for k in loose])
    is_open = np.ones(len(loose), dtype=bool)
    for first in range(len(loose)):
        if not is_open[first]:
            continue
        is_open[first] = False
        group = [first]
        for k in group:
            low, high = bounds[k]
            near = is_open & (bounds[:, 0] <= high + 0.02).all(axis=1) & (bounds[:, 1] >= low - 0.02).all(axis=1)
            is_open &= ~near
            group.extend(np.flatnonzero(near).tolist())
        groups.append(sorted(loose[group].tolist()))
    return groups


def _classify_group(
    bodies: Sequence[ImportedBody], seen: _Seen, turn: float, is_late: Callable[[], bool]
) -> list[PartDraft]:
    """Return the parts of a group of bodies; if they cannot be cut, each body as a whole."""
    if is_late():
        return [_whole(body, LATE) for body in bodies]
    solids, skins = [body.solid for body in bodies], [body.skin for body in bodies]
    volume = sum(solid.volume for solid in solids)
    try:
        cut_solid = CutSolid.of(solids, skins)
        parts = build_parts(cut_solid, (*seen.doors, *seen.climbs, *seen.lows), seen.levels, seen.arches, turn, is_late)
        [part.solid() for part in parts]
    except MeshError as error:
        reason = Message("it cannot be cut into parts ({reason})", {"reason": str(error)})
        return [_whole(body, reason) for body in bodies]
    cut = sum(part.cut_solid.volume for part in parts if part.cut_solid is not None)
    if abs(cut - cut_solid.volume) > 1e-5 * max(volume, 1.0):
        reason = Message("cutting it into parts would change its volume by {share:.2g}", {"share": cut / volume - 1})
        return [_whole(body, reason) for body in bodies]
    if len(parts) == 1 and len(bodies) == 1:
        parts = [replace(parts[0], cut_solid=None, given=(solids[0], skins[0]))]
    return _with_name(parts, bodies[0].name) if len(bodies) == 1 else parts


def _whole(body: ImportedBody, reason: Message) -> PartDraft:
    rise = float(body.solid.bounds[1, 2])
    kind = _K.OBSTACLE if rise >= 1.0 else _K.LOW
    return PartDraft(kind.value, frozenset({kind}), 0.4, (reason,), None, (body.solid, body.skin), name=body.name)


def _with_name(parts: list[PartDraft], name: str) -> list[PartDraft]:
    """Return the parts of one named body: the largest one that was not cut out of it keeps its name."""
    if not name or not parts:
        return parts
    said = kind_in_name(name)
    volumes = [part.cut_solid.volume if part.cut_solid is not None else part.solid()[0].volume for part in parts]
    fits = [said is not None and _agrees(said[0], part.kinds) for part in parts]
    k = max(range(len(parts)), key=lambda k: (fits[k], volumes[k]))
    part = replace(parts[k], name=name)
    if said is not None:
        confirmed = Message("its name says so: '{word}'", {"word": said[1]})
        unlike = Message("its name says '{word}', its shape does not", {"word": said[1]})
        sure = min(0.98, part.confidence + 0.05) if fits[k] else part.confidence * 0.7
        part = replace(part, confidence=sure, reasons=(*part.reasons, confirmed if fits[k] else unlike))
    return [*parts[:k], part, *parts[k + 1 :]]


def _agrees(said: PartKind, kinds: frozenset[PartKind]) -> bool:
    """Return whether a word for one kind fits a part: a wall may be low, a floor may be narrower than 1 in."""
    return said in kinds or (said in (_K.OBSTACLE, _K.PLATFORM) and kinds == {_K.LOW})


def _numbered(parts: Iterable[PartDraft]) -> tuple[Classified, ...]:
    """Return the parts with ids: the names from the file, else their kind and a number in the order of their places."""
    solids = [(part, *part.solid()) for part in parts]
    solids.sort(key=lambda entry: _place(entry[0], entry[1]))
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    result = []
    for part, solid, skin in solids:
        base = part_id(part.name)
        id = base
        while not id or id in taken:
            numbers[base or part.stem] = numbers.get(base or part.stem, 0) + 1
            id = f"{base or part.stem}-{numbers[base or part.stem]}"
        taken.add(id)
        made = Part(id, part.kinds, solid, skin)
        measures = MappingProxyType(dict(part.measures))
        result.append(
            Classified(made, round(min(1.0, max(0.05, part.confidence)), 3), part.reasons, part.passage, measures)
        )
    return tuple(result)


_ORDER = ("platform", "block", "stairs", "ladder", "arch", "door", "wall")


def _place(part: PartDraft, solid: Solid) -> tuple[int, float, float, float]:
    """Return a sort key for a part: named ones first, then by kind, larger before smaller, from below up."""
    low, high = solid.bounds
    rank = _ORDER.index(part.stem) if part.stem in _ORDER else len(_ORDER)
    return (-1 if part.name else rank, -round(solid.volume, 2), round(float(low[2]), 2), round(float(high[2]), 2))
