"""Models of units on a table, and what the judge of sight and moves reads of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll, WeaponKind
from warcry3d.table.figures import named_figure
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Figure, Model
from warcry3d.units import to_mm

__all__ = ["ModelTraits", "figure_of", "model_traits", "unit_model"]

LARGE_MM = 48.0
"""On round bases from this size on (mm) a brute stands rather than one of its small fellows."""

BY_KEYWORD = {"monster": "gargantuan", "cavalry": "rider", "beast": "beast", "wizard": "shaman", "hero": "hero"}


@dataclass(frozen=True, slots=True)
class ModelTraits:
    """What a model's profile on a table says: its ``unit``, its Move (None: not known), whether it flies.

    A model whose profile names no unit is a unit by itself: then ``unit`` is its own id.
    """

    unit: str
    move: float | None = None
    flies: bool = False


def model_traits(model: Model) -> ModelTraits:
    """Return what a model's profile says; what it says in other ways than ours does not count."""
    unit, move = model.profile.get("unit"), model.profile.get("move")
    known = float(move) if isinstance(move, int | float) and not isinstance(move, bool) else None
    return ModelTraits(unit if isinstance(unit, str) and unit else model.id, known, model.profile.get("flies") is True)


def unit_model(unit: ArmyUnit, number: int, side: str, placement: Placement) -> Model:
    """Return a unit's model ``number`` (from 0) at a placement; raise `QuestionError` where it has no base."""
    scroll = unit.warscroll
    if scroll.base is None:
        raise QuestionError(
            "{name} has no base: give its size in the file of its warscroll ('{warscroll}')",
            name=unit.name,
            warscroll=scroll.id,
        )
    values: Mapping[str, object] = {
        "unit": unit.id,
        "fighter": scroll.name,
        "loadout": unit.models[number],
        "move": scroll.move,
        "flies": scroll.flies,
    }
    figure = _figure(figure_of(scroll, unit.models[number]))
    return Model(unit.model_ids[number], side, scroll.base, figure, placement, MappingProxyType(dict(values)))


def figure_of(scroll: Warscroll, loadout: str) -> str:
    """Return the shipped figure that shows a model: the warscroll's own, else the one most like it.

    By its keywords first, then flying, a large base, then its weapon that reaches farthest.
    """
    if scroll.figure:
        return scroll.figure
    for keyword, figure in BY_KEYWORD.items():
        if scroll.has(keyword):
            return figure
    if scroll.flies:
        return "flyer"
    if scroll.base is not None and to_mm(scroll.base.length) >= LARGE_MM:
        return "brute"
    weapons = scroll.weapons_of(loadout)
    if any(weapon.kind is WeaponKind.MISSILE for weapon in weapons):
        return "bowman"
    return "spearman" if any(weapon.range > 1.0 for weapon in weapons) else "swordsman"


@cache
def _figure(name: str) -> Figure:
    return named_figure(name, JsonPath(name))
