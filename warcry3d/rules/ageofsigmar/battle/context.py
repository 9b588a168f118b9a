"""What never changes during a battle: the armies, the terrain, what the players agreed on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal
from weakref import WeakValueDictionary, ref

import msgspec
from msgspec import Meta

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, table_of
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Point
from warcry3d.rules.ageofsigmar.battle.setup.field_halves import FieldHalves
from warcry3d.rules.ageofsigmar.field_rules import LEAST_SIDE
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit, WarscrollArmy
from warcry3d.rules.ageofsigmar.warscrolls.files import DATA, army_from_json
from warcry3d.rules.ageofsigmar.warscrolls.format import MAX_IN_UNIT
from warcry3d.rules.ageofsigmar.warscrolls.table_models import unit_model
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import ScrollWeapon, Warscroll, WeaponKind
from warcry3d.rules.units.model_stock import ModelPlace, ModelStock
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.wire_types import Wire

__all__ = ["ADDED", "AgreedSettings", "SigmarContext", "SigmarDetails", "sigmar_context"]

ADDED = "+"
"""What parts of an added unit's id stand between: ids in files have none."""


class AgreedSettings(Wire, kw_only=True):
    """What the players agreed on before the battle.

    ``realm``: empty: they choose (AOS-REALM-1). ``terrain``: features' rules are rolled, picked together, or there are
    none (AOS-OPEN-5). ``rounds``: after so many an undecided battle stops; 0: when both agree (AOS-OPEN-19).
    ``won_before``: players whose army won a major victory in its last battle (AOS-TRIUMPH-1). ``too_close``: what a
    line of sight too close to call counts as. ``rulings``: whether players may set aside what the program rules.
    """

    realm: Annotated[str, Meta(max_length=80)] = ""
    terrain: Literal["roll", "pick", "none"] = "roll"
    rounds: Annotated[int, Meta(ge=0, le=100)] = 6
    won_before: Annotated[tuple[str, ...], Meta(max_length=2)] = ()
    too_close: Literal["hidden", "seen"] = "hidden"
    rulings: Literal["program", "players"] = "program"


class SigmarDetails(Wire, kw_only=True):
    """What a battle's set-up says beside the table: each player's army as its file has it, and what was agreed on."""

    armies: dict[str, dict[str, Any]]
    agreed: AgreedSettings = msgspec.field(default_factory=AgreedSettings)


@dataclass(frozen=True, slots=True)
class FieldUnit:
    """A unit of a battle: its id there, its player, its army's entry, and the ids of its models in the battle."""

    id: str
    player: str
    entry: ArmyUnit
    models: tuple[str, ...]


class SigmarContext:
    """What a set-up lays down: ``armies`` by player, ``units`` by what the battle calls them, ``ground`` the table
    without models. Raise a `WarcryError` that names what is wrong with the set-up.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        spot = JsonPath("battle").at("details")
        details = checked(setup.details, SigmarDetails, spot)
        if len(setup.players) != 2:
            raise QuestionError("this battle is for two players, not {players}", players=len(setup.players))
        if set(details.armies) != set(setup.players):
            raise spot.at("armies").error("expected an army for each of {players}", players=", ".join(setup.players))
        self.agreed = details.agreed
        self.armies: Mapping[str, WarscrollArmy] = {
            player: army_from_json(details.armies[player], folder=DATA, name=f"army of {player}")
            for player in setup.players
        }
        self.units = _named(setup.players, self.armies)
        self._numbers = {model: (unit, n) for unit in self.units.values() for n, model in enumerate(unit.models)}
        self.ground = replace(table_of(setup, "battle"), models=())
        board = self.ground.board
        if min(board.width, board.depth) < LEAST_SIDE:
            raise QuestionError(
                "a battlefield is at least {side:g} x {side:g} in, not {width:g} x {depth:g} in",
                side=LEAST_SIDE,
                width=board.width,
                depth=board.depth,
            )
        me = ref(self)  # in no circle, which would stay with all that was prepared for its tables

        def make(model: str) -> Model:
            context = me()
            assert context is not None
            return context._made(model)

        self.stock = ModelStock(self.ground, make)
        self.kept: dict[object, Any] = {}

    @cached_property
    def features(self) -> tuple[str, ...]:
        """Return the ids of the terrain features, in the table's order."""
        return tuple(feature.id for feature in self.ground.terrain.features)

    def halves(self, degrees: int) -> FieldHalves:
        """Return the two territories that a cut at so many degrees makes."""
        key = ("halves", degrees)
        if key not in self.kept:
            self.kept[key] = FieldHalves(self.ground.board.width, self.ground.board.depth, degrees)
        found: FieldHalves = self.kept[key]
        return found

    def unit(self, id: str) -> FieldUnit:
        """Return a unit of the armies, or one that was added in the battle; raise `KeyError` for any other."""
        return self.units.get(id) or self._added(id)

    def _added(self, id: str) -> FieldUnit:
        """Return an added unit; all that is known of it is in its id: who brought it in, its warscroll, its number."""
        if ("added", id) not in self.kept:
            by, scroll, number = id.rsplit(ADDED, 2)
            player = self.unit(by).player
            found = self.armies[player].summoned(scroll)
            if found is None:
                raise KeyError(id)
            name = found.name if number == "1" else f"{found.name} {roman(int(number))}"
            entry = ArmyUnit(id, name, found, (found.loadout_ids[0],) * MAX_IN_UNIT)
            self.kept["added", id] = FieldUnit(id, player, entry, entry.model_ids)
        unit: FieldUnit = self.kept["added", id]
        return unit

    def _number(self, model: str) -> tuple[FieldUnit, int]:
        """Return a model's unit and which one of it the model is."""
        if model in self._numbers:
            return self._numbers[model]
        unit, _, number = model.rpartition("-")
        return self._added(unit), int(number) - 1

    def scroll(self, unit: str) -> Warscroll:
        """Return a unit's warscroll."""
        return self.unit(unit).entry.warscroll

    def loadout(self, model: str) -> str:
        """Return the loadout of a model."""
        unit, number = self._number(model)
        return unit.entry.models[number]

    def wounds_of(self, model: str) -> int:
        """Return a model's Wounds as its warscroll has them."""
        unit, number = self._number(model)
        return unit.entry.warscroll.wounds_of(unit.entry.models[number])

    def weapons_of(self, model: str, suffered: int, kind: WeaponKind) -> tuple[ScrollWeapon, ...]:
        """Return a model's weapons of a kind after so many wounds."""
        key = ("weapons", model, suffered, kind)
        if key not in self.kept:
            scroll = self._number(model)[0].entry.warscroll.at_wounds(suffered)
            self.kept[key] = scroll.weapons_of(self.loadout(model), kind)
        found: tuple[ScrollWeapon, ...] = self.kept[key]
        return found

    def _made(self, model: str) -> Model:
        """Return a model at the origin, with the unit that the battle counts it to."""
        unit, number = self._number(model)
        made = unit_model(unit.entry, number, unit.player, Placement())
        return replace(made, id=model, profile=MappingProxyType({**made.profile, "unit": unit.id}))

    def bare(self, model: str) -> Model:
        """Return a model's base and figure, standing at the origin."""
        return self.stock.bare(model)

    def model_at(self, model: str, at: Point, turn: float) -> Model:
        """Return a model at a place; one that stands still is the same object."""
        return self.stock.model_at(model, at, turn)

    def table(self, troops: Iterable[ModelPlace]) -> Table:
        """Return the table with the models of a state that are on the battlefield."""
        return self.stock.table(troops)


def roman(number: int) -> str:
    """Return a number in Roman numerals: models of a unit have the others.

    >>> [roman(n) for n in (2, 4, 9, 14)]
    ['II', 'IV', 'IX', 'XIV']
    """
    said = ""
    for value, sign in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        said, number = said + sign * (number // value), number % value
    return said


def _named(players: Sequence[str], armies: Mapping[str, WarscrollArmy]) -> Mapping[str, FieldUnit]:
    """Return the units by what the battle calls them: as their army does, with the player where both call one alike."""
    known = [(player, unit) for player in players for unit in armies[player].units]
    names = Counter(name for _, unit in known for name in {unit.id, *unit.model_ids})
    found = {}
    for player, unit in known:
        is_shared = any(names[name] > 1 for name in (unit.id, *unit.model_ids))
        end = f" ({player})" if is_shared else ""
        models = tuple(f"{model}{end}" for model in unit.model_ids)
        found[f"{unit.id}{end}"] = FieldUnit(f"{unit.id}{end}", player, unit, models)
    return MappingProxyType(found)


_contexts: WeakValueDictionary[int, SigmarContext] = WeakValueDictionary()


def sigmar_context(setup: Setup) -> SigmarContext:
    """Return the context of a set-up: the same while one of it is in use, since its table takes long to read."""
    known = _contexts.get(id(setup))
    if known is None or known.setup is not setup:
        known = _contexts[id(setup)] = SigmarContext(setup)
    return known
