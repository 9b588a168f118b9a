"""Names over fighters: none over another."""

from tests.app.panel_bench import PanelBench
from warcry3d.app.widgets.name_labels import Box, NameLabel, draw_names, free_place, kept_within


def test_label_is_raised_until_it_covers_no_other() -> None:
    taken: list[tuple[float, float, float, float]] = []
    assert free_place((100, 100, 50, 20), taken) == (100, 100)
    assert free_place((200, 100, 50, 20), taken) == (200, 100)
    assert free_place((120, 110, 50, 20), taken) == (120, 79)
    assert free_place((90, 95, 50, 20), taken) == (90, 58)
    assert len(taken) == 4


def test_label_that_would_be_raised_behind_a_wall_is_lowered() -> None:
    taken, header = [(100.0, 70.0, 50.0, 20.0)], (0.0, 0.0, 400.0, 60.0)
    assert free_place((110, 75, 50, 20), taken, (header,)) == (110, 91)
    assert free_place((200, 30, 50, 20), taken, (header,)) == (200, 61)
    assert free_place((300, 100, 50, 20), taken, (header,)) == (300, 100)


def test_label_of_a_fighter_in_sight_stands_beside_the_rail_and_below_the_menu() -> None:
    area = (70.0, 30.0, 900.0, 600.0)
    assert kept_within((40, 100, 50, 20), area) == (70, 100, 50, 20)
    assert kept_within((950, 10, 50, 20), area) == (920, 30, 50, 20)
    assert kept_within((300, 640, 50, 20), area) == (300, 610, 50, 20)
    assert kept_within((300, 100, 50, 20), area) == (300, 100, 50, 20)


def test_label_of_a_fighter_out_of_sight_stays_out_of_sight() -> None:
    area = (70.0, 30.0, 900.0, 600.0)
    assert kept_within((-80, 100, 50, 20), area) == (-80, 100, 50, 20)
    assert kept_within((300, 900, 50, 20), area) == (300, 900, 50, 20)


def test_labels_for_which_there_is_no_room_near_their_fighters_are_left_out() -> None:
    bench, crowd = (
        PanelBench(),
        [NameLabel("Red stalker", (400.0, 300.0 + number), "red", False) for number in range(9)],
    )
    strong = NameLabel("Red spear", (400.0, 300.0), "red", True)
    taken: list[Box] = []

    def draw() -> list[None]:
        taken.clear()
        draw_names([*crowd, strong], bench.panels.bold, 1.0, (), None, taken, reach=1.2)
        return []

    bench.draw(draw)
    assert 2 <= len(taken) <= 3
    lowest = max(top + height for _, top, _, height in taken)
    assert all(lowest - top <= 3.5 * height for _, top, _, height in taken)
    bench.panels.close()
