"""Coherency of units, by hand: models in a row, as numbers on a line."""

import pytest

from tests.rules.ageofsigmar.battle.field import BLADES, battle, row
from warcry3d.rules.units.unit_coherency import Coherency, coherency
from warcry3d.table.models import Model


def line(*xs: float, least: int = 1, is_one_group: bool = True) -> Coherency:
    """Return the coherency of models whose bases stand on a line; those within 2 of each other are linked."""
    state = battle({"a": (BLADES, [(x, 10.0) for x in xs])}, {"b": (BLADES, row(10, 40, 1))})

    def is_linked(one: Model, other: Model) -> bool:
        return abs(one.placement.at[0] - other.placement.at[0]) <= 2.0

    return coherency(state.figures("a"), is_linked, least=least, is_one_group=is_one_group)


def test_a_chain_of_links_holds_a_unit_together() -> None:
    found = line(10, 12, 14, 16)
    assert found.is_coherent and found.groups == (("a-1", "a-2", "a-3", "a-4"),)
    assert found.links == (("a-1", "a-2"), ("a-2", "a-3"), ("a-3", "a-4"))


def test_two_pairs_are_coherent_only_where_one_group_is_not_asked_for() -> None:
    assert not line(10, 12, 20, 22).is_coherent
    assert line(10, 12, 20, 22, is_one_group=False).is_coherent
    assert line(10, 12, 20, 22).outside == ("a-3", "a-4")


@pytest.mark.parametrize(("xs", "apart"), [((10, 12, 14, 16), ("a-1", "a-4")), ((10, 11, 12, 13), ())])
def test_two_neighbours_may_be_asked_of_each(xs: tuple[float, ...], apart: tuple[str, ...]) -> None:
    assert line(*xs, least=2).apart == apart


def test_a_small_unit_needs_no_more_neighbours_than_it_has() -> None:
    assert line(10).is_coherent
    assert line(10, 12, least=2).is_coherent
