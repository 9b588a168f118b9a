"""What players read before they act: the terms of an attack beside its odds, the chances of a power on each target."""

import pytest

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, skirmish
from tests.rules.dndminiatures.battle.test_shipped_abilities import fight, suffering
from warcry3d.game.actions import Decline, Done
from warcry3d.game.prompts import PickOne
from warcry3d.game.ruleset import Roll
from warcry3d.rules.dndminiatures.battle.actions import ActivateCreature, MoveBySquares, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.attack_odds import attack_odds, hit_chances
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.rounds import NextPhase
from warcry3d.rules.dndminiatures.battle.standings import standings, threat_of
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.creatures.power_lines import power_line
from warcry3d.rules.dndminiatures.creatures.traits import (
    CardScore,
    Condition,
    HitDamage,
    Power,
    Resistance,
    ScoreBonus,
    Traits,
)

OPEN: tuple[str, ...] = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 8)


def duel(hero: Creature | None = None, foe: Creature | None = None) -> SkirmishState:
    return skirmish({hero or creature("hero"): (2, 5)}, {foe or creature("foe"): (3, 5)}, OPEN)


def terms(state: SkirmishState) -> dict[str, str]:
    """Return the terms of the hero's attack on the foe, by rule."""
    odds = attack_odds(state, AttackSituation("red-hero", "blue-foe", "melee", 0))
    return {term.rule: str(term) for term in odds.terms}


def test_conceal_of_a_card_is_a_term_of_the_odds() -> None:
    """rule: DDM-CARD-14, DDM-MOD-14: and the roll names the same rule."""
    state = duel(foe=creature("foe", traits=Traits(conceal=6)))
    assert terms(state)["DDM-CARD-14"] == "conceal 6: 25 % of hits miss"
    assert hit_chances(state, AttackSituation("red-hero", "blue-foe", "melee", 0)).any == pytest.approx(0.55 * 0.75)
    game = Played(state, "red-hero").do(Strike("blue-foe")).roll(15)
    assert isinstance(game.due, Roll) and game.due.why.rule == "DDM-CARD-14"
    assert "blue-foe is concealed, but 6 of 6 is enough" in game.roll(6).events


@pytest.mark.parametrize(("own", "rule", "said"), [(0, "DDM-MOD-7", "11: 50 %"), (16, "DDM-CARD-14", "16: 75 %")])
def test_target_that_is_not_seen_is_concealed_on_the_card_of_the_attack(own: int, rule: str, said: str) -> None:
    """rule: DDM-MOD-7: Conceal 11, or its own if that is higher."""
    state = suffering(duel(foe=creature("foe", traits=Traits(conceal=own))), "blue-foe", Condition.INVISIBLE)
    assert terms(state)[rule] == f"conceal {said} of hits miss"
    due = Played(state, "red-hero").do(Strike("blue-foe")).roll(15).due
    assert isinstance(due, Roll) and due.why.rule == rule


def test_helpless_target_and_wide_criticals_are_terms() -> None:
    """rule: DDM-MOD-5, DDM-ATTACK-4: no roll is made at the helpless, so no critical is scored."""
    keen = creature("hero", traits=Traits(critical=19))
    assert terms(duel(keen))["DDM-ATTACK-4"] == "critical from 19"
    helpless = terms(suffering(duel(keen), "blue-foe", Condition.PARALYSED))
    assert helpless["DDM-MOD-5"] == "helpless: hit without a roll, for double damage"
    assert "DDM-ATTACK-4" not in helpless


def test_what_is_added_to_damage_and_resisted_are_terms() -> None:
    """rule: DDM-ATTACK-6, DDM-ATTACK-3, DDM-CARD-14."""
    fierce = creature("hero", traits=Traits(bonuses=(ScoreBonus(score=CardScore.DAMAGE, amount=5),)))
    assert terms(duel(fierce))["DDM-CARD-14"] == "damage +5 its card"
    golem = creature("foe", traits=Traits(immune=("critical",), resistances=(Resistance(amount=3),)))
    known = terms(duel(foe=golem))
    assert known["DDM-CARD-14"] == "damage -3 resisted"
    assert known["DDM-ATTACK-3"] == "immune to critical hits: never doubled"
    magic = creature("hero", melee=(attack(5, 5, kind="magic"),))
    assert "DDM-CARD-14" not in terms(duel(magic, golem))


def test_cover_that_is_ignored_is_said() -> None:
    """rule: DDM-CARD-14: the chip of a shot says cover, and the AC is without."""
    hero, wall = creature("hero", ranged=(attack(5, 5),), traits=Traits(ignores_cover=True)), creature("wall")
    state = skirmish({hero: (0, 5)}, {creature("foe"): (4, 5), wall: (2, 5)}, OPEN)
    odds = attack_odds(state, AttackSituation("red-hero", "blue-foe", "ranged", 0))
    assert [str(term) for term in odds.terms] == ["+5 attack value", "AC 15", "its card ignores the cover"]


def told(state: SkirmishState, turn: str, power: str, target: str = "") -> list[str]:
    """Return what the preview of a power says, after checking that the option of a target says so too."""
    game = Played(state, turn)
    card, *about = RULES.preview(game.state, UsePower(power, target)).lines
    assert str(card) == str(power_line(next(one for one in game.state.card(turn).powers if one.id == power)))
    lines = [str(line) for line in about]
    for prompt in RULES.prompts(game.state):
        options = prompt.options if isinstance(prompt, PickOne) else ()
        for option in options:
            if target and option.id == f"{power}|{target}":
                assert [str(fact) for fact in option.facts][-len(lines) :] == lines
    return lines


def test_power_says_how_likely_its_target_saves_or_that_it_is_immune() -> None:
    """rule: DDM-SAVE-1, DDM-CARD-14: level 4 against 14 saves with 10 and more."""
    bold = creature("foe", level=4)
    state = fight({"mist-singer": (2, 5)}, {"foe": (8, 5)}, foe=bold)
    assert told(state, "red-mist-singer", "lull", "blue-foe") == ["blue-foe saves with 55 %"]
    state = fight({"mist-singer": (2, 5)}, {"granite-warden": (8, 5)})
    said = told(state, "red-mist-singer", "lull", "blue-granite-warden")
    assert said == ["blue-granite-warden is immune to all that it does"]


def test_power_says_what_spell_resistance_and_morale_do() -> None:
    """rule: DDM-WORD-4, DDM-MORALE-2."""
    state = fight({"mist-singer": (2, 5)}, {"chain-adept": (8, 5)})
    said = told(state, "blue-chain-adept", "iron-dart", "red-mist-singer")
    assert said == ["works on red-mist-singer with 75 %: spell resistance"]
    fear = Power(id="fear", name="Fear", range=6, routs=True, picks="all")
    dread = creature("hero", powers=(fear,))
    brave = creature("brave", traits=Traits(immune=("morale",)))
    state = skirmish({dread: (2, 5)}, {creature("foe"): (4, 5), brave: (5, 5)}, OPEN)
    assert told(state, "red-hero", "fear") == ["blue-foe routs with 80 %", "blue-brave never routs"]


def test_power_says_what_a_target_resists() -> None:
    """rule: DDM-CARD-14."""
    bolt = Power(id="bolt", name="Bolt", damage=HitDamage(amount=10, kind="fire"))
    wet = creature("foe", traits=Traits(resistances=(Resistance(kind="fire", amount=4),)))
    assert told(duel(creature("hero", powers=(bolt,)), wet), "red-hero", "bolt", "blue-foe") == [
        "blue-foe resists all but 6 HP"
    ]


def test_roster_names_first_what_keeps_a_creature_from_acting() -> None:
    """rule: DDM-COMMAND-5: paralysed, and so out of command; a roster has room for one of the two."""
    state = suffering(duel(creature("hero", rating=3)), "red-hero", Condition.PARALYSED)
    marks = standings(state).models["red-hero"].marks
    assert [str(mark) for mark in marks] == ["x: paralysed", "out of command"]


def test_what_a_creature_threatens_goes_by_its_card() -> None:
    """rule: DDM-RANGED-5: the squares of its attacks, not those of the whole map."""
    spear = creature("hero", ranged=(attack(),), traits=Traits(reach=2, range=6))
    near, far = threat_of(duel(spear), "red-hero"), threat_of(duel(creature("hero", ranged=(attack(),))), "red-hero")
    assert near is not None and (near.melee, near.missile) == (2.0, 6.0)
    assert far is not None and (far.melee, far.missile) == (1.0, 14.0)


def test_phase_says_which_of_its_two_activations_is_asked_for() -> None:
    """rule: DDM-PHASE-1, DDM-PHASE-2."""
    red = {creature("one"): (2, 5), creature("two"): (4, 5), creature("three"): (6, 5)}
    state = skirmish(red, {creature("foe"): (12, 7)}, OPEN)
    game = Played(state.changed(agenda=(NextPhase("red"),)))
    headings = []
    while game.due.player == "red":  # type: ignore[union-attr]
        headings.append(str(RULES.prompts(game.state)[0].heading))
        waiting = next(one.id for one in game.state.on_map("red") if not one.has_activated)
        game.do(ActivateCreature(waiting), Done())
    assert headings == ["Activate the first of two", "Activate the second of two"]
    game.do(ActivateCreature("blue-foe"), Done())
    assert str(RULES.prompts(game.state)[0].heading) == "Activate the last one"


@pytest.mark.parametrize(
    ("reach", "cell", "said"),
    [
        (1, (4, 5), "the target is not adjacent"),
        (2, (5, 5), "the target is 3 squares away, 2 at most"),
        (2, (4, 5), None),
        (2, (2, 7), "the target is not in sight"),
    ],
)
def test_melee_attack_that_does_not_reach_says_why(reach: int, cell: tuple[int, int], said: str | None) -> None:
    """rule: DDM-MELEE-1."""
    rows = (*OPEN[:3], ".###..........", *OPEN[4:])
    state = skirmish({creature("hero", traits=Traits(reach=reach)): (2, 5)}, {creature("foe"): cell}, rows)
    (attacks,) = (one for one in RULES.prompts(Played(state, "red-hero").state) if one.id == "melee")
    assert isinstance(attacks, PickOne)
    assert [str(fault) for option in attacks.options for fault in option.faults] == ([said] if said else [])


@pytest.mark.parametrize(
    ("cell", "said"), [((3, 5), "the nearest enemy in sight is adjacent"), ((2, 7), "no enemy is in sight")]
)
def test_charge_without_a_target_says_why(cell: tuple[int, int], said: str) -> None:
    """rule: DDM-CHARGE-2, DDM-CHARGE-7."""
    rows = (*OPEN[:3], ".###..........", *OPEN[4:])
    state = skirmish({creature("hero"): (2, 5)}, {creature("foe"): cell}, rows)
    (charge,) = (one for one in RULES.prompts(Played(state, "red-hero").state) if one.id == "charge")
    assert [str(fault) for fault in charge.faults] == [said]


def test_charge_after_a_move_is_refused_for_the_move() -> None:
    """rule: DDM-CHARGE-7: whatever stood next to it when its turn began."""
    game = Played(duel(), "red-hero").do(MoveBySquares(((2, 4),)), Decline())
    (charge,) = (one for one in RULES.prompts(game.state) if one.id == "charge")
    assert [str(fault) for fault in charge.faults] == ["a charge takes the whole turn"]
