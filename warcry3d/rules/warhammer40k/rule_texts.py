"""What the docs say of the rules of Warhammer 40,000."""

from typing import Final

from warcry3d.rules.rule_pages import RulePages

__all__ = ["PAGES"]

_PLAIN: Final = ("docs/warhammer40k-plain.md", "docs/warhammer40k-plain-2.md")

PAGES: Final = RulePages(
    "40K",
    ("docs/rules-coverage-warhammer40k.md", "docs/rules-coverage-warhammer40k-2.md"),
    (*_PLAIN, "docs/warhammer40k.md", "docs/datasheets.md", "docs/warhammer40k-battle.md"),
    spoken=_PLAIN,
)
