"""Core stratagems: when a player may use which on what; their effects are in `stratagem_effects` (40K-STRAT)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message, template
from warcry3d.rules.warhammer40k.battle.asking import no_prompt, spare_prompt, unit_option
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side
from warcry3d.rules.warhammer40k.battle.command_points import can_pay, cost_of, pay
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.who_lives import who_lives

__all__ = ["MayUse", "Stratagem", "StratagemKind", "StratagemMoment", "known_stratagem", "register_stratagems"]


class StratagemKind(StrEnum):
    """The types of stratagems; "": lost in the text (40K-OPEN-23)."""

    BATTLE_TACTIC = "battle tactic"
    EPIC_DEED = "epic deed"
    STRATEGIC_PLOY = "strategic ploy"
    WARGEAR = "wargear"
    LOST = ""


class StratagemMoment(StrEnum):
    """When stratagems may be used."""

    BEFORE_SHOCK_TEST = "before-shock-test"
    ENEMY_MOVES = "enemy-moves"
    MOVEMENT_ENDS = "movement-ends"
    SHOOTS = "shoots"
    TARGETS_PICKED = "targets-picked"
    CHARGE_ENDED = "charge-ended"
    ENEMY_CHARGED = "enemy-charged"
    FIGHTS = "fights"
    ENEMY_FOUGHT = "enemy-fought"


MOMENTS = {
    StratagemMoment.BEFORE_SHOCK_TEST: template("{unit} is about to take a battle-shock test."),
    StratagemMoment.ENEMY_MOVES: template("{unit} is about to move, has moved or was set up."),
    StratagemMoment.MOVEMENT_ENDS: template("The movement phase of {player} ends."),
    StratagemMoment.SHOOTS: template("{unit} is about to shoot."),
    StratagemMoment.TARGETS_PICKED: template("{unit} has been picked as a target."),
    StratagemMoment.CHARGE_ENDED: template("{unit} has ended its charge move."),
    StratagemMoment.ENEMY_CHARGED: template("{unit} has ended its charge move."),
    StratagemMoment.FIGHTS: template("{unit} is about to fight."),
    StratagemMoment.ENEMY_FOUGHT: template("{unit} has fought."),
}
"""What is going on, with the unit that it is about, or the player whose turn it is."""


@dataclass(frozen=True, slots=True)
class Stratagem:
    """A stratagem: what it brings, ``cost`` in CP, when, on which ``units`` of the player, given what it is about.
    ``use`` lets it work on one of them; ``on_target``: on an enemy unit that is picked then, if it needs one.
    """

    id: str
    name: Message
    effect: RuleReason
    cost: int
    kind: StratagemKind
    rule: str
    moments: tuple[StratagemMoment, ...]
    units: Callable[[State40k, str, tuple[str, ...]], Iterator[str]]
    use: Callable[[Transition40k, str, tuple[str, ...]], None]
    is_once: bool = False
    on_target: Callable[[Transition40k, str, str], None] | None = None

    def cost_on(self, state: State40k, unit: str) -> int:
        """Return what it costs to use it on a unit."""
        return cost_of(state, self.id, self.cost, (unit,), is_tactic=self.kind is StratagemKind.BATTLE_TACTIC)


_KNOWN: dict[str, Stratagem] = {}


def register_stratagems(*stratagems: Stratagem) -> None:
    """Make stratagems known: effects rest on phases, and phases ask for stratagems."""
    _KNOWN.update({one.id: one for one in stratagems})


def known_stratagem(id: str) -> Stratagem:
    """Return a stratagem by its id."""
    return _KNOWN[id]


class MayUse(Asking[State40k], frozen=True, tag="may-use", tag_field="step"):
    """A player may use a stratagem at a moment; ``about``: the units that it is about (40K-STRAT-1)."""

    player: str
    moment: StratagemMoment
    about: tuple[str, ...] = ()

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-STRAT-1", Message("{player}: may use a stratagem", {"player": self.player}))

    def _able(self, state: State40k) -> dict[str, tuple[Stratagem, str]]:
        return once_in(state, ("stratagems", self), lambda: dict(self._found(state)))

    def _found(self, state: State40k) -> Iterator[tuple[str, tuple[Stratagem, str]]]:
        side = state.side(self.player)
        for one in _KNOWN.values():
            if self.moment not in one.moments or one.id in side.used:
                continue
            if one.is_once and one.id in side.used_once:
                continue
            for unit in one.units(state, self.player, self.about):
                if can_pay(state, self.player, one.id, one.cost_on(state, unit), unit):
                    yield f"{one.id}|{unit}", (one, unit)

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where none can be used."""
        able = self._able(state)
        return Choice(self.player, "stratagem", self._why, tuple(able)) if able else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the stratagems, each with the unit that it is used on; and to use none, now or in this phase."""
        options = tuple(self._option(state, id, *found) for id, found in self._able(state).items())
        about = {"unit": self.about[0]} if self.about else {"player": state.active}
        hint = Message(MOMENTS[self.moment], about)
        pick = pick_one("stratagem", message("Stratagem"), self._why, options, key="s", hint=hint)
        pick = replace(pick, is_reaction=self.player != state.active)
        return (pick, no_prompt(self._why), *spare_prompt(state, self._why))

    def _option(self, state: State40k, id: str, one: Stratagem, unit: str) -> Option:
        values = {"what": one.name, "unit": who_lives(state, unit), "n": one.cost_on(state, unit)}
        label = Message("{what} on {unit} ({n} CP)", values)
        return unit_option(state, unit, id=id, label=label, facts=(one.effect,))

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked, or none."""
        if isinstance(action, Decline) or (isinstance(action, Done) and state.phase is not None):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        able = self._able(state)
        if len(action.picked) != 1 or action.picked[0] not in able:
            return fault("40K-STRAT-1", "pick one of: {offered}", offered=", ".join(able), place="picked")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Pay for it and let it work; then others may be used at the same moment. Those that a player does without for
        the phase are not offered again in it, as if they had been used (40K-STRAT-2).
        """
        if isinstance(action, Done):
            spared = tuple(dict.fromkeys(one.id for one, _ in self._able(do.state).values()))
            change_side(do, self.player, used=(*do.state.side(self.player).used, *spared))
        if not isinstance(action, Pick):
            return
        one, unit = self._able(do.state)[picked_of(action)]
        pay(do, self.player, one.id, one.cost_on(do.state, unit), one.name, one.rule, unit)
        if one.is_once:
            note_once(do, self.player, one.id)
        do.push(self)
        one.use(do, unit, self.about)


def note_once(do: Transition40k, player: str, stratagem: str) -> None:
    """Note that a stratagem of once a battle was used."""
    change_side(do, player, used_once=(*do.state.side(player).used_once, stratagem))
