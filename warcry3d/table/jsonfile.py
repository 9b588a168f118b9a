"""JSON from outside, read and checked; every error names file, place and what was expected."""

import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from warcry3d.errors import FileError, WarcryError
from warcry3d.message import Message
from warcry3d.steady_lock import SteadyLock
from warcry3d.system_errors import reason_of
from warcry3d.table.expected_words import expected_words, one_of
from warcry3d.table.json_syntax import syntax_reason

__all__ = ["MAX_JSON_BYTES", "JsonPath", "checked", "parse", "read_bytes", "spread", "valid_json"]

MAX_JSON_BYTES = 32 * 1024 * 1024
"""Large enough for a table with every piece embedded, many times over."""

T = TypeVar("T")

_CONVERTING = SteadyLock()
"""msgspec learns a type when it is first used: two threads that taught it one at once have crashed the program."""


@dataclass(frozen=True, slots=True)
class JsonPath:
    """A place in a file, for errors: ``JsonPath("x.json").at("models", 2)`` reads ``models[2]``."""

    file: str
    place: str = ""

    def at(self, *steps: str | int) -> "JsonPath":
        """Return the place further in: names of fields and numbers of list entries."""
        place = self.place
        for step in steps:
            if isinstance(step, int):
                place += f"[{step}]"
            elif re.fullmatch(r"[\w$-]+", step):
                place += f".{step}" if place else step
            else:
                place += f"[{json.dumps(step, ensure_ascii=False)[:100]}]"
        return JsonPath(self.file, place)

    def error(self, template: str, /, **values: object) -> FileError:
        """Return the error to raise for this place."""
        return FileError(self.file, self.place, template, **values)

    def about(self, error: WarcryError) -> FileError:
        """Return ``error`` at this place; an error that already names a file keeps its place."""
        return error if isinstance(error, FileError) else self.error(error.template, **error.values)


def read_bytes(path: Path, spot: JsonPath, *, limit: int) -> bytes:
    """Return the content of a regular file of at most ``limit`` bytes; errors name ``spot``."""
    try:
        if not path.is_file():
            raise spot.error("there is no file {path}", path=str(path))
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        reason = reason_of(error)
        raise spot.error("{path} cannot be read: {reason}", path=str(path), reason=reason) from None
    if len(data) > limit:
        raise spot.error("the file is larger than {limit} MB", limit=limit // 1024 // 1024)
    return data


_NUMBERS = re.compile(rb'"(?:[^"\\]|\\.)*"|\[[-+\d.eE,\s]+\]')
"""Texts and lists of numbers, which read better on one line."""


def spread(value: Any) -> bytes:
    """Return a value (msgspec types, too) as readable JSON text: indented, lists of numbers on one line."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=1)
    return _NUMBERS.sub(lambda found: _on_one_line(found[0]), text) + b"\n"


def _on_one_line(found: bytes) -> bytes:
    return found if found.startswith(b'"') else b" ".join(found.split())


class _Twice:
    """Stands for an object that has a key twice."""

    def __init__(self, key: str) -> None:
        self.key = key


def _pairs(pairs: list[tuple[str, Any]]) -> Any:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return _Twice(key)
        seen.add(key)
    return found


def parse(data: bytes | str, spot: JsonPath, *, is_line: bool = False) -> Any:
    """Return JSON text as Python values; raise `FileError` for bad syntax, and for what `valid_json` refuses.

    ``is_line``: it is one line of a file, which ``spot`` names.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_pairs, parse_int=_integer)
    except UnicodeDecodeError as error:
        raise spot.error("not text in UTF-8: bad byte at {offset}", offset=error.start) from None
    except json.JSONDecodeError as error:
        reason = syntax_reason(error.msg)
        if is_line:
            raise spot.error("not valid JSON at column {column}: {reason}", column=error.colno, reason=reason) from None
        raise spot.error(
            "not valid JSON at line {line}, column {column}: {reason}",
            line=error.lineno,
            column=error.colno,
            reason=reason,
        ) from None
    except RecursionError:
        raise spot.error("the JSON is nested too deeply") from None
    return valid_json(value, spot)


def _integer(digits: str) -> int | float:
    # Python refuses integers beyond 4300 digits with an error of its own, and slowly converts shorter giants.
    return int(digits) if len(digits) < 30 else float(digits)


MAX_DEPTH = 100
"""The deepest nesting of objects and lists: no format of ours, nor glTF, is deeper than about ten."""

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character: JSON can express it (``"\\ud800"``), no text file can contain it."""


def valid_json(value: T, spot: JsonPath) -> T:
    """Return parsed JSON unchanged; raise `FileError` for content that no format allows.

    That is a number that is not finite, a lone surrogate, a key given twice, or nesting deeper than `MAX_DEPTH`.
    """
    stack: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())] if _needs_a_look(value) else []
    while stack:
        part, steps = stack.pop()
        if not isinstance(part, dict | list):
            raise _unsound(part, spot.at(*steps))
        if len(steps) >= MAX_DEPTH:
            raise spot.error("the JSON is nested too deeply")
        if isinstance(part, dict) and (bad := next((key for key in part if _is_no_text(key)), None)) is not None:
            raise spot.at(*steps).error(
                "the name of a field is not valid text: it has the lone surrogate {code}", code=_code(bad)
            )
        entries: Iterable[tuple[str | int, Any]] = part.items() if isinstance(part, dict) else enumerate(part)
        odd = [(child, (*steps, step)) for step, child in entries if _needs_a_look(child)]
        stack.extend(reversed(odd))
    return value


def _needs_a_look(value: Any) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, dict | list | _Twice) or _is_no_text(value)


def _is_no_text(value: Any) -> bool:
    return isinstance(value, str) and not value.isascii() and _SURROGATE.search(value) is not None


def _unsound(part: Any, spot: JsonPath) -> FileError:
    if isinstance(part, _Twice):
        return spot.error("the field '{field}' is given twice", field=_short(part.key))
    if isinstance(part, str):
        return spot.error("not valid text: it has the lone surrogate {code}", code=_code(part))
    return spot.error("expected a finite number, got {value}", value=part)


def _code(text: str) -> str:
    """Return the lone surrogate in a text as JSON writes it."""
    found = _SURROGATE.search(text)
    return "" if found is None else f"\\u{ord(found[0]):04x}"


def checked(value: Any, wire: type[T], spot: JsonPath) -> T:
    """Return parsed JSON as ``wire``; raise `FileError` with the place that is wrong and what was expected there."""
    try:
        with _CONVERTING:
            return msgspec.convert(value, wire)
    except msgspec.ValidationError as error:
        _blame(error, value, wire, spot)


_SENTENCE = re.compile(r"(?P<what>.*?)(?: - at `(?P<key>key in )?\$(?P<path>.*)`)?", re.DOTALL)


def _blame(error: msgspec.ValidationError, value: Any, wire: Any, spot: JsonPath) -> NoReturn:
    match = _SENTENCE.fullmatch(str(error))
    what, path = (match["what"], match["path"] or "") if match else (str(error), "")
    steps = _steps(path, value, wire, str(error))
    spot = spot.at(*steps)
    guilty: Any = value
    for step in steps:
        guilty = guilty[step]
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        known = ", ".join(_known_fields(steps, wire, value))
        raise spot.error("unknown field '{field}'; known here: {known}", field=_short(found[1]), known=known) from None
    if found := re.fullmatch(r"Object missing required field `(.*)`", what):
        raise spot.error("the field '{field}' is missing", field=found[1]) from None
    if tags := _known_tags(steps, wire, value):
        known = ", ".join(tags)
        raise spot.error("unknown word '{word}'; known here: {known}", word=_short(guilty), known=known) from None
    expected = _expected(what, steps, wire, value)
    raise spot.error("expected {expected}, got {got}", expected=expected, got=_short(guilty)) from None


def _steps(path: str, value: Any, wire: Any, message: str) -> list[str | int]:
    """Return the steps of a msgspec path; it writes ``[...]`` for a key of a mapping, which is found by trying."""
    steps: list[str | int] = []
    here: Any = value
    for field, index in re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", path):
        step: str | int = field
        if index == "...":
            step = _guilty_key(value, steps, wire, message)
        elif index:
            step = int(index)
        steps.append(step)
        here = here[step]
    return steps


def _guilty_key(value: Any, steps: list[str | int], wire: Any, message: str) -> str:
    here = value
    for step in steps:
        here = here[step]
    keys = list(here)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        try:
            with _CONVERTING:
                msgspec.convert(_replaced(value, steps, {key: here[key] for key in half}), wire)
        except msgspec.ValidationError as error:
            keys = half if str(error) == message else keys[len(half) :]
        else:
            keys = keys[len(half) :]
    return str(keys[0])


def _replaced(value: Any, steps: list[str | int], leaf: Any) -> Any:
    if not steps:
        return leaf
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[steps[0]] = _replaced(value[steps[0]], steps[1:], leaf)
    return copy


def _type_at(steps: list[str | int], wire: Any, value: Any) -> Any:
    """Return msgspec's description of the type at ``steps`` (of a union, the member that has fields)."""
    from msgspec import inspect

    kind, here = inspect.type_info(wire), value
    for step in steps:
        kind = _strip(kind, here, struct=isinstance(step, str))
        if isinstance(kind, inspect.StructType):
            kind = next((field.type for field in kind.fields if field.encode_name == step), inspect.AnyType())
        elif isinstance(kind, inspect.DictType):
            kind = kind.value_type
        elif isinstance(kind, inspect.TupleType) and isinstance(step, int):
            kind = kind.item_types[step]
        elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
            kind = kind.item_type
        here = here[step]
    return kind


def _strip(kind: Any, here: Any, *, struct: bool) -> Any:
    """Return the type that applies to the value ``here``: of a union of structs, the one that its tag names."""
    from msgspec import inspect

    if isinstance(kind, inspect.Metadata):
        return _strip(kind.type, here, struct=struct)
    if isinstance(kind, inspect.UnionType):
        wanted = (inspect.StructType, inspect.DictType) if struct else (inspect.ListType, inspect.TupleType)
        choices = [_strip(choice, here, struct=struct) for choice in kind.types]
        tagged = [choice for choice in choices if _is_tagged(choice, here)]
        fitting = [choice for choice in choices if isinstance(choice, wanted)]
        return (tagged or fitting or choices)[0]
    return kind


def _is_tagged(kind: Any, here: Any) -> bool:
    """Return whether a value names this struct by its tag."""
    from msgspec import inspect

    if not isinstance(kind, inspect.StructType) or kind.tag_field is None or not isinstance(here, dict):
        return False
    return bool(here.get(kind.tag_field) == kind.tag)


def _known_fields(steps: list[str | int], wire: Any, value: Any) -> list[str]:
    here = value
    for step in steps:
        here = here[step]
    kind = _strip(_type_at(steps, wire, value), here, struct=True)
    tag = [kind.tag_field] if getattr(kind, "tag_field", None) else []
    return [*tag, *(field.encode_name for field in kind.fields)]


def _known_tags(steps: list[str | int], wire: Any, value: Any) -> list[str]:
    """Return the tags that are possible at ``steps``; none where no tag is expected."""
    from msgspec import inspect

    if not steps:
        return []
    kind = _type_at(steps[:-1], wire, value)
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    choices = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    structs = [choice for choice in choices if isinstance(choice, inspect.StructType)]
    return sorted(str(choice.tag) for choice in structs if choice.tag_field == steps[-1])


def _expected(what: str, steps: list[str | int], wire: Any, value: Any) -> Message:
    """Return msgspec's "Expected ..." in words, or the list of the values of an enumeration."""
    from msgspec import inspect

    if what.startswith("Invalid enum value"):
        found = _type_at(steps, wire, value)
        kind = _strip(found, None, struct=False)
        choices = [kind, *(_strip(choice, None, struct=False) for choice in getattr(found, "types", ()))]
        has_number = any(isinstance(choice, inspect.IntType) for choice in choices)
        for choice in choices:
            if isinstance(choice, inspect.EnumType):
                return one_of([member.value for member in choice.cls], or_a_number=has_number)
            if isinstance(choice, inspect.LiteralType):
                return one_of(choice.values, or_a_number=has_number)
    return expected_words(what)


def _short(value: Any) -> str:
    text = value[:100] if isinstance(value, str) else json.dumps(_pruned(value, 3), ensure_ascii=False, default=str)
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 60 else text[:57] + "..."


def _pruned(value: Any, depth: int) -> Any:
    """Return the beginning of a value: an object may have a million fields, which would take a minute to print."""
    if isinstance(value, str):
        return value[:100]
    if isinstance(value, dict):
        return {key[:100]: _pruned(value[key], depth - 1) for key in islice(value, 20)} if depth else "..."
    if isinstance(value, list):
        return [_pruned(one, depth - 1) for one in value[:40]] if depth else "..."
    return value
