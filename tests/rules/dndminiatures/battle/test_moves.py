"""Moving, attacks of opportunity, charging, rushing, command (DDM-MOVE, DDM-AOO, DDM-CHARGE, DDM-RUSH, DDM-COMMAND)."""

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, skirmish
from warcry3d.game.actions import Decline, Done
from warcry3d.game.ruleset import Choice
from warcry3d.rules.dndminiatures.battle.actions import ChargeAt, MoveBySquares, Rush, Strike
from warcry3d.rules.dndminiatures.battle.sensing import is_under_command, near_commanders
from warcry3d.rules.dndminiatures.creatures.card import Size

OPEN: tuple[str, ...] = (*("..............",) * 8, "1111......2222", "aaaaa....bbbbb")
CAPTAIN = creature("captain", rating=4)
WALLED = (*("..............",) * 3, "......########", *("..............",) * 4, *OPEN[-2:])


def along(start: tuple[int, int], step: tuple[int, int], n: int) -> MoveBySquares:
    """Return a straight way of ``n`` steps."""
    return MoveBySquares(tuple((start[0] + step[0] * k, start[1] + step[1] * k) for k in range(1, n + 1)))


def test_speed_is_doubled_without_an_attack_and_diagonals_alternate() -> None:
    """rule: DDM-CARD-6, DDM-MOVE-1, DDM-TURN-1: 12 squares straight on, 8 diagonal steps cost 12."""
    state = skirmish({creature("captain", rating=4): (0, 0)}, {creature("foe"): (13, 9)}, OPEN)
    game = Played(state, "red-captain")
    assert game.faults(along((0, 0), (1, 0), 12)) == []
    assert game.faults(along((0, 0), (1, 0), 13)) == ["DDM-CARD-6"]
    assert game.faults(along((0, 0), (1, 1), 8)) == []
    assert game.faults(along((0, 0), (1, 1), 9)) == ["DDM-CARD-6"]


def test_who_moves_more_than_its_speed_does_not_attack() -> None:
    """rule: DDM-TURN-3."""
    state = skirmish({CAPTAIN: (0, 2)}, {creature("foe"): (8, 2)}, OPEN)
    game = Played(state, "red-captain").do(along((0, 2), (1, 0), 7))
    assert not (isinstance(game.due, Choice) and game.due.kind == "act")
    game = Played(state, "red-captain").do(along((0, 2), (1, 0), 6))
    assert game.faults(Strike("blue-foe")) == ["DDM-MELEE-1"]


def test_friends_are_passed_but_not_ended_on_and_enemies_block() -> None:
    """rule: DDM-MOVE-2, DDM-MOVE-3."""
    state = skirmish({CAPTAIN: (0, 2), creature("pal"): (1, 2)}, {creature("foe"): (3, 2)}, OPEN)
    game = Played(state, "red-captain")
    assert game.faults(along((0, 2), (1, 0), 2)) == []
    assert game.faults(along((0, 2), (1, 0), 1)) == ["DDM-MOVE-2"]
    assert game.faults(along((0, 2), (1, 0), 4)) == ["DDM-MOVE-3"]


def test_one_square_is_always_allowed() -> None:
    """rule: DDM-MOVE-6, and the text's diagonal step with too little movement."""
    slow = creature("captain", rating=4, speed=0)
    game = Played(skirmish({slow: (0, 2)}, {creature("foe"): (9, 2)}, OPEN), "red-captain")
    assert game.faults(along((0, 2), (1, 1), 1)) == []
    assert game.faults(along((0, 2), (1, 1), 2)) == ["DDM-CARD-6"]


def test_leaving_a_threatened_square_lets_each_enemy_strike_once() -> None:
    """rule: DDM-AOO-1, DDM-AOO-2, DDM-AOO-3: before the step; declining keeps the chance, striking spends it."""
    state = skirmish({CAPTAIN: (2, 2)}, {creature("foe"): (3, 2)}, OPEN)
    game = Played(state, "red-captain").do(MoveBySquares(((2, 3), (3, 3), (4, 3), (5, 3))))
    assert isinstance(game.due, Choice) and (game.due.kind, game.due.player) == ("opportunity", "blue")
    assert game.state.creature("red-captain").cell == (2, 2)
    game.do(Decline())
    assert game.state.creature("red-captain").cell == (2, 3)
    game.do(Strike("red-captain", attacker="blue-foe")).roll(12)
    assert game.hp("red-captain") == 15
    assert game.state.creature("red-captain").cell == (5, 3)


def test_mover_round_a_corner_provokes_nothing() -> None:
    """rule: DDM-AOO-5, and the text's shooter round a wall's corner that leaves."""
    rows = (*("..............",) * 4, "...#..........", *("..............",) * 3, *OPEN[-2:])
    state = skirmish({CAPTAIN: (2, 5)}, {creature("foe"): (3, 6)}, rows)
    game = Played(state, "red-captain").do(along((2, 5), (-1, 0), 2))
    assert game.state.creature("red-captain").cell == (0, 5)


def test_mover_that_is_destroyed_or_routs_goes_no_further() -> None:
    """rule: DDM-AOO-10."""
    killer = creature("foe", melee=(attack(9, 30),))
    state = skirmish({CAPTAIN: (2, 4), creature("pal"): (0, 0)}, {killer: (3, 4)}, OPEN)
    game = Played(state, "red-captain").do(along((2, 4), (0, 1), 2))
    game.do(Strike("red-captain", attacker="blue-foe")).roll(15)
    assert game.state.creature("red-captain").status == "destroyed"
    assert any("goes no further: 2 steps of its way are left" in event for event in game.events)
    wounder = creature("foe", melee=(attack(9, 11),))
    state = skirmish({CAPTAIN: (2, 4), creature("pal"): (0, 0)}, {wounder: (3, 4)}, OPEN)
    game = Played(state, "red-captain").do(along((2, 4), (0, 1), 2))
    game.do(Strike("red-captain", attacker="blue-foe")).roll(15, 2)
    assert game.state.creature("red-captain").status == "fled"
    assert any("goes no further: 2 steps of its way are left" in event for event in game.events)


def test_charge_ends_on_the_nearest_square_and_adds_two() -> None:
    """rule: DDM-CHARGE-1, DDM-CHARGE-4, DDM-MOD-1: from (0, 0) at an enemy on (6, 2), only (5, 1), 5 squares."""
    slow = creature("captain", rating=4, speed=3)
    game = Played(skirmish({slow: (0, 2)}, {creature("foe"): (6, 4)}, OPEN), "red-captain")
    assert game.faults(ChargeAt("blue-foe", (5, 4))) == ["DDM-CHARGE-4"]
    game.do(ChargeAt("blue-foe", (5, 3))).roll(8)
    assert game.hp("blue-foe") == 15
    assert not (isinstance(game.due, Choice) and game.due.kind == "act")


def test_charge_of_five_squares_takes_a_speed_of_three() -> None:
    """rule: DDM-CHARGE-7, and the example worked from the rows."""
    slower = creature("captain", rating=4, speed=2)
    game = Played(skirmish({slower: (0, 2)}, {creature("foe"): (6, 4)}, OPEN), "red-captain")
    assert game.faults(ChargeAt("blue-foe", (5, 3))) == ["DDM-CHARGE-7"]


def test_charge_needs_two_squares_a_clear_line_and_the_nearest_enemy() -> None:
    """rule: DDM-CHARGE-2, DDM-CHARGE-6, DDM-CHARGE-7."""
    foe, far = creature("foe"), creature("far")
    near = Played(skirmish({CAPTAIN: (0, 2)}, {foe: (2, 4)}, OPEN), "red-captain")
    assert near.faults(ChargeAt("blue-foe", (1, 3))) == ["DDM-CHARGE-7"]
    second = Played(skirmish({CAPTAIN: (0, 2)}, {foe: (4, 2), far: (0, 9)}, OPEN), "red-captain")
    assert second.faults(ChargeAt("blue-far", (0, 8))) == ["DDM-CHARGE-2"]
    pal = creature("pal")
    blocked = Played(skirmish({CAPTAIN: (0, 2), pal: (2, 2)}, {foe: (5, 2)}, OPEN), "red-captain")
    assert blocked.faults(ChargeAt("blue-foe", (4, 2))) == ["DDM-CHARGE-6"]


def test_command_reaches_six_squares_or_as_far_as_one_sees() -> None:
    """rule: DDM-COMMAND-1, DDM-COMMAND-2: in line of sight at any distance, the effect only within 6."""
    far = skirmish({CAPTAIN: (0, 2), creature("pal"): (13, 2)}, {creature("foe"): (9, 9)}, OPEN)
    assert is_under_command(far, "red-pal") and near_commanders(far, "red-pal", enemies=False) == ()
    near = skirmish({CAPTAIN: (0, 2), creature("pal"): (6, 2)}, {creature("foe"): (9, 9)}, OPEN)
    assert near_commanders(near, "red-pal", enemies=False) == ("red-captain",)


def test_out_of_command_is_slow_for_the_whole_turn() -> None:
    """rule: DDM-COMMAND-3, DDM-COMMAND-4: speed 2, double move 4."""
    state = skirmish({CAPTAIN: (13, 9), creature("pal"): (13, 2)}, {creature("foe"): (0, 0)}, WALLED)
    assert not is_under_command(state, "red-pal")
    game = Played(state, "red-pal")
    assert game.faults(along((13, 2), (-1, 0), 4)) == []
    assert game.faults(along((13, 2), (-1, 0), 5)) == ["DDM-CARD-6"]


def test_creature_that_moves_out_of_command_keeps_its_full_speed() -> None:
    """rule: DDM-COMMAND-3, and the text's creature that starts in command: 6 squares, and an attack after them."""
    state = skirmish({CAPTAIN: (13, 9), creature("pal"): (5, 8)}, {creature("foe"): (4, 1)}, WALLED)
    game = Played(state, "red-pal")
    assert game.faults(along((5, 8), (0, -1), 8)) == []
    game.do(along((5, 8), (0, -1), 6))
    assert not is_under_command(game.state, "red-pal") and game.faults(Strike("blue-foe")) == []


def test_creature_that_moves_into_command_keeps_its_speed_of_two() -> None:
    """rule: DDM-COMMAND-3, and the text's creature that starts out of command: its third square costs it the attack."""
    state = skirmish({CAPTAIN: (13, 9), creature("pal"): (5, 4)}, {creature("foe"): (4, 8)}, WALLED)
    game = Played(state, "red-pal")
    assert not is_under_command(state, "red-pal")
    assert game.faults(along((5, 4), (0, 1), 5)) == ["DDM-CARD-6"]
    game.do(along((5, 4), (0, 1), 3))
    assert is_under_command(game.state, "red-pal")
    assert not (isinstance(game.due, Choice) and game.due.kind == "act")


def test_rush_is_no_second_thought_of_a_move() -> None:
    """rule: DDM-RUSH-5, and the text's creature that began to move: it rushes nobody then, nor another."""
    lone = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (6, 2)}, OPEN)
    game = Played(lone, "red-pal").do(along((0, 2), (1, 0), 2))
    assert game.faults(Rush(((3, 2), (4, 2), (5, 2)))) == ["DDM-RUSH-5"]


def test_rush_goes_double_and_must_attack_when_it_is_short() -> None:
    """rule: DDM-RUSH-1, DDM-RUSH-2, DDM-RUSH-3, DDM-RUSH-4, DDM-RUSH-5."""
    lone = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (6, 2)}, OPEN)
    game = Played(lone, "red-pal")
    assert game.faults(Rush(((1, 2), (2, 2)))) == ["DDM-RUSH-2"]
    game.do(Rush(tuple((x, 2) for x in range(1, 6))))
    assert game.faults(Done()) == ["DDM-RUSH-3"]
    assert game.faults(MoveBySquares(((5, 3),))) == ["DDM-TURN-3"]
    game.do(Strike("blue-foe")).roll(15)
    assert game.hp("blue-foe") == 15


def test_long_rush_has_no_attack() -> None:
    """rule: DDM-RUSH-3, DDM-TURN-3."""
    lone = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (10, 2)}, OPEN)
    game = Played(lone, "red-pal").do(Rush(tuple((x, 2) for x in range(1, 10))))
    assert not (isinstance(game.due, Choice) and game.due.kind == "act")


def test_rush_is_offered_only_where_the_enemy_can_be_reached() -> None:
    """rule: DDM-RUSH-1: twelve squares get next to an enemy thirteen away, not to one fourteen away."""
    for x, faults in ((13, []), (14, ["DDM-RUSH-1"])):
        rows = (*("................",) * 8, "1111........2222", "aaaaa......bbbbb")
        lone = skirmish({creature("pal"): (0, 2)}, {creature("foe"): (x, 2)}, rows)
        (rush,) = (one for one in RULES.prompts(Played(lone, "red-pal").state) if one.id == "rush")
        assert [fault.rule for fault in rush.faults] == faults


def test_big_creature_moves_all_its_cells() -> None:
    """rule: DDM-MOVE-8, DDM-CELL-1: a wall beside the way of its upper cells stops it."""
    rows = (*("..............",) * 6, "...#..........", *("..............",), *OPEN[-2:])
    ogre = creature("captain", rating=4, size=Size.LARGE)
    game = Played(skirmish({ogre: (0, 2)}, {creature("foe"): (13, 9)}, rows), "red-captain")
    assert game.faults(along((0, 2), (1, 0), 2)) == ["DDM-MOVE-5"]
