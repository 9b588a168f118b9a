"""What is said at the foot of the table: kept unsaid, so that it is said anew in whatever language is spoken."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from warcry3d.errors import WarcryError
from warcry3d.messages import Words

__all__ = ["SILENCE", "Notice", "Saying", "Unkept", "refusing"]

Saying: TypeAlias = Callable[[Words], str]
"""Says something in the language of the words it is given."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to say, None: nothing; ``is_alarming``: it went wrong; ``opens``: the file that it is about, for the
    program that the desktop has for such files.
    """

    saying: Saying | None = None
    is_alarming: bool = False
    opens: Path | None = None

    def said(self, words: Words) -> str:
        """Return it in a language; "" where there is nothing to say."""
        return self.saying(words) if self.saying is not None else ""


SILENCE = Notice()


@dataclass(frozen=True, slots=True, eq=False)
class Unkept:
    """What is not on the disk yet: ``saying`` says it, ``keep`` tries again and returns whether it is kept now."""

    saying: Saying
    keep: Callable[[], bool]


def refusing(error: WarcryError) -> Saying:
    """Return what says why something was not done."""
    return lambda words: words.error(error)
