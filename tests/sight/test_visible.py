"""`sight` and `Sightlines`: what they are asked, what they answer, what the answers carry."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.errors import UnknownNameError
from warcry3d.geom import compiled, shapes, witness
from warcry3d.geom.kernel_cache import KernelCache
from warcry3d.geom.solid import Placement
from warcry3d.sight import visible
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.kernels import is_compiled, warm_up
from warcry3d.sight.proof import Verified, proof_of, verify
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import Look, Sightlines, sight
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import BASE_HEIGHT, MM

ALL = frozenset(Tag)


def wall(id: str, low: tuple[float, ...], high: tuple[float, ...]) -> Feature:
    return zoo.feature(id, zoo.box_part("stones", low, high))


def table(*things: Feature | Model) -> Table:
    """Return a table with two fighters, 8 in apart along x, and these things."""
    return zoo.table(zoo.fighter("red", (0, 0)), zoo.fighter("blue", (8, 0), side="blue"), *things)


SCREEN = wall("screen", (4, -4, 0), (4.3, 4, 3))
SLIT = (wall("left", (4, -4, 0), (4.3, 0, 3)), wall("right", (4, 0.15 * MM, 0), (4.3, 4, 3)))


def armed(id: str, at: tuple[float, float], side: str = "red") -> Model:
    """Return a fighter with a banner 4 in high, and a spear that reaches 2 in to its left."""
    body, spear, flag = (
        shapes.box((-0.1, -0.1, BASE_HEIGHT), (0.1, 0.1, 1.4)),
        shapes.box((-0.02, 0.1, 0.9), (0.02, 2.0, 0.95)),
        shapes.box((-0.02, -0.02, 1.4), (0.02, 0.02, 4.0)),
    )
    return zoo.fighter(id, at, side=side, shape=zoo.figure(body, spear, flag, tags=["body", "weapon", "banner"]))


# what is asked


def test_a_glimpse_shows_what_is_plainly_seen() -> None:
    lines = Sightlines(table())
    there, back = lines.glimpse("red", "blue"), lines.glimpse("blue", "red")
    assert isinstance(lines.between("red", "blue"), Seen)
    assert there is not None and back is not None
    assert there.witness == (back.witness[1], back.witness[0])
    assert there.clearance_mm == back.clearance_mm > 0


@pytest.mark.parametrize("things", [(SCREEN,), SLIT])
def test_a_glimpse_never_shows_what_the_judge_does_not_call_seen(things: tuple[Feature, ...]) -> None:
    assert Sightlines(table(*things)).glimpse("red", "blue") is None


def test_a_figure_that_goes_and_comes_back_is_prepared_once() -> None:
    here = table()
    away = here.placing("red", zoo.fighter("red", (2, 2)).placement)
    first = blockers_of(here, ALL)
    assert blockers_of(here, ALL) is first
    assert blockers_of(away, ALL) is not first
    again = blockers_of(here, ALL)
    assert np.array_equal(again.mesh.vertices, first.mesh.vertices)
    assert not np.array_equal(blockers_of(away, ALL).mesh.vertices, first.mesh.vertices)


def test_models_that_are_not_there_are_named() -> None:
    for pair in (("red", "nobody"), ("nobody", "red")):
        with pytest.raises(UnknownNameError, match="nobody"):
            sight(table(), *pair)
    with pytest.raises(UnknownNameError, match="ghost"):
        sight(table(), "red", "blue", transparent=["ghost"])


def test_of_two_armed_fighters_tags_say_what_sees_and_is_seen() -> None:
    high = zoo.table(armed("red", (0, 0)), armed("blue", (8, 0)), wall("screen", (4, -4, 0), (4.3, 4, 3)))
    assert isinstance(sight(high, "red", "blue"), Seen)  # banner to banner
    assert isinstance(sight(high, "red", "blue", tags=frozenset({Tag.BODY, Tag.WEAPON})), Hidden)
    low = zoo.table(armed("red", (0, 0)), armed("blue", (8, 0)), wall("screen", (4, -4, 0), (4.3, 1.0, 5)))
    assert isinstance(sight(low, "red", "blue", tags=frozenset({Tag.BODY, Tag.WEAPON})), Seen)  # spear to spear
    assert isinstance(sight(low, "red", "blue", tags=frozenset({Tag.BODY, Tag.BANNER})), Hidden)


def test_weapons_of_others_block_where_they_count() -> None:
    """The narrow two see each other only past bodies that stand aside, through spears that cross their way."""
    narrow = [zoo.fighter(id, (x, 0), wide=0.02, deep=0.02, tall=0.94) for id, x in (("red", 0), ("blue", 8))]
    low = [zoo.fighter(f"low-{i}", (4, y), tall=0.92) for i, y in enumerate((-0.3, 0.0, 0.3))]
    crowd = zoo.table(*narrow, *low, armed("spear", (4.5, -1)))
    assert isinstance(sight(crowd, "red", "blue"), Hidden)
    assert isinstance(sight(crowd, "red", "blue", tags=frozenset({Tag.BODY})), Seen)
    assert isinstance(sight(crowd, "red", "blue", transparent=["spear"]), Seen)
    assert isinstance(sight(crowd, "red", "blue", transparent=["low-1"]), Seen)


def test_figures_of_which_nothing_counts_neither_see_nor_are_seen_nor_block() -> None:
    ghost = zoo.fighter("ghost", (4, 0), shape=zoo.figure(shapes.box((0, -4, 0), (1, 4, 3)), tags=["banner"]))
    assert isinstance(sight(table(ghost), "red", "blue"), Hidden)
    body = frozenset({Tag.BODY})
    assert isinstance(sight(table(ghost), "red", "blue", tags=body), Seen)
    unseen = sight(table(ghost), "red", "ghost", tags=body)
    assert isinstance(unseen, Hidden)
    assert unseen.blockers == ()


def test_a_transparent_model_blocks_nothing_but_sees_and_is_seen() -> None:
    fat = zoo.fighter("fat", (4, 0), wide=8, tall=3)
    crowd = table(fat)
    assert isinstance(sight(crowd, "red", "blue"), Hidden)
    assert isinstance(sight(crowd, "red", "blue", transparent=["fat"]), Seen)
    assert isinstance(sight(crowd, "red", "fat", transparent=["fat"]), Seen)
    assert isinstance(sight(table(fat, SCREEN), "red", "blue", transparent=["fat"]), Hidden)


def test_the_two_who_look_never_block_themselves() -> None:
    ring = zoo.figure(
        shapes.box((-0.5, -0.5, 0.1), (0.5, -0.4, 2)),
        shapes.box((-0.5, 0.4, 0.1), (0.5, 0.5, 2)),
        shapes.box((-0.5, -0.4, 0.1), (-0.4, 0.4, 2)),
        shapes.box((0.4, -0.4, 0.1), (0.5, 0.4, 2)),
        shapes.box((-0.1, -0.1, 0.1), (0.1, 0.1, 1)),
    )
    assert isinstance(sight(zoo.table(zoo.fighter("a", (0, 0), shape=ring), zoo.fighter("b", (8, 0))), "a", "b"), Seen)


# what is answered


def test_a_seen_one_has_a_line_from_the_viewer_to_the_target() -> None:
    there, back = sight(table(), "red", "blue"), sight(table(), "blue", "red")
    assert isinstance(there, Seen) and isinstance(back, Seen)
    assert there.witness[0][0] < 1 < 7 < there.witness[1][0]
    assert back.witness == there.witness[::-1]
    assert back.clearance_mm == there.clearance_mm


def test_clearance_is_measured_to_an_inch() -> None:
    verdict = sight(table(), "red", "blue")
    assert isinstance(verdict, Seen)
    assert verdict.clearance_mm == pytest.approx(witness.CLEARANCE_LIMIT / MM)


def test_a_hidden_one_names_what_hides_it_and_has_a_proof() -> None:
    scene = table(SCREEN, wall("aside", (4, 8, 0), (4.3, 9, 3)))
    verdict = sight(scene, "red", "blue")
    assert isinstance(verdict, Hidden)
    assert verdict.blockers == ("screen/stones",)
    assert (verdict.certificate.viewer, verdict.certificate.target) == ("red", "blue")
    assert isinstance(verify(proof_of(scene, "red", "blue", verdict, ALL, (), 0.25), scene), Verified)


def test_those_who_hide_most_are_named_first() -> None:
    verdict = sight(
        table(
            wall("most", (4, -1.0, 0), (4.3, 0.195, 3)),
            wall("little", (5, 0.19, 0), (5.3, 0.4, 3)),
            wall("none", (5, 3, 0), (5.3, 4, 3)),
        ),
        "red",
        "blue",
    )
    assert isinstance(verdict, Hidden)
    assert set(verdict.blockers) == {"most/stones", "little/stones"}


def test_too_close_has_a_gap_a_line_and_what_stands_beside_it() -> None:
    verdict = sight(table(*SLIT), "red", "blue")
    assert isinstance(verdict, TooClose)
    assert verdict.gap_mm == pytest.approx(0.15, abs=0.05)
    assert set(verdict.between) <= {"left/stones", "right/stones"} and verdict.between
    back = sight(table(*SLIT), "blue", "red")
    assert isinstance(back, TooClose)
    assert back.line == verdict.line[::-1]
    assert (back.gap_mm, back.between) == (verdict.gap_mm, verdict.between)


def test_without_a_budget_what_is_not_seen_at_once_is_left_open() -> None:
    boards = [wall(f"b{i}", (4, i / 4, 0), (4.05, i / 4 + 0.15, 3)) for i in range(-12, 12)]
    boards += [wall(f"c{i}", (4.2, i / 4 + 0.12, 0), (4.25, i / 4 + 0.28, 3)) for i in range(-12, 12)]
    fence = table(*boards)
    assert isinstance(sight(fence, "red", "blue"), Hidden)
    stopped = sight(fence, "red", "blue", budget=2)
    assert isinstance(stopped, TooClose)
    assert 0 < stopped.gap_mm <= 0.25  # that none is wider is known all the same
    assert isinstance(sight(table(), "red", "blue", budget=0), Seen)


def test_a_look_for_a_wide_line_takes_no_narrow_one() -> None:
    """Through the slit goes a free line that nobody sees along; past the screen goes none."""
    narrow, hidden, open_ = (Sightlines(table(*things)) for things in (SLIT, (SCREEN,), ()))
    assert isinstance(narrow.look("red", "blue"), np.ndarray)
    assert [lines.look("red", "blue", is_wide=True) for lines in (narrow, hidden)] == [Look.HIDDEN, Look.HIDDEN]
    assert hidden.look("red", "blue") is Look.HIDDEN
    found = open_.look("red", "blue", is_wide=True)
    assert isinstance(found, np.ndarray) and open_.along("red", "blue", found) is not None


def test_working_memory_is_taken_from_one_table_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts are those that new memory gives, and where nothing but places has changed none is made."""
    there = table(SCREEN), table(*SLIT)
    fresh = [repr(Sightlines(scene).between("red", "blue")) for scene in there for _ in range(2)]
    made = []
    make = visible.proof_log.scratch_for
    monkeypatch.setattr(visible.proof_log, "scratch_for", lambda *a, **k: made.append(a) or make(*a, **k))
    assert [repr(sight(scene, "red", "blue")) for scene in there for _ in range(2)] == fresh
    before = len(made)
    moved = there[1].placing("red", Placement((0.0, 0.1, 0.0)))
    assert repr(sight(moved, "red", "blue")) == repr(Sightlines(moved).between("red", "blue"))
    assert len(made) == before + 1, "the second of the two alone makes its own"


# many pairs


def test_many_pairs_are_judged_as_one_by_one() -> None:
    people = [zoo.fighter(f"m{i}", (8 * np.cos(i), 6 * np.sin(i)), facing=40 * i) for i in range(5)]
    scene = table(*SLIT, wall("low", (-3, 2, 0), (3, 2.2, 1.3)), *people)
    lines = Sightlines(scene)
    ids = [model.id for model in scene.models]
    for one in ids:
        for two in ids:
            if one != two:
                assert repr(lines.between(one, two)) == repr(sight(scene, one, two))


def test_the_digest_names_what_blocks() -> None:
    one, again = (Sightlines(table(SCREEN)).blockers.digest for _ in range(2))
    assert one == again
    assert one != Sightlines(table(wall("screen", (4, -4, 0), (4.3, 4, 3.001)))).blockers.digest


def test_notes_that_do_not_fit_are_taken_again_in_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(SCREEN)
    roomy = sight(scene, "red", "blue")
    monkeypatch.setattr(visible, "_NOTES", 4)
    lines = Sightlines(scene)
    verdict = lines.between("red", "blue")
    assert isinstance(roomy, Hidden) and isinstance(verdict, Hidden)
    assert np.array_equal(verdict.certificate.whole, roomy.certificate.whole)
    assert np.array_equal(verdict.certificate.real, roomy.certificate.real)


def test_blockers_are_those_of_the_table_and_tags() -> None:
    scene = table(SCREEN)
    lines, found = Sightlines(scene, tags=frozenset({Tag.BODY})), blockers_of(scene, frozenset({Tag.BODY}))
    assert np.array_equal(lines.blockers.mesh.vertices, found.mesh.vertices)
    assert lines.blockers.names == found.names


# the kernel


def test_warming_up_leaves_verdicts_as_they_are() -> None:
    before = repr(sight(table(*SLIT), "red", "blue"))
    warm_up()
    assert repr(sight(table(*SLIT), "red", "blue")) == before


def test_whether_the_kernels_are_compiled_is_seen_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()
    assert is_compiled() == (compiled._CACHE is not None)
    monkeypatch.setattr(KernelCache, "has", lambda _cache, _key: False)
    assert not is_compiled()
