"""How a battle begins: objectives, attacker and defender, battle formations (40K-SEQ, 40K-MISSION-4 to 6)."""

from warcry3d.game.action_faults import NOT_DUE
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Option, Place, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import roll_off
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_places import areas_of
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.context import Context40k
from warcry3d.rules.warhammer40k.battle.formations import Declares, RevealsFormations
from warcry3d.rules.warhammer40k.battle.objectives import objective_area, objective_faults, objective_spots
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.setup.deployment import BeginsDeployment
from warcry3d.rules.warhammer40k.battle.setup.marker_agreement import next_marker
from warcry3d.rules.warhammer40k.battle.state import Model40k, Objective40k, Side40k, State40k, Unit40k

__all__ = ["begun"]


def begun(context: Context40k) -> State40k:
    """Return a battle before anything was decided: leaders count to the units that they join (40K-OPEN-1)."""
    units = tuple(Unit40k(id=part.id, player=part.player) for part in context.parts.values())
    models = tuple(
        Model40k(id=model, unit=part.joins or part.id, part=part.id)
        for part in context.parts.values()
        for model in part.models
    )
    sides = tuple(Side40k(id=player) for player in context.setup.players)
    steps = (Objectives(), FindsAttacker())
    return State40k(context=context, sides=sides, units=units, models=models, agenda=steps[::-1])


class Objectives(Automatic[State40k], frozen=True, tag="objectives", tag_field="step"):
    """A roll-off says who places the first objective (40K-MISSION-4)."""

    def resolve(self, do: Transition40k) -> None:
        """Let them roll, then place in turn."""
        if not do.state.context.agreed.objectives:
            return
        do.push(BeginsPlacing())
        roll_off(do, do.state.players, "the first objective", "40K-MISSION-4")


class BeginsPlacing(Automatic[State40k], frozen=True, tag="begins-placing", tag_field="step"):
    """The winner begins."""

    def resolve(self, do: Transition40k) -> None:
        """Ask it."""
        do.push(PlacesObjective(do.state.roll_off.winner))


class PlacesObjective(Asking[State40k], frozen=True, tag="places-objective", tag_field="step"):
    """A player places the next objective; then the other (40K-MISSION-4, 40K-MISSION-5)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-MISSION-4", Message("{player} places an objective", {"player": self.player}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no place is left."""
        is_open = once_in(state, "spots", lambda: objective_spots(state))
        return Choice(self.player, "objective", self._why, len(state.objectives)) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return where it may lie."""
        spots = once_in(state, "spots", lambda: objective_spots(state))
        item = f"objective-{len(state.objectives) + 1}"
        middle = spots[(7 * len(state.objectives) * len(spots) // 24) % len(spots)]
        place = Place(
            id="objective",
            heading=message("Place an objective"),
            hint=message("Its centre is more than 6 in from edges, 9 in from other objectives, clear of terrain."),
            action=lambda placings: PlaceAt(placings[0].at),
            why=self._why,
            items=(Option(item, message("objective {n}", n=len(state.objectives) + 1)),),
            areas=areas_of(objective_area(state)),
            turns=False,
            suggested=(Placing(item, middle),),
        )
        return (place,)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the place."""
        return objective_faults(state, action.at) if isinstance(action, PlaceAt) else NOT_DUE

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Put it there; the other player places the next."""
        assert isinstance(action, PlaceAt), "its faults said so"
        do.change(objectives=(*do.state.objectives, Objective40k(at=action.at)))
        count = len(do.state.objectives)
        do.emit("objective", "{player} places objective {n}", "40K-MISSION-4", player=self.player, n=count)
        if count < do.state.context.agreed.objectives:
            do.push(PlacesObjective(do.state.other(self.player)))

    def skip(self, do: Transition40k) -> None:
        """No place is left: ask whether terrain gives way (40K-OBJ-8)."""
        next_marker(do)


class FindsAttacker(Automatic[State40k], frozen=True, tag="finds-attacker", tag_field="step"):
    """A roll-off: the winner is the attacker (40K-SEQ-2, 40K-MISSION-6)."""

    def resolve(self, do: Transition40k) -> None:
        """Let them roll."""
        do.push(NamesAttacker())
        roll_off(do, do.state.players, "the attacker", "40K-SEQ-2")


class NamesAttacker(Automatic[State40k], frozen=True, tag="names-attacker", tag_field="step"):
    """The attacker is known: formations are declared, then units are set up (40K-SEQ-1)."""

    def resolve(self, do: Transition40k) -> None:
        """Note it, and go on."""
        attacker = do.state.roll_off.winner
        do.change(attacker=attacker)
        do.emit("attacker", "{player} is the attacker", "40K-SEQ-2", player=attacker)
        do.push(
            *(Declares(player) for player in do.state.players),
            RevealsFormations(),
            BeginsDeployment(),
        )
