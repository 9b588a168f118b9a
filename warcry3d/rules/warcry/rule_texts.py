"""What the docs say of Warcry's rules."""

from typing import Final

from warcry3d.rules.rule_pages import RulePages

__all__ = ["PAGES"]

PAGES: Final = RulePages(
    "WC",
    ("docs/rules-coverage-warcry-1.md", "docs/rules-coverage-warcry-2.md"),
    (
        "docs/warcry-plain.md",
        "docs/warcry-readings.md",
        "docs/motion.md",
        "docs/cover.md",
        "docs/warcry.md",
        "docs/abilities.md",
        "docs/bands.md",
    ),
    spoken=("docs/warcry-plain.md",),
)
