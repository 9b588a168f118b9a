"""What the docs say of the rules of D&D Miniatures."""

from typing import Final

from warcry3d.rules.rule_pages import RulePages

__all__ = ["PAGES"]

PAGES: Final = RulePages(
    "DDM",
    ("docs/rules-coverage-dndminiatures.md",),
    ("docs/dndminiatures-plain.md", "docs/skirmish-readings.md", "docs/creatures.md"),
    spoken=("docs/dndminiatures-plain.md",),
)
