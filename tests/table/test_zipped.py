"""Zip archives from outside: what is read, and what is refused before it fills the memory."""

import io
import zipfile

import pytest

from warcry3d.errors import FileError
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.zipped import is_zip, only_member, unzipped

SPOT = JsonPath("x.zip")


def archive(**members: bytes) -> bytes:
    """Return a zip archive; ``__`` in a name stands for a slash."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name.replace("__", "/"), data)
    return stream.getvalue()


def test_the_only_member_is_read_whatever_its_name() -> None:
    data = archive(**{"..__..__etc__passwd": b"<roster/>"})
    assert is_zip(data)
    assert only_member(data, SPOT, limit=100) == ("../../etc/passwd", b"<roster/>")


def test_folders_do_not_count_as_members() -> None:
    assert only_member(archive(a__=b"", a__b=b"c"), SPOT, limit=100) == ("a/b", b"c")


def test_of_several_files_the_only_one_with_an_ending_is_meant() -> None:
    data = archive(**{"Sub__A.ROS": b"<roster/>", "readme.txt": b"hello"})
    assert only_member(data, SPOT, limit=100, endings=(".ros", ".json")) == ("Sub/A.ROS", b"<roster/>")
    with pytest.raises(FileError, match="one file in it, got 2"):
        only_member(archive(**{"a.ros": b"1", "b.ros": b"2"}), SPOT, limit=100, endings=(".ros",))


def test_only_wanted_members_are_read() -> None:
    data = archive(a=b"1", b=b"2" * 5000)
    assert unzipped(data, SPOT, wanted=lambda name: name == "a", limit=100) == {"a": b"1"}


@pytest.mark.parametrize("count", [0, 2])
def test_no_member_or_several_are_refused(count: int) -> None:
    data = archive(**{str(i): b"x" for i in range(count)})
    with pytest.raises(FileError, match=rf"^x\.zip: expected a zip archive with one file in it, got {count}$"):
        only_member(data, SPOT, limit=100)


def test_a_bomb_is_refused_by_what_its_directory_promises() -> None:
    data = archive(a=b"0" * 5_000_000)
    with pytest.raises(
        FileError, match=rf"unpacks to 5000000 bytes from {len(data)}; expected at most {200 * len(data)}"
    ):
        only_member(data, SPOT, limit=10_000_000)


def test_a_bomb_whose_directory_lies_is_refused() -> None:
    data = archive(a=b"0" * 300_000)
    lying = data.replace((300_000).to_bytes(4, "little"), (9).to_bytes(4, "little"))
    with pytest.raises(FileError, match=r"broken|promises"):
        only_member(lying, SPOT, limit=1000)


@pytest.mark.parametrize("cut", [3, 30, 60])
def test_a_broken_archive_is_refused(cut: int) -> None:
    with pytest.raises(FileError, match=r"^x\.zip: the zip archive is broken$"):
        only_member(archive(a=b"hello world")[:-cut], SPOT, limit=1000)
