"""Names over fighters: none over another."""

from warcry3d.app.widgets.name_labels import free_place


def test_label_is_raised_until_it_covers_no_other() -> None:
    taken: list[tuple[float, float, float, float]] = []
    assert free_place((100, 100, 50, 20), taken) == (100, 100)
    assert free_place((200, 100, 50, 20), taken) == (200, 100)
    assert free_place((120, 110, 50, 20), taken) == (120, 79)
    assert free_place((90, 95, 50, 20), taken) == (90, 58)
    assert len(taken) == 4
