"""What a search leaves out because it cannot be of use: leaving it out changes no cost, no risk, no way."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests import zoo
from tests.motion.moves import mover
from tests.motion.reaching import small_board
from warcry3d.geom.solid import Placement
from warcry3d.motion.reach import Reach, reach
from warcry3d.motion.reaching.links import Join
from warcry3d.motion.reaching.plan import Scope
from warcry3d.motion.reaching.search_graph import SearchGraph
from warcry3d.table.table import Table

INCHES = 7.0


def storeys() -> Table:
    """Return a board with a step, a deck that is climbed and a roof over it that 7 in do not lead up to."""
    step = zoo.box_part("step", (8, 6, 0), (11, 9, 0.5), "platform")
    deck = zoo.box_part("deck", (11, 4, 0), (16, 11, 2.2), "platform")
    roof = zoo.box_part("roof", (13, 5, 4.5), (16, 10, 4.8), "platform")
    return zoo.table(
        mover((7.0, 5.0)), zoo.fighter("b", (9.5, 4.0), side="blue"), zoo.feature("hall", step, deck, roof)
    )


BOARDS: dict[str, Callable[[], Table]] = {
    "storeys": storeys,
    "one": lambda: small_board(1),
    "two": lambda: small_board(2),
    "four": lambda: small_board(4),
}


def use_all(patch: pytest.MonkeyPatch) -> None:
    """Let searches look at every spot within their inches by level distance, needed or not."""
    spans = Scope.spans
    patch.setattr(Scope, "spans", lambda self, places, _=0.0: spans(self, places))
    patch.setattr(Join, "linked", lambda _self, below, above: (below, above))
    patch.setattr(SearchGraph, "may_land", lambda _self, _column, places, _known: np.arange(len(places)))


def spots(found: Reach) -> int:
    """Return how many spots a search asked about."""
    return sum(len(flood.queries.positions) for flood in found.facings[0].search._floods.values())


def costs(found: Reach) -> dict[int, tuple[Any, ...]]:
    """Return what a search says of each level."""
    return {level.level.number: (level.cost, level.rolls, level.deadly) for level in found.levels}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("is_high", [False, True])
def test_what_a_search_leaves_out_changes_nothing(board: str, is_high: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def searched() -> Reach:
        table = BOARDS[board]()
        if is_high:  # from the top of the block or deck
            levels = [level for level in reach(table, "a", 20.0, facings=1).levels if level.level.height < 4]
            top = max(levels, key=lambda level: level.level.height)
            row, column = np.argwhere(np.isfinite(top.cost))[top.count // 2]
            there = Placement((float(top.x[column]), float(top.y[row]), top.level.height), 0.0)
            table = table.placing("a", there)
        return reach(table, "a", INCHES, facings=1)

    narrow = searched()
    with monkeypatch.context() as patch:
        use_all(patch)
        whole = searched()
        print(spots(narrow), spots(whole), len(narrow.levels))
        assert is_high or spots(narrow) < spots(whole)  # from above, drops may lead to all of them
        one, other = costs(narrow), costs(whole)
        assert one.keys() == other.keys()
        for number, found in one.items():
            for ours, theirs in zip(found, other[number], strict=True):
                assert np.array_equal(ours, theirs, equal_nan=True)
    for level in narrow.levels:
        row, column = np.argwhere(np.isfinite(level.cost))[-1]
        place = float(level.x[column]), float(level.y[row])
        twin = next(other for other in whole.levels if other.level.number == level.level.number)
        assert narrow.route(level.level, place) == whole.route(twin.level, place)
