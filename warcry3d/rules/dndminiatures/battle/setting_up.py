"""How a skirmish begins: who sets up first, warbands in their start areas, the first round (DDM-TILE-1, DDM-SETUP)."""

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Automatic, Rolling
from warcry3d.game.prompts import Option, Place, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, message
from warcry3d.rules.dndminiatures.battle.actions import SetUpAt, Standing
from warcry3d.rules.dndminiatures.battle.changing import SkirmishTransition
from warcry3d.rules.dndminiatures.battle.context import SkirmishContext
from warcry3d.rules.dndminiatures.battle.harm import D20
from warcry3d.rules.dndminiatures.battle.rounds import NextSkirmishRound, player_prompt, rolls_said
from warcry3d.rules.dndminiatures.battle.set_up_room import packed, set_up_cells
from warcry3d.rules.dndminiatures.battle.state import (
    CreatureState,
    CreatureStatus,
    Rolls,
    SkirmishSide,
    SkirmishState,
)
from warcry3d.rules.dndminiatures.battle.tile_laying import ChoosesStarts, cell_areas
from warcry3d.rules.dndminiatures.board import middle_of, space_at
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, quarter_towards

__all__ = ["begun"]


def begun(context: SkirmishContext) -> SkirmishState:
    """Return a skirmish before anything was decided."""
    players = context.setup.players
    creatures = tuple(CreatureState(id=id, player=player) for id, player in context.owners.items())
    sides = tuple(
        SkirmishSide(id=player, start=n) for player, n in zip(players, context.grid.start_numbers, strict=False)
    )
    dice = (SetUpDie(player) for player in players)
    steps = (*dice, CompareSetUp(), ChoosesStarts(), SetsUpWarbands(), NextSkirmishRound())
    return SkirmishState(context=context, sides=sides, creatures=creatures, agenda=steps[::-1])


def _highest(state: SkirmishState, player: str) -> int:
    """Return the highest commander rating of a warband, on the map or not yet (DDM-TILE-1)."""
    return max((state.card(one.id).rating for one in state.creatures if one.player == player), default=0)


class SetUpDie(Rolling[SkirmishState], frozen=True, tag="set-up-die", tag_field="step"):
    """A player's die for who begins to set up."""

    player: str

    def roll(self, state: SkirmishState) -> Roll:
        """Return the one die."""
        values = {"player": self.player, "rating": _highest(state, self.player)}
        why = RuleReason("DDM-TILE-1", Message("who sets up first, {player}: {rating:+d}", values))
        return Roll(self.player, 1, why, sides=D20)

    def resolve(self, do: SkirmishTransition, faces: tuple[int, ...]) -> None:
        """Note it."""
        do.change(rolls=do.state.rolls.with_face(self.player, faces[0]))


class CompareSetUp(Automatic[SkirmishState], frozen=True, tag="compare-set-up", tag_field="step"):
    """The highest total names who begins; ties as for initiative (DDM-TILE-1)."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Ask the winner, or let the tied roll again."""
        state = do.state
        ratings = {player: _highest(state, player) for player, _ in state.rolls.faces}
        winners, said = state.rolls.highest(ratings), rolls_said(state.rolls, ratings)
        do.change(rolls=Rolls(winner=winners[0]))
        if len(winners) > 1:
            again = {"rolls": said, "tied": winners}
            do.emit("set-up-roll", "who sets up first: {rolls}; tied: {tied} roll again", "DDM-TILE-1", **again)
            do.push(*(SetUpDie(player) for player in winners), CompareSetUp())
        else:
            do.emit(
                "set-up-roll",
                "{winner} says who sets up first: {rolls}",
                "DDM-TILE-1",
                winner=winners[0],
                rolls=said,
            )
            do.push(NamesFirst(winners[0]))


class NamesFirst(Asking[SkirmishState], frozen=True, tag="names-first", tag_field="step"):
    """Who rolled highest names the player that sets up first."""

    player: str

    def choice(self, state: SkirmishState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "sets-up-first", self._why, state.players)

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-TILE-1", Message("{player} says who sets up first", {"player": self.player}))

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the players."""
        return (player_prompt(state.players, "sets-up-first", message("Who sets up first"), self._why),)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a player is picked."""
        return picked_faults(action, state.players, "DDM-TILE-1")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Note it."""
        assert isinstance(action, Pick), "its faults said so"
        do.change(first=action.picked[0])
        do.emit("set-up-first", "{player} sets up first", "DDM-TILE-1", player=action.picked[0])


class SetsUpWarbands(Automatic[SkirmishState], frozen=True, tag="sets-up-warbands", tag_field="step"):
    """The warbands are set up in turn, each whole (DDM-SETUP-1)."""

    def resolve(self, do: SkirmishTransition) -> None:
        """Ask each player, clockwise."""
        do.push(*(SetsUp(player) for player in do.state.in_turn(do.state.first)))


class SetsUp(Asking[SkirmishState], frozen=True, tag="sets-up", tag_field="step"):
    """A player sets its whole warband up in its start area."""

    player: str

    def choice(self, state: SkirmishState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "set-up", self._why, self._own(state))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("DDM-SETUP-1", Message("{player} sets up its warband", {"player": self.player}))

    def _own(self, state: SkirmishState) -> tuple[str, ...]:
        return tuple(creature.id for creature in state.creatures if creature.player == self.player)

    def _cells(self, state: SkirmishState) -> frozenset[Cell]:
        return set_up_cells(state, self.player)

    def _can_stand(self, state: SkirmishState, space: Space) -> bool:
        """Return whether a creature may be set up there: in the area, off walls and statues (DDM-SETUP-2, -3)."""
        board = state.board
        return (
            set(space.cells()) <= self._cells(state)
            and board.can_hold(space)
            and board.statues.isdisjoint(space.cells())
        )

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the warband with the squares where it may stand; the largest are suggested places first."""
        own = self._own(state)
        items = tuple(Option(id, Message("{fighter}", {"fighter": id}), model=id) for id in own)
        place = Place(
            id="set-up",
            heading=message("Set up"),
            action=lambda answer: self._action(state, answer),
            why=self._why,
            items=items,
            areas=cell_areas(self._cells(state)),
            turns=False,
            suggested=self._suggested(state),
        )
        return (place,)

    def _action(self, state: SkirmishState, answer: tuple[Placing, ...]) -> SetUpAt:
        return SetUpAt(
            tuple(
                Standing(one.item, space_at(one.at[0], one.at[1], state.card(one.item).size.cells).cell)
                for one in answer
            )
        )

    def _suggested(self, state: SkirmishState) -> tuple[Placing, ...]:
        """Return places for all: the largest first, each nearest to the middle of the map that is free."""
        board = state.board
        taken: set[Cell] = set()
        found = []
        middle = (board.width / 2, board.depth / 2)
        for id in sorted(self._own(state), key=lambda one: -state.card(one).size.cells):
            size = state.card(id).size.cells
            free = [
                space
                for cell in sorted(self._cells(state))
                if self._can_stand(state, space := Space(cell, size)) and taken.isdisjoint(space.cells())
            ]
            if not free:
                return tuple(
                    Placing(one, middle_of(space)) for one, space in packed(state, self.player, self._cells(state))
                )
            best = min(free, key=lambda one: sum((a - b) ** 2 for a, b in zip(one.middle, middle, strict=True)))
            taken.update(best.cells())
            found.append(Placing(id, middle_of(best)))
        return tuple(found)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: all of the warband stands in its area, one to a square."""
        if not isinstance(action, SetUpAt):
            return NOT_DUE
        own = self._own(state)
        if sorted(one.creature for one in action.creatures) != sorted(own):
            return fault("DDM-SETUP-1", "set up the whole warband, each creature once", place="creatures")
        taken: set[Cell] = set()
        for n, one in enumerate(action.creatures):
            space = Space(one.cell, state.card(one.creature).size.cells)
            place = f"creatures[{n}]"
            if not self._can_stand(state, space):
                return fault("DDM-SETUP-2", "{fighter} cannot be set up there", fighter=one.creature, place=place)
            if not taken.isdisjoint(space.cells()):
                return fault("DDM-SETUP-2", "{fighter} stands on another", fighter=one.creature, place=place)
            taken.update(space.cells())
        return ()

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Put them there."""
        assert isinstance(action, SetUpAt), "its faults said so"
        cells = {one.creature: one.cell for one in action.creatures}
        middle = (do.state.board.width / 2, do.state.board.depth / 2)

        def put(one: CreatureState) -> CreatureState:
            facing = quarter_towards(Space(cells[one.id], do.state.card(one.id).size.cells).middle, middle)
            return one.changed(cell=cells[one.id], facing=facing, status=CreatureStatus.ON_MAP)

        do.change(creatures=tuple(put(one) if one.id in cells else one for one in do.state.creatures))
        do.emit("set-up", "{player} has set up its warband", "DDM-SETUP-1", player=self.player)
