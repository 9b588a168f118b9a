"""Models of units on a table, and what the judge of sight and moves reads of them.

A model's profile says the ``unit`` that it belongs to, its ``keywords``, how far it may ``move`` (in), and whether it
is a ``hull``: one without a base, whose base on the table is the ground that it covers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.rules.warhammer40k.datasheets.army import SheetUnit
from warcry3d.rules.warhammer40k.datasheets.datasheet import ModelProfile
from warcry3d.table.figures import named_figure
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base, BaseShape, Figure, Model
from warcry3d.table.table import Table
from warcry3d.units import to_mm

__all__ = [
    "TableTraits",
    "enemies_of",
    "figure_of",
    "has_keyword",
    "model_traits",
    "table_base",
    "unit_model",
    "unit_of",
]

BY_KEYWORD = {"aircraft": "sootwing", "walker": "walker", "monster": "leviathan", "transport": "hauler"}
"""Shipped figures for datasheets that name none, by the first of their keywords that is here."""
LARGE_MM = 48.0


@dataclass(frozen=True, slots=True)
class TableTraits:
    """What a model's profile on a table says; ``move``: None where it is not known.

    A model whose profile names no unit is a unit by itself: then ``unit`` is its own id. ``keywords`` in lower case.
    """

    unit: str
    move: float | None = None
    keywords: frozenset[str] = frozenset()
    is_hull: bool = False

    @property
    def flies(self) -> bool:
        """Return whether it has the keyword fly."""
        return "fly" in self.keywords


def model_traits(model: Model) -> TableTraits:
    """Return what a model's profile says; what it says in other ways than ours does not count."""
    unit, move, words = (model.profile.get(key) for key in ("unit", "move", "keywords"))
    known = float(move) if isinstance(move, int | float) and not isinstance(move, bool) else None
    own = unit if isinstance(unit, str) and unit else model.id
    listed = words if isinstance(words, list | tuple) else ()
    keywords = frozenset(word.lower() for word in listed if isinstance(word, str))
    return TableTraits(own, known, keywords, model.profile.get("hull") is True)


def has_keyword(model: Model, *keywords: str) -> bool:
    """Return whether a model has one of the keywords."""
    return not model_traits(model).keywords.isdisjoint(keywords)


def unit_of(table: Table, model: Model) -> tuple[Model, ...]:
    """Return the models of a model's unit on its table, itself among them (40K-UNIT-1)."""
    unit = model_traits(model).unit
    return tuple(other for other in table.models if other.side == model.side and model_traits(other).unit == unit)


def enemies_of(table: Table, model: Model) -> tuple[Model, ...]:
    """Return the models of the other sides (40K-UNIT-3)."""
    return tuple(other for other in table.models if other.side != model.side)


def table_base(profile: ModelProfile) -> Base | None:
    """Return what a model stands on: its base, or the ground that its hull covers; None where neither is known."""
    if profile.base is not None or profile.hull is None:
        return profile.base
    length, width = profile.hull
    return Base(BaseShape.SQUARE, length, width)


def unit_model(
    unit: SheetUnit, number: int, side: str, placement: Placement, *, id: str = "", joined: str = ""
) -> Model:
    """Return a unit's model ``number`` (from 0, in the order of its loadouts) at a placement.

    ``id``: by default the unit's id and its number from 1. ``joined``: the unit that it is one unit with (a leader's).
    Raise `QuestionError` where neither base nor hull is known.
    """
    profile = unit.profiles()[number]
    base = table_base(profile)
    if base is None:
        raise QuestionError(
            "{name} has no base: give its size in the file of its datasheet ('{sheet}')",
            name=profile.name,
            sheet=unit.sheet.id,
        )
    words = {*unit.sheet.keywords, *unit.sheet.faction_keywords, *profile.keywords}
    values: Mapping[str, object] = {
        "unit": joined or unit.id,
        "fighter": profile.name,
        "keywords": sorted(words),
        **_moves(profile),
        **({"hull": True} if profile.base is None else {}),
    }
    figure = _figure(figure_of(unit, profile, base))
    return Model(id or f"{unit.id}-{number + 1}", side, base, figure, placement, MappingProxyType(dict(values)))


def _moves(profile: ModelProfile) -> Mapping[str, object]:
    """Return the Move of a profile where it is a number: what is rolled is given with the question (--allow)."""
    move = None if profile.numbers is None else profile.numbers.move.inches
    return {} if move is None or move.count else {"move": float(move.plus)}


def figure_of(unit: SheetUnit, profile: ModelProfile, base: Base) -> str:
    """Return the shipped figure that shows a model: its datasheet's own, else one like it."""
    if profile.figure:
        return profile.figure
    for keyword, figure in BY_KEYWORD.items():
        if unit.sheet.has(keyword):
            return figure
    if to_mm(base.length) >= LARGE_MM:
        return "hauler" if unit.sheet.has("vehicle") else "brute"
    return "marshal" if unit.sheet.has("character") else "levy"


@cache
def _figure(name: str) -> Figure:
    return named_figure(name, JsonPath(name))
