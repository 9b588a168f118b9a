"""Units dragged as one: each model's way, the unit at the end, single models adjusted."""

import json
import math
from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import RULES, army, at_step, battle, field, fight, row, setup, unit
from warcry3d.game.group_moves import GroupOrder, JudgedGroup
from warcry3d.game.prompts import Go, Place, UnitGroup
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.actions import CutField, UnitOrder
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase
from warcry3d.rules.ageofsigmar.warscrolls.files import DATA
from warcry3d.rules.units.group_formations import FORMATIONS

BLUE: Any = {"spears": ("blades", row(10, 34, 3))}
BESIDE_THEM = tuple(
    {"id": f"stone-{n}", "piece": "stone", "at": at} for n, at in enumerate(([12, 24], [22, 18], [16, 13]), 1)
)
STONE = ({"id": "stone-1", "piece": "stone", "at": [12, 24]},)


def asked(places: Any, **values: Any) -> tuple[Game[Any, Any], Go, UnitGroup[Any]]:
    """Return a battle in which red moves a unit, the prompt for that, and its group."""
    state = battle({"swords": ("blades", places)}, BLUE, BeginPhase(SigmarPhase.MOVEMENT, "red"), **values)
    game = at_step(state).play(UnitOrder("move", "swords"))
    go = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
    assert go.group is not None
    return game, go, go.group


def ends(judged: JudgedGroup) -> dict[str, tuple[float, float]]:
    return {one.model: (one.end[0], one.end[1]) for one in judged.members}


def test_a_unit_keeps_its_formation_and_each_way_has_its_inches() -> None:
    """rule: AOS-MOVE-1, AOS-MOVE-6."""
    game, go, group = asked(row(10, 20, 5))
    ways = group.follow(GroupOrder("swords-3", (12.8, 24.0, 0.0)))
    judged = group.judge(ways)
    assert judged.is_allowed and not game.faults(go.action(ways))
    assert all(ends(judged)[f"swords-{n}"] == pytest.approx((10 + 1.4 * (n - 1), 24.0)) for n in range(1, 6))
    assert all(one.cost == pytest.approx(4.0) and one.allowed == 5 for one in judged.members)
    assert [link.is_held for link in judged.links] == [True] * 4, "neighbours are 0.4 in apart"


def test_models_find_a_place_beside_what_is_in_the_way() -> None:
    """rule: AOS-TERRAIN-2, AOS-UNIT-4."""
    game, go, group = asked(row(10, 20, 5), features=STONE)
    ways = group.follow(GroupOrder("swords-1", (10.0, 24.5, 0.0)))
    judged = group.judge(ways)
    assert judged.is_allowed and not game.faults(go.action(ways))
    assert all(not (11.5 < x < 15.5 and 23.5 < y < 27.5) for x, y in ends(judged).values())


def test_what_is_refused_says_why_model_by_model() -> None:
    """rule: AOS-MOVE-1."""
    _, _, group = asked(row(10, 20, 3))
    laid = group.follow(GroupOrder("swords-2", (11.4, 29.0, 0.0)))
    assert all(one.cost == pytest.approx(5) for one in group.judge(laid).members), "as far as their inches go"
    judged = group.judge(group.adjusted(laid, "swords-2", (11.4, 29.0, 0.0)))
    member = judged.member("swords-2")
    assert member is not None and [one.rule for one in member.faults] == ["AOS-MOVE-1"]
    assert member.end == pytest.approx((11.4, 29.0, 0.0)), "it is shown where it is wanted"
    assert not judged.is_allowed


def test_gaps_that_split_a_unit_are_named_with_their_inches() -> None:
    """rule: AOS-UNIT-2, AOS-UNIT-4."""
    game, go, group = asked(row(10, 20, 3))
    laid = group.follow(GroupOrder("swords-2", (11.4, 22.0, 0.0)))
    apart = group.adjusted(laid, "swords-3", (16.0, 22.0, 0.0))
    judged = group.judge(apart)
    assert [one.rule for one in judged.faults] == ["AOS-UNIT-4"] and judged.outside == ("swords-3",)
    gap = next(link for link in judged.links if not link.is_held)
    assert {gap.one, gap.other} == {"swords-2", "swords-3"} and gap.gap == pytest.approx(16 - 11.4 - 1)
    assert [one.rule for one in game.faults(go.action(apart))] == ["AOS-UNIT-4"]
    back = group.adjusted(apart, "swords-3", (13.0, 21.0, 0.0))
    assert group.judge(back).is_allowed and not game.faults(go.action(back))
    assert [one.model for one in back] == [one.model for one in laid], "each goes in its turn"


def test_a_model_goes_last_where_only_that_gives_it_room() -> None:
    _, _, group = asked(row(10, 20, 2))
    laid = group.follow(GroupOrder("swords-1", (10.0, 22.0, 0.0)))
    first = laid[0].model
    other = "swords-1" if first == "swords-2" else "swords-2"
    at = (10.0, 20.0, 0.0) if other == "swords-1" else (11.4, 20.0, 0.0)
    swapped = group.adjusted(laid, first, at)
    assert group.judge(swapped).is_allowed and swapped[-1].model == first


@pytest.mark.parametrize("formation", [one.id for one in FORMATIONS])
@pytest.mark.parametrize("to", [(11.0, 22.5), (9.0, 18.0), (13.0, 23.8), (20.0, 20.0)])
def test_what_the_group_allows_the_rules_allow_and_nothing_else(formation: str, to: tuple[float, float]) -> None:
    game, go, group = asked(row(10, 20, 4), features=STONE)
    ways = group.follow(GroupOrder("swords-1", (*to, 0.0), formation, 0.4))
    assert ways
    assert group.judge(ways).is_allowed == (not game.faults(go.action(ways)))
    assert {one.item for one in group.homes(GroupOrder("swords-1", (*to, 0.0), formation, 0.4))} == set(go.models)


def test_a_turned_formation_turns_its_models_too() -> None:
    _, _, group = asked(row(10, 20, 3))
    judged = group.judge(group.follow(GroupOrder("swords-2", (11.4, 21.0, 0.0), "", math.pi / 6)))
    assert all(one.turn == pytest.approx(math.pi / 6) for one in judged.members)


@pytest.mark.parametrize("formation", ["as-it-stands", "ranks", "line", "column"])
def test_riders_on_long_bases_are_set_up_coherent_in_each_formation(formation: str) -> None:
    """rule: AOS-UNIT-2, AOS-UNIT-3. Their bases are 2.95 in long, so that ranks stand nearly an inch apart."""
    scrolls = json.loads((DATA / "kilnward.warscrolls.json").read_text(encoding="utf-8"))["warscrolls"]
    lancers = next(one for one in scrolls if one["id"] == "cart-lancers")
    prepared = setup(army(unit(lancers, 3)), army(unit("blades", 3)), field(), terrain="none", realm="fire")
    game = fight(at_step(RULES.start(prepared)), (6,), (1,), CutField(0), "0", "cart-lancers")
    place = game.ruleset.prompts(game.state)[0]
    assert isinstance(place, Place) and place.group is not None
    middle = place.suggested[1]
    x, y, z = middle.at
    for at in ((x, y, z), (x, y - 3.0, z), (x + 8.0, y - 5.0, z), (x, 47.0 if y > 24 else 1.0, z)):
        judged = place.group.judge(place.group.follow(GroupOrder(middle.item, at, formation)))
        assert judged.is_allowed, (at, [str(one) for one in judged.faults])


@pytest.mark.parametrize(
    ("count", "gap", "between", "leader", "to", "formation", "features"),
    [
        (12, 1.7, 1.4, "swords-6", (4.48, -0.73), "ranks", ()),
        (12, 1.7, 1.4, "swords-2", (-3.45, 0.78), "ranks", ()),
        (12, 1.95, 1.4, "swords-6", (4.74, 0.12), "as-it-stands", BESIDE_THEM),
        (10, 1.7, 1.7, "swords-3", (-4.68, 0.62), "ranks", BESIDE_THEM),
    ],
)
def test_two_ranks_moved_sideways_stay_together(
    count: int,
    gap: float,
    between: float,
    leader: str,
    to: tuple[float, float],
    formation: str,
    features: Any,
) -> None:
    """rule: AOS-UNIT-2, AOS-UNIT-4. Their places are too far off, or a stone is in their way."""
    ranks = row(10, 20, count // 2, gap) + row(10, 20 - between, count // 2, gap)
    game, go, group = asked(ranks, features=features)
    x, y, z = game.state.troop(leader).at
    ways = group.follow(GroupOrder(leader, (x + to[0], y + to[1], z), formation))
    judged = group.judge(ways)
    assert judged.is_allowed and not game.faults(go.action(ways)), [str(one) for one in judged.faults]
    end = ends(judged)[leader]
    assert math.dist(end, (x, y)) > math.hypot(*to) / 4, "it goes on, though not as far as it is held"
