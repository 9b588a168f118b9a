"""What is worked out while people think: of those that can be activated next, of the side that chooses first."""

from collections.abc import Iterator

import pytest

from tests.rules.warcry.battle.field import Playing, box, fighting
from warcry3d.rules.reaches import reach_of
from warcry3d.rules.warcry.battle.state import FighterStatus
from warcry3d.rules.warcry.players.preparing import next_choices

DECK = box("deck", (8, 8, 0), (14, 14, 4), "platform")
PLACES = {"red-a": (6.0, 11.0), "red-b": (3.0, 3.0), "blue-b": (12.0, 11.0, 4.0)}


def test_once_prepared_a_field_derives_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = fighting(PLACES, parts=[DECK])
    assert sum(1 for _ in next_choices(playing.state, "red")) > 5

    def derived(*_: object) -> None:
        raise AssertionError("derived while a person waits")

    for name in ("reaching.plan.drop_column_between", "reaching.plan.rungs_of", "free_space.minkowski_sum"):
        monkeypatch.setattr(f"warcry3d.motion.{name}", derived)
    assert reach_of(playing.state.table, "red-a").reach.levels


def test_fighters_that_can_be_activated_are_prepared_those_of_the_side_that_chooses_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def preparing(table: object, model: str, *_: object, **__: object) -> Iterator[None]:
        asked.append(model)
        yield

    monkeypatch.setattr("warcry3d.rules.warcry.players.preparing.preparing_reach", preparing)
    state = fighting(PLACES).state
    has_acted = state.changed(
        fighters=tuple(f.changed(activations=1) if f.id == "red-b" else f for f in state.fighters)
    )
    for side, order in (("red", ["red-a", "blue-b"]), ("blue", ["blue-b", "red-a"])):
        asked.clear()
        assert sum(1 for _ in next_choices(has_acted, side)) > 2
        assert asked == order


def test_while_a_battle_is_set_up_room_is_found_for_bases_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = fighting(PLACES, parts=[DECK])
    aside = Playing(
        playing.state.changed(fighters=tuple(f.changed(place=FighterStatus.ASIDE) for f in playing.state.fighters))
    )
    assert not aside.state.table.models
    assert sum(1 for _ in next_choices(aside.state, "red")) > 5

    def derived(*_: object) -> None:
        raise AssertionError("derived while a person waits")

    monkeypatch.setattr("warcry3d.motion.free_space.minkowski_sum", derived)
    assert sum(1 for _ in next_choices(aside.state, "blue")) > 5
