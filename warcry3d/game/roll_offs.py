"""Roll-offs: each player rolls a die, the highest wins, and those tied for the highest roll again."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from warcry3d.game.agenda import AgendaState, AgendaStep, Automatic, Rolling, Transition
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message

__all__ = ["CompareRollOff", "RollOff", "RollOffDie", "RollsOff", "roll_off", "rolls_of"]


class RollOff(msgspec.Struct, frozen=True, kw_only=True):
    """The roll-off under way: the faces of those who have rolled; and who won the last one."""

    faces: tuple[tuple[str, int], ...] = ()
    winner: str = ""


class RollsOff(AgendaState, Protocol):
    """A state that keeps the roll-off under way."""

    @property
    def roll_off(self) -> RollOff:
        """Return it, or the last one."""
        ...


def roll_off(
    do: Transition[Any], players: Sequence[str], template: str, rule: str, *, between: tuple[AgendaStep, ...] = ()
) -> None:
    """Let these players roll off next, by a rule; the winner is then that of the state's ``roll_off``.

    ``template``: what it is about, an English text that catalogues translate. ``between``: steps that come before the
    dice are compared, each time they are rolled; they may change the faces of the state's ``roll_off``.
    """
    do.change(roll_off=RollOff())
    dice = (RollOffDie(player, template, rule) for player in players)
    do.push(*dice, *between, CompareRollOff(template, rule, between))


def _about(template: str) -> Message:
    """Return what a roll-off is about."""
    return Message(template)


def rolls_of(faces: Sequence[tuple[str, int]]) -> tuple[Message, ...]:
    """Return who has rolled what."""
    return tuple(Message("{player} {face}", {"player": player, "face": face}) for player, face in faces)


class RollOffDie(Rolling[RollsOff], frozen=True, tag="roll-off-die", tag_field="step"):
    """A player's die in a roll-off."""

    player: str
    about: str
    rule: str

    def roll(self, state: RollsOff) -> Roll:
        """Return the one die, with what the others have rolled."""
        values = {"player": self.player, "about": _about(self.about), "rolls": rolls_of(state.roll_off.faces)}
        if state.roll_off.faces:
            return Roll(self.player, 1, RuleReason(self.rule, Message("{player} rolls off: {about} ({rolls})", values)))
        return Roll(self.player, 1, RuleReason(self.rule, Message("{player} rolls off: {about}", values)))

    def resolve(self, do: Transition[RollsOff], faces: tuple[int, ...]) -> None:
        """Note it."""
        rolled = do.state.roll_off
        do.change(roll_off=RollOff(faces=(*rolled.faces, (self.player, faces[0]))))


class CompareRollOff(Automatic[RollsOff], frozen=True, omit_defaults=True, tag="compare-roll-off", tag_field="step"):
    """The highest wins; those tied for it roll again, with the steps ``between`` that came before.

    Records have no ``between`` where there is none, as before there was such a thing.
    """

    about: str
    rule: str
    between: tuple[AgendaStep, ...] = ()

    def resolve(self, do: Transition[RollsOff]) -> None:
        """Note the winner, or let the tied roll again."""
        faces, template = do.state.roll_off.faces, self.about
        highest = max(face for _, face in faces)
        best = tuple(player for player, face in faces if face == highest)
        rolls = rolls_of(faces)
        if len(best) > 1:
            do.emit(
                "roll-off",
                "roll-off ({about}): {rolls}; tied: {tied} roll again",
                self.rule,
                about=_about(template),
                rolls=rolls,
                tied=best,
            )
            roll_off(do, best, template, self.rule, between=self.between)
            return
        do.change(roll_off=RollOff(faces=faces, winner=best[0]))
        do.emit(
            "roll-off",
            "{winner} wins the roll-off ({about}): {rolls}",
            self.rule,
            winner=best[0],
            about=_about(template),
            rolls=rolls,
        )
