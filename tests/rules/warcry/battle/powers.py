"""Small battles in which dice lie ready for abilities, and abilities made up for a test."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tests.rules.warcry.battle.field import Playing, fighting
from warcry3d.game.actions import Action, Decline
from warcry3d.game.ruleset import Choice
from warcry3d.game.setup import Setup
from warcry3d.rules.warcry.battle.actions import Activate, UseAbility, Wait
from warcry3d.rules.warcry.battle.context import BattleContext
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase, EndOfRound, NextRound
from warcry3d.rules.warcry.battle.state import InitiativeDice, Set, Side

__all__ = ["ability", "let_wait", "play_to_round", "powered", "use"]


def ability(*words: dict[str, Any], id: str = "trick", cost: str = "double", **more: Any) -> dict[str, Any]:
    """Return an ability as a file has it."""
    return {"id": id, "name": id.capitalize(), "cost": cost, "do": list(words), **more}


def powered(
    places: dict[str, tuple[float, ...]],
    *sets: tuple[int, int],
    own: Sequence[dict[str, Any]] = (),
    activated: str = "red-a",
    **more: Any,
) -> Playing:
    """Return a battle in which red has these sets of dice (number, count) and activates a fighter; ``own``: abilities
    beside those that ship; ``features``: parts that are each a terrain feature of its own.
    """
    hand = InitiativeDice(sets=tuple(Set(value=value, count=count) for value, count in sets))
    files = [{"format": "warcry3d.abilities/1", "abilities": list(own)}] if own else []
    details = {**more.pop("details", {}), "abilities": files}
    agenda = (CombatPhase(), EndOfRound(), NextRound())
    features = more.pop("features", ())
    sides = (Side(id="red", hand=hand), Side(id="blue"))
    playing = fighting(places, details=details, sides=sides, agenda=agenda, **more)
    if features:
        playing.state = playing.state.changed(context=_with_features(playing.state.context.setup, features))
    return playing.do(Activate(activated)) if activated else playing


def _with_features(setup: Setup, parts: Sequence[dict[str, Any]]) -> BattleContext:
    pieces = {part["id"]: {"parts": [part]} for part in parts}
    features = [{"id": id, "piece": id, "at": [0, 0, 0], "turn": 0} for id in pieces]
    return BattleContext(msgspec.structs.replace(setup, table={**setup.table, "pieces": pieces, "features": features}))


def use(name: str, value: int, count: int) -> UseAbility:
    return UseAbility(name, value, count)


def let_wait(playing: Playing, player: str) -> Playing:
    """Let a player's fighters wait as long as it is asked what they do."""
    while isinstance(playing.due, Choice) and playing.choice.player == player:
        answers: dict[str, Action] = {"act": Wait()}
        if playing.choice.kind == "activate":
            answers["activate"] = Activate(playing.choice.about[0])  # type: ignore[index]
        playing.do(answers.get(playing.choice.kind, Decline()))
    return playing


def play_to_round(playing: Playing, number: int) -> Playing:
    """Let everybody wait until a round begins."""
    while playing.state.round < number:
        let_wait(playing, playing.choice.player)
    return playing
