"""Whole battles of Age of Sigmar: random and plain players, held to what must hold at every step.

``python -m benchmarks unit_battles``: 200 random and 30 plain ones; ``unit_battles 40``: 40 random and 6 plain ones;
``unit_battles 40 101``: from seed 101 on. Then a third as many of plain against random as there are plain ones. All
settings by chance; of the random ones three in four with two or three units a side. One that fails leaves its record
(``WARCRY3D_SOAK`` names the folder). Plain ones are of the shipped armies whole, as they are offered.
"""

from typing import Any

from benchmarks.unit_battle_checks import UnitWatch
from benchmarks.unit_series import BATTLES, UnitSystem, play_series
from warcry3d.game.random_stream import Stream
from warcry3d.rules.ageofsigmar.battle.plugin import OFFER, SETTINGS
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral

__all__ = ["SIGMAR", "run"]


def _some(army: dict[str, Any], random: Stream) -> dict[str, Any]:
    """Return an army of two or three of its units."""
    return {**army, "units": random.shuffled(army["units"])[: 2 + random.below(2)]}


SIGMAR = UnitSystem(
    name="units",
    offer=OFFER,
    choices={
        **{one.name: one.choices for one in SETTINGS if one.name in ("terrain", "too-close")},
        "rounds": ("4", "5"),  # undecided battles stop after a round that is drawn, four at the earliest
    },
    plain=PlainGeneral,
    watch=UnitWatch,
    some=_some,
)


def run(count: int = BATTLES, first: int = 1) -> str:
    """Play so many random battles, plain ones, and plain against random; return the figures."""
    return play_series(SIGMAR, count, first)
