"""What each rule is about, by its id: the rows of the pages on rules coverage."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from warcry3d.table.shipped import shipped_root

__all__ = ["rule_texts"]

PAGES = ("docs/rules-coverage-warcry-1.md", "docs/rules-coverage-warcry-2.md")

_ROW = re.compile(r"^\| (WC-[A-Z0-9-]+) \| (.*?) \|", re.MULTILINE)
_LINK = re.compile(r" *\(\[[^]]*\]\([^)]*\)\)|\[([^]]*)\]\([^)]*\)")
"""A link: in brackets of its own it is left out, else its words stay."""


@cache
def rule_texts() -> Mapping[str, str]:
    """Return what each rule is about, in a few words."""
    pages = [(shipped_root() / page).read_text(encoding="utf-8") for page in PAGES]
    rows = [found for page in pages for found in _ROW.findall(page)]
    return MappingProxyType({id: _LINK.sub(lambda link: link[1] or "", text).replace("`", "") for id, text in rows})
