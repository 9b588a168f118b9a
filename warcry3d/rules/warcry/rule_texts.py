"""What each rule is about, by its id: the rows of the pages on rules coverage, and what other pages say of it."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from warcry3d.rules.rule_passages import RulePassage, passages_about
from warcry3d.table.shipped import shipped_root

__all__ = ["rule_passages", "rule_texts"]

PAGES = ("docs/rules-coverage-warcry-1.md", "docs/rules-coverage-warcry-2.md")

READINGS = (
    "docs/warcry-readings.md",
    "docs/motion.md",
    "docs/cover.md",
    "docs/warcry.md",
    "docs/abilities.md",
    "docs/bands.md",
)
"""The pages that say how rules are read."""

_ROW = re.compile(r"^\| (WC-[A-Z0-9-]+) \| (.*?) \|", re.MULTILINE)
_LINK = re.compile(r" *\(\[[^]]*\]\([^)]*\)\)|\[([^]]*)\]\([^)]*\)")
"""A link: in brackets of its own it is left out, else its words stay."""


@cache
def rule_texts() -> Mapping[str, str]:
    """Return what each rule is about, in a few words."""
    plain = ((id, _LINK.sub(lambda link: link[1] or "", text)) for id, text in _rows().items())
    return MappingProxyType({id: text.replace("`", "") for id, text in plain})


@cache
def rule_passages(rule: str) -> tuple[RulePassage, ...]:
    """Return what the pages of the docs say of a rule, those that its row links where none names it."""
    links = tuple(re.findall(r"\]\(([^)]*#[^)]*)\)", _rows().get(rule, "")))
    return passages_about(rule, _readings(), links)


@cache
def _rows() -> Mapping[str, str]:
    """Return the row of each rule, links and all."""
    pages = (_page(name) for name in PAGES)
    return MappingProxyType(dict(found for page in pages for found in _ROW.findall(page)))


@cache
def _readings() -> Mapping[str, str]:
    return MappingProxyType({name.rpartition("/")[2]: _page(name) for name in READINGS})


def _page(name: str) -> str:
    return (shipped_root() / name).read_text(encoding="utf-8")
