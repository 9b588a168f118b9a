"""Runemarks of fighters, weapons and cards, as data."""

import pytest

from warcry3d.rules.warcry.bands.named import Named
from warcry3d.rules.warcry.bands.runemarks import ALLY, HERO, THRALL, known_runemarks, runemark
from warcry3d.rules.warcry.fighter import BEAST, FLY, GARGANTUAN, MOUNT
from warcry3d.rules.warcry.plan import GROUPS


def ids(marks: tuple[Named, ...]) -> set[str]:
    return {mark.id for mark in marks}


def test_runemarks_that_rules_read_are_listed() -> None:
    """rule: WC-RUNE-2."""
    assert ids(known_runemarks().fighter) == {HERO, ALLY, THRALL, GARGANTUAN, BEAST, MOUNT, FLY}


def test_there_are_fifteen_weapon_runemarks() -> None:
    """rule: WC-RUNE-3."""
    assert len(ids(known_runemarks().weapon)) == 15
    assert {"axe", "bident", "ranged", "reach", "unarmed"} <= ids(known_runemarks().weapon)


def test_cards_have_their_runemarks_and_deployment_points_theirs() -> None:
    """rule: WC-RUNE-4."""
    assert ids(known_runemarks().card) == {"terrain", "deployment", "victory", "twist", "direction"}
    assert ids(known_runemarks().deployment) == set(GROUPS)


def test_treasure_has_eight_kinds_and_twists_have_five() -> None:
    """rule: WC-RUNE-5."""
    assert (len(ids(known_runemarks().treasure)), len(ids(known_runemarks().twist))) == (8, 5)


@pytest.mark.parametrize("kind", ["fighter", "weapon", "card", "deployment", "treasure", "twist"])
def test_runemarks_are_named_in_both_languages(kind: str) -> None:
    """rule: WC-RUNE-2, WC-RUNE-3, WC-RUNE-4, WC-RUNE-5."""
    marks: tuple[Named, ...] = getattr(known_runemarks(), kind)
    for mark in marks:
        assert runemark(mark.id) == mark.id
        assert mark.name.isascii() and not mark.zh.isascii()
