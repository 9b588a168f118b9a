"""One who types what the screen says: stands in for stdin, and reads what the program wrote before each line."""

import io
import re
from typing import Any

from warcry3d.game.random_stream import Stream

__all__ = ["Typist"]

OPEN = re.compile(r"^ +([0-9]+)  ", re.MULTILINE)
"""A number of the menu that is not in brackets."""
LETTER = re.compile(r"^ +([a-z]+)\) ", re.MULTILINE)
BIN = re.compile(r"^ +([0-9]+)\) ", re.MULTILINE)
PLACE = re.compile(r"(?<![0-9.,])[0-9]+\.[0-9],[0-9]+\.[0-9](?:,[0-9]+\.[0-9])?")
PATIENCE = 4000


class Typist(io.StringIO):
    """Answers menus by what they show, in any language: numbers, ``ok``, letters, places.

    ``screen`` is where the program writes its questions; ``said``: all that was typed; ``seen``: all that was shown.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = Stream(seed, "typist")
        self.screen = io.StringIO()
        self.said: list[str] = []
        self.seen: list[str] = []
        self.menu: list[str] = []

    def readline(self, size: Any = -1, /) -> str:  # type: ignore[override]
        """Return the next line to type."""
        shown = self.screen.getvalue()
        self.screen.seek(0)
        self.screen.truncate()
        self.seen.append(shown)
        self.menu = OPEN.findall(shown) or self.menu
        self.said.append(self._answer(shown))
        assert len(self.said) < PATIENCE, f"no way on from: {self.seen[-3:]}"
        return self.said[-1] + "\n"

    def _answer(self, shown: str) -> str:
        random = self.random
        if re.search(r"\bok\b", shown) and random.below(8):
            return "ok"
        letters, bins = LETTER.findall(shown), BIN.findall(shown)
        if bins and letters:
            return "; ".join(f"{random.pick(bins)}: {letter}" for letter in letters)
        places: list[str] = PLACE.findall(shown)
        if places and not OPEN.search(shown) and random.below(4):
            return random.pick(places)
        if letters and random.below(4):
            return " ".join(random.shuffled(letters)[: 1 + random.below(2)])
        return random.pick(self.menu or ["1"])
