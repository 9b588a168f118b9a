"""Activating in turn, actions, waiting."""

from tests.rules.warcry.battle.field import SWORD, Playing, R, fighting, leg, profile, walk
from warcry3d.game.actions import Decline, React
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase, NextRound


def skirmish(**more: object) -> Playing:
    """Return two against one, far from each other."""
    return fighting({"red-a": (5, 5), "red-b": (5, 10), "blue-c": (25, 15)}, **more)  # type: ignore[arg-type]


def steps_aside(playing: Playing, fighter: str) -> None:
    """Let a fighter be activated, walk an inch and be done."""
    x, y, _ = playing.fighter(fighter).at
    playing.do(Activate(fighter), Move(walk((x + 1, y))), Wait())


def test_players_activate_in_turn_beginning_with_the_initiative() -> None:
    """rule: WC-COMBAT-1."""
    playing = skirmish()
    order = []
    for fighter in ("red-a", "blue-c", "red-b"):
        order.append(playing.choice.player)
        steps_aside(playing, fighter)
    assert order == ["red", "blue", "red"]


def test_who_can_activate_must_and_who_cannot_passes_until_both_do() -> None:
    """rule: WC-COMBAT-1, WC-COMBAT-6, WC-COMBAT-7.

    Blue has one fighter; red's second comes after blue's pass; then the phase is over.
    """
    playing = skirmish(agenda=(CombatPhase(),))
    for fighter in ("red-a", "blue-c", "red-b"):
        steps_aside(playing, fighter)
    assert playing.told("pass") == [
        "blue passes: no fighter can be activated",
        "red passes: no fighter can be activated",
    ]
    assert not playing.state.agenda


def test_pass_is_no_answer_while_a_fighter_can_be_activated() -> None:
    """rule: WC-COMBAT-1, WC-COMBAT-4."""
    playing = skirmish()
    assert playing.choice.about == ("red-a", "red-b")
    assert playing.faults(Decline())
    assert playing.faults(Activate("blue-c")) == ["WC-COMBAT-1"]


def test_a_fighter_is_activated_once() -> None:
    """rule: WC-COMBAT-1, WC-COMBAT-5."""
    playing = skirmish().do(Activate("red-a"), Move(walk((6, 5))), Wait(), Activate("blue-c"), Wait())
    assert playing.faults(Activate("red-a")) == ["WC-COMBAT-1"]


def test_two_actions_the_same_one_twice_is_fine() -> None:
    """rule: WC-COMBAT-2."""
    playing = skirmish().do(Activate("red-a"), Move(walk((9, 5))), Move(walk((13, 5))))
    assert playing.fighter("red-a").at == (13, 5, 0)
    assert playing.choice.player == "blue"


def test_a_move_that_is_too_long_is_not_made() -> None:
    """rule: WC-ILLEGAL-1, WC-ILLEGAL-2, WC-MOVE-1.  4.5 in with a Move of 4: the fighter stays, and may choose anew."""
    playing = skirmish().do(Activate("red-a"))
    assert playing.faults(Move(walk((9.5, 5)))) == ["WC-MOVE-1"]
    assert playing.fighter("red-a").at == (5, 5, 0)
    playing.do(Move(walk((9, 5))))


def test_wait_as_the_first_action_ends_the_activation_and_leaves_one_action_for_later() -> None:
    """rule: WC-WAIT-1, WC-WAIT-2, WC-WAIT-3, WC-WAIT-4."""
    playing = skirmish().do(Activate("red-a"), Wait())
    assert playing.fighter("red-a").is_waiting
    playing.do(Activate("blue-c"), Move(walk((24, 15))), Wait())
    playing.do(Activate("red-a"), Move(walk((6, 5))))
    assert not playing.fighter("red-a").is_waiting
    assert playing.choice.about == ("red-b",)


def test_wait_as_the_last_action_is_nothing() -> None:
    """rule: WC-WAIT-1."""
    playing = skirmish().do(Activate("red-a"), Move(walk((6, 5))), Wait())
    assert not playing.fighter("red-a").is_waiting
    assert playing.choice.player == "blue"


def test_a_waiting_fighter_cannot_wait_on() -> None:
    """rule: WC-WAIT-1, WC-WAIT-4.  Its second activation's wait ends it for good."""
    playing = skirmish().do(Activate("red-a"), Wait(), Activate("blue-c"), Wait(), Activate("red-a"), Wait())
    assert not playing.fighter("red-a").is_waiting
    assert playing.fighter("red-a").activations == 2


def test_who_reacted_once_has_one_action_and_cannot_start_waiting() -> None:
    """rule: WC-REACT-9, WC-REACT-7, WC-WAIT-1."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)})
    playing.do(Activate("red-a"), Attack(0, "blue-b"), React("blue-b", "counter")).dice(1, 2, 3)
    playing.do(Wait(), Activate("blue-b"), Wait())
    assert not playing.fighter("blue-b").is_waiting
    assert isinstance(playing.due, Roll | Choice) or not playing.state.agenda


def test_who_reacted_twice_counts_as_activated() -> None:
    """rule: WC-REACT-10, WC-REACT-8."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5), "blue-c": (25, 15)})
    playing.do(Activate("red-a"))
    for _ in range(2):
        playing.do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(2, 2, 3)
    assert playing.choice.about == ("blue-c",)


def test_a_waiting_fighter_that_reacts_is_not_activated_again() -> None:
    """rule: WC-REACT-11."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)}, initiative="blue")
    playing.do(Activate("blue-b"), Wait(), Activate("red-a"), Attack(0, "blue-b"), React("blue-b", "counter"))
    playing.dice(2, 2, 2).do(Wait())
    assert not playing.state.agenda


def test_who_was_activated_does_not_react() -> None:
    """rule: WC-REACT-1.  No reaction is asked for: the hit dice are due at once."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)}, initiative="blue")
    playing.do(Activate("blue-b"), Attack(0, "red-a"), Decline()).dice(1, 1, 1).do(Wait())
    playing.do(Activate("red-a"), Attack(0, "blue-b"))
    assert playing.roll.player == "red"


def test_within_an_inch_of_an_enemy_there_is_no_move_but_disengaging() -> None:
    """rule: WC-MOVE-5, WC-DISENGAGE-1, WC-DISENGAGE-2.  Not a move action, 3 in at most, to more than 1 in from all
    enemies.
    """
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)}).do(Activate("red-a"))
    assert playing.faults(Move(walk((3, 5)))) == ["WC-MOVE-5"]
    assert playing.faults(Disengage(walk((4.9, 5)))) == ["WC-DISENGAGE-2"]
    assert playing.faults(Disengage(walk((1.5, 5)))) == ["WC-DISENGAGE-1"]
    playing.do(Disengage(walk((3, 5))), Decline())
    assert playing.fighter("red-a").at == (3, 5, 0)


def test_strike_them_down_comes_before_the_leaver_is_gone() -> None:
    """rule: WC-REACT-4, WC-STRIKE-2, WC-DICE-4.  4+: D6 damage; one that is taken down does not get away."""
    frail = profile("a", wounds=3)
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)}, profiles={"red-a": frail})
    playing.do(Activate("red-a"), Disengage(walk((3, 5))), React("blue-b", "strike-them-down"))
    assert playing.fighter("red-a").at == (5, 5, 0)
    playing.dice(4).dice(3)
    assert playing.told("taken-down") == ["red-a is taken down"]


def test_a_strike_below_four_misses_and_costs_an_action_all_the_same() -> None:
    """rule: WC-STRIKE-2, WC-REACT-7, WC-DICE-4."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)})
    playing.do(Activate("red-a"), Disengage(walk((3, 5))), React("blue-b", "strike-them-down")).dice(3)
    assert playing.fighter("red-a").at == (3, 5, 0)
    assert playing.fighter("blue-b").reactions == 1


def test_only_one_of_several_strikes() -> None:
    """rule: WC-REACT-6, WC-STRIKE-1.  At most one reaction to an action; blue picks whose."""
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5), "blue-c": (5, 6.8)})
    playing.do(Activate("red-a"), Disengage(walk((3, 3.2))))
    assert [fighter for fighter, _ in playing.about.offered] == ["blue-b", "blue-c"]
    playing.do(React("blue-c", "strike-them-down")).dice(1)
    assert playing.fighter("red-a").at == (3, 3.2, 0)


def test_a_new_round_begins_with_nobody_activated_and_no_dice_left() -> None:
    """rule: WC-ROUND-1, WC-INIT-2, WC-ROUND-2."""
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, agenda=(CombatPhase(), NextRound()))
    playing.do(Activate("red-a"), Move(walk((6, 5))), Wait(), Activate("blue-b"), Move(walk((24, 15))), Wait())
    assert (playing.state.round, playing.state.phase) == (2, "initiative")
    assert all(fighter.activations == 0 for fighter in playing.state.fighters)
    assert playing.roll.count == 6


def test_who_climbs_when_the_activation_ends_falls_where_the_opponent_says() -> None:
    """rule: WC-FALL-4, WC-FALL-2, WC-CLIMB-2.  1.5 in up a wall: no impact."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [10, 0, 0], "max": [10.5, 10, 4]}}
    playing = fighting({"red-a": (10 - R, 5), "blue-b": (25, 15)}, parts=[wall])
    playing.do(Activate("red-a"), Move(leg("climb", (10 - R, 5, 1.5))), Wait())
    assert (playing.choice.player, playing.choice.kind) == ("blue", "fall")


def test_a_weapon_that_is_not_there_and_an_ability_that_is_not_known_are_faults() -> None:
    """rule: WC-ATT-1, WC-ABIL-1."""
    playing = skirmish(profiles={"red-a": profile("a", weapons=[SWORD])}).do(Activate("red-a"))
    assert playing.faults(Attack(1, "blue-c")) == ["WC-ATT-1"]
    assert playing.faults(UseAbility("Summon the Sea", 3, 2))
