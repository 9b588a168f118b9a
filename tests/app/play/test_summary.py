"""What a battle came to: points by round, damage by who did it, how dice fell."""

from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from tests.rules.warhammer40k.battle.field import at_step, battle, order, play, sheet
from warcry3d.app.play.summary import BattleSummary, DiceLuck, summary_of
from warcry3d.game.actions import Done, Rolled
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Event, Roll
from warcry3d.message import Message, message
from warcry3d.rules.battle_api import SideStanding, Standings, UnitStanding
from warcry3d.rules.warhammer40k.battle.attacks.wounds import LosesWounds
from warcry3d.rules.warhammer40k.battle.movement.falling_back import LosesModel
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import ShootingPhase40k
from warcry3d.rules.warhammer40k.battle.plugin import OFFER

WHY = RuleReason("", message("why"))


def event(kind: str, *models: str) -> Event:
    return Event(kind, message(kind), models=models)


def standing(red: int, blue: int, **wounds: int) -> Standings:
    sides = {"red": SideStanding(points=red), "blue": SideStanding(points=blue)}
    return Standings(wounds={id: (left, 10) for id, left in wounds.items()}, sides=sides)


STEPS: list[tuple[object, Standings, tuple[Event, ...]]] = [
    (Done(), standing(0, 0, ann=10, bob=10), (event("round"), event("activation", "ann"))),
    (Rolled((6, 4)), standing(0, 0, ann=10, bob=7), (event("hit-roll", "ann"), event("damage", "bob"))),
    (Rolled((2,)), standing(0, 0, ann=9, bob=7), (event("counter", "bob"), event("damage", "ann"))),
    (Done(), standing(2, 1, ann=9, bob=7), (event("points"),)),
    (Done(), standing(2, 1, ann=9, bob=7), (event("round"), event("activation", "bob"))),
    (Done(), standing(2, 1, ann=9, bob=5), (event("falls", "bob"), event("impact", "bob"))),
    (Done(), standing(2, 4, ann=9), (event("activation", "ann"), event("attack", "ann"), event("damage", "bob"))),
]


@pytest.fixture
def summary() -> BattleSummary:
    """Return the summary of a battle of a few steps; its states are their numbers."""
    table: Any = {0: standing(0, 0, ann=10, bob=10), **{n: one[1] for n, one in enumerate(STEPS, start=1)}}
    done = [SimpleNamespace(action=a, state=n, events=e) for n, (a, _, e) in enumerate(STEPS, start=1)]
    due = {1: Roll("red", 2, WHY), 2: Roll("blue", 1, WHY)}
    game: Any = SimpleNamespace(
        first=0,
        done=done,
        setup=SimpleNamespace(players=("red", "blue")),
        ruleset=SimpleNamespace(pending=lambda state: due.get(state)),
    )
    rules: Any = SimpleNamespace(
        standings=table.__getitem__,
        rosters=lambda state: {"red": {"ann": "Ann"}, "blue": {"bob": "Bob"}},
        headings=MappingProxyType({"round": 1, "activation": 2}),
    )
    return summary_of(game, rules)


def test_points_are_those_at_the_end_of_each_round(summary: BattleSummary) -> None:
    assert summary.points == {"red": (2, 2), "blue": (1, 4)}


def test_damage_counts_for_the_enemy_that_did_it_and_falls_for_nobody(summary: BattleSummary) -> None:
    assert summary.damage == {"ann": 3 + 5, "bob": 1}
    assert summary.most_damage == (("ann", 8), ("bob", 1))


def test_dice_are_counted_for_who_threw_them(summary: BattleSummary) -> None:
    assert summary.luck == {"red": DiceLuck((0, 0, 0, 1, 0, 1)), "blue": DiceLuck((0, 1, 0, 0, 0, 0))}


def test_luck_is_the_mean_against_what_was_to_be_expected() -> None:
    assert DiceLuck().average == DiceLuck().deviation == 0
    even = DiceLuck((2, 2, 2, 2, 2, 2))
    assert (even.average, even.deviation) == (3.5, 0)
    assert DiceLuck((0, 0, 0, 0, 0, 12)).deviation == pytest.approx(2.5 / (35 / 12 / 12) ** 0.5)


def test_luck_is_of_the_dice_that_were_thrown_most() -> None:
    """Those of D&D Miniatures have twenty sides."""
    thrown = ((20, (20, 3)), (6, (4,)))
    done = [SimpleNamespace(action=Rolled(faces), state=n, events=()) for n, (_, faces) in enumerate(thrown, start=1)]
    due = {n: Roll("red", len(faces), WHY, sides=sides) for n, (sides, faces) in enumerate(thrown)}
    game: Any = SimpleNamespace(
        first=0,
        done=done,
        setup=SimpleNamespace(players=("red",)),
        ruleset=SimpleNamespace(pending=lambda state: due.get(state)),
    )
    rules: Any = SimpleNamespace(
        standings=lambda state: standing(0, 0, ann=10, bob=10), rosters=lambda state: {}, headings=MappingProxyType({})
    )
    luck = summary_of(game, rules).luck["red"]
    assert len(luck.faces) == 20 and luck.count == 2
    assert (luck.average, luck.expected) == (11.5, 10.5)
    assert luck.deviation == pytest.approx(1.0 / ((20**2 - 1) / 12 / 2) ** 0.5)


def test_damage_of_units_counts_for_the_unit_that_attacked() -> None:
    """It counted for the model that was hurt before: no model is named where a unit attacks."""
    red = UnitStanding("squad", "Squad", "red", ("squad-1", "squad-2"))
    blue = UnitStanding("beast", "Beast", "blue", ("beast-1",))

    def now(beast: int, squad: int) -> Standings:
        return replace(standing(0, 0, **{"beast-1": beast, "squad-1": squad}), units=(red, blue))

    def attack(unit: str, target: str, hurt: str) -> tuple[Event, ...]:
        said = Message("{unit} attacks {target}", {"unit": unit, "target": target})
        saved = Message("{unit}: no attack saved", {"unit": target})
        return Event("attack", said), Event("saves", saved), event("wounded", hurt)

    table = {0: now(10, 5), 1: now(7, 5), 2: now(7, 3), 3: now(6, 3)}
    hits = attack("squad", "beast", "beast-1")
    events = [hits, attack("beast", "squad", "squad-1"), hits]
    done = [SimpleNamespace(action=Done(), state=n, events=e) for n, e in enumerate(events, start=1)]
    game: Any = SimpleNamespace(
        first=0,
        done=done,
        setup=SimpleNamespace(players=("red", "blue")),
        ruleset=SimpleNamespace(pending=lambda state: None),
    )
    rosters = {"red": {"squad-1": "Squad 1", "squad-2": "Squad 2"}, "blue": {"beast-1": "Beast"}}
    rules: Any = SimpleNamespace(
        standings=table.__getitem__, rosters=lambda state: rosters, headings=MappingProxyType({})
    )
    assert summary_of(game, rules).damage == {"squad": 3 + 1, "beast": 2}


def dealt(game: Any) -> dict[str, int]:
    return dict(summary_of(game, OFFER).damage)


def test_grenades_and_deadly_demise_count_for_who_threw_or_died() -> None:
    """They counted for the unit that attacked last, whichever that was."""
    grenadiers = sheet("grenadiers", keywords=("infantry", "grenades"))
    foe, bomb = sheet("foe", numbers={"wounds": 9}), sheet("bomb", core=["deadly demise 2"], numbers={"wounds": 1})
    blues = {"foe": (foe, [(17, 10)]), "bomb": (bomb, [(10, 14)])}
    state = battle({"u": (grenadiers, [(10, 10)])}, blues, ShootingPhase40k("red"))
    state = state.changed(sides=tuple(side.changed(command=3) for side in state.sides))
    game = play(at_step(state), order("shoot", "u"), "grenade|u", "foe", (4, 4, 4, 1, 1, 1))
    assert dealt(game) == {"u": 3}
    loses = battle({"u": (grenadiers, [(10, 10)])}, blues, LosesWounds("bomb-1", 1, "40K-DAMAGE-1"))
    assert dealt(play(at_step(loses), (6,))) == {"bomb": 2}


def test_who_is_lost_by_its_own_side_counts_for_no_enemy() -> None:
    """A desperate escape counted for the unit that attacked before it."""
    foe = sheet("foe", numbers={"wounds": 2})
    state = battle({"u": (foe, [(10, 10)])}, {"foe": (foe, [(20, 10), (22, 10)])}, LosesModel("foe", "40K-ESCAPE-3"))
    attack = Event("attack", Message("{unit} attacks {target}", {"unit": "u", "target": "foe"}))
    game = play(at_step(state), "foe-2")
    before = replace(game.done[0], state=game.first, events=(attack,))
    assert dealt(replace(game, done=(before, *game.done))) == {}
