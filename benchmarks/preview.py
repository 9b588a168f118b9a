"""How long previews of Warcry take: of attacks, and of moves with the chips of all enemies, quick and exact.

``python -m benchmarks preview [N]``: N ghosts (60 unless said) on each of the three boards that ship, two whole
warbands placed at random where they stand free. A ghost comes to rest up to its Move away, straight. Processor time,
which another job on the machine stretches less than the clock.
"""

import math
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

from warcry3d.game.agenda import run as run_agenda
from warcry3d.game.preview import Preview
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.bands.files import shipped_band
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Move
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.fighters import move_of
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase
from warcry3d.rules.warcry.battle.setup.cards import Deck
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["run", "scattered"]

GHOSTS = 60
BOARDS = ("board-1-stilts", "board-2-bridges", "board-3-palisade")
BANDS = {"red": "stilt-watch", "blue": "low-tide"}
ATTACK_GOAL, CHIPS_GOAL = 20.0, 150.0
"""Milliseconds of the issue: an attack preview at most, the chips of all enemies in the median."""

RULES = WarcryBattle()


def scattered(board: str, rng: np.random.Generator) -> State:
    """Return a battle in its first combat phase, every fighter at a random place where it stands free."""
    table = load_table(shipped_root() / "terrain" / f"{board}.table.json")
    bands = {player: shipped_band(name) for player, name in BANDS.items()}
    state = RULES.start(battle_setup(bands, table=table, cards={Deck.VICTORY: "Reaper"}))
    for fighter in state.fighters:
        state = _placed(state, fighter.id, rng)
    cards = ((Deck.VICTORY.value, "Reaper"),)
    state = state.changed(round=1, rounds=4, attacker="red", initiative="red", cards=cards, agenda=(CombatPhase(),))
    do = Transition(state)
    run_agenda(do)
    return do.state


def _placed(state: State, fighter: str, rng: np.random.Generator) -> State:
    board = state.context.board.board
    while True:
        at, turn = _somewhere(state, board.width, board.depth, rng), float(rng.uniform(-math.pi, math.pi))
        there = state.standing(fighter, at, turn)
        leg = Leg(LegKind.PLACE, (at,), facing=turn)
        if judge_move(there.table, fighter, Path((leg,)), allowed=0.0).is_legal:
            return there


def _somewhere(state: State, width: float, depth: float, rng: np.random.Generator) -> Point:
    x, y = float(rng.uniform(1, width - 1)), float(rng.uniform(1, depth - 1))
    levels = [level for level in levels_of(state.table).levels if level.holds(x, y)]
    return (x, y, levels[int(rng.integers(len(levels)))].height if levels else 0.0)


def run(ghosts: int = GHOSTS) -> Iterator[str]:
    """Yield a table: median and worst milliseconds of each kind of preview, and how the goals are met."""
    times: dict[str, list[float]] = {"attack": [], "move, quick": [], "move, exact": []}
    chips = 0
    for number, board in enumerate(BOARDS):
        rng = np.random.default_rng(number)
        state = scattered(board, rng)
        for _ in range(ghosts):
            chips += _measure(state, rng, times)
    yield f"{ghosts} ghosts on each of {len(BOARDS)} boards, {chips / ghosts / len(BOARDS):.1f} enemies each"
    yield f"{'':14} {'previews':>9} {'median ms':>10} {'95 % ms':>9} {'worst ms':>9}"
    for kind, found in times.items():
        ordered = sorted(found)
        high = ordered[int(0.95 * (len(ordered) - 1))]
        yield f"{kind:14} {len(found):9d} {median(found):10.1f} {high:9.1f} {ordered[-1]:9.1f}"
    yield f"goals: an attack {ATTACK_GOAL:g} ms at most, the chips of all enemies {CHIPS_GOAL:g} ms in the median"


def _measure(state: State, rng: np.random.Generator, times: dict[str, list[float]]) -> int:
    """Measure the previews of one ghost; return how many enemies it has."""
    own = [f.id for f in state.on_board("red") if f.place is FighterStatus.BOARD]
    fighter = own[int(rng.integers(len(own)))]
    state, _ = RULES.apply(state, Activate(fighter))
    x, y, z = state.fighter(fighter).at
    inches, way = rng.uniform(0, move_of(state, fighter)), rng.uniform(0, math.tau)
    to = (float(x + inches * math.cos(way)), float(y + inches * math.sin(way)), z)
    action = Move(Path((Leg(LegKind.WALK, (to,)),)))
    _timed(times["move, quick"], lambda: RULES.preview(state, action, is_quick=True))
    found = _timed(times["move, exact"], lambda: RULES.preview(state, action))
    for enemy in state.enemies("red"):
        for weapon in range(len(state.profile(fighter).weapons)):
            attack = Attack(weapon, enemy.id)
            _timed(times["attack"], lambda attack=attack: RULES.preview(state, attack))
    return len(found.views)


def _timed(times: list[float], ask: Callable[..., Any]) -> Preview:
    begin = time.process_time()
    answer: Preview = ask()
    times.append(1000 * (time.process_time() - begin))
    return answer
