"""Who of a group sees any of another, and the proofs that boxes around them hide them."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.errors import UnknownNameError
from warcry3d.geom import shapes
from warcry3d.sight.box_proofs import BUDGET, BoxProofs, FigureSearch
from warcry3d.sight.group_sight import GroupSightlines
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import Sightlines
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import MM

GROUPS = {"red": ("r1", "r2", "r3"), "blue": ("b1", "b2", "b3")}


def wall(id: str, low: tuple[float, ...], high: tuple[float, ...]) -> Feature:
    return zoo.feature(id, zoo.box_part("stones", low, high))


def table(*things: Feature | Model, back: float = 0.0) -> Table:
    """Return two rows of three, 8 in apart along x; ``back``: how far the last of the blue ones stands aside."""
    reds = [zoo.fighter(f"r{n}", (0, 1.5 * n)) for n in (1, 2, 3)]
    blues = [zoo.fighter(f"b{n}", (8, 1.5 * n + (back if n == 3 else 0)), side="blue") for n in (1, 2, 3)]
    return zoo.table(*reds, *blues, *things)


SCREEN = wall("screen", (4, -6, 0), (4.3, 12, 3))


def pairwise(found: Table, viewer: str, own: tuple[str, ...], targets: tuple[str, ...]) -> type[object]:
    lines = Sightlines(found, transparent=own)
    kinds = [type(lines.between(viewer, target)) for target in targets]
    return Seen if Seen in kinds else TooClose if TooClose in kinds else Hidden


def test_nobody_behind_a_long_wall_is_seen_and_the_wall_is_named() -> None:
    found = GroupSightlines(table(SCREEN), GROUPS).matrix(["red"], ["blue"])
    assert list(found) == [("r1", "blue"), ("r2", "blue"), ("r3", "blue")]
    assert all(one.is_hidden and one.stoppers == ("screen/stones",) for one in found.values())


def test_one_that_stands_beside_the_wall_is_seen() -> None:
    found = GroupSightlines(table(SCREEN, back=17.0), GROUPS).between("red", "blue")
    seen = [one for one in found if one.is_seen]
    assert seen and {one.target for one in seen} == {"b3"}
    assert all(isinstance(one.verdict, Seen) and one.verdict.witness[1][1] > 12 for one in seen)


def test_own_models_are_seen_through_or_not() -> None:
    """The row stands one behind the other, so that the first hides the others as long as nobody sees through it."""
    low = [zoo.fighter(f"r{n}", (2.0 - n, 0)) for n in (1, 2)]
    found = zoo.table(*low, zoo.fighter("b1", (8, 0), side="blue"))
    groups = {"red": ("r1", "r2"), "blue": ("b1",)}
    assert all(one.is_seen for one in GroupSightlines(found, groups).between("red", "blue"))
    first, second = GroupSightlines(found, groups, through_own=False).between("red", "blue")
    assert first.is_seen
    assert second.is_seen == (pairwise(found, "r2", (), ("b1",)) is Seen)


def test_what_is_too_close_to_call_is_neither_seen_nor_hidden() -> None:
    slit = wall("left", (4, -6, 0), (4.3, 3, 3)), wall("right", (4, 3 + 0.15 * MM, 0), (4.3, 12, 3))
    found = GroupSightlines(table(*slit), GROUPS).between("red", "blue")
    assert TooClose in {type(one.verdict) for one in found}
    assert not any(one.is_seen for one in found)


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_about_the_pairs(seed: int) -> None:
    random = np.random.default_rng(seed)
    walls = [
        wall(f"w{n}", (x, y, 0), (x + 0.4, y + w, h))
        for n, (x, y, w, h) in enumerate(random.uniform((2, -3, 1.5, 1), (5.5, 6, 6, 3), (4, 4)).tolist())
    ]
    found = table(*walls, back=float(random.uniform(0, 6)))
    answers = GroupSightlines(found, GROUPS).matrix(["red", "blue"], ["red", "blue"])
    assert len(answers) == 6, "nobody is asked about its own group"
    for (viewer, group), one in answers.items():
        own = next(models for models in GROUPS.values() if viewer in models)
        expected = pairwise(found, viewer, own, GROUPS[group])
        assert expected is (Hidden if one.verdict is None else type(one.verdict)), (viewer, group)


@pytest.mark.parametrize("seed", range(6))
def test_whether_any_of_a_group_sees_any_of_another_is_what_its_models_say(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = [wall(f"w{n}", (4, y, 0), (4.3, y + w, 3)) for n, (y, w) in enumerate(random.uniform(1, 5, (4, 2)).tolist())]
    found = table(*(SCREEN,) if seed == 5 else rows)
    for through_own in (True, False):
        kinds = [
            Hidden if one.verdict is None else type(one.verdict)
            for one in GroupSightlines(found, GROUPS, through_own=through_own).between("red", "blue")
        ]
        expected = Seen if Seen in kinds else TooClose if TooClose in kinds else Hidden
        sights = GroupSightlines(found, GROUPS, through_own=through_own)
        ((pair, answer),) = sights.pairs(["red"], ["red", "blue"]).items()
        assert pair == ("red", "blue") and answer.group == "blue"
        assert expected is (Hidden if answer.verdict is None else type(answer.verdict))
        assert (answer.viewer in GROUPS["red"] and answer.target in GROUPS["blue"]) or expected is Hidden
        assert expected is not Hidden or (answer.stoppers and not answer.viewer)


@pytest.mark.parametrize("through_own", [True, False])
def test_a_model_is_asked_about_some_of_a_group(through_own: bool) -> None:
    found = table(SCREEN, back=17.0)
    sights = GroupSightlines(found, GROUPS, through_own=through_own)
    assert sights.of_model("r3", ("b1", "b2")).is_hidden, "these are behind the wall"
    assert sights.of_model("r3", ("b1", "b2", "b3")).target == "b3", "this one stands beside it"
    assert sights.glimpses("r3", ("b3",)) and not sights.glimpses("r3", ("b1", "b2"))
    assert sights.of_model("r3", ()).is_hidden and not sights.glimpses("r3", ())
    assert sights.of_model("b3", ("r3",)).is_seen


def test_a_body_hides_where_there_is_no_terrain_at_all() -> None:
    tall = zoo.figure(shapes.box((-0.2, -9, 0), (0.2, 12, 5)))
    between = zoo.fighter("m", (4, 3), side="blue", shape=tall)
    sights = GroupSightlines(table(between), GROUPS)
    for viewers, targets in (("red", "blue"), ("blue", "red")):
        assert all(one.is_hidden and one.stoppers == ("m",) for one in sights.between(viewers, targets))


def test_what_one_side_found_serves_the_other_and_changes_no_answer() -> None:
    gap = wall("left", (4, -6, 0), (4.3, 3, 3)), wall("right", (4, 3.4, 0), (4.3, 12, 3))
    sights = GroupSightlines(table(*gap), GROUPS)
    sights.between("red", "blue")
    for viewers, targets in (("blue", "red"), ("red", "blue")):
        alone = GroupSightlines(table(*gap), GROUPS).between(viewers, targets)
        kinds = [type(one.verdict) for one in sights.between(viewers, targets)]
        assert kinds == [type(one.verdict) for one in alone]


def test_a_model_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        GroupSightlines(table(), {"red": ("r1",), "blue": ("nobody",)}).between("red", "blue")


def test_boxes_hide_what_stands_in_them_only_where_all_lines_are_stopped() -> None:
    lines = Sightlines(table(SCREEN))
    proofs = BoxProofs(lines, 2)
    one, low, high = (
        np.array(box, float) for box in (((0, 0, 0), (1, 3, 2)), ((7, 0, 0), (9, 3, 2)), ((7, 0, 0), (9, 3, 9)))
    )
    for proof in (proofs, proofs.for_thread(1, lines.for_thread())):
        assert proof.stoppers(one, low) == ("screen/stones",)
        assert proof.stoppers(low, one) == ("screen/stones",)
        assert proof.stoppers(one, high) is None, "over the wall there is a way"
        assert proof.stoppers(one, one + 0.5) is None, "boxes that meet say nothing"
    assert BoxProofs(Sightlines(table())).stoppers(one, low) is None, "nothing stops lines"


def test_a_search_in_parts_beside_others_ends_as_one_that_has_all_its_budget_at_once() -> None:
    front = [wall(f"a{n}", (4.0, 0.4 * n, 0), (4.05, 0.4 * n + 0.22, 3)) for n in range(20)]
    behind = [wall(f"b{n}", (4.06, 0.4 * n + 0.2, 0), (4.11, 0.4 * n + 0.42, 3)) for n in range(20)]
    lines = Sightlines(table(*front, *behind))
    proofs, roots = BoxProofs(lines, 1), lines.blockers.mesh.roots
    pairs = [(int(roots[1]), int(roots[n])) for n in (4, 5, 6)]

    def search(number: int) -> FigureSearch:
        return proofs.between_figures(pairs[number], roots[:1], half=0.005, least=0.01, number=number)

    whole = [search(n).go_on(BUDGET) for n in range(3)]
    assert all(isinstance(one, tuple) for one in whole)
    parts, found = [search(n) for n in range(3)], dict[int, object]()
    turns = 0
    while not all(part.is_over for part in parts):
        turns += 1
        for n, part in enumerate(parts):
            if not part.is_over:
                found[n] = part.go_on(9)
    assert turns > 9 and [found[n] for n in range(3)] == whole


def test_a_search_in_parts_ends_with_a_free_line() -> None:
    lines = Sightlines(table())
    proofs, roots = BoxProofs(lines, 1), lines.blockers.mesh.roots
    ends = int(roots[1]), int(roots[4])
    part = proofs.between_figures(ends, roots[:0], half=0.005, least=0.01, number=0)
    line = part.go_on(50)
    assert part.is_over and isinstance(line, np.ndarray) and line.shape == (2, 3)
