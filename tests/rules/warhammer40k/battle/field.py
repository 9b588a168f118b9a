"""A battlefield and small armies for tests of battles, and hands to play with."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from warcry3d.game.actions import Decline, Done, Pick, Rolled
from warcry3d.game.agenda import AgendaStep
from warcry3d.game.agenda_rules import started
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup, setup_of
from warcry3d.geom import shapes
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.units.unit_actions import MoveUnit, UnitOrder, UnitWay
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.battle40k import Battle40k
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, Phase40k, State40k
from warcry3d.table.files import table_from_json
from warcry3d.table.models import Figure, FigurePart, Tag
from warcry3d.table.table import Table

__all__ = [
    "RULES",
    "aims",
    "army",
    "at_step",
    "battle",
    "field",
    "gun",
    "order",
    "play",
    "row",
    "rules_of",
    "said",
    "setup",
    "sheet",
    "unit",
    "walks",
]

RULES = Battle40k()

Sheet = dict[str, Any]


def gun(name: str = "Rifle", reach: int = 24, **values: Any) -> dict[str, Any]:
    """Return a ranged weapon: A 1, BS 3+, S 4, AP 0, D 1 unless said otherwise."""
    mode = {"range": reach, "attacks": 1, "skill": 3, "strength": 4, "damage": 1, **values}
    return {"name": name, "modes": [{key: value for key, value in mode.items() if value is not None}]}


def blade(name: str = "Blade", **values: Any) -> dict[str, Any]:
    """Return a melee weapon: A 2, WS 3+, S 4, AP 0, D 1 unless said otherwise."""
    return {"name": name, "modes": [{"attacks": 2, "skill": 3, "strength": 4, "damage": 1, **values}]}


def sheet(id: str, *weapons: Mapping[str, Any], keywords: Sequence[str] = ("infantry",), **values: Any) -> Sheet:
    """Return a datasheet of one kind of model: M 6, T 4, SV 3+, W 2, LD 6+, OC 2 unless ``numbers`` say otherwise.

    The models carry all weapons: a rifle and a blade unless others are given.
    """
    given = weapons or (gun(), blade())
    numbers = {"move": 6, "toughness": 4, "save": 3, "wounds": 2, "leadership": 6, "control": 2}
    numbers |= values.pop("numbers", {})
    carries = [one["name"].lower().replace(" ", "-") for one in given]
    model = {"name": id, "numbers": numbers, "count": [1, 20], "carries": carries, "base": {"round": 32.0}}
    model |= values.pop("model", {})
    return {
        "id": id,
        "name": id,
        "models": [model],
        "weapons": [{"id": carries[n], **one} for n, one in enumerate(given)],
        "faction_keywords": ["test"],
        "keywords": list(keywords),
        "points": [[20, 100]],
        **values,
    }


TROOPS = sheet("troops")
TANK = sheet("tank", gun("Cannon", 36, attacks=2, strength=8), blade("Tracks", strength=6), keywords=("vehicle",),
             numbers={"toughness": 9, "wounds": 10})  # fmt: skip


def unit(one: Sheet, models: int = 1, id: str = "", **values: Any) -> dict[str, Any]:
    """Return a unit of an army, as its file has it."""
    loadouts = [{"model": one["models"][0]["name"], "count": models}]
    return {"datasheet": dict(one), "id": id or one["id"], "loadouts": loadouts, **values}


def army(*units: Mapping[str, Any], limit: int = 1000) -> dict[str, Any]:
    """Return an army, as its file has it."""
    head = {"format": "warcry3d.datasheet-army/1", "name": "Army", "faction": "test", "detachment": "d"}
    return {**head, "limit": limit, "units": [dict(one) for one in units]}


def field(*, width: float = 60.0, depth: float = 44.0, features: Sequence[Mapping[str, Any]] = ()) -> Table:
    """Return a battlefield; without ``features`` it is bare.

    Walls are half an inch deep and 12 in long, from 0, 0 along y; low ones 2 in high, high ones 3 in.
    """
    flat = {"parts": [{"id": "ground", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [3, 3, 0.05]}}]}

    def wall(tall: float) -> dict[str, Any]:
        return {"parts": [{"id": "wall", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [0.5, 12, tall]}}]}

    stone = {"parts": [{"id": "stone", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [3, 3, 3]}}]}
    return table_from_json(
        {
            "format": "warcry3d.table/1",
            "ruleset": "warhammer40k",
            "board": {"width": width, "depth": depth},
            "pieces": {"stone": stone, "flat": flat, "low-wall": wall(2.0), "high-wall": wall(3.0)},
            "features": [dict(one) for one in features],
        },
        folder=".",
    )


def setup(
    red: Mapping[str, Any] | None = None,
    blue: Mapping[str, Any] | None = None,
    table: Table | None = None,
    **agreed: object,
) -> Setup:
    """Return the set-up of a battle between red and blue."""
    usual = army(unit(TROOPS, 5), unit(TANK))
    details = {"armies": {"red": dict(red or usual), "blue": dict(blue or usual)}, "agreed": agreed}
    return setup_of(table or field(), ("red", "blue"), details)


BOX = Figure("box", (FigurePart("body", Tag.BODY, shapes.box((-0.4, -0.4, 0.14), (0.4, 0.4, 1.5))),))

Spots = Sequence[tuple[float, float]]
Units = Mapping[str, tuple[Sheet, Spots]]


def battle(
    red: Units,
    blue: Units,
    *steps: AgendaStep,
    features: Sequence[Mapping[str, Any]] = (),
    agreed: Mapping[str, object] | None = None,
    extra: Mapping[str, Mapping[str, Any]] | None = None,
    on: Table | None = None,
    **values: object,
) -> State40k:
    """Return a battle under way, red's turn: units by id, each its datasheet and where its models stand.

    ``steps`` come next; ``extra``: further fields of units in their army, by id; ``on``: the battlefield, else one with
    ``features``. A unit without places is aside.
    """
    more = extra or {}
    armies = [
        army(*(unit(one, max(len(spots), 1), id, **more.get(id, {})) for id, (one, spots) in side.items()))
        for side in (red, blue)
    ]
    made = RULES.start(setup(*armies, table=on or field(features=features), **(agreed or {})))
    for id in made.model_ids:
        made.context.stock.replace_bare(id, replace(made.context.stock.bare(id), figure=BOX))
    at = {
        model: xy
        for side in (red, blue)
        for id, (_, spots) in side.items()
        for model, xy in zip(made.context.parts[id].models, spots, strict=False)
    }
    models = tuple(
        one.changed(at=(*at[one.id], 0.0), place=ModelPlace40k.FIELD) if one.id in at else one for one in made.models
    )
    now: dict[str, object] = {"models": models, "attacker": "red", "is_fighting": True, "round": 1}
    now |= {"active": "red", "first": "red", "phase": Phase40k.SHOOTING, "agenda": steps[::-1]}
    return made.changed(**{**now, **values})


def inside(state: State40k, unit: str, carrier: str) -> State40k:
    """Return the state with a unit inside a transport."""
    units = tuple(one.changed(inside=carrier) if one.id == unit else one for one in state.units)
    models = tuple(one.changed(place=ModelPlace40k.INSIDE) if one.unit == unit else one for one in state.models)
    return state.changed(units=units, models=models)


def at_step(state: State40k) -> Game[Any, Any]:
    """Return a game that goes on from a state."""
    rules: Any = RULES
    return Game(rules, state.context.setup, started(state))


WORDS = {"done": Done(), "no": Decline()}


def play(game: Game[Any, Any], *answers: object) -> Game[Any, Any]:
    """Play answers: faces of dice as tuples of numbers, ids of options as texts, or actions."""
    for answer in answers:
        match answer, game.pending:
            case tuple(), Roll():
                game = game.play(Rolled(answer))
            case str(), Choice():
                game = game.play(WORDS.get(answer, Pick((answer,))))
            case _:
                game = game.play(answer)
    return game


def order(what: str, unit: str) -> UnitOrder:
    """Return an order."""
    return UnitOrder(what, unit)


def aims(unit: str, target: str, *slots: str, models: Sequence[int] = (1,), mode: int = 0) -> AimWeapons:
    """Return the weapons of some models of a unit (by number) at a target."""
    return AimWeapons(tuple(Aim40k(f"{unit}-{n}", slot, target, mode) for n in models for slot in slots))


def row(x: float, y: float, count: int, gap: float = 1.5) -> list[tuple[float, float]]:
    """Return places in a row along x, near enough to each other for a unit."""
    return [(x + gap * n, y) for n in range(count)]


def walks(*ways: tuple[str, float, float], kind: LegKind = LegKind.WALK) -> MoveUnit:
    """Return a move of models straight to places on the floor, in this order."""
    return MoveUnit(tuple(UnitWay(id, Path((Leg(kind, ((x, y, 0.0),)),))) for id, x, y in ways))


def rules_of(game: Game[Any, Any], action: Any) -> list[str]:
    """Return the ids of the rules that speak against an action."""
    return [fault.rule for fault in game.faults(action)]


def said(game: Game[Any, Any]) -> list[str]:
    """Return all events of a game as sentences."""
    return [str(event) for step in game.done for event in step.events]
