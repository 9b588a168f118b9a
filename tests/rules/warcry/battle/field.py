"""Small battles with everybody in their place, for tests that go on from there."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from warcry3d.game.actions import Action, Rolled
from warcry3d.game.agenda import AgendaStep, run
from warcry3d.game.ruleset import Choice, Event, Outcome, Roll
from warcry3d.game.setup import Setup
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.units import MM

R = 16 * MM
"""The radius of the bases (in)."""

RULES = WarcryBattle()


def weapon(reach: float = 1, attacks: int = 3, strength: int = 4, hit: int = 1, crit: int = 4, **more: Any) -> Any:
    """Return a weapon as a warband's file has it."""
    least = more.get("least", 0)
    return {
        "runemark": "sword",
        "range": [least, reach],
        "attacks": attacks,
        "strength": strength,
        "damage": [hit, crit],
    }


SWORD = weapon()
BOW = weapon(15, attacks=2, strength=3, hit=2, crit=4)


def profile(id: str, *marks: str, **more: Any) -> dict[str, Any]:
    """Return a profile as a warband's file has it: Move 4, Toughness 4, 10 Wounds, a sword, a 32 mm base."""
    plain = {
        "id": id,
        "name": id,
        "faction": "marsh",
        "alliance": "hearth",
        "move": 4,
        "toughness": 4,
        "wounds": 10,
        "points": 100,
        "runemarks": list(marks),
        "weapons": [SWORD],
        "base": {"round": 32},
        "figure": "swordsman",
    }
    return {**plain, **more}


def box(id: str, low: Sequence[float], high: Sequence[float], kind: str = "obstacle") -> dict[str, Any]:
    """Return a feature of one box, with its piece, as (id, piece)."""
    return {"id": id, "kind": kind, "box": {"min": list(low), "max": list(high)}}


def set_up(
    red: Sequence[dict[str, Any]],
    blue: Sequence[dict[str, Any]],
    *,
    parts: Sequence[dict[str, Any]] = (),
    deployment: Sequence[dict[str, Any]] = (),
    details: Mapping[str, Any] | None = None,
) -> Setup:
    """Return the set-up of a skirmish on a board of 30 x 22 in, with one piece of these parts."""
    bands = {
        player: {
            "format": "warcry3d.warband/1",
            "name": player,
            "faction": "marsh",
            "fighters": [{"profile": one, "id": one["id"]} for one in fighters],
        }
        for player, fighters in (("red", red), ("blue", blue))
    }
    table: dict[str, Any] = {
        "format": "warcry3d.table/1",
        "ruleset": "warcry",
        "board": {"width": 30, "depth": 22},
        "features": [],
        "models": [],
    }
    if parts:
        table["pieces"] = {"stones": {"parts": list(parts)}}
        table["features"] = [{"id": "stones", "piece": "stones", "at": [0, 0, 0], "turn": 0}]
    if deployment:
        table["deployment"] = {"points": list(deployment)}
    points = [
        {"side": side, "group": group, "at": [x, y]}
        for side, y in (("red", 3), ("blue", 19))
        for group, x in (("dagger", 15), ("shield", 6), ("hammer", 24))
    ]
    plain = {
        "warbands": bands,
        "agreed": {"warbands": "any"},
        "decks": {
            "format": "warcry3d.decks/1",
            "victory": [{"name": "Reaper", "scores": [{"per": "more-blood"}]}],
            "deployment": [
                {
                    "format": "warcry3d.deployment/1",
                    "name": "Lines",
                    "board": {"width": 30, "depth": 22},
                    "points": points,
                }
            ],
        },
    }
    return Setup("warcry", ("red", "blue"), table, {**plain, **dict(details or {})})


class Playing:
    """A battle that is played step by step; ``state`` is where it is, ``events`` all that happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @property
    def due(self) -> Choice | Roll | Outcome:
        """Return what is due."""
        return RULES.pending(self.state)

    @property
    def choice(self) -> Choice:
        """Return the choice that is due."""
        assert isinstance(self.due, Choice), self.due
        return self.due

    @property
    def about(self) -> Any:
        """Return what the choice that is due is about."""
        return self.choice.about

    @property
    def roll(self) -> Roll:
        """Return the dice that are due."""
        assert isinstance(self.due, Roll), self.due
        return self.due

    def faults(self, action: Action) -> list[str]:
        """Return the ids of the rules that speak against an action."""
        return [fault.rule for fault in RULES.faults(self.state, action)]

    def do(self, *actions: Action) -> "Playing":
        """Do these actions, none of which has faults."""
        for action in actions:
            found = RULES.faults(self.state, action)
            assert not found, f"{action}: {[str(fault) for fault in found]}; due: {self.due}"
            self.state, events = RULES.apply(self.state, action)
            self.events += events
        return self

    def dice(self, *faces: int) -> "Playing":
        """Let the dice that are due show these faces."""
        return self.do(Rolled(faces))

    def fighter(self, id: str) -> FighterState:
        """Return a fighter as it is now."""
        return self.state.fighter(id)

    def told(self, kind: str) -> list[str]:
        """Return what was told of a kind."""
        return [str(event) for event in self.events if event.kind == kind]


def fighting(
    places: Mapping[str, tuple[float, ...]],
    *,
    profiles: Mapping[str, dict[str, Any]] | None = None,
    parts: Sequence[dict[str, Any]] = (),
    agenda: Sequence[AgendaStep] = (),
    details: Mapping[str, Any] | None = None,
    **changes: object,
) -> Playing:
    """Return a battle in its first combat phase, red to begin: fighters ``red-...`` and ``blue-...`` in their places
    (in), with their profiles; ``agenda``: what comes instead of the phase.
    """
    own = {id: (profiles or {}).get(id, profile(id.split("-")[1])) for id in places}
    own = {id: {**one, "id": id.split("-")[1]} for id, one in own.items()}
    red = [one for id, one in own.items() if id.startswith("red-")]
    blue = [one for id, one in own.items() if id.startswith("blue-")]
    state = RULES.start(set_up(red, blue, parts=parts, details=details))
    fighters = tuple(
        f.changed(
            place=FighterStatus.BOARD, at=_at(places[f.id]), turn=0.0 if f.player == "red" else math.pi, group="dagger"
        )
        for f in state.fighters
    )
    begun: dict[str, object] = {
        "fighters": fighters,
        "round": 1,
        "rounds": 4,
        "attacker": "red",
        "initiative": "red",
        "cards": (("victory", "Reaper"), ("deployment", "Lines")),
        "agenda": tuple(reversed(agenda)) if agenda else (CombatPhase(),),
    }
    state = state.changed(**{**begun, **changes})
    do = Transition(state)
    run(do)
    return Playing(do.state)


def _at(place: tuple[float, ...]) -> tuple[float, float, float]:
    return (place[0], place[1], place[2] if len(place) > 2 else 0.0)


def walk(*to: tuple[float, ...]) -> Path:
    """Return a path of one walk."""
    return Path((Leg(LegKind.WALK, tuple(_at(point) for point in to)),))


def leg(kind: str, *to: tuple[float, ...]) -> Path:
    """Return a path of one leg."""
    return Path((Leg(LegKind(kind), tuple(_at(point) for point in to)),))
