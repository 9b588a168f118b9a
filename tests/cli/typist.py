"""One who types what the screen says: stands in for stdin, and reads what the program wrote before each line."""

import io
import re
import sys
from typing import Any

from warcry3d.game.random_stream import Stream

__all__ = ["Typist"]

OPEN = re.compile(r"^ +([0-9]+)  ", re.MULTILINE)
"""A number of the menu that is not in brackets."""
LETTER = re.compile(r"^ +([a-z])\) ", re.MULTILINE)
BIN = re.compile(r"^ +[0-9]\) ([a-z0-9-]+):", re.MULTILINE)
PLACE = re.compile(r"(?<![0-9.,])[0-9]+\.[0-9],[0-9]+\.[0-9](?:,[0-9]+\.[0-9])?")


class Typist(io.StringIO):
    """Answers menus by what they show, in any language: numbers, ``ok``, letters, places; ``said`` is all it typed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = Stream(seed, "typist")
        self.screen = io.StringIO()
        self.said: list[str] = []
        self.menu = ""

    def readline(self, size: Any = -1, /) -> str:
        """Return the next line to type."""
        shown = self.screen.getvalue()
        self.screen.seek(0)
        self.screen.truncate()
        if OPEN.search(shown):
            self.menu = shown
        self.said.append(self._answer(shown))
        return self.said[-1] + "\n"

    def _answer(self, shown: str) -> str:
        last = "\n".join(shown.splitlines()[-40:])
        if re.search(r"\bok\b", last) and self.random.below(8):
            return "ok"
        letters, bins = LETTER.findall(last), BIN.findall(last)
        if bins:
            return "; ".join(f"{self.random.pick(bins)}: {letter}" for letter in letters)
        places = PLACE.findall(last)
        if places and self.random.below(4):
            return self.random.pick(places)
        if letters and self.random.below(4):
            return " ".join(self.random.shuffled(letters)[: 1 + self.random.below(2)])
        return self.random.pick(OPEN.findall(self.menu) or ["1"])

    def write_to_screen(self, text: str) -> int:
        """Take what the program writes to stderr."""
        sys.__stderr__.write("") if sys.__stderr__ is not None else None
        return self.screen.write(text)
