"""What rooms made of parts share: what a gesture asks, and a part that does nothing."""

from tests import zoo
from warcry3d.app.shell.gestures import Clicked, Dragged, Gesture, Key, Pointed
from warcry3d.app.shell.room import TableView
from warcry3d.app.shell.room_part import RoomPart, intent_of


def asked(gesture: Gesture) -> tuple[str | None, bool]:
    def click(button: str, at: tuple[float, float]) -> str | None:
        return f"{button} at {at[0]:g}" if at[0] > 0 else None

    return intent_of(gesture, lambda at: "nothing" if at is None else "something", click, {"e": "eye"})


def test_pointing_asks_and_leaves_the_gesture_to_others() -> None:
    assert asked(Pointed((1, 1))) == ("something", False)
    assert asked(Pointed(None)) == ("nothing", False)


def test_a_click_is_read_whatever_it_hits_and_a_key_where_it_means_something() -> None:
    assert asked(Clicked("mouse3", (2, 1))) == ("mouse3 at 2", True)
    assert asked(Clicked("mouse1", (0, 1))) == (None, True)
    assert asked(Key("e")) == ("eye", True)
    assert asked(Key("q")) == (None, False)
    assert asked(Dragged("mouse1", 1, 1)) == (None, False)


def test_a_part_that_says_nothing_changes_nothing() -> None:
    part: RoomPart[str, int, str] = RoomPart("bench")
    view = TableView(zoo.table(zoo.fighter("ann", (5, 5))))
    assert part.show(1, view) is view
    assert not part.take(Key("e")) and not part.poll() and not part.is_working
