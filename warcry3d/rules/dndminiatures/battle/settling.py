"""Creatures that had to stop where none may end are put on the nearest legal square (DDM-MOVE-7)."""

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.dndminiatures.battle.changing import SkirmishTransition, change_creature, gone
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for
from warcry3d.rules.dndminiatures.board import middle_of
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, cell_distance
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround, ways

__all__ = ["SettlesAll", "legal_cells"]

FAR = 10_000
"""More squares than any way on a map has."""


def legal_cells(state: SkirmishState, id: str) -> tuple[Cell, ...]:
    """Return the legal squares nearest to where a creature stands, counted around walls: several at the same distance.

    None where it stands legally, or where there is none.
    """
    ground, space = ground_for(state, id), state.space(id)
    if ground.can_end(space):
        return ()
    found = {cell: several[0].cost for cell, several in ways(CreatureGround(ground.board), space, FAR).items()}
    free = {cell: cost for cell, cost in found.items() if ground.can_end(Space(cell, space.size))}
    if not free:
        x0, y0 = space.cell
        cells = ((x, y) for y in range(state.board.depth) for x in range(state.board.width))
        free = {(x, y): cell_distance(x - x0, y - y0) for x, y in cells if ground.can_end(Space((x, y), space.size))}
    least = min(free.values(), default=0)
    return tuple(sorted(cell for cell, cost in free.items() if cost == least))


class SettlesAll(Automatic[SkirmishState], frozen=True, tag="settles-all", tag_field="step"):
    """At the end of a turn all who stand where none may end leave: first the creature whose turn it was, then those
    that fled. ``done``: those that were asked about.
    """

    creature: str
    done: tuple[str, ...] = ()

    def resolve(self, do: SkirmishTransition) -> None:
        """Find them."""
        state = do.state
        order = sorted(state.on_map(), key=lambda one: (one.id != self.creature, not one.is_routing))
        for one in order:
            if one.id not in self.done and not ground_for(state, one.id).can_end(state.space(one.id)):
                do.push(Settle(one.id), SettlesAll(self.creature, (*self.done, one.id)))
                return


class Settle(Asking[SkirmishState], frozen=True, tag="settle", tag_field="step"):
    """A creature is put on one of the nearest legal squares; its player picks among several."""

    creature: str

    def choice(self, state: SkirmishState) -> Choice | None:
        """Return the question; None where there is one square at most."""
        cells = self._cells(state)
        return Choice(state.creature(self.creature).player, "settle", self._why, cells) if len(cells) > 1 else None

    def _cells(self, state: SkirmishState) -> tuple[Cell, ...]:
        if gone(state, self.creature):
            return ()
        key = ("settle", self.creature)
        if key not in state.known:
            state.known[key] = legal_cells(state, self.creature)
        return state.known[key]  # type: ignore[return-value]

    @property
    def _why(self) -> RuleReason:
        said = Message("{fighter} cannot stay there: which of the nearest squares?", {"fighter": self.creature})
        return RuleReason("DDM-MOVE-7", said)

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return the squares."""
        size = state.space(self.creature).size
        options = tuple(
            Option(f"{x},{y}", message("to ({x}, {y})", x=x, y=y), at=middle_of(Space((x, y), size)))
            for x, y in self._cells(state)
        )
        heading = message("Nearest square")
        return (PickOne(id="settle", heading=heading, action=lambda id: Pick((id,)), why=self._why, options=options),)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of the squares is picked."""
        return picked_faults(action, tuple(f"{x},{y}" for x, y in self._cells(state)), "DDM-MOVE-7")

    def resolve(self, do: SkirmishTransition, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, Pick), "its faults said so"
        x, y = map(int, action.picked[0].split(","))
        self._put(do, (x, y))

    def skip(self, do: SkirmishTransition) -> None:
        """Put it on the one square; where there is none it stays."""
        for cell in self._cells(do.state):
            self._put(do, cell)

    def _put(self, do: SkirmishTransition, cell: Cell) -> None:
        change_creature(do, self.creature, cell=cell)
        values = {"fighter": self.creature, "x": cell[0], "y": cell[1]}
        do.emit("settle", "{fighter} is put on ({x}, {y})", "DDM-MOVE-7", **values)
