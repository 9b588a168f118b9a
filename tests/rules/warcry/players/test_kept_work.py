"""What a decision keeps of its own work: both fears ask for the same ways, which are judged once, and choose alike."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import Playing, box, fighting, profile, weapon
from tests.rules.warcry.players.asking import LEY_LINES, answer
from warcry3d.motion.reach import Reach
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.battle.actions import Activate
from warcry3d.rules.warcry.battle.context import BattleContext
from warcry3d.rules.warcry.battle.state import Objective

FIERCE = profile("b", weapons=[weapon(attacks=6, strength=8, hit=6, crit=12)])
ARCHER = profile("b", weapons=[weapon(15, attacks=2, strength=3, hit=2, crit=4)])


def feared() -> Playing:
    """Return a fighter that had better stay, but for all the battle."""
    return fighting({"red-a": (5, 11), "blue-b": (12, 11)}, profiles={"blue-b": FIERCE}).do(Activate("red-a"))


def below() -> Playing:
    """Return a fighter at the foot of a deck that it gets up to with two moves."""
    deck = box("deck", (8, 8, 0), (14, 14, 5), "platform")
    here = Objective(id="objective-1", at=(11.0, 11.0, 5.0))
    places = {"red-a": (7.0, 11.0), "blue-b": (28.0, 20.0)}
    return fighting(places, parts=[deck], details=LEY_LINES, objectives=(here,)).do(Activate("red-a"))


def above() -> Playing:
    """Return a fighter in cover on a deck, with an archer below."""
    parts = [box("deck", (2, 8, 0), (7, 14, 3.5), "platform"), box("parapet", (6.8, 8, 3.5), (7, 14, 4.5))]
    places = {"red-a": (5.0, 11.0, 3.5), "blue-b": (20.0, 11.0)}
    return fighting(places, profiles={"blue-b": ARCHER}, parts=parts).do(Activate("red-a"))


@pytest.mark.parametrize("set_up", [feared, below, above])
def test_what_is_kept_changes_no_choice_and_no_way_is_judged_twice(
    set_up: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[tuple[Any, Any]] = []

    def counted(table: Any, id: str, path: Any, **named: Any) -> Any:
        judged.append((path, named["allowed"]))
        return judge_move(table, id, path, **named)

    monkeypatch.setattr("warcry3d.rules.warcry.battle.movement.move_actions.judge_move", counted)
    kept = answer(set_up())
    assert 0 < len(judged) == len(set(judged))
    once = len(judged)
    judged.clear()
    monkeypatch.setattr(BattleContext, "keep_judged_move", lambda *_: None)
    monkeypatch.setattr(Reach, "route", Reach._route_of)
    assert answer(set_up()) == kept
    assert len(judged) > once
