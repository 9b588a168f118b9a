"""Who of 6 units of 10 models sees which of 6 other units: ``python -m benchmarks units``.

In Age of Sigmar, model by model and unit; in Warhammer 40,000 all pairs of units, on a battlefield that ships.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from warcry3d.geom.solid import Placement
from warcry3d.rules.ageofsigmar.sight import UnitSight
from warcry3d.rules.ageofsigmar.units_on_table import unit_of
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit
from warcry3d.rules.ageofsigmar.warscrolls.files import shipped_army
from warcry3d.rules.ageofsigmar.warscrolls.table_models import unit_model
from warcry3d.rules.results import SightTerms
from warcry3d.rules.warhammer40k.datasheets import files as datasheet_files
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.rules.warhammer40k.units_on_table import unit_model as unit_model_40k
from warcry3d.sight.group_sight import GroupSightlines
from warcry3d.table.files import load_table
from warcry3d.table.models import Model
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table

__all__ = ["run", "seen_units", "shooting_lines", "two_lines"]

UNITS, MODELS = 6, 10
SIDES = (("red", 4.0, -1.0), ("blue", 26.0, 1.0))
"""Sides, where their front line begins (in), and which way its second rank stands from it."""


def two_lines() -> Table:
    """Return the sample battle's village between two lines of six units of ten, 22 in apart."""
    field = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    scroll = next(unit.warscroll for unit in shipped_army("kilnward").units if unit.id == "brickguard")
    models: list[Model] = []
    for side, y, way in SIDES:
        for number in range(UNITS):
            unit = ArmyUnit(f"{side}-{number}", scroll.name, scroll, (scroll.loadout_ids[0],) * MODELS)
            for k in range(MODELS):
                at = (4.0 + 7.2 * number + 1.35 * (k % 5), y + way * 1.35 * (k // 5), 0.0)
                models.append(unit_model(unit, k, side, Placement(at, way * math.pi / 2)))
    return replace(field, board=Board(48.0, 30.0), models=tuple(models))


def seen_units(table: Table, sights: GroupSightlines, viewers: str, targets: str) -> tuple[int, int, int]:
    """Return how many pairs of a model of one side and a unit of the other are in sight, too close to call, hidden."""
    units = [
        dict.fromkeys(unit_of(table, one)[0].id for one in table.models if one.side == side)
        for side in (viewers, targets)
    ]
    found = sights.matrix(*units).values()
    seen, hidden = sum(one.is_seen for one in found), sum(one.is_hidden for one in found)
    return seen, len(found) - seen - hidden, hidden


LINES = (("red", "ninth-furnace", "ember-levy", 5.0, -1.0), ("blue", "slow-flood", "shellguard", 39.5, 1.0))
"""Sides of Warhammer 40,000, their army, unit, where the front line begins (in), and which way the second stands."""


def shooting_lines() -> Table:
    """Return two lines of six units of ten on the 60 x 44 in battlefield that ships, 34.5 in apart, on their bases."""
    models: list[Model] = []
    for side, army, name, y, way in LINES:
        known = datasheet_files.shipped_army(army).unit(name)
        assert known is not None, name
        loadouts = (replace(known.loadouts[-1], count=MODELS),)
        for number in range(UNITS):
            unit = replace(known, id=f"{side}-{number}", loadouts=loadouts)
            for k in range(MODELS):
                at = (4.0 + 9.2 * number + 1.35 * (k % 5), y + way * 1.35 * (k // 5), 0.0)
                models.append(unit_model_40k(unit, k, side, Placement(at, way * math.pi / 2)))
    return replace(load_table(shipped_root() / "terrain" / "field-2-works.table.json"), models=tuple(models))


def pairs_of_units(fresh: Callable[[], GroupSightlines]) -> str:
    """Return which of all pairs of units are in sight, from a table of which nothing is known, and the time it took."""
    red, blue = ([f"{side}-{number}-1" for number in range(UNITS)] for side in ("red", "blue"))
    fresh().pairs(red[:1], blue[:1])  # kernels are loaded
    begun, started = time.perf_counter(), time.process_time()
    found = fresh().pairs(red, blue).values()
    spent, lasted = time.process_time() - started, time.perf_counter() - begun
    seen, hidden = sum(one.is_seen for one in found), sum(one.is_hidden for one in found)
    return (
        f"pairs of units: {seen} seen, {len(found) - seen - hidden} too close to call, {hidden} hidden; "
        f"{lasted:.2f} s, {spent:.2f} s of processor time"
    )


def run() -> Iterator[str]:
    """Yield what is seen, and the processor time it takes (s)."""
    table = two_lines()
    seen_units(table, UnitSight().units(table, SightTerms()), "red", "blue")  # kernels are loaded
    sights = UnitSight().units(table, SightTerms())  # knows nothing yet; blue uses what is found for red
    for viewers, targets in (("red", "blue"), ("blue", "red")):
        begun, started = time.perf_counter(), time.process_time()
        seen, close, hidden = seen_units(table, sights, viewers, targets)
        spent, lasted = time.process_time() - started, time.perf_counter() - begun
        yield (
            f"{viewers}: {seen} seen, {close} too close to call, {hidden} hidden; {lasted:.2f} s, "
            f"{spent:.2f} s of processor time"
        )
    yield f"Age of Sigmar, {pairs_of_units(lambda: UnitSight().units(replace(table), SightTerms()))}"
    field = shooting_lines()
    yield f"Warhammer 40,000, {pairs_of_units(lambda: ModelSights(replace(field)).groups)}"
