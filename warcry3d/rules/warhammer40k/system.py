"""The record of Warhammer 40,000 in the registry of rule systems: each part is imported on demand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from warcry3d.rules.systems import BoardRules, System

if TYPE_CHECKING:
    from warcry3d.rules.armies import Armies
    from warcry3d.rules.battle_api import BattleOffer
    from warcry3d.rules.move_result import MovingRules
    from warcry3d.rules.reach_result import ReachingRules
    from warcry3d.rules.results import SightRules
    from warcry3d.rules.rule_passages import RulePassage

__all__ = ["SYSTEM"]


def _sight() -> "SightRules":
    from warcry3d.rules.warhammer40k.sight import ModelSight

    return ModelSight()


def _movement() -> "MovingRules":
    from warcry3d.rules.warhammer40k.movement import ModelMovement

    return ModelMovement()


def _reach() -> "ReachingRules":
    from warcry3d.rules.warhammer40k.reach import ModelReaching

    return ModelReaching()


def _battle() -> "BattleOffer":
    from warcry3d.rules.warhammer40k.battle.plugin import OFFER

    return OFFER


def _board() -> BoardRules:
    from warcry3d.rules.warhammer40k.field_rules import SIZE, field_findings_40k

    return BoardRules(SIZE, 0, (), field_findings_40k)


def _armies() -> "Armies":
    from warcry3d.rules.warhammer40k.datasheets.armies import DatasheetArmies

    return DatasheetArmies()


def _schemas() -> None:
    import warcry3d.rules.warhammer40k.datasheets.format  # noqa: F401  (it registers the schemas of its files)


def _rule_texts() -> Mapping[str, str]:
    from warcry3d.rules.warhammer40k.rule_texts import PAGES

    return PAGES.texts


def _rule_passages(rule: str) -> "tuple[RulePassage, ...]":
    from warcry3d.rules.warhammer40k.rule_texts import PAGES

    return PAGES.passages(rule)


def _spoken_passages() -> tuple[str, ...]:
    from warcry3d.rules.warhammer40k.rule_texts import PAGES

    return PAGES.spoken_texts


SYSTEM: Final = System(
    name="warhammer40k",
    title="Warhammer 40,000",
    sight=_sight,
    movement=_movement,
    reach=_reach,
    battle=_battle,
    armies=_armies,
    board=_board,
    schemas=_schemas,
    rule_texts=_rule_texts,
    rule_passages=_rule_passages,
    spoken_passages=_spoken_passages,
)
