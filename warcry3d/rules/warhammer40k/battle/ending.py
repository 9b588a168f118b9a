"""The end of a battle: one army is destroyed, or the last round is over (40K-MISSION-8 to 10, 40K-SEQ-5)."""

from warcry3d.game.agenda import Automatic
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Outcome
from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, move_unit_to
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, State40k

__all__ = ["ChecksEnd", "end_battle", "outcome"]


def survivors(state: State40k) -> tuple[str, ...]:
    """Return the players of whom some model was not destroyed, wherever it is (40K-OPEN-32)."""
    return tuple(
        player
        for player in state.players
        if any(model.is_alive and state.unit(model.unit).player == player for model in state.models)
    )


class ChecksEnd(Automatic[State40k], frozen=True, tag="checks-end", tag_field="step"):
    """The battle ends when all models of a player are destroyed (40K-MISSION-8)."""

    def resolve(self, do: Transition40k) -> None:
        """End it, where that is so."""
        if do.state.is_fighting and not do.state.is_over and len(survivors(do.state)) < 2:
            end_battle(do)


def end_battle(do: Transition40k) -> None:
    """End the battle: what is in reserve is destroyed, with all inside (40K-RESERVE-6), then the victor is found."""
    waiting = list(dict.fromkeys(model.unit for model in do.state.models if model.place is ModelPlace40k.RESERVE))
    for id in waiting:
        waiting += [one.id for one in do.state.passengers(id)]
    for unit in do.state.units:
        if unit.id in waiting and do.state.living(unit.id):
            move_unit_to(do, unit.id, ModelPlace40k.DESTROYED)
            do.emit("destroyed", "{unit} did not arrive: it is destroyed", "40K-RESERVE-6", unit=unit.id)
    state = do.state
    left = survivors(state)
    points = {side.id: side.victory for side in state.sides}
    one, other = state.players
    if len(left) == 1:
        winner, rule = left[0], "40K-MISSION-9"
    elif not left or points[one] == points[other]:
        winner, rule = "", "40K-MISSION-10"
    else:
        winner, rule = max(points, key=lambda player: points[player]), "40K-MISSION-10"
    do.change(agenda=(), is_over=True, winner=winner, won_by=rule, phase=None)
    if winner:
        do.emit("end", "{player} has won", rule, player=winner)
    else:
        do.emit("end", "the battle is a draw", "40K-SEQ-5")


def outcome(state: State40k) -> Outcome:
    """Return who won a battle that is over, and why (40K-MISSION-9, 40K-MISSION-10)."""
    scores = {side.id: side.victory for side in state.sides}
    gained = {player: counted("{n} victory point", "{n} victory points", n) for player, n in scores.items()}
    lines = tuple(
        RuleReason("40K-MISSION-10", Message("{player}: {points}", {"player": player, "points": points}))
        for player, points in gained.items()
    )
    if not state.winner:
        return Outcome((), (RuleReason("40K-SEQ-5", message("the battle is a draw")), *lines), scores)
    if state.won_by == "40K-MISSION-9":
        lines = (RuleReason(state.won_by, message("all models of the opponent are destroyed")), *lines)
    return Outcome((state.winner,), lines, scores)
