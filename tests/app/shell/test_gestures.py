"""What the person means by moving, pressing and releasing."""

from warcry3d.app.shell.gestures import (
    LEFT,
    RIGHT,
    Clicked,
    Dragged,
    Dropped,
    Gesture,
    Gestures,
    Key,
    KeyReleased,
    Pointed,
    Turned,
)
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released


def read(*inputs: Input, over_panel: bool = False, typing: bool = False) -> list[Gesture]:
    return Gestures().read(inputs, over_panel=over_panel, typing=typing)


def test_press_and_release_in_place_is_a_click() -> None:
    meant = read(PointerMoved((10, 20)), Pressed(LEFT), PointerMoved((12, 21)), Released(LEFT))
    assert meant == [Pointed((10, 20)), Clicked(LEFT, (10, 20))]


def test_moving_while_held_is_a_drag_and_no_click() -> None:
    meant = read(PointerMoved((10, 20)), Pressed(LEFT), PointerMoved((30, 20)), PointerMoved((30, 25)), Released(LEFT))
    assert meant == [Pointed((10, 20)), Dragged(LEFT, 20, 0), Dragged(LEFT, 0, 5), Dropped(LEFT, (30, 25))]


def test_shift_and_the_middle_button_drag_like_the_right_one() -> None:
    assert read(PointerMoved((0, 0)), Pressed("shift"), Pressed(LEFT), PointerMoved((9, 0)))[-1] == Dragged(RIGHT, 9, 0)
    assert read(PointerMoved((0, 0)), Pressed("mouse2"), PointerMoved((9, 0)))[-1] == Dragged(RIGHT, 9, 0)


def test_nothing_begins_over_a_panel() -> None:
    meant = read(PointerMoved((10, 20)), Pressed(LEFT), Released(LEFT), Pressed("wheel_up"), over_panel=True)
    assert meant == [Pointed(None)]


def test_drag_begun_on_the_table_goes_on_over_a_panel() -> None:
    gestures = Gestures()
    gestures.read([PointerMoved((0, 0)), Pressed(LEFT)], over_panel=False, typing=False)
    assert gestures.read([PointerMoved((50, 0))], over_panel=True, typing=False) == [Dragged(LEFT, 50, 0)]


def test_second_button_does_not_disturb_a_drag() -> None:
    meant = read(
        PointerMoved((0, 0)),
        Pressed(LEFT),
        Pressed(RIGHT),
        PointerMoved((9, 0)),
        Released(RIGHT),
        PointerMoved((12, 0)),
    )
    assert meant[1:] == [Dragged(LEFT, 9, 0), Dragged(LEFT, 3, 0)]


def test_wheel_turns_and_keys_are_keys_unless_typing() -> None:
    assert read(Pressed("wheel_up"), Pressed("wheel_down"), Pressed("e")) == [Turned(1), Turned(-1), Key("e")]
    assert read(Pressed("e"), typing=True) == []


def test_pointer_leaving_the_window_points_nowhere() -> None:
    assert read(PointerMoved((3, 3)), PointerMoved(None)) == [Pointed((3, 3)), Pointed(None)]


def test_drag_knows_where_it_began_and_where_it_is() -> None:
    last = read(PointerMoved((10, 20)), Pressed(LEFT), PointerMoved((30, 20)), PointerMoved((30, 25)))[-1]
    assert isinstance(last, Dragged)
    assert (last.start, last.at) == ((10, 20), (30, 25))


def test_keys_with_control_held_are_told_apart() -> None:
    meant = read(Pressed("control"), Pressed("z"), Released("z"), Released("control"), Pressed("z"))
    assert meant == [Key("control-z"), KeyReleased("z"), Key("z")]


def test_pointer_that_jumped_off_a_panel_points_where_it_rests_as_soon_as_the_panel_knows() -> None:
    gestures = Gestures()
    assert gestures.read([PointerMoved((3, 3))], over_panel=True, typing=False) == [Pointed(None)]
    assert gestures.read([PointerMoved((50, 3))], over_panel=True, typing=False) == [Pointed(None)]
    assert gestures.read([], over_panel=False, typing=False) == [Pointed((50, 3))]
    assert gestures.read([], over_panel=False, typing=False) == []
    assert gestures.read([], over_panel=True, typing=False) == [Pointed(None)]


def test_panel_that_is_come_to_while_dragging_ends_nothing() -> None:
    gestures = Gestures()
    gestures.read([PointerMoved((0, 0)), Pressed(LEFT), PointerMoved((9, 0))], over_panel=False, typing=False)
    assert gestures.read([], over_panel=True, typing=False) == []
    assert gestures.read([Released(LEFT)], over_panel=True, typing=False) == [Dropped(LEFT, (9, 0))]
