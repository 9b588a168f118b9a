"""What the files of armies have in common, whatever the rule system: where they are, and how copies are numbered."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from warcry3d.table.jsonfile import JsonPath

__all__ = [
    "hyphenated",
    "hyphenated_word",
    "is_regular_file",
    "named_file",
    "numbered_ids",
    "numbered_names",
    "source_file",
]


def is_regular_file(path: Path) -> bool:
    """Return whether a file is there; what cannot be looked up (a name too long, a closed folder) is none."""
    try:
        return path.is_file()
    except OSError:  # said where the file is read
        return False


def named_file(name: str, ships: Path, endings: Sequence[str]) -> Path:
    """Return the file a name means: one from here, else one in the folder ``ships``, with or without its ending."""
    path = Path(name)
    if path.name != name or is_regular_file(path):
        return path
    return next((ships / f"{name}{end}" for end in endings if is_regular_file(ships / f"{name}{end}")), path)


def source_file(source: str, folder: Path, ships: Path, spot: JsonPath) -> Path:
    """Return the file that an army's file names: beside it, else among those that ship; raise `FileError`."""
    beside = folder / source
    path = next((path for path in (beside, ships / source) if is_regular_file(path)), None)
    if path is None:
        raise spot.error("there is no file {path}", path=str(beside))
    return path


def numbered_ids(given: Sequence[str | None], others: Sequence[str]) -> list[str]:
    """Return an id for each member: the given one, else the other, numbered from the second of a kind on.

    >>> numbered_ids([None, None, "wolf-2", None], ["wolf", "wolf", "wolf", "wolf"])
    ['wolf', 'wolf-3', 'wolf-2', 'wolf-4']
    """
    taken = Counter(id for id in given if id is not None)
    ids: list[str] = []
    for own, other in zip(given, others, strict=True):
        id, number = own or other, 1
        while own is None and taken[id]:
            number += 1
            id = f"{other}-{number}"
        taken[id] += own is None
        ids.append(id)
    return ids


def numbered_names(given: Sequence[str | None], others: Sequence[str]) -> list[str]:
    """Return a name for each member: the given one, else the other, with a number from the second of a kind on.

    >>> numbered_names([None, "Old Grey", None], ["Wolf", "Wolf", "Wolf"])
    ['Wolf', 'Old Grey', 'Wolf 2']
    """
    count: Counter[str] = Counter()
    names: list[str] = []
    for own, other in zip(given, others, strict=True):
        count[other] += own is None
        names.append(own or (other if count[other] < 2 else f"{other} {count[other]}"))
    return names


def hyphenated(words: str) -> str:
    """Return words in lower case with hyphens, as keywords are written; empty where nothing is left of them.

    >>> hyphenated("Icon Bearer")
    'icon-bearer'
    >>> hyphenated("The Reeve's Men: Bows")
    'the-reeves-men-bows'
    """
    plain = re.sub(r"['’]", "", words.lower())
    return re.sub(r"[\W_]+", "-", plain).strip("-")


def hyphenated_word(text: str, spot: JsonPath) -> str:
    """Return a keyword as it is; raise `FileError` for one that is not written as keywords are."""
    plain = hyphenated(text)
    if not plain or plain != text:
        raise spot.error(
            "expected lower-case words with hyphens, such as '{example}', got '{text}'",
            example=plain or "icon-bearer",
            text=text,
        )
    return text
