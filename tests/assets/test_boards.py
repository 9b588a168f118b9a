"""The boards that ship, and what makes the pieces fit together: decks that meet flush on a grid of three inches."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from assets.source import tables, terrain
from tests.soak import mostly_soak
from warcry3d.geom.solid import Placement, Solid
from warcry3d.geom.vertical_cast import vertical_cast
from warcry3d.table.files import load_table
from warcry3d.table.pieces import load_piece
from warcry3d.table.terrain import Piece
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.check import check_layout
from warcry3d.terrain.lint.report import lint

FOLDER = Path(terrain.__file__).resolve().parents[3] / "terrain"

BOARDS = sorted(name for name in tables.TABLES if name.startswith("board-"))

DECK = 3.0
"""Height (in) at which pieces join."""

JOINS = {
    "walkway-straight": ((-3, 0, 180), (3, 0, 0)),
    "walkway-corner": ((1.5, 0, 0), (0, 1.5, 90)),
    "walkway-crossing": ((1.5, 0, 0), (-1.5, 0, 180), (0, 1.5, 90), (0, -1.5, 270)),
    "walkway-ramp": ((3, 0, 0),),
    "rope-bridge": ((-3, 0, 180), (3, 0, 0)),
    "stone-bridge": ((-3, 0, 180), (3, 0, 0)),
    "lookout": ((3, 0, 0), (-3, 0, 180)),
    "stilt-hut": ((3, -1.5, 0), (-3, -1.5, 180)),
    "house": ((-3, 1.5, 180),),
}
"""Where each piece joins others: the middle of the edge (in) and the direction out of it (degrees)."""

LEANING = {"walkway-stairs": (1.5, 0, 0), "ladder": (0, 0, 90)}
"""Pieces that lead up to a deck: the middle of its edge, and the direction onto the deck."""

NEW = sorted(name for name in terrain.PIECES if name in {*JOINS, *LEANING} or name in (
    "totem", "palisade", "palisade-gate", "wreck", "barrels",
))  # fmt: skip


def size(name: str) -> int:
    """Return the bytes of a piece's file."""
    return (FOLDER / f"{name}.glb").stat().st_size


@cache
def piece(name: str) -> Piece:
    return load_piece(FOLDER / f"{name}.glb")


@cache
def linted(name: str) -> tuple[Finding, ...]:
    return tuple(lint(piece(name)))


def turned(solid: Solid, join: tuple[float, float, float]) -> np.ndarray:
    """Return the vertices (n, 3) in the frame of a join: x out of the edge, y along it, z up."""
    x, y, degrees = join
    return Placement(turn=-float(np.radians(degrees))).apply(solid.vertices - np.array((x, y, 0.0)))


@pytest.mark.parametrize(("name", "join"), [(name, join) for name, joins in JOINS.items() for join in joins])
def test_a_deck_reaches_its_edge_at_three_inches_over_the_width_of_a_walkway(
    name: str, join: tuple[float, float, float]
) -> None:
    x, y, degrees = join
    out = np.array((np.cos(np.radians(degrees)), np.sin(np.radians(degrees))))
    along = np.array((-out[1], out[0]))
    spots = np.array([(x, y) - 0.03 * out + s * along for s in np.linspace(-0.7, 0.7, 15)])
    tops = np.full(len(spots), -np.inf)
    for part in piece(name).parts:
        met = vertical_cast(part.solid, spots)
        level = met.up & (np.abs(met.z - DECK) <= 0.02)
        np.maximum.at(tops, np.asarray(met.line)[level], met.z[level])
    assert np.allclose(tops, DECK, atol=0.02)


@pytest.mark.parametrize(("name", "join"), [(name, join) for name, joins in JOINS.items() for join in joins])
def test_nothing_of_a_piece_stands_out_beyond_the_edge_where_it_joins(
    name: str, join: tuple[float, float, float]
) -> None:
    for part in piece(name).parts:
        points = turned(part.solid, join)
        near = (np.abs(points[:, 1]) < 1.5) & (points[:, 2] < DECK + 2)
        if near.any():
            assert points[near, 0].max() <= 0.061 if part.id.startswith("wall") else points[near, 0].max() <= 1e-3, (
                part.id
            )


@pytest.mark.parametrize("name", LEANING)
def test_stairs_and_ladders_end_where_the_deck_begins(name: str) -> None:
    for part in piece(name).parts:
        assert turned(part.solid, LEANING[name])[:, 0].max() <= 1e-3
    assert max(turned(part.solid, LEANING[name])[:, 0].max() for part in piece(name).parts) > -0.12


@pytest.mark.parametrize("name", mostly_soak(sorted(NEW, key=size), quick=6))
def test_lint_finds_nothing_that_is_not_meant_on_a_piece(name: str) -> None:
    wrong = [finding for finding in linted(name) if finding.severity is not Severity.NOTE and not finding.accepted]
    assert [str(finding) for finding in wrong] == []


@pytest.mark.soak
def test_what_is_accepted_of_a_piece_is_found_on_it() -> None:
    for name, codes in terrain.ACCEPTED.items():
        assert set(codes) <= {finding.code for finding in linted(name)}, name


def test_three_boards_ship() -> None:
    assert len(BOARDS) == 3


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_ten_to_fourteen_features_two_in_every_quarter(name: str) -> None:
    """rule: WC-PLAN-3."""
    table = load_table(FOLDER / f"{name}.table.json")
    features = table.terrain.features
    assert 10 <= len(features) <= 14
    quarters = [(f.placement.at[0] > 15, f.placement.at[1] > 11) for f in features if abs(f.placement.at[0] - 15) > 0.5]
    assert all(quarters.count((east, north)) >= 2 for east in (False, True) for north in (False, True))


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_turned_half_round_is_the_same_board_but_for_pieces_in_its_middle(name: str) -> None:
    placed = {(f["piece"], *f["at"][:2], f["turn"]) for f in json.loads(tables.text(name))["features"]}
    for kind, x, y, turn in placed:
        twin = (kind, round(30 - x, 6), round(22 - y, 6), (turn + 180) % 360)
        assert twin in {(k, round(a, 6), round(b, 6), t) for k, a, b, t in placed} or (x, y) == (15, 11)


@pytest.mark.parametrize("name", BOARDS)
def test_layout_check_finds_nothing_wrong_with_a_board(name: str) -> None:
    findings: tuple[Finding, ...] = check_layout(load_table(FOLDER / f"{name}.table.json"), with_views=False).findings
    assert [str(finding) for finding in findings] == []


def test_on_the_board_of_walkways_one_deck_leads_from_hut_to_hut() -> None:
    import shapely

    table = load_table(FOLDER / "board-1-stilts.table.json")
    decks = []
    for feature in table.terrain.features:
        for part in feature.piece.parts:
            if feature.id.rstrip("12-") in ("hut", "walkway", "crossing") and part.id in ("floor", "deck"):
                corners = feature.placement.apply(part.solid.vertices)
                flat = corners[np.abs(corners[:, 2] - DECK) < 0.02, :2]
                decks.append(shapely.convex_hull(shapely.multipoints(flat)).buffer(0.03))
    assert len(decks) == 5
    assert shapely.union_all(decks).geom_type == "Polygon"


@pytest.mark.parametrize("name", sorted(terrain.PIECES))
def test_the_page_of_pieces_tells_the_size_and_the_parts_of_each(name: str) -> None:
    told = (
        (FOLDER.parent / "docs" / "pieces.md")
        .read_text(encoding="utf-8")
        .partition(f"### {name}\n")[2]
        .partition("#")[0]
    )
    bounds = np.array([part.solid.bounds for part in piece(name).parts])
    size = " x ".join(f"{span:.1f}" for span in bounds[:, 1].max(axis=0) - bounds[:, 0].min(axis=0))
    parts = (f"{part.id} ({' and '.join(sorted(part.kinds))})" for part in piece(name).parts)
    assert f"Size: {size}. Parts: {', '.join(parts)}." in told
