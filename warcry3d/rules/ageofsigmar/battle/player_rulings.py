"""Disputes: the players set the program's ruling aside, by agreement or by a roll-off (AOS-DISPUTE-1, AOS-DISPUTE-2).

A dispute comes between a question of the phase and its answer; afterwards the question is asked again. What was ruled
holds for the rest of the phase.
"""

from typing import Final

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import Asking, Automatic, asked
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Option, PickOne, PickSome, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.actions import Dispute
from warcry3d.rules.ageofsigmar.battle.blessed_roll_offs import roll_off
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.state import PlayerRuling, RulingKind, SigmarState

__all__ = ["can_dispute", "dispute_prompt", "open_dispute"]

CLAIMS: Final = {
    "sees": message("a unit sees another"),
    "hidden": message("a unit does not see another"),
    "covered": message("a unit is in cover"),
    "open": message("a unit is not in cover"),
    "other": message("something else"),
}
"""What can be said against the program, by id; something else is settled between the players alone."""

ANSWERS: Final = ("agreed", "roll")
DECISIONS: Final = ("set-aside", "keep")


def can_dispute(state: SigmarState) -> bool:
    """Return whether the players may set a ruling aside now: where they wish so, at any question of a phase."""
    if not state.is_players_ruling or state.phase is None or not isinstance(asked(state), Choice):
        return False
    return not isinstance(state.agenda[-1], NamesRuling | AnswersRuling | DecidesRuling)


def dispute_prompt() -> PickOne:
    """Return the prompt that opens a dispute."""
    return PickOne(
        id="dispute",
        heading=message("Disagree with a ruling"),
        hint=message("Players who do not agree roll off. What is ruled holds until the end of the phase."),
        why=RuleReason("AOS-DISPUTE-1", message("what is unclear is for the players")),
        action=Dispute,
        is_aside=True,
        options=tuple(Option(id, label) for id, label in CLAIMS.items()),
    )


def open_dispute(do: SigmarTransition, action: Dispute) -> None:
    """Ask which units it is about; then whether both agree."""
    due = asked(do.state)
    assert isinstance(due, Choice), "only questions are disputed"
    if action.claim == "other":
        do.emit("dispute", "{player} disputes a ruling", "AOS-DISPUTE-1", player=due.player)
        do.push(AfterRollOff(None))
        roll_off(do, do.state.players, "the ruling", "AOS-DISPUTE-2")
    else:
        do.push(NamesRuling(due.player, action.claim))


def _sentence(ruling: PlayerRuling) -> Message:
    """Return what a ruling says."""
    values = {"unit": ruling.unit, "target": ruling.target}
    match ruling.kind, ruling.holds:
        case RulingKind.SIGHT, True:
            return Message("{unit} sees {target}", values)
        case RulingKind.SIGHT, False:
            return Message("{unit} does not see {target}", values)
        case _, True:
            return Message("{unit} is in cover", values)
    return Message("{unit} is not in cover", values)


def _rule(do: SigmarTransition, ruling: PlayerRuling, rule: str) -> None:
    """Let a ruling hold, in place of an earlier one about the same."""
    kept = (one for one in do.state.rulings if one.subject != ruling.subject)
    do.change(rulings=(*kept, ruling))
    do.emit("ruling", "ruled by the players: {what}", rule, what=_sentence(ruling))


class NamesRuling(Asking[SigmarState], frozen=True, tag="names-ruling", tag_field="step"):
    """A player says which units a dispute is about: who sees, then whom; or whose cover."""

    player: str
    claim: str

    @property
    def _is_sight(self) -> bool:
        return self.claim in ("sees", "hidden")

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player}
        if self._is_sight:
            return RuleReason("AOS-DISPUTE-1", Message("{player}: who, and whom?", values))
        return RuleReason("AOS-DISPUTE-1", Message("{player}: which unit?", values))

    def choice(self, state: SigmarState) -> Choice:
        """Return the question."""
        return Choice(self.player, "ruling-units", self._why, tuple(unit.id for unit in state.here()))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units on the battlefield; and to leave it."""
        count = 2 if self._is_sight else 1
        units = PickSome(
            id="ruling-units",
            heading=CLAIMS[self.claim],
            hint=message("Pick the unit that looks, then the one it looks at.") if self._is_sight else None,
            why=self._why,
            action=lambda picked: Pick(tuple(picked)),
            options=tuple(unit_option(state, unit.id) for unit in state.here()),
            least=count,
            most=count,
            is_ordered=True,
        )
        leave = Confirm(id="decline", heading=message("No dispute"), why=self._why, key="n", action=lambda _: Decline())
        return (units, leave)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit, or one that looks at another."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        here = {unit.id for unit in state.here()}
        count = 2 if self._is_sight else 1
        if len(action.picked) != count or len(set(action.picked)) != count or not set(action.picked) <= here:
            return fault("AOS-DISPUTE-1", "pick units on the battlefield, each once: {n}", n=count, place="picked")
        return ()

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Ask the opponent whether it agrees."""
        if not isinstance(action, Pick):
            return
        unit, *target = action.picked
        kind = RulingKind.SIGHT if self._is_sight else RulingKind.COVER
        holds = self.claim in ("sees", "covered")
        ruling = PlayerRuling(kind=kind, unit=unit, target=target[0] if target else "", holds=holds)
        do.emit(
            "dispute", "{player} disputes a ruling: {what}", "AOS-DISPUTE-1", player=self.player, what=_sentence(ruling)
        )
        do.push(AnswersRuling(do.state.other(self.player), ruling))


class AnswersRuling(Asking[SigmarState], frozen=True, tag="answers-ruling", tag_field="step"):
    """Both players agree (AOS-DISPUTE-1), or they roll off (AOS-DISPUTE-2)."""

    player: str
    ruling: PlayerRuling

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player, "what": _sentence(self.ruling)}
        return RuleReason("AOS-DISPUTE-1", Message("{player}: {what}; do both agree?", values))

    def choice(self, state: SigmarState) -> Choice:
        """Return the question."""
        return Choice(self.player, "ruling-answer", self._why, ANSWERS)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return to agree, and to roll off."""
        options = (Option("agreed", message("both agree")), Option("roll", message("roll off")))
        return (pick_one("ruling-answer", message("Agree"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of both."""
        return picked_faults(action, ANSWERS, "AOS-DISPUTE-1")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Let it hold, or let them roll."""
        if picked_of(action) == "agreed":
            _rule(do, self.ruling, "AOS-DISPUTE-1")
            return
        do.push(AfterRollOff(self.ruling))
        roll_off(do, do.state.players, "the ruling", "AOS-DISPUTE-2")


class AfterRollOff(Automatic[SigmarState], frozen=True, tag="after-roll-off", tag_field="step"):
    """The winner of the roll-off decides (AOS-DISPUTE-2); what the program knows nothing of, it only notes."""

    ruling: PlayerRuling | None

    def resolve(self, do: SigmarTransition) -> None:
        """Ask it, or note it."""
        winner = do.state.roll_off.winner
        if self.ruling is None:
            do.emit("ruling", "{player} decides", "AOS-DISPUTE-2", player=winner)
        else:
            do.push(DecidesRuling(winner, self.ruling))


class DecidesRuling(Asking[SigmarState], frozen=True, tag="decides-ruling", tag_field="step"):
    """The winner of the roll-off sets the program's ruling aside, or keeps it (AOS-DISPUTE-2)."""

    player: str
    ruling: PlayerRuling

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-DISPUTE-2", Message("{player} decides", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the question."""
        return Choice(self.player, "ruling-decision", self._why, DECISIONS)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return what was claimed, and to leave the program's ruling."""
        options = (Option("set-aside", _sentence(self.ruling)), Option("keep", message("as the program rules")))
        return (pick_one("ruling-decision", message("Decide"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of both."""
        return picked_faults(action, DECISIONS, "AOS-DISPUTE-2")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Let it hold, or leave all as it is."""
        if picked_of(action) == "set-aside":
            _rule(do, self.ruling, "AOS-DISPUTE-2")
        else:
            do.emit("ruling", "the program's ruling stands", "AOS-DISPUTE-2")
