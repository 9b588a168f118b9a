"""Reinforcements: units that arrive from reserves (40K-RESERVE, 40K-STRATRES, 40K-AIRCRAFT-8)."""

from collections.abc import Iterator

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_actions import SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.asking import unit_option
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_unit, did, put_down
from warcry3d.rules.warhammer40k.battle.formations import has_ability
from warcry3d.rules.warhammer40k.battle.movement.embarking import Disembarks, disembark_faults
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import (
    SetUpKind,
    SetUpTerms,
    proposal,
    set_up_faults,
    set_up_prompt,
)
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, ReserveKind, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["ArrivesAt", "ArrivesBy", "Reinforcements", "arrival_faults", "arrivals"]

LABELS = {
    SetUpKind.STRATEGIC: message("from an edge"),
    SetUpKind.DEEP_STRIKE: message("by deep strike"),
}


def arrivals(state: State40k, player: str) -> Iterator[tuple[str, SetUpKind]]:
    """Yield the units of a player in reserves, each with the ways in which it can arrive (40K-STRATRES-7)."""
    for unit in state.units:
        is_away = any(model.place is ModelPlace40k.RESERVE for model in state.living(unit.id))
        if unit.player != player or not is_away or Deed40k.MOVED in unit.did:
            continue
        if unit.reserve is ReserveKind.STRATEGIC:
            yield unit.id, SetUpKind.STRATEGIC
        if unit.reserve is ReserveKind.AWAY or has_ability(state, unit.id, CoreWord.DEEP_STRIKE):
            yield unit.id, SetUpKind.DEEP_STRIKE


def arrival_faults(state: State40k, unit: str, kind: SetUpKind) -> tuple[ActionFault, ...]:
    """Return why a unit cannot arrive now in a way: strategic reserves in no way before their round (40K-STRATRES-3);
    in any way there must be room.
    """
    first, there = state.context.agreed.reserves_from, state.unit(unit)
    is_strategic = kind is SetUpKind.STRATEGIC or there.reserve is ReserveKind.STRATEGIC
    if is_strategic and state.round < first and not there.must_arrive:
        return fault("40K-STRATRES-3", "strategic reserves arrive from round {first} on", first=first, place="picked")
    if not proposal(state, unit, SetUpTerms(kind)):
        return fault("40K-STRATRES-5", "no room was found for {unit}", unit=unit, place="picked")
    return ()


class Reinforcements(Asking[State40k], frozen=True, tag="reinforcements", tag_field="step"):
    """A player brings in units that may arrive, as many as it likes (40K-RESERVE-3)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-RESERVE-3", Message("{player}: which reserves arrive?", {"player": self.player}))

    def _offered(self, state: State40k) -> dict[str, tuple[ActionFault, ...]]:
        return once_in(
            state,
            ("arrivals", self.player),
            lambda: {
                f"{unit}|{kind.value}": arrival_faults(state, unit, kind) for unit, kind in arrivals(state, self.player)
            },
        )

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no unit can arrive."""
        offered = self._offered(state)
        is_open = any(not faults for faults in offered.values())
        return Choice(self.player, "reinforcements", self._why, tuple(offered)) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units, by how they arrive; and to end."""
        options = []
        for id, faults in self._offered(state).items():
            unit, kind = id.split("|")
            label = Message("{unit}, {what}", {"unit": unit, "what": LABELS[SetUpKind(kind)]})
            options.append(unit_option(state, unit, id=id, label=label, faults=faults))
        end = Confirm(
            id="done",
            heading=message("No more reserves"),
            why=self._why,
            key="n",
            action=lambda _: Done(),
            faults=self._done_faults(state),
        )
        return (pick_one("arrive", message("Arrives"), self._why, options), end)

    def _done_faults(self, state: State40k) -> tuple[ActionFault, ...]:
        for id, faults in self._offered(state).items():
            unit = id.split("|")[0]
            if state.unit(unit).must_arrive and not faults:
                return fault("40K-AIRCRAFT-8", "{unit} must arrive in this turn", unit=unit)
        return ()

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one that can arrive is picked, or none."""
        if isinstance(action, Done):
            return self._done_faults(state)
        if not isinstance(action, Pick):
            return NOT_DUE
        offered = self._offered(state)
        if len(action.picked) != 1 or action.picked[0] not in offered:
            return fault("40K-RESERVE-3", "pick one of: {offered}", offered=", ".join(offered), place="picked")
        return offered[action.picked[0]]

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Ask where it stands."""
        if isinstance(action, Pick):
            unit, kind = picked_of(action).split("|")
            do.push(ArrivesAt(unit, SetUpKind(kind)), Reinforcements(self.player))


class ArrivesBy(Asking[State40k], frozen=True, tag="arrives-by", tag_field="step"):
    """How a unit from reserves arrives in the opponent's turn, where it can in several ways (40K-STRATRES-7)."""

    unit: str

    def _able(self, state: State40k) -> tuple[str, ...]:
        ways = (kind for unit, kind in arrivals(state, state.unit(self.unit).player) if unit == self.unit)
        return tuple(kind.value for kind in ways if not arrival_faults(state, self.unit, kind))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-STRATRES-7", Message("how does {unit} arrive?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where there is one way."""
        able = once_in(state, self, lambda: self._able(state))
        return Choice(state.unit(self.unit).player, "arrive-by", self._why, able) if len(able) > 1 else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the ways."""
        options = tuple(Option(kind, LABELS[SetUpKind(kind)]) for kind in self._able(state))
        return (pick_one("arrive-by", message("How {unit} arrives", unit=self.unit), self._why, options),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self._able(state), "40K-STRATRES-7")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Ask where it stands."""
        do.push(ArrivesAt(self.unit, SetUpKind(picked_of(action)), is_reaction=True))

    def skip(self, do: Transition40k) -> None:
        """Ask where it stands."""
        for kind in self._able(do.state)[:1]:
            do.push(ArrivesAt(self.unit, SetUpKind(kind), is_reaction=True))


class ArrivesAt(Asking[State40k], frozen=True, tag="arrives-at", tag_field="step"):
    """Where a unit from reserves stands; ``is_reaction``: it arrives in the opponent's turn (40K-STRAT-INGRESS-2);
    ``is_new``: it comes in the place of another, and has not moved (40K-REDEPLOY-7).
    """

    unit: str
    kind: SetUpKind
    is_reaction: bool = False
    is_new: bool = False

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-RESERVE-3", Message("where does {unit} stand?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice:
        """Return the question."""
        return Choice(state.unit(self.unit).player, "arrive", self._why, (self.unit, self.kind.value))

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return where its models may stand; and, where it need not come, to wait."""
        found: list[Prompt] = [set_up_prompt(state, self.unit, self._why, SetUpTerms(self.kind))]
        if not state.unit(self.unit).must_arrive:
            back = Confirm(
                id="back", heading=message("Let it wait"), why=self._why, key="n", action=lambda _: Decline()
            )
            found.append(back)
        return tuple(found)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the places."""
        if isinstance(action, Decline) and not state.unit(self.unit).must_arrive:
            return ()
        if not isinstance(action, SetUpUnitAt):
            return NOT_DUE
        return set_up_faults(state, self.unit, action.models, SetUpTerms(self.kind))

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Put it there: it counts as having made a normal move (40K-RESERVE-4); the opponent may react; in the own
        movement phase those inside may get out (40K-DISEMBARK-1).
        """
        if not isinstance(action, SetUpUnitAt):
            return
        put_down(do, action.models)
        owes_test = do.state.unit(self.unit).owes_test
        change_unit(do, self.unit, reserve=None, must_arrive=False, owes_test=False)
        deeds = () if self.is_new else (Deed40k.PICKED, Deed40k.MOVED)
        did(do, self.unit, *deeds, Deed40k.ARRIVED)
        player = do.state.unit(self.unit).player
        values = {"unit": self.unit, "what": LABELS[self.kind]}
        do.emit("arrives", "{unit} arrives {what}", "40K-RESERVE-3", **values)
        if owes_test:
            do.push(MayUse(player, StratagemMoment.BEFORE_SHOCK_TEST, (self.unit,)), ShockTest40k(self.unit))
        if not self.is_reaction:
            out = (one.id for one in do.state.passengers(self.unit) if not disembark_faults(do.state, one.id))
            do.push(
                MayUse(do.state.other(player), StratagemMoment.ENEMY_MOVES, (self.unit,)),
                *(Disembarks(one) for one in out),
            )
