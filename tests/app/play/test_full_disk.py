"""A battle in the window whose record can no longer be written: it is said, nothing is lost, and it is made up for."""

from pathlib import Path

from tests.app.play.battles import key, open_battle
from tests.app.windows import Made, said
from tests.game.full_disk import full_disk
from warcry3d.app.play.state import Due
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.app.shell.model import ShellAction
from warcry3d.game.record import load_record


def test_battle_goes_on_over_a_full_disk_and_is_written_once_there_is_room(made: Made, race: Path) -> None:
    window, _ = made
    desk = open_battle(made, race)
    with full_disk(race.stat().st_size + 20):
        key(made, "2")
        assert desk.model.due is Due.THROW and len(desk.model.game.done) == 1
        assert "cannot be written" in said(window) and str(race) in said(window)
        key(made, "space")
        assert len(desk.model.game.done) == 2 and "cannot be written" in said(window)
    assert load_record(race).steps == ()
    key(made, "s")
    assert "cannot be written" not in said(window)
    assert len(load_record(race).steps) == len(desk.model.game.done) == 3
    assert read_battle(race).game.hash == desk.model.game.hash


def test_what_could_not_be_written_is_written_when_the_battle_is_left(made: Made, race: Path) -> None:
    desk = open_battle(made, race)
    with full_disk(race.stat().st_size + 20):
        key(made, "2")
    assert load_record(race).steps == ()
    desk.close()
    assert len(load_record(race).steps) == 1


def test_battle_that_is_left_while_the_disk_is_full_is_lost_with_a_notice_and_not_in_silence(
    made: Made, race: Path
) -> None:
    window, _ = made
    desk = open_battle(made, race)
    with full_disk(race.stat().st_size + 20):
        key(made, "2")
        window.notify(None)
        desk.close()
    assert "cannot be written" in said(window) and "up to action 0" in said(window)
    assert load_record(race).steps == (), "the record itself is whole"


def test_person_is_asked_before_a_battle_is_left_that_could_not_be_written(made: Made, race: Path) -> None:
    window, _ = made
    open_battle(made, race)
    with full_disk(race.stat().st_size + 20):
        key(made, "2")
        window.do(ShellAction.QUIT)
        assert window.model.is_asking and not window.is_closed
        assert "up to action 0" in window.shown.unkept
        window.do(ShellAction.KEEP)
        assert window.model.is_asking and not window.is_closed
    window.do(ShellAction.KEEP)
    assert window.is_closed and "cannot be written" not in said(window)
    assert len(load_record(race).steps) == 1


def test_battle_that_could_not_be_written_is_left_where_the_person_says_so(made: Made, race: Path) -> None:
    window, _ = made
    open_battle(made, race)
    with full_disk(race.stat().st_size + 20):
        key(made, "2")
        window.do(ShellAction.QUIT)
        window.do(ShellAction.DISCARD)
        assert window.is_closed
