"""Names of units that both sides have, and of their models."""

from warcry3d.rules.battle_api import UnitStanding
from warcry3d.rules.units.unit_standings import named_apart, rosters_of

OWLS = UnitStanding("owls", "Owls", "red", ("owls-1", "owls-2"))
OTHERS = UnitStanding("owls-2", "Owls", "blue", ("other",))
MOLES = UnitStanding("moles", "Moles", "blue", ("mole",))


def test_units_that_both_sides_have_are_told_apart_by_their_player() -> None:
    assert [one.name for one in named_apart([OWLS, OTHERS, MOLES])] == ["Owls (red)", "Owls (blue)", "Moles"]


def test_models_have_the_name_of_their_unit_and_a_number_where_there_are_several() -> None:
    assert rosters_of([OWLS, MOLES], ["red", "blue"]) == {
        "red": {"owls-1": "Owls 1", "owls-2": "Owls 2"},
        "blue": {"mole": "Moles"},
    }
