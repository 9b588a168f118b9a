"""The plain player of Warcry: whether what it does is of use, whether it wins, how long it thinks.

``python -m benchmarks opponent 20``: so many battles against the random-legal player, on four boards and from both
sides; ``opponent 20 41``: from the 41st on; ``opponent 20 1 1``: both sides plain; ``opponent 20 1 1 1``: on a small
table, a battle in ten seconds. ``WARCRY3D_OPPONENT`` names a file of JSON lines to which each battle is added, and
whose battles are then all counted. What counts as of use: `benchmarks.opponent_uses`.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np

import warcry3d.game.setup
from benchmarks.battles import Timed, _made, _table
from benchmarks.opponent_uses import Uses
from tests.rules.warcry.battle.field import BOW, SWORD, box, profile, set_up, weapon
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.motion.reaching import plan as reach_plan
from warcry3d.rules.warcry.bands.files import shipped_band
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.setup.cards import Deck, shipped_decks
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup
from warcry3d.rules.warcry.players.plain import PlainPlayer
from warcry3d.table.embedding import embedded_table

__all__ = ["run"]

BATTLES = 12
BOARDS = ("board-1-stilts", "board-2-bridges", "board-3-palisade", "made")
BANDS = ("stilt-watch", "stilt-watch-guests", "low-tide", "low-tide-giant")
RESAMPLED = 2000
SMALL_CARDS: tuple[dict[str, Any], ...] = (
    {
        "name": "Hold",
        "rounds": 4,
        "objectives": [[15, 11], [7.5, 16.5], [22.5, 5.5]],
        "scores": [{"per": "controlled-objective"}],
    },
    {"name": "Reaper", "rounds": 4, "scores": [{"per": "more-blood"}]},
    {
        "name": "Salvage",
        "rounds": 3,
        "treasures": [[15, 11], [9, 11], [21, 11]],
        "scores": [{"per": "carried-treasure", "when": "battle"}, {"per": "enemy-leader", "when": "battle"}],
    },
)
DERIVED = ("drop_column_between", "rungs_of", "passage_links_of", "layers_of", "obstacles_of", "room_of")
"""What searches derive of terrain and base alone, in `warcry3d.motion.reaching.plan`."""


class _Timed:
    """The plain player, with the processor time of each decision, and how much of it a prepared one does not need."""

    def __init__(self, spent: list[tuple[float, float]], derived: Timed) -> None:
        self.player, self.spent, self.derived = PlainPlayer(), spent, derived

    def choose(self, ruleset: Any, state: Any, choice: Choice, random: Stream) -> Any:
        begin, before = time.process_time(), self.derived.spent["derived"]
        action = self.player.choose(ruleset, state, choice, random)
        self.spent.append((time.process_time() - begin, self.derived.spent["derived"] - before))
        return action


@contextmanager
def _deriving() -> Iterator[Timed]:
    """Count the time of what `PlainPlayer.prepare` does beforehand, while this is open."""
    watch = Timed()
    with ExitStack() as open_:
        for name in DERIVED:
            open_.enter_context(patch.object(reach_plan, name, watch.watching("derived", getattr(reach_plan, name))))
        yield watch


@lru_cache(maxsize=len(BOARDS))
def _board(name: str) -> Any:
    return _made(4) if name == "made" else _table(name)


def battle_of(seed: int) -> tuple[Setup, str, str]:
    """Return a set-up, the side that is plain, and what the battle is: boards and sides in turn, the rest by chance."""
    random = Stream(seed, "opponent")
    names = {player: random.pick(BANDS) for player in ("north", "south")}
    decks = shipped_decks()
    cards = {deck: random.pick(list(decks.cards(deck))) for deck in (Deck.VICTORY, Deck.TWIST)}
    board = BOARDS[seed % len(BOARDS)]
    table = _board(board)
    setup = battle_setup({player: shipped_band(name) for player, name in names.items()}, table=table, cards=cards)
    plain = ("north", "south")[seed // len(BOARDS) % 2]
    return setup, plain, " | ".join((board, *names.values(), *cards.values()))


def small_battle_of(seed: int) -> tuple[Setup, str, str]:
    """Return a set-up of four fighters a side on a board with a deck and two walls, as `battle_of` does."""
    parts = [
        box("deck", (12, 8, 0), (18, 14, 3), "platform"),
        box("west", (6, 4, 0), (7, 10, 3)),
        box("east", (23, 12, 0), (24, 18, 3)),
    ]
    axe = weapon(attacks=2, strength=5, hit=2, crit=5)
    band = [
        profile("a", "hero", weapons=[weapon(attacks=4, strength=5, hit=2, crit=5)], wounds=18, points=160),
        profile("b"),
        profile("c", weapons=[SWORD, BOW]),
        profile("d", weapons=[axe], toughness=5, wounds=14),
    ]
    setup = set_up(band, band, parts=parts)
    decks = {**setup.details["decks"], "victory": [SMALL_CARDS[seed % len(SMALL_CARDS)]]}
    setup = msgspec.structs.replace(setup, details={**setup.details, "decks": decks})
    return setup, ("red", "blue")[seed // len(SMALL_CARDS) % 2], f"small | {decks['victory'][0]['name']}"


_READ: dict[str, Any] = {}


def _once(value: Any, files: Any, spot: Any) -> Any:
    """Return a table of a set-up, read once: battles on a board share what was derived of its terrain."""
    key = json.dumps([value["features"], value.get("pieces")], sort_keys=True)
    if key not in _READ:
        _READ[key] = embedded_table(value, files, spot)
    return _READ[key]


def play(seed: int, *, mirrored: bool = False, small: bool = False) -> dict[str, Any]:
    """Play a battle; return how it went, as JSON has it."""
    setup, plain, about = small_battle_of(seed) if small else battle_of(seed)
    with _deriving() as derived:
        return _played(setup, plain, seed, derived, about, mirrored=mirrored)


def _played(setup: Setup, plain: str, seed: int, derived: Timed, about: str, *, mirrored: bool) -> dict[str, Any]:
    spent: list[tuple[float, float]] = []
    players = {
        player: _Timed(spent, derived) if mirrored or player == plain else RandomPlayer() for player in setup.players
    }
    uses, dice, begin = Uses(), SeededDice(seed), time.process_time()
    with patch.object(warcry3d.game.setup, "embedded_table", _once):  # the table is read when it is first needed
        game = Game.begin(WarcryBattle(), setup)
        while not game.is_over:
            before = game.state
            game = play_on(game, players, dice, seed=seed)
            uses.after(before, game.done[-1].action, game.state)
    assert isinstance(game.pending, Outcome), "it is over"
    mine = {player for player, one in players.items() if isinstance(one, _Timed)}
    acted = [one for one in uses.activations if one.player in mine]
    idle = [one for one in acted if not one.uses]
    paid = [one for one in uses.abilities if one.player in mine]
    vain = [one for one in paid if not one.changed]
    return {
        "seed": seed,
        "mirrored": mirrored,
        "about": about,
        "won": game.pending.winners == (plain,),
        "scores": dict(game.pending.scores),
        "activations": len(acted),
        "idle": len(idle),
        "idlers": Counter(one.fighter for one in idle),
        "uses": Counter(use for one in acted for use in one.uses),
        "dice": sum(one.dice for one in paid),
        "vain": sum(one.dice for one in vain),
        "abilities": Counter(one.ability for one in paid),
        "vainly": Counter(one.ability for one in vain),
        "legs": Counter({kind: n for (player, kind), n in uses.legs.items() if player in mine}),
        "decisions": [(round(whole, 3), round(part, 3)) for whole, part in spent],
        "seconds": round(time.process_time() - begin, 1),
    }


def run(battles: int = BATTLES, first: int = 1, mirrored: int = 0, small: int = 0) -> str:
    """Play so many battles; return the figures, with those of the file that is named."""
    kept = os.environ.get("WARCRY3D_OPPONENT")
    told: list[dict[str, Any]] = []
    for seed in range(first, first + battles):
        one = play(seed, mirrored=bool(mirrored), small=bool(small))
        told.append(one)
        print(json.dumps({key: value for key, value in one.items() if key != "decisions"}), flush=True)
        if kept:
            with Path(kept).open("a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")
    if kept:
        told = [json.loads(line) for line in Path(kept).read_text(encoding="utf-8").splitlines()]
    return figures(told)


def figures(told: Sequence[dict[str, Any]]) -> str:
    """Return the figures of battles, with intervals of 95 %: whole battles are drawn again."""
    lines = []
    against = [one for one in told if not one["mirrored"]]
    if against:
        lines.append(_wins(against))
    lines.append(f"activations without use: {_share(told, 'idle', 'activations')}")
    lines.append(f"dice spent on what changed nothing: {_share(told, 'vain', 'dice')}")
    for name in ("uses", "abilities", "vainly", "legs"):
        lines.append(f"{name}: {_summed(one[name] for one in told)}")
    times = np.array([spent for one in told for spent in one["decisions"]])
    for what, seconds in (("prepared", times[:, 0] - times[:, 1]), ("that derives what it needs", times[:, 0])):
        middle, most, nearly_all = np.percentile(seconds, (50, 90, 99))
        lines.append(
            f"a decision {what} ({len(times)}): median {middle:.2f} s, 90 % {most:.2f} s, 99 % {nearly_all:.2f} s, "
            f"longest {seconds.max():.2f} s; over 5 s: {int((seconds > 5).sum())}"
        )
    lines.append(f"{len(told)} battles, {np.mean([one['seconds'] for one in told]):.1f} s of the processor each")
    return "\n".join(lines)


def _wins(told: Sequence[dict[str, Any]]) -> str:
    from scipy.stats import binomtest

    won = sum(one["won"] for one in told)
    sure = binomtest(won, len(told)).proportion_ci(0.95, method="wilson")
    lost = [one["seed"] for one in told if not one["won"]]
    return f"beats random: {won} of {len(told)}, {won / len(told):.0%} ({sure.low:.0%} to {sure.high:.0%}); not: {lost}"


def _share(told: Sequence[dict[str, Any]], part: str, whole: str) -> str:
    parts, wholes = (np.array([one[name] for one in told], dtype=float) for name in (part, whole))
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, len(told), (RESAMPLED, len(told)))
    shares = parts[drawn].sum(axis=1) / np.maximum(wholes[drawn].sum(axis=1), 1)
    low, high = np.percentile(shares, (2.5, 97.5))
    return (
        f"{int(parts.sum())} of {int(wholes.sum())}, {parts.sum() / max(wholes.sum(), 1):.1%} ({low:.1%} to {high:.1%})"
    )


def _summed(counters: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counters:
        total.update(one)
    return dict(total.most_common())
