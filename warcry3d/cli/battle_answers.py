"""What a person types as the answer to one prompt: ``2``, ``a c``, ``dagger: a b; shield: c``, ``14,3 16,5``, ``a 14,3
@90; b 10,2``.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from warcry3d.cli.battle_paths import TypedAnswerError, numbers_of, read_facing, read_path, read_point
from warcry3d.game.prompts import (
    Answer,
    Bin,
    Confirm,
    Divide,
    Go,
    ModelPath,
    Number,
    Option,
    PickOne,
    PickSome,
    Place,
    PlaceArea,
    Placing,
    Prompt,
)
from warcry3d.motion.path import Path, Point
from warcry3d.table.table import Table

__all__ = ["ACCEPT", "letter", "normal", "read_answer"]

ACCEPT = "ok"
"""What a person types to take what is proposed."""

_WIDE = str.maketrans("，；：＋－＠。　（）", ",;:+-@. ()")
"""Signs as Chinese keyboards type them, and those they stand for."""

Allowed = Callable[[Answer], bool]


def normal(text: str) -> str:
    """Return a typed line with full-width signs and digits as plain ones, and without spaces after commas.

    >>> normal("１４， 3")
    '14,3'
    """
    plain = text.translate(_WIDE).translate({ord("０") + n: str(n) for n in range(10)})
    return re.sub(r"(?<=[0-9])\s*,\s*(?=[-.0-9])", ",", plain).strip()


def letter(number: int) -> str:
    """Return what the n-th item, from 0, is called on a list: a to z, then aa, ab.

    >>> letter(0), letter(25), letter(27)
    ('a', 'z', 'ab')
    """
    return (letter(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def read_answer(prompt: Prompt, text: str, table: Table, is_allowed: Allowed) -> Answer:
    """Return the answer that a text gives to a prompt; raise `TypedAnswerError` for what gives none.

    It may still be outside of the domain, such as too few of what is picked. ``is_allowed``: asked of answers of which
    each may be meant.
    """
    match prompt:
        case Confirm():
            if text:
                raise TypedAnswerError("nothing comes after this number, got '{text}'", text=text[:60])
            return True
        case PickOne(options=options):
            return _named(text, options).id
        case PickSome(options=options):
            return tuple(_named(word, options).id for word in _words(text))
        case Divide():
            return _division(prompt, text)
        case Place():
            return _placings(prompt, text, table)
        case Go():
            return tuple(_routes(prompt, text, table, is_allowed))
        case Number():
            if not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise TypedAnswerError("expected a number, got '{text}'", text=text[:60])
            return int(text)


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", text) if word]


def _named(word: str, options: Sequence[Option]) -> Option:
    """Return the option that a word names: by its letter on the list, its id, or its whole label."""
    by_id = {option.id.lower(): option for option in options}
    by_label = {str(option.label).lower(): option for option in options}
    by_letter = {letter(number): option for number, option in enumerate(options)}
    for names in (by_id, by_label, by_letter):
        if word.lower() in names:
            return names[word.lower()]
    known = tuple(f"{name} ({option.id})" for name, option in by_letter.items())
    raise TypedAnswerError("nothing here is called '{name}'; there are: {known}", name=word[:60], known=known)


def _division(prompt: Divide, text: str) -> tuple[tuple[str, str], ...]:
    """Return a division: ``bin: items; bin: items``; items that are not named stay where they were to begin with."""
    found = dict(prompt.start)
    if text.lower() == ACCEPT and prompt.start:
        return prompt.start
    for part in filter(str.strip, text.split(";")):
        name, colon, items = part.partition(":")
        if not colon:
            raise TypedAnswerError("expected a group, a colon and its members, got '{text}'", text=part.strip()[:60])
        bin = _bin(name.strip(), prompt.bins)
        found |= {_named(word, prompt.items).id: bin.id for word in _words(items)}
    return tuple((item.id, found[item.id]) for item in prompt.items if item.id in found)


def _bin(name: str, bins: Sequence[Bin]) -> Bin:
    """Return the bin of a name: its id, its label, its number, or the only one whose id begins so."""
    named = {bin.id.lower(): bin for bin in bins} | {str(bin.label).lower(): bin for bin in bins}
    named |= {str(number): bin for number, bin in enumerate(bins, start=1)}
    begun = [bin for bin in bins if name and bin.id.lower().startswith(name.lower())]
    if name.lower() in named or len(begun) == 1:
        return named.get(name.lower()) or begun[0]
    raise TypedAnswerError(
        "nothing here is called '{name}'; there are: {known}", name=name[:60], known=tuple(bin.id for bin in bins)
    )


def _placings(prompt: Place, text: str, table: Table) -> tuple[Placing, ...]:
    """Return places: ``14,3 @90`` for one item, ``a 14,3; b 10,2`` for several, ``-c`` for what is left out.

    What is not named is put where it was proposed.
    """
    found = {one.item: one for one in prompt.suggested}
    if text.lower() == ACCEPT and prompt.suggested:
        return prompt.suggested
    for part in filter(str.strip, text.split(";")):
        words = part.split()
        if words[0].startswith("-") and len(words) == 1 and read_point(words[0]) is None:
            found.pop(_named(words[0][1:], prompt.items).id, None)
            continue
        item = prompt.items[0] if len(prompt.items) == 1 else None
        if read_point(words[0]) is None:
            item = _named(words.pop(0), prompt.items)
        if item is None:
            raise TypedAnswerError("say which: a letter of the list, then the place, such as a 14,3")
        found[item.id] = _placing(prompt, item, words, found.get(item.id), table)
    return tuple(found[item.id] for item in prompt.items if item.id in found)


def _placing(prompt: Place, item: Option, words: list[str], before: Placing | None, table: Table) -> Placing:
    """Return where an item is put; it keeps its facing unless another is typed."""
    model = next((one for one in table.models if one.id in (item.model, item.id)), None)
    kept = before.turn if before is not None else 0.0 if model is None else model.placement.turn
    at, turn = None if before is None else before.at, kept
    for word in words:
        point = read_point(word)
        if word.startswith("@"):
            turn = read_facing(word)
        elif point is None:
            raise TypedAnswerError("expected a place such as 14,3, got '{word}'", word=word[:40])
        elif before is not None and item.piece and point.z is None:
            at = (point.x, point.y, before.at[2])
        else:
            at = _in_area(prompt.areas, point.x, point.y) if point.z is None else None
            at = at or numbers_of(point, table)
    if at is None:
        raise TypedAnswerError("expected a place such as 14,3, got '{word}'", word="")
    return Placing(item.id, at, turn)


def _in_area(areas: Sequence[PlaceArea], x: float, y: float) -> Point | None:
    """Return the place at the height of the first area over which it lies."""
    import shapely

    for area in areas:
        outline, *holes = area.rings
        if shapely.intersects_xy(shapely.Polygon(outline, holes).buffer(1e-6), x, y):
            return (x, y, area.height)
    return None


def _routes(prompt: Go, text: str, table: Table, is_allowed: Allowed) -> Iterator[ModelPath]:
    """Yield the path of each model: ``14,3 16,5`` for one, ``ann: 14,3; bob: 10,2`` for several."""
    if not text.strip():
        raise TypedAnswerError("a way needs at least one place, such as 14,3")
    for part in filter(str.strip, text.split(";")):
        name, colon, rest = part.partition(":")
        only = prompt.models[0] if len(prompt.models) == 1 else ""
        model, words = (name.strip(), rest) if colon else (only, part)
        if model not in prompt.models:
            raise TypedAnswerError(
                "nothing here is called '{name}'; there are: {known}", name=model[:60], known=prompt.models
            )
        try_path = partial(_is_path_allowed, is_allowed, model)
        typed = read_path(
            words.split(), table, model, lambda word: _named(word, prompt.extras).id, try_path, prompt.ends
        )
        yield ModelPath(model, typed.path, typed.extras)


def _is_path_allowed(is_allowed: Allowed, model: str, path: Path) -> bool:
    return is_allowed((ModelPath(model, path),))
