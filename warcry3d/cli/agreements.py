"""Options that players agree on: which parts of figures count, the tolerance for gaps, the work budget."""

import argparse
from typing import TYPE_CHECKING, TypedDict

from warcry3d.cli.parser import Parser, UsageError, number
from warcry3d.messages import Words

if TYPE_CHECKING:
    from warcry3d.table.models import Tag

__all__ = ["Agreements", "add_agreements", "agreements"]


class Agreements(TypedDict):
    """The options of a judgement, as the judge takes them."""

    tags: "frozenset[Tag]"
    tolerance_mm: float
    budget: int | None


def add_agreements(parser: Parser, words: Words) -> None:
    """Offer the options."""
    group = parser.add_argument_group(words.say("what counts"))
    group.add_argument(
        "--tags",
        metavar="TAGS",
        help=words.say("parts of figures that count, separated by commas: body, weapon, banner (default: all)"),
    )
    group.add_argument("--no-weapons", action="store_true", help=words.say("leave weapons out"))
    group.add_argument("--no-banners", action="store_true", help=words.say("leave banners out"))
    group.add_argument(
        "--tolerance",
        metavar="MM",
        type=number(words, low=1e-6),
        help=words.say("gaps narrower than this many millimetres are too close to call (default: 0.25)"),
    )
    group.add_argument(
        "--budget",
        metavar="N",
        type=number(words, low=1, integer=True),
        help=words.say("search steps for one pair before it is too close to call"),
    )


def agreements(options: argparse.Namespace) -> Agreements:
    """Return what was agreed; raise `UsageError` for an unknown tag."""
    from warcry3d.table.models import Tag
    from warcry3d.units import SIGHT_TOLERANCE_MM

    tags = set(Tag)
    if options.tags is not None:
        asked = [name.strip() for name in options.tags.split(",")]
        unknown = [name for name in asked if name not in list(Tag)]
        if unknown:
            raise UsageError("no tag '{name}'; there are: {known}", name=unknown[0], known=", ".join(Tag))
        tags = {Tag(name) for name in asked}
    tags -= {Tag.WEAPON} if options.no_weapons else set()
    tags -= {Tag.BANNER} if options.no_banners else set()
    return {
        "tags": frozenset(tags),
        "tolerance_mm": SIGHT_TOLERANCE_MM if options.tolerance is None else options.tolerance,
        "budget": options.budget,
    }
