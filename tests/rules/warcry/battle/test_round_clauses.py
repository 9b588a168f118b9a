"""Initiative, wild dice and activations, clause by clause; the examples of the text about them."""

from collections import Counter

from tests.rules.warcry.battle.field import Playing, R, fighting, profile, walk
from tests.rules.warcry.battle.powers import ability, play_to_round, powered, use
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Decline, Move, UseWild, Wait
from warcry3d.rules.warcry.battle.rounds.initiative import InitiativePhase, hand_of
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase, EndOfRound, NextRound
from warcry3d.rules.warcry.battle.state import InitiativeDice, Set

APART = {"red-a": (5, 5), "blue-b": (20, 15)}


def in_initiative(red: int = 0, blue: int = 0, *after: object) -> Playing:
    """Return a battle at the start of an initiative phase; ``red``, ``blue``: wild dice that they kept."""
    kept = {"red": red, "blue": blue}
    playing = fighting(APART, agenda=(InitiativePhase(), *after), initiative="")  # type: ignore[arg-type]
    sides = tuple(side.changed(hand=InitiativeDice(wild=kept[side.id])) for side in playing.state.sides)
    playing.state = playing.state.changed(sides=sides)
    return playing


def sets_of(playing: Playing, player: str) -> Counter[tuple[int, int]]:
    return Counter((one.value, one.count) for one in playing.state.side(player).hand.sets)


def test_five_alike_are_a_quad_and_one_die_is_lost_and_six_a_quad_and_a_double() -> None:
    """rule: WC-INIT-2."""
    assert hand_of((2, 2, 2, 2, 2, 5)).sets == (Set(value=2, count=4),)
    assert hand_of((2,) * 6).sets == (Set(value=2, count=4), Set(value=2, count=2))


def test_dice_of_the_last_round_are_thrown_away_but_kept_wild_dice() -> None:
    """rule: WC-INIT-7, WC-WILD-7, WC-WILD-8.  Of three wild dice one is a single, one raises a set, one is kept."""
    playing = in_initiative(2, 0, EndOfRound(), InitiativePhase())
    playing.dice(1, 2, 3, 3, 4, 5).dice(1, 1, 2, 2, 3, 3).do(UseWild(singles=1, raised=((3, 2),)), UseWild())
    hand = playing.state.side("red").hand
    assert (hand.wild, hand.wild_singles, hand.sets, hand.singles) == (1, 0, (), ())
    playing.dice(6, 6, 6, 5, 5, 4).dice(1, 1, 2, 2, 3, 3)
    again = playing.state.side("red").hand
    assert (again.wild, again.singles, set(again.sets)) == (2, (4,), {Set(value=6, count=3), Set(value=5, count=2)})


def test_an_unspent_set_does_not_carry_over() -> None:
    """rule: WC-INIT-7."""
    playing = powered(APART, (5, 2))
    playing = play_to_round(playing, 2)
    assert playing.state.side("red").hand.sets == ()


def test_a_player_may_have_several_sets_also_two_of_a_kind() -> None:
    """rule: WC-INIT-8."""
    assert hand_of((1, 1, 4, 4, 6, 6)).sets == tuple(Set(value=value, count=2) for value in (1, 4, 6))
    assert hand_of((1, 1, 1, 4, 4, 4)).sets == tuple(Set(value=value, count=3) for value in (1, 4))


def test_wild_dice_come_in_the_first_round_too_after_the_initiative_is_settled() -> None:
    """rule: WC-INIT-3, WC-INIT-5.  Blue's two singles beat red's none; no wild die counts before that."""
    playing = in_initiative()
    assert playing.state.side("red").hand.wild == 0
    playing.dice(1, 1, 2, 2, 3, 3).dice(1, 2, 3, 3, 4, 4)
    assert playing.state.initiative == "blue"
    assert [side.hand.wild for side in playing.state.sides] == [1, 1]


def test_any_number_of_wild_dice_may_be_singles() -> None:
    """rule: WC-WILD-2.  Three of three; they have no number."""
    playing = in_initiative(2).dice(1, 2, 3, 3, 4, 4).dice(1, 1, 2, 2, 3, 3).do(UseWild(singles=3))
    hand = playing.state.side("red").hand
    assert (hand.single_count, hand.singles) == (5, (1, 2))


def test_the_second_player_knows_what_the_first_said() -> None:
    """rule: WC-WILD-1.  When blue is asked, red's triple lies there."""
    playing = in_initiative().dice(1, 2, 3, 4, 5, 5).dice(1, 1, 2, 2, 3, 3).do(UseWild(raised=((5, 2),)))
    assert playing.choice.player == "blue"
    assert sets_of(playing, "red") == Counter([(5, 3)])


def test_the_wild_die_takes_the_number_of_the_set_that_it_raises() -> None:
    """rule: WC-WILD-3.  Single, double and triple of three numbers, each raised by one die."""
    playing = in_initiative(2).dice(6, 4, 4, 2, 2, 2).dice(1, 1, 2, 2, 3, 3)
    playing.do(UseWild(raised=((6, 1), (4, 2), (2, 3))))
    assert sets_of(playing, "red") == Counter([(6, 2), (4, 3), (2, 4)])


def test_a_quad_cannot_be_raised() -> None:
    """rule: WC-WILD-5."""
    playing = in_initiative().dice(4, 4, 4, 4, 1, 2).dice(1, 1, 2, 2, 3, 3)
    assert playing.faults(UseWild(raised=((4, 4),))) == ["WC-WILD-5"]


def test_a_raised_single_is_no_single_in_the_recount() -> None:
    """rule: WC-WILD-6, WC-SEIZE-2.  Red leads by 3 to 2, raises one single, and blue adds one: 2 to 3."""
    playing = in_initiative().dice(1, 2, 3, 4, 4, 4).dice(1, 2, 3, 3, 4, 4)
    assert playing.state.initiative == "red"
    playing.do(UseWild(raised=((1, 1),)), UseWild(singles=1))
    assert playing.state.initiative == "blue"


def test_singles_are_counted_again_only_when_both_have_spoken() -> None:
    """rule: WC-SEIZE-1, WC-INIT-4.  Blue leads by 2 to 1; red's wild single ties, yet blue answers first."""
    playing = in_initiative(blue=1).dice(1, 2, 3, 3, 4, 4).dice(1, 2, 2, 2, 3, 3)
    playing.do(UseWild(raised=((1, 1),)))
    assert (playing.choice.player, playing.state.initiative) == ("blue", "red")
    playing.do(UseWild(singles=1))
    assert playing.state.initiative == "blue"


def test_who_leads_still_keeps_the_initiative_without_dice() -> None:
    """rule: WC-SEIZE-2.  3 to 1 and then 3 to 2: no roll-off is due."""
    playing = in_initiative().dice(1, 2, 3, 4, 4, 4).dice(1, 2, 2, 2, 3, 3).do(UseWild(), UseWild(singles=1))
    assert playing.state.initiative == "red"
    assert not playing.state.agenda


def test_example_of_the_initiative_phase() -> None:
    """rule: WC-INIT-5, WC-WILD-3, WC-SEIZE-3.  Examples EX-4, EX-5, EX-6 and EX-7."""
    playing = in_initiative(0, 1).dice(1, 2, 3, 3, 5, 5).dice(1, 4, 4, 6, 6, 6)
    assert playing.state.initiative == "red"
    assert [side.hand.wild for side in playing.state.sides] == [1, 2]
    playing.do(UseWild(raised=((5, 2),)))
    assert sets_of(playing, "red") == Counter([(3, 2), (5, 3)])
    assert playing.state.side("red").hand.single_count == 2
    playing.do(UseWild(singles=1, raised=((6, 3),)))
    assert sets_of(playing, "blue") == Counter([(4, 2), (6, 4)])
    assert playing.state.side("blue").hand.single_count == 2
    playing.dice(2).dice(6)
    assert playing.state.initiative == "blue"


def test_example_two_wild_dice_on_one_double() -> None:
    """rule: WC-WILD-4.  Example EX-8: neither as two raises of the double nor through the triple."""
    playing = in_initiative(1).dice(4, 4, 1, 2, 3, 5).dice(1, 1, 2, 2, 3, 3)
    assert playing.faults(UseWild(raised=((4, 2), (4, 2)))) == ["WC-WILD-4"]
    assert playing.faults(UseWild(raised=((4, 2), (4, 3)))) == ["WC-WILD-3"]


def test_example_all_wild_dice_are_kept_until_the_last_round() -> None:
    """rule: WC-WILD-7.  Example EX-9: four dice gained in four rounds are used at once in the fourth."""
    rounds = tuple(step for _ in range(4) for step in (InitiativePhase(), EndOfRound()))
    playing = in_initiative(0, 0, *rounds[1:])
    for _ in range(3):
        playing.dice(1, 2, 3, 4, 5, 6).dice(1, 1, 2, 2, 3, 3).do(UseWild(), UseWild())
    playing.dice(1, 2, 3, 4, 5, 6).dice(1, 1, 2, 2, 3, 3)
    assert playing.state.side("red").hand.wild == 4
    playing.do(UseWild(singles=4))
    assert playing.state.side("red").hand.single_count == 10


def test_the_second_action_is_chosen_after_the_first_is_done() -> None:
    """rule: WC-ACT-1, WC-COMBAT-2.  Example EX-10: the same action twice."""
    playing = fighting(APART).do(Activate("red-a"), Move(walk((9, 5))))
    assert playing.fighter("red-a").at == (9, 5, 0)
    assert (playing.choice.kind, playing.choice.about.left) == ("act", 1)  # type: ignore[attr-defined]
    playing.do(Move(walk((9, 9))))
    assert playing.fighter("red-a").at == (9, 9, 0)
    assert playing.choice.player == "blue"


def test_a_player_with_fewer_fighters_passes_while_the_other_goes_on() -> None:
    """rule: WC-COMBAT-8, WC-COMBAT-6.  Example EX-11: blue's one fighter is done; red activates two in a row."""
    places = {"red-a": (5, 5), "red-c": (5, 9), "red-d": (5, 13), "blue-b": (25, 15)}
    playing = fighting(places, agenda=(CombatPhase(),))
    order = []
    for fighter in ("red-a", "blue-b", "red-c", "red-d"):
        order.append(playing.choice.player)
        x, y, _ = playing.fighter(fighter).at
        playing.do(Activate(fighter), Move(walk((x, y + 1))), Wait())
    assert order == ["red", "blue", "red", "red"]
    assert [told.split()[0] for told in playing.told("pass")] == ["blue", "blue", "red"]
    assert not playing.state.agenda


def test_the_initiative_player_picks_the_first_fighter() -> None:
    """rule: WC-COMBAT-1."""
    playing = fighting({**APART, "blue-c": (20, 5)}, initiative="blue")
    assert (playing.choice.player, playing.choice.about) == ("blue", ("blue-b", "blue-c"))


def test_bonus_actions_have_no_limit() -> None:
    """rule: WC-BONUS-1, WC-BONUS-2.  Four bonus moves of 1 in, then both actions."""
    bonus = {"do": "bonus", "actions": ["move"], "inches": 1}
    playing = powered(APART, (3, 2), own=[ability(bonus, bonus, bonus, bonus)]).do(use("trick", 3, 2))
    for x in (6, 7, 8, 9):
        playing.do(Move(walk((x, 5))))
    assert playing.choice.about.left == 2  # type: ignore[attr-defined]
    playing.do(Move(walk((13, 5))), Move(walk((17, 5))))
    assert playing.fighter("red-a").at == (17, 5, 0)


def test_a_bonus_move_is_no_way_out_of_an_engagement() -> None:
    """rule: WC-BONUS-3."""
    own = [ability({"do": "bonus", "actions": ["move", "attack"]})]
    playing = powered({"red-a": (5, 5), "blue-b": (5 + 2 * R + 0.5, 5)}, (3, 2), own=own).do(use("trick", 3, 2))
    assert playing.faults(Move(walk((3, 5)))) != []
    playing.do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1)
    assert playing.choice.about.left == 2  # type: ignore[attr-defined]


def test_effects_of_an_activation_end_when_the_fighter_waits() -> None:
    """rule: WC-WAIT-6.  An inch more until the activation ends: in the second one it is gone."""
    playing = powered(APART, (3, 2)).do(use("rush", 3, 2), Wait(), Activate("blue-b"), Wait(), Activate("red-a"))
    assert playing.faults(Move(walk((9.5, 5)))) == ["WC-MOVE-1"]
    playing.do(Move(walk((9, 5))))


def test_example_an_ability_in_each_of_two_activations() -> None:
    """rule: WC-WAIT-5, WC-WAIT-4.  Example EX-26: before the one action of the second, or after it."""
    start = (use("rush", 3, 2), Wait(), Activate("blue-b"), Wait(), Activate("red-a"))
    before = powered(APART, (3, 2), (5, 2)).do(*start, use("rush", 5, 2), Move(walk((10, 5))))
    assert before.choice.kind == "activate"
    after = powered(APART, (3, 2), (5, 2)).do(*start, Move(walk((9, 5))), use("rush", 5, 2))
    assert after.choice.kind == "activate"


def test_a_thrall_uses_the_abilities_of_its_own_faction_and_the_universal_ones() -> None:
    """rule: WC-THRALL-3."""
    own = [
        ability({"do": "heal", "amount": 1}, id="trick", faction="marsh"),
        ability({"do": "heal", "amount": 1}, id="knack", faction="bank"),
    ]
    thrall = {"red-c": profile("c", "thrall", faction="bank")}
    playing = powered({**APART, "red-c": (7, 5)}, (5, 2), own=own, activated="red-c", profiles=thrall)
    assert not playing.faults(use("knack", 5, 2))
    assert not playing.faults(use("rush", 5, 2))
    assert playing.faults(use("trick", 5, 2)) == ["WC-ABIL-4"]


def test_after_the_last_phase_a_new_round_begins_until_the_last_round() -> None:
    """rule: WC-ROUND-2."""
    phases = []
    playing = fighting(APART, agenda=(NextRound(),), round=0, rounds=2)
    for n in (1, 2):
        playing.dice(1, 2, 3, 4, 5, 6).dice(1, 1, 2, 2, 3, 3).do(UseWild(), UseWild())
        phases.append((n, playing.state.round, playing.state.phase.value))
        playing.do(Activate("red-a"), Move(walk((5 + n, 5))), Wait())
        playing.do(Activate("blue-b"), Move(walk((20, 15 - n))), Wait())
    assert phases == [(1, 1, "combat"), (2, 2, "combat")]
    assert playing.state.is_over
