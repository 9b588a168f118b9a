"""Files are written whole or not at all, through links, and by one program at a time."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.game.full_disk import full_disk
from tests.patience import PATIENCE
from warcry3d.errors import FileError
from warcry3d.file_writes import FileLock, atomic_write, temporary_files

ROOT = Path(__file__).resolve().parents[1]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_file_is_replaced_by_the_new_content(tmp_path: Path) -> None:
    atomic_write(tmp_path / "a", b"one")
    atomic_write(tmp_path / "a", b"two")
    assert (tmp_path / "a").read_bytes() == b"two"
    assert names_in(tmp_path) == ["a"]


def test_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for name in ("old", "new"):  # the second leads to a file that does not exist yet
        (tmp_path / name).symlink_to(tmp_path / "there" / name)
    (tmp_path / "there" / "old").write_bytes(b"before")
    for name in ("old", "new"):
        atomic_write(tmp_path / name, b"after")
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / "there" / name).read_bytes() == b"after"
    assert names_in(tmp_path / "there") == ["new", "old"]


def test_links_in_a_circle_are_one_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(FileError, match=r"a: cannot be written: "):
        atomic_write(tmp_path / "a", b"x")
    assert (tmp_path / "a").is_symlink()


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    path.chmod(0o600)
    atomic_write(path, b"y")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["missing/a", "file/a", "folder", "n" * 300, "a\0b"])
def test_place_where_nothing_can_be_written_is_one_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"whole")
    with pytest.raises(FileError, match="cannot be written: "):
        atomic_write(tmp_path / name, b"x")
    assert names_in(tmp_path) == ["file", "folder"]
    assert (tmp_path / "file").read_bytes() == b"whole"


def test_longest_name_that_a_file_can_have_is_written(tmp_path: Path) -> None:
    atomic_write(tmp_path / ("n" * 255), b"x")
    with FileLock(tmp_path / ("n" * 255)):
        assert (tmp_path / ("n" * 255)).read_bytes() == b"x"


def test_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"whole")
    path.chmod(0o444)
    monkeypatch.setattr("os.access", lambda *_: False)  # for an administrator no file is read-only
    with pytest.raises(FileError, match=r"cannot be written: Permission denied"):
        atomic_write(path, b"x")
    assert path.read_bytes() == b"whole"


def test_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"whole")
    with full_disk(1000), pytest.raises(FileError, match="cannot be written: "):
        atomic_write(path, bytes(100_000))
    assert path.read_bytes() == b"whole"
    assert names_in(tmp_path) == ["a"]


def test_device_is_written_to_and_stays_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen([sys.executable, "-c", f"print(open({str(pipe)!r}).read())"], stdout=subprocess.PIPE)
    atomic_write(pipe, b"through")
    assert reader.communicate(timeout=PATIENCE)[0].strip() == b"through"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_an_ended_process_left_is_found(tmp_path: Path) -> None:
    (tmp_path / ".warcry3d-77-0.part").write_bytes(b"half")
    (tmp_path / ".warcry3d-78-0.part").write_bytes(b"half")
    assert [path.name for path in temporary_files(tmp_path, 77)] == [".warcry3d-77-0.part"]


HOLD = "from warcry3d.file_writes import FileLock; from pathlib import Path; import sys, time;"
HOLD += "lock = FileLock(Path(sys.argv[1])).acquire(); print('held', flush=True); time.sleep(600)"


def test_second_program_is_refused_until_the_first_has_ended_however_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "a"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None and holder.stdout.readline().strip() == b"held"
        with pytest.raises(FileError, match="a: another program is writing this file"):
            FileLock(path).acquire()
    finally:
        holder.kill()
        holder.communicate()
    with FileLock(path):
        pass
    assert names_in(tmp_path) == []


def test_lock_holds_within_one_program_and_through_links_too(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with FileLock(tmp_path / "a") as lock:
        for name in ("a", "link"):
            with pytest.raises(FileError, match="another program is writing this file"):
                FileLock(tmp_path / name).acquire()
        assert lock.acquire() is lock
    FileLock(tmp_path / "link").acquire().release()
    assert names_in(tmp_path) == ["link"]


def test_place_where_no_lock_can_be_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing/a: cannot be written: "):
        FileLock(tmp_path / "missing" / "a").acquire()
