"""Our miniatures, modelled by script: ``python -m assets.source figures`` makes them all again."""

from collections.abc import Callable
from pathlib import Path

from assets.source.figures import champions, giant, militia, monsters, riders
from assets.source.figures.forge import Sculpt

__all__ = ["FIGURES", "FOLDER", "make_all"]

FOLDER = Path(__file__).resolve().parents[2] / "figures"
"""Where the finished files lie."""

FIGURES: dict[str, Callable[[], Sculpt]] = {
    "axeman": militia.axeman,
    "beast": monsters.beast,
    "bowman": militia.bowman,
    "brute": monsters.brute,
    "flyer": riders.flyer,
    "gargantuan": giant.gargantuan,
    "hero": champions.hero,
    "netter": champions.netter,
    "rider": riders.rider,
    "shaman": champions.shaman,
    "spearman": militia.spearman,
    "stalker": champions.stalker,
    "swordsman": militia.swordsman,
}


def make_all(folder: Path = FOLDER) -> dict[str, int]:
    """Make every figure and write it to ``folder``; return the size of each file in bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    return {name: sculpt().write(folder) for name, sculpt in FIGURES.items()}
