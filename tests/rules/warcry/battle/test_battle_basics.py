"""Friends and enemies, measuring, tokens, how a battle goes on from its first question to its winner."""

import msgspec
import pytest

from tests.rules.warcry.battle.field import RULES, Playing, R, fighting, profile, set_up, walk
from tests.rules.warcry.battle.powers import ability, powered, use
from tests.rules.warcry.battle.test_opening import begun, to_deploying
from warcry3d.errors import FileError
from warcry3d.game.dice import SeededDice
from warcry3d.game.ruleset import Choice, Outcome, Roll
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Deploy, Disengage, Move
from warcry3d.rules.warcry.battle.fighters import enemies_within
from warcry3d.rules.warcry.battle.rounds.phases import NextRound
from warcry3d.rules.warcry.battle.state import FighterStatus, Treasure
from warcry3d.rules.warcry.players.fallback import sure
from warcry3d.sight.distance import measure

TOUCH = 2 * R


def test_a_battle_of_one_player_is_refused() -> None:
    """rule: WC-PLAYERS-1."""
    setup = set_up([profile("a")], [profile("b")])
    alone = {**setup.details, "warbands": {"red": setup.details["warbands"]["red"]}}
    with pytest.raises(FileError, match="players"):
        RULES.start(msgspec.structs.replace(setup, players=("red",), details=alone))


def test_fighters_of_one_warband_are_friends_and_all_others_are_enemies() -> None:
    """rule: WC-PLAYERS-2, WC-PLAYERS-3.  Nobody is its own enemy, or attacks a friend."""
    places = {"red-a": (5, 5), "red-c": (5 + TOUCH + 0.2, 5), "blue-b": (5, 5 + TOUCH + 0.2), "blue-d": (25, 15)}
    playing = fighting(places)
    assert enemies_within(playing.state, "red-a", 30) == ("blue-b", "blue-d")
    assert enemies_within(playing.state, "blue-b", 30) == ("red-a", "red-c")
    playing.do(Activate("red-a"))
    assert playing.faults(Attack(0, "red-c")) != []
    assert playing.faults(Attack(0, "red-a")) != []
    assert not playing.faults(Attack(0, "blue-b"))


@pytest.mark.parametrize(("other", "healed"), [(True, ("red-c",)), (False, ("red-a", "red-c"))])
def test_other_friendly_fighters_are_not_the_fighter_itself(other: bool, healed: tuple[str, ...]) -> None:
    """rule: WC-PLAYERS-3."""
    heals = ability({"do": "heal", "who": {"side": "friend", "within": 6, "other": other}, "amount": 1})
    playing = powered({"red-a": (5, 5), "red-c": (8, 5), "blue-b": (25, 15)}, (3, 2), own=[heals])
    hurt = tuple(f.changed(damage=2) for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=hurt)
    playing.do(use("trick", 3, 2))
    assert tuple(f.id for f in playing.state.fighters if f.damage == 1) == healed


def test_the_base_is_a_part_of_the_fighter() -> None:
    """rule: WC-PLAYERS-4.  Its rim may touch the battlefield's edge; a hundredth of an inch more is too far."""
    playing = fighting({"red-a": (2, 5), "blue-b": (25, 15)}).do(Activate("red-a"))
    assert playing.faults(Move(walk((R - 0.01, 5)))) == ["WC-MOVE-4"]
    playing.do(Move(walk((R, 5))))


def test_distances_are_open_before_a_player_chooses() -> None:
    """rule: WC-DIST-5.  Whoever is asked: all bases may be measured, and that changes nothing."""
    playing = fighting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 4, 5), "blue-c": (5, 16)})
    for action in (Activate("red-a"), Move(walk((7, 5)))):
        before = RULES.plain(playing.state)
        table = RULES.table(playing.state)
        x = playing.fighter("red-a").at[0]
        assert measure(table.model("red-a"), table.model("blue-b")).direct == pytest.approx(9 - x)
        assert measure(table.model("blue-b"), table.model("blue-c")).direct > 0
        assert RULES.plain(playing.state) == before
        playing.do(action)


def test_a_rule_about_horizontal_distance_leaves_the_height_out() -> None:
    """rule: WC-DIST-6, WC-DEPLOY-2.  A tower 8 in high at the deployment point: its top is within 3 in horizontally."""
    tower = {"id": "tower", "kind": "platform", "box": {"min": [13, 1, 0], "max": [17, 4, 8]}}
    playing = to_deploying(begun(parts=[tower]))
    assert not playing.faults(Deploy("red-a", (15, 3, 8)))
    assert not playing.faults(Deploy("red-a", (15, 4 + R, 0)))


def test_tokens_that_keep_count_touch_nothing_on_the_table() -> None:
    """rule: WC-MARK-1.  Example EX-30: damage, waiting, spent actions and groups leave sight, ways and cover as is."""
    playing = fighting({"red-a": (5, 5), "blue-b": (12, 5)})
    plain = RULES.table(playing.state)
    marked = tuple(
        f.changed(damage=3, activations=1, reactions=1, is_waiting=True, group="hammer") for f in playing.state.fighters
    )
    now = RULES.table(playing.state.changed(fighters=marked))
    assert now.terrain == plain.terrain
    assert [(m.id, m.base, m.placement) for m in now.models] == [(m.id, m.base, m.placement) for m in plain.models]


def test_the_state_shows_what_tokens_would() -> None:
    """rule: WC-MARK-2, WC-GROUP-5."""
    treasure = (Treasure(id="treasure-1", at=(5.6, 5.6, 0.0)),)
    playing = fighting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 4, 5)}, treasures=treasure)
    playing.do(Activate("red-a"), Move(walk((5.2, 5)), treasure="treasure-1"))
    red = playing.fighter("red-a")
    assert (red.activations, red.is_waiting, red.reactions, red.damage, red.treasure) == (1, False, 0, 0, "treasure-1")
    assert red.group == "dagger"


def played_out() -> tuple[Playing, list[str]]:
    """Return a small battle played to its end by those who take the first answer that is allowed; what was asked."""
    red = [profile(name, wounds=4) for name in ("a", "b", "c")]
    blue = [profile(name, wounds=4) for name in ("d", "e", "f")]
    playing, asked = Playing(RULES.start(set_up(red, blue))), []
    dice, thrown = SeededDice(4), 0
    while not isinstance(playing.due, Outcome):
        match playing.due:
            case Roll() as roll:
                playing.dice(*dice.faces(roll, thrown))
                thrown += roll.count
            case Choice() as choice:
                asked.append(choice.kind)
                playing.do(sure(RULES, playing.state, choice))
    return playing, asked


def test_a_battle_goes_from_warbands_through_cards_and_rounds_to_the_winner() -> None:
    """rule: WC-BATTLE-1, WC-ROUND-2, WC-WIN-1.  Reaper lasts four rounds."""
    playing, asked = played_out()
    order = [
        kind for kind in dict.fromkeys(asked) if kind in ("attacker", "groups", "colour", "deploy", "wild", "activate")
    ]
    assert order == ["attacker", "groups", "colour", "deploy", "wild", "activate"]
    kinds = [event.kind for event in playing.events]
    steps = ("attacker", "groups", "card", "colour", "deploy", "round", "end")
    first = {kind: kinds.index(kind) for kind in steps}
    assert sorted(first, key=first.__getitem__) == list(steps)
    assert playing.told("round") == [f"round {n} of 4" for n in range(1, 5)]


def test_the_last_player_left_has_not_won_by_that() -> None:
    """rule: WC-WIN-3, WC-WIN-2.  All of blue's fighters are down, nobody has won a point: a draw."""
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, agenda=(NextRound(),), round=2)
    gone = tuple(f.changed(place=FighterStatus.DOWN) if f.player == "blue" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=gone)
    dice, thrown = SeededDice(1), 0
    while not isinstance(playing.due, Outcome):
        if isinstance(playing.due, Roll):
            roll = playing.due
            playing.dice(*dice.faces(roll, thrown))
            thrown += roll.count
        else:
            playing.do(sure(RULES, playing.state, playing.choice))
    assert playing.due.winners == ()
    assert playing.state.round == 4


def test_disengaging_is_no_move_action_and_picks_up_no_treasure() -> None:
    """rule: WC-TREASURE-4.  It walks across a treasure; only a move action has a place to say that it is picked up."""
    treasure = (Treasure(id="treasure-1", at=(3.5, 5.0, 0.0)),)
    playing = fighting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}, treasures=treasure).do(Activate("red-a"))
    playing.do(Disengage(walk((3, 5))))
    assert playing.state.treasures[0].carrier == ""
    assert "treasure" not in Disengage.__struct_fields__ and "treasure" in Move.__struct_fields__
