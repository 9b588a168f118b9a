"""A small battlefield and two small armies for tests of battles, and hands to play with."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from warcry3d.game.actions import Decline, Done, Pick, Rolled
from warcry3d.game.agenda import AgendaStep
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup, setup_of
from warcry3d.geom import shapes
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.ageofsigmar.battle.sigmar_battle import SigmarBattle
from warcry3d.rules.ageofsigmar.battle.state import SigmarState, TroopStatus
from warcry3d.rules.units.unit_actions import MoveUnit, UnitWay
from warcry3d.table.files import table_from_json
from warcry3d.table.models import Figure, FigurePart, Tag
from warcry3d.table.table import Table

__all__ = [
    "ARCHERS",
    "BLADES",
    "MAGE",
    "RULES",
    "SWORD",
    "army",
    "at_step",
    "battle",
    "field",
    "fight",
    "placed",
    "row",
    "rules_of",
    "said",
    "setup",
    "unit",
    "walks",
]

RULES = SigmarBattle()

SWORD = {"name": "Sword", "kind": "melee", "range": 1, "attacks": 2, "to_hit": 4, "to_wound": 4, "damage": 1}
BOW = {"name": "Bow", "kind": "missile", "range": 18, "attacks": 1, "to_hit": 4, "to_wound": 4, "rend": -1, "damage": 1}
STAFF = {
    "name": "Staff",
    "kind": "melee",
    "range": 2,
    "attacks": 1,
    "to_hit": 4,
    "to_wound": 3,
    "rend": -1,
    "damage": "D3",
}
BASE = {"round": 32}

BLADES: dict[str, Any] = {
    "id": "blades",
    "name": "Blades",
    "move": 5,
    "wounds": 1,
    "bravery": 5,
    "save": 4,
    "base": BASE,
    "weapons": [SWORD],
}
ARCHERS: dict[str, Any] = {**BLADES, "id": "archers", "name": "Archers", "save": 5, "weapons": [BOW, SWORD]}
MAGE: dict[str, Any] = {
    **BLADES,
    "id": "mage",
    "name": "Mage",
    "wounds": 5,
    "bravery": 7,
    "keywords": ["hero", "wizard"],
    "casts": 1,
    "unbinds": 1,
    "weapons": [STAFF],
}
HAWK: dict[str, Any] = {**BLADES, "id": "hawk", "name": "Hawk", "move": 12, "wounds": 3, "flies": True}

SCROLLS = {one["id"]: one for one in (BLADES, ARCHERS, MAGE, HAWK)}

STONE = {"parts": [{"id": "stone", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [3, 3, 2]}}]}
STUMP = {"parts": [{"id": "stump", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [1, 1, 0.5]}}]}


def unit(scroll: str | Mapping[str, Any], models: int = 1, id: str = "") -> dict[str, Any]:
    """Return a unit of an army, as its file has it."""
    found = SCROLLS[scroll] if isinstance(scroll, str) else scroll
    return {"warscroll": dict(found), "id": id or found["id"], "models": models}


def army(*units: Mapping[str, Any], name: str = "Army") -> dict[str, Any]:
    """Return an army, as its file has it."""
    return {"format": "warcry3d.warscroll-army/1", "name": name, "units": [dict(one) for one in units]}


def field(*, width: float = 48.0, depth: float = 48.0, features: Sequence[Mapping[str, Any]] = ()) -> Table:
    """Return a battlefield; without ``features`` it is bare."""
    return table_from_json(
        {
            "format": "warcry3d.table/1",
            "ruleset": "ageofsigmar",
            "board": {"width": width, "depth": depth},
            "pieces": {"stone": STONE, "stump": STUMP},
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
    usual = army(unit("blades", 5), unit("archers", 5), unit("mage"))
    details = {"armies": {"red": dict(red or usual), "blue": dict(blue or usual)}, "agreed": agreed}
    return setup_of(table or field(features=SOME_STONES), ("red", "blue"), details)


BOX = Figure("box", (FigurePart("body", Tag.BODY, shapes.box((-0.5, -0.5, 0.14), (0.5, 0.5, 1.5))),))
"""What models of `battle` look like: bodies of an inch, so that distances are those of centres less one."""

SOME_STONES = (
    {"id": "stone-1", "piece": "stone", "at": [10, 22]},
    {"id": "stone-2", "piece": "stone", "at": [30, 24]},
    {"id": "stone-3", "piece": "stone", "at": [20, 8]},
)


def placed(
    setup: Setup, places: Mapping[str, Sequence[tuple[float, float]]], *steps: AgendaStep, **values: object
) -> SigmarState:
    """Return a battle under way: the models of units at places, by unit; others are aside; ``steps`` come next."""
    state = RULES.start(setup)
    for id in state.model_ids:
        state.context.stock.replace_bare(id, replace(state.context.bare(id), figure=BOX))
    at = {
        model: xy
        for unit, spots in places.items()
        for model, xy in zip((one.id for one in state.all_troops(unit)), spots, strict=True)
    }
    models = tuple(
        one.changed(at=(*at[one.id], 0.0), status=TroopStatus.FIELD) if one.id in at else one for one in state.models
    )
    counts = {
        side.id: sum(one.is_here for one in models if state.unit(one.unit).player == side.id) for side in state.sides
    }
    sides = tuple(
        side.changed(set_up=counts[side.id], finished=n + 1, territory=n) for n, side in enumerate(state.sides)
    )
    now: dict[str, object] = {"models": models, "sides": sides, "is_fighting": True, "round": 1, "cut": 0}
    return state.changed(**{**now, "active": "red", "first": "red", "agenda": steps[::-1], **values})


def at_step(state: SigmarState) -> Game[Any, Any]:
    """Return a game that goes on from a state."""
    from warcry3d.game.agenda_rules import started

    rules: Any = RULES
    return Game(rules, state.context.setup, started(state))


def fight(game: Game[Any, Any], *answers: object) -> Game[Any, Any]:
    """Play answers: faces of dice as tuples of numbers, ids of options as texts, or actions."""
    for answer in answers:
        match answer, game.pending:
            case tuple(), Roll():
                game = game.play(Rolled(answer))
            case str(), Choice():
                game = game.play({"done": Done(), "decline": Decline()}.get(answer, Pick((answer,))))
            case _:
                game = game.play(answer)
    return game


def battle(
    red: Mapping[str, tuple[str | Mapping[str, Any], Sequence[tuple[float, float]]]],
    blue: Mapping[str, tuple[str | Mapping[str, Any], Sequence[tuple[float, float]]]],
    *steps: AgendaStep,
    features: Sequence[Mapping[str, Any]] = (),
    agreed: Mapping[str, object] | None = None,
    **values: object,
) -> SigmarState:
    """Return a battle under way: units by id, each its warscroll and where its models stand; ``steps`` come next."""
    armies = [army(*(unit(scroll, len(spots), id) for id, (scroll, spots) in side.items())) for side in (red, blue)]
    prepared = setup(*armies, table=field(features=features), **{"terrain": "none", "realm": "fire", **(agreed or {})})
    spots = {id: spots for side in (red, blue) for id, (_, spots) in side.items()}
    return placed(prepared, spots, *steps, **values)


def row(x: float, y: float, count: int, gap: float = 1.4) -> list[tuple[float, float]]:
    """Return places in a row along x, near enough to each other for a unit."""
    return [(x + gap * n, y) for n in range(count)]


def walks(*ways: tuple[str, float, float], z: float = 0.0) -> MoveUnit:
    """Return a move of models straight to places on the floor, in this order."""
    return MoveUnit(tuple(UnitWay(id, Path((Leg(LegKind.WALK, ((x, y, z),)),))) for id, x, y in ways))


def rules_of(game: Game[Any, Any], action: Any) -> list[str]:
    """Return the ids of the rules that speak against an action."""
    return [fault.rule for fault in game.faults(action)]


def said(game: Game[Any, Any]) -> list[str]:
    """Return all events of a game as sentences."""
    return [str(event) for step in game.done for event in step.events]
