"""What the cards of the shipped creatures say is enforced: a test for each special ability, spell and effect."""

from functools import cache

import pytest

from tests.rules.dndminiatures.battle.field import Played, attack, creature, skirmish
from warcry3d.game.actions import Decline, Done
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.dndminiatures.battle.actions import ChargeAt, MoveBySquares, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation, attack_sum, damage_of
from warcry3d.rules.dndminiatures.battle.bonuses import total
from warcry3d.rules.dndminiatures.battle.harm import morale_bonus
from warcry3d.rules.dndminiatures.battle.standings import standings
from warcry3d.rules.dndminiatures.battle.state import RunningEffect, SkirmishState
from warcry3d.rules.dndminiatures.creatures.band import BandCreature, CreatureBand
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults
from warcry3d.rules.dndminiatures.creatures.files import load_creatures, shipped_creature_file
from warcry3d.rules.dndminiatures.creatures.traits import CardScore, Condition, HitDamage, Lasting

OPEN: tuple[str, ...] = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 8)
Cell = tuple[int, int]


@cache
def cards() -> dict[str, Creature]:
    return {one.id: one for one in load_creatures(shipped_creature_file("lantern-road.creatures.json"))}


def fight(
    red: dict[str, Cell], blue: dict[str, Cell], rows: tuple[str, ...] = OPEN, **plain: Creature
) -> SkirmishState:
    """Return a skirmish of shipped creatures, by their ids; ``plain``: further cards by name."""
    known = {**cards(), **plain}
    return skirmish({known[id]: at for id, at in red.items()}, {known[id]: at for id, at in blue.items()}, rows)


def suffering(state: SkirmishState, id: str, condition: Condition) -> SkirmishState:
    effect = RunningEffect(creature=id, name="x", by=id, lasting=Lasting(conditions=(condition,)))
    return state.changed(effects=(*state.effects, effect))


def hit(state: SkirmishState, attacker: str, target: str, *, is_double: bool = False, is_charge: bool = False) -> int:
    """Return the damage of a melee hit."""
    situation = AttackSituation(attacker, target, "melee", 0, is_charge=is_charge)
    return damage_of(state, situation, is_double=is_double)


FOE = creature("foe", ac=10, hp=200, factions=("CE",), rating=2)
MORTAL = creature("mortal", ac=10, hp=40, level=1, types=("Humanoid",), factions=("LG",))


def test_lamp_captain_guards_its_followers_and_strikes_evil_harder() -> None:
    """rule: DDM-EFFECT-1, DDM-CARD-14: AC +1 within 6; damage +5 against evil; it never routs."""
    state = fight(
        {"lamp-captain": (2, 5), "lantern-levy": (3, 6)}, {"foe": (3, 5), "mortal": (2, 4)}, foe=FOE, mortal=MORTAL
    )
    assert total(state, "red-lantern-levy", CardScore.AC) == 1 and total(state, "red-lamp-captain", CardScore.AC) == 0
    assert hit(state, "red-lamp-captain", "blue-foe") == 15
    assert hit(state, "red-lamp-captain", "blue-mortal") == 10
    killer = creature("foe", ac=10, melee=(attack(20, 20),))
    game = Played(fight({"lamp-captain": (2, 5)}, {"foe": (3, 5)}, foe=killer), "blue-foe")
    game.do(Strike("red-lamp-captain")).roll(15)
    assert not isinstance(game.due, Roll) or game.due.why.rule != "DDM-MORALE-2"


def test_chaplain_stills_the_dead_mends_wards_and_lets_the_rallied_act() -> None:
    """rule: DDM-TURN-8, DDM-CARD-15: still the dead reaches undead within 6 only, mend has two boxes."""
    state = fight(
        {"chaplain-of-quiet-flame": (2, 5), "lantern-levy": (3, 5)}, {"mud-hexer": (6, 5), "bonded-dead": (9, 5)}
    )
    game = Played(state, "red-chaplain-of-quiet-flame")
    assert game.faults(UsePower("still-the-dead", "blue-bonded-dead")) == ["DDM-TURN-8"]
    assert game.faults(UsePower("still-the-dead", "blue-mud-hexer")) == ["DDM-TURN-8"]
    ghoul = creature("ghoul", types=("Undead",))
    dead = Played(
        fight({"chaplain-of-quiet-flame": (2, 5)}, {"ghoul": (7, 5)}, ghoul=ghoul), "red-chaplain-of-quiet-flame"
    )
    assert isinstance(dead.do(UsePower("still-the-dead", "blue-ghoul")).due, Roll)
    hurt = state.changed(
        creatures=tuple(c.changed(damage=8) if c.id == "red-lantern-levy" else c for c in state.creatures)
    )
    game = Played(hurt, "red-chaplain-of-quiet-flame").do(UsePower("mend", "red-lantern-levy"))
    assert game.hp("red-lantern-levy") == 10 and game.state.creature("red-chaplain-of-quiet-flame").used("mend") == 1
    warded = Played(state, "red-chaplain-of-quiet-flame").do(UsePower("ward", "red-lantern-levy")).state
    assert total(warded, "red-lantern-levy", CardScore.AC) == 2
    fled = state.changed(creatures=tuple(c.changed(is_routing=c.id == "red-lantern-levy") for c in state.creatures))
    rallied = Played(fled, "red-lantern-levy").roll(20)
    assert isinstance(rallied.due, Choice) and rallied.due.kind == "act"


def test_gate_spear_reaches_two_squares_but_threatens_one() -> None:
    """rule: DDM-WORD-4, DDM-MELEE-1."""
    game = Played(fight({"gate-spear": (2, 5)}, {"foe": (4, 5)}, foe=FOE), "red-gate-spear")
    assert game.faults(Strike("blue-foe")) == []
    game = Played(fight({"gate-spear": (2, 5)}, {"foe": (4, 5)}, foe=FOE), "blue-foe").do(MoveBySquares(((5, 5),)))
    assert not (isinstance(game.due, Choice) and game.due.kind == "opportunity")
    assert Played(fight({"gate-spear": (2, 5)}, {"foe": (5, 5)}, foe=FOE), "red-gate-spear").faults(Strike("blue-foe"))


def test_oath_axe_saves_better_and_cleaves() -> None:
    """rule: DDM-CARD-14, DDM-SAVE-1."""
    weak = creature("weak", hp=5, ac=1)
    state = fight({"oath-axe": (2, 5)}, {"weak": (3, 5), "foe": (2, 4)}, weak=weak, foe=FOE)
    assert morale_bonus(state, "red-oath-axe") == cards()["oath-axe"].level + 4
    game = Played(state, "red-oath-axe").do(Strike("blue-weak")).roll(15)
    assert game.faults(Strike("blue-foe")) == []


@pytest.mark.parametrize("id", ["vigil-hound", "granite-warden", "bonded-dead", "cinder-drake", "pale-diver"])
def test_immune_creatures_do_not_sleep(id: str) -> None:
    """rule: DDM-CARD-14: lull does nothing to those immune to sleep, and puts others to sleep."""
    state = fight({"mist-singer": (2, 5)}, {id: (8, 5)})
    game = Played(state, "red-mist-singer").do(UsePower("lull", f"blue-{id}"))
    assert not game.state.is_helpless(f"blue-{id}")
    assert any("is immune to Lull" in event for event in game.events)


@pytest.mark.parametrize("id", ["granite-warden", "bonded-dead", "pale-diver"])
def test_immune_creatures_take_no_double_damage_and_never_rout(id: str) -> None:
    """rule: DDM-ATTACK-3, DDM-CARD-14."""
    hero = creature("hero", rating=1, melee=(attack(9, 12, kind="magic"),))
    state = fight({"hero": (2, 5)}, {id: (3, 5)}, hero=hero)
    left = state.hp_left(f"blue-{id}")
    game = Played(state, "red-hero").do(Strike(f"blue-{id}")).roll(20)
    assert game.hp(f"blue-{id}") == left - 12
    assert not isinstance(game.due, Roll) or game.due.why.rule != "DDM-MORALE-2"


def test_granite_warden_takes_five_less_of_weapons_and_gets_no_commander_effect() -> None:
    """rule: DDM-CARD-14, DDM-WORD-4."""
    state = fight({"granite-warden": (2, 5), "lamp-captain": (4, 6)}, {"ledger-guard": (4, 5), "foe": (13, 9)}, foe=FOE)
    assert hit(state, "blue-ledger-guard", "red-granite-warden") == 5
    assert total(state, "red-granite-warden", CardScore.AC) == 0


def test_thornway_captain_helps_shooters_dodges_and_ignores_cover() -> None:
    """rule: DDM-EFFECT-1, DDM-COVER-3, DDM-CARD-14."""
    state = fight({"thornway-captain": (2, 5), "reed-archer": (3, 5), "elk-rider": (5, 4)}, {"foe": (9, 5)}, foe=FOE)
    shot = AttackSituation("red-reed-archer", "blue-foe", "ranged", 0)
    assert attack_sum(state, shot).bonus == 6 + 2 and attack_sum(state, shot).armour == 14
    own = AttackSituation("red-thornway-captain", "blue-foe", "ranged", 0)
    assert (attack_sum(state, own).bonus, attack_sum(state, own).armour) == (9, 10)
    near = fight({"thornway-captain": (2, 5)}, {"foe": (3, 5)}, foe=FOE)
    for is_opportunity, armour in ((False, 17), (True, 21)):
        strike = AttackSituation("blue-foe", "red-thornway-captain", "melee", 0, is_opportunity=is_opportunity)
        assert attack_sum(near, strike).armour == armour


def test_otter_slinger_bites_the_larger_and_throws_six_squares() -> None:
    """rule: DDM-RANGED-5, DDM-CARD-13."""
    state = fight({"otter-slinger": (2, 5)}, {"foe": (3, 5)}, foe=FOE)
    assert attack_sum(state, AttackSituation("red-otter-slinger", "blue-foe", "melee", 0)).bonus == 3 + 2
    crow = fight({"otter-slinger": (2, 5)}, {"debt-crow": (3, 5)})
    assert attack_sum(crow, AttackSituation("red-otter-slinger", "blue-debt-crow", "melee", 0)).bonus == 3
    far = Played(fight({"otter-slinger": (2, 5)}, {"foe": (9, 5)}, foe=FOE), "red-otter-slinger")
    assert far.faults(Strike("blue-foe", "ranged")) == ["DDM-RANGED-5"]


def test_mist_singer_is_concealed_resists_spells_lulls_and_veils() -> None:
    """rule: DDM-MOD-7, DDM-WORD-4, DDM-SAVE-1."""
    state = fight({"mist-singer": (2, 5), "reed-archer": (3, 5)}, {"foe": (9, 5), "chain-adept": (10, 5)}, foe=FOE)
    assert attack_sum(state, AttackSituation("blue-foe", "red-mist-singer", "melee", 0)).conceal == 11
    adept = Played(fight({"mist-singer": (2, 5)}, {"chain-adept": (8, 5)}), "blue-chain-adept")
    assert isinstance(adept.do(UsePower("iron-dart", "red-mist-singer")).due, Roll)
    assert adept.roll(5).hp("red-mist-singer") == 20
    asleep = Played(state, "red-mist-singer").do(UsePower("lull", "blue-foe")).roll(2).state
    assert asleep.has("blue-foe", Condition.ASLEEP)
    veiled = Played(state, "red-mist-singer").do(UsePower("veil", "red-reed-archer")).state
    assert veiled.has("red-reed-archer", Condition.INVISIBLE)
    shot = Played(veiled, "red-reed-archer").do(Strike("blue-foe", "ranged")).roll(2).state
    assert not shot.has("red-reed-archer", Condition.INVISIBLE)


def test_riders_and_raiders_charge_harder() -> None:
    """rule: DDM-MOD-1, DDM-EFFECT-1, DDM-ATTACK-6: elk rider damage +5; bog raider attack +2, damage +5 under the howl
    mother. What abilities and commanders add is not doubled.
    """
    state = fight({"elk-rider": (2, 5)}, {"foe": (4, 5)}, foe=FOE)
    assert (hit(state, "red-elk-rider", "blue-foe"), hit(state, "red-elk-rider", "blue-foe", is_charge=True)) == (
        10,
        15,
    )
    raid = fight({"bog-raider": (2, 5), "howl-mother": (2, 7), "pale-diver": (2, 4)}, {"foe": (3, 5)}, foe=FOE)
    charge = AttackSituation("red-bog-raider", "blue-foe", "melee", 0, is_charge=True)
    assert attack_sum(raid, charge).bonus == 5 + 2 + 2
    assert hit(raid, "red-bog-raider", "blue-foe", is_charge=True) == 15
    assert hit(raid, "red-bog-raider", "blue-foe", is_charge=True, is_double=True) == 25
    assert hit(state, "red-elk-rider", "blue-foe", is_charge=True, is_double=True) == 25
    assert hit(raid, "red-pale-diver", "blue-foe", is_charge=True) == 5  # undead, no humanoid


@pytest.mark.parametrize("id", ["dawn-heron", "debt-crow", "cinder-drake"])
def test_flyers_are_not_slowed(id: str) -> None:
    """rule: DDM-WORD-4, DDM-MOVE-4."""
    rows = (*OPEN[:4], *("..~~~~~.......",) * 4, *OPEN[8:])
    game = Played(fight({id: (0, 3), "toll-master": (0, 8)}, {"foe": (13, 0)}, rows, foe=FOE), f"red-{id}")
    speed = cards()[id].speed
    game.do(MoveBySquares(tuple((x, 3) for x in range(1, speed + 1))))
    assert isinstance(game.due, Choice) and game.due.kind == "act"


def test_dawn_heron_is_unique_resists_cold_and_mends_once() -> None:
    """rule: DDM-CARD-14, DDM-CARD-15."""
    heron = cards()["dawn-heron"]
    band = CreatureBand("X", "CG", tuple(BandCreature(f"h{n}", f"H{n}", heron) for n in (1, 2)))
    assert "DDM-CARD-14" in {fault.rule for fault in creature_band_faults(band)}
    frost = creature("frost", melee=(attack(5, 10, kind="cold"),))
    state = fight({"dawn-heron": (2, 5)}, {"frost": (4, 5)}, frost=frost)
    assert hit(state, "blue-frost", "red-dawn-heron") == 5
    mended = Played(state, "red-dawn-heron").do(UsePower("mend", "red-dawn-heron"))
    assert Played(mended.do(Done()).state, "red-dawn-heron").faults(UsePower("mend", "red-dawn-heron")) == [
        "DDM-CARD-15"
    ]


def test_toll_master_takes_one_off_attacks_of_enemies_near_it() -> None:
    """rule: DDM-EFFECT-3."""
    state = fight({"toll-master": (2, 5)}, {"foe": (8, 5), "mortal": (9, 5)}, foe=FOE, mortal=MORTAL)
    assert [total(state, f"blue-{id}", CardScore.ATTACK) for id in ("foe", "mortal")] == [-1, 0]


def test_cold_and_fire_do_nothing_to_those_immune() -> None:
    """rule: DDM-CARD-14, DDM-CARD-10: bonus fire of the drake against itself, cold against the bonded dead."""
    frost = creature("frost", melee=(attack(5, 10, kind="cold"),))
    assert hit(fight({"bonded-dead": (2, 5)}, {"frost": (3, 5)}, frost=frost), "blue-frost", "red-bonded-dead") == 0
    flame = creature("flame", melee=(attack(5, 10, fire=5),))
    state = fight({"cinder-drake": (2, 5)}, {"flame": (4, 5), "foe": (2, 4)}, flame=flame, foe=FOE)
    assert hit(state, "blue-flame", "red-cinder-drake") == 10
    assert hit(state, "red-cinder-drake", "blue-foe") == 15
    assert hit(state, "red-cinder-drake", "blue-foe", is_double=True) == 25


def test_chain_adept_binds_humanoids_until_they_save() -> None:
    """rule: DDM-MOD-5, DDM-SAVE-1, DDM-CARD-12."""
    state = fight({"chain-adept": (2, 5)}, {"vigil-hound": (5, 5), "mortal": (8, 5)}, mortal=MORTAL)
    game = Played(state, "red-chain-adept")
    assert game.faults(UsePower("bind", "blue-vigil-hound")) == ["DDM-TURN-8"]
    bound = game.do(UsePower("bind", "blue-mortal")).roll(2).state
    assert bound.has("blue-mortal", Condition.PARALYSED)
    still = Played(bound, "blue-mortal").roll(2)
    assert still.state.has("blue-mortal", Condition.PARALYSED)
    assert not Played(still.state, "blue-mortal").roll(19).state.has("blue-mortal", Condition.PARALYSED)
    dart = Played(state, "red-chain-adept").do(UsePower("iron-dart", "blue-vigil-hound"))
    assert dart.hp("blue-vigil-hound") == 15


def test_cinder_breath_burns_all_within_three_friends_too_and_a_save_halves() -> None:
    """rule: DDM-ATTACK-7, DDM-SAVE-1, DDM-THREAT-4: it is no spell, so a threatened drake breathes."""
    red = {"cinder-drake": (2, 5), "ledger-guard": (2, 3)}
    state = fight(red, {"foe": (4, 5), "mortal": (8, 5)}, foe=FOE, mortal=MORTAL)
    game = Played(state, "red-cinder-drake").do(UsePower("cinder-breath")).roll(2, 19, 19)
    lost = {id: state.hp_left(id) - game.hp(id) for id in state.model_ids}
    assert lost == {"red-cinder-drake": 0, "red-ledger-guard": 15, "blue-foe": 7, "blue-mortal": 0}


def test_red_howl_helps_all_within_six_for_a_turn() -> None:
    """rule: DDM-ATTACK-7, DDM-WORD-4."""
    state = fight({"howl-mother": (2, 5), "bog-raider": (3, 5), "mud-hexer": (9, 5)}, {"foe": (13, 0)}, foe=FOE)
    howled = Played(state, "red-howl-mother").do(UsePower("red-howl"), Done()).state
    found = [total(howled, f"red-{id}", CardScore.ATTACK) for id in ("howl-mother", "bog-raider", "mud-hexer")]
    assert found == [2, 2, 0]


def test_pale_divers_claw_numbs_who_does_not_save() -> None:
    """rule: DDM-SAVE-1, DDM-MOD-5: with each of its two attacks."""
    state = fight({"pale-diver": (2, 5)}, {"mortal": (3, 5)}, mortal=MORTAL)
    game = Played(state, "red-pale-diver").do(Strike("blue-mortal")).roll(15, 2)
    assert game.state.has("blue-mortal", Condition.PARALYSED)
    before = game.hp("blue-mortal")
    game.do(Strike("blue-mortal", value=1))
    assert game.hp("blue-mortal") == before - 10


def test_mud_hexer_stuns_within_six_and_burns() -> None:
    """rule: DDM-MOD-4, DDM-SAVE-1."""
    state = fight({"mud-hexer": (2, 5)}, {"mortal": (8, 5), "foe": (13, 0)}, mortal=MORTAL, foe=FOE)
    stunned = Played(state, "red-mud-hexer").do(UsePower("mud-in-the-lungs", "blue-mortal")).roll(2).state
    assert stunned.has("blue-mortal", Condition.STUNNED)
    assert "blue-mortal can do nothing" in Played(stunned, "blue-mortal").events
    assert Played(state, "red-mud-hexer").do(UsePower("hag-fire", "blue-mortal")).roll(19).hp("blue-mortal") == 35
    assert Played(state, "red-mud-hexer").do(UsePower("hag-fire", "blue-mortal")).roll(2).hp("blue-mortal") == 30


def test_sump_colossus_crits_on_19_reaches_cleaves_and_heals() -> None:
    """rule: DDM-ATTACK-4, DDM-CARD-14: 5 HP back at the start of its turn; out of commanders' effects."""
    weak = creature("weak", hp=5, ac=1)
    state = fight({"sump-colossus": (2, 4), "howl-mother": (1, 8)}, {"foe": (6, 5), "weak": (5, 4)}, foe=FOE, weak=weak)
    hurt = state.changed(creatures=tuple(c.changed(damage=12) if "sump" in c.id else c for c in state.creatures))
    game = Played(hurt, "red-sump-colossus")
    assert game.hp("red-sump-colossus") == 70 - 7
    game.do(Strike("blue-foe")).roll(19)
    assert game.hp("blue-foe") == 200 - 30
    game = Played(state, "red-sump-colossus").do(Strike("blue-weak")).roll(15)
    assert game.faults(Strike("blue-foe")) == []
    assert total(state, "red-sump-colossus", CardScore.DAMAGE) == 0


def test_plain_soldiers_have_nothing_but_their_scores() -> None:
    """rule: DDM-CARD-1: levy, reed archer and ledger guard."""
    for id in ("lantern-levy", "reed-archer", "ledger-guard"):
        card = cards()[id]
        assert not card.powers and not card.on_hit and card.commander is None and card.traits == type(card.traits)()
    assert isinstance(cards()["ledger-guard"].melee[0].damage, HitDamage)
    game = Played(fight({"ledger-guard": (2, 5)}, {"foe": (6, 5)}, foe=FOE), "red-ledger-guard")
    game.do(ChargeAt("blue-foe", (5, 5))).roll(9)
    assert game.hp("blue-foe") == 190 and game.faults(Decline()) != []


@pytest.mark.parametrize("id", sorted(cards()))
def test_cards_say_in_windows_all_that_they_say(id: str) -> None:
    """rule: DDM-CARD-14, DDM-CARD-15: what powers do was left out, for a field was called as parts of terrain are."""
    state = fight({id: (2, 5)}, {"foe": (9, 5)}, foe=FOE)
    for fact in standings(state).models[f"red-{id}"].facts:
        assert Teller(Words("en")).said(fact.message) == str(fact.message)
