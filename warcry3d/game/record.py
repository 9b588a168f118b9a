"""Records of battles: a journal written line by line, and read back up to where it ends or is torn."""

import contextlib
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Generic, Self, TypeVar

from warcry3d import __version__
from warcry3d.errors import FileError, WarcryError
from warcry3d.file_writes import FileLock, atomic_write, real_path, write_error
from warcry3d.game.changes import GONE, applied, differences
from warcry3d.game.plain import canonical, digest_of_text, plain, text_of_plain
from warcry3d.game.record_format import (
    BATTLE_FORMAT,
    MAX_CHECKED,
    MAX_RECORD_BYTES,
    BackLine,
    Head,
    Line,
    Recorded,
    SeatLine,
    StepLine,
)
from warcry3d.game.session import Game, Step
from warcry3d.message import Message
from warcry3d.system_errors import reason_of
from warcry3d.table.jsonfile import JsonPath, checked, parse, read_bytes

__all__ = ["Journal", "Record", "is_current", "load_record", "salvage_record"]

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Record:
    """A battle as it was written down.

    ``steps``: the actions that count, those taken back left out; ``by``: who plays at its end, for each player, as far
    as that was said; ``whole``: how many bytes of the file are whole lines, ``digest``: of these bytes; ``notices``:
    what was odd about it (a last line torn off).
    """

    file: str
    head: Head = field(repr=False)
    steps: tuple[Recorded, ...] = field(repr=False)
    by: Mapping[str, str]
    whole: int
    digest: str = field(repr=False)
    notices: tuple[Message, ...] = ()


def load_record(path: Path | str) -> Record:
    """Return the record of a file; raise `FileError` naming the line and place of what is wrong.

    Every line is checked, and every digest against the state that the changes up to it make. A last line without its
    end was being written when the program was stopped: it is dropped, with a notice. The rules are not asked:
    `warcry3d.game.replay.replay` does that.
    """
    record, damage = salvage_record(path)
    if damage is not None:
        raise damage
    return record


def salvage_record(path: Path | str) -> tuple[Record, FileError | None]:
    """Return the record of a file up to the first line that is damaged, and what is wrong with that; None: nothing is.

    Raises `FileError` as `load_record` does where not even the first line can be read.
    """
    path = Path(path)
    data = _data(path)
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise JsonPath(str(path)).error("not a record of a battle: it has no whole line")
    reading, damage = _Reading(lines[0], _spot(path, 1)), None
    for number, text in enumerate(lines[1:], start=2):
        try:
            reading.follow(text, number, _spot(path, number))
        except FileError as error:
            damage = error
            break
    digest = _digest_of(data[:whole])
    steps, by = tuple(reading.steps), MappingProxyType(reading.by)
    return Record(str(path), reading.head, steps, by, whole, digest, _notices(len(data) - whole)), damage


def is_current(record: Record) -> bool:
    """Return whether the file of a record still holds the very lines that were read; raise `FileError` where it cannot
    be read.
    """
    return _holds(_data(Path(record.file)), record)


def _holds(data: bytes, record: Record) -> bool:
    return _digest_of(data[: record.whole]) == record.digest and b"\n" not in data[record.whole :]


def _data(path: Path) -> bytes:
    return read_bytes(path, JsonPath(str(path)), limit=MAX_RECORD_BYTES)


def _digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def _notices(torn: int) -> tuple[Message, ...]:
    if not torn:
        return ()
    return (Message("the last line is torn off: an unfinished action of {torn} bytes is left out", {"torn": torn}),)


def _spot(path: Path, number: int) -> JsonPath:
    return JsonPath(f"{path}: line {number}")


class _Reading:
    """A record while it is read: its head and the steps so far that count."""

    def __init__(self, text: bytes, spot: JsonPath) -> None:
        try:
            value = parse(text, spot, is_line=True)
        except FileError as error:
            reason = WarcryError(error.template, **error.values)
            raise spot.error("not a record of a battle: {reason}", reason=reason) from None
        found = value.get("format") if isinstance(value, dict) else None
        if found != BATTLE_FORMAT:
            raise spot.error("not a record of a battle: expected the format {expected}", expected=BATTLE_FORMAT)
        self.head = checked(value, Head, spot)
        self.steps: list[Recorded] = []
        self.by = dict(self.head.by)
        self.checked = 0
        self._check(self.head.state, self.head.hash, spot)

    def follow(self, text: bytes, number: int, spot: JsonPath) -> None:
        """Take one more line."""
        value = parse(text, spot, is_line=True)
        if not isinstance(value, dict):
            raise spot.error("expected an object: an action, the number of actions undone, or who plays")
        if "back" in value:
            self._back(checked(value, BackLine, spot).back, spot)
            return
        if "by" in value:
            self.by |= checked(value, SeatLine, spot).by
            return
        line = checked(value, StepLine, spot)
        if line.step != len(self.steps) + 1:
            raise spot.at("step").error(
                "expected step {expected}, got {got}", expected=len(self.steps) + 1, got=line.step
            )
        before = self.steps[-1].state if self.steps else self.head.state
        try:
            state = applied(before, line.changes, line.gone)
        except KeyError as error:
            raise spot.at("changes").error("the state has no place {place}", place=str(error.args[0])[:200]) from None
        self._check(state, line.hash, spot)
        self.steps.append(Recorded(line.action, state, line.hash, number))

    def _back(self, back: int, spot: JsonPath) -> None:
        there = len(self.steps)
        if back > there:
            raise spot.at("back").error("the record undoes {back} actions, but it has {there}", back=back, there=there)
        del self.steps[there - back :]

    def _check(self, state: Any, hash: str, spot: JsonPath) -> None:
        try:
            text = text_of_plain(state)
        except RecursionError:
            raise spot.error("the JSON is nested too deeply") from None
        self.checked += len(text)
        if self.checked > MAX_CHECKED:
            raise spot.error("the states of this record are too large to be those of a battle")
        if digest_of_text(text) != hash:
            raise spot.at("hash").error(
                "the state here is not the one whose digest was written: the record was changed"
            )


class Journal(Generic[S, A]):
    """A record that is being written: each action is in the file before the next one is asked for.

    `follow` writes what happened to a game since; what was taken back has a line of its own, so the file only
    grows, by whole lines. No other journal can write the file meanwhile. It is a context manager; leaving it closes the
    file.
    """

    def __init__(
        self,
        path: Path,
        lock: FileLock,
        end: int,
        written: tuple[Step[S, A], ...],
        state: Any,
        by: Mapping[str, str],
    ) -> None:
        self._path = path
        self._by = by
        self._lock = lock
        self._end = end
        self._written = written
        self._state = state
        self._stream = _opened(path)
        self._cut()

    @classmethod
    def create(
        cls, path: Path | str, game: Game[S, A], *, seed: int | None, by: Mapping[str, str] | None = None
    ) -> Self:
        """Begin the record of a game with what was done so far.

        Raises `FileError` where it cannot be written, or another program is writing it. A file that is there already is
        replaced. ``seed``: of the dice; None: they are typed in.
        """
        path = Path(path)
        first = plain(game.ruleset.plain(game.first))
        head = Head(
            format="warcry3d.battle/1",
            version=__version__,
            setup=game.setup,
            seed=seed,
            by=dict(by or {}),
            state=first,
            hash=_digest(first),
        )
        with contextlib.ExitStack() as on_error:
            lock = on_error.enter_context(FileLock(path))
            atomic_write(path, _bytes(head))
            journal = cls(path, lock, len(_bytes(head)), (), first, head.by)
            on_error.callback(journal.close)
            journal.follow(game)
            on_error.pop_all()
        return journal

    @classmethod
    def resume(cls, record: Record, game: Game[S, A]) -> Self:
        """Go on with a record whose battle was replayed: ``game`` stands at its end. What was torn off is cut off.

        Raises `FileError` where it cannot be written, or another program is writing it or has written since it was
        read.
        """
        if len(game.done) != len(record.steps):
            raise ValueError(f"the game has {len(game.done)} actions, the record {len(record.steps)}")
        path = Path(record.file)
        with contextlib.ExitStack() as on_error:
            lock = on_error.enter_context(FileLock(path))
            if not _holds(_data(path), record):
                raise FileError(path, "", "the record was changed since it was read; read it again")
            state = plain(game.ruleset.plain(game.state))
            journal = cls(path, lock, record.whole, game.done, state, record.by)
            on_error.pop_all()
        return journal

    def follow(self, game: Game[S, A], *, by: Mapping[str, str] = MappingProxyType({})) -> None:
        """Write what differs between the log of a game and the file; it is with the system when this returns.

        ``by``: who plays from here on, for the players of whom that is to be said. Raises `FileError` where it cannot
        be written.
        """
        kept = _common(self._written, game.done)
        seats = {**self._by, **by}
        lines: list[Line] = [] if seats == self._by else [SeatLine(by=dict(by))]
        state = self._state
        if back := len(self._written) - kept:
            lines.append(BackLine(back=back))
            state = plain(game.ruleset.plain(game.done[kept - 1].state if kept else game.first))
        for number, step in enumerate(game.done[kept:], start=kept + 1):
            before, state = state, plain(game.ruleset.plain(step.state))
            lines.append(self._line(number, step, before, state))
        self._write(b"".join(_bytes(line) for line in lines))
        self._written, self._state, self._by = game.done, state, seats

    def _line(self, number: int, step: Step[S, A], before: Any, state: Any) -> StepLine:
        found = tuple(differences(before, state))
        return StepLine(
            step=number,
            action=plain(step.action),
            hash=_digest(state),
            changes={one.place: one.after for one in found if one.after is not GONE},
            gone=[one.place for one in found if one.after is GONE],
        )

    def _write(self, data: bytes) -> None:
        """Write whole lines; where that fails, the file keeps all whole lines before them and nothing of these."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError as error:
            with contextlib.suppress(FileError):
                self._cut()
            raise FileError(
                self._path,
                "",
                "cannot be written: {reason}; it holds the battle up to action {step}",
                reason=reason_of(error),
                step=len(self._written),
            ) from None
        self._end += len(data)

    def _cut(self) -> None:
        """Cut off what comes after the last whole line."""
        try:
            self._stream.seek(self._end)
            self._stream.truncate()
        except OSError as error:
            raise write_error(self._path, error) from None

    def close(self) -> None:
        """Close the file, all of it on the disk, and let others write it; raise `FileError` where the disk fails."""
        if self._stream.closed:
            return
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise write_error(self._path, error) from None
        finally:
            with contextlib.suppress(OSError):
                self._stream.close()
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.ExitStack() as after:
            if error is not None:  # the first error is the one to report
                after.enter_context(contextlib.suppress(FileError))
            self.close()


def _digest(state: Any) -> str:
    return digest_of_text(text_of_plain(state))


def _common(one: tuple[Step[S, A], ...], other: tuple[Step[S, A], ...]) -> int:
    """Return how many steps two logs share from their beginning on."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a is not b:
            break
        shared += 1
    return shared


def _bytes(line: Head | Line) -> bytes:
    return canonical(line).encode("ascii") + b"\n"


def _opened(path: Path) -> FileIO:
    try:
        return real_path(path).open("r+b", buffering=0)
    except OSError as error:
        raise write_error(path, error) from None
