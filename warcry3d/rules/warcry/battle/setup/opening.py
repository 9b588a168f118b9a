"""The opening of a battle: roles, battle groups, battleplan, terrain (WC-BAND-6, WC-PLAN-1 to 3, WC-DEPLOY-1)."""

from functools import partial

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import Asking, Automatic, Rolling
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import roll_off
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, counted, message
from warcry3d.rules.warcry.bands.band import Groups
from warcry3d.rules.warcry.bands.groups import group_faults, split_evenly
from warcry3d.rules.warcry.battle.actions import SetUpTerrain, SplitGroups
from warcry3d.rules.warcry.battle.context import BattleContext, battle_id
from warcry3d.rules.warcry.battle.prompt_parts import fact
from warcry3d.rules.warcry.battle.rounds.phases import NextRound
from warcry3d.rules.warcry.battle.rounds.victory import SetUpTwist, SetUpVictory
from warcry3d.rules.warcry.battle.setup.arrivals import arrivals
from warcry3d.rules.warcry.battle.setup.cards import Deck
from warcry3d.rules.warcry.battle.setup.deployment import DeployAll
from warcry3d.rules.warcry.battle.setup.opening_prompts import groups_prompt, name_prompt, terrain_prompt
from warcry3d.rules.warcry.battle.state import FighterState, Side, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter, change_side
from warcry3d.rules.warcry.plan import plan_findings
from warcry3d.terrain.findings import Severity
from warcry3d.terrain.layouts.placement_checks import placement_findings

__all__ = ["begun"]

UPRIGHT, ACROSS = ("north", "south"), ("east", "west")


def begun(context: BattleContext) -> State:
    """Return a battle before its first decision."""
    sides = tuple(Side(id=player) for player in context.setup.players)
    fighters = tuple(FighterState(id=id, player=player) for id, (player, _) in context.fighters.items())
    return State(context=context, sides=sides, fighters=fighters, agenda=(NextRound(), OpeningStep()))


class OpeningStep(Automatic[State], frozen=True, tag="opening", tag_field="step"):
    """Everything before the first round."""

    def resolve(self, do: Transition) -> None:
        """Run it in this order: first the roll-off for the roles."""
        do.push(ChooseAttacker(), ChooseBattleplan())
        roll_off(do, do.state.players, "attacker or defender", "WC-DICE-2")


class ChooseAttacker(Asking[State], frozen=True, tag="choose-attacker", tag_field="step"):
    """The winner of the roll-off picks the attacker (WC-BAND-6)."""

    def choice(self, state: State) -> Choice:
        """Return the choice."""
        winner = state.roll_off.winner
        return Choice(winner, "attacker", self._why(winner), tuple(side.id for side in state.sides))

    def _why(self, winner: str) -> RuleReason:
        return RuleReason("WC-BAND-6", Message("{player} picks the attacker", {"player": winner}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the players."""
        heading, why = message("Who is the attacker"), self._why(state.roll_off.winner)
        hint = message("Pick the attacker: the defenders split their warbands first, the attacker sets up first.")
        options = (
            Option(side.id, Message("{player}", {"player": side.id}), facts=self._leads_to(state, side.id))
            for side in state.sides
        )
        return (name_prompt("attacker", heading, hint, why, options),)

    def _leads_to(self, state: State, attacker: str) -> tuple[RuleReason, ...]:
        """Return what it leads to that a player is the attacker."""
        others = state.others(attacker)
        return (
            fact(
                "WC-BAND-6",
                "{attacker} splits its warband last, knowing the groups of {players}",
                players=others,
                attacker=attacker,
            ),
            fact("WC-DEPLOY-1", "{attacker} sets up first, a group at a time", attacker=attacker),
        )

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: exactly one player must be picked."""
        return picked_faults(action, tuple(side.id for side in state.sides), "WC-BAND-6")

    def resolve(self, do: Transition, action: Action) -> None:
        """Record it; the defender splits its warband first."""
        assert isinstance(action, Pick), "its faults said so"
        attacker = action.picked[0]
        do.change(attacker=attacker)
        do.emit("attacker", "{player} is the attacker", "WC-BAND-6", player=attacker)
        do.push(*(SplitWarbands(defender) for defender in do.state.others(attacker)), SplitWarbands(attacker))


class SplitWarbands(Asking[State], frozen=True, tag="split", tag_field="step"):
    """A player splits its warband into battle groups (WC-BAND-6)."""

    player: str

    def choice(self, state: State) -> Choice:
        """Return the choice, with groups that are allowed."""
        return Choice(self.player, "groups", self._why, self._ready(state), is_private=True)

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player}
        return RuleReason("WC-BAND-6", Message("{player} splits the warband into battle groups", values))

    def _ready(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return groups that would do: those of the warband's file, or as even as can be."""
        band = state.context.warbands[self.player]
        ready = band.groups or split_evenly(band)
        return tuple(tuple(battle_id(self.player, id) for id in group) for _, group in ready.each())

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the fighters and the three groups."""
        own = [battle_id(self.player, fighter.id) for fighter in state.context.warbands[self.player].fighters]
        return (groups_prompt(state, own, self._ready(state), self._why),)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the groups."""
        if not isinstance(action, SplitGroups):
            return NOT_DUE
        own = {battle_id(self.player, f.id): f.id for f in state.context.warbands[self.player].fighters}

        def ids(group: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(own[id] for id in group)

        for id in (*action.dagger, *action.shield, *action.hammer):
            if id not in own:
                return fault("WC-BAND-6", "{player} has no fighter '{fighter}'", player=self.player, fighter=id)
        groups = Groups(ids(action.dagger), ids(action.shield), ids(action.hammer))
        return group_faults(state.context.warbands[self.player], groups)

    def resolve(self, do: Transition, action: Action) -> None:
        """Record the groups."""
        assert isinstance(action, SplitGroups), "its faults said so"
        groups = (("dagger", action.dagger), ("shield", action.shield), ("hammer", action.hammer))
        for name, members in groups:
            for id in members:
                change_fighter(do, id, group=name)
        for name, members in groups:
            values = {"player": self.player, "group": name, "fighters": members}
            do.emit("groups", "{player}, {group}: {fighters}", "WC-GROUP-5", **values)


class ChooseBattleplan(Automatic[State], frozen=True, tag="plan", tag_field="step"):
    """The battleplan: cards are drawn, terrain is set up, the map is turned, colours are picked, groups deployed."""

    def resolve(self, do: Transition) -> None:
        """Run it in the order of the rules: terrain that a player sets up comes before the other cards."""
        terrain = do.state.context.details.terrain
        draws = (Draw(Deck.DEPLOYMENT), Draw(Deck.VICTORY), Draw(Deck.TWIST))
        rest = (RollForColours(), DeployAll(), SetUpVictory(), SetUpTwist())
        match terrain:
            case "free":
                do.push(RollForTerrain(), *draws, Orientation(), *rest)
            case "deck":
                do.push(Draw(Deck.TERRAIN), *draws, *rest)
            case "fixed":
                do.push(*draws, *rest)


class Draw(Rolling[State], frozen=True, tag="draw", tag_field="step"):
    """A card is drawn: a die with as many sides as the deck has cards (WC-PLAN-1)."""

    deck: Deck

    def roll(self, state: State) -> Roll | None:
        """Return the die; None if the card was chosen, or there is nothing to draw from."""
        cards = state.context.decks.cards(self.deck)
        if self.deck in state.context.details.cards or len(cards) <= 1:
            return None
        why = RuleReason("WC-PLAN-1", Message("the {deck} card is drawn", {"deck": self.deck.value}))
        return Roll(state.attacker, 1, why, sides=len(cards))

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Draw it."""
        self._take(do, tuple(do.state.context.decks.cards(self.deck))[faces[0] - 1])

    def skip(self, do: Transition) -> None:
        """Take the card that was chosen, or the only one."""
        chosen = do.state.context.details.cards.get(self.deck)
        only = tuple(do.state.context.decks.cards(self.deck))
        if chosen is not None or only:
            self._take(do, chosen if chosen is not None else only[0])

    def _take(self, do: Transition, name: str) -> None:
        do.change(cards=(*do.state.cards, (self.deck.value, name)))
        do.emit("card", "the {deck} card is {card}", "WC-PLAN-1", deck=self.deck.value, card=name)
        if self.deck is Deck.DEPLOYMENT:
            do.emit("places", "places below: inches from the west and the south edge of the battlefield", "WC-DIST-1")


class RollForTerrain(Automatic[State], frozen=True, tag="roll-for-terrain", tag_field="step"):
    """The players roll off for who sets up the terrain: the rules leave open who does (WC-PLAN-3)."""

    def resolve(self, do: Transition) -> None:
        """Roll off."""
        do.push(LayTerrain())
        roll_off(do, do.state.players, "who sets the terrain up", "WC-DICE-2")


class LayTerrain(Asking[State], frozen=True, tag="lay-terrain", tag_field="step"):
    """A player sets up the terrain; each quarter of the board must have at least two features (WC-PLAN-3)."""

    def choice(self, state: State) -> Choice:
        """Return the choice, with the features."""
        player = state.roll_off.winner
        return Choice(player, "terrain", self._why(player), tuple(f.id for f in state.context.board.terrain.features))

    def _why(self, player: str) -> RuleReason:
        return RuleReason("WC-PLAN-3", Message("{player} sets the terrain up", {"player": player}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the features there are."""
        features, why = state.context.board.terrain.features, self._why(state.roll_off.winner)
        return (terrain_prompt(features, why, partial(self.faults, state)),)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the layout: the errors of `warcry3d layout check`."""
        if not isinstance(action, SetUpTerrain):
            return NOT_DUE
        known = {feature.id for feature in state.context.board.terrain.features}
        seen: set[str] = set()
        for i, laid in enumerate(action.laid):
            place = f"laid[{i}]"
            if laid.feature not in known or laid.feature in seen:
                return fault("WC-PLAN-3", "no feature '{feature}' is left", place=place, feature=laid.feature)
            seen.add(laid.feature)
        table = state.changed(laid=action.laid).table
        found = (*placement_findings(table), *plan_findings(table))
        return tuple(
            ActionFault("WC-PLAN-3", finding.message) for finding in found if finding.severity is Severity.ERROR
        )

    def resolve(self, do: Transition, action: Action) -> None:
        """Set it up."""
        assert isinstance(action, SetUpTerrain), "its faults said so"
        do.change(laid=action.laid)
        features = counted("{n} terrain feature", "{n} terrain features", len(action.laid))
        values = {"player": do.state.roll_off.winner, "features": features}
        do.emit("terrain", "{player} sets up {features}", "WC-PLAN-3", **values)


class Orientation(Asking[State], frozen=True, tag="orientation", tag_field="step"):
    """The player who did not set up the terrain picks the orientation of the deployment map (WC-PLAN-3)."""

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if there is no map to turn."""
        ways = self._ways(state)
        if not ways:
            return None
        player = state.others(state.roll_off.winner)[0]
        return Choice(player, "orientation", self._why(player), ways)

    def _why(self, player: str) -> RuleReason:
        return RuleReason(
            "WC-PLAN-3", Message("{player} chooses the orientation of the deployment map", {"player": player})
        )

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return all ways that the map's arrow may point; those in which it does not fit, with the reason."""
        fitting, unfit = self._ways(state), fault("WC-PLAN-3", "the map does not fit the battlefield that way")
        options = (
            Option(way, Message("{way}", {"way": way}), faults=() if way in fitting else unfit)
            for way in (*UPRIGHT, *ACROSS)
        )
        heading, hint = (
            message("Where the map's arrow points"),
            message("Choose the orientation of the deployment map."),
        )
        return (name_prompt("orientation", heading, hint, self._why(state.others(state.roll_off.winner)[0]), options),)

    def _ways(self, state: State) -> tuple[str, ...]:
        card = state.card(Deck.DEPLOYMENT)
        if not card:
            return ()
        board = state.context.bare(state).board
        wire = state.context.decks.cards(Deck.DEPLOYMENT)[card]
        is_along = (wire.board.width >= wire.board.depth) == (board.width >= board.depth)
        if wire.board.width == wire.board.depth:
            return (*UPRIGHT, *ACROSS)
        return UPRIGHT if is_along == (wire.arrow in UPRIGHT) else ACROSS

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: exactly one orientation must be picked."""
        return picked_faults(action, self._ways(state), "WC-PLAN-3")

    def resolve(self, do: Transition, action: Action) -> None:
        """Turn it."""
        assert isinstance(action, Pick), "its faults said so"
        do.change(arrow=action.picked[0])
        do.emit("orientation", "the arrow of the deployment map points {way}", "WC-PLAN-3", way=action.picked[0])


class RollForColours(Automatic[State], frozen=True, tag="roll-for-colours", tag_field="step"):
    """The players roll off for the colours of the deployment map (WC-DEPLOY-1)."""

    def resolve(self, do: Transition) -> None:
        """Roll off."""
        do.push(PickColours())
        roll_off(do, do.state.players, "colour", "WC-DICE-2")


class PickColours(Automatic[State], frozen=True, tag="pick-colours", tag_field="step"):
    """The winner of the roll-off picks a colour, then the others in the order of turns (WC-DEPLOY-5)."""

    def resolve(self, do: Transition) -> None:
        """Ask them."""
        do.push(*(PickColour(player) for player in do.state.in_turn(do.state.roll_off.winner)))


class PickColour(Asking[State], frozen=True, tag="pick-colour", tag_field="step"):
    """A player picks one of the colours left on the deployment map; the last colour needs no choice."""

    player: str

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if one colour is left."""
        left = self._left(state)
        if len(left) < 2:
            return None
        return Choice(self.player, "colour", self._why, left)

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player}
        return RuleReason("WC-DEPLOY-5", Message("{player} picks a colour of the deployment map", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return all colours of the map; those that others have, with the reason."""
        taken = {side.colour: side.id for side in state.sides}
        options = (
            Option(
                colour,
                Message("{colour}", {"colour": colour}),
                facts=(RuleReason("WC-DEPLOY-1", message("{groups}", groups=arrivals(state, colour))),),
                faults=fault("WC-DEPLOY-5", "{player} has it", player=taken[colour]) if colour in taken else (),
            )
            for colour in state.context.map(state).sides
        )
        heading, hint = message("Deployment points"), message("Pick the colour of the points where you set up.")
        return (name_prompt("colour", heading, hint, self._why, options),)

    def _left(self, state: State) -> tuple[str, ...]:
        taken = {side.colour for side in state.sides}
        return tuple(colour for colour in state.context.map(state).sides if colour not in taken)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: exactly one colour must be picked."""
        return picked_faults(action, self._left(state), "WC-DEPLOY-5")

    def resolve(self, do: Transition, action: Action) -> None:
        """Record the colour."""
        assert isinstance(action, Pick), "its faults said so"
        self._take(do, action.picked[0])

    def skip(self, do: Transition) -> None:
        """Take the colour that is left."""
        self._take(do, self._left(do.state)[0])

    def _take(self, do: Transition, colour: str) -> None:
        change_side(do, self.player, colour=colour)
        values = {"player": self.player, "colour": colour, "groups": arrivals(do.state, colour)}
        do.emit("colour", "{player} takes the {colour} deployment points: {groups}", "WC-DEPLOY-5", **values)
