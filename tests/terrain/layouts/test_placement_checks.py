"""How pieces lie: every finding by hand, with its figures, and every layout that is well."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import zoo
from tests.soak import examples
from warcry3d.geom import shapes
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.placement_checks import placement_findings


def block(id: str, at: tuple[float, ...], size: tuple[float, float, float] = (4, 2, 3), turn: float = 0) -> Feature:
    return zoo.feature(id, zoo.box_part("p", (0, 0, 0), size), at=at, turn=turn)


def found(*features: Feature) -> list[Finding]:
    return list(placement_findings(zoo.table(*features)))


def codes(*features: Feature) -> list[str]:
    return [finding.code for finding in found(*features)]


def test_pieces_apart_on_the_floor_lie_well() -> None:
    assert codes(block("a", (3, 3)), block("b", (10, 10), turn=30)) == []


def test_pieces_that_cross_are_told_with_volume_and_place() -> None:
    (finding,) = found(block("a", (10, 10)), block("b", (13, 11)))
    assert (finding.code, finding.severity, finding.part) == ("overlap", Severity.ERROR, "a")
    assert finding.message.values["volume"] == pytest.approx(1 * 1 * 3)
    assert finding.places[0] == pytest.approx((13.5, 11.5, 1.5))
    assert str(finding) == "a and b overlap by 3 cubic inches around (13.5, 11.5, 1.5)"


@pytest.mark.parametrize(("by", "expected"), [(0.0, []), (0.015, []), (0.03, ["overlap"])])
def test_a_layer_thinner_than_play_only_touches(by: float, expected: list[str]) -> None:
    assert codes(block("a", (10, 10)), block("b", (14 - by, 10))) == expected


def test_crossing_is_exact_where_boxes_meet_and_shapes_do_not() -> None:
    ell = [(0, 0), (6, 0), (6, 1), (1, 1), (1, 6), (0, 6)]
    corner = zoo.feature("corner", zoo.part("p", shapes.prism(ell, (0, 3))), at=(10, 10))
    assert codes(corner, block("inside", (11.5, 11.5), (3, 3, 3))) == []
    assert codes(corner, block("through", (10.9, 10.9), (3, 3, 3))) == ["overlap"]


def test_scenery_and_openings_and_open_doors_cross_nothing() -> None:
    bush = zoo.feature("bush", zoo.box_part("leaves", (0, 0, 0), (3, 3, 2), "scenery"), at=(10, 10))
    way = zoo.part("way", shapes.box((0, 0, 0), (3, 3, 2)), "arch", is_opening=True)
    arch = zoo.feature("arch", way, zoo.box_part("foot", (5, 0, 0), (6, 3, 2)), at=(10, 10))
    door = zoo.box_part("leaf", (0, 0, 0), (3, 0.2, 2), "door")
    swung = zoo.feature("gate", door, zoo.box_part("post", (5, 0, 0), (6, 1, 2)), at=(10, 10), state={"leaf": "open"})
    shut = zoo.feature("gate", door, zoo.box_part("post", (5, 0, 0), (6, 1, 2)), at=(10, 10))
    other = block("stone", (11, 9.5), (1, 1, 1))
    assert codes(bush, other) == codes(arch, other) == codes(swung, other) == []
    assert codes(shut, other) == ["overlap"]


def test_a_piece_in_the_air_floats() -> None:
    (finding,) = found(block("a", (10, 10, 0.7)))
    assert (finding.code, finding.severity) == ("floating", Severity.ERROR)
    assert finding.message.values["gap"] == pytest.approx(0.7)


def test_a_piece_over_another_one_floats_by_what_is_between() -> None:
    (finding,) = found(block("a", (10, 10)), block("b", (10, 10, 3.25)))
    assert finding.part == "b"
    assert finding.message.values["gap"] == pytest.approx(0.25)


@pytest.mark.parametrize(("z", "expected"), [(0.015, []), (-0.015, []), (0.03, ["floating"]), (-0.03, ["sunk"])])
def test_half_a_millimetre_is_play(z: float, expected: list[str]) -> None:
    assert codes(block("a", (10, 10, z))) == expected


def test_a_piece_on_anothers_level_top_rests() -> None:
    assert codes(block("a", (10, 10)), block("b", (10.5, 10.2, 3), (2, 1, 1))) == []


def test_a_piece_with_its_weight_beyond_the_edge_tips() -> None:
    # Three inches long, one and a quarter of them carried: the middle is a quarter of an inch out.
    (finding,) = found(block("a", (10, 10)), block("b", (12.75, 10, 3), (3, 2, 1)))
    assert finding.code == "tips"
    assert finding.message.values["out"] == pytest.approx(0.25, abs=0.01)
    assert finding.places[0] == pytest.approx((14.25, 11, 3))
    assert codes(block("a", (10, 10)), block("b", (12.25, 10, 3), (3, 2, 1))) == []


def test_a_plank_from_block_to_block_rests_on_both_ends() -> None:
    ends = block("a", (10, 10), (1, 2, 3)), block("b", (18, 10), (1, 2, 3))
    assert codes(*ends, block("plank", (10, 10, 3), (9, 2, 0.2))) == []
    assert codes(ends[0], block("plank", (10, 10, 3), (9, 2, 0.2))) == ["tips"]


def test_a_piece_on_a_slope_does_not_rest() -> None:
    wedge = shapes.prism([(0, 0), (6, 0), (6, 3)], (0, 4))
    # The prism stands along y after a quarter turn about x: built as a mesh of its own.
    turned = shapes.Solid(
        np.column_stack([wedge.vertices[:, 0], -wedge.vertices[:, 2], wedge.vertices[:, 1]]), wedge.faces
    )
    ramp = zoo.feature("ramp", zoo.part("p", turned), at=(10, 14))
    post = zoo.feature("post", zoo.box_part("p", (0, 0, 0), (1, 1, 1)), at=(13, 11, 2.0))
    assert codes(ramp, post) == ["on-slope"]


def test_a_tall_piece_whose_weight_leans_out_tips_even_on_the_floor() -> None:
    crane = zoo.feature(
        "crane", zoo.box_part("mast", (0, 0, 0), (1, 1, 4)), zoo.box_part("arm", (0, 0, 4), (9, 1, 5)), at=(10, 10)
    )
    (finding,) = found(crane)
    assert (finding.code, finding.severity) == ("tips", Severity.WARNING)
    # (4 * 0.5 + 9 * 4.5) / 13 from the mast's outer side
    assert finding.message.values["out"] == pytest.approx((4 * 0.5 + 9 * 4.5) / 13 - 1, abs=0.01)


def test_a_ladder_alone_tips_and_leaning_on_a_wall_does_not() -> None:
    sheared = shapes.box((0, 0, 0), (1, 0.1, 3))
    leaning = shapes.Solid(sheared.vertices + np.outer(sheared.vertices[:, 2] / 3, (0, 0.8, 0)), sheared.faces)
    ladder = zoo.feature("ladder", zoo.part("rungs", leaning, "ladder"), at=(10, 10))
    assert codes(ladder) == ["tips"]
    assert codes(ladder, block("wall", (8, 10.9), (6, 0.5, 3.5))) == []
    assert codes(ladder, block("wall", (8, 11.2), (6, 0.5, 3.5))) == ["tips"]


def test_off_the_board_and_leaning_out_over_its_edge_are_two_things() -> None:
    (off,) = found(block("a", (27, 10)))
    assert (off.code, off.severity) == ("off-board", Severity.ERROR)
    assert off.message.values["out"] == pytest.approx(1)
    tree = zoo.feature(
        "tree", zoo.box_part("trunk", (0, 0, 0), (2, 2, 3)), zoo.box_part("bough", (0, 0, 3), (4, 2, 4)), at=(27, 10)
    )
    (leans,) = found(tree)
    assert (leans.code, leans.severity) == ("leans-out", Severity.NOTE)
    assert leans.message.values["out"] == pytest.approx(1)


def test_flush_with_the_edge_is_on_the_board() -> None:
    assert codes(block("a", (0, 0)), block("b", (26, 20))) == []


@examples(25)
@given(
    turn=st.floats(0, 360),
    x=st.floats(25, 35),
    y=st.floats(25, 35),
    shift=st.floats(-1.5, 1.5),
)
def test_findings_turn_and_move_with_the_table(turn: float, x: float, y: float, shift: float) -> None:
    def turned(*features: tuple[str, tuple[float, float, float], tuple[float, float, float]]) -> Table:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return zoo.table(
            *(
                block(id, (x + c * at[0] - s * at[1], y + s * at[0] + c * at[1], at[2]), size, turn)
                for id, at, size in features
            ),
            width=60,
            depth=60,
        )

    pieces = (("a", (10.0, 10.0, 0.0), (4.0, 2.0, 3.0)), ("b", (12.0 + shift, 10.1, 3.0), (3.0, 1.5, 1.0)))
    straight = zoo.table(*(block(id, at, size) for id, at, size in pieces), width=60, depth=60)
    out = abs((12 + shift + 1.5) - 14)
    if out > 0.1:  # not at the very edge
        assert [f.code for f in placement_findings(turned(*pieces))] == [f.code for f in placement_findings(straight)]


def test_what_ships_lies_well_by_itself() -> None:
    from warcry3d.table.pieces import load_piece
    from warcry3d.table.shipped import shipped_root

    files = sorted((shipped_root() / "terrain").glob("*.glb"))
    assert len(files) >= 16
    wrong = []
    for file in files:
        piece = load_piece(file)
        foot = min(part.solid.bounds[0, 2] for part in piece.parts if not part.is_opening)
        feature = Feature(file.stem, piece, zoo.feature("x", at=(15, 11, -foot)).placement)
        wrong += [(file.stem, finding.code) for finding in placement_findings(zoo.table(feature))]
    assert wrong == [("ladder", "tips")]  # it is made to lean
