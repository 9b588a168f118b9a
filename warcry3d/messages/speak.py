"""Filling templates in one language."""

import gettext
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType

from warcry3d.errors import FileError, WarcryError
from warcry3d.message import Message, shown, template
from warcry3d.messages.vocabulary import spoken_parts
from warcry3d.rules.systems import ARMIES_ONLY, SYSTEMS

__all__ = ["DOMAIN", "LOCALE", "SIDE_NAMES", "Words", "owned_context", "template"]

SIDE_NAMES: Mapping[str, str] = MappingProxyType(
    {"red": template("Red"), "blue": template("Blue"), "green": template("Green"), "yellow": template("Yellow")}
)
"""What the usual sides are called in sentences."""

DOMAIN = "warcry3d"
LOCALE = Path(__file__).resolve().parent / "locale"


_LINE = re.compile(r"\bline (\d+)\b")
_OWNED = re.compile(r"(.+) \(([^()]+)\)")
"""A name that several have, with whose it is."""
_NUMBERED = re.compile(r"(.+) (\d{1,3})")
"""A name that the second and later of a kind have."""
_FORMATTER = Formatter()
_IS_CHINESE, _IS_CHINESE_END = re.compile("[\u4e00-\u9fff]"), re.compile("[\u4e00-\u9fff]$")
_IS_WIDE, _IS_WIDE_END = re.compile("[\u4e00-\u9fff（《“]"), re.compile("[\u4e00-\u9fff）》”]$")
"""Beside brackets, which bring their own room, a space is as much too much as between Chinese characters."""
_IS_LATIN, _IS_LATIN_END = re.compile("[A-Za-z0-9]"), re.compile("[A-Za-z0-9]$")


def owned_context(kind: str, system: str) -> str:
    """Return the context of a name or text that several rule systems have, as one of them says it."""
    return f"{kind}@{system}"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALE, [language])


@dataclass(frozen=True)
class Words:
    """One language's words. ``language`` is a key of `LANGUAGES`; ``system``: the rule system whose names and texts are
    meant where several have the same ones, empty: whichever has them. ``called``: fighters' names, by their ids, where
    a battle gives them. ``names_terrain``: parts of terrain are called by their names, as people at a table call them,
    not by the ids that commands take.
    """

    language: str = "en"
    system: str = ""
    called: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    names_terrain: bool = False
    _messages: gettext.NullTranslations = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_messages", _catalogue(self.language))

    def of(self, system: str) -> "Words":
        """Return the words in which a rule system's names and texts are said."""
        return self if system == self.system else replace(self, system=system)

    def calling(self, names: Mapping[str, str]) -> "Words":
        """Return the words in which fighters are called by such names instead of their ids."""
        return self if names == self.called else replace(self, called=names)

    def say(self, template: str, /, **values: object) -> str:
        """Return ``template`` in this language, filled with ``values``."""
        return self._filled(self._messages.gettext(template), values)

    def count(self, template: str, plural: str, n: int, /, **values: object) -> str:
        """Return the form of the sentence that ``n`` things take, filled with ``n`` and ``values``."""
        return self._filled(self._messages.ngettext(template, plural, n), {"n": n, **values})

    def name(self, name: str) -> str:
        """Return a name in this language where it is one of those that ship, such as an ability's; else as it is.

        >>> Words("zh_CN").name("Hale (red)"), Words("zh_CN").name("Reed Archer 2"), Words("zh_CN").name("Hut 2")
        ('黑尔（红方）', '芦苇弓手 2', 'Hut 2')
        """
        said = self._owned("name", name)
        if said == name and (numbered := _NUMBERED.fullmatch(name)):
            return f"{self._owned('name', numbered[1])} {numbered[2]}"
        owned = _OWNED.fullmatch(name) if said == name else None
        if owned is None or owned[2] not in SIDE_NAMES:
            return said
        return self.say("{name} ({side})", name=owned[1], side=Message(SIDE_NAMES[owned[2]]))

    def side(self, side: str) -> str:
        """Return what the player of a side is called.

        >>> Words("zh_CN").side("red"), Words("zh_CN").side("north")
        ('红方', 'north')
        """
        return self.say(SIDE_NAMES[side]) if side in SIDE_NAMES else side

    def rule_text(self, text: str) -> str:
        """Return the text of an ability or a card that ships in this language; any other as it is."""
        return self._owned("text", text)

    def _owned(self, kind: str, text: str) -> str:
        """Return a name or text of the data that ships: where several rule systems have it, that of this one, else of
        the first that is found.
        """
        said = self._messages.pgettext(kind, text)
        if said != text or self.language == "en":
            return said
        contexts = (owned_context(kind, name) for name in (self.system, *SYSTEMS, *ARMIES_ONLY) if name)
        translated = (self._messages.pgettext(context, text) for context in contexts)
        return next((one for one in translated if one != text), text)

    def error(self, error: WarcryError) -> str:
        """Return an error's sentence; a `FileError`'s begins with its file and the place in it."""
        said = self.say(error.template, **error.values)
        if isinstance(error, FileError):
            return f"{self.place(error.where)}: {said}"
        return said

    def place(self, where: str) -> str:
        """Return where something is in a file, the number of its line in this language."""
        return _LINE.sub(lambda found: self.say("line {line}", line=int(found[1])), where)

    def text(self, message: Message) -> str:
        """Return a message in this language; of an empty one nothing."""
        if not message.template:
            return ""
        if message.plural:
            said = self._messages.ngettext(message.template, message.plural, message.number)
            return self._filled(said, message.values)
        return self.say(message.template, **message.values)

    def _filled(self, said: str, values: Mapping[str, object]) -> str:
        """Return ``said`` with its fields filled."""
        filled = {field: self._value(field, value) for field, value in values.items()}
        return spaced(said, filled) if self.language.startswith("zh") else said.format(**filled)

    def _value(self, field: str, value: object) -> object:
        """Return a field's value; errors, the program's own words, names and rule texts are said in this language
        themselves.
        """
        if isinstance(value, WarcryError):
            return self.error(value)
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, tuple | list):
            return self.say(", ").join(str(self._value(field, member)) for member in value)
        if isinstance(value, str) and (own := spoken_parts(field, value, self.system)):
            return self._messages.gettext(", ").join(self._messages.gettext(word) + number for word, number in own)
        if isinstance(value, str):
            value = self.rule_text(value) if field == "text" else self.name(value)
        return shown(value)


def spaced(said: str, values: Mapping[str, object]) -> str:
    """Return a Chinese sentence with its fields filled, and spaces at their edges as Chinese is set.

    There is none between two Chinese characters, and one between a Chinese character and a Latin letter or a digit.

    >>> spaced("{what} 挡住", {"what": "房屋（前墙）"})
    '房屋（前墙）挡住'
    >>> spaced("{who} 有{n}枚骰子", {"who": "红方", "n": 2}), spaced("{who} 有{n}枚骰子", {"who": "Ann", "n": 2})
    ('红方有 2 枚骰子', 'Ann 有 2 枚骰子')
    """
    filled = ""
    for literal, name, form, conversion in _FORMATTER.parse(said):
        filled = _joined(filled, literal)
        if name is not None:
            value = _FORMATTER.convert_field(_FORMATTER.get_field(name, (), values)[0], conversion)
            filled = _joined(filled, _FORMATTER.format_field(value, form or ""))
    return filled


def _joined(before: str, after: str) -> str:
    """Return two pieces of a Chinese sentence put together."""
    if _IS_WIDE_END.search(before.rstrip(" ")) and _IS_WIDE.match(after.lstrip(" ")):
        return before.rstrip(" ") + after.lstrip(" ")
    between = (_IS_CHINESE_END.search(before) and _IS_LATIN.match(after)) or (
        _IS_LATIN_END.search(before) and _IS_CHINESE.match(after)
    )
    return f"{before} {after}" if between else before + after
