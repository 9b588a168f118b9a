"""Maps drawn as text, creatures and skirmishes for tests."""

from collections.abc import Mapping, Sequence

import msgspec

from warcry3d.game.actions import Action, Rolled
from warcry3d.game.agenda import Transition, run
from warcry3d.game.ruleset import Choice, Outcome, Roll
from warcry3d.game.setup import Setup, setup_of
from warcry3d.rules.dndminiatures.battle.context import SkirmishContext
from warcry3d.rules.dndminiatures.battle.skirmish import Skirmish
from warcry3d.rules.dndminiatures.battle.state import CreatureState, CreatureStatus, SkirmishState
from warcry3d.rules.dndminiatures.battle.turns import BeginTurn
from warcry3d.rules.dndminiatures.creatures import traits
from warcry3d.rules.dndminiatures.creatures.card import AttackValue, Creature, Size
from warcry3d.rules.dndminiatures.grid.cells import Cell
from warcry3d.table.grid import SquareGrid
from warcry3d.table.table import Board, Table, Terrain

__all__ = ["RULES", "Played", "attack", "creature", "evening", "set_up", "skirmish", "table"]

RULES = Skirmish()
MAP = (
    "......................22bb",
    "......................222b",
    "......................2222",
    "...........##.........2222",
    "...........##.............",
    "..........................",
    ".....o...........~~~......",
    "..........................",
    ".............##...........",
    "1111.........##...........",
    "1111......................",
    "a111......................",
    "aa11......................",
)


def attack(bonus: int = 5, amount: int = 5, *, kind: str = "", fire: int = 0) -> AttackValue:
    """Return an attack value; ``fire``: bonus damage."""
    damage = traits.HitDamage(amount=amount, kind=kind, bonus=fire, bonus_kind="fire" if fire else "")
    return AttackValue(bonus=bonus, damage=damage)


def creature(id: str, **values: object) -> Creature:
    """Return a plain creature: level 3, speed 6, AC 15, HP 20, one melee value of +5 (5)."""
    plain = {
        "name": id.title(),
        "factions": ("LG",),
        "cost": 10,
        "level": 3,
        "speed": 6,
        "ac": 15,
        "hp": 20,
        "melee": (attack(),),
    }
    return Creature(id=id, **{**plain, **values})  # type: ignore[arg-type]


def table(rows: Sequence[str] = MAP, **grid: object) -> Table:
    squares = SquareGrid(tuple(rows), **grid)  # type: ignore[arg-type]
    board = Board(float(squares.width), float(squares.depth))
    return Table("dndminiatures", board, Terrain(()), (), grid=squares)


def set_up(warbands: Mapping[str, Sequence[Creature]], rows: Sequence[str] = MAP, **grid: object) -> Setup:
    cards = {player: msgspec.to_builtins(list(band)) for player, band in warbands.items()}
    return setup_of(table(rows, **grid), tuple(warbands), {"warbands": cards})


def skirmish(
    red: Mapping[Creature, Cell], blue: Mapping[Creature, Cell], rows: Sequence[str] = MAP, **grid: object
) -> SkirmishState:
    """Return a skirmish with creatures on the map in round 1, nobody's turn; ids are ``red-`` and the card's."""
    setup = set_up({"red": list(red), "blue": list(blue)}, rows, **grid)
    context = SkirmishContext(setup)
    start = RULES.start(setup)
    cells = {f"{side}-{card.id}": cell for side, band in (("red", red), ("blue", blue)) for card, cell in band.items()}
    creatures = tuple(
        CreatureState(id=id, player=player, cell=cells[id], status=CreatureStatus.ON_MAP)
        for id, player in context.owners.items()
    )
    return start.changed(context=context, creatures=creatures, agenda=(), round=1, first="red")


def evening() -> Setup:
    """Return two alike warbands of five that have something of everything."""
    ward = traits.Lasting(until=traits.EffectEnd.ATTACK, conditions=(traits.Condition.INVISIBLE,))
    stun = traits.Lasting(conditions=(traits.Condition.STUNNED,))
    venom = traits.Lasting(until=traits.EffectEnd.SAVE, conditions=(traits.Condition.PARALYSED,))
    bolt = traits.HitDamage(amount=5, kind="magic")
    band = [
        creature(
            "captain",
            rating=4,
            hp=35,
            melee=(attack(8, 10), attack(3, 10)),
            commander=traits.CommanderEffect(bonuses=(traits.ScoreBonus(score=traits.CardScore.ATTACK, amount=1),)),
        ),
        creature("archer", ranged=(attack(6, 5),), traits=traits.Traits(ignores_cover=True)),
        creature("brute", size=Size.LARGE, hp=45, melee=(attack(9, 15),), traits=traits.Traits(cleave=True)),
        creature(
            "mage",
            hp=10,
            powers=(
                traits.Power(id="bolt", name="Bolt", level=1, uses=2, damage=bolt, dc=13, save="half"),
                traits.Power(id="fear", name="Fear", uses=1, range=6, routs=True, picks="all"),
                traits.Power(
                    id="mend", name="Mend", level=1, uses=1, range="touch", target="friend", picks="one", heal=5
                ),
                traits.Power(id="veil", name="Veil", level=1, uses=1, range="self", target="friend", lasting=ward),
            ),
        ),
        creature(
            "monk",
            melee=(attack(7, 5), attack(7, 5)),
            traits=traits.Traits(conceal=6, regenerates=1),
            on_hit=(
                traits.OnHit(id="stun", name="Stunning fist", dc=15, uses=2, lasting=stun),
                traits.OnHit(id="venom", name="Venom", dc=12, lasting=venom),
            ),
        ),
    ]
    return set_up({"red": band, "blue": band})


class Played:
    """A skirmish that a test goes through, action by action; ``events``: what happened, as people read it."""

    def __init__(self, state: SkirmishState, turn: str = "") -> None:
        """Begin with a state; ``turn``: a creature that is activated first."""
        do = Transition(state.changed(agenda=(BeginTurn(turn),) if turn else state.agenda))
        run(do)
        self.state: SkirmishState = do.state
        self.events: list[str] = [str(event) for event in do.events]

    @property
    def due(self) -> Choice | Roll | Outcome:
        return RULES.pending(self.state)

    def do(self, *actions: Action) -> "Played":
        """Do actions that are allowed, one after another."""
        for action in actions:
            assert self.faults(action) == [], self.faults(action)
            self.state, events = RULES.apply(self.state, action)
            self.events.extend(map(str, events))
        return self

    def roll(self, *faces: int) -> "Played":
        """Let single dice fall, one after another."""
        return self.do(*(Rolled((face,)) for face in faces))

    def faults(self, action: Action) -> list[str]:
        """Return the rules by which an action is refused."""
        return [fault.rule for fault in RULES.faults(self.state, action)]

    def hp(self, id: str) -> int:
        return self.state.hp_left(id)
