"""What a battle came to: points by round, damage by who did it, how dice fell."""

from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from warcry3d.app.play.summary import BattleSummary, DiceLuck, summary_of
from warcry3d.game.actions import Done, Rolled
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Event, Roll
from warcry3d.message import Message, message
from warcry3d.rules.battle_api import SideStanding, Standings, UnitStanding

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
