"""Names that are short enough for plates over the table: what is left of each still tells it from the others. Pure."""

from collections import Counter
from collections.abc import Mapping

__all__ = ["abbreviated", "short_names"]

LONG = 9
"""Names of so many letters stay as they are."""
LETTERS = 3
"""A name that finds no room is abbreviated to so many letters."""
ARTICLES = frozenset({"a", "an", "the"})


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by the same keys: of a long one its first words as far as no other name begins so, else its first
    words as initials.

    >>> short_names({"a": "Ibb of the Herons", "b": "Hale", "c": "Chaos Warrior 1", "d": "Chaos Warrior 2"})
    {'a': 'Ibb', 'b': 'Hale', 'c': 'C. Warrior 1', 'd': 'C. Warrior 2'}
    """
    words = {key: name.split() for key, name in names.items()}
    whole = {tuple(parts) for parts in words.values()}
    begun = Counter(parts[:count] for parts in whole for count in range(1, len(parts) + 1))
    return {key: name if len(name) <= LONG else _short(words[key], begun) for key, name in names.items()}


def _short(words: list[str], begun: Mapping[tuple[str, ...], int]) -> str:
    for count in range(1, len(words)):
        if words[count - 1].lower() not in ARTICLES and begun[tuple(words[:count])] == 1:
            return " ".join(words[:count]).rstrip(",")
    last = max(len(words) - 2, 0) if words and words[-1].isalnum() and len(words[-1]) <= LETTERS else len(words) - 1
    initials = [f"{word[0]}." for word in words[:last] if word[0].isascii()]
    return " ".join([*initials, *words[last:]]) if len(initials) == last else " ".join(words)


def abbreviated(name: str) -> str:
    """Return a name as short as it can be.

    >>> abbreviated("Morwen"), abbreviated("Ibb"), abbreviated("C. Warrior 2")
    ('Mor.', 'Ibb', 'CW2')
    """
    words = name.split()
    if len(words) > 1:
        return "".join(word[0] for word in words if word[0].isalnum())
    return name if len(name) <= LETTERS else f"{name[:LETTERS]}." if name.isascii() else name[:LETTERS]
