"""The initiative phase."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.warcry.battle.field import RULES, Playing, fighting
from warcry3d.game.actions import Pick
from warcry3d.game.ruleset import Choice
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.battle.rounds.initiative import InitiativePhase, hand_of
from warcry3d.rules.warcry.battle.state import InitiativeDice, Set

FACES = st.lists(st.integers(1, 6), min_size=6, max_size=6).map(tuple)


def initiative(wild: int = 0) -> Playing:
    """Return a battle at the begin of an initiative phase; ``wild``: wild dice that both kept."""
    playing = fighting({"red-a": (5, 5), "blue-b": (20, 15)}, agenda=(InitiativePhase(),), initiative="")
    if wild:
        sides = tuple(side.changed(hand=InitiativeDice(wild=wild)) for side in playing.state.sides)
        playing.state = playing.state.changed(sides=sides)
    return playing


def test_singles_are_dice_whose_number_no_other_shows() -> None:
    """rule: WC-INIT-1, WC-INIT-2, WC-INIT-8.  2 and 6 are singles, two 3s a double, two 5s another."""
    hand = hand_of((2, 3, 5, 3, 5, 6))
    assert (hand.singles, hand.sets) == ((2, 6), (Set(value=3, count=2), Set(value=5, count=2)))


@pytest.mark.parametrize(
    ("faces", "singles", "sets"),
    [
        ((4, 4, 4, 1, 2, 3), 3, [(4, 3)]),
        ((4, 4, 4, 4, 2, 3), 2, [(4, 4)]),
        ((4, 4, 4, 4, 4, 3), 1, [(4, 4)]),
        ((4, 4, 4, 4, 4, 4), 0, [(4, 4), (4, 2)]),
        ((1, 2, 3, 4, 5, 6), 6, []),
        ((1, 1, 2, 2, 3, 3), 0, [(1, 2), (2, 2), (3, 2)]),
    ],
)
def test_sets_are_doubles_triples_and_quads(faces: tuple[int, ...], singles: int, sets: list[tuple[int, int]]) -> None:
    """rule: WC-INIT-2, WC-INIT-8.

    Of five alike one is lost beside the quad; of six the other two are a double of their own.
    """
    hand = hand_of(faces)
    assert (len(hand.singles), [(one.value, one.count) for one in hand.sets]) == (singles, sets)


@given(FACES)
def test_no_die_counts_twice(faces: tuple[int, ...]) -> None:
    """rule: WC-INIT-2.  At most one die is lost, and only beside a quad."""
    hand = hand_of(faces)
    used = len(hand.singles) + sum(one.count for one in hand.sets)
    assert used == 6 or (used == 5 and any(one.count == 4 for one in hand.sets))


def test_more_singles_has_the_initiative() -> None:
    """rule: WC-INIT-1, WC-INIT-5."""
    playing = initiative().dice(1, 1, 2, 2, 3, 3).dice(1, 2, 3, 4, 5, 5)
    assert playing.state.initiative == "blue"
    assert playing.choice.player == "blue"


def test_a_tie_is_rolled_off_until_it_is_none() -> None:
    """rule: WC-INIT-1, WC-DICE-2, WC-INIT-6, WC-DICE-6, WC-DICE-7."""
    playing = initiative().dice(1, 1, 2, 2, 3, 3).dice(4, 4, 2, 2, 3, 3)
    assert playing.told("tie") == ["red, blue are tied with 0 singles each"]
    playing.dice(5).dice(5).dice(2).dice(3)
    assert playing.state.initiative == "blue"


def test_each_player_gains_a_wild_die_and_speaks_in_the_order_of_initiative() -> None:
    """rule: WC-INIT-3, WC-WILD-1.  A die that was kept is there beside the new one."""
    playing = initiative(wild=1).dice(1, 2, 3, 4, 5, 6).dice(1, 1, 2, 2, 3, 3)
    first = playing.choice
    playing.do(UseWild())
    assert (first.player, playing.choice.player) == ("red", "blue")
    assert [side.hand.wild for side in playing.state.sides] == [2, 2]


def test_a_wild_die_makes_a_single_a_double_and_a_double_a_triple() -> None:
    """rule: WC-INIT-3, WC-WILD-3, WC-WILD-6.  The raised single is none any more."""
    playing = initiative(wild=1).dice(1, 2, 3, 4, 5, 5).dice(1, 1, 2, 2, 3, 3)
    playing.do(UseWild(raised=((1, 1), (5, 2))))
    hand = playing.state.side("red").hand
    assert hand.singles == (2, 3, 4)
    assert set(hand.sets) == {Set(value=1, count=2), Set(value=5, count=3)}
    assert hand.wild == 0


def test_wild_dice_keep_within_their_limits() -> None:
    """rule: WC-INIT-3, WC-WILD-4, WC-WILD-5.

    Two there: not three; not two for one set; no quad larger; no set that is not there.
    """
    playing = initiative(wild=1).dice(4, 4, 4, 4, 1, 2).dice(1, 1, 2, 2, 3, 3)
    wrong = [
        UseWild(singles=3),
        UseWild(singles=-1),
        UseWild(raised=((1, 1), (1, 1))),
        UseWild(raised=((4, 4),)),
        UseWild(raised=((6, 1),)),
        UseWild(raised=((1, 2),)),
        Pick(("1",)),
    ]
    rules = [playing.faults(action) for action in wrong]
    assert rules[:-1] == [[f"WC-{id}"] for id in ("INIT-3", "INIT-3", "WILD-4", "WILD-5", "WILD-3", "WILD-3")]
    assert rules[-1]
    assert not playing.faults(UseWild(singles=2))


def test_more_singles_after_the_wild_dice_seizes_the_initiative() -> None:
    """rule: WC-INIT-4, WC-SEIZE-2, WC-WILD-2.  Red has 2 singles, blue 1 and two wild dice."""
    playing = initiative(wild=1).dice(1, 2, 3, 3, 4, 4).dice(1, 2, 2, 2, 3, 3)
    playing.do(UseWild(), UseWild(singles=2))
    assert playing.state.initiative == "blue"


def test_a_new_tie_is_rolled_off_but_not_one_that_was_there_before() -> None:
    """rule: WC-INIT-4, WC-SEIZE-3, WC-SEIZE-4."""
    new = initiative().dice(1, 2, 3, 3, 4, 4).dice(1, 2, 2, 2, 3, 3).do(UseWild(), UseWild(singles=1))
    assert new.dice(1).dice(4).state.initiative == "blue"
    old = initiative().dice(1, 1, 2, 2, 3, 3).dice(1, 1, 2, 2, 3, 3).dice(4).dice(2)
    old.do(UseWild(singles=1), UseWild(singles=1))
    assert old.state.initiative == "red"
    assert not old.state.agenda


def test_wild_dice_as_singles_are_gone_next_round_and_kept_ones_are_there() -> None:
    """rule: WC-INIT-3."""
    playing = initiative(wild=1).dice(1, 2, 3, 4, 5, 6).dice(1, 1, 2, 2, 3, 3).do(UseWild(singles=1), UseWild())
    red = playing.state.side("red").hand
    assert (red.wild_singles, red.wild, playing.state.side("blue").hand.wild) == (1, 1, 2)
    assert not isinstance(playing.due, Choice)


def test_chances_of_singles_are_those_of_all_throws() -> None:
    """rule: WC-INIT-1.  Of all 46,656 throws of six dice: six singles 720, none 2,970 (worked out by partitions)."""
    counts = [0] * 7
    for faces in product(range(1, 7), repeat=6):
        counts[len(hand_of(faces).singles)] += 1
    # 6 singles 6!; 4 singles and a double; none: 2+2+2, 3+3, 2+4, 6 alike.
    none = 20 * 90 + 15 * 20 + 30 * 15 + 6
    assert (counts[6], counts[5], counts[0]) == (720, 0, none)
    assert Fraction(sum(n * c for n, c in enumerate(counts)), 6**6) == 6 * Fraction(5, 6) ** 5


def said(playing: Playing, action: UseWild) -> list[str]:
    return [str(line) for line in RULES.preview(playing.state, action).lines]


def test_preview_of_wild_dice_says_who_would_take_the_initiative() -> None:
    """rule: WC-SEIZE-2.  Red has four singles, blue three and two wild dice; red raises its four, or adds to them."""
    playing = initiative(wild=1).dice(1, 2, 3, 4, 5, 5).dice(1, 2, 3, 6, 6, 6)
    assert playing.choice.player == "red"
    assert said(playing, UseWild())[:2] == [
        "red would keep the initiative",
        "blue can still take it with 2 wild dice as singles",
    ]
    raised = said(playing, UseWild(raised=((1, 1), (2, 1))))
    assert raised[0] == "blue would take the initiative"
    assert "red: 2 singles" in raised[-2] and "blue: 3 singles" in raised[-2]
    assert "double of 1" in raised[-1]
    assert said(playing, UseWild(raised=((1, 1),)))[0] == "red, blue would roll off for the initiative"
    assert said(playing, UseWild(singles=2))[1:2] == ["red: 6 singles, blue: 3 singles"]
    assert said(playing, UseWild(singles=5)) == []


def test_preview_of_wild_dice_agrees_with_what_then_happens() -> None:
    """rule: WC-SEIZE-4.  An old tie is not rolled off again: who won it keeps the initiative."""
    playing = initiative(wild=1).dice(1, 2, 3, 3, 4, 4).dice(5, 6, 3, 3, 4, 4).dice(5).dice(2)
    holder = playing.state.initiative
    other = "blue" if holder == "red" else "red"
    assert said(playing, UseWild())[0] == f"{holder} would keep the initiative"
    playing.do(UseWild())
    assert said(playing, UseWild())[0] == f"{holder} would keep the initiative"
    assert said(playing, UseWild(singles=1))[0] == f"{other} would take the initiative"
    playing.do(UseWild(singles=1))
    assert playing.state.initiative == other
