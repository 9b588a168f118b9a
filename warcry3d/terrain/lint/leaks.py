"""Cracks through which a line of sight passes.

A crack is air between two faces of what blocks sight, less than a millimetre apart. It leaks where a straight line that
touches nothing runs through it, deep between the faces, comes out on both sides, and sees what no line beside it sees.
Every reported leak comes with such a line, cast exactly (float64, surfaces closed). Cracks are searched at points
`SPACING` apart, in every triangle, and between every two faces this close to each other (enumerated exactly, with the
tree), however small. What can be missed: a crack between two edges that meet corner to corner, where no two faces are
opposite each other; and a line that only runs askew to the plane halfway.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.terrain.findings import Finding, Line, Severity
from warcry3d.terrain.lint.clusters import groups, place
from warcry3d.terrain.lint.subject import Subject, Whole
from warcry3d.units import BASE_HEIGHT, LENGTH_EPSILON, MM, to_mm

__all__ = ["leaks"]

CRACK = 1.0 * MM
"""Nobody sees through a narrower crack from where players stand, and paint or a warp closes it."""
CHINK = 3.0 * MM
"""Up to this width a crack is seen, and may be intended (planks)."""
LEAST = 0.001 * MM
"""Narrower than this (a micrometre) is rounding of files: sight takes such lines as touching."""

_FACING = -0.7
"""Cosine between the normals of opposite faces."""
_DEEP = 0.1
"""Lines nearer than this (in) to where a crack opens run in a groove of the surface: they pass beside it too."""
_BEYOND = 1.0
"""A line must run on so far (in) on either side of the crack, or leave the piece."""
_MOST_PAIRS = 300_000
"""The most pairs of opposite faces; in meshes with more, the rest is searched at points alone."""
_MOST = 3000
"""The most cracks that are examined; of more in one place the first ones stand for all."""
_FEWEST, _LINES = 30, 200
"""So many are examined in the densest heap; each takes about so many long lines."""
_TURNS = 48
_SECTORS = 6
"""In a slit lines run free in all directions; those through the wall and those along it are examined separately."""
_FINER = ((2, 0.25), (2, 0.04), (1, 0.006))
"""Rounds of refining the best directions: how many are kept, and half the spread of turns (degrees x 10)."""
_ASIDE = tuple((0.3 * share, turn * np.pi / 4) for share in (0.33, 0.67, 1.0) for turn in range(8))
"""If a parallel line at this distance (in, radians round the line) is free as well, the crack does not matter.

A joint between two stones at the edge of a window opens no view that the window does not.
"""
_TOGETHER = 0.3
_SHOWN = 8


@dataclass(frozen=True, slots=True, eq=False)
class _Gaps:
    """Narrow air: its middle ``at`` (n, 3), the way ``across`` (n, 3) from one face to the other, its ``width`` (n,),
    and the two ``faces`` (n, 2).
    """

    at: FloatArray
    across: FloatArray
    width: FloatArray
    faces: NDArray[np.int64]

    def __getitem__(self, which: NDArray[np.int64]) -> "_Gaps":
        return _Gaps(self.at[which], self.across[which], self.width[which], self.faces[which])


def leaks(subject: Subject) -> Iterator[Finding]:
    """Yield T-LEAK for cracks and T-CHINK for wider gaps that lines of sight pass, one for each pair of parts."""
    whole = subject.blockers
    if whole is None:
        return
    gaps = _thinned(_gaps(whole))
    most = max(_FEWEST, whole.affordable(_MOST * _LINES) // _LINES)
    gaps = gaps[np.arange(0, len(gaps.at), -(-len(gaps.at) // most) or 1)]
    if not len(gaps.at):
        return
    ways = _leaking(whole, gaps)
    passed = np.flatnonzero(np.isfinite(ways).all(axis=1))
    found: dict[tuple[bool, str, str], list[NDArray[np.int64]]] = {}
    for group in groups(gaps.at[passed], _TOGETHER):
        own = passed[group]
        own = own[np.argsort(-gaps.width[own], kind="stable")]
        names = sorted(whole.name(int(face)) for face in gaps.faces[own[0]])
        is_crack = bool(gaps.width[own[0]] <= CRACK)
        found.setdefault((is_crack, names[0], names[1]), []).append(own)
    for key in sorted(found, key=lambda key: (not key[0], key[1:])):
        yield _finding(key, found[key], gaps, ways, whole)


def _finding(
    key: tuple[bool, str, str], places: list[NDArray[np.int64]], gaps: _Gaps, ways: FloatArray, whole: Whole
) -> Finding:
    is_crack, part, other = key
    places.sort(key=lambda own: (-float(gaps.width[own[0]]), int(own[0])))
    values = {
        "part": part,
        "other": other,
        "width_mm": to_mm(float(gaps.width[places[0][0]])),
        "limit_mm": to_mm(CRACK),
        "count": len(places),
    }
    lines = tuple(_line(whole, gaps.at[own[0]], ways[own[0]]) for own in places[:_SHOWN])
    shown = tuple(place(gaps.at[own[0]]) for own in places[:_SHOWN])
    if not is_crack:
        return Finding(
            "T-CHINK",
            Severity.NOTE,
            Message(
                "a gap {width_mm:.2f} mm wide in '{part}' lets lines of sight through (places: {count})"
                if part == other
                else "a gap {width_mm:.2f} mm wide between '{part}' and '{other}' lets lines of sight through "
                "(places: {count})",
                values,
            ),
            places=shown,
            part=part,
            lines=lines,
        )
    return Finding(
        "T-LEAK",
        Severity.ERROR,
        Message(
            "a crack {width_mm:.3f} mm wide in '{part}' lets a line of sight through; nobody would see a crack below "
            "{limit_mm:g} mm (places: {count})"
            if part == other
            else "a crack {width_mm:.3f} mm wide between '{part}' and '{other}' lets a line of sight through; nobody "
            "would see a crack below {limit_mm:g} mm (places: {count})",
            values,
        ),
        places=shown,
        part=part,
        lines=lines,
    )


def _line(whole: Whole, middle: FloatArray, way: FloatArray) -> Line:
    """Return the free line through a crack, at its full length."""
    reach = _reach(whole, middle[None], way[None])[0, 0], _reach(whole, middle[None], -way[None])[0, 0]
    return place(middle - way * reach[1]), place(middle + way * reach[0])


def _gaps(whole: Whole) -> _Gaps:
    """Return where two faces are opposite each other with less than `CHINK` of air between."""
    solid = whole.solid
    between, faces = whole.facing(CHINK, _FACING, whole.affordable(_MOST_PAIRS))
    at, face = np.concatenate([whole.samples.at, between]), np.concatenate([whole.samples.face, faces])
    normals = solid.normals[face]
    where, other, sign = whole.hits(at + normals * (LEAST / 4), at + normals * CHINK)
    # A line that leaves matter began inside it: faces buried where parts could not be united.
    met = np.flatnonzero(sign > 0)
    width = where[met] * (CHINK - LEAST / 4) + LEAST / 4
    facing = np.einsum("ij,ij->i", normals[met], solid.normals[other[met]])
    kept = (facing < _FACING) & (width >= LEAST)
    met, width = met[kept], width[kept]
    across = normals[met] - solid.normals[other[met]]
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    middle = at[met] + normals[met] * (width / 2)[:, None]
    return _Gaps(middle, across, width, np.stack([face[met], other[met]], axis=1))


def _thinned(gaps: _Gaps) -> _Gaps:
    """Return at most `_MOST` gaps: one for each cell of a grid that is as fine as that allows, and each way across."""
    cell = 0.1
    while True:
        way = np.round(gaps.across * np.sign(gaps.across.sum(axis=1, keepdims=True) + 1e-12) * 1.5)
        keys = np.column_stack([np.floor(gaps.at / cell), way, gaps.width <= CRACK])
        _, first = np.unique(keys, axis=0, return_index=True)
        if len(first) <= _MOST:
            return gaps[np.sort(first)]
        cell *= 1.5


def _reach(whole: Whole, at: FloatArray, ways: FloatArray) -> FloatArray:
    """Return how far lines from ``at`` (n, 3) run free along ``ways`` (n, 3) or (n, k, 3), (n, k).

    They end outside the piece, `_BEYOND` and all of its extent away.
    """
    ways = ways.reshape(len(at), -1, 3)
    long = float(np.linalg.norm(np.ptp(whole.solid.bounds, axis=0))) + _BEYOND
    starts = np.repeat(at, ways.shape[1], axis=0)
    where, _, _ = whole.hits(starts, starts + ways.reshape(-1, 3) * long)
    return np.asarray(np.minimum(where, 1.0).reshape(len(at), -1) * long)


def _leaking(whole: Whole, gaps: _Gaps) -> FloatArray:
    """Return for each gap the most level direction (n, 3) of a line through it that leaks; nan if none does."""
    ways = _ways(whole, gaps)
    number, sector = np.nonzero(np.isfinite(ways).all(axis=2))
    kept = _is_deep(whole, gaps[number], ways[number, sector])
    number, sector = number[kept], sector[kept]
    kept = ~_is_open_beside(whole, gaps[number], ways[number, sector])
    number, sector = number[kept], sector[kept]
    steep = np.abs(ways[number, sector, 2])
    best = np.full((len(gaps.at), 3), np.nan)
    order = np.lexsort((-sector, -np.round(steep, 6)))  # what is set last stays: the most level, of equals the first
    best[number[order]] = ways[number[order], sector[order]]
    return best


def _ways(whole: Whole, gaps: _Gaps) -> FloatArray:
    """Return for each gap directions (n, `_SECTORS`, 3) along which a line through its middle runs free on both sides.

    Of each sector of turns the one with the most room; nan where there is none. Lines between two faces keep to the
    plane halfway; all turns in it are tried, then refined near the best, since through a hole as fine as a hair only
    the way along it leads out.
    """
    first = np.cross(gaps.across, np.eye(3)[np.argmin(np.abs(gaps.across), axis=1)])
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(gaps.across, first)
    turns = np.tile(np.arange(_TURNS) * (np.pi / _TURNS), (len(gaps.at), 1))
    score = _free(whole, gaps, first, second, turns)
    for kept, spread in _FINER:
        best = np.take_along_axis(turns, np.argsort(-score, axis=1, kind="stable")[:, :kept], axis=1)
        near = best[:, :, None] + np.linspace(-1, 1, 9) * (spread * np.pi / _TURNS * 4)
        finer = near.reshape(len(gaps.at), -1)
        turns = np.concatenate([turns, finer], axis=1)
        score = np.concatenate([score, _free(whole, gaps, first, second, finer)], axis=1)
    rows = np.arange(len(gaps.at))
    ways = np.full((len(gaps.at), _SECTORS, 3), np.nan)
    for sector in range(_SECTORS):
        own = np.floor(turns % np.pi / (np.pi / _SECTORS)).clip(max=_SECTORS - 1) == sector
        inside = np.where(own, score, -np.inf)
        best = np.argmax(inside, axis=1)
        angle = turns[rows, best][:, None]
        way = np.cos(angle) * first + np.sin(angle) * second
        is_free = inside[rows, best] >= 0.9 * _BEYOND
        ways[is_free, sector] = way[is_free]
    return ways


def _free(whole: Whole, gaps: _Gaps, first: FloatArray, second: FloatArray, turns: FloatArray) -> FloatArray:
    """Return how far lines at ``turns`` (n, k) run free on the side where they are stopped sooner.

    A line that gets lower than any figure before `_BEYOND` counts as stopped.
    """
    ways = np.cos(turns)[..., None] * first[:, None] + np.sin(turns)[..., None] * second[:, None]
    low = gaps.at[:, 2, None] - np.abs(ways[..., 2]) * _BEYOND < BASE_HEIGHT
    forth = _reach(whole, gaps.at, ways)
    back = _reach(whole, gaps.at, -ways)
    shorter = np.minimum(np.minimum(forth, back), 2 * _BEYOND)
    # Of ways with as much room the most level one is reported: players look along the table.
    return np.asarray(np.where(low, np.minimum(shorter, _BEYOND / 2), shorter) - 0.1 * _BEYOND * np.abs(ways[..., 2]))


def _is_deep(whole: Whole, gaps: _Gaps, ways: FloatArray) -> NDArray[np.bool_]:
    """Return for each gap whether its line runs between the faces and not along a groove.

    To both sides of the line, square to it, the crack is closed or continues for `_DEEP`.
    """
    aside = np.cross(gaps.across, ways)
    deep = np.ones(len(gaps.at), dtype=bool)
    for side in (aside, -aside):
        is_closed = whole.is_blocked(gaps.at, gaps.at + side * _DEEP)
        goes_on = np.ones(len(gaps.at), dtype=bool)
        for share in (0.5, 1.0):
            there = gaps.at + side * (_DEEP * share)
            for way in (gaps.across, -gaps.across):
                goes_on &= whole.is_blocked(there + way * LENGTH_EPSILON, there + way * CHINK)
        deep &= is_closed | goes_on
    return deep


def _is_open_beside(whole: Whole, gaps: _Gaps, ways: FloatArray) -> NDArray[np.bool_]:
    """Return for each gap whether parallel lines less than a third of an inch away pass a gap wider than `CHINK`."""
    aside = np.cross(gaps.across, ways)
    open_beside = np.zeros(len(gaps.at), dtype=bool)
    for away, turn in _ASIDE:
        middle = gaps.at + away * (np.cos(turn) * aside + np.sin(turn) * gaps.across)
        is_open = np.ones(len(gaps.at), dtype=bool)
        for side in (0.0, CHINK / 2, -CHINK / 2):
            there = middle + side * gaps.across
            is_open &= ~whole.is_blocked(there - ways * _BEYOND, there + ways * _BEYOND)
        open_beside |= is_open
    return open_beside
