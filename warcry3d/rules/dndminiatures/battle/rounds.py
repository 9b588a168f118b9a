"""Rounds, initiative and phases (DDM-ROUND, DDM-INIT, DDM-PHASE)."""

from collections.abc import Mapping

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Automatic, Rolling
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, message
from warcry3d.rules.dndminiatures.battle.actions import ActivateCreature
from warcry3d.rules.dndminiatures.battle.changing import SkirmishTransition
from warcry3d.rules.dndminiatures.battle.harm import D20, rally_fact
from warcry3d.rules.dndminiatures.battle.sensing import can_act, is_under_command
from warcry3d.rules.dndminiatures.battle.state import Rolls, SkirmishState
from warcry3d.rules.dndminiatures.battle.turns import BeginTurn

__all__ = ["NextSkirmishRound", "player_prompt", "rating_of", "rolls_said"]

ACTIVATIONS = 2
"""Creatures that a player activates in a phase (DDM-PHASE-1)."""


def rating_of(state: SkirmishState, player: str) -> int:
    """Return the highest commander rating of a warband: of creatures on the map that do not rout (DDM-INIT-1)."""
    return max((state.card(c.id).rating for c in state.on_map(player) if not c.is_routing), default=0)


def _still_in(state: SkirmishState) -> tuple[str, ...]:
    """Return the players with creatures on the map."""
    return tuple(player for player in state.players if any(state.on_map(player)))


def player_prompt(players: tuple[str, ...], id: str, heading: Message, why: RuleReason) -> PickOne:
    """Return the prompt that asks for a player."""
    options = tuple(Option(player, Message("{player}", {"player": player})) for player in players)
    return PickOne(id=id, heading=heading, action=lambda player: Pick((player,)), why=why, options=options)


class NextSkirmishRound(Automatic[SkirmishState], frozen=True, tag="next-skirmish-round", tag_field="step"):
    """A round begins: initiative, then the phases, then the next round."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Begin it."""
        do.change(
            round=do.state.round + 1,
            creatures=tuple(creature.changed(has_activated=False) for creature in do.state.creatures),
            rolls=Rolls(),
        )
        do.emit("round", "round {round}", "DDM-ROUND-1", round=do.state.round)
        do.push(
            *(InitiativeDie(player) for player in _still_in(do.state)),
            CompareInitiative(),
            FirstPhase(),
            NextSkirmishRound(),
        )


def rolls_said(rolls: Rolls, ratings: Mapping[str, int]) -> tuple[Message, ...]:
    """Return who rolled what, with the ratings that are added."""
    return tuple(
        Message("{player} {face} {rating:+d}", {"player": player, "face": face, "rating": ratings[player]})
        for player, face in rolls.faces
    )


class InitiativeDie(Rolling[SkirmishState], frozen=True, tag="initiative-die", tag_field="step"):
    """A player's die for initiative."""

    player: str

    def roll(self, state: SkirmishState) -> Roll:
        """Return the one die."""
        values = {"player": self.player, "rating": rating_of(state, self.player)}
        why = RuleReason("DDM-INIT-1", Message("initiative of {player}: {rating:+d}", values))
        return Roll(self.player, 1, why, sides=D20)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Note it."""
        do.change(rolls=do.state.rolls.with_face(self.player, faces[0]))


class CompareInitiative(Automatic[SkirmishState], frozen=True, tag="compare-initiative", tag_field="step"):
    """The highest total wins, of equal ones the higher rating; those still equal roll again (DDM-INIT-2, -3)."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Note the winner, or let the tied roll again."""
        state = do.state
        ratings = {player: rating_of(state, player) for player, _ in state.rolls.faces}
        winners = state.rolls.highest(ratings)
        said = rolls_said(state.rolls, ratings)
        if len(winners) > 1:
            do.emit(
                "initiative", "initiative: {rolls}; tied: {tied} roll again", "DDM-INIT-3", rolls=said, tied=winners
            )
            do.change(rolls=Rolls())
            do.push(*(InitiativeDie(player) for player in winners), CompareInitiative())
            return
        totals = [face + ratings[player] for player, face in state.rolls.faces]
        values = {"winner": winners[0], "rolls": said}
        if totals.count(max(totals)) > 1:
            do.emit("initiative", "{winner} wins the initiative by its higher rating: {rolls}", "DDM-INIT-3", **values)
        else:
            do.emit("initiative", "{winner} wins the initiative: {rolls}", "DDM-INIT-2", **values)
        do.change(rolls=state.rolls.changed(winner=winners[0]))
        do.push(PicksFirst(winners[0]))


class PicksFirst(Asking[SkirmishState], frozen=True, tag="picks-first", tag_field="step"):
    """Who won the initiative says who goes first this round (DDM-INIT-2)."""

    player: str

    def choice(self, state: SkirmishState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "first", self._why, _still_in(state))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-INIT-2", Message("{player} says who goes first", {"player": self.player}))

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the players."""
        return (player_prompt(_still_in(state), "first", message("Who goes first"), self._why),)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a player is picked."""
        return picked_faults(action, _still_in(state), "DDM-INIT-2")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Note it."""
        assert isinstance(action, Pick), "its faults said so"
        do.change(first=action.picked[0])
        do.emit("first", "{player} goes first", "DDM-INIT-2", player=action.picked[0])


class FirstPhase(Automatic[SkirmishState], frozen=True, tag="first-phase", tag_field="step"):
    """The phases of a round begin with the first player."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Let that player have a phase."""
        do.push(NextPhase(do.state.first))


def _waiting(state: SkirmishState, player: str) -> tuple[str, ...]:
    return tuple(creature.id for creature in state.on_map(player) if not creature.has_activated)


class NextPhase(Automatic[SkirmishState], frozen=True, tag="next-phase", tag_field="step"):
    """A player's phase, then that of the next one clockwise, until all creatures have acted (DDM-ROUND-2, -3)."""

    player: str

    def resolve(self, do: SkirmishTransition) -> None:
        """Let the player activate two creatures, pass over one that has none left, or end the round."""
        order = do.state.in_turn(self.player)
        player = next((one for one in order if _waiting(do.state, one)), None)
        if player is None:
            return
        after = do.state.in_turn(player)
        following = after[1] if len(after) > 1 else player
        do.push(*(PhaseActivation(player) for _ in range(ACTIVATIONS)), NextPhase(following))


class PhaseActivation(Asking[SkirmishState], frozen=True, tag="activates", tag_field="step"):
    """A player activates a creature that has not acted this round (DDM-PHASE-1)."""

    player: str

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the choice; None where none is left (DDM-PHASE-2)."""
        waiting = _waiting(state, self.player)
        return Choice(self.player, "activate", self._why, waiting) if waiting else None

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-PHASE-1", Message("{player} activates a creature", {"player": self.player}))

    def _heading(self, state: SkirmishState) -> Message:
        """Return which activation of the phase it is: the first one goes before another on the agenda."""
        if not any(isinstance(step, PhaseActivation) for step in state.agenda[:-1]):
            return message("Activate the second of two")
        is_last = len(_waiting(state, self.player)) == 1
        return message("Activate the last one") if is_last else message("Activate the first of two")

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return all creatures of the player on the map; those that have acted, with the reason."""
        options = tuple(
            Option(
                creature.id,
                Message("{fighter}", {"fighter": creature.id}),
                model=creature.id,
                facts=_facts(state, creature.id),
                faults=self._refused(state, creature.id),
            )
            for creature in state.on_map(self.player)
        )
        pick = PickOne(
            id="activate",
            heading=self._heading(state),
            action=ActivateCreature,
            why=self._why,
            key="a",
            options=options,
        )
        return (pick,)

    def _refused(self, state: SkirmishState, id: str) -> tuple[ActionFault, ...]:
        if id not in {creature.id for creature in state.on_map(self.player)}:
            return fault("DDM-PHASE-1", "no creature of {player} on the map", player=self.player, place="creature")
        if state.creature(id).has_activated:
            return fault("DDM-ROUND-2", "it has acted this round", place="creature")
        return ()

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return why a creature cannot be activated."""
        return self._refused(state, action.creature) if isinstance(action, ActivateCreature) else NOT_DUE

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Activate it."""
        assert isinstance(action, ActivateCreature), "its faults said so"
        do.push(BeginTurn(action.creature))


def _facts(state: SkirmishState, id: str) -> tuple[RuleReason, ...]:
    """Return what to know before a creature is activated: its HP, whether it is under command, whether it flees."""
    left, all = state.hp_left(id), state.card(id).hp
    facts = [RuleReason("DDM-CARD-8", message("{left} of {all} HP left", left=left, all=all))]
    if state.creature(id).is_routing:
        facts += [RuleReason("DDM-ROUT-8", message("it routs")), rally_fact(state, id)]
    elif not can_act(state, id):
        facts.append(RuleReason("DDM-MOVE-6", message("it can do nothing")))
    elif not is_under_command(state, id):
        facts.append(RuleReason("DDM-COMMAND-4", message("out of command: speed 2")))
    return tuple(facts)
