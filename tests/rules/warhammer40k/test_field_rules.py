"""What a battlefield must be."""

import pytest

from tests.rules.warhammer40k.battle.field import field
from warcry3d.rules.warhammer40k.field_rules import field_findings_40k


@pytest.mark.parametrize(("width", "depth", "codes"), [(24, 24, []), (60, 23.9, ["small-field"])])
def test_a_field_has_room_for_two_zones(width: float, depth: float, codes: list[str]) -> None:
    """rule: 40K-FIELD-1."""
    assert [finding.code for finding in field_findings_40k(field(width=width, depth=depth))] == codes
