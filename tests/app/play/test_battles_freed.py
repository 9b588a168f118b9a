"""Battles that were opened and closed leave nothing behind, whatever was prepared for their tables."""

import gc
import time
from collections import Counter
from pathlib import Path

from tests.app.play.battles import PEOPLE, desk_of, open_battle
from tests.app.play.conftest import SmallWindow
from tests.app.play.test_anything_pressed_in_every_system import SEED, begun
from tests.patience import PATIENCE
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.shell.settings import Settings
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.record import Journal
from warcry3d.game.session import Game
from warcry3d.geom.tree import Mesh
from warcry3d.rules.warhammer40k.battle.attacks.seeing import sees_unit
from warcry3d.rules.warhammer40k.battle.context import Context40k
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.sight.blockers import Blockers
from warcry3d.sight.visible import Sightlines
from warcry3d.table.table import Terrain

BIG = (BattleDesk, Game, Context40k, ModelSights, Sightlines, Blockers, Terrain, Mesh)

NAME = "warhammer40k"


def there() -> Counter[type]:
    """Return how many there are of what holds much memory."""
    gc.collect()
    return Counter(type(one) for one in gc.get_objects() if type(one) in BIG)


def settled() -> Counter[type]:
    """Return what there is once that stays the same: what is being worked out for a closed battle is not waited for."""
    limit, found = time.monotonic() + PATIENCE, there()
    while time.monotonic() < limit:
        time.sleep(0.5)
        before, found = found, there()
        if before == found:
            break
    return found


def open_and_close(small_window: SmallWindow, record: Path) -> Counter[type]:
    """Open a battle in a window, ask who sees whom, and close it; return what there was meanwhile."""
    with small_window(Settings(has_instant_dice=True, pace=4.0)) as made:
        state = open_battle(made, record) and desk_of(made).model.game.state
        viewer = next(one.id for one in state.models if one.is_here)
        for unit in state.enemies(state.troop(viewer).unit):
            sees_unit(state, viewer, unit.id, 99.0)
        return there()


def test_battles_opened_and_closed_leave_no_game_no_table_and_no_lines(
    small_window: SmallWindow, tmp_path: Path, own_folder: Path
) -> None:
    record = tmp_path / "closed.battle.jsonl"
    game, player = begun(NAME), RandomPlayer()
    with Journal.create(record, game, seed=SEED, by=PEOPLE) as journal:
        while getattr(game.pending, "kind", "") != "aim":
            game = play_on(game, dict.fromkeys(PEOPLE, player), SeededDice(SEED), seed=SEED)
        journal.follow(game)
    del game
    open_and_close(small_window, record)
    before = settled()
    for _ in range(2):
        meanwhile = open_and_close(small_window, record)
        assert all(meanwhile[one] > before[one] for one in (BattleDesk, Game, Context40k, ModelSights, Sightlines))
    assert settled() <= before, "each count"
