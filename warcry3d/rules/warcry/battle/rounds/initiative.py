"""The initiative phase: singles, sets, wild dice, seizing the initiative (WC-INIT-1 to 4)."""

from collections import Counter

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic, Rolling
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import roll_off
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, counted
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.battle.descriptions import dice_of, faces_of, set_name
from warcry3d.rules.warcry.battle.rounds.wild_prompts import wild_prompt
from warcry3d.rules.warcry.battle.state import InitiativeDice, Phase, Set, State
from warcry3d.rules.warcry.battle.transition import Transition, change_side

__all__ = ["InitiativePhase", "SecondCount", "WildDice", "hand_after", "hand_of", "most_singles"]

DICE = 6
"""How many initiative dice each player rolls (WC-INIT-1)."""

LARGEST = 4
"""The largest set: a quad (WC-INIT-2)."""


def hand_of(faces: tuple[int, ...], wild: int = 0) -> InitiativeDice:
    """Return the singles and sets among initiative dice, and the wild dice that go with them.

    Of five alike one is lost beside the quad; of six alike the two beside it are a double of their own (WC-INIT-2).
    """
    singles, sets = [], []
    for value, count in sorted(Counter(faces).items()):
        if count == 1:
            singles.append(value)
            continue
        sets.append(Set(value=value, count=min(count, LARGEST)))
        if count - LARGEST > 1:
            sets.append(Set(value=value, count=count - LARGEST))
    return InitiativeDice(singles=tuple(singles), sets=tuple(sets), wild=wild)


class InitiativePhase(Automatic[State], frozen=True, tag="initiative-phase", tag_field="step"):
    """The initiative phase of a round."""

    def resolve(self, do: Transition) -> None:
        """Let both roll, decide the initiative, ask for the wild dice, then check the initiative again."""
        do.change(phase=Phase.INITIATIVE)
        players = _in_order(do.state)
        do.push(*(InitiativeRoll(player) for player in players), FirstCount())


class InitiativeRoll(Rolling[State], frozen=True, tag="initiative-roll", tag_field="step"):
    """A player's initiative dice."""

    player: str

    def roll(self, state: State) -> Roll:
        """Return the six dice (WC-INIT-1)."""
        return Roll(
            self.player,
            DICE,
            RuleReason("WC-INIT-1", Message("{player} rolls for initiative", {"player": self.player})),
        )

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Sort them into singles and sets; dice of the last round are gone, except the wild dice that were kept."""
        hand = hand_of(faces, do.state.side(self.player).hand.wild)
        change_side(do, self.player, hand=hand)
        do.emit(
            "initiative-roll",
            "{player} rolls {faces}: {dice}",
            "WC-INIT-1",
            "WC-INIT-2",
            player=self.player,
            faces=faces_of(sorted(faces)),
            dice=dice_of(hand),
        )


class FirstCount(Automatic[State], frozen=True, tag="first-count", tag_field="step"):
    """The player with more singles has the initiative; a tie is rolled off (WC-INIT-1)."""

    def resolve(self, do: Transition) -> None:
        """Give the initiative, or roll off for it."""
        lead = most_singles(do.state)
        gain = WildGain(tied=lead if len(lead) > 1 else ())
        if len(lead) == 1:
            _give(do, lead[0], "WC-INIT-5")
            do.push(gain)
        else:
            do.push(TakeRolledOff("WC-INIT-6"), gain)
            _emit_tie(do, lead)
            roll_off(do, lead, "initiative", "WC-DICE-2")


class TakeRolledOff(Automatic[State], frozen=True, tag="take-rolled-off", tag_field="step"):
    """The winner of the roll-off just made takes the initiative."""

    rule: str

    def resolve(self, do: Transition) -> None:
        """Give the initiative."""
        _give(do, do.state.roll_off.winner, self.rule)


class WildGain(Automatic[State], frozen=True, tag="wild-gain", tag_field="step"):
    """Each player gains a wild die, then uses its wild dice, in the order of initiative (WC-INIT-3)."""

    tied: tuple[str, ...]

    def resolve(self, do: Transition) -> None:
        """Give the dice and ask."""
        for side in do.state.sides:
            change_side(do, side.id, hand=side.hand.changed(wild=side.hand.wild + 1))
        players = _in_order(do.state)
        do.push(*(WildDice(player) for player in players), SecondCount(self.tied))


class WildDice(Asking[State], frozen=True, tag="wild-dice", tag_field="step"):
    """A player uses its wild dice."""

    player: str

    def choice(self, state: State) -> Choice:
        """Return the choice."""
        return Choice(self.player, "wild", self._why, state.side(self.player).hand)

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-WILD-1", Message("how {player} uses the wild dice", {"player": self.player}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return how the dice can be divided."""
        return (wild_prompt(state, self.player, self._why, largest=LARGEST),)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: too many dice, two for one set, a set that is not there or cannot grow."""
        if not isinstance(action, UseWild):
            return NOT_DUE
        hand = state.side(self.player).hand
        used = action.singles + len(action.raised)
        if action.singles < 0 or used > hand.wild:
            dice = counted("{n} wild die", "{n} wild dice", hand.wild)
            return fault("WC-INIT-3", "{player} has {dice}, not {used}", player=self.player, dice=dice, used=used)
        grows = Counter([*((value, 1) for value in hand.singles), *((s.value, s.count) for s in hand.sets)])
        for value, count in dict.fromkeys(action.raised):
            if not grows[value, count]:
                return fault("WC-WILD-3", "there is no {dice} to raise", dice=_dice_name(value, count))
            if count >= LARGEST:
                return fault("WC-WILD-5", "a quad of {value} cannot be raised", value=value)
        if len(set(action.raised)) < len(action.raised):
            return fault("WC-WILD-4", "at most one wild die for each single or set")
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Add the dice."""
        assert isinstance(action, UseWild)
        hand = hand_after(do.state, self.player, action)
        change_side(do, self.player, hand=hand)
        values = {"player": self.player, "uses": _uses(action, hand.wild), "dice": dice_of(hand)}
        do.emit("wild", "wild dice of {player}: {uses}; dice now: {dice}", "WC-WILD-1", **values)


def hand_after(state: State, player: str, action: UseWild) -> InitiativeDice:
    """Return a player's dice once wild dice were used."""
    hand = state.side(player).hand
    hand = hand.changed(
        wild=hand.wild - action.singles - len(action.raised), wild_singles=hand.wild_singles + action.singles
    )
    for value, count in action.raised:
        hand = _raised(hand, value, count)
    return hand


def _dice_name(value: int, count: int) -> Message:
    return Message("single {value}", {"value": value}) if count == 1 else set_name(value, count)


def _uses(action: UseWild, kept: int) -> tuple[Message, ...]:
    """Return in words how wild dice are used, for the report."""
    uses: list[Message] = []
    if action.singles:
        uses.append(counted("{n} as a single", "{n} as singles", action.singles))
    for value, count in action.raised:
        to = set_name(value, count + 1)
        uses.append(Message("1 for a {dice}", {"dice": to}))
    if kept or not uses:
        uses.append(Message("{kept} kept", {"kept": kept}))
    return tuple(uses)


class SecondCount(Automatic[State], frozen=True, tag="second-count", tag_field="step"):
    """The player with more singles takes the initiative; a new tie is rolled off (WC-INIT-4)."""

    tied: tuple[str, ...]

    def resolve(self, do: Transition) -> None:
        """Count again: ``tied`` were those with the most singles before, if they were several."""
        lead = most_singles(do.state)
        if len(lead) == 1:
            _give(do, lead[0], "WC-SEIZE-2")
        elif lead != self.tied:
            do.push(TakeRolledOff("WC-SEIZE-3"))
            _emit_tie(do, lead)
            roll_off(do, lead, "initiative", "WC-DICE-2")


def _emit_tie(do: Transition, players: tuple[str, ...]) -> None:
    """Report why players roll off: they have the same number of singles."""
    singles = counted("{n} single", "{n} singles", do.state.side(players[0]).hand.single_count)
    do.emit("tie", "{players} are tied with {singles} each", "WC-INIT-1", players=players, singles=singles)


def _in_order(state: State) -> tuple[str, ...]:
    """Return the players in the order of turns: from the one with the initiative, or before that from the attacker."""
    return state.in_turn(state.initiative or state.attacker or state.sides[0].id)


def most_singles(state: State) -> tuple[str, ...]:
    """Return the players with the most singles, several where they are tied."""
    most = max(side.hand.single_count for side in state.sides)
    return tuple(side.id for side in state.sides if side.hand.single_count == most)


def _give(do: Transition, player: str, rule: str) -> None:
    is_new = do.state.initiative != player
    do.change(initiative=player)
    if is_new or rule in ("WC-INIT-5", "WC-INIT-6"):
        do.emit("initiative", "{player} has the initiative", rule, player=player)


def _raised(hand: InitiativeDice, value: int, count: int) -> InitiativeDice:
    """Return the dice with one more of that number: a single becomes a double, a set grows by one."""
    if count == 1:
        singles = tuple(single for single in hand.singles if single != value)
        return hand.changed(singles=singles, sets=(*hand.sets, Set(value=value, count=2)))
    sets = list(hand.sets)
    sets[sets.index(Set(value=value, count=count))] = Set(value=value, count=count + 1)
    return hand.changed(sets=tuple(sets))
