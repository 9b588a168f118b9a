"""Names over the table are short, and tell fighters apart all the same."""

import pytest

from warcry3d.app.play.panels.short_names import abbreviated, short_names
from warcry3d.app.play.panels.unit_labels import PlateNames


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Morwen Tide-Speaker", "Gulp", "Kitto"], ["Morwen", "Gulp", "Kitto"]),
        (["Storm Reeve", "Storm Warden"], ["S. Reeve", "S. Warden"]),
        (["The Grey Knight", "The Red Knight"], ["The Grey", "The Red"]),
        (["Tidewalker Brute 1", "Tidewalker Brute 2"], ["T. Brute 1", "T. Brute 2"]),
        (["Tidewalker Brute", "Tidewalker Brute"], ["Tidewalker", "Tidewalker"]),
        (["Tidewalkers", "Tidewalkers II"], ["Tidewalkers", "Tidewalkers II"]),
        (["潮语者墨温", "古尔普"], ["潮语者墨温", "古尔普"]),
    ],
)
def test_first_words_that_no_other_name_begins_with_are_enough(names: list[str], expected: list[str]) -> None:
    assert list(short_names({str(n): name for n, name in enumerate(names)}).values()) == expected


def test_name_without_room_is_three_letters_or_the_initials() -> None:
    assert [abbreviated(one) for one in ("Morwen", "Ibb", "S. Reeve", "潮语者墨温")] == ["Mor.", "Ibb", "SR", "潮语者"]


def test_plates_of_units_try_the_full_name_first_where_it_is_not_too_long() -> None:
    """Seen on a table of fifteen units: "Coal" for Coal Slingers, "The Grafted" for the King, with room for all."""
    assert PlateNames("Coal Slingers × 5", "Coal × 5", is_roomy=True).tries[:2] == ("Coal Slingers × 5", "Coal × 5")
    long = "Sexton of the Windfall × 12"
    assert long not in PlateNames(long, "Sexton × 12", is_roomy=True).tries
    assert PlateNames("Orchard Hounds × 3", "Orchard × 3", is_roomy=True, bare="Orchard").tries[1:] == (
        "Orchard × 3",
        "Orchard",
    ), 'it said "O3" where others stood close'
    assert PlateNames("Morwen Tide-Speaker", "Morwen").tries == ("Morwen", "Mor.")
    assert PlateNames("Old Hollow", "Old", is_roomy=True).kept == ("Old Hollow", "Old")
    assert PlateNames("Morwen Tide-Speaker", "Morwen").kept == ("Morwen",)
