"""The error tree: bad input raises, with file, place and what was expected.

An error keeps its sentence as a template and its values apart, so that the edge of the program can say it in the
reader's language; ``str(error)`` is English.
"""

from collections.abc import Mapping
from pathlib import Path

from warcry3d.message import Message, visible

__all__ = [
    "EditError",
    "FileError",
    "MeshError",
    "MissingGraphicsError",
    "QuestionError",
    "UnknownNameError",
    "WarcryError",
]


class WarcryError(Exception):
    """Root of all errors this project raises on purpose.

    It is raised with an English format string (the message catalogues' key) and the values that fill it.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.message = Message(template, values)

    @property
    def template(self) -> str:
        """Return the message's template."""
        return self.message.template

    @property
    def values(self) -> Mapping[str, object]:
        """Return the values of the message's fields."""
        return self.message.values

    def __str__(self) -> str:
        return str(self.message)


class FileError(WarcryError, ValueError):
    """A file cannot be used: says which file, where in it, and what was expected there.

    ``place`` is a path such as ``features[2].piece``; empty where the whole file is meant.
    """

    def __init__(self, file: Path | str, place: str, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.file = str(file)
        self.place = place

    def __str__(self) -> str:
        return f"{self.where}: {super().__str__()}"

    @property
    def where(self) -> str:
        """Return the file and the place in it, for people."""
        return visible(f"{self.file}: {self.place}" if self.place else self.file)


class MeshError(WarcryError, ValueError):
    """A mesh cannot be made a closed oriented solid; its defects are counted and placed in the sentence."""


class EditError(WarcryError, ValueError):
    """A piece cannot be edited so; the sentence says what was expected."""


class QuestionError(WarcryError, ValueError):
    """A question without an answer: a fighter looking at itself."""


class UnknownNameError(WarcryError, KeyError):
    """A model, feature or ruleset is asked for that is not there; the sentence lists what is."""


class MissingGraphicsError(WarcryError, RuntimeError):
    """No way to draw on this machine; the sentence names what is missing and how to go on without."""
