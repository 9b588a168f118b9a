"""Which part of the window differs where draw lists do."""

from functools import reduce

import numpy as np

from warcry3d.app.scene.overlay_boxes import EMPTY, Box, joined
from warcry3d.app.shell.panels.changed_part import EDGE, Command, ListContent, changed_parts

SIZE = (100, 50)
CLIP = (0.0, 0.0, 100.0, 50.0)


def squares(
    *places: tuple[float, float], side: float = 4.0, clip: tuple[float, float, float, float] = CLIP, texture: int = 1
) -> ListContent:
    """Return a list of squares, each of two triangles, by their upper left corners."""
    vertices = np.zeros((4 * len(places), 5), np.float32)
    for number, (x, y) in enumerate(places):
        vertices[4 * number : 4 * number + 4, :2] = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    indices = np.array([[0, 1, 2, 0, 2, 3]], np.uint16) + 4 * np.arange(len(places), dtype=np.uint16)[:, None]
    command = Command(clip, texture, indices.size, 0, 0)
    return ListContent(vertices.tobytes(), indices.astype(np.uint16).tobytes(), 20, 2, (command,))


def around(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = (x0 - EDGE) / 100, (y0 - EDGE) / 50, (x1 + EDGE) / 100, (y1 + EDGE) / 50
    return max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)


def changed_part(before: list[ListContent], after: list[ListContent], size: tuple[int, int]) -> Box:
    return reduce(joined, changed_parts(before, after, size), EMPTY)


def test_nothing_changed_where_all_lists_are_alike() -> None:
    lists = [squares((10, 10), (30, 30))]
    assert changed_part(lists, [squares((10, 10), (30, 30))], SIZE) == EMPTY


def test_one_square_that_moved_changes_where_it_was_and_where_it_is() -> None:
    before, after = squares((10, 10), (30, 30), (60, 10)), squares((10, 10), (36, 30), (60, 10))
    assert changed_part([before], [after], SIZE) == around(30, 30, 40, 34)


def test_square_put_between_others_changes_its_own_place_alone() -> None:
    before, after = squares((10, 10), (60, 10)), squares((10, 10), (30, 30), (60, 10))
    assert changed_part([before], [after], SIZE) == around(30, 30, 34, 34)
    assert changed_part([after], [before], SIZE) == around(30, 30, 34, 34)


def test_one_more_of_equal_squares_changes_their_place() -> None:
    before, after = squares((10, 10), (10, 10)), squares((10, 10), (10, 10), (10, 10))
    assert changed_part([before], [after], SIZE) == around(10, 10, 14, 14)


def test_other_texture_or_clipping_changes_all_that_it_shows() -> None:
    before = squares((10, 10), (30, 30))
    assert changed_part([before], [squares((10, 10), (30, 30), texture=2)], SIZE) == around(10, 10, 34, 34)
    narrow = squares((10, 10), (30, 30), clip=(0.0, 0.0, 12.0, 50.0))
    assert changed_part([narrow], [squares(clip=narrow.commands[0].clip)], SIZE) == around(10, 10, 12, 34)


def test_list_that_came_or_went_changes_its_part() -> None:
    one, other = squares((10, 10)), squares((30, 30))
    assert changed_part([one], [one, other], SIZE) == around(30, 30, 34, 34)
    assert changed_part([one, other], [other], SIZE) == around(10, 10, 34, 34)


def test_what_is_clipped_away_changes_nothing() -> None:
    before = squares((10, 10), (30, 30), clip=(0.0, 0.0, 20.0, 20.0))
    after = squares((10, 10), (40, 30), clip=(0.0, 0.0, 20.0, 20.0))
    assert changed_part([before], [after], SIZE) == EMPTY


def test_what_changes_far_apart_in_one_list_has_boxes_of_its_own() -> None:
    before, after = squares((10, 10), (30, 10), (400, 30)), squares((11, 10), (31, 10), (401, 30))
    wide = (0.0, 0.0, 500.0, 50.0)
    lists = [[ListContent(one.vertices, one.indices, 20, 2, (Command(wide, 1, 18, 0, 0),))] for one in (before, after)]
    found = {(round(500 * box[0]), round(500 * box[2])) for box in changed_parts(*lists, (500, 50))}
    assert found == {(9, 35), (10, 36), (399, 405), (400, 406)}
