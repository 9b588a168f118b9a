"""Thumbnails of files, made in the background and kept in the user's cache by what the files contain.

A thread looks for what is kept; what is not is drawn by a process of its own (`warcry3d.app.pictures.thumbnail`), one
after the other, so that no frame waits for it. Pieces that a table names are taken to be as they were.
"""

import contextlib
import hashlib
import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from warcry3d import __version__
from warcry3d.app.pictures.thumbnail import FileSummary, summary_from_json, summary_json
from warcry3d.errors import WarcryError
from warcry3d.file_writes import atomic_write
from warcry3d.folders import cache_folder

__all__ = ["Thumbnail", "Thumbnails"]

WORKER = "warcry3d.app.pictures.thumbnail"


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """What is shown of a file: a picture on disk, None where there is none, and what is said beside it."""

    picture: Path | None
    summary: FileSummary = field(default_factory=FileSummary)


class Thumbnails:
    """Makes and keeps thumbnails. ``folder``: where; the user's cache unless given. ``close()`` it when done."""

    def __init__(self, folder: Path | None = None) -> None:
        cache = cache_folder()
        self._temporary = None if folder or cache else tempfile.TemporaryDirectory(prefix="warcry3d-")
        self._folder = folder or (cache / "thumbnails" if cache else Path(self._temporary.name))  # type: ignore[union-attr]
        self._wanted: queue.Queue[Path | None] = queue.Queue()
        self._asked: set[Path] = set()
        self._done: queue.Queue[tuple[Path, Thumbnail]] = queue.Queue()
        self._known: dict[Path, Thumbnail] = {}
        self._process: subprocess.Popen[str] | None = None
        self._is_closed = False
        self._thread: threading.Thread | None = None

    @property
    def known(self) -> Mapping[Path, Thumbnail]:
        """Return the thumbnails there are, by file."""
        return MappingProxyType(self._known)

    @property
    def folder(self) -> Path:
        """Return where they are kept."""
        return self._folder

    @property
    def is_working(self) -> bool:
        """Whether any that was wanted is still to come."""
        return len(self._known) < len(self._asked)

    def want(self, files: Iterable[Path]) -> None:
        """Ask for the thumbnails of files; those that were asked for already cost nothing."""
        for file in files:
            if file not in self._asked:
                self._asked.add(file)
                self._wanted.put(file)
        if self._asked and self._thread is None:
            self._thread = threading.Thread(target=self._work, name="thumbnails", daemon=True)
            self._thread.start()

    def renew(self, file: Path) -> None:
        """Ask anew for a file that may have changed; the one there is stays until then."""
        self._asked.discard(file)
        self.want([file])

    def poll(self) -> bool:
        """Take in what was made since; return whether there is anything new."""
        is_new = False
        with contextlib.suppress(queue.Empty):
            while True:
                file, thumbnail = self._done.get_nowait()
                self._known[file] = thumbnail
                is_new = True
        return is_new

    def close(self) -> None:
        """Stop; the one being drawn is not waited for."""
        self._is_closed = True
        self._wanted.put(None)
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._thread is not None:
            self._thread.join()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _work(self) -> None:
        """Take in what is kept at once, and draw what is not, the smallest file first: a heavy mesh takes minutes."""
        waiting: list[tuple[int, int, Path, str]] = []
        while not self._is_closed:
            try:
                file = self._wanted.get(block=not waiting)
            except queue.Empty:
                waiting.sort(reverse=True)
                _, _, file, digest = waiting.pop()
                self._done.put((file, self._drawn(file, digest)))
                continue
            if file is None:
                return
            try:
                content = file.read_bytes()
            except OSError:
                self._done.put((file, Thumbnail(None)))
                continue
            digest = hashlib.blake2b(__version__.encode() + content, digest_size=16).hexdigest()
            kept = self._kept(digest)
            if kept is not None:
                self._done.put((file, kept))
            else:
                waiting.append((len(content), len(waiting), file, digest))

    def _kept(self, digest: str) -> Thumbnail | None:
        """Return the thumbnail that is kept of a content."""
        picture, notes = self._folder / f"{digest}.png", self._folder / f"{digest}.json"
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            summary = summary_from_json(json.loads(notes.read_text(encoding="utf-8")))
            if picture.is_file() or summary.fault is not None:
                return Thumbnail(picture if picture.is_file() else None, summary)
        return None

    def _drawn(self, file: Path, digest: str) -> Thumbnail:
        """Return a thumbnail that is drawn now, and kept; one without a picture where that fails."""
        picture, notes = self._folder / f"{digest}.png", self._folder / f"{digest}.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            summary = summary_from_json(self._asked_of_worker(file, picture))
            atomic_write(notes, json.dumps(summary_json(summary)).encode())
        except (OSError, ValueError, KeyError, TypeError, WarcryError):
            return Thumbnail(None)
        return Thumbnail(picture if summary.fault is None else None, summary)

    def _asked_of_worker(self, file: Path, picture: Path) -> Any:
        """Return the worker's answer; raise `OSError` or `ValueError` where it has ended."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"file": str(file), "out": str(picture)}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())
