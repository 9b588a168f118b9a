"""The matrix and everybody's lines in the window: found in the background, drawn, clicked."""

from itertools import combinations
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from imgui_bundle import imgui

from tests import zoo
from tests.app.windows import judge_room, press, rested, steps, until, window_on
from warcry3d.app.judge import matrix_part
from warcry3d.app.judge.everybody import EVERYBODY
from warcry3d.app.judge.intents import ChooseViewer, ClickFighter, CountTag, JudgeAction, PickTool
from warcry3d.app.judge.matrix_view import GLASS
from warcry3d.app.judge.pairs import MATRIX, ListPairs, PairsState, PointAtPair, StopPairs
from warcry3d.app.judge.room import JudgeRoom
from warcry3d.app.judge.share_card import ShareState
from warcry3d.app.scene.overlays import Beam
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.widgets.name_labels import overlaps
from warcry3d.table.models import Tag

WALL = zoo.feature("wall", zoo.box_part("p", (7, 3, 0), (7.5, 9, 2)))
TABLE = zoo.table(WALL, zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (10, 5)), zoo.fighter("cid", (9, 13)))


def test_matrix_fills_in_shows_a_line_and_asks(graphics: Graphics) -> None:
    with window_on(graphics, TABLE, Path("pairs.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        room = judge_room(window)
        press(made, "x")
        steps(window)
        assert room.model.tool == MATRIX
        until(window, lambda: room.model.state(PairsState).is_over)
        assert room.model.state(PairsState).share_known(3) == 1
        assert room.view.overlays == ()
        room.do(PointAtPair(("cid", "bob")))
        assert any(isinstance(one, Beam) for one in room.view.overlays)
        room.do(ListPairs(True))
        steps(window, 2)
        room.do(CountTag(Tag.WEAPON, False))
        assert not room.model.state(PairsState).is_over
        until(window, lambda: room.model.state(PairsState).is_over)


def test_while_the_matrix_fills_in_few_frames_are_drawn(graphics: Graphics, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, may_end = list[int](), Event()
    plain_draw, plain_find = JudgeRoom.draw, matrix_part.find_pairs

    def find(*given: Any) -> None:
        may_end.wait()
        plain_find(*given)

    monkeypatch.setattr(JudgeRoom, "draw", lambda room, frame: (drawn.append(1), plain_draw(room, frame)))
    monkeypatch.setattr(matrix_part, "find_pairs", find)
    with window_on(graphics, TABLE, Path("pairs.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        rested(window)
        press(made, "x")
        steps(window, 3)
        drawn.clear()
        steps(window, 60)
        assert 4 <= len(drawn) <= 10
        may_end.set()
        until(window, lambda: judge_room(window).model.state(PairsState).is_over)


def test_stopped_search_stays_stopped_until_it_is_let_go_on(graphics: Graphics) -> None:
    with window_on(graphics, TABLE, Path("pairs.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        room = judge_room(window)
        room.do(StopPairs(True))
        room.do(PickTool(MATRIX))
        steps(window, 3)
        assert not room.is_working and not window.jobs.is_running("judge-pairs")
        room.do(StopPairs(False))
        until(window, lambda: room.model.state(PairsState).is_over)


def test_everybody_draws_a_line_to_each_and_lists_them(graphics: Graphics) -> None:
    with window_on(graphics, TABLE, Path("pairs.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        room = judge_room(window)
        press(made, "l")
        room.do(ChooseViewer("cid"))
        until(window, lambda: room.model.state(PairsState).is_over)
        steps(window, 2)
        assert room.model.tool == EVERYBODY
        assert sum(isinstance(one, Beam) for one in room.view.overlays) == 2
        assert len(room.named) == 3
        assert not any(overlaps(one, other) for one, other in combinations(room.named, 2))


def test_name_of_the_viewer_stands_clear_of_the_names_of_others(graphics: Graphics) -> None:
    crowd = [zoo.fighter(f"fighter-with-a-long-name-{n}", (4 + 4.5 * n, 10)) for n in range(5)]
    with window_on(graphics, zoo.table(*crowd), Path("crowd.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        room = judge_room(window)
        press(made, "l")
        room.do(ChooseViewer(crowd[2].id))
        until(window, lambda: room.model.state(PairsState).is_over)
        steps(window, 2)
        assert len(room.named) >= 2
        assert not any(overlaps(one, other) for one, other in combinations(room.named, 2))


def test_pair_is_seen_through_the_matrix_once_the_pointer_has_left_it(
    graphics: Graphics, monkeypatch: pytest.MonkeyPatch
) -> None:
    alphas: list[float] = []
    monkeypatch.setattr(imgui, "set_next_window_bg_alpha", alphas.append)
    with window_on(graphics, TABLE, Path("pairs.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        room = judge_room(window)
        room.do(PickTool(MATRIX))
        until(window, lambda: room.model.state(PairsState).is_over)
        steps(window, 2)
        assert GLASS not in alphas
        room.do(ChooseViewer("cid"))
        room.do(ClickFighter("bob"))
        steps(window, 2)
        assert GLASS in alphas


def test_verdict_is_followed_by_how_much_is_visible_and_another_pair_drops_it(graphics: Graphics) -> None:
    with window_on(graphics, TABLE, Path("pairs.table.json")) as made:
        window, _ = made
        window.go_to_room("judge")
        room = judge_room(window)
        room.do(ChooseViewer("cid"))
        room.do(ClickFighter("bob"))
        until(window, lambda: room.model.state(ShareState).found is not None)
        found = room.model.state(ShareState).found
        assert found is not None and found.case == room.model.case and found.share.share > 0.5
        steps(window, 2)
        room.do(JudgeAction.SWAP)
        swapped = room.model.state(ShareState).found
        assert swapped is None or swapped.case == room.model.case
        room.do(JudgeAction.CLEAR)
        assert room.model.state(ShareState).found is None
