"""The disputes that ship: each has the answer that it is told for."""

from dataclasses import dataclass
from itertools import permutations

import pytest

from warcry3d.rules.judgement import judge
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.files import load_table
from warcry3d.table.models import Tag
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

NO_WEAPONS = frozenset({Tag.BODY, Tag.BANNER})


@dataclass(frozen=True)
class Dispute:
    """A question, and the answer: seen or not, and whether in cover (None: not what it is about)."""

    table: str
    attacker: str
    target: str
    is_seen: bool
    is_in_cover: bool | None = None
    tags: frozenset[Tag] = frozenset(Tag)

    def __str__(self) -> str:
        return f"{self.table}-{self.attacker}-{self.target}{'' if self.tags == frozenset(Tag) else '-unarmed'}"


DISPUTES = (
    Dispute("dispute-1-window", "archer", "axeman", True, True),
    Dispute("dispute-2-gap", "swordsman", "spearman", True),
    Dispute("dispute-2-gap", "swordsman", "stalker", False),
    Dispute("dispute-3-parapet", "archer", "axeman", True, False),
    Dispute("dispute-3-parapet", "axeman", "archer", True, True),
    Dispute("dispute-3-parapet", "lookout", "axeman", False),
    Dispute("dispute-3-parapet", "archer", "axeman", True, tags=NO_WEAPONS),
    Dispute("dispute-3-parapet", "lookout", "axeman", False, tags=NO_WEAPONS),
    Dispute("dispute-4-spear", "bowman", "spearman", True),
    Dispute("dispute-4-spear", "bowman", "spearman", False, tags=NO_WEAPONS),
    Dispute("dispute-5-walkway", "swordsman", "axeman", True, True),
    Dispute("dispute-6-cloak", "archer", "axeman", True, True),
    Dispute("dispute-7-across", "swordsman", "axeman", True, True),
    Dispute("dispute-7-across", "axeman", "swordsman", True, True),
    Dispute("dispute-8-over", "archer", "spearman", True, False),
    Dispute("dispute-8-over", "spearman", "archer", True, False),
    Dispute("dispute-9-platform", "axeman", "archer", True, True),
    Dispute("dispute-9-platform", "archer", "axeman", True, False),
)


def table_of(name: str) -> Table:
    return load_table(shipped_root() / "terrain" / f"{name}.table.json")


@pytest.mark.parametrize("dispute", DISPUTES, ids=str)
def test_a_dispute_has_its_answer(dispute: Dispute) -> None:
    table = table_of(dispute.table)
    there = judge(table, dispute.attacker, dispute.target, tags=dispute.tags)
    back = judge(table, dispute.target, dispute.attacker, tags=dispute.tags)
    expected = Seen if dispute.is_seen else Hidden
    assert (type(there.sight), type(back.sight)) == (expected, expected)
    if dispute.is_in_cover is not None:
        assert there.cover is not None
        assert bool(there.cover.reasons) == dispute.is_in_cover


def test_every_dispute_that_ships_is_answered_here() -> None:
    shipped = {path.name.removesuffix(".table.json") for path in (shipped_root() / "terrain").glob("dispute-*")}
    assert {dispute.table for dispute in DISPUTES} == shipped


@pytest.mark.parametrize("name", sorted({dispute.table for dispute in DISPUTES}))
def test_nothing_on_a_dispute_is_left_open(name: str) -> None:
    table = table_of(name)
    for one, two in permutations([model.id for model in table.models], 2):
        assert isinstance(judge(table, one, two).sight, Seen | Hidden)
