"""Where an OBJ file goes wrong: the first face with a corner that the file does not have."""

from dataclasses import dataclass
from re import fullmatch

__all__ = ["MissingCorner", "missing_corner"]


@dataclass(frozen=True, slots=True)
class MissingCorner:
    """A face in ``line`` (from 1) names the ``corner``; there are ``count`` before it."""

    line: int
    corner: int
    count: int


def missing_corner(data: bytes) -> MissingCorner | None:
    """Return the first face of an OBJ file with a corner that is not there; None where every corner is.

    Corners count from 1; negative ones back from the last before the face. What is no number is passed over: errors do
    not quote files that may be something else.
    """
    count, faces = 0, list[tuple[int, str, int]]()
    for number, row in enumerate(data.splitlines(), 1):
        words = row.split(b"#", 1)[0].split()
        if words[:1] == [b"v"]:
            count += 1
        elif words[:1] == [b"f"]:
            faces += [(number, word.split(b"/")[0].decode("ascii", "replace"), count) for word in words[1:]]
    for line, corner, before in faces:
        if fullmatch("-?[0-9]{1,9}", corner) and not (0 < int(corner) <= count or -before <= int(corner) < 0):
            return MissingCorner(line, int(corner), count)
    return None
