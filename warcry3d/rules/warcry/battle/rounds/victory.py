"""What victory and twist cards do: before the battle, at the start of a combat phase, at the end of a round and of the
battle (WC-VICT-1).
"""

import math
from types import MappingProxyType

from warcry3d.game.action_faults import fault, picked_faults
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.motion.path import Point
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.prompt_parts import declining
from warcry3d.rules.warcry.battle.rounds.card_report import change_line, victory_lines
from warcry3d.rules.warcry.battle.rounds.objectives import lying_at, take_control
from warcry3d.rules.warcry.battle.setup.cards import Deck, Score, TwistChange, TwistGrant, TwistWire
from warcry3d.rules.warcry.battle.setup.markers import markers_to_place
from warcry3d.rules.warcry.battle.state import Effect, FighterStatus, Objective, Phase, Side, State, Treasure, Until
from warcry3d.rules.warcry.battle.transition import Transition, add_effect, change_side
from warcry3d.rules.warcry.plan import BOARD

__all__ = ["EndOfBattle", "SetUpTwist", "SetUpVictory", "StartOfCombat", "scoring"]

RULE = "WC-VICT-1"
SCORING_RULES = MappingProxyType({"controlled-objective": "WC-LEY-5", "more-blood": "WC-REAPER-2"})
"""The rules of the source's own ways to gain points; a card of another kind goes by the rule on victory cards."""


class SetUpVictory(Automatic[State], frozen=True, tag="set-up-victory", tag_field="step"):
    """Sets up what the victory card has before the battle, and the number of rounds."""

    def resolve(self, do: Transition) -> None:
        """Set it up."""
        state = do.state
        card = state.context.victory(state)
        on_map = state.context.map(state).objectives
        spots = on_map if card.from_map and len(on_map) == len(card.objectives) else _scaled(state, card.objectives)
        places = [lying_at(state, x, y) for x, y in spots]
        awake = _awake(state, places, card.awake)
        objectives = tuple(
            Objective(id=f"objective-{n}", at=at, is_awake=n - 1 in awake) for n, at in enumerate(places, start=1)
        )
        treasures = tuple(
            Treasure(id=f"treasure-{n}", at=lying_at(state, x, y))
            for n, (x, y) in enumerate(_scaled(state, card.treasures), start=1)
        )
        do.change(rounds=card.rounds, objectives=objectives, treasures=treasures)
        for line in victory_lines(card):
            do.emit("victory-card", line.template, RULE, **line.values)
        for objective in objectives:
            values = {"marker": marker_name(objective.id), "place": place_name(objective.at)}
            if objective.is_awake:
                do.emit("marker", "{marker} is at {place}", "WC-PLAN-4", **values)
            else:
                do.emit("marker", "{marker} is at {place}, asleep", "WC-LEY-2", **values)
        for treasure in treasures:
            values = {"marker": marker_name(treasure.id), "place": place_name(treasure.at)}
            do.emit("marker", "{marker} is at {place}", "WC-PLAN-4", **values)
        in_order(do, markers_to_place(card.name, card.place))


def _scaled(state: State, spots: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return places of a card stretched from a battlefield of the usual size to this one."""
    board = state.context.bare(state).board
    return [(x * board.width / BOARD[0], y * board.depth / BOARD[1]) for x, y in spots]


def _awake(state: State, places: list[tuple[float, float, float]], which: str) -> set[int]:
    if which == "all":
        return set(range(len(places)))
    if which == "none" or not places:
        return set()
    board = state.context.bare(state).board
    middle = (board.width / 2, board.depth / 2)
    return {min(range(len(places)), key=lambda i: math.dist(places[i][:2], middle))}


class SetUpTwist(Automatic[State], frozen=True, tag="set-up-twist", tag_field="step"):
    """Applies what the twist card changes for the whole battle."""

    def resolve(self, do: Transition) -> None:
        """Apply it."""
        name = do.state.card(Deck.TWIST)
        card: TwistWire | None = do.state.context.decks.cards(Deck.TWIST).get(name)
        if card is None:
            return
        changes: tuple[TwistChange | TwistGrant, ...] = (*card.changes, *card.grants)
        if not (changes or card.objectives or card.treasures or card.place):
            do.emit("twist-card", "{card} changes nothing", "WC-PLAN-8", card=name)
        for change in changes:
            do.emit(
                "twist-card",
                "{card}, for the whole battle: {change}",
                "WC-PLAN-8",
                card=name,
                change=change_line(change),
            )
            for fighter in do.state.fighters:
                if _concerns(do.state, fighter.id, change):
                    add_effect(do, _effect(fighter.id, name, change))
        _lay_down(do, card)
        in_order(do, markers_to_place(card.name, card.place))


def _emit_marker(do: Transition, id: str, at: Point) -> None:
    do.emit("marker", "{marker} is at {place}", "WC-PLAN-4", marker=marker_name(id), place=place_name(at))


def _lay_down(do: Transition, card: TwistWire) -> None:
    """Add a twist's own objectives and treasure to those that lie there."""
    state = do.state
    objectives, treasures = list(state.objectives), list(state.treasures)
    for x, y in _scaled(state, card.objectives):
        objectives.append(Objective(id=f"objective-{len(objectives) + 1}", at=lying_at(state, x, y)))
        _emit_marker(do, objectives[-1].id, lying_at(state, x, y))
    for x, y in _scaled(state, card.treasures):
        treasures.append(Treasure(id=f"treasure-{len(treasures) + 1}", at=lying_at(state, x, y)))
        _emit_marker(do, treasures[-1].id, lying_at(state, x, y))
    do.change(objectives=tuple(objectives), treasures=tuple(treasures))


def _concerns(state: State, fighter: str, change: TwistChange | TwistGrant) -> bool:
    profile = state.profile(fighter)
    has = not change.having or profile.has(change.having)
    return has and not (change.lacking and profile.has(change.lacking))


def _effect(fighter: str, source: str, change: TwistChange | TwistGrant) -> Effect:
    if isinstance(change, TwistGrant):
        return Effect(
            fighter=fighter,
            source=source,
            what=change.word,
            until=Until.BATTLE,
            amount=change.amount,
            when=change.attacks or "",
        )
    return Effect(
        fighter=fighter,
        source=source,
        what=change.what,
        until=Until.BATTLE,
        amount=change.amount,
        least=change.least,
        when=change.attacks or "",
    )


class StartOfCombat(Automatic[State], frozen=True, tag="start-of-combat", tag_field="step"):
    """Runs what the victory card does at the start of a combat phase."""

    def resolve(self, do: Transition) -> None:
        """Ask the player who may wake an objective."""
        if do.state.context.victory(do.state).wakes == "without-initiative":
            do.push(*(Wake(player) for player in do.state.others(do.state.initiative)))


class Wake(Asking[State], frozen=True, tag="wake", tag_field="step"):
    """A player may wake one of the objectives that are asleep (WC-LEY-3)."""

    player: str

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if all are awake."""
        asleep = self._asleep(state)
        if not asleep:
            return None
        return Choice(self.player, "wake", self._why, asleep)

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-LEY-3", Message("{player} may wake an objective", {"player": self.player}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return all objectives, those that are awake with the reason, and to wake none."""
        asleep, is_awake = self._asleep(state), fault("WC-LEY-3", "it is awake already")
        wake = PickOne(
            id="wake",
            heading=message("Wake an objective"),
            why=self._why,
            hint=message("Only objectives that are awake win points."),
            action=lambda id: Pick((id,)),
            options=tuple(
                Option(one.id, marker_name(one.id), at=one.at, faults=() if one.id in asleep else is_awake)
                for one in state.objectives
            ),
        )
        return (wake, declining(message("Wake none"), self._why))

    def _asleep(self, state: State) -> tuple[str, ...]:
        return tuple(objective.id for objective in state.objectives if not objective.is_awake)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one that is asleep must be picked, or none."""
        return () if isinstance(action, Decline) else picked_faults(action, self._asleep(state), "WC-LEY-3")

    def resolve(self, do: Transition, action: Action) -> None:
        """Wake it."""
        if not isinstance(action, Pick):
            return
        woken = action.picked[0]
        do.change(objectives=tuple(o.changed(is_awake=True) if o.id == woken else o for o in do.state.objectives))
        do.emit("wake", "{player} wakes {marker}", "WC-LEY-3", player=self.player, marker=marker_name(woken))


def scoring(state: State) -> tuple[AgendaStep, ...]:
    """Return the steps that count a round at its end: control first, then points."""
    return (Control(), Count("round"))


class Control(Automatic[State], frozen=True, tag="control", tag_field="step"):
    """Counts who controls which objective (WC-OBJ-1)."""

    def resolve(self, do: Transition) -> None:
        """Count it."""
        take_control(do)


class Count(Automatic[State], frozen=True, tag="count", tag_field="step"):
    """Gives points as the victory card says."""

    when: str

    def resolve(self, do: Transition) -> None:
        """Give them."""
        for score in do.state.context.victory(do.state).scores:
            if score.when != self.when:
                continue
            for side in do.state.sides:
                won = score.points * _times(do.state, score, side.id)
                if won:
                    points = change_side(do, side.id, points=do.state.side(side.id).points + won).points
                    gained = counted("{n} victory point", "{n} victory points", won)
                    values = {"player": side.id, "won": gained, "points": points, "why": score.per}
                    rule = SCORING_RULES.get(score.per, RULE)
                    do.emit("points", "{player} gains {won} for {why}: {points} in all", rule, **values)


def _times(state: State, score: Score, player: str) -> int:
    """Return how many times a player wins the points of a score now."""
    others = state.others(player)
    match score.per:
        case "controlled-objective":
            return _controlled(state, player)
        case "more-objectives":
            return int(all(_controlled(state, player) > _controlled(state, other) for other in others))
        case "more-blood":
            return int(all(state.side(player).blood > state.side(other).blood for other in others))
        case "carried-treasure":
            carriers = [treasure.carrier for treasure in state.treasures if treasure.carrier]
            return sum(state.fighter(carrier).player == player for carrier in carriers)
        case "enemy-leader":
            leaders = [f for f in state.fighters if f.player != player and state.context.is_leader(f.id)]
            return sum(leader.place is FighterStatus.DOWN for leader in leaders)


def _controlled(state: State, player: str) -> int:
    return sum(objective.is_awake and objective.controller == player for objective in state.objectives)


class RoundSummary(Automatic[State], frozen=True, tag="round-summary", tag_field="step"):
    """Reports how the battle stands at the end of a round."""

    def resolve(self, do: Transition) -> None:
        """Report it."""
        state = do.state
        sides = tuple(_side_name(state, side) for side in state.sides)
        do.emit("summary", "end of round {round}: {sides}", "WC-ROUND-2", round=state.round, sides=sides)
        if state.objectives:
            held = tuple(_held(objective) for objective in state.objectives)
            do.emit("summary", "objectives: {objectives}", "WC-CONTROL-3", objectives=held)
        for treasure in state.treasures:
            if treasure.carrier:
                values = {"marker": marker_name(treasure.id), "fighter": treasure.carrier}
                do.emit("summary", "{fighter} carries {marker}", "WC-TREASURE-1", **values)


def _side_name(state: State, side: Side) -> Message:
    """Return a side's points, and how many of its fighters are not taken down."""
    own = [fighter for fighter in state.fighters if fighter.player == side.id]
    left = sum(fighter.place is not FighterStatus.DOWN for fighter in own)
    points = counted("{n} victory point", "{n} victory points", side.points)
    values = {"player": side.id, "points": points, "left": left, "all": len(own)}
    return Message("{player} {points} ({left} of {all} fighters left)", values)


def _held(objective: Objective) -> Message:
    number = objective.id.rpartition("-")[2]
    if objective.controller:
        return Message("{number} {player}", {"number": number, "player": objective.controller})
    return Message("{number} nobody", {"number": number})


class EndOfBattle(Automatic[State], frozen=True, tag="end-of-battle", tag_field="step"):
    """Ends the battle: gives the last points."""

    def resolve(self, do: Transition) -> None:
        """End it."""
        Count("battle").resolve(do)
        do.change(phase=Phase.END, is_over=True, agenda=())
        do.emit("end", "the battle is over", RULE)
