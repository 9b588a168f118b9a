"""How far creatures have to go to attack an enemy."""

from tests.rules.dndminiatures.battle.field import creature, skirmish
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.players.approach import approach_of, contact_cells

GAP = (
    "..#...........",
    "..#...........",
    "..............",
    "..............",
    "..#...........",
    "..#...........",
    "..............",
    "..#...........",
    "1.#..........2",
    "aa#aa....bbbbb",
)


def test_a_small_creature_takes_the_nearest_gap_and_a_big_one_the_wide_one() -> None:
    small = skirmish({creature("hero", rating=3): (0, 1)}, {creature("foe"): (6, 1)}, GAP)
    # (1, 2), (1, 3), (2, 3), (3, 3), (4, 2), (5, 2): two diagonals of 1.5 squares on average, four straight steps.
    assert approach_of(small, "red-hero").squares((0, 1)) == 7.0
    big = skirmish({creature("hero", rating=3, size=Size.LARGE): (0, 1)}, {creature("foe"): (6, 1)}, GAP)
    there = approach_of(big, "red-hero")
    assert there.squares((0, 6)) is not None
    assert there.squares((0, 1)) == 5 + there.squares((0, 6))  # type: ignore[operator]


def test_it_is_no_way_to_where_an_enemy_is_touched() -> None:
    state = skirmish({creature("hero", rating=3): (5, 5)}, {creature("foe"): (6, 5)}, GAP)
    assert contact_cells(state, "red-hero")[5, 5] == ("blue-foe",)
    assert approach_of(state, "red-hero").squares((5, 5)) == 0.0


def test_who_is_shut_in_has_no_way() -> None:
    shut = tuple(row[:2] + "#" + row[3:] for row in GAP)
    state = skirmish({creature("hero", rating=3): (0, 1)}, {creature("foe"): (6, 1)}, shut)
    assert approach_of(state, "red-hero").squares((0, 1)) is None


def test_big_creatures_go_round_statues_where_they_can() -> None:
    rows = ("1............2", *("..............",) * 3, "....o.........", *("..............",) * 3, "aaaaa....bbbbb")
    state = skirmish({creature("hero", rating=3, size=Size.HUGE): (0, 3)}, {creature("foe"): (12, 4)}, rows)
    approach = approach_of(state, "red-hero")
    assert approach.squares((3, 3)) is None  # on the statue
    assert approach.squares((0, 3)) == 10.0  # nine steps to (9, 3), two of them diagonal
