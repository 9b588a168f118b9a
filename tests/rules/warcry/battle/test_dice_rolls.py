"""Roll-offs, re-rolls, and dice that are what they must be."""

from tests.rules.warcry.battle.field import Playing, R, fighting, profile
from tests.rules.warcry.battle.test_attack import on_the_deck
from warcry3d.game.actions import Decline, Pick, PlaceAt, Rolled
from warcry3d.game.dice import d3, d66
from warcry3d.messages import Words
from warcry3d.rules.warcry.battle.actions import Activate, Attack
from warcry3d.rules.warcry.battle.state import Effect, Until


def attacking(rerolls: int) -> Playing:
    """Return an attack of three dice, of which so many may be rolled again."""
    effect = Effect(fighter="red-a", source="luck", what="re-roll-hits", until=Until.BATTLE, amount=rerolls)
    playing = fighting({"red-a": (5, 5), "blue-b": (6.8, 5)}, profiles={"blue-b": profile("b", wounds=30)})
    playing.state = playing.state.changed(effects=(effect,))
    return playing.do(Activate("red-a"), Attack(0, "blue-b"), Decline())


def test_dice_are_as_many_as_are_due_and_show_what_dice_show() -> None:
    """rule: WC-DICE-1."""
    playing = attacking(0)
    assert playing.faults(Rolled((1, 2)))
    assert playing.faults(Rolled((0, 1, 2)))
    assert playing.faults(Rolled((7, 1, 2)))
    assert playing.faults(Decline())


def test_d3_and_d66_are_read_off_six_sided_dice() -> None:
    """rule: WC-DICE-1, WC-DICE-3, WC-DICE-5.  Example EX-1: 3, then 5."""
    assert [d3(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert d66(3, 5) == 35


def test_a_die_is_rolled_again_once_at_most() -> None:
    """rule: WC-DICE-2, WC-DICE-8, WC-DICE-9.  The first and the third die; then they stay."""
    playing = attacking(2).dice(1, 6, 1)
    assert playing.choice.kind == "re-roll"
    assert playing.faults(Pick(("0", "0")))
    assert playing.faults(Pick(("3",)))
    assert playing.faults(Pick(("0", "1", "2")))
    playing.do(Pick(("0", "2"))).dice(4, 2)
    assert playing.fighter("blue-b").damage == 1 + 4
    assert playing.choice.kind == "act"


def test_who_does_not_want_to_roll_again_does_not() -> None:
    """rule: WC-DICE-2, WC-DICE-8."""
    assert attacking(1).dice(4, 4, 4).do(Decline()).fighter("blue-b").damage == 3


def test_what_dice_are_thrown_for_says_what_their_faces_do() -> None:
    """rule: WC-HIT-1, WC-EDGE-1, WC-IMPACT-1.  In English and Chinese, for whoever does not know the rules."""
    playing = on_the_deck(12 - R - 0.4).do(Attack(0, "blue-b"), Decline())
    said = [playing.roll.why.message]
    playing.dice(1, 1, 1)
    said.append(playing.roll.why.message)
    playing.dice(1).do(PlaceAt((12 + R + 0.1, 5, 0)))
    said.append(playing.roll.why.message)
    assert [Words("en").text(one) for one in said] == [
        "red-a rolls to hit blue-b (4+ hits)",
        "falling test of blue-b (it falls on 1)",
        "impact damage of blue-b (3 points on a 1, 1 on a 2 or 3)",
    ]
    assert [Words("zh_CN").text(one) for one in said] == [
        "red-a 对 blue-b 进行命中掷骰（4+ 命中）",
        "blue-b 的跌落测试（掷出 1 则跌落）",
        "blue-b 的撞击伤害（掷出 1 受 3 点，2 或 3 受 1 点）",
    ]
