"""How all other choices can be answered: the opening, wild dice, reactions, re-rolls, picks, bonus actions."""

from typing import Any

import msgspec
import pytest

from tests.rules.warcry.battle.field import BOW, RULES, Playing, fighting, profile, set_up, walk, weapon
from tests.rules.warcry.battle.powers import ability, powered, use
from tests.rules.warcry.battle.prompting import answer, asked, option, path_answer, refused
from tests.rules.warcry.battle.test_opening import begun
from tests.rules.warcry.battle.test_victory import FAR as APART
from tests.rules.warcry.battle.test_victory import LEY_LINES, by
from warcry3d.game.actions import Decline, Pick, React
from warcry3d.game.prompts import Divide, Go, PickOne, PickSome, Place, domain_faults, is_open
from warcry3d.motion.path import LegKind
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, SetUpTerrain, SplitGroups, UseWild
from warcry3d.rules.warcry.battle.rounds.initiative import WildDice
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase
from warcry3d.rules.warcry.battle.rounds.victory import SetUpVictory
from warcry3d.rules.warcry.battle.state import InitiativeDice, Set, Side

CLOSE = {"red-a": (5, 5), "blue-b": (6.5, 5)}


def pick(playing: Playing, id: str) -> PickOne:
    prompt = asked(playing)[id]
    assert isinstance(prompt, PickOne)
    return prompt


def some(playing: Playing, id: str) -> PickSome:
    prompt = asked(playing)[id]
    assert isinstance(prompt, PickSome)
    return prompt


def divide(playing: Playing, id: str) -> Divide:
    prompt = asked(playing)[id]
    assert isinstance(prompt, Divide)
    return prompt


# The opening


def test_the_attacker_is_one_of_the_players() -> None:
    """rule: WC-BAND-6."""
    playing = begun().dice(2).dice(5)
    assert [one.id for one in pick(playing, "attacker").options] == ["red", "blue"]
    answer(playing, "attacker", "blue")
    assert playing.state.attacker == "blue"


def test_a_warband_is_divided_into_groups_beginning_with_some_that_will_do() -> None:
    """rule: WC-BAND-6, WC-GROUP-3."""
    playing = begun().dice(2).dice(5).do(Pick(("blue",)))
    prompt = divide(playing, "groups")
    assert [one.id for one in prompt.items] == ["red-a", "red-b", "red-c"]
    assert [str(bin.label) for bin in prompt.bins] == ["dagger", "shield", "hammer"]
    assert str(option(prompt, "red-a").facts[0]) == "100 points, Move 4, Toughness 4, Wounds 10"
    uneven = (("red-a", "dagger"), ("red-b", "dagger"), ("red-c", "shield"))
    assert playing.faults(prompt.action(uneven)) == ["WC-GROUP-3"]
    mixed = (("red-b", "hammer"), ("red-a", "shield"), ("red-c", "dagger"))
    assert prompt.action(mixed) == SplitGroups(("red-c",), ("red-a",), ("red-b",))
    answer(playing, "groups", prompt.start)
    assert playing.fighter("red-a").group


def test_the_leader_is_told_among_the_fighters_to_be_divided() -> None:
    """rule: WC-BAND-2."""
    setup = set_up([profile("a", "hero"), profile("b"), profile("c")], [profile("d")])
    setup.details["warbands"]["red"]["fighters"][0]["role"] = "leader"
    playing = Playing(RULES.start(setup)).dice(2).dice(5).do(Pick(("blue",)))
    told = [[str(fact) for fact in one.facts[1:]] for one in divide(playing, "groups").items]
    assert told == [["leads the warband"], [], []]


def test_colours_that_others_have_are_shown_as_taken() -> None:
    """rule: WC-DEPLOY-5."""
    playing = begun().dice(6).dice(1).do(Pick(("red",)))
    playing.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)), SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    playing.dice(6).dice(1)
    assert [one.id for one in pick(playing, "colour").options if not one.faults] == ["red", "blue"]
    sides = tuple(side.changed(colour="red") if side.id == "blue" else side for side in playing.state.sides)
    playing.state = playing.state.changed(sides=sides)
    step: Any = playing.state.agenda[-1]
    (prompt,) = step.prompts(playing.state)
    assert refused(prompt, "red") == ["WC-DEPLOY-5"]
    assert not refused(prompt, "blue")


STONES = [
    {"id": f"stone-{x}-{y}", "kind": "obstacle", "box": {"min": [x, y, 0], "max": [x + 2, y + 2, 2]}}
    for x, y in ((3, 3), (9, 3), (3, 16), (9, 16), (18, 3), (24, 3), (18, 16), (24, 16))
]


def laying() -> Playing:
    """Return red about to set up eight stones, two of which lie in each quarter."""
    setup = set_up([profile("a"), profile("b"), profile("c")], [profile("d"), profile("e"), profile("f")])
    pieces = {part["id"]: {"parts": [part]} for part in STONES}
    table = {
        **setup.table,
        "pieces": pieces,
        "features": [{"id": id, "piece": id, "at": [0, 0, 0], "turn": 0} for id in pieces],
    }
    free = msgspec.structs.replace(setup, table=table, details={**setup.details, "terrain": "free"})
    playing = Playing(RULES.start(free)).dice(6).dice(1).do(Pick(("red",)))
    playing.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)), SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    return playing.dice(6).dice(1)


def test_terrain_is_put_anywhere_and_some_may_stay_in_the_box() -> None:
    """rule: WC-PLAN-3.  As it lies in the set-up is suggested."""
    playing = laying()
    prompt = asked(playing)["terrain"]
    assert isinstance(prompt, Place)
    assert [one.piece for one in prompt.items] == [part["id"] for part in STONES]
    assert prompt.suggested
    assert not playing.faults(prompt.action(prompt.suggested))
    nothing = prompt.action(())
    assert nothing == SetUpTerrain(())
    assert domain_faults(prompt, ()) == ()
    assert playing.faults(nothing)
    answer(playing, "terrain", prompt.suggested)
    assert playing.state.laid is not None
    ways = pick(playing, "orientation")
    assert [one.id for one in ways.options] == ["north", "south", "east", "west"]
    assert len([one for one in ways.options if one.faults]) == 2
    for one in ways.options:
        assert bool(one.faults) == bool(playing.faults(ways.action(one.id)))


# Wild dice


def wild(hand: InitiativeDice) -> Playing:
    sides = (Side(id="red", hand=hand), Side(id="blue", hand=InitiativeDice(singles=(2,))))
    return fighting({"red-a": (5, 5), "blue-b": (20, 15)}, sides=sides, agenda=(WildDice("red"), CombatPhase()))


def test_wild_dice_are_kept_become_singles_or_raise_a_set() -> None:
    """rule: WC-INIT-3, WC-WILD-1."""
    hand = InitiativeDice(singles=(1, 4), sets=(Set(value=6, count=3), Set(value=5, count=4)), wild=3)
    playing = wild(hand)
    prompt = divide(playing, "wild")
    assert [one.id for one in prompt.items] == ["wild-1", "wild-2", "wild-3"]
    assert [(str(bin.label), bin.most) for bin in prompt.bins] == [
        ("kept for later rounds", None),
        ("one more single", None),
        ("single of 1", 1),
        ("single of 4", 1),
        ("triple of 6", 1),
        ("quad of 5", 0),
    ]
    assert str(prompt.detail) == "red: 2 singles, blue: 1 single"
    assert prompt.action(prompt.start) == UseWild()
    mixed = (("wild-1", "3x6"), ("wild-2", "single"), ("wild-3", "1x4"))
    assert prompt.action(mixed) == UseWild(1, ((6, 3), (4, 1)))
    answer(playing, "wild", mixed)
    raised = playing.state.side("red").hand
    assert raised.sets == (Set(value=6, count=4), Set(value=5, count=4), Set(value=4, count=2))
    assert (raised.wild, raised.single_count) == (0, 2)


@pytest.mark.parametrize(
    "division",
    [
        (("wild-1", "1x1"), ("wild-2", "1x1")),
        (("wild-1", "4x5"), ("wild-2", "kept")),
    ],
)
def test_two_wild_dice_on_one_single_and_one_on_a_quad_are_no_answers(division: tuple[tuple[str, str], ...]) -> None:
    """rule: WC-INIT-3."""
    hand = InitiativeDice(singles=(1,), sets=(Set(value=5, count=4),), wild=2)
    assert domain_faults(divide(wild(hand), "wild"), division)


# Reactions


def test_the_target_of_a_melee_attack_may_counter_and_sees_why_it_cannot_take_cover() -> None:
    """rule: WC-REACT-2, WC-REACT-3, WC-REACT-7."""
    playing = fighting(CLOSE).do(Activate("red-a"), Attack(0, "blue-b"))
    prompt = pick(playing, "react")
    assert [(one.id, str(one.label), bool(one.faults)) for one in prompt.options] == [
        ("blue-b:counter", "blue-b: Counter", False),
        ("blue-b:take-cover", "blue-b: Take cover", True),
    ]
    assert [str(fact) for fact in option(prompt, "blue-b:counter").facts] == [
        "each miss costs the attacker 1 point of damage, each 1 on the die 2",
        "costs an action of this round",
        "the attack: 3 dice, hits on 4+, damage 1 or 4",
        "10 of 10 wounds left",
    ]
    assert playing.faults(prompt.action("blue-b:take-cover")) != []
    assert prompt.action("blue-b:counter") == React("blue-b", "counter")
    assert asked(playing)["decline"].action(True) == Decline()


def test_a_target_in_cover_may_take_it_but_for_mounts_and_the_waiting_lose_their_activation() -> None:
    """rule: WC-REACT-3, WC-REACT-7."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [8, 3, 0], "max": [9, 7, 0.8]}}
    places = {"red-a": (5, 5), "blue-b": (13, 5)}
    bows = {"red-a": profile("a", weapons=[BOW])}
    playing = fighting(places, profiles=bows, parts=[wall])
    waiting = tuple(
        f.changed(activations=1, is_waiting=True) if f.id == "blue-b" else f for f in playing.state.fighters
    )
    playing.state = playing.state.changed(fighters=waiting)
    playing.do(Activate("red-a"), Attack(0, "blue-b"))
    prompt = pick(playing, "react")
    assert refused(prompt, "blue-b:counter") == ["WC-REACT-2"]
    assert "costs its second activation" in [str(fact) for fact in option(prompt, "blue-b:take-cover").facts]
    answer(playing, "react", "blue-b:take-cover")
    assert not playing.fighter("blue-b").is_waiting


def test_each_enemy_that_may_strike_at_who_leaves_is_an_option() -> None:
    """rule: WC-REACT-4."""
    places = {"red-a": (5, 5), "blue-b": (6.5, 5), "blue-c": (5, 6.5)}
    playing = fighting(places).do(Activate("red-a"), Disengage(walk((3, 3))))
    prompt = pick(playing, "react")
    assert [one.id for one in prompt.options] == ["blue-b:strike-them-down", "blue-c:strike-them-down"]
    assert str(prompt.detail) == "to red-a"
    answer(playing, "react", "blue-c:strike-them-down")
    assert playing.fighter("blue-c").reactions == 1


def test_reactions_of_abilities_have_their_own_names_and_texts() -> None:
    """rule: WC-REACT-1."""
    flinch = {
        "id": "flinch",
        "name": "Flinch",
        "cost": "reaction",
        "reacts": {"to": "move"},
        "text": "It flinches.",
        "do": [{"do": "heal", "who": "self", "amount": 1}],
    }
    playing = powered({"red-a": (5, 5), "blue-b": (20, 15)}, own=[flinch]).do(Move(walk((6, 5))))
    prompt = pick(playing, "react")
    assert [str(one.label) for one in prompt.options] == ["blue-b: Flinch"]
    assert str(prompt.options[0].facts[0]) == "It flinches."
    assert prompt.action("blue-b:flinch") == React("blue-b", "flinch")


def test_dice_to_roll_again_are_picked_by_place_or_all_kept() -> None:
    """rule: WC-DICE-2, WC-HIT-1."""
    lucky = ability(
        {"do": "grant", "who": "self", "word": "re-roll-hits", "amount": 2, "until": "activation"}, id="lucky"
    )
    playing = powered(CLOSE, (3, 2), own=[lucky]).do(use("lucky", 3, 2), Attack(0, "blue-b"), Decline())
    playing.dice(2, 6, 4)
    prompt = some(playing, "re-roll")
    assert (prompt.least, prompt.most) == (1, 2)
    assert [one.dice for one in prompt.options] == [(2,), (6,), (4,)]
    assert [str(one.facts[0]) for one in prompt.options] == [
        "miss",
        "critical hit: 4 points of damage",
        "hit: 1 points of damage",
    ]
    assert [str(one.label) for one in prompt.options] == ["miss", "critical hit", "hit"]
    assert is_open(asked(playing)["decline"])
    answer(playing, "re-roll", ("0",))
    assert playing.roll.count == 1


# What abilities ask


def test_fighters_out_of_reach_or_sight_of_an_ability_are_shown_with_the_reason() -> None:
    """rule: WC-ABIL-1, WC-SIGHT-1."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [4, 7, 0], "max": [6, 7.5, 6]}}
    hex = ability(
        {"do": "pick", "whom": {"side": "enemy", "within": 6, "visible": True}},
        {"do": "damage", "who": "picked", "amount": 1},
        id="hex",
    )
    places = {
        "red-a": (5, 5),
        "red-f": (7, 3),
        "blue-b": (8, 5),
        "blue-c": (9, 6),
        "blue-d": (20, 15),
        "blue-e": (5, 9),
    }
    playing = powered(places, (3, 2), own=[hex], parts=[wall]).do(use("hex", 3, 2))
    prompt = pick(playing, "pick")
    found = {one.id: [fault.rule for fault in one.faults] for one in prompt.options}
    assert found == {"blue-b": [], "blue-c": [], "blue-d": ["WC-ABIL-1"], "blue-e": ["WC-SIGHT-1"]}
    answer(playing, "pick", "blue-c")
    assert playing.fighter("blue-c").damage == 1


def test_several_may_be_picked_or_none() -> None:
    """rule: WC-ABIL-1."""
    mend = ability(
        {"do": "pick", "whom": {"side": "friend"}, "count": "any"},
        {"do": "heal", "who": "picked", "amount": 1},
        id="mend",
    )
    playing = powered({"red-a": (5, 5), "red-f": (7, 3), "blue-b": (20, 15)}, (3, 2), own=[mend])
    playing.do(use("mend", 3, 2))
    prompt = some(playing, "pick")
    assert (prompt.least, prompt.most) == (0, 2)
    assert not playing.faults(prompt.action(()))
    assert prompt.action(("red-f", "red-a")) == Pick(("red-f", "red-a"))


def test_one_of_several_effects_is_picked_by_name() -> None:
    """rule: WC-ABIL-1."""
    heal = {"do": "heal", "who": "self", "amount": 1}
    either = ability({"do": "either", "of": [{"name": "More", "then": [heal]}, {"name": "Less", "then": [heal]}]})
    playing = powered({"red-a": (5, 5), "blue-b": (20, 15)}, (3, 2), own=[either]).do(use("trick", 3, 2))
    prompt = pick(playing, "either")
    assert [one.id for one in prompt.options] == ["More", "Less"]
    answer(playing, "either", "Less")
    assert playing.told("either") == ["Trick: Less"]


def test_a_bonus_move_has_the_inches_and_ways_of_the_ability() -> None:
    """rule: WC-ABIL-2."""
    dash = ability({"do": "bonus", "who": "self", "actions": ["move", "attack"], "inches": 3, "ways": ["walk", "jump"]})
    playing = powered({"red-a": (5, 5), "blue-b": (20, 15)}, (3, 2), own=[dash]).do(use("trick", 3, 2))
    prompts = asked(playing)
    assert list(prompts) == ["move", "attack", "decline"]
    move = prompts["move"]
    assert isinstance(move, Go)
    assert (move.budget, move.ways) == (3, {LegKind.WALK, LegKind.DOOR, LegKind.JUMP, LegKind.DROP})
    assert refused(prompts["attack"]) == ["WC-ATT-1"]
    answer(playing, "move", path_answer("red-a", walk((8, 5))))
    assert playing.fighter("red-a").at == (8, 5, 0)


def test_a_bonus_attack_of_one_kind_refuses_the_other_weapon() -> None:
    """rule: WC-ABIL-1."""
    stab = ability({"do": "bonus", "who": "self", "actions": ["attack", "move"], "attacks": "melee"})
    armed = {"red-a": profile("a", weapons=[weapon(2), BOW])}
    playing = powered({"red-a": (5, 5), "blue-b": (8, 5)}, (3, 2), own=[stab], profiles=armed).do(use("trick", 3, 2))
    prompt = pick(playing, "attack")
    assert not refused(prompt, "blue-b:0")
    assert refused(prompt, "blue-b:1") == ["WC-ABIL-1"]
    answer(playing, "attack", "blue-b:0")
    assert playing.choice.kind == "react"


def test_a_feature_to_tear_down_is_near_enough_or_says_that_it_is_not() -> None:
    """rule: WC-WRECK-1."""
    wide = profile("m", "gargantuan", base={"round": 90}, figure="gargantuan")
    stones = [
        {"id": id, "kind": "obstacle", "box": {"min": [x, 7, 0], "max": [x + 1, 9, 2]}}
        for id, x in (("near", 10), ("nearer", 5), ("far", 20))
    ]
    playing = powered(
        {"red-m": (8, 8), "blue-b": (25, 18)}, (3, 4), activated="red-m", profiles={"red-m": wide}, features=stones
    ).do(use("devastating-rampage", 3, 4))
    prompt = pick(playing, "feature")
    assert [(one.piece, bool(one.faults)) for one in prompt.options] == [
        ("near", False),
        ("nearer", False),
        ("far", True),
    ]
    answer(playing, "feature", "near")
    assert playing.state.gone == ("near",)


# Victory cards


def test_objectives_asleep_can_be_woken_or_left() -> None:
    """rule: WC-LEY-3, WC-VICT-1."""
    playing = by(LEY_LINES, APART, agenda=(SetUpVictory(), CombatPhase()))
    prompt = pick(playing, "wake")
    asleep = [one.id for one in playing.state.objectives if not one.is_awake]
    assert [one.id for one in prompt.options] == [one.id for one in playing.state.objectives]
    assert [one.id for one in prompt.options if not one.faults] == asleep
    assert all(one.at is not None for one in prompt.options)
    assert asked(playing)["decline"].action(True) == Decline()
    answer(playing, "wake", asleep[0])
    assert next(one for one in playing.state.objectives if one.id == asleep[0]).is_awake
