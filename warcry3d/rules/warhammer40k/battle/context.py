"""What never changes during a battle: the armies, the terrain, what the players agreed on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, Literal
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, table_of
from warcry3d.geom.solid import Placement
from warcry3d.rules.units.model_stock import ModelStock
from warcry3d.rules.warhammer40k.battle.setup.mission import check_mission
from warcry3d.rules.warhammer40k.battle.setup.zones import DeploymentStrips
from warcry3d.rules.warhammer40k.datasheets.army import Army40k, SheetUnit
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile, Numbers
from warcry3d.rules.warhammer40k.datasheets.files import DATA, army_from_json
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon
from warcry3d.rules.warhammer40k.field_rules import LEAST_SIDE
from warcry3d.rules.warhammer40k.units_on_table import model_traits, unit_model
from warcry3d.table.jsonfile import JsonPath, checked
from warcry3d.table.models import Model
from warcry3d.table.wire_types import Wire

__all__ = ["Agreed40k", "CarriedWeapon", "Context40k", "Details40k", "context_40k"]


class Agreed40k(Wire, kw_only=True):
    """What the players agreed on before the battle, where the text leaves a choice.

    ``rounds``: the battle ends after so many (40K-MISSION-8). ``points``: that armies may have,
    which sets the size of the battlefield (0: as their files say; 40K-MISSION-3); ``barred``: keywords that no unit
    may have (40K-ARMY-13). ``reserves_from``: strategic reserves arrive from this round on (40K-RESERVE-8).
    ``too_close``: what a line of sight too close to call
    counts as. ``on_markers``: models may end moves on objective markers (40K-OBJ-6). ``late_charge``: passengers that
    got out after their transport moved may charge (40K-DISEMBARK-6).
    """

    rounds: Annotated[int, Meta(ge=1, le=10)] = 5
    objectives: Annotated[int, Meta(ge=0, le=8)] = 4
    too_close: Literal["hidden", "seen"] = "hidden"
    on_markers: bool = False
    late_charge: bool = True
    points: Literal[0, 1000, 2000, 3000] = 0
    barred: Annotated[tuple[str, ...], Meta(max_length=20)] = ()
    reserves_from: Annotated[int, Meta(ge=1, le=10)] = 2


class Details40k(Wire, kw_only=True):
    """What a battle's set-up says beside the table: each player's army as its file has it, and what was agreed on."""

    armies: dict[str, dict[str, Any]]
    agreed: Agreed40k = msgspec.field(default_factory=Agreed40k)


@dataclass(frozen=True, slots=True)
class FieldPart:
    """An entry of an army in a battle: what the battle calls it, whose it is, and the ids of its models there."""

    id: str
    player: str
    entry: SheetUnit
    models: tuple[str, ...]
    joins: str = ""
    inside: str = ""


@dataclass(frozen=True, slots=True)
class CarriedWeapon:
    """A weapon that a model carries: its ``slot`` tells two of a kind apart."""

    slot: str
    weapon: SheetWeapon


class Context40k:
    """What a set-up lays down: ``armies`` by player, ``parts`` (entries of armies) by what the battle calls them.

    Raise a `WarcryError` that names what is wrong with the set-up.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        spot = JsonPath("battle").at("details")
        details = checked(setup.details, Details40k, spot)
        if len(setup.players) != 2:
            raise QuestionError("this battle is for two players, not {players}", players=len(setup.players))
        if set(details.armies) != set(setup.players):
            raise spot.at("armies").error("expected an army for each of {players}", players=", ".join(setup.players))
        self.agreed = details.agreed
        self.armies: Mapping[str, Army40k] = {
            player: army_from_json(details.armies[player], folder=DATA, name=f"army of {player}")
            for player in setup.players
        }
        self.parts = _named(setup.players, self.armies)
        self._numbers = {model: (part, n) for part in self.parts.values() for n, model in enumerate(part.models)}
        self.ground = replace(table_of(setup, "battle"), models=())
        board = self.ground.board
        if min(board.width, board.depth) < LEAST_SIDE:
            raise QuestionError(
                "a battlefield is at least {side:g} x {side:g} in, not {width:g} x {depth:g} in",
                side=LEAST_SIDE,
                width=board.width,
                depth=board.depth,
            )
        self.stock = ModelStock(self.ground, partial(_made, self._numbers))
        check_mission(self.agreed.points, self.agreed.barred, self.armies, (board.width, board.depth))
        self.strips = DeploymentStrips(board.width, board.depth)
        self.kept: dict[object, Any] = {}
        for model in self._numbers:
            self.profile(model)

    def part_of(self, model: str) -> FieldPart:
        """Return the entry of its army that a model belongs to."""
        return self._numbers[model][0]

    def sheet(self, part: str) -> Datasheet:
        """Return the datasheet of an entry."""
        return self.parts[part].entry.sheet

    def model_profile(self, model: str) -> ModelProfile:
        """Return the profile of a model as its datasheet has it."""
        part, number = self._numbers[model]
        return part.entry.profiles()[number]

    def profile(self, model: str) -> Numbers:
        """Return the characteristics of a model; raise `QuestionError` where its file does not give them."""
        key = ("numbers", model)
        if key not in self.kept:
            profile = self.model_profile(model)
            if profile.numbers is None:
                raise QuestionError("{name} has no characteristics: a battle needs all of them", name=profile.name)
            self.kept[key] = profile.numbers
        found: Numbers = self.kept[key]
        return found

    def weapons(self, model: str, *, is_melee: bool) -> tuple[CarriedWeapon, ...]:
        """Return the weapons of a kind that a model carries; those of which only the name is known are left out."""
        key = ("weapons", model, is_melee)
        if key not in self.kept:
            self.kept[key] = tuple(self._weapons(model, is_melee=is_melee))
        found: tuple[CarriedWeapon, ...] = self.kept[key]
        return found

    def _weapons(self, model: str, *, is_melee: bool) -> Sequence[CarriedWeapon]:
        part, number = self._numbers[model]
        carried = [ids for one in part.entry.loadouts for ids in [one.weapons] * one.count][number]
        so_far, found = Counter[str](), []
        for id in carried:
            so_far[id] += 1
            weapon = part.entry.sheet.weapon(id)
            if weapon.modes and weapon.is_melee == is_melee:
                found.append(CarriedWeapon(id if so_far[id] == 1 else f"{id}#{so_far[id]}", weapon))
        return found

    def hovering(self, model: Model) -> Model:
        """Return a model on the table without the keyword aircraft (40K-HOVER-2); the same for the same model."""
        made: dict[str, tuple[Model, Model]] = self.kept.setdefault("hovering", {})
        if model.id not in made or made[model.id][0] is not model:
            words = sorted(model_traits(model).keywords - {"aircraft"})
            made[model.id] = model, replace(model, profile=MappingProxyType({**model.profile, "keywords": words}))
        return made[model.id][1]

    def has(self, model: str, *keywords: str) -> bool:
        """Return whether a model has all of the keywords, from either list (40K-KEY-1, 40K-KEY-2)."""
        sheet, own = self.part_of(model).entry.sheet, self.model_profile(model).keywords
        words = {*sheet.keywords, *sheet.faction_keywords, *own}
        if self.part_of(model).entry.is_warlord:
            words.add("warlord")
        return words.issuperset(keywords)


def _made(numbers: Mapping[str, tuple[FieldPart, int]], model: str) -> Model:
    """Return a model at the origin. It is asked with no context, which would be in a circle with its stock and stay,
    with all that was prepared for its tables, until the garbage collector comes.
    """
    part, number = numbers[model]
    return unit_model(part.entry, number, part.player, Placement(), id=model, joined=part.joins or part.id)


def _named(players: Sequence[str], armies: Mapping[str, Army40k]) -> Mapping[str, FieldPart]:
    """Return the entries by what the battle calls them: as their army does, with the player where both call one so."""
    names = Counter(unit.id for player in players for unit in armies[player].units)
    found = {}
    for player in players:

        def named(id: str, player: str = player) -> str:
            return f"{id} ({player})" if names[id] > 1 else id

        for unit in armies[player].units:
            id = named(unit.id)
            models = tuple(f"{id}-{n + 1}" for n in range(unit.models))
            joins, inside = (named(other) if other else "" for other in (unit.joins, unit.inside))
            found[id] = FieldPart(id, player, unit, models, joins, inside)
    return MappingProxyType(found)


_contexts: WeakValueDictionary[int, Context40k] = WeakValueDictionary()


def context_40k(setup: Setup) -> Context40k:
    """Return the context of a set-up: the same while one of it is in use, since its table takes long to read."""
    known = _contexts.get(id(setup))
    if known is None or known.setup is not setup:
        known = _contexts[id(setup)] = Context40k(setup)
    return known
