"""The tape and the rings of a room without tools: a key held, drags and clicks."""

from tests import zoo
from tests.app.judge.benches import StraightDown
from warcry3d.app.measures.measuring import Measuring
from warcry3d.app.measures.tape import GripBase, GripPoint
from warcry3d.app.play.keys import TAPE
from warcry3d.app.shell.gestures import Clicked, Dragged, Dropped, Key, KeyReleased, Pointed
from warcry3d.app.shell.room import TableView

TABLE = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (11, 5)))
DRAG = Dragged("mouse1", 1, 1, (5, 5), (0.1, 5))


def measuring() -> Measuring:
    return Measuring(StraightDown(TABLE), TAPE)


def test_drags_and_clicks_are_the_rooms_until_the_key_is_held() -> None:
    bench = measuring()
    assert not any(bench.take(one) for one in (DRAG, Clicked("mouse1", (5, 5)), Pointed((5, 5)), Key("escape")))
    assert bench.take(Key("t")) and bench.take(DRAG) and bench.take(Pointed((5, 5)))
    assert (bench.measures.tape.start, bench.measures.tape.end) == (GripBase("ann"), GripPoint((0.0, 5.0, 0.0)))
    assert bench.take(Dropped("mouse1", (0.1, 5)))
    bench.take(KeyReleased("t"))
    assert not bench.take(DRAG) and len(bench.show(TableView(TABLE)).overlays) == 3


def test_rings_stay_when_the_key_comes_up_and_go_with_escape() -> None:
    bench, view = measuring(), TableView(TABLE)
    bench.toggle()
    bench.take(Clicked("mouse1", (5, 5)))
    bench.toggle()
    shown = bench.show(view)
    assert len(shown.overlays) == 2 * 72 and bench.show(view) is shown
    assert bench.take(Key("escape")) and bench.show(view) is view
    assert not bench.take(Key("escape"))


def test_click_beside_the_fighters_puts_all_away() -> None:
    bench = measuring()
    for one in (Key("t"), DRAG, Clicked("mouse1", (11, 5)), Clicked("mouse1", (20, 20))):
        bench.take(one)
    assert not bench.measures.is_there and not bench.measures.is_in_hand
