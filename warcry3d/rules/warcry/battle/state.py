"""The state of a battle: frozen, plain data; what never changes is in its `BattleContext`."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Self

from warcry3d.errors import UnknownNameError
from warcry3d.game.agenda import AgendaStep
from warcry3d.game.roll_offs import RollOff
from warcry3d.game.state_data import StateData
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Point
from warcry3d.rules.warcry.abilities.vocabulary import FighterFilter, When
from warcry3d.rules.warcry.battle.actions import Laid
from warcry3d.rules.warcry.battle.context import BattleContext
from warcry3d.rules.warcry.fighter import FLY, flying
from warcry3d.terrain.layouts.maps import Direction

if TYPE_CHECKING:
    from warcry3d.rules.results import CoverVerdict
    from warcry3d.rules.warcry.bands.profile import Profile
    from warcry3d.table.table import Table

__all__ = [
    "Activation",
    "Effect",
    "FighterState",
    "FighterStatus",
    "InitiativeDice",
    "Objective",
    "Phase",
    "Set",
    "Side",
    "State",
    "Treasure",
    "Until",
    "Use",
]


class Phase(StrEnum):
    """Where in the battle it is (WC-ROUND-1)."""

    SET_UP = "set-up"
    INITIATIVE = "initiative"
    RESERVE = "reserve"
    COMBAT = "combat"
    END = "end"


class FighterStatus(StrEnum):
    """Where a fighter is: not set up yet, waiting off the table for its round, on the battlefield, taken down."""

    ASIDE = "aside"
    RESERVE = "reserve"
    BOARD = "board"
    DOWN = "down"


class Until(StrEnum):
    """When an effect ends: with the activation under way, with the round, with the battle; with its bearer's next
    attack or move action, or with the activation if none comes; with the attack under way.
    """

    ACTIVATION = "activation"
    ROUND = "round"
    BATTLE = "battle"
    ATTACK = "next-attack"
    MOVE = "next-move"
    THIS = "this-attack"


class FighterState(StateData, frozen=True, kw_only=True):
    """What changes of a fighter.

    ``at``: the centre of the bottom of its base (in), ``turn`` its facing (radians). ``damage``: points allocated.
    ``activations`` and ``reactions``: this round. ``holds``: the parts that it holds on to, climbing. ``treasure``: the
    one it carries, or empty.
    """

    id: str
    player: str
    group: str = ""
    place: FighterStatus = FighterStatus.ASIDE
    at: Point = (0.0, 0.0, 0.0)
    turn: float = 0.0
    damage: int = 0
    activations: int = 0
    reactions: int = 0
    is_waiting: bool = False
    holds: tuple[str, ...] = ()
    treasure: str = ""


class Set(StateData, frozen=True, kw_only=True):
    """Ability dice of one number: ``count`` of 2 to 4 alike."""

    value: int
    count: int


class InitiativeDice(StateData, frozen=True, kw_only=True):
    """A player's dice of this round: the numbers of its singles, wild dice used as singles, its sets, and the wild dice
    it has.
    """

    singles: tuple[int, ...] = ()
    wild_singles: int = 0
    sets: tuple[Set, ...] = ()
    wild: int = 0

    @property
    def single_count(self) -> int:
        """Return how many singles it has, wild dice counted (WC-INIT-3)."""
        return len(self.singles) + self.wild_singles


class Side(StateData, frozen=True, kw_only=True):
    """A player: ``id``, the ``colour`` of its deployment points, its dice and its victory points.

    ``blood``: the points of the enemies it took down this round.
    """

    id: str
    colour: str = ""
    hand: InitiativeDice = InitiativeDice()
    points: int = 0
    blood: int = 0


class Use(StateData, frozen=True, kw_only=True):
    """An ability as it is used: by whom, the ability's id, and its value (WC-ABIL-1)."""

    fighter: str
    ability: str
    value: int


class Effect(StateData, frozen=True, kw_only=True):
    """A change of one characteristic of a fighter, or a word about it, for a while.

    ``what``: see docs/abilities.md; ``amount`` is added. ``source``: the ability's name. ``about``: another fighter
    whom it concerns (who must be attacked), or empty. ``least``: what is left of the characteristic at least, ``most``:
    at most. ``when``: the attacks that it is about: ``melee``, ``missile`` or all (empty); ``against``: only those on
    these fighters, seen from ``fighter``. ``whom``: it changes these
    fighters, seen from ``fighter``, and not that one. ``trigger``: what happens then, of the ability in ``use``.
    """

    fighter: str
    source: str
    what: str
    until: Until
    amount: int = 0
    about: str = ""
    least: int = 0
    most: int | None = None
    when: str = ""
    against: FighterFilter | None = None
    whom: FighterFilter | None = None
    trigger: When | None = None
    use: Use | None = None


class Objective(StateData, frozen=True, kw_only=True):
    """An objective: where it lies, whether it is awake, and who controls it (empty: nobody)."""

    id: str
    at: Point
    is_awake: bool = True
    controller: str = ""


class Treasure(StateData, frozen=True, kw_only=True):
    """A treasure: where it lies; ``carrier`` the fighter that carries it, or empty."""

    id: str
    at: Point
    carrier: str = ""


class Activation(StateData, frozen=True, kw_only=True):
    """The activation under way: ``left`` actions, ``done`` kinds of actions so far, ``bonus`` kinds of bonus ones,
    ``ability`` the one used.

    ``began_waiting``: it is a waiting fighter's second one. ``follow``: who is activated right after (WC-ABIL-2).
    ``took_down``: enemies it took down with attack actions.
    """

    fighter: str
    left: int
    done: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()
    ability: str = ""
    began_waiting: bool = False
    may_wait: bool = True
    follow: tuple[str, ...] = ()
    took_down: tuple[str, ...] = ()


class State(StateData, frozen=True, kw_only=True, dict=True):
    """A battle between two actions. ``agenda``: the steps to come, the next one last.

    ``sides`` are in the order of the set-up; ``initiative`` the player that has it, ``attacker`` the one chosen
    (WC-ROLE-1). ``laid``: where features were set up in this battle, None: as the set-up has them; ``gone``: those
    that were removed; ``lowered``: those that came down, by how many inches. ``cards``: the card of each deck by name;
    ``arrow``: where the deployment map's arrow points, where a player chose. ``is_over``: nothing is left to do.
    """

    context: BattleContext
    sides: tuple[Side, ...]
    fighters: tuple[FighterState, ...]
    round: int = 0
    rounds: int = 0
    phase: Phase = Phase.SET_UP
    attacker: str = ""
    initiative: str = ""
    roll_off: RollOff = RollOff()
    activation: Activation | None = None
    effects: tuple[Effect, ...] = ()
    objectives: tuple[Objective, ...] = ()
    treasures: tuple[Treasure, ...] = ()
    laid: tuple[Laid, ...] | None = None
    gone: tuple[str, ...] = ()
    lowered: tuple[tuple[str, float], ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    arrow: Direction | None = None
    agenda: tuple[AgendaStep, ...] = ()
    is_over: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players in the order of the set-up: the order of turns."""
        return tuple(side.id for side in self.sides)

    @cached_property
    def model_ids(self) -> frozenset[str]:
        """Return the ids of all fighters."""
        return frozenset(fighter.id for fighter in self.fighters)

    def fighter(self, id: str) -> FighterState:
        """Return a fighter; raise `UnknownNameError` for one that is not in the battle."""
        for fighter in self.fighters:
            if fighter.id == id:
                return fighter
        raise UnknownNameError(
            "no fighter '{id}' in this battle; there are: {known}",
            id=id,
            known=", ".join(fighter.id for fighter in self.fighters),
        )

    def side(self, id: str) -> Side:
        """Return a player's side; raise `UnknownNameError` for one that is not in the battle."""
        for side in self.sides:
            if side.id == id:
                return side
        raise UnknownNameError(
            "no player '{id}' in this battle; there are: {known}",
            id=id,
            known=", ".join(side.id for side in self.sides),
        )

    def card(self, deck: str) -> str:
        """Return the name of the card that was drawn or chosen from a deck; empty: none."""
        return next((name for whose, name in self.cards if whose == deck), "")

    def in_turn(self, first: str) -> tuple[str, ...]:
        """Return all players in the order of turns, beginning with one of them."""
        n = self.players.index(first)
        return (*self.players[n:], *self.players[:n])

    def others(self, player: str) -> tuple[str, ...]:
        """Return the other players in the order of turns, the next one first."""
        return self.in_turn(player)[1:]

    def opponent_of(self, fighter: str) -> str:
        """Return the player who decides against a fighter: whose fighter is activated, if that is an enemy; else the
        next player in the order of turns (WC-PLAYERS-1).
        """
        own = self.fighter(fighter).player
        acting = "" if self.activation is None else self.fighter(self.activation.fighter).player
        return acting if acting not in ("", own) else self.others(own)[0]

    def enemies(self, player: str) -> "Iterator[FighterState]":
        """Yield the fighters of all other players on the battlefield, in the order of warbands (WC-PLAYERS-2)."""
        return (f for f in self.on_board() if f.player != player)

    def profile(self, id: str) -> "Profile":
        """Return a fighter's profile as its warband has it."""
        return self.context.fighter(id).profile

    @cached_property
    def table(self) -> "Table":
        """Return the table as it stands: the fighters on the battlefield, with what lets them fly for a while."""
        table = self.context.table(self)
        flyers = {effect.fighter for effect in self.effects if effect.what == FLY}
        if not flyers:
            return table
        return replace(table, models=tuple(flying(m) if m.id in flyers else m for m in table.models))

    def standing(self, id: str, at: Point, turn: float) -> Self:
        """Return the state as it would be with a fighter elsewhere on the battlefield, holding on to nothing.

        Everybody else's model stays the same object, so that what was derived of it holds.
        """
        moved = self.fighter(id).changed(at=at, turn=turn, place=FighterStatus.BOARD, holds=())
        there = self.changed(fighters=tuple(moved if f.id == id else f for f in self.fighters))
        if any(model.id == id for model in self.table.models):
            vars(there)["table"] = self.table.placing(id, Placement(at, turn))
        return there

    @cached_property
    def seen(self) -> dict[frozenset[str], bool]:
        """Return what was asked so far about who sees whom: sight is mutual, and nobody moves within a state."""
        return {}

    @cached_property
    def covered(self) -> "dict[tuple[str, str], CoverVerdict]":
        """Return what was asked so far about who is in cover from whom, the attacker first."""
        return {}

    @cached_property
    def targets(self) -> dict[str, tuple[str, ...]]:
        """Return whom fighters can attack after at most one move, for those of whom that was worked out so far."""
        return {}

    def on_board(self, player: str = "") -> Iterator[FighterState]:
        """Yield the fighters on the battlefield, of one player or of all, in the order of their warbands."""
        return (f for f in self.fighters if f.place is FighterStatus.BOARD and player in ("", f.player))
