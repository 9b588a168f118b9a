"""The random player: whatever it does is allowed, and of all kinds; whole battles, held to the laws."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.battle_checks import Watch
from tests.conformance.laws import Battle, check_battle
from tests.rules.warcry.battle.field import BOW, RULES, SWORD, box, fighting, profile, set_up
from tests.rules.warcry.players.asking import answer
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on, play_out
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.record import Journal, load_record
from warcry3d.game.replay import replay
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.game.session import Game
from warcry3d.rules.warcry.battle.actions import Activate, Move
from warcry3d.rules.warcry.players.fallback import sure
from warcry3d.rules.warcry.players.plain import PlainPlayer

DECK = box("deck", (8, 8, 2.8), (14, 13, 3), "platform")
POST = box("post", (8, 8, 0), (14, 8.4, 2.8))
WALL = box("wall", (18, 6, 0), (18.5, 12, 2))
RUBBLE = box("rubble", (20, 14, 0), (22, 16, 0.6))

RED = [profile("a", "hero"), profile("b", weapons=[BOW, SWORD]), profile("c", "fly", move=8)]
BLUE = [profile("a", "beast", base={"oval": [60, 35]}), profile("b"), profile("c", weapons=[BOW])]


def test_all_it_does_on_and_around_a_deck_is_allowed_and_of_many_kinds() -> None:
    places = {"red-c": (11.0, 10.0, 3.0), "red-b": (16.6, 9.0), "blue-b": (20.0, 9.0)}
    profiles = {"red-c": profile("c", move=8), "red-b": profile("b", move=8)}
    playing = fighting(places, profiles=profiles, parts=[DECK, POST, WALL])
    kinds, legs = set(), set()
    for id in ("red-c", "red-b"):
        acting = fighting(places, profiles=profiles, parts=[DECK, POST, WALL]).do(Activate(id))
        for seed in range(60):
            action = answer(acting, RandomPlayer(), seed=seed)
            kinds.add(type(action).__name__)
            if isinstance(action, Move):
                legs |= {leg.kind.value for leg in action.path.legs}
    assert {"walk", "climb", "jump"} <= legs
    assert {"Move", "Wait"} <= kinds
    assert playing.choice.kind == "activate"


def test_the_same_stream_gives_the_same_answer() -> None:
    playing = fighting({"red-a": (5, 5), "blue-b": (9, 5)}).do(Activate("red-a"))
    assert answer(playing, RandomPlayer(), seed=5) == answer(playing, RandomPlayer(), seed=5)


@pytest.mark.parametrize(
    ("player", "seed"),
    [(RandomPlayer(), 1), (PlainPlayer(), 3), pytest.param(RandomPlayer(), 2, marks=pytest.mark.soak)],
    ids=("one", "plain", "two"),
)
def test_a_whole_battle_keeps_all_laws_and_is_the_same_played_again(player: Any, seed: int, tmp_path: Path) -> None:
    """rule: WC-ROUND-1, WC-COMBAT-1, WC-COMBAT-2, WC-MOVE-2."""
    record, watch, dice = tmp_path / "battle.jsonl", Watch(), SeededDice(seed)
    details = {"decks": {**set_up(RED, BLUE).details["decks"], "victory": [{"name": "Short", "rounds": 2, **SCORES}]}}
    game = Game.begin(RULES, set_up(RED, BLUE, parts=[DECK, POST, WALL, RUBBLE], details=details))
    with Journal.create(record, game, seed=seed) as journal:
        while not game.is_over:
            due = game.pending
            if isinstance(due, Choice):
                certain = sure(RULES, game.state, due)
                assert not game.faults(certain), certain
            before = game.state
            game = play_on(game, {"red": player, "blue": player}, dice, seed=seed)
            journal.follow(game)
            assert watch.after(before, game.state, game.done[-1].events) == ()
    again = replay(load_record(record), RULES)
    assert again.divergence is None
    assert again.game is not None
    assert again.game.hash == game.hash


SCORES = {"objectives": [[15, 11], [10, 10]], "scores": [{"per": "controlled-objective"}, {"per": "more-blood"}]}


def test_what_the_watch_is_for_is_seen() -> None:
    """Bases that overlap, a base in a wall, one in the air, one off the board, too much damage: each is told."""
    watch = Watch()
    wrong: dict[str, dict[str, tuple[float, ...]]] = {
        "overlap": {"red-a": (5.0, 5.0), "blue-b": (5.5, 5.0)},
        "stands in": {"red-a": (18.2, 9.0), "blue-b": (5.0, 5.0)},
        "stands on nothing": {"red-a": (5.0, 5.0, 2.0), "blue-b": (9.0, 5.0)},
        "off the board": {"red-a": (0.2, 5.0), "blue-b": (9.0, 5.0)},
    }
    for words, places in wrong.items():
        state = fighting(places, parts=[WALL]).state
        assert any(words in fault for fault in watch.after(state, state, ())), words
    fine = fighting({"red-a": (5.0, 5.0), "blue-b": (9.0, 5.0)}, parts=[WALL]).state
    assert Watch().after(fine, fine, ()) == ()
    hurt = fine.changed(fighters=tuple(f.changed(damage=99) for f in fine.fighters))
    assert any("damage" in fault for fault in Watch().after(fine, hurt, ()))


def test_streams_are_all_the_chance_there_is() -> None:
    """Another stream may give another answer; nothing else does."""
    playing = fighting({"red-a": (15, 11), "blue-b": (22, 11)}).do(Activate("red-a"))
    answers = {repr(RandomPlayer().choose(RULES, playing.state, playing.choice, Stream(seed))) for seed in range(8)}
    assert len(answers) > 1


@pytest.mark.soak  # `make test` holds a battle of the warbands that ship to the same laws
@pytest.mark.parametrize("every", (8, 1))
def test_a_battle_of_warcry_holds_the_laws_of_all_rule_systems(every: int, tmp_path: Path) -> None:
    setup = set_up(RED[:2], BLUE[:2], parts=[DECK, POST, WALL, RUBBLE])
    players = {"red": RandomPlayer(), "blue": RandomPlayer()}
    check_battle(Battle(RULES, setup, players, seed=4, most=90, every=every), tmp_path)


def test_the_plain_player_beats_the_random_one() -> None:
    """Three against three of the same; the plain player wins such battles by eight points to one half."""
    card = {"name": "Short", "rounds": 2, **SCORES}
    details = {"decks": {**set_up(RED, RED).details["decks"], "victory": [card]}}
    game = Game.begin(RULES, set_up(RED, RED, parts=[DECK, POST, WALL, RUBBLE], details=details))
    game = play_out(game, {"red": PlainPlayer(), "blue": RandomPlayer()}, SeededDice(1), seed=1)
    assert isinstance(game.pending, Outcome)
    assert game.pending.winners == ("red",)
