import math

import numpy as np
import pytest

from warcry3d.app.scene.colours import AMBER, GREEN, PAPER, RED, side_colour
from warcry3d.app.scene.overlays import Beam, FlatLine, Sign, SignKind, Silhouette, Tape, Tint
from warcry3d.app.scene.verdict import CoverLine, ShownVerdict, colour_of, first_entry, overlays_of, shown, tightest
from warcry3d.geom.shapes import box
from warcry3d.rules.results import CoverVerdict, Judgement, Reason
from warcry3d.sight.distance import Measure
from warcry3d.sight.verdict import Hidden, Seen, TooClose

WALL = {"wall": ((5.0, 2.0, 0.0), (5.5, 6.0, 3.0))}
LINE = ((2.0, 4.0, 1.0), (9.0, 4.0, 1.0))


@pytest.fixture
def pair(make_table, make_model):
    return make_table(make_model("a", 2, 4), make_model("b", 9, 4, side="blue"), walls=WALL)


def of(kind, overlays):
    return [o for o in overlays if isinstance(o, kind)]


def test_line_stops_where_it_enters_the_wall():
    assert first_entry([box(*WALL["wall"])], *LINE) == pytest.approx((5, 4, 1), abs=1e-4)


def test_line_that_misses_enters_nothing():
    assert first_entry([box(*WALL["wall"])], (2, 4, 5), (9, 4, 5)) is None
    assert first_entry([], *LINE) is None


def test_first_of_two_walls_stops_the_line():
    walls = [box((7, 3, 0), (8, 5, 3)), box((4, 3, 0), (4.5, 5, 3))]
    assert first_entry(walls, *LINE) == pytest.approx((4, 4, 1), abs=1e-4)


def test_tightest_place_is_beside_the_edge_that_comes_nearest():
    walls = [box((4, 4.5, 0), (4.2, 6, 3)), box((7, 2, 0), (7.2, 3.9, 3))]
    x, y, z = tightest(walls, LINE)
    assert 6.99 < x < 7.21
    assert (y, z) == (4, 1)


def test_tightest_place_of_nothing_is_the_middle():
    assert tightest([], LINE) == (5.5, 4, 1)


def test_seen_is_shown_by_a_beam_along_the_witness(pair):
    overlays = overlays_of(pair, ShownVerdict("a", "b", Seen(LINE, 2.0), LINE))
    beam = of(Beam, overlays)[0]
    assert (beam.start, beam.end, beam.dash) == (*LINE, 0)
    assert not of(Tint, overlays)


def test_hidden_is_shown_by_its_blockers_and_a_line_that_ends_at_one(pair):
    verdict = Hidden(("wall/stones",), None)
    overlays = overlays_of(pair, ShownVerdict("a", "b", verdict, LINE))
    beam = of(Beam, overlays)[0]
    assert of(Tint, overlays) == [Tint("wall/stones", RED)]
    assert beam.dash > 0
    assert beam.end[0] == pytest.approx(5, abs=1e-4)
    assert [s.at for s in of(Sign, overlays) if s.kind is SignKind.CROSS] == [beam.end]
    assert of(Silhouette, overlays) == [Silhouette("b", PAPER)]


def test_another_fighter_can_be_the_blocker(make_table, make_model):
    table = make_table(make_model("a", 2, 4), make_model("c", 5, 4), make_model("b", 9, 4))
    overlays = overlays_of(table, ShownVerdict("a", "b", Hidden(("c",), None), LINE))
    assert of(Tint, overlays) == [Tint("c", RED)]
    assert of(Beam, overlays)[0].end[0] == pytest.approx(4.75, abs=1e-3)


def test_blockers_that_are_no_longer_there_do_not_matter(pair):
    overlays = overlays_of(pair, ShownVerdict("a", "b", Hidden(("gone/part",), None), LINE))
    assert of(Beam, overlays)[0].end == pytest.approx((9, 4, 0.82), abs=0.05)


def test_too_close_is_amber_with_a_mark_at_the_gap(pair):
    verdict = TooClose(0.2, ((2, 6.01, 1), (9, 6.01, 1)), ("wall/stones",))
    overlays = overlays_of(pair, ShownVerdict("a", "b", verdict, LINE))
    gap = next(s for s in of(Sign, overlays) if s.kind is SignKind.GAP)
    assert of(Tint, overlays) == [Tint("wall/stones", AMBER)]
    assert 5 <= gap.at[0] <= 5.5


def test_cover_line_is_marked_where_it_enters(pair):
    entry = (5.0, 4.0, 0.1)
    overlays = overlays_of(pair, ShownVerdict("a", "b", Seen(LINE, 2.0), LINE, (CoverLine(*LINE, entry, True),)))
    assert [s.at for s in of(Sign, overlays) if s.kind is SignKind.DIAMOND] == [entry]
    assert of(FlatLine, overlays)


def test_two_reasons_on_one_line_draw_it_once(pair):
    lines = tuple(CoverLine(*LINE, (x, 4.0, 0.1), True) for x in (5.0, 5.2))
    overlays = overlays_of(pair, ShownVerdict("a", "b", Seen(LINE, 2.0), LINE, lines))
    assert len(of(FlatLine, overlays)) == 1
    assert len([s for s in of(Sign, overlays) if s.kind is SignKind.DIAMOND]) == 2


def test_tape_runs_between_the_nearest_points_and_steps_aside_for_a_cover_line(pair):
    bare = of(Tape, overlays_of(pair, ShownVerdict("a", "b", Seen(LINE, 2.0), LINE)))[0]
    with_line = ShownVerdict("a", "b", Seen(LINE, 2.0), LINE, (CoverLine(*LINE, None, False),))
    assert (bare.start, bare.end, bare.shift) == (*LINE, 0)
    assert of(Tape, overlays_of(pair, with_line))[0].shift != 0


def judgement(cover):
    apart = Measure(7.0, 7.0, 0.0, LINE)
    return Judgement("warcry", "a", "b", apart, Seen(LINE, 1.0), "WC-SIGHT-1", cover)


def test_judgement_brings_its_cover_lines():
    reason = Reason("WC-COVER-3", "wall/stones", LINE, (5.0, 4.0, 1.0))
    made = shown(judgement(CoverVerdict((reason,))))
    assert made.cover == (CoverLine(*LINE, (5.0, 4.0, 1.0), True),)
    assert made.distance == pytest.approx(math.dist(*LINE))


def test_no_cover_still_shows_the_line_that_was_judged():
    assert shown(judgement(CoverVerdict(()))).cover == (CoverLine(*LINE, None, False),)


def test_cover_that_was_not_asked_draws_no_line():
    assert shown(judgement(None)).cover == ()


def test_verdicts_have_three_colours():
    verdicts = [Seen(LINE, 1.0), Hidden((), None), TooClose(0.1, LINE, ())]
    assert [colour_of(v) for v in verdicts] == [GREEN, RED, AMBER]


@pytest.mark.parametrize("side", ["red", "Blue", "#12ab34", "jade wind", "砾石", ""])
def test_every_side_has_a_colour_and_keeps_it(side):
    colour = side_colour(side)
    assert colour == side_colour(side)
    assert all(0 <= c <= 1 for c in colour)


def test_sides_of_like_names_are_told_apart():
    colours = np.array([side_colour(f"warband {i}") for i in range(6)])
    apart = np.linalg.norm(colours[:, None] - colours[None], axis=2) + np.eye(6)
    assert apart.min() > 0.02
