"""Whole battles of Warcry: random-legal and plain ones on random boards, held to what must hold at every step.

``python -m benchmarks battles 300``: so many of the random-legal player, a sixth of it plain; ``battles 300 40``: from
the 40th on. A battle that fails leaves its record (``WARCRY3D_SOAK`` names the folder, else the system's for temporary
files), to be played again with ``warcry3d replay``.
"""

import os
import resource
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.battle_checks import Watch
from warcry3d.errors import QuestionError
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import plain, state_hash
from warcry3d.game.players import MAX_ACTIONS, play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.record import Journal, load_record
from warcry3d.game.replay import replay
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.rules.warcry.bands.band import Warband
from warcry3d.rules.warcry.bands.files import shipped_band
from warcry3d.rules.warcry.battle.actions import Disengage, Move
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.setup.cards import Deck, shipped_decks
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup
from warcry3d.rules.warcry.judge import Warcry
from warcry3d.rules.warcry.movement import WarcryMoving
from warcry3d.rules.warcry.plan import QUARTER_FEATURES, plan_findings
from warcry3d.rules.warcry.reach import WarcryReaching
from warcry3d.table.files import load_table
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table
from warcry3d.terrain.layouts.random_layout import random_layout

__all__ = ["Reported", "Timed", "battle_of", "play_battle", "run", "timed"]

BATTLES = 12
PLAIN_SHARE = 6
BANDS = ("stilt-watch", "stilt-watch-guests", "low-tide", "low-tide-giant")
BOARDS = ("board-1-stilts", "board-2-bridges", "board-3-palisade")
ROUND_TRIP = 17
"""A state is written out, and deserialize, every so many steps."""


@dataclass
class Timed:
    """Seconds of processor time by what they went to: the outermost call of each kind counts."""

    spent: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    depth: Counter[str] = field(default_factory=Counter)

    def watching(self, kind: str, method: Callable[..., Any]) -> Callable[..., Any]:
        """Return a method that counts its time."""

        def call(*args: Any, **named: Any) -> Any:
            self.depth[kind] += 1
            begin = time.process_time()
            try:
                return method(*args, **named)
            finally:
                self.depth[kind] -= 1
                if not self.depth[kind]:
                    self.spent[kind] += time.process_time() - begin

        return call


@contextmanager
def timed() -> Iterator[Timed]:
    """Count what sight, cover, the judge of moves and reach take, while this is open."""
    watch = Timed()
    rooms = ((Warcry, "sight", "sight"), (Warcry, "cover", "sight"), (WarcryMoving, "move", "move"))
    with ExitStack() as open_:
        for owner, name, kind in (*rooms, (WarcryReaching, "reach", "reach")):
            open_.enter_context(patch.object(owner, name, watch.watching(kind, getattr(owner, name))))
        yield watch


@dataclass(frozen=True)
class Reported:
    """How a battle went: what was done, how long it took, what was wrong."""

    seed: int
    player: str
    about: str
    actions: int
    seconds: float
    kinds: Counter[str]
    spent: dict[str, float]
    faults: tuple[str, ...] = ()
    score: str = ""


@cache
def _table(name: str) -> Table:
    return load_table(shipped_root() / "terrain" / f"{name}.table.json")


@lru_cache(maxsize=1)
def _made(seed: int) -> Table:
    """Return a board laid out at random."""
    folder = shipped_root() / "terrain"
    pieces = tuple(load_piece(path) for path in sorted(folder.glob("*.glb")))
    rules: Any = plan_findings
    for tried in range(20):
        rng = np.random.default_rng([seed, tried])
        try:
            made = random_layout(
                pieces, rng, ruleset="warcry", board=Board(30, 22), count=int(rng.integers(8, 13)),
                in_quarter=QUARTER_FEATURES, rules=rules, best_of=1,
            )  # fmt: skip
        except QuestionError:
            continue
        return made.table
    raise AssertionError(f"no layout of seed {seed}")


def battle_of(seed: int) -> tuple[Setup, str]:
    """Return the set-up of a random battle, and what it is: board, warbands, cards."""
    random = Stream(seed, "battle")
    names = {player: random.pick(BANDS) for player in ("north", "south")}
    bands: dict[str, Warband] = {player: shipped_band(name) for player, name in names.items()}
    decks = shipped_decks()
    cards = {deck: random.pick(list(decks.cards(deck))) for deck in (Deck.DEPLOYMENT, Deck.VICTORY, Deck.TWIST)}
    board = random.pick(("deck", "made", "made", "made", *BOARDS))
    terrain = "free" if board != "deck" and random.below(3) == 0 else "fixed"
    if board == "deck":
        setup = battle_setup(bands, cards=cards)
    else:
        table = _made(random.below(1_000_000)) if board == "made" else _table(board)
        if terrain == "fixed" and table.deployment:
            cards.pop(Deck.DEPLOYMENT)
        setup = battle_setup(bands, table=table, terrain="free" if terrain == "free" else "fixed", cards=cards)
    reported = [board, terrain, *names.values(), *cards.values()]
    return setup, " | ".join(reported)


def play_battle(setup: Setup, player: Any, seed: int, record: Path, *, spent: Timed, about: str = "") -> Reported:
    """Play a battle to its end, and again by its record; return how it went. What fails is told, not raised."""
    begin, kinds = time.process_time(), Counter[str]()
    name = type(player).__name__
    faults: tuple[str, ...] = ()
    score, actions, before = "", 0, dict(spent.spent)
    seconds = 0.0
    try:
        game = Game.begin(WarcryBattle(), setup)
        with Journal.create(record, game, seed=seed) as journal:
            for game in _played(game, player, seed, kinds):  # noqa: B020
                journal.follow(game)
                actions = len(game.done)
                faults = game_faults(game, actions)
                if faults:
                    break
        seconds = time.process_time() - begin
        score = str(getattr(game.pending, "scores", ""))
        faults = faults or _replayed(record, game)
    except Exception:  # a soak goes on: the battle is told as failed, with its record
        faults = (traceback.format_exc(limit=-6),)
    gone = {kind: seconds - before.get(kind, 0.0) for kind, seconds in spent.spent.items()}
    return Reported(seed, name, about, actions, seconds or time.process_time() - begin, kinds, gone, faults, score)


_WATCHES: dict[int, Watch] = {}


def _played(game: Game[Any, Any], player: Any, seed: int, kinds: Counter[str]) -> Iterator[Game[Any, Any]]:
    """Yield the game after each action."""
    _WATCHES.clear()
    dice = SeededDice(seed)
    players = dict.fromkeys(game.setup.players, player)
    while not game.is_over:
        if len(game.done) >= MAX_ACTIONS:
            raise AssertionError("the battle does not end")
        game = play_on(game, players, dice, seed=seed)
        kinds.update(_found(game))
        yield game


def _found(game: Game[Any, Any]) -> Iterator[str]:
    """Yield what was found in the last action: its kind, its legs, turns, climbs that end half way, treasure, falls."""
    step = game.done[-1]
    yield type(step.action).__name__
    yield from (f"{event.kind} events" for event in step.events if event.kind in ("falls", "pick-up", "drop"))
    if not isinstance(step.action, Move | Disengage):
        return
    legs = step.action.path.legs
    yield from (f"{leg.kind.value} legs" for leg in legs)
    yield from ("turns" for leg in legs if leg.facing is not None)
    before = game.done[-2].state if len(game.done) > 1 else game.first
    if (acting := before.activation) is not None and step.state.fighter(acting.fighter).holds:
        yield "half climbs"


def game_faults(game: Game[Any, Any], number: int) -> tuple[str, ...]:
    """Return what is wrong after the last action of a game."""
    watch = _WATCHES.setdefault(0, Watch())
    step = game.done[-1]
    before = game.done[-2].state if len(game.done) > 1 else game.first
    faults = watch.after(before, step.state, step.events)
    if number % ROUND_TRIP == 0:
        written = plain(game.ruleset.plain(step.state))
        if plain(game.ruleset.plain(game.ruleset.deserialize(game.setup, written))) != written:
            faults = (*faults, "the state is another once it was written and deserialize")
        if state_hash(game.ruleset, step.state) != game.hash:
            faults = (*faults, "the hash is another the second time")
    return tuple(f"step {number} ({type(step.action).__name__}): {fault}" for fault in faults)


def _replayed(record: Path, game: Game[Any, Any]) -> tuple[str, ...]:
    found = replay(load_record(record), WarcryBattle())
    if found.divergence is not None:
        return (f"played again it goes another way: {found.divergence}",)
    assert found.game is not None, "it has no divergence"
    return () if found.game.hash == game.hash else ("played again it ends otherwise",)


def _players() -> dict[str, Any]:
    try:
        from warcry3d.rules.warcry.players.plain import PlainPlayer
    except ImportError:
        return {"random": RandomPlayer()}
    return {"random": RandomPlayer(), "plain": PlainPlayer()}


def run(battles: int = BATTLES, first: int = 1, only_plain: int = 0) -> str:
    """Play so many random-legal battles, a sixth of it plain ones; return the figures."""
    folder = Path(os.environ.get("WARCRY3D_SOAK") or tempfile.gettempdir())
    reported: list[Reported] = []
    players = _players()
    with timed() as spent:
        for seed in range(first, first + battles):
            names = ["plain"] if only_plain else ["random", *(["plain"] if seed % PLAIN_SHARE == 0 else [])]
            for name in (name for name in names if name in players):
                setup, about = battle_of(seed)
                record = folder / f"{name}-{seed}.battle.jsonl"
                one = play_battle(setup, players[name], seed, record, spent=spent, about=about)
                reported.append(one)
                _say(one)
                if not one.faults:
                    record.unlink()
    return _figures(reported)


def _say(one: Reported) -> None:
    share = {kind: f"{seconds / one.seconds:.0%}" for kind, seconds in one.spent.items()}
    print(
        f"{one.player} {one.seed}: {one.actions} actions in {one.seconds:.1f} s {share} {one.about} {one.score} "
        f"{dict(one.kinds)}",
        *one.faults,
        sep="\n    FAULT ",
        flush=True,
    )


def _figures(reported: list[Reported]) -> str:
    lines = []
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for player in dict.fromkeys(one.player for one in reported):
        mine = [one for one in reported if one.player == player]
        seconds = sum(one.seconds for one in mine)
        actions = sum(one.actions for one in mine)
        share = {kind: sum(one.spent.get(kind, 0.0) for one in mine) / seconds for kind in ("sight", "move", "reach")}
        failed = [one.seed for one in mine if one.faults]
        found = sum((one.kinds for one in mine), Counter[str]())
        lines.append(
            f"{player}: {len(mine)} battles, {len(failed)} with faults {failed}; a battle has "
            f"{actions / len(mine):.0f} actions and takes {seconds / len(mine):.1f} s (median "
            f"{np.median([one.seconds for one in mine]):.1f}), {actions / seconds:.1f} actions a second; "
            f"sight {share['sight']:.0%}, judging moves {share['move']:.0%}, reach {share['reach']:.0%}"
        )
        lines.append("  " + ", ".join(f"{kind} {count}" for kind, count in sorted(found.items())))
    return "\n".join([*lines, f"memory at most {peak:.0f} MB"])
