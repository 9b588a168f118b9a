"""Why the operating system refused something, as sentences that can be translated; what is unknown is in its words."""

import errno
from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.message import Message, message

__all__ = ["reason_of"]

_REASONS: Mapping[int, Message] = MappingProxyType(
    {
        errno.ENOSPC: message("No space left on device"),
        errno.EFBIG: message("File too large"),
        errno.EACCES: message("Permission denied"),
        errno.EPERM: message("Operation not permitted"),
        errno.EROFS: message("Read-only file system"),
        errno.ENOENT: message("No such file or directory"),
        errno.ENOTDIR: message("Not a directory"),
        errno.EISDIR: message("Is a directory"),
        errno.EEXIST: message("File exists"),
        errno.EIO: message("Input/output error"),
        errno.ENAMETOOLONG: message("File name too long"),
        errno.ELOOP: message("Too many levels of symbolic links"),
    }
)
"""The reasons that people meet, in the words of Linux."""


def reason_of(error: Exception) -> Message | str:
    """Return why the system refused something: a message to be translated where the reason is a known one."""
    number = getattr(error, "errno", None)
    if isinstance(number, int) and number in _REASONS:
        return _REASONS[number]
    return getattr(error, "strerror", None) or str(error)
