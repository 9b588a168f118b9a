"""Pointing at another model holds the mover over the place from which it can act on that one."""

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from warcry3d.app.play.approaches import Approaches
from warcry3d.app.play.draft import TakeAlong, ToggleExtra
from warcry3d.app.play.mover_in_hand import MoverInHand
from warcry3d.app.play.table_pointer import LabelPointing
from warcry3d.app.shell.gestures import Clicked, Pointed
from warcry3d.game.prompts import Option
from warcry3d.game.reasons import ActionFault, Point, RuleReason
from warcry3d.geom.solid import FloatArray
from warcry3d.message import message

PLACES: dict[str, Point] = {"blue": (3.0, 4.0, 2.0)}
WHERE = {(10.0, 10.0): "red", (20.0, 10.0): "blue", (30.0, 10.0): "far"}
"""Who is where on the screen: ``far`` cannot be come to."""
PLAIN = (np.array([0.0, 0.0, 30.0]), np.array([0.0, 0.6, -0.8]))


class Pointer:
    """What is under the pointer."""

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        return None if at is None else WHERE.get(at)

    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
        return PLAIN

    def wait_for_kernels(self, what: str) -> None:
        raise AssertionError("nothing is searched for here")


def polled(approaches: Approaches) -> tuple[float, float] | None:
    """Return the pixel whose place became known."""
    limit = time.monotonic() + 60
    while (at := approaches.poll()) is None:
        time.sleep(0.001)
        assert time.monotonic() < limit, "it never came about"
    return at


def test_on_an_enemy_the_ray_falls_on_the_place_once_that_is_known() -> None:
    go_on = threading.Event()

    def approach(id: str) -> Point | None:
        assert go_on.wait(60)
        return PLACES.get(id)

    approaches = Approaches(Pointer(), approach, "red")
    assert approaches.ray((20.0, 10.0)) is PLAIN, "nobody waits for it"
    assert approaches.poll() is None
    go_on.set()
    assert polled(approaches) == (20.0, 10.0)
    start, way = approaches.ray((20.0, 10.0))
    assert start[:2].tolist() == [3.0, 4.0] and 2.0 < start[2] < 3.0, "from below what may be over the place"
    assert way.tolist() == [0.0, 0.0, -1.0]
    assert approaches.poll() is None, "it was said already"
    approaches.close()


def test_where_there_is_no_place_it_is_held_nowhere_and_says_why() -> None:
    why = RuleReason("FAR-1", message("out of reach"))
    approaches = Approaches(Pointer(), lambda id: PLACES.get(id, why), "red")
    approaches.ray((30.0, 10.0))
    assert approaches.reason("far") is None, "it is not known yet"
    assert polled(approaches) == (30.0, 10.0)
    assert approaches.ray((30.0, 10.0)) is None and approaches.reason("far") is why
    assert approaches.reason("blue") is None
    approaches.close()


@pytest.mark.parametrize("at", [(10.0, 10.0), (5.0, 5.0)], ids=["itself", "the table"])
def test_elsewhere_the_ray_is_that_of_the_pixel(at: tuple[float, float]) -> None:
    def approach(id: str) -> Point | None:
        raise AssertionError("nobody asked")

    approaches = Approaches(Pointer(), approach, "red")
    assert approaches.ray(at) is PLAIN and approaches.poll() is None
    approaches.close()


def test_on_an_enemy_that_it_cannot_come_to_the_ray_is_that_of_the_pixel() -> None:
    approaches = Approaches(Pointer(), PLACES.get, "red")
    approaches.ray((30.0, 10.0))
    assert polled(approaches) == (30.0, 10.0)
    assert approaches.ray((30.0, 10.0)) is PLAIN
    approaches.close()


def test_sign_of_a_thing_stands_for_the_place_from_which_it_is_taken() -> None:
    """Seen with newcomers: they clicked a treasure, and the ghost went behind it, out of reach."""
    start, way = PLAIN
    on, beside = tuple((start + 20 * way).tolist()), tuple((start + 20 * way + np.array([0.5, 0.0, 0.0])).tolist())
    asked: list[str] = []

    def approach(id: str) -> Point | None:
        asked.append(id)
        return PLACES["blue"]

    things = [
        Option("near", message("near"), at=beside),
        Option("barred", message("barred"), at=on, faults=(ActionFault("R-1", message("no")),)),
        Option("nowhere", message("nowhere")),
    ]
    bare = Approaches(Pointer(), approach, "red", things)
    assert bare.thing_under((40.0, 10.0)) is None and bare.ray((40.0, 10.0)) is PLAIN
    bare.close()
    approaches = Approaches(Pointer(), approach, "red", [*things, Option("gem", message("gem"), at=on)])
    assert approaches.thing_under((40.0, 10.0)) == "gem"
    assert approaches.thing_under((20.0, 10.0)) is None, "a model stands there"
    assert approaches.ray((40.0, 10.0)) is PLAIN, "nobody waits for it"
    assert polled(approaches) == (40.0, 10.0)
    assert approaches.ray((40.0, 10.0))[0][:2].tolist() == [3.0, 4.0]
    assert asked == ["gem"]
    approaches.close()


def test_click_on_the_sign_of_a_thing_takes_it_along() -> None:
    wanted: list[object] = []
    begun: list[tuple[float, float]] = []
    controller = SimpleNamespace(held=None, model=SimpleNamespace(ray=None), begin_at=begun.append)
    mover: Any = SimpleNamespace(
        controller=controller,
        take=lambda gesture: True,
        take_landing=lambda: None,
        thing_under=lambda at: "gem" if at == (1.0, 1.0) else None,
    )
    model: Any = SimpleNamespace(faults=(), prompt=None)
    nothing: Any = None
    hand = MoverInHand(nothing, lambda: model, wanted.append, nothing, nothing)
    hand.mover = mover
    hand.take(Pointed((1.0, 1.0)))
    hand.take(Clicked("mouse1", (2.0, 1.0)))
    assert not wanted
    hand.take(Clicked("mouse1", (1.0, 1.0)))
    hand.begin_at((1.0, 1.0))
    assert wanted == [TakeAlong("gem")] * 2 and begun == [(1.0, 1.0)]


def test_number_or_box_of_a_thing_that_the_way_does_not_pass_leads_to_it_and_takes_it_along() -> None:
    """One behind terrain, or under a figure, cannot be clicked on the table."""
    wanted: list[object] = []
    came: list[str] = []
    held = SimpleNamespace(is_moved=False)
    mover: Any = SimpleNamespace(
        controller=SimpleNamespace(held=held, model=SimpleNamespace(ray=None)),
        come_to=lambda id: came.append(id) or True,
        take_landing=lambda: None,
    )
    model: Any = SimpleNamespace(faults=(), prompt=None, barred={})
    nothing: Any = None
    hand = MoverInHand(nothing, lambda: model, wanted.append, nothing, nothing)
    assert not hand.do(ToggleExtra("gem")), "nothing is moved"
    hand.mover = mover
    assert hand.do(ToggleExtra("gem"))
    held.is_moved = True
    assert not hand.do(ToggleExtra("gem")), "the way in hand may pass it"
    model.barred = {"gem": RuleReason("FAR-1", message("too far"))}
    assert hand.do(ToggleExtra("gem"))
    assert came == ["gem", "gem"] and wanted == [TakeAlong("gem")] * 2


def test_label_is_pointed_at_as_its_figure_is_where_no_figure_is_under_the_pointer() -> None:
    """Seen with a newcomer: an enemy behind terrain could be pointed at neither by its label nor by its row."""
    host: Any = Pointer()
    pointing = LabelPointing(host)
    assert pointing.fighter_under((40.0, 40.0)) is None
    pointing.labels = {"far": (35.0, 35.0, 30.0, 10.0), "red": (15.0, 5.0, 30.0, 10.0)}
    assert pointing.fighter_under((40.0, 40.0)) == "far" and pointing.fighter_under((40.0, 46.0)) is None
    assert pointing.fighter_under((20.0, 10.0)) == "blue", "its figure shows there"
    pointing.labels = {"far": (80.0, 80.0, 60.0, 10.0), "red": (15.0, 5.0, 30.0, 10.0)}
    assert pointing.fighter_under((40.0, 40.0)) is None, "it was on none"
    pointing.labels = {"far": (35.0, 35.0, 30.0, 10.0)}
    assert pointing.fighter_under((50.0, 40.0)) == "far"
    pointing.labels = {"far": (80.0, 80.0, 60.0, 10.0)}
    assert pointing.fighter_under((50.0, 40.0)) == "far", "its label was written in full, and elsewhere, for that"
    assert pointing.fighter_under((90.0, 85.0)) == "far" and pointing.fighter_under((50.0, 40.0)) is None
    assert pointing.fighter_under(None) is None and pointing.ray((1.0, 1.0)) is PLAIN


def test_what_is_clicked_before_its_place_is_known_is_awaited() -> None:
    """The pointer's own place would be laid as a corner of the way."""
    approaches = Approaches(Pointer(), PLACES.get, "red")
    assert approaches.awaited_under((5.0, 5.0)) is None and approaches.awaited_under((10.0, 10.0)) is None
    assert approaches.awaited_under((20.0, 10.0)) == "blue"
    until = time.monotonic() + 60
    while not approaches.is_known("blue"):
        approaches.poll()
        assert time.monotonic() < until
    assert approaches.awaited_under((20.0, 10.0)) is None
    approaches.close()
