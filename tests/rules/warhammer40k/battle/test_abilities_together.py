"""Abilities of weapons and datasheets where several meet: split attacks, changed values, feel no pain, leaders."""

import pytest
from msgspec import UNSET

from tests.rules.warhammer40k.battle.field import TROOPS, Sheet, at_step, battle, blade, gun, play, row, rules_of, sheet
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks import hazards
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import AttackLine40k
from warcry3d.rules.warhammer40k.battle.attacks.wounds import LosesWounds, MortalWounds40k
from warcry3d.rules.warhammer40k.battle.battle40k import Battle40k
from warcry3d.rules.warhammer40k.battle.state import Phase40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.challenge import PicksChallenger
from warcry3d.rules.warhammer40k.players.plain import PlainCommander

FIGHTING = {"phase": Phase40k.FIGHT}
FOE = (TROOPS, [(20, 10)])
BOTH = {"a": (TROOPS, [(12, 10)]), "b": (TROOPS, [(8, 10)])}


def aimed(*aims: tuple[str, str, int, int]) -> AimWeapons:
    """Return attacks of the first model of u: weapon, target, mode, how many (0: all)."""
    return AimWeapons(tuple(Aim40k("u-1", slot, target, mode, n) for slot, target, mode, n in aims))


def fighter(weapon: dict, **values: object) -> State40k:  # type: ignore[type-arg]
    """Return a model with a melee weapon between two enemies, about to aim."""
    one = sheet("u", weapon, **values)
    return battle({"u": (one, [(10, 10)])}, BOTH, AimsWeapons("u", is_melee=True), **FIGHTING)


def test_a_hazardous_weapon_is_tested_once_though_its_attacks_are_split() -> None:
    """rule: 40K-MELEE-5."""
    state = fighter(blade("Sword", attacks=3, abilities=["hazardous"]))
    game = play(at_step(state), aimed(("sword", "a", 0, 1), ("sword", "b", 0, 2)))
    assert [one.models for one in game.state.agenda if isinstance(one, hazards.TestsHazards)] == [("u-1",)]


def test_extra_attacks_are_made_in_one_mode() -> None:
    """rule: 40K-WEAPON-4."""
    tail = blade("Tail", abilities=["extra attacks"])
    tail["modes"] = [{"name": name, **tail["modes"][0]} for name in ("sweep", "stab")]
    game = at_step(fighter(tail))
    assert rules_of(game, aimed(("tail", "a", 0, 1), ("tail", "b", 1, 1))) == ["40K-MELEE-3"]
    assert rules_of(game, aimed(("tail", "a", 1, 1), ("tail", "b", 1, 1))) == []


def test_as_many_attacks_are_split_as_rules_leave() -> None:
    """rule: 40K-MELEE-5, 40K-MOD-1. A 3 and 1 more; at whom takes 2 away only 2."""
    more = {"rule": "characteristic", "name": "Fury", "what": "attacks", "how": "add", "value": 1}
    game = at_step(fighter(blade("Sword", attacks=3), rules=[more]))
    assert rules_of(game, aimed(("sword", "a", 0, 2), ("sword", "b", 0, 2))) == []
    assert rules_of(game, aimed(("sword", "a", 0, 3), ("sword", "b", 0, 2))) == ["40K-MELEE-5"]
    less = {**more, "how": "subtract", "value": 2, "against": True}
    blues = {"a": (sheet("a", rules=[less]), [(12, 10)]), "b": (TROOPS, [(8, 10)])}
    u = sheet("u", blade("Sword", attacks=4))
    game = at_step(battle({"u": (u, [(10, 10)])}, blues, AimsWeapons("u", is_melee=True), **FIGHTING))
    assert rules_of(game, aimed(("sword", "a", 0, 3), ("sword", "b", 0, 1))) == ["40K-MELEE-5"]
    assert rules_of(game, aimed(("sword", "a", 0, 2), ("sword", "b", 0, 2))) == []


@pytest.mark.parametrize(("core", "mortal", "plain"), [("5+", 5, 5), ("4+ (mortal wounds)", 5, 4), ("4+ (boss)", 4, 4)])
def test_feel_no_pain_may_be_against_mortal_wounds_only(core: str, mortal: int, plain: int) -> None:
    """rule: 40K-MORTAL-1, 40K-SHEET-1. One wound each, of 5 W, where a die may be rolled a 6."""
    hardy = sheet("hardy", core=[f"feel no pain {core}"], numbers={"wounds": 5})
    for step, left in ((MortalWounds40k("foe", 1), mortal), (LosesWounds("foe-1", 1, "40K-DAMAGE-1"), plain)):
        game = at_step(battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, step))
        assert play(game, *((6,),) * (left == 5)).state.wounds_left("foe-1") == left


@pytest.mark.parametrize(
    ("core", "psychic", "plain"),
    [
        ("4+ (psychic attacks)", 5, 4),
        ("4+ against psychic attacks and mortal wounds", 5, 4),
        ("4+ (against mortal wounds)", 4, 4),
        ("4+ (Hardy models only)", 5, 5),
        ("4+ (against psychic attacks; Hardy only)", 5, 4),
        ("4+ (against psychic attacks; Soft only)", 4, 4),
    ],
)
def test_feel_no_pain_may_be_against_psychic_attacks_or_of_some_models(core: str, psychic: int, plain: int) -> None:
    """rule: 40K-SHEET-1. One wound each, of 5 W, where a die may be rolled a 6; by a psychic attack and by another."""
    hardy = sheet("hardy", core=[f"feel no pain {core}"], numbers={"wounds": 5})
    hardy["models"][0]["name"] = "Hardy"
    for is_psychic, left in ((True, psychic), (UNSET, plain)):
        step = LosesWounds("foe-1", 1, "40K-DAMAGE-1", is_psychic)
        game = at_step(battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, step))
        assert play(game, *((6,),) * (left == 5)).state.wounds_left("foe-1") == left


def test_psychic_attacks_say_so_until_the_wounds_are_lost() -> None:
    """rule: 40K-SHEET-1, 40K-MORTAL-3."""
    hardy = sheet("hardy", core=["feel no pain 4+ (psychic attacks)"], numbers={"wounds": 5})
    for words, is_felt in ((["psychic", "torrent"], True), (["torrent"], False)):
        state = fighter(gun("Bolt", abilities=[*words, "devastating wounds"]))
        (line,) = attack_lines(state, "u", [Aim40k("u-1", "bolt", "a")])
        assert bool(line.is_psychic) is is_felt
        step = MortalWounds40k("foe", 2, is_psychic=line.is_psychic)
        game = at_step(battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, step))
        assert play(game, *((6,), (6,)) * is_felt).state.wounds_left("foe-1") == (5 if is_felt else 3)


def test_each_wound_of_great_damage_is_rolled_for_by_feel_no_pain() -> None:
    """rule: 40K-SHEET-1. With 1 W left all twelve must be ignored."""
    hardy = sheet("hardy", core=["feel no pain 4+"], numbers={"wounds": 1})
    step = LosesWounds("foe-1", 12, "40K-DAMAGE-1")
    assert at_step(battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, step)).pending.count == 12


def test_the_plain_player_lets_the_strongest_character_challenge() -> None:
    """rule: 40K-STRAT-EPIC-2."""
    words = ("infantry", "character")
    state = battle(
        {
            "u": (TROOPS, row(10, 10, 2)),
            "scribe": (sheet("scribe", blade(attacks=1), keywords=words), [(10, 12)]),
            "boss": (sheet("boss", blade(attacks=6), keywords=words), [(12, 12)]),
        },
        {"foe": FOE},
        extra={"scribe": {"joins": "u"}, "boss": {"joins": "u"}},
    )
    step = PicksChallenger("u", ("scribe-1", "boss-1"))
    game = at_step(state.changed(agenda=(step,)))
    assert isinstance(game.pending, Choice)
    answer = PlainCommander().choose(Battle40k(), game.state, game.pending, Stream(1))
    assert answer.picked == ("boss-1",)


HITS: Sheet = {"rule": "roll", "name": "Loud", "roll": "hit", "value": 1}
MELEE, SHOTS = Aim40k("u-1", "blade", "foe"), Aim40k("u-1", "rifle", "foe")


def lines(
    aim: Aim40k, *rules: Sheet, leads: bool = False, foe: Sheet = TROOPS, own: Sheet | None = None
) -> AttackLine40k:
    """Return the attacks of u, that a leader with the rules may have joined; else they are its own."""
    mine = sheet("u", gun(), blade(), rules=[] if leads else list(rules))
    reds = {"u": (mine, [(10, 10)])}
    if leads:
        reds["boss"] = (sheet("boss", blade("Axe"), keywords=("infantry", "character"), rules=list(rules)), [(10, 12)])
    extra = {"boss": {"joins": "u"}} if leads else {}
    (line,) = attack_lines(battle(reds, {"foe": (foe, [(20, 10)])}, extra=extra), "u", [aim])
    return line


def test_rules_may_be_about_attacks_of_one_kind_or_at_some_targets() -> None:
    """rule: 40K-SHEET-1."""
    melee, tanks = {**HITS, "attacks": "melee"}, {**HITS, "targets": ["vehicle", "monster"]}
    assert [lines(aim, melee).hit_bonus for aim in (MELEE, SHOTS)] == [1, 0]
    tank = sheet("foe", keywords=("vehicle",))
    assert [lines(SHOTS, tanks, foe=foe).hit_bonus for foe in (TROOPS, tank)] == [0, 1]
    thorny = sheet("foe", rules=[{**HITS, "value": -1, "against": True, "attacks": "melee"}])
    assert [lines(aim, foe=thorny).hit_bonus for aim in (MELEE, SHOTS)] == [-1, 0]
    fury = {"rule": "characteristic", "name": "Fury", "what": "ap", "how": "improve", "value": 1, "attacks": "ranged"}
    assert [lines(aim, fury).ap for aim in (MELEE, SHOTS)] == [0, -1]


def test_rules_of_a_leader_hold_while_it_leads() -> None:
    """rule: 40K-SHEET-1, 40K-UNIT-4."""
    loud = {**HITS, "leading": True}
    assert [lines(MELEE, loud, leads=leads).hit_bonus for leads in (False, True)] == [0, 1]
    own = {**HITS, "bearer": True}
    assert lines(MELEE, own, leads=True).hit_bonus == 0
    axe = Aim40k("boss-1", "axe", "foe")
    assert [lines(axe, one, leads=True).hit_bonus for one in (own, {**own, "leading": True})] == [1, 1]


def test_rules_give_weapons_abilities() -> None:
    """rule: 40K-SHEET-1, 40K-WEAPON-5."""
    words = ("sustained hits 2", "lethal hits", "twin-linked", "devastating wounds", "anti-infantry 4+", "psychic")
    given: list[Sheet] = [
        {"rule": "weapon-ability", "name": "Edge", "ability": word, "attacks": "melee"} for word in words
    ]
    line, plain = lines(MELEE, *given), lines(SHOTS, *given)
    assert (line.sustained, line.is_lethal, line.is_twin_linked, line.is_devastating) == ("2", True, True, True)
    assert (line.critical_wound, bool(line.is_psychic)) == (4, True)
    assert (plain.sustained, plain.is_lethal, plain.critical_wound, bool(plain.is_psychic)) == ("", False, 6, False)


@pytest.mark.parametrize(("against", "left"), [("", 5), ("mortal-wounds", 4), ("psychic-attacks", 5)])
def test_rules_give_feel_no_pain(against: str, left: int) -> None:
    """rule: 40K-SHEET-1. One wound of a psychic attack, of 5 W, where a die may be rolled a 6."""
    rule = {"rule": "feel-no-pain", "name": "Calm", "needed": 5, "against": against}
    hardy = sheet("hardy", rules=[rule], numbers={"wounds": 5})
    step = LosesWounds("foe-1", 1, "40K-DAMAGE-1", True)
    game = at_step(battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, step))
    assert play(game, *((6,),) * (left == 5)).state.wounds_left("foe-1") == left
