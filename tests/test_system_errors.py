"""Why the operating system refused something is said in the reader's language."""

import errno
import os
from pathlib import Path

import pytest

from warcry3d.file_writes import write_error
from warcry3d.messages import Words
from warcry3d.system_errors import reason_of


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EFBIG])
def test_reason_is_that_of_the_system_and_is_translated(number: int) -> None:
    error = write_error(Path("evening.battle.jsonl"), OSError(number, os.strerror(number)))
    assert str(error).endswith(f"cannot be written: {os.strerror(number)}")
    assert os.strerror(number) not in Words("zh_CN").error(error)


def test_reason_that_is_not_known_is_in_the_words_of_the_system() -> None:
    assert reason_of(OSError(errno.ECHILD, "No child processes")) == "No child processes"
    assert reason_of(ValueError("embedded null byte")) == "embedded null byte"
