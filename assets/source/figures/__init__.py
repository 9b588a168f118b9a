"""Our miniatures, modelled by script: ``python -m assets.source figures`` makes them all again."""

from collections.abc import Callable
from pathlib import Path

from assets.source.figures import (
    champions,
    furnace_engines,
    furnace_folk,
    giant,
    militia,
    monsters,
    riders,
    tide_beasts,
    tide_engines,
    tide_folk,
)
from assets.source.figures.forge import Sculpt

__all__ = ["FIGURES", "FOLDER", "make_all"]

FOLDER = Path(__file__).resolve().parents[2] / "figures"
"""Where the finished files lie."""

FIGURES: dict[str, Callable[[], Sculpt]] = {
    "axeman": militia.axeman,
    "beast": monsters.beast,
    "bowman": militia.bowman,
    "brute": monsters.brute,
    "coral-engine": tide_engines.coral_engine,
    "drift-bell": tide_engines.drift_bell,
    "flyer": riders.flyer,
    "gargantuan": giant.gargantuan,
    "hauler": furnace_engines.hauler,
    "hero": champions.hero,
    "leviathan": tide_beasts.leviathan,
    "levy": furnace_folk.levy,
    "marshal": furnace_folk.marshal,
    "netter": champions.netter,
    "oracle": tide_folk.oracle,
    "rider": riders.rider,
    "shaman": champions.shaman,
    "shellguard": tide_folk.shellguard,
    "skimray": tide_beasts.skimray,
    "sootwing": furnace_engines.sootwing,
    "spearman": militia.spearman,
    "stalker": champions.stalker,
    "swordsman": militia.swordsman,
    "walker": furnace_engines.walker,
}


def make_all(folder: Path = FOLDER) -> dict[str, int]:
    """Make every figure and write it to ``folder``; return the size of each file in bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    return {name: sculpt().write(folder) for name, sculpt in FIGURES.items()}
