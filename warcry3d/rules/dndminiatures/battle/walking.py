"""Moving cell by cell: what a way costs, and the attacks that leaving a cell provokes (DDM-MOVE, DDM-AOO)."""

from collections.abc import Sequence
from dataclasses import replace

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.dndminiatures.battle.actions import Strike
from warcry3d.rules.dndminiatures.battle.attack import begin_attack, strike_prompt
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.changing import SkirmishTransition, change_creature, change_turn, gone, remove
from warcry3d.rules.dndminiatures.battle.harm import CheckEnd
from warcry3d.rules.dndminiatures.battle.opportunities import strikers_at
from warcry3d.rules.dndminiatures.battle.sensing import can_move
from warcry3d.rules.dndminiatures.battle.state import CreatureStatus, SkirmishState
from warcry3d.rules.dndminiatures.grid.cells import Cell, quarter_towards
from warcry3d.rules.dndminiatures.grid.path_checks import ground_path_faults
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround

__all__ = ["Walk", "ground_for", "path_faults"]


def ground_for(state: SkirmishState, id: str) -> CreatureGround:
    """Return the map as a creature finds it: its friends, its enemies, what slows it (DDM-MOVE-2, -3)."""
    board = state.ground.flown if state.card(id).traits.flies else state.board
    friends = frozenset(cell for one in state.friends(id) for cell in state.space(one.id).cells())
    enemies = frozenset(cell for one in state.enemies(id) for cell in state.space(one.id).cells())
    return CreatureGround(board, friends, enemies)


def path_faults(state: SkirmishState, id: str, cells: Sequence[Cell], budget: int) -> tuple[ActionFault, ...]:
    """Return why a creature cannot go a way (DDM-MOVE)."""
    return ground_path_faults(ground_for(state, id), id, state.space(id), cells, budget)


class Walk(Automatic[SkirmishState], frozen=True, tag="walk", tag_field="step"):
    """A creature goes on along cells. ``passed``: the players asked about an attack of opportunity at this step.

    ``leaves``: at the end it leaves the map by an exit (DDM-ROUT-2). ``is_rout``: it flees; a move that it routs in is
    lost (DDM-AOO-10).
    """

    creature: str
    cells: tuple[Cell, ...]
    is_rout: bool = False
    leaves: bool = False
    passed: tuple[str, ...] = ()

    def resolve(self, do: SkirmishTransition) -> None:
        """Ask the next player that may strike, or make the next step."""
        state, id = do.state, self.creature
        if gone(state, id) or state.creature(id).is_routing is not self.is_rout:
            self._tell_stop(do, "DDM-AOO-10")
            return
        if not can_move(state, id):
            self._tell_stop(do, "DDM-MOVE-6")
            return
        if not self.cells and not self.leaves:
            return
        able = {state.creature(one).player for one in strikers_at(state, id, state.space(id))}
        first = state.first or state.players[0]
        asked = next((p for p in state.in_turn(first) if p in able and p not in self.passed), None)
        if asked is not None:
            rest = Walk(id, self.cells, self.is_rout, self.leaves, (*self.passed, asked))
            do.push(Opportunity(asked, id), rest)
            return
        if not self.cells:
            do.emit("flees", "{fighter} flees off the map", "DDM-ROUT-5", fighter=id)
            remove(do, id, CreatureStatus.FLED)
            do.push(CheckEnd())
            return
        to = self.cells[0]
        one = state.creature(id)
        change_creature(do, id, cell=to, facing=quarter_towards(one.cell, to, one.facing))
        do.push(Walk(id, self.cells[1:], self.is_rout, self.leaves))

    def _tell_stop(self, do: SkirmishTransition, rule: str) -> None:
        """Tell that it ends before the way does, whose cost was told as a whole when it began: in steps, for what is
        left of the cost is not known by its cells alone.
        """
        if self.cells:
            values = {"fighter": self.creature, "steps": counted("{n} step", "{n} steps", len(self.cells))}
            do.emit("stops", "{fighter} goes no further: {steps} of its way are left", rule, **values)
        elif self.leaves:
            do.emit("stops", "{fighter} goes no further", rule, fighter=self.creature)


class Opportunity(Asking[SkirmishState], frozen=True, tag="opportunity", tag_field="step"):
    """A player may let its creatures strike at an enemy that is about to leave a cell, one by one (DDM-AOO-7)."""

    player: str
    mover: str

    def _able(self, state: SkirmishState) -> tuple[str, ...]:
        if gone(state, self.mover):
            return ()
        strikers = strikers_at(state, self.mover, state.space(self.mover))
        return tuple(one for one in strikers if state.creature(one).player == self.player)

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the question; None where nobody may strike any more."""
        able = self._able(state)
        return Choice(self.player, "opportunity", self._why, able) if able else None

    @property
    def _why(self) -> RuleReason:
        said = Message("{fighter} leaves a threatened square: strike at it?", {"fighter": self.mover})
        return RuleReason("DDM-AOO-1", said)

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return who may strike, with which attack value; and to let it go."""
        situations = [
            AttackSituation(one, self.mover, "melee", value, is_opportunity=True)
            for one in self._able(state)
            for value in range(len(state.card(one).melee))
        ]
        heading = Message("Attack of opportunity at {fighter}", {"fighter": self.mover})
        strikes = replace(strike_prompt(state, "opportunity", heading, situations, self._why), is_reaction=True)
        decline = Confirm(
            id="decline",
            heading=message("Let it go"),
            action=lambda _: Decline(),
            why=self._why,
            key="n",
            hint=message("Go on without it."),
        )
        return (strikes, decline)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of those that may strike does so with one of its melee values, or none does."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Strike):
            return NOT_DUE
        if action.attacker not in self._able(state):
            return fault("DDM-AOO-1", "{fighter} may not strike now", fighter=action.attacker, place="attacker")
        if action.target != self.mover or action.mode != "melee":
            return fault("DDM-AOO-1", "strike at {fighter}, in melee", fighter=self.mover, place="target")
        if action.value >= len(state.card(action.attacker).melee) or action.on_hit:
            return fault("DDM-AOO-4", "pick one of its melee attack values", place="value")
        return ()

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Strike, and ask for the next striker."""
        if not isinstance(action, Strike):
            return
        assert do.state.turn is not None, "creatures move in turns"
        change_turn(do, strikers=(*do.state.turn.strikers, action.attacker))
        do.push(Opportunity(self.player, self.mover))
        values = {"attacker": action.attacker, "target": self.mover}
        do.emit("opportunity", "{attacker} strikes at {target}, which moves away", "DDM-AOO-1", **values)
        situation = AttackSituation(action.attacker, self.mover, "melee", action.value, is_opportunity=True)
        begin_attack(do, situation)
