"""Objectives for which no place is left: both players may agree on one a little too near to terrain (40K-OBJ-8).

The rule shifts terrain and marker; terrain stays here, as nothing of a battle moves it (docs/warhammer40k-battle.md).
"""

import math

from warcry3d.game.action_faults import NOT_DUE
from warcry3d.game.actions import Action, Decline, Done
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.path import Point
from warcry3d.rules.warhammer40k.battle.asking import no_prompt
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.objectives import crowded_spots
from warcry3d.rules.warhammer40k.battle.state import Objective40k, State40k

__all__ = ["AgreesOnMarker", "least_shift", "next_marker"]


def least_shift(state: State40k) -> tuple[Point, float] | None:
    """Return the place for a marker at which terrain has to give way least, and by how much (in); None: there is none.

    Places keep away from edges and from other markers; only terrain is too near.
    """
    found = crowded_spots(state)
    return min(found, key=lambda one: (one[1], one[0])) if found else None


class AgreesOnMarker(Asking[State40k], frozen=True, tag="agrees-on-marker", tag_field="step"):
    """A player agrees or not that a marker lies where terrain gives way; both must, ``others`` are asked next."""

    player: str
    at: Point
    inches: float
    others: tuple[str, ...] = ()

    @property
    def _why(self) -> RuleReason:
        values = {"inches": self.inches, "x": self.at[0], "y": self.at[1]}
        said = Message(
            "no place for an objective: shall one lie at ({x:g}, {y:g}), {inches:.2f} in too near to terrain?", values
        )
        return RuleReason("40K-OBJ-8", said)

    def choice(self, state: State40k) -> Choice:
        """Return the question."""
        return Choice(self.player, "marker-agreement", self._why, self.at)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return to agree, and not to."""
        agree = Confirm(id="agree", heading=message("Place it there"), why=self._why, key="a", action=lambda _: Done())
        return (agree, no_prompt(self._why))

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one agrees or does not."""
        return () if isinstance(action, Done | Decline) else NOT_DUE

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Ask the other player; with both agreed place it and go on, else no more objectives are placed."""
        if isinstance(action, Decline):
            do.emit("objective", "{player} does not agree: no more objectives", "40K-OBJ-8", player=self.player)
            return
        if self.others:
            do.push(AgreesOnMarker(self.others[0], self.at, self.inches, self.others[1:]))
            return
        do.change(objectives=(*do.state.objectives, Objective40k(at=self.at)))
        values = {"n": len(do.state.objectives), "inches": math.ceil(self.inches * 10) / 10}
        do.emit(
            "objective", "objective {n} is placed {inches:.2f} in too near to terrain, as agreed", "40K-OBJ-8", **values
        )
        if len(do.state.objectives) < do.state.context.agreed.objectives:
            next_marker(do)


def next_marker(do: Transition40k) -> None:
    """Ask both players about the next place, where there is one."""
    found = least_shift(do.state)
    if found is not None:
        one, other = do.state.players
        do.push(AgreesOnMarker(one, *found, others=(other,)))
