"""Whole skirmishes of D&D Miniatures: random and plain players, held to what must hold at every step.

``python -m benchmarks skirmishes``: 200 random and 30 plain ones; ``skirmishes 40``: 40 random and 6 plain ones;
``skirmishes 40 101``: from seed 101 on. Then as many of plain against random as there are plain ones. Two to four
players, all maps and tiles, all readings; of the random ones three in four with parts of warbands. One that fails
leaves its record (``WARCRY3D_SOAK`` names the folder).
"""

import os
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.skirmish_checks import SkirmishWatch
from benchmarks.skirmish_uses import SkirmishUses
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import plain
from warcry3d.game.players import MAX_ACTIONS, play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.record import Journal, load_record
from warcry3d.game.replay import replay
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.dndminiatures.battle.plugin import SETTINGS, skirmish_setup
from warcry3d.rules.dndminiatures.battle.skirmish import Skirmish
from warcry3d.rules.dndminiatures.creatures.files import shipped_creature_bands
from warcry3d.rules.dndminiatures.players.plain import PlainSkirmisher
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["Skirmished", "figures", "play_skirmish", "run", "say", "skirmish_of"]

SKIRMISHES = 200
PLAIN = 30
MAPS = ("map-0-open", "map-1-cellars", "map-2-crossroads")
FEW_AREAS = "map-1-cellars"
"""A map for two players only."""
PLAYERS = ("red", "blue", "green", "gold")
WHOLE = 4
"""One random skirmish in four is of whole warbands, the others of three or four creatures each."""
ROUND_TRIP = 17
"""A state is written out and read back every so many steps."""


@dataclass(frozen=True)
class Skirmished:
    """How a skirmish went. ``seconds``: processor time of the players and the rules; ``kinds``: of choices answered."""

    seed: int
    player: str
    about: str
    actions: int
    rounds: int
    seconds: float
    kinds: Counter[str]
    winners: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    uses: Counter[str] = field(default_factory=Counter)


def skirmish_of(seed: int, *, two: bool = False) -> tuple[Setup, str]:
    """Return the set-up of a skirmish by chance, and what it is; ``two``: of two players, by the usual readings."""
    random = Stream(seed, "skirmish")
    is_whole = two or seed % WHOLE == 0
    count = 2 if two else random.pick((2, 2, 2, 3, 4) if is_whole else (2, 2, 2, 2, 3))
    bands = tuple(random.pick(shipped_creature_bands()) for _ in range(count))
    map = random.pick([one for one in MAPS if count == 2 or one != FEW_AREAS])
    options: Mapping[str, str] = {}
    if not two:
        options = {one.name: random.pick(one.choices) for one in SETTINGS if one.name != "warbands"}
    table = load_table(shipped_root() / "terrain" / f"{map}.table.json")
    setup = skirmish_setup(BattleRequest(table, PLAYERS[:count], bands, options))
    if not is_whole:
        warbands = {player: _some(cards, random) for player, cards in setup.details["warbands"].items()}
        setup = msgspec.structs.replace(setup, details={**setup.details, "warbands": warbands})
    return setup, " | ".join((map, *bands, *options.values(), "whole" if is_whole else "parts"))


def _some(cards: list[Any], random: Stream) -> list[Any]:
    """Return a warband's commander and two or three others."""
    return [cards[0], *random.shuffled(cards[1:])[: 2 + random.below(2)]]


def play_skirmish(
    setup: Setup,
    players: Mapping[str, Any],
    seed: int,
    record: Path,
    *,
    name: str,
    about: str = "",
    ruleset: Any = None,
    watch: Any = None,
) -> Skirmished:
    """Play a battle to its end, and again by its record; return how it went. What fails is told, not raised.

    ``ruleset`` and ``watch``: of another rule system than that of skirmishes.
    """
    ruleset, watch = ruleset or Skirmish(), watch or SkirmishWatch()
    spent, kinds, actions, rounds = 0.0, Counter[str](), 0, 0
    winners: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    uses = SkirmishUses()
    try:
        game: Game[Any, Any] = Game.begin(ruleset, setup)
        dice = SeededDice(seed)
        with Journal.create(record, game, seed=seed) as journal:
            while not game.is_over and not faults:
                if len(game.done) >= MAX_ACTIONS:
                    raise AssertionError("the skirmish does not end")
                kinds[getattr(game.pending, "kind", "dice")] += 1
                begin, before = time.process_time(), game.state
                game = play_on(game, players, dice, seed=seed)
                spent += time.process_time() - begin
                journal.follow(game)
                actions, rounds = len(game.done), game.state.round
                faults = _step_faults(game, before, watch)
                if name == "plain":
                    uses.after(before, game.done[-1].action, game.state)
        winners = getattr(game.pending, "winners", ())
        faults = faults or _replayed(record, game)
    except Exception:  # the others go on: this one is told as failed, with its record
        faults = (traceback.format_exc(limit=-6),)
    return Skirmished(seed, name, about, actions, rounds, spent, kinds, winners, faults, uses.counts)


def _step_faults(game: Game[Any, Any], before: Any, watch: Any) -> tuple[str, ...]:
    step, number = game.done[-1], len(game.done)
    faults = watch.after(before, step.state, step.events, game.pending)
    if number % ROUND_TRIP == 0:
        written = plain(game.ruleset.plain(step.state))
        if plain(game.ruleset.plain(game.ruleset.deserialize(game.setup, written))) != written:
            faults = (*faults, "the state is another once it was written and read back")
    return tuple(f"step {number} ({type(step.action).__name__}): {fault}" for fault in faults)


def _replayed(record: Path, game: Game[Any, Any]) -> tuple[str, ...]:
    found = replay(load_record(record), game.ruleset)
    if found.divergence is not None:
        return (f"played again it goes another way: {found.divergence}",)
    assert found.game is not None, "it has no divergence"
    return () if found.game.hash == game.hash else ("played again it ends otherwise",)


def run(count: int = SKIRMISHES, first: int = 1) -> str:
    """Play so many random skirmishes, plain ones, and plain against random; return the figures."""
    folder = Path(os.environ.get("WARCRY3D_SOAK") or tempfile.gettempdir())
    folder.mkdir(parents=True, exist_ok=True)
    few = max(count * PLAIN // SKIRMISHES, 1)
    found: list[Skirmished] = []
    for kind, seeds in (
        ("random", range(first, first + count)),
        ("plain", range(first, first + few)),
        ("plain against random", range(first, first + few)),
    ):
        for seed in seeds:
            setup, about = skirmish_of(seed, two=kind != "random")
            record = folder / f"skirmish-{kind.replace(' ', '-')}-{seed}.battle.jsonl"
            one = play_skirmish(setup, _players(kind, setup, seed), seed, record, name=kind, about=about)
            found.append(one)
            say(one)
            if not one.faults:
                record.unlink()
    return figures(found)


def _players(kind: str, setup: Setup, seed: int) -> Mapping[str, Any]:
    match kind:
        case "random":
            return dict.fromkeys(setup.players, RandomPlayer())
        case "plain":
            return dict.fromkeys(setup.players, PlainSkirmisher())
    me = setup.players[seed % 2]
    return {player: PlainSkirmisher() if player == me else RandomPlayer() for player in setup.players}


def say(one: Skirmished) -> None:
    """Print how a battle went."""
    won = ", ".join(one.winners) or "nobody"
    print(
        f"{one.player} {one.seed}: {one.actions} actions, {one.rounds} rounds in {one.seconds:.1f} s, won by {won}; "
        f"{one.about}",
        *one.faults,
        sep="\n    FAULT ",
        flush=True,
    )


def figures(found: list[Skirmished]) -> str:
    """Return the figures of battles by who played them."""
    lines = []
    for kind in dict.fromkeys(one.player for one in found):
        mine = [one for one in found if one.player == kind]
        seconds = np.array([one.seconds for one in mine])
        failed = [one.seed for one in mine if one.faults]
        lines.append(
            f"{kind}: {len(mine)} battles, {len(failed)} with faults {failed}; actions "
            f"{np.mean([one.actions for one in mine]):.0f}, rounds {np.mean([one.rounds for one in mine]):.0f}; "
            f"processor time {np.median(seconds):.1f} s median, {seconds.max():.1f} s most; "
            f"drawn {sum(not one.winners for one in mine)}"
        )
        if kind == "plain against random":
            won = sum(one.winners == (PLAYERS[one.seed % 2],) for one in mine)
            lines.append(f"  the plain player won {won} of {len(mine)}")
        uses = sum((one.uses for one in mine), Counter[str]())
        if uses:
            lines.append(f"  activations without use: {100 * uses[''] / uses.total():.1f} % of {uses.total()}")
        kinds = sum((one.kinds for one in mine), Counter[str]())
        lines.append("  " + ", ".join(f"{name} {count}" for name, count in sorted(kinds.items())))
    return "\n".join(lines)
