"""What a person did, as the window tells it."""

from warcry3d.app.shell.desktop.screen import in_order
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released

MOVE, PRESS, RELEASE = PointerMoved((300.0, 200.0)), Pressed("mouse1"), Released("mouse1")


def test_a_drag_begins_where_the_pointer_rested() -> None:
    assert in_order(MOVE, [PRESS], has_rested=True) == [PRESS, MOVE]


def test_a_press_at_the_end_of_a_way_is_made_there() -> None:
    assert in_order(MOVE, [PRESS], has_rested=False) == [MOVE, PRESS]


def test_a_click_and_a_key_come_after_the_move() -> None:
    assert in_order(MOVE, [PRESS, RELEASE], has_rested=True) == [MOVE, PRESS, RELEASE]
    assert in_order(MOVE, [Pressed("a")], has_rested=True) == [MOVE, Pressed("a")]
    assert in_order(None, [PRESS], has_rested=True) == [PRESS]
