"""What a battlefield must be, and how many features it may have."""

import pytest

from tests.rules.ageofsigmar.battle.field import field
from warcry3d.rules.ageofsigmar.field_rules import feature_counts, field_findings


@pytest.mark.parametrize(
    ("width", "depth", "codes"), [(36, 36, []), (90 / 2.54, 90 / 2.54, []), (48, 35.4, ["small-field"])]
)
def test_a_field_is_three_feet_wide_and_deep(width: float, depth: float, codes: list[str]) -> None:
    """rule: AOS-TABLE-1, AOS-TABLE-3."""
    assert [finding.code for finding in field_findings(field(width=width, depth=depth))] == codes


@pytest.mark.parametrize(
    ("total", "counts"), [(2, (0,)), (3, (0,)), (5, (2,)), (6, (1,)), (8, (1,)), (9, (2,)), (11, (0, 1, 2, 3))]
)
def test_features_of_a_square_are_rolled_for(total: int, counts: tuple[int, ...]) -> None:
    """rule: AOS-TABLE-4, AOS-TABLE-5, AOS-TABLE-6, AOS-TABLE-7, AOS-TABLE-8, AOS-TABLE-9."""
    assert feature_counts(total) == counts
