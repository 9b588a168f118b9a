"""Roll-offs in which a player that is blessed may change a die (AOS-DICE-6, AOS-TRIUMPH-2, AOS-OPEN-17)."""

from collections.abc import Iterator, Sequence

from warcry3d.game import roll_offs
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_side
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import change_faults, change_prompts, is_blessed

__all__ = ["ChangesRollOff", "roll_off"]


def roll_off(do: SigmarTransition, players: Sequence[str], template: str, rule: str) -> None:
    """Let players roll off next, as `warcry3d.game.roll_offs.roll_off` does; the blessed may change one of the dice."""
    between = tuple(ChangesRollOff(side.id) for side in do.state.sides if is_blessed(side))
    roll_offs.roll_off(do, players, template, rule, between=between)


class ChangesRollOff(Asking[SigmarState], frozen=True, tag="changes-roll-off", tag_field="step"):
    """A player that is blessed may change one die of a roll-off, its own or another's, once in the battle."""

    player: str

    def _offered(self, state: SigmarState) -> Iterator[tuple[str, str, int, int]]:
        """Yield the changes: their ids, whose die, what it shows, what it would."""
        for n, (who, face) in enumerate(state.roll_off.faces):
            yield from ((f"{n}-{to}", who, face, to) for to in range(1, 7) if to != face)

    def _why(self, state: SigmarState) -> RuleReason:
        values = {
            "player": self.player,
            "rolls": roll_offs.rolls_of(state.roll_off.faces),
            "next": state.other(self.player),
        }
        if any(isinstance(step, ChangesRollOff) for step in state.agenda[:-1]):
            sentence = "{player} is blessed: change a die of the roll-off ({rolls})? {next} may change one after that"
            return RuleReason("AOS-TRIUMPH-2", Message(sentence, values))
        return RuleReason(
            "AOS-TRIUMPH-2", Message("{player} is blessed: change a die of the roll-off ({rolls})?", values)
        )

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where the triumph is spent."""
        ids = tuple(id for id, *_ in self._offered(state))
        return Choice(self.player, "blessed", self._why(state), ids) if is_blessed(state.side(self.player)) else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return what each die may be changed to; and to keep all."""
        options = tuple(
            Option(id, message("{player}: a {face} becomes a {to}", player=who, face=face, to=to))
            for id, who, face, to in self._offered(state)
        )
        return change_prompts(options, self._why(state))

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one die is changed, or none."""
        return change_faults([id for id, *_ in self._offered(state)], action)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Change it."""
        if not isinstance(action, Pick):
            return
        rolled = do.state.roll_off
        _, who, face, to = next(one for one in self._offered(do.state) if one[0] == action.picked[0])
        faces = tuple((one, to if one == who else old) for one, old in rolled.faces)
        do.change(roll_off=roll_offs.RollOff(faces=faces))
        change_side(do, self.player, is_spent=True)
        values = {"player": self.player, "face": face, "to": to, "who": who}
        do.emit("triumph", "{player} is blessed: the {face} of {who} becomes a {to}", "AOS-TRIUMPH-2", **values)
