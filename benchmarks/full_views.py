"""Full views on random tables, timed and compared with dense sampling: ``python -m benchmarks full_views``."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.rules.warhammer40k.bases import with_bases
from warcry3d.sight.full_view import FullView, FullViews, FullySeen, PartHidden, UnsureView, view_word
from warcry3d.sight.rays import occluded_by
from warcry3d.table.bases import base_of_mm
from warcry3d.table.figures import named_figure
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Model
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature
from warcry3d.units import MM, SIGHT_TOLERANCE_MM

__all__ = ["TABLES", "disagreement", "measured_views", "random_tables", "run"]

TABLES = 200
PIECES = ("ruin", "low-wall", "house", "high-wall", "barrels", "cargo", "statue", "fallen-log", "watchtower", "wreck")
FIGURES = (("levy", 28), ("shellguard", 40), ("marshal", 40), ("walker", 80), ("brute", 50), ("oracle", 40))
PAIRS = 6
"""Pairs looked at on each table."""
EYES, POINTS, MORE = 300, 1_500, 120_000


@dataclass(frozen=True, slots=True)
class MeasuredView:
    """A view, what it took (s of processor time), and where sampling says otherwise; "": it agrees."""

    view: FullView
    seconds: float
    disagreement: str


def random_tables(count: int, seed: int = 40) -> Iterator[Table]:
    """Yield small battlefields crowded with pieces that ship, and figures on their bases between them."""
    rng = np.random.default_rng(seed)
    pieces = {name: load_piece(shipped_root() / "terrain" / f"{name}.glb") for name in PIECES}
    for _ in range(count):
        names = rng.choice(PIECES, 7)
        features = tuple(
            Feature(f"{name}-{k}", pieces[str(name)], Placement(_spot(rng), float(rng.uniform(0, math.tau))))
            for k, name in enumerate(names)
        )
        models: list[Model] = []
        for k in range(8):
            name, size = FIGURES[int(rng.integers(len(FIGURES)))]
            figure = named_figure(name, JsonPath(name))
            at, turn = _free_spot(rng, models), float(rng.uniform(0, math.tau))
            side = "red" if k % 2 else "blue"
            models.append(Model(f"{name}-{k}", side, base_of_mm(size, size), figure, Placement(at, turn)))
        yield with_bases(Table("warhammer40k", Board(24.0, 24.0), Terrain(features), tuple(models)))


def _spot(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y = rng.uniform(2.0, 22.0, 2)
    return float(x), float(y), 0.0


def _free_spot(rng: np.random.Generator, models: list[Model]) -> tuple[float, float, float]:
    """Return a spot where no other model's base is."""
    while True:
        at = _spot(rng)
        if all(math.dist(at, other.placement.at) > 3.2 for other in models):
            return at


def measured_views(count: int, *, pairs: int = PAIRS, checked: bool = False) -> Iterator[MeasuredView]:
    """Yield the full views of some pairs of random tables; ``checked``: sampled, too."""
    for number, table in enumerate(random_tables(count)):
        views = FullViews(table)
        ids = [model.id for model in table.models]
        for k in range(pairs):
            viewer, target = ids[k % len(ids)], ids[(k + 1 + number % 3) % len(ids)]
            started = time.process_time()
            view = views.between(viewer, target)
            seconds = time.process_time() - started
            yield MeasuredView(view, seconds, disagreement(table, viewer, target, view) if checked else "")


def disagreement(table: Table, viewer: str, target: str, view: FullView) -> str:
    """Return where dense sampling says otherwise than a verdict; "": nowhere.

    Fully seen: from its eye no point of many is hidden. Not fully seen: from each of many eyes some point is.
    """
    rng = np.random.default_rng(7)
    stopped = occluded_by(_in_the_way(table, viewer, target))
    one, other = table.model(viewer).solids, table.model(target).solids
    if isinstance(view, FullySeen):
        hidden = _hidden(np.array(view.eye), other, rng, MORE, stopped)
        return f"{hidden} points are hidden from the eye" if hidden else ""
    if isinstance(view, UnsureView):
        return ""
    for eye in _points(one, rng, EYES)[0]:
        if _hidden(eye, other, rng, POINTS, stopped) == 0 and _hidden(eye, other, rng, MORE, stopped) == 0:
            return f"nothing is hidden from {eye.round(3).tolist()}"
    return ""


def _in_the_way(table: Table, viewer: str, target: str) -> list[Solid]:
    solids = [f.solids[p.id] for f in table.terrain.features for p in f.piece.parts if f.blocks_sight(p)]
    return solids + [s for model in table.models if model.id not in (viewer, target) for s in model.solids]


def _points(solids: tuple[Solid, ...], rng: np.random.Generator, count: int) -> tuple[FloatArray, FloatArray]:
    """Return random points (n, 3) of some solids, evenly by area, and the normals there (n, 3)."""
    triangles = np.concatenate([solid.triangles for solid in solids])
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    size = np.linalg.norm(across, axis=1)
    face = rng.choice(len(triangles), count, p=size / size.sum())
    u, v = rng.random(count), rng.random(count)
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    a, b, c = triangles[face].transpose(1, 0, 2)
    return a + u[:, None] * (b - a) + v[:, None] * (c - a), across[face] / size[face, None]


def _hidden(eye: FloatArray, solids: tuple[Solid, ...], rng: np.random.Generator, count: int, stopped: object) -> int:
    """Return how many of so many points that face the eye are hidden from it, but for their last 0.3 mm."""
    points, normals = _points(solids, rng, count)
    facing = np.einsum("ni,ni->n", normals, eye - points) > 1e-4
    points = points[facing]
    way = eye - points
    points = points + way * (1.2 * SIGHT_TOLERANCE_MM * MM / np.linalg.norm(way, axis=1))[:, None]
    return int(stopped(np.broadcast_to(eye, points.shape), points).sum())  # type: ignore[operator]


def run() -> str:
    """Return how long full views take, how many are too close, and on how many tables sampling disagrees."""
    next(measured_views(1))
    plain = list(measured_views(TABLES))
    seconds = sorted(one.seconds * 1000 for one in plain)
    words = Counter(view_word(one.view) for one in plain)
    checked = list(measured_views(TABLES, pairs=1, checked=True))
    wrong = [one.disagreement for one in checked if one.disagreement]
    hidden = sum(isinstance(one.view, PartHidden) for one in checked)
    return "\n".join(
        [
            f"{len(plain)} full views on {TABLES} tables: median {seconds[len(seconds) // 2]:.2f} ms, 95th percentile "
            f"{seconds[int(0.95 * len(seconds))]:.1f} ms, longest {seconds[-1]:.0f} ms of processor time",
            ", ".join(f"{word}: {n} ({100 * n / len(plain):.1f} %)" for word, n in sorted(words.items())),
            f"against dense sampling on {len(checked)} tables ({hidden} not fully seen): {len(wrong)} disagreements",
            *wrong[:10],
        ]
    )
