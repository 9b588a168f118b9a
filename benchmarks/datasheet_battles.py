"""Whole battles of Warhammer 40,000: random and plain players, held to what must hold at every step.

``python -m benchmarks datasheet_battles``: 200 random and 30 plain ones; ``datasheet_battles 40``: 40 and 6;
``datasheet_battles 40 101``: from seed 101 on. Then a third as many of plain against random as there are plain
ones. All settings by chance; of the random ones three in four with the warlord and one to three others a side. One that
fails leaves its record (``WARCRY3D_SOAK`` names the folder). Plain ones are of the shipped armies whole, as offered.
"""

from typing import Any

from benchmarks.datasheet_battle_checks import DatasheetWatch
from benchmarks.unit_series import BATTLES, UnitSystem, play_series
from warcry3d.game.random_stream import Stream
from warcry3d.rules.warhammer40k.battle.plugin import OFFER, SETTINGS
from warcry3d.rules.warhammer40k.players.plain import PlainCommander

__all__ = ["SYSTEM_40K", "run"]

KEPT = ("points", "barred")
"""Settings that are not chosen by chance: they forbid the shipped armies."""


def _some(army: dict[str, Any], random: Stream) -> dict[str, Any]:
    """Return an army of its warlord and one to three others, which join and begin inside units that are left."""
    first = [unit for unit in army["units"] if unit.get("warlord")]
    others = [unit for unit in army["units"] if not unit.get("warlord")]
    units = [*first, *random.shuffled(others)[: 1 + random.below(3)]]
    left = {unit["id"] for unit in units}
    return {**army, "units": [_among(left, unit) for unit in units]}


def _among(left: set[str], unit: dict[str, Any]) -> dict[str, Any]:
    """Return a unit that joins and begins inside no unit but those that are left."""
    return {key: value for key, value in unit.items() if key not in ("joins", "inside") or value in left}


SYSTEM_40K = UnitSystem(
    name="datasheets",
    offer=OFFER,
    choices={one.name: one.choices for one in SETTINGS if one.name not in KEPT},
    plain=PlainCommander,
    watch=DatasheetWatch,
    some=_some,
)


def run(count: int = BATTLES, first: int = 1) -> str:
    """Play so many random battles, plain ones, and plain against random; return the figures."""
    return play_series(SYSTEM_40K, count, first)
