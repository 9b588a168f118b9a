"""From a verdict to the overlays that show it; no graphics in here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from warcry3d.app.scene.bake import ray_distances
from warcry3d.app.scene.camera import eye_point, middle_of, point_of
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, PAPER, RED, Colour
from warcry3d.app.scene.overlays import Beam, FlatLine, Overlay, Sign, SignKind, Silhouette, Tape, Tint
from warcry3d.geom.solid import Solid
from warcry3d.rules.results import Judgement
from warcry3d.sight.full_view_verdict import FullySeen
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, Verdict
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["CoverLine", "ShownVerdict", "colour_of", "first_entry", "overlays_of", "shown", "solids_named", "tightest"]

Line: TypeAlias = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class CoverLine:
    """The line that settles cover, from the attacker's base; ``entry``: where it enters what gives cover.

    ``passes``: whether it passes through something that gives cover.
    """

    start: Point
    end: Point
    entry: Point | None
    passes: bool


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """What a picture shows of a judgement: who looks at whom, the verdict, the tape's line, the cover lines.

    ``tags``: the parts of figures that counted; others are drawn faintly. ``sees_all_from``: the point of the viewer
    that sees all of the target that faces it; None: not asked, or there is none.
    """

    viewer: str
    target: str
    verdict: Verdict
    nearest: Line
    cover: tuple[CoverLine, ...] = ()
    tags: frozenset[Tag] = frozenset(Tag)
    sees_all_from: Point | None = None

    @property
    def distance(self) -> float:
        """Return how long the tape is (in)."""
        return float(np.linalg.norm(np.subtract(self.nearest[1], self.nearest[0])))

    @property
    def blockers(self) -> tuple[str, ...]:
        """Return the names (``feature/part`` or a model's id) that the verdict gives: what hides, or stands close."""
        match self.verdict:
            case Hidden(blockers=names) | TooClose(between=names):
                return names
            case Seen():
                return ()


def shown(judgement: Judgement) -> ShownVerdict:
    """Return what a picture shows of ``judgement``."""
    cover: tuple[CoverLine, ...] = ()
    sees_all_from: Point | None = None
    line = judgement.distance.line
    if judgement.cover is not None:
        cover = tuple(CoverLine(*r.line, r.at, True) for r in judgement.cover.reasons)
        if not cover and judgement.distance.direct > 1e-6:
            cover = (CoverLine(*line, None, False),)
        if isinstance(judgement.cover.full_view, FullySeen):
            sees_all_from = judgement.cover.full_view.eye
    return ShownVerdict(judgement.viewer, judgement.target, judgement.sight, line, cover, judgement.tags, sees_all_from)


def colour_of(verdict: Verdict) -> Colour:
    """Return the colour that stands for a verdict."""
    match verdict:
        case Seen():
            return GREEN
        case Hidden():
            return RED
        case TooClose():
            return AMBER


def solids_named(table: Table, names: Sequence[str]) -> list[Solid]:
    """Return the solids, in the table's frame, of parts (``feature/part``) and models called by ``names``.

    A name that is not on the table is passed over.
    """
    known: dict[str, tuple[Solid, ...]] = {
        f"{f.id}/{id}": (solid,) for f in table.terrain.features for id, solid in f.solids.items()
    }
    known |= {model.id: model.solids for model in table.models}
    return [solid for name in names for solid in known.get(name, ())]


def first_entry(solids: Sequence[Solid], start: Point, end: Point) -> Point | None:
    """Return where the line from ``start`` to ``end`` first meets one of ``solids``; None where it meets none."""
    if not solids:
        return None
    way = np.subtract(end, start)
    length = float(np.linalg.norm(way))
    if length < 1e-9:
        return None
    counts = np.cumsum([0] + [len(s.vertices) for s in solids[:-1]])
    points = np.concatenate([s.vertices for s in solids])
    faces = np.concatenate([s.faces + int(c) for s, c in zip(solids, counts, strict=True)])
    origin = np.array([start], np.float32)
    direction = (way / length)[None].astype(np.float32)
    away = float(ray_distances(points, faces)(origin, direction, length)[0])
    if away >= length * (1 - 1e-6):
        return None
    return point_of(np.array(start) + way * (away / length))


def tightest(solids: Sequence[Solid], line: Line) -> Point:
    """Return the point of ``line`` that is nearest to an edge of ``solids``; its middle where there are none."""
    start, end = (np.array(p, np.float64) for p in line)
    ends = [solid.vertices[solid.edges.ends] for solid in solids]
    if not ends:
        return point_of((start + end) / 2)
    edges = np.concatenate(ends)
    first, second = edges[:, 0], edges[:, 1]
    d, e, r = end - start, second - first, start - first
    a, b, c = float(d @ d), e @ d, np.einsum("ij,ij->i", e, e)
    f, g = r @ d, np.einsum("ij,ij->i", e, r)
    flat = a * c - b * b
    s = np.clip(np.where(flat > 1e-12, (b * g - c * f) / np.maximum(flat, 1e-12), 0.0), 0, 1)
    t = np.clip((b * s + g) / np.maximum(c, 1e-12), 0, 1)
    s = np.clip((b * t - f) / max(a, 1e-12), 0, 1)
    gap = np.linalg.norm(start + s[:, None] * d - first - t[:, None] * e, axis=1)
    return point_of(start + s[int(gap.argmin())] * d)


def overlays_of(table: Table, shown: ShownVerdict) -> tuple[Overlay, ...]:
    """Return the overlays that show a verdict: beam or blocked line, blockers, cover lines, tape."""
    return (*_sight_overlays(table, shown), *_cover_overlays(shown), Tape(*shown.nearest, shift=_tape_shift(shown)))


def _tape_shift(shown: ShownVerdict) -> float:
    """Return how far the tape is moved aside: out of the way of a cover line, which runs along the same points."""
    return -17.0 if shown.cover else 0.0


def _sight_overlays(table: Table, shown: ShownVerdict) -> list[Overlay]:
    match shown.verdict:
        case Seen(witness=(start, end)):
            return [
                Beam(start, end, GOLD, GREEN),
                Sign(start, SignKind.DOT, GOLD, 16),
                Sign(end, SignKind.RING, GREEN, 30),
                *_all_seen_sign(shown),
            ]
        case Hidden(blockers=names):
            return [*(Tint(name, RED) for name in names), *_blocked_line(table, shown, names)]
        case TooClose(line=(start, end), between=names):
            return [
                *(Tint(name, AMBER) for name in names),
                Beam(start, end, AMBER, dash=0.5),
                Sign(tightest(solids_named(table, names), (start, end)), SignKind.GAP, AMBER, 34),
                Silhouette(shown.target, PAPER),
            ]


def _all_seen_sign(shown: ShownVerdict) -> list[Overlay]:
    """Return the mark of the point that sees all of the target, where there is one."""
    return [] if shown.sees_all_from is None else [Sign(shown.sees_all_from, SignKind.RING, GREEN, 20)]


def _blocked_line(table: Table, shown: ShownVerdict, names: Sequence[str]) -> list[Overlay]:
    """Return a line from the viewer's eye that ends where something stops it, and goes on faintly to the target."""
    start, end = point_of(eye_point(table.model(shown.viewer))), point_of(middle_of(table.model(shown.target)))
    stop = first_entry(solids_named(table, names), start, end)
    rest: list[Overlay] = [Silhouette(shown.target, PAPER)]
    if stop is None:
        return [Beam(start, end, RED, dash=0.6), *rest]
    return [
        Beam(start, stop, RED, dash=0.6),
        FlatLine(stop, end, (0.62, 0.36, 0.34), dash=0.5, width=2.4),
        Sign(start, SignKind.DOT, RED, 14),
        Sign(stop, SignKind.CROSS, RED, 34),
        *rest,
    ]


def _cover_overlays(shown: ShownVerdict) -> list[Overlay]:
    made: list[Overlay] = []
    for line in shown.cover:
        if not line.passes:
            made.append(FlatLine(line.start, line.end, PAPER, width=2.6))
        elif line.entry is None:
            made.append(FlatLine(line.start, line.end, BLUE))
        else:
            made += [FlatLine(line.start, line.end, BLUE), Sign(line.entry, SignKind.DIAMOND, BLUE, 26)]
    return list(dict.fromkeys(made))
