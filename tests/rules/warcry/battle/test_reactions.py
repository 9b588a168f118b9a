"""Reactions that abilities give: when they are offered, what they cost, what they do."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, Playing, R, profile, walk, weapon
from tests.rules.warcry.battle.powers import ability, powered, use
from warcry3d.game.actions import Decline, React
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, Wait

TOUCH = 2 * R
CLOSE = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (25, 18)}
BOWMAN = {"red-a": profile("a", weapons=[BOW])}
WALL = {"id": "wall", "kind": "obstacle", "box": {"min": [10, 3, 0], "max": [10.3, 7, 1.2]}}


def reaction(*words: dict[str, Any], to: str = "melee", **more: Any) -> dict[str, Any]:
    reacts = {"to": to, **more.pop("reacts", {})}
    return ability(*words, cost="reaction", reacts=reacts, **more)


def attacked(*words: dict[str, Any], **more: Any) -> Playing:
    """Return blue-b asked how it reacts to a melee attack of three dice by red-a."""
    own = [reaction(*words, **more.pop("own", {}))]
    return powered(CLOSE, own=own, **more).do(Attack(0, "blue-b"))


TOUGHER = {"do": "change", "what": ["toughness"], "add": 1, "until": "this-attack"}


def test_reactions_are_offered_beside_the_one_that_all_have() -> None:
    """rule: WC-REACT-12."""
    playing = attacked(TOUGHER)
    assert (playing.choice.kind, playing.choice.player) == ("react", "blue")
    assert playing.about.offered == (("blue-b", ("counter", "trick")),)
    assert playing.faults(React("blue-b", "take-cover")) == ["WC-REACT-1"]
    assert playing.faults(React("blue-c", "trick")) == ["WC-REACT-1"]


def test_a_reaction_costs_an_action_and_no_dice() -> None:
    """rule: WC-REACT-7, WC-REACT-9, WC-REACT-11."""
    playing = attacked(TOUGHER).do(React("blue-b", "trick")).dice(1, 1, 1)
    assert playing.fighter("blue-b").reactions == 1
    playing.do(Wait(), Activate("blue-b"))
    assert playing.choice.about.left == 1  # type: ignore[attr-defined]
    waiting = powered({**CLOSE, "red-d": (20, 3)}, own=[reaction(TOUGHER)]).do(Wait(), Activate("blue-b"), Wait())
    waiting.do(Activate("red-a"), Attack(0, "blue-b"), React("blue-b", "trick")).dice(1, 1, 1)
    assert not waiting.fighter("blue-b").is_waiting


def test_a_reaction_is_no_ability_to_be_used() -> None:
    """rule: WC-ABIL-1, WC-REACT-12."""
    playing = powered(CLOSE, (3, 2), own=[reaction(TOUGHER)])
    assert playing.faults(use("trick", 3, 2)) == ["WC-REACT-1"]


def test_tougher_for_that_attack_alone() -> None:
    """rule: WC-ATT-3.  Strength 4 against 5: fives hit; against the second attack fours do."""
    playing = attacked(TOUGHER).do(React("blue-b", "trick")).dice(4, 4, 5)
    assert playing.fighter("blue-b").damage == 1
    assert playing.state.effects == ()
    playing.do(Attack(0, "blue-b"), Decline()).dice(4, 4, 5)
    assert playing.fighter("blue-b").damage == 1 + 3


def test_fewer_dice_for_the_attacker() -> None:
    fewer = {"do": "change", "who": "picked", "what": ["attacks"], "subtract": 1, "least": 1, "until": "this-attack"}
    assert attacked(fewer).do(React("blue-b", "trick")).roll.count == 2


@pytest.mark.parametrize(
    ("words", "faces", "damage"),
    [
        (({"do": "riposte", "each": "miss", "amount": 2},), (1, 3, 4), 4),
        (({"do": "riposte", "on": 1, "to": 2, "amount": 2},), (1, 2, 3), 4),
        (({"do": "riposte", "each": "hit"}, {"do": "riposte", "each": "crit", "amount": 2}), (4, 5, 6), 1 + 1 + 2),
        (({"do": "riposte", "each": "crit"},), (4, 5, 1), 0),
    ],
)
def test_ripostes_cost_the_attacker(words: tuple[dict[str, Any], ...], faces: tuple[int, ...], damage: int) -> None:
    """rule: WC-REACT-12."""
    playing = attacked(*words).do(React("blue-b", "trick")).dice(*faces)
    assert playing.fighter("red-a").damage == damage
    playing.do(Attack(0, "blue-b"), Decline()).dice(*faces)
    assert playing.fighter("red-a").damage == damage


def test_critical_hits_are_sheltered_from() -> None:
    """rule: WC-REACT-12.  On a 3 up, two of three: 1 + 1 + 4."""
    playing = attacked({"do": "shelter", "on": 3}).do(React("blue-b", "trick")).dice(6, 6, 6)
    assert (playing.roll.player, playing.roll.count) == ("blue", 3)
    assert playing.dice(2, 3, 4).fighter("blue-b").damage == 4 + 1 + 1


def test_who_is_in_cover_from_missiles() -> None:
    own = [reaction({"do": "shelter", "on": 3}, to="missile", reacts={"in_cover": True})]
    places = {"red-a": (5, 5), "blue-b": (10.3 + R + 0.1, 5)}
    for parts, offered in (([WALL], ("take-cover", "trick")), ([], None)):
        playing = powered(places, own=own, profiles=BOWMAN, parts=parts).do(Attack(0, "blue-b"))
        if offered is None:
            assert playing.roll.count == 2
        else:
            assert playing.about.offered == (("blue-b", offered),)


@pytest.mark.parametrize(
    ("to", "melee", "missile"), [("melee", True, False), ("missile", False, True), ("attack", True, True)]
)
def test_to_which_attacks(to: str, melee: bool, missile: bool) -> None:
    """rule: WC-REACT-5, WC-REACT-12."""
    own = [reaction(TOUGHER, to=to)]
    near = powered(CLOSE, own=own).do(Attack(0, "blue-b"))
    assert ("trick" in near.about.offered[0][1]) == melee
    far = powered({"red-a": (5, 5), "blue-b": (9, 5)}, own=own, profiles=BOWMAN).do(Attack(0, "blue-b"))
    assert (getattr(far.due, "kind", "") == "react") == missile


def test_conditions_and_runemarks_hold_for_reactions() -> None:
    """rule: WC-ABIL-4, WC-REACT-12."""
    plain = ("counter",)
    guarded = {"only": [{"is": "near", "whom": {"side": "friend", "other": True, "within": 3}}]}
    assert attacked(TOUGHER, own=guarded).about.offered == (("blue-b", plain),)
    assert attacked(TOUGHER, own={"runemarks": ["hero"]}).about.offered == (("blue-b", plain),)
    big = {"reacts": {"enemy": {"side": "enemy", "runemarks": ["brute"]}}}
    assert attacked(TOUGHER, own=big).about.offered == (("blue-b", plain),)
    nobody = {"do": "pick", "whom": {"side": "friend", "other": True, "within": 3}}
    assert attacked(nobody, TOUGHER).about.offered == (("blue-b", plain),)


def test_an_attacker_taken_down_before_the_dice_does_not_roll() -> None:
    """rule: WC-DAMAGE-3."""
    blast = {"do": "damage", "who": "picked", "amount": 20}
    playing = attacked(blast, TOUGHER).do(React("blue-b", "trick"))
    assert playing.fighter("red-a").place == "down"
    assert playing.fighter("blue-b").damage == 0
    assert playing.state.effects == ()


def test_to_one_who_disengages_before_it_leaves() -> None:
    """rule: WC-REACT-5, WC-REACT-12."""
    trip = {"do": "roll", "each": [{"on": 3, "then": [{"do": "damage", "who": "picked", "amount": "D6"}]}]}
    playing = powered(CLOSE, own=[reaction(trip, to="disengage")]).do(Disengage(walk((3, 5))))
    assert playing.about.offered == (("blue-b", ("strike-them-down", "trick")),)
    playing.do(React("blue-b", "trick")).dice(3).dice(4)
    assert (playing.fighter("red-a").damage, playing.fighter("red-a").at[0]) == (4, 3)


def test_to_one_who_moved_near_and_only_by_who_has_not_acted() -> None:
    """rule: WC-REACT-5, WC-REACT-6.  Within 3 in and seen; one reaction only, whoever makes it."""
    step = {"do": "bonus", "actions": ["move"]}
    near = {"enemy": {"side": "enemy", "within": 3, "visible": True}}
    places = {"red-a": (5, 5), "red-d": (5, 15), "blue-b": (11, 5), "blue-c": (7, 8.5)}
    playing = powered(places, own=[reaction(step, to="move", reacts=near)]).do(Move(walk((5.5, 5))))
    assert playing.choice.kind == "react"
    assert playing.about.offered == (("blue-c", ("trick",)),)
    playing.do(Decline(), Move(walk((7, 5))))
    assert playing.about.offered == (("blue-b", ("trick",)), ("blue-c", ("trick",)))
    playing.do(React("blue-b", "trick"), Move(walk((9, 5))))
    assert (playing.choice.kind, playing.choice.player) == ("activate", "blue")


def test_nobody_reacts_in_its_own_side_s_activation() -> None:
    """rule: WC-REACT-1.  The bonus attack that a reaction brings is on red; red's others may not react to it."""
    strike = {"do": "bonus", "actions": ["attack"]}
    places = {"red-a": (5, 5), "red-d": (5 + TOUCH + 0.5 + TOUCH + 0.5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}
    playing = powered(places, own=[reaction(strike)]).do(Attack(0, "blue-b"), React("blue-b", "trick"))
    assert playing.do(Attack(0, "red-d")).roll.player == "blue"
    playing.dice(6, 1, 1)
    assert playing.roll.player == "red"


def test_monsters_have_no_reactions() -> None:
    """rule: WC-MON-10."""
    playing = attacked(TOUGHER, profiles={"blue-b": profile("b", "gargantuan", weapons=[weapon(3)])})
    assert playing.roll.count == 3
