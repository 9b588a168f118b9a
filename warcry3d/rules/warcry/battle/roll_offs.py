"""Rolling off (WC-DICE-2)."""

from warcry3d.game.ruleset import Roll, RuleReason
from warcry3d.rules.warcry.battle.state import RollOff, State
from warcry3d.rules.warcry.battle.steps import Automatic, Rolling
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["roll_off"]


def roll_off(do: Transition, about: str) -> None:
    """Let the players roll off next; the winner is then `State.roll_off`'s."""
    do.change(roll_off=RollOff())
    players = [side.id for side in do.state.sides]
    do.push(*(OneRollsOff(player, about) for player in players), Compare(about))


class OneRollsOff(Rolling, frozen=True, tag="one-rolls-off", tag_field="step"):
    """A player's die in a roll-off."""

    player: str
    about: str

    def roll(self, state: State) -> Roll:
        """Return the one die."""
        why = RuleReason("WC-DICE-2", "{player} rolls off: {about}", {"player": self.player, "about": self.about})
        return Roll(self.player, 1, why)

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Note it."""
        rolled = do.state.roll_off
        do.change(roll_off=rolled.changed(faces=(*rolled.faces, (self.player, faces[0]))))


class Compare(Automatic, frozen=True, tag="compare", tag_field="step"):
    """The highest wins, ties roll again."""

    about: str

    def resolve(self, do: Transition) -> None:
        """Note the winner, or let both roll again."""
        (one, first), (two, second) = do.state.roll_off.faces
        values = {"one": one, "first": first, "two": two, "second": second, "about": self.about}
        if first == second:
            do.emit("roll-off", "{one} and {two} both roll {first}: they roll off again", "WC-DICE-2", **values)
            roll_off(do, self.about)
            return
        winner = one if first > second else two
        do.change(roll_off=RollOff(faces=do.state.roll_off.faces, winner=winner))
        do.emit(
            "roll-off",
            "{winner} wins the roll-off ({about}): {one} {first}, {two} {second}",
            "WC-DICE-2",
            winner=winner,
            **values,
        )
