"""Using abilities: paying for them, who may, when; the universal ones."""

import pytest

from tests.rules.warcry.battle.field import BOW, Playing, R, fighting, leg, profile, walk, weapon
from tests.rules.warcry.battle.powers import ability, powered, use
from warcry3d.game.actions import Decline, Done, Pick, React
from warcry3d.rules.warcry.battle.abilities.ability_use import usable
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.state import InitiativeDice, Set

FAR = {"red-a": (5, 5), "blue-b": (20, 15)}
TOUCH = 2 * R
HERO = profile("a", "hero")


def hand(playing: Playing, player: str = "red") -> tuple[Set, ...]:
    return playing.state.side(player).hand.sets


def sets(*these: tuple[int, int]) -> tuple[Set, ...]:
    return tuple(Set(value=value, count=count) for value, count in these)


# What it costs


def test_the_set_that_pays_is_gone_and_all_others_stay() -> None:
    """rule: WC-ABIL-5, WC-ABIL-1."""
    playing = powered(FAR, (3, 2), (5, 2)).do(use("rush", 5, 2))
    assert hand(playing) == sets((3, 2))


@pytest.mark.parametrize("count", [3, 4])
def test_a_larger_set_pays_and_all_its_dice_go(count: int) -> None:
    """rule: WC-ABIL-6, WC-ABIL-5.  A triple or a quad for what costs a double."""
    playing = powered(FAR, (5, count), (5, 2)).do(use("rush", 5, count))
    assert hand(playing) == sets((5, 2))


@pytest.mark.parametrize(("name", "count"), [("respite", 2), ("rampage", 3), ("rampage", 2)])
def test_a_smaller_set_does_not_pay(name: str, count: int) -> None:
    """rule: WC-ABIL-6."""
    playing = powered(FAR, (5, count))
    assert playing.faults(use(name, 5, count)) == ["WC-ABIL-6"]


def test_a_set_that_is_not_there_does_not_pay() -> None:
    """rule: WC-ABIL-6, WC-ABIL-7.  Another number, or another count of the same number; nor do the opponent's dice."""
    playing = powered(FAR, (5, 3))
    assert playing.faults(use("rush", 4, 3)) == ["WC-ABIL-1"]
    assert playing.faults(use("rush", 5, 2)) == ["WC-ABIL-1"]
    blue = playing.state.side("blue").changed(hand=InitiativeDice(sets=sets((2, 2))))
    playing.state = playing.state.changed(sides=(playing.state.side("red"), blue))
    assert playing.faults(use("rush", 2, 2)) == ["WC-ABIL-1"]


def test_an_ability_that_is_not_there_is_a_fault() -> None:
    """rule: WC-ABIL-1."""
    assert powered(FAR, (5, 2)).faults(use("fireworks", 5, 2)) == ["WC-ABIL-1"]


# When


def test_one_ability_an_activation() -> None:
    """rule: WC-COMBAT-3."""
    playing = powered(FAR, (5, 2), (3, 2)).do(use("rush", 5, 2))
    assert playing.faults(use("rush", 3, 2)) == ["WC-COMBAT-3"]


@pytest.mark.parametrize("before", [0, 1, 2])
def test_before_or_after_either_action(before: int) -> None:
    """rule: WC-COMBAT-3.  After the last action it is still asked for, as long as there is one that could be used."""
    playing = powered(FAR, (5, 2))
    moves = (Move(walk((6, 5))), Move(walk((7, 5))))
    playing.do(*moves[:before], use("onslaught", 5, 2), *moves[before:])
    assert hand(playing) == ()
    assert playing.choice.player == "blue"


def test_who_is_done_need_not_use_one() -> None:
    """rule: WC-COMBAT-3."""
    playing = powered(FAR, (5, 2)).do(Move(walk((6, 5))), Move(walk((7, 5))))
    assert playing.choice.kind == "act"
    assert playing.do(Done()).choice.player == "blue"


def test_with_no_dice_nobody_is_asked_after_the_last_action() -> None:
    """rule: WC-COMBAT-3."""
    playing = powered(FAR).do(Move(walk((6, 5))), Move(walk((7, 5))))
    assert playing.choice.player == "blue"


def test_a_waiting_fighter_may_use_another_one_when_it_is_activated_again() -> None:
    """rule: WC-WAIT-1, WC-COMBAT-3, WC-WAIT-5."""
    playing = powered(FAR, (5, 2), (3, 2)).do(use("rush", 5, 2), Wait(), Activate("blue-b"), Wait(), Activate("red-a"))
    assert not playing.faults(use("rush", 3, 2))


def test_wait_ends_the_activation_and_no_ability_follows() -> None:
    """rule: WC-WAIT-1, WC-WAIT-2."""
    assert powered(FAR, (5, 2)).do(Wait()).choice.player == "blue"


# Who


def test_runemarks_say_who_may() -> None:
    """rule: WC-ABIL-4, WC-INSPIRE-1, WC-RUNE-1.  Inspire is for heroes."""
    friend = {**FAR, "red-c": (7, 5)}
    assert powered(friend, (5, 3)).faults(use("inspire", 5, 3)) == ["WC-ABIL-4"]
    assert not powered(friend, (5, 3), profiles={"red-a": HERO}).faults(use("inspire", 5, 3))


def test_a_faction_s_ability_is_for_its_fighters_wherever_they_fight() -> None:
    """rule: WC-ABIL-8, WC-ABIL-4, WC-ALLY-4.  An ally has its own faction's abilities, and not the warband's."""
    own = [
        ability({"do": "heal", "amount": 1}, faction="marsh"),
        ability({"do": "heal", "amount": 1}, id="knack", faction="bank"),
    ]
    both = powered({**FAR, "red-c": (7, 5)}, (5, 2), own=own, profiles={"red-c": profile("c", faction="bank")})
    assert not both.faults(use("trick", 5, 2))
    assert both.faults(use("knack", 5, 2)) == ["WC-ABIL-4"]
    ally = {"red-c": profile("c", faction="bank")}
    both = powered({**FAR, "red-c": (7, 5)}, (5, 2), own=own, activated="red-c", profiles=ally)
    assert not both.faults(use("knack", 5, 2))
    assert both.faults(use("trick", 5, 2)) == ["WC-ABIL-4"]


def test_what_could_be_used_is_listed_with_each_set_that_pays() -> None:
    """rule: WC-ABIL-7, WC-ABIL-1.

    Nobody is near, nobody is a hero: Inspire, Respite apart, what costs no more than the set.
    """
    playing = powered(FAR, (3, 2), (5, 3))
    ways = {(way.ability, way.value, way.count) for way in usable(playing.state, "red-a")}
    assert ways == {("rush", 3, 2), ("onslaught", 3, 2), ("rush", 5, 3), ("onslaught", 5, 3), ("respite", 5, 3)}
    assert all(not playing.faults(UseAbility(*way)) for way in ways)


# The universal ones


def test_rush_adds_an_inch_to_every_move_until_the_activation_ends() -> None:
    """rule: WC-RUSH-1, WC-ABIL-2.  Move 4: five inches, twice; the next activation has four again."""
    playing = powered(FAR, (1, 2)).do(use("rush", 1, 2))
    assert playing.faults(Move(walk((10.01, 5)))) == ["WC-MOVE-1"]
    playing.do(Move(walk((10, 5))), Move(walk((5, 5))), Activate("blue-b"), Wait())
    assert playing.state.effects == ()


def test_onslaught_adds_an_attack_to_melee_and_none_to_missiles() -> None:
    """rule: WC-ONSLAUGHT-1."""
    archer = {"red-a": profile("a", weapons=[weapon(), BOW])}
    near = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}, (1, 2), profiles=archer)
    near.do(use("onslaught", 1, 2), Attack(0, "blue-b"), Decline())
    assert near.roll.count == 4
    far = powered({"red-a": (5, 5), "blue-b": (12, 5)}, (1, 2), profiles=archer)
    assert far.do(use("onslaught", 1, 2), Attack(1, "blue-b")).roll.count == 2


def test_respite_heals_its_value_and_no_more_than_there_is() -> None:
    """rule: WC-RESPITE-2, WC-ABIL-3."""
    for damage, left in ((7, 3), (4, 0), (2, 0)):
        playing = powered(FAR, (4, 3), profiles={"red-a": profile("a", wounds=10)})
        hurt = playing.fighter("red-a").changed(damage=damage)
        playing.state = playing.state.changed(fighters=(hurt, *playing.state.fighters[1:]))
        assert playing.do(use("respite", 4, 3)).fighter("red-a").damage == left


def test_respite_is_not_for_those_with_an_enemy_within_an_inch() -> None:
    """rule: WC-RESPITE-1, WC-DIST-2.  Exactly 1 in is within it; a friend does not count."""
    for apart, found in ((1.0, ["WC-RESPITE-1"]), (1.01, [])):
        playing = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + apart, 5), "red-c": (5, 7)}, (4, 3))
        assert playing.faults(use("respite", 4, 3)) == found


def test_inspire_lets_a_friend_be_activated_right_after() -> None:
    """rule: WC-INSPIRE-3.  Then it is the other player's turn as if nothing had been."""
    playing = powered({**FAR, "red-c": (9, 5), "red-d": (5, 9)}, (4, 3), profiles={"red-a": HERO})
    playing.do(use("inspire", 4, 3), Pick(("red-d",)), Wait())
    assert (playing.choice.kind, playing.choice.player) == ("follow", "red")
    playing.do(Activate("red-d"), Wait())
    assert (playing.choice.kind, playing.choice.player) == ("activate", "blue")


def test_the_friend_may_be_left_for_later() -> None:
    """rule: WC-INSPIRE-3."""
    playing = powered({**FAR, "red-c": (9, 5)}, (4, 3), profiles={"red-a": HERO})
    playing.do(use("inspire", 4, 3), Wait(), Decline())
    assert playing.choice.player == "blue"
    assert playing.fighter("red-c").activations == 0


def test_inspire_wants_a_visible_friend_within_six_inches_that_was_not_activated() -> None:
    """rule: WC-INSPIRE-2, WC-SIGHT-1.  None farther off, behind a wall, that had its turn; not itself."""
    hero, wall = {"red-a": HERO}, [{"id": "wall", "kind": "obstacle", "box": {"min": [6, 3, 0], "max": [6.2, 7, 4]}}]
    assert powered(FAR, (4, 3), profiles=hero).faults(use("inspire", 4, 3)) == ["WC-INSPIRE-1"]
    for x, found in ((5 + TOUCH + 6, []), (5 + TOUCH + 6.01, ["WC-INSPIRE-1"])):
        assert powered({**FAR, "red-c": (x, 5)}, (4, 3), profiles=hero).faults(use("inspire", 4, 3)) == found
    hidden = powered({**FAR, "red-c": (9, 5)}, (4, 3), profiles=hero, parts=wall)
    assert hidden.faults(use("inspire", 4, 3)) == ["WC-INSPIRE-1"]
    tired = powered({**FAR, "red-c": (9, 5)}, (4, 3), profiles=hero, activated="red-c")
    tired.do(Wait(), Activate("blue-b"), Wait(), Activate("red-a"))
    assert tired.faults(use("inspire", 4, 3)) == ["WC-INSPIRE-1"]


def test_who_is_picked_among_several_is_asked() -> None:
    """rule: WC-INSPIRE-2."""
    playing = powered({**FAR, "red-c": (9, 5), "red-d": (5, 9)}, (4, 3), profiles={"red-a": HERO})
    playing.do(use("inspire", 4, 3))
    assert playing.choice.kind == "pick"
    assert playing.choice.about.offered == ("red-c", "red-d")  # type: ignore[attr-defined]
    for wrong in (Pick(("blue-b",)), Pick(("red-c", "red-d")), Pick(("red-c", "red-c")), Pick(()), Decline()):
        assert playing.faults(wrong) == ["WC-INSPIRE-1"]
    assert playing.faults(Wait()) == [""]


def test_a_friend_taken_down_before_its_turn_does_not_follow() -> None:
    """rule: WC-INSPIRE-3, WC-DAMAGE-3."""
    playing = powered({**FAR, "red-c": (9, 5)}, (4, 3), profiles={"red-a": HERO}).do(use("inspire", 4, 3))
    gone = tuple(f.changed(place="down") if f.id == "red-c" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=gone)
    assert playing.do(Wait()).choice.player == "blue"


# Bonus actions: Rampage


def test_rampage_is_a_bonus_move_then_a_bonus_attack_beside_both_actions() -> None:
    """rule: WC-RAMPAGE-1, WC-BONUS-1."""
    playing = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + 4, 5)}, (2, 4)).do(use("rampage", 2, 4))
    assert (playing.choice.kind, playing.choice.about.actions, playing.choice.about.inches) == ("bonus", ("move",), 4)  # type: ignore[attr-defined]
    playing.do(Move(walk((8.5, 5))))
    assert playing.choice.about.actions == ("attack",)  # type: ignore[attr-defined]
    playing.do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1)
    assert playing.choice.about.left == 2  # type: ignore[attr-defined]


def test_bonus_actions_may_be_left_and_what_cannot_be_done_is_not_asked_for() -> None:
    """rule: WC-RAMPAGE-1, WC-MOVE-5, WC-BONUS-3.

    With an enemy within 1 in there is no bonus move; with none in reach no attack.
    """
    playing = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}, (2, 4)).do(use("rampage", 2, 4))
    assert playing.choice.about.actions == ("attack",)  # type: ignore[attr-defined]
    assert playing.do(Decline()).choice.kind == "act"
    alone = powered(FAR, (2, 4)).do(use("rampage", 2, 4), Decline())
    assert alone.choice.kind == "act"


def test_a_bonus_move_obeys_the_rules_of_moving() -> None:
    """rule: WC-RAMPAGE-1, WC-MOVE-1, WC-BONUS-3."""
    playing = powered(FAR, (2, 4)).do(use("rampage", 2, 4))
    assert playing.faults(Move(walk((9.01, 5)))) == ["WC-MOVE-1"]
    assert playing.faults(Attack(0, "blue-b")) == [""]
    assert playing.faults(Disengage(walk((7, 5)))) == [""]


def test_a_bonus_attack_is_reacted_to_like_any_other() -> None:
    """rule: WC-REACT-6, WC-REACT-8.  One reaction to each enemy action; after the second it counts as activated."""
    playing = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}, (2, 4)).do(use("rampage", 2, 4))
    playing.do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(1, 2, 3)
    assert playing.fighter("red-a").damage == 2 + 1 + 1
    assert playing.fighter("blue-b").reactions == 1
    playing.do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(6, 4, 4)
    assert playing.do(Attack(0, "blue-b")).roll.count == 3
    assert playing.fighter("blue-b").reactions == 2


def test_a_bonus_disengage_is_struck_at_like_any_other() -> None:
    """rule: WC-REACT-4, WC-STRIKE-1."""
    own = [ability({"do": "bonus", "actions": ["disengage"]})]
    playing = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}, (2, 2), own=own).do(use("trick", 2, 2))
    playing.do(Disengage(walk((3, 5))), React("blue-b", "strike-them-down")).dice(4).dice(5)
    assert playing.fighter("red-a").damage == 5
    assert playing.fighter("red-a").at[0] == 3


def test_a_fighter_taken_down_in_the_middle_of_its_ability_does_nothing_more() -> None:
    """rule: WC-DAMAGE-3, WC-REACT-2.  The counter to the first of two bonus attacks takes it down."""
    twice = ability({"do": "bonus", "actions": ["attack"]}, {"do": "bonus", "actions": ["attack"]})
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5), "red-c": (20, 5)}
    playing = powered(places, (2, 2), own=[twice], profiles={"red-a": profile("a", wounds=2)})
    playing.do(use("trick", 2, 2), Attack(0, "blue-b"), React("blue-b", "counter")).dice(1, 4, 4)
    assert playing.fighter("red-a").place == "down"
    assert (playing.choice.kind, playing.choice.player) == ("activate", "blue")


def test_an_enemy_s_activation_is_no_time_for_abilities() -> None:
    """rule: WC-ABIL-7."""
    playing = fighting(FAR).do(Activate("red-a"), Wait())
    assert playing.faults(use("rush", 1, 2)) == [""]


def test_a_jump_out_of_a_bonus_move_counts_as_jumping() -> None:
    """rule: WC-RAMPAGE-1, WC-JUMP-1."""
    playing = powered(FAR, (2, 4)).do(use("rampage", 2, 4), Move(leg("jump", (8, 5))))
    assert playing.fighter("red-a").at[:2] == (8, 5)
