"""What the docs say of the rules of Age of Sigmar."""

from typing import Final

from warcry3d.rules.rule_pages import RulePages

__all__ = ["PAGES"]

_PLAIN: Final = ("docs/ageofsigmar-plain.md", "docs/ageofsigmar-plain-2.md")

PAGES: Final = RulePages(
    "AOS",
    ("docs/rules-coverage-ageofsigmar.md", "docs/rules-coverage-ageofsigmar-2.md"),
    (*_PLAIN, "docs/ageofsigmar.md", "docs/ageofsigmar-battle.md", "docs/warscrolls.md"),
    spoken=_PLAIN,
)
