"""The table of a record is shown at once, and its battle is replayed behind it."""

import json
import threading
from concurrent.futures import wait
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.app.play.test_play_room import record as record
from tests.app.windows import pixel_of, play_room, steps, until, window_on
from tests.game.race.players import Eager
from warcry3d.app.play.opening_desk import OpeningDesk
from warcry3d.app.play.state import GameWish, PlayAction
from warcry3d.app.play.work import GameChange
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.files import battle_glance
from warcry3d.app.shell.files.battle_glance import BattleGlance, glance_at_battle
from warcry3d.app.shell.files.battle_start import BattleStart, read_battle
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.app.shell.model import OpenFile
from warcry3d.errors import FileError
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import digest
from warcry3d.game.players import play_on
from warcry3d.game.ruleset import Roll
from warcry3d.game.session import Game
from warcry3d.table.shipped import shipped_root

SAMPLE = shipped_root() / "terrain" / "sample-battle.battle.jsonl"


def rewritten(path: Path, record: Path, number: int, **values: object) -> Path:
    """Return a record with other values in one of its lines."""
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[number] = json.dumps(json.loads(lines[number]) | values)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_table_of_a_glance_is_the_one_that_the_replay_leads_to_with_the_very_same_terrain() -> None:
    early = glance_at_battle(SAMPLE)
    assert isinstance(early.content, BattleGlance) and early.rest is not None
    whole = early.rest()
    assert isinstance(whole.content, BattleStart) and whole.content.game.done
    assert whole.content.game.hash == read_battle(SAMPLE).game.hash
    assert whole.table.terrain is early.table.terrain
    where = {model.id: model.placement for model in early.table.models}
    assert where and where == {model.id: model.placement for model in whole.table.models}


def test_record_that_begins_otherwise_now_is_refused_as_before(tmp_path: Path, record: Path) -> None:
    path = rewritten(tmp_path / "other.battle.jsonl", record, 0, state={"at": 7}, hash=digest({"at": 7}))
    with pytest.raises(FileError, match="cannot begin the recorded battle"):
        glance_at_battle(path)


def test_state_that_the_rules_cannot_read_is_never_shown(tmp_path: Path) -> None:
    with patch.object(battle_glance, "state_hash", side_effect=KeyError("nobody")):
        loaded = glance_at_battle(SAMPLE)
    assert isinstance(loaded.content, BattleStart) and loaded.rest is None


def gone_on(game: Game[Any, Any]) -> Game[Any, Any]:
    """Return a race after what is due now."""
    return play_on(game, {"red": Eager(), "blue": Eager()}, SeededDice(3), seed=3)


def test_record_that_grew_since_the_glance_is_read_again(race: Path) -> None:
    early = glance_at_battle(race)
    assert early.rest is not None
    before = read_battle(race)
    with before.journal() as journal:
        journal.follow(gone_on(before.game))
    whole = early.rest()
    assert isinstance(whole.content, BattleStart)
    assert len(whole.content.game.done) == len(before.game.done) + 1
    whole.content.journal().close()


def test_battle_that_goes_on_while_it_is_opened_anew_is_played_on(graphics: Graphics, race: Path) -> None:
    table = glance_at_battle(SAMPLE).table
    with window_on(graphics, table, SAMPLE) as (window, _):
        window.do(OpenFile(race))
        until(window, lambda: window.room_name == "play" and play_room(window).battle is not None)
        desk = play_room(window).battle
        assert desk is not None and desk.model.can_go_on
        window.do(OpenFile(race))
        wait([job.future for job in window.jobs.running])
        game = desk.model.game
        wish = GameWish.THROW if isinstance(game.pending, Roll) else PlayAction(gone_on(game).done[-1].action)
        desk.work.change(GameChange(game, wish))  # in the record before the window takes up the file
        until(window, lambda: play_room(window).battle not in (None, desk))
        again = play_room(window).battle
        assert again is not None and again.model.can_go_on and not window.notice.is_alarming
        assert len(again.model.game.done) == len(game.done) + 1


def test_battle_is_looked_at_while_it_is_replayed_and_played_then(graphics: Graphics, record: Path) -> None:
    go_on = threading.Event()
    replayed = battle_glance.replayed_battle

    def slowly(*asked: object) -> BattleStart:
        assert go_on.wait(60)
        return replayed(*asked)

    table = glance_at_battle(SAMPLE).table
    with window_on(graphics, table, SAMPLE) as (window, screen), patch.object(battle_glance, "replayed_battle", slowly):
        window.do(OpenFile(record))
        until(window, lambda: window.document.path == record)
        room = play_room(window)
        assert isinstance(room.desk, OpeningDesk) and room.battle is None
        screen.inputs += [PointerMoved(pixel_of(window, room.view.table.models[0].placement.at))]
        screen.inputs += [Pressed("mouse1"), Released("mouse1"), Pressed("m"), Released("m")]
        steps(window, 5)
        assert window.open_table.is_loading and not window.document.past and window.room is room
        window.do(OpenFile(record.parent / "missing.battle.jsonl"))
        until(window, lambda: window.notice.is_alarming and window.open_table.is_loading)
        go_on.set()
        until(window, lambda: room.battle is not None)
        assert room.battle is not None and room.battle.model.game.hash == read_battle(record).game.hash
