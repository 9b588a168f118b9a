"""The plain player of skirmishes beats chance, and says why it does what it does."""

from typing import Any

import pytest

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, evening, skirmish
from tests.rules.dndminiatures.battle.test_shipped_abilities import fight
from tests.soak import mostly_soak
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.dndminiatures.battle.actions import ChargeAt, MoveBySquares, Strike, UsePower
from warcry3d.rules.dndminiatures.creatures.traits import HitDamage, Power, Resistance, Traits
from warcry3d.rules.dndminiatures.players.plain import PlainSkirmisher
from warcry3d.rules.dndminiatures.players.worths import power_worth

OPEN: tuple[str, ...] = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 8)


def decided(game: Played) -> Any:
    """Return what the player decides in a creature's turn."""
    assert isinstance(game.due, Choice)
    return PlainSkirmisher().decide(RULES, game.state, game.due, Stream(1))


@pytest.mark.parametrize("seed", mostly_soak(range(30), quick=1))
def test_plain_player_beats_chance(seed: int) -> None:
    rules: Any = RULES
    me, other = (("red", "blue"), ("blue", "red"))[seed % 2]
    players: Any = {me: PlainSkirmisher(), other: RandomPlayer()}
    game = play_out(Game.begin(rules, evening()), players, SeededDice(seed), seed=seed)
    assert game.pending.winners == (me,)  # type: ignore[union-attr]


def test_it_strikes_down_the_enemy_that_is_nearly_gone() -> None:
    hero = creature("hero", rating=3)
    state = skirmish({hero: (5, 5)}, {creature("fresh"): (6, 5), creature("hurt", hp=5): (4, 5)}, OPEN)
    decision = decided(Played(state, "red-hero"))
    assert decision.action == Strike("blue-hurt", attacker="red-hero")
    assert "blue-hurt" in str(decision.reason)


def test_it_charges_what_it_could_not_reach_otherwise() -> None:
    state = skirmish({creature("hero", rating=3): (0, 5)}, {creature("foe"): (10, 5)}, OPEN)
    assert isinstance(decided(Played(state, "red-hero")).action, ChargeAt)


def test_archer_steps_out_of_melee_to_shoot_only_where_that_pays() -> None:
    archer = creature("hero", rating=3, melee=(attack(0, 1),), ranged=(attack(9, 10),))
    state = skirmish({archer: (2, 5)}, {creature("foe", melee=(attack(-10, 1),)): (3, 5)}, OPEN)
    assert isinstance(decided(Played(state, "red-hero")).action, MoveBySquares)
    state = skirmish({archer: (2, 5)}, {creature("foe", melee=(attack(15, 30),)): (3, 5)}, OPEN)
    assert not isinstance(decided(Played(state, "red-hero")).action, MoveBySquares)


@pytest.mark.parametrize("id", ["granite-warden", "cinder-drake"])
def test_it_casts_nothing_at_a_creature_that_is_immune(id: str) -> None:
    """Lull was worth as much on a golem as on anybody; standing out of command it was cast even for nothing."""
    state = fight({"mist-singer": (0, 5), "lamp-captain": (13, 9)}, {id: (12, 1)})
    assert not isinstance(decided(Played(state, "red-mist-singer")).action, UsePower)
    state = fight({"mist-singer": (0, 5)}, {"oath-axe": (12, 5)})
    assert decided(Played(state, "red-mist-singer")).action == UsePower("lull", "blue-oath-axe")


def test_it_weighs_spell_resistance_and_what_is_resisted() -> None:
    bolt = Power(id="bolt", name="Bolt", level=1, damage=HitDamage(amount=10, kind="fire"))
    state = skirmish({creature("hero", powers=(bolt,)): (0, 5)}, {creature("foe"): (5, 5)}, OPEN)
    assert power_worth(state, "red-hero", "blue-foe", bolt) == pytest.approx(5.0)
    for traits, worth in ((Traits(spell_resistance=11), 2.5), (Traits(resistances=(Resistance(kind="fire"),)), 0.0)):
        warded = skirmish({creature("hero", powers=(bolt,)): (0, 5)}, {creature("foe", traits=traits): (5, 5)}, OPEN)
        assert power_worth(warded, "red-hero", "blue-foe", bolt) == pytest.approx(worth)
