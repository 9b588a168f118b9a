"""The pages of the docs about a rule system's rules: what each rule is about, by its id, and what is said of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from warcry3d.rules.rule_passages import RulePassage, passages_about, texts_of_page
from warcry3d.table.shipped import shipped_root

__all__ = ["RulePages"]

_LINK = re.compile(r" *\(\[[^]]*\]\([^)]*\)\)|\[([^]]*)\]\([^)]*\)")
"""A link: in brackets of its own it is left out, else its words stay."""


@dataclass(frozen=True)
class RulePages:
    """Pages of the docs, by their files. ``prefix``: what the ids of the rules begin with; ``coverage``: pages with a
    row for each rule; ``readings``: those that say how rules are read; ``spoken``: those of them that the catalogues
    have in other languages.
    """

    prefix: str
    coverage: tuple[str, ...]
    readings: tuple[str, ...]
    spoken: tuple[str, ...] = ()

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Return what each rule is about, in a few words."""
        plain = ((id, _LINK.sub(lambda link: link[1] or "", text)) for id, text in self._rows.items())
        return MappingProxyType({id: text.replace("`", "") for id, text in plain})

    def passages(self, rule: str) -> tuple[RulePassage, ...]:
        """Return what the pages say of a rule, those that its row links where none names it."""
        if rule not in self._passages:
            links = tuple(re.findall(r"\]\(([^)]*#[^)]*)\)", self._rows.get(rule, "")))
            self._passages[rule] = passages_about(rule, self._texts_of_readings, links)
        return self._passages[rule]

    @property
    def spoken_texts(self) -> tuple[str, ...]:
        """Return the titles, headings and paragraphs of the pages that the catalogues have."""
        return tuple(text for name in self.spoken for text in texts_of_page(_page(name)))

    @cached_property
    def _passages(self) -> dict[str, tuple[RulePassage, ...]]:
        return {}

    @cached_property
    def _rows(self) -> Mapping[str, str]:
        """Return the row of each rule, links and all."""
        row = re.compile(rf"^\| ({re.escape(self.prefix)}-[A-Z0-9-]+) \| (.*?) \|", re.MULTILINE)
        return MappingProxyType(dict(found for name in self.coverage for found in row.findall(_page(name))))

    @cached_property
    def _texts_of_readings(self) -> Mapping[str, str]:
        return MappingProxyType({name.rpartition("/")[2]: _page(name) for name in self.readings})


def _page(name: str) -> str:
    return (shipped_root() / name).read_text(encoding="utf-8")
