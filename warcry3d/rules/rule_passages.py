"""What pages of the docs say of a rule: the paragraphs that name it, as plain text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["RulePassage", "passages_about", "texts_of_page"]

_RANGE = re.compile(r"\b([A-Z][A-Z0-9]*(?:-[A-Z]+)+)-(\d+) to (\d+)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"\*\*|`")
_CODE = re.compile(r"`[a-z_]\w*[./][a-z_]\w*")
"""A name of code: its paragraph is for programmers."""
_ITEM = re.compile(r"^(?:- |\d+\. )")


@dataclass(frozen=True, slots=True)
class RulePassage:
    """What stands under a heading of a page about a rule: its title, the heading ("" before the first), paragraphs."""

    page: str
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(slots=True)
class _Section:
    heading: str
    paragraphs: list[str] = field(default_factory=list)


def passages_about(rule: str, pages: Mapping[str, str], links: tuple[str, ...] = ()) -> tuple[RulePassage, ...]:
    """Return what pages (Markdown by file name) say of a rule: paragraphs that name it, and whole sections whose
    heading names it or its family.

    ``links``: sections (``page.md#heading``) that are about it, taken where no paragraph names it.

    >>> page = "# Cover\\n\\n## Lines (X-LINE)\\n\\nA line is straight.\\n"
    >>> page += "\\n## More\\n\\n- Walls (X-WALL-2 to 4) block."
    >>> [one.paragraphs for one in passages_about("X-LINE-1", {"c.md": page})]
    [('A line is straight.',)]
    >>> passages_about("X-WALL-3", {"c.md": page})
    (RulePassage(page='Cover', heading='More', paragraphs=('Walls (X-WALL-2 to 4) block.',)),)
    >>> passages_about("X-WALL-1", {"c.md": page}, ("c.md#more",))[0].heading
    'More'
    """
    found = [one for text in pages.values() for one in _naming(rule, text)]
    if found:
        return tuple(found)
    return tuple(one for name, text in pages.items() for one in _linked(name, text, links))


def texts_of_page(text: str) -> tuple[str, ...]:
    """Return the title, the headings and the plain paragraphs of a page (Markdown), as passages have them.

    >>> texts_of_page("# Cover\\n\\nA line is straight.\\n\\n## Walls\\n\\n- Walls block.")
    ('Cover', 'A line is straight.', 'Walls', 'Walls block.')
    """
    title, sections = _sections(text)
    said = [title, *(one for section in sections for one in (section.heading, *section.paragraphs))]
    return tuple(filter(None, said))


def _naming(rule: str, text: str) -> Iterator[RulePassage]:
    title, sections = _sections(text)
    for section in sections:
        is_about_it = _names(section.heading, rule) or _names(section.heading, rule.rpartition("-")[0])
        said = tuple(one for one in section.paragraphs if is_about_it or _names(one, rule))
        if said:
            yield RulePassage(title, section.heading, said)


def _linked(name: str, text: str, links: tuple[str, ...]) -> Iterator[RulePassage]:
    title, sections = _sections(text)
    for section in sections:
        if section.heading and f"{name}#{_slug(section.heading)}" in links and section.paragraphs:
            yield RulePassage(title, section.heading, tuple(section.paragraphs))


def _names(text: str, id: str) -> bool:
    """Return whether a text names a rule, alone or in a range such as ``X-2 to 4``; of a family, the family itself."""
    if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", text):
        return True
    family, _, number = id.rpartition("-")
    ranges = ((one[1], int(one[2]), int(one[3])) for one in _RANGE.finditer(text))
    return number.isdigit() and any(kind == family and low <= int(number) <= high for kind, low, high in ranges)


def _sections(text: str) -> tuple[str, list[_Section]]:
    """Return a page's title and its sections with plain paragraphs; code, tables and paragraphs about code are left
    out.
    """
    title, sections, is_code, open_lines = "", [_Section("")], False, list[str]()

    def close() -> None:
        said = " ".join(open_lines)
        if said and not _CODE.search(said):
            sections[-1].paragraphs.append(_plain(said))
        open_lines.clear()

    for line in text.splitlines():
        said = line.strip()
        if said.startswith("```"):
            is_code = not is_code
            close()
        elif is_code or said.startswith("|"):
            continue
        elif said.startswith("#"):
            close()
            level, _, heading = said.partition(" ")
            if level == "#":
                title = _plain(heading)
            else:
                sections.append(_Section(_plain(heading)))
        elif not said:
            close()
        else:
            if _ITEM.match(said):
                close()
                said = _ITEM.sub("", said)
            open_lines.append(said)
    close()
    return title, sections


def _plain(text: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", text))


def _slug(heading: str) -> str:
    """Return the anchor of a heading as links write it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
