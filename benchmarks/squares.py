"""On squares: sight and cover of one against twelve, and where a creature can go with what each square provokes.

Goals: 20 ms for twelve, 50 ms for a field. One creature and twelve enemies stand at random on the maps that ship; the
creature moves 12 squares, as double its speed, and in every fifth case covers 2 x 2 squares. Times are of the
processor, the last answers about other places forgotten, so that each case is worked out anew.
"""

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import MappingProxyType

from warcry3d.geom.solid import Placement
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.results import SightTerms
from warcry3d.rules.systems import system
from warcry3d.table.figures import named_figure
from warcry3d.table.grid import DIFFICULT, FLOOR, Square
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table
from warcry3d.units import LengthUnit

__all__ = ["run"]

ENEMIES, CASES, SQUARES = 12, 60, 12
LARGE_EVERY = 5


def run() -> Iterator[str]:
    """Yield the table of times."""
    maps = tuple(_maps())
    _field(next(_cases(maps)))  # the first one imports what all need
    yield f"{len(maps)} maps, {CASES} cases of one against {ENEMIES}"
    for name, work in (
        ("sight", _sight),
        ("cover", _cover),
        ("sight and cover", _both),
        ("field of 12 squares", _field),
    ):
        times = [_milliseconds(work, table) for table in _cases(maps)]
        ordered = sorted(times)
        yield (
            f"{name:22} median {statistics.median(times):6.1f} ms, 95 % {ordered[int(0.95 * len(ordered))]:6.1f} ms, "
            f"worst {ordered[-1]:6.1f} ms"
        )


def _maps() -> Iterator[Table]:
    """Yield the tables with squares that systems offer battles on, or that ship beside them."""
    for path in sorted((shipped_root() / "terrain").glob("*.table.json")):
        table = playable_table(path)
        if table.grid is not None:
            yield table


def _cases(maps: tuple[Table, ...]) -> Iterator[Table]:
    random_ = random.Random(20)
    for number in range(CASES):
        size = 2 if number % LARGE_EVERY == 0 else 1
        yield _placed(maps[number % len(maps)], random_, size)


def _placed(table: Table, chance: random.Random, size: int) -> Table:
    """Return a table with a creature of so many squares a side and its enemies, near each other as in a battle."""
    assert table.grid is not None
    free = table.grid.squares(FLOOR + DIFFICULT)
    figure = named_figure("swordsman", JsonPath("figure"))
    while True:
        x, y = chance.choice(sorted(free))
        own = {(x + i, y + j) for i in range(size) for j in range(size)}
        near = sorted(one for one in free - own if max(abs(one[0] - x), abs(one[1] - y)) <= 8)
        if own <= free and len(near) >= ENEMIES:
            break

    def model(id: str, side: str, square: Square, squares: int) -> Model:
        at = (square[0] + squares / 2, square[1] + squares / 2, 0.0)
        base = Base(BaseShape.SQUARE, float(squares), float(squares))
        return Model(id, side, base, figure, Placement(at), MappingProxyType({"speed": 6}))

    enemies = [model(f"e{n}", "blue", square, 1) for n, square in enumerate(chance.sample(near, ENEMIES))]
    return replace(table, models=(model("a", "red", (x, y), size), *enemies))


def _milliseconds(work: Callable[[Table], object], table: Table) -> float:
    gc.collect()
    gc.disable()  # the window too collects while it rests
    try:
        start = time.process_time()
        work(table)
        return 1000 * (time.process_time() - start)
    finally:
        gc.enable()


def _sight(table: Table) -> None:
    sights = system(table.ruleset).sight().sights(table, SightTerms())
    for enemy in table.models[1:]:
        sights.between("a", enemy.id)


def _cover(table: Table) -> None:
    rules = system(table.ruleset).sight()
    for enemy in table.models[1:]:
        rules.cover(table, "a", enemy.id)


def _both(table: Table) -> None:
    moved = table.placing("a", Placement(table.model("a").placement.at, 1.0))
    _sight(moved)
    _cover(moved)


def _field(table: Table) -> None:
    reach = system(table.ruleset).reach()
    found = reach.reach(
        table,
        "a",
        inches=float(SQUARES),
        action=MoveAction.MOVE,
        is_careful=False,
        is_carrying=False,
        keeps_facing=True,
    )
    assert found.unit is LengthUnit.SQUARES and found.reach.levels
