"""Warcry's record in the registry of rule systems; each part is imported on demand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from warcry3d.rules.systems import BoardRules, System, Vocabulary

if TYPE_CHECKING:
    from warcry3d.rules.armies import Armies
    from warcry3d.rules.battle_api import BattleOffer
    from warcry3d.rules.move_result import MovingRules
    from warcry3d.rules.reach_result import ReachingRules
    from warcry3d.rules.results import SightRules
    from warcry3d.rules.rule_passages import RulePassage

__all__ = ["SYSTEM"]


def _sight() -> "SightRules":
    from warcry3d.rules.warcry.judge import Warcry

    return Warcry()


def _movement() -> "MovingRules":
    from warcry3d.rules.warcry.movement import WarcryMoving

    return WarcryMoving()


def _reach() -> "ReachingRules":
    from warcry3d.rules.warcry.reach import WarcryReaching

    return WarcryReaching()


def _battle() -> "BattleOffer":
    from warcry3d.rules.warcry.battle.plugin import OFFER

    return OFFER


def _armies() -> "Armies":
    from warcry3d.rules.warcry.bands.armies import WarcryArmies

    return WarcryArmies()


def _board() -> BoardRules:
    from warcry3d.rules.warcry.plan import BOARD, GROUPS, QUARTER_FEATURES, plan_findings

    return BoardRules(BOARD, QUARTER_FEATURES, GROUPS, plan_findings)


def _vocabulary() -> Vocabulary:
    from warcry3d.rules.warcry.vocabulary import WORDS

    return WORDS


def _schemas() -> None:
    import warcry3d.rules.warcry.abilities.files
    import warcry3d.rules.warcry.bands.format
    import warcry3d.rules.warcry.battle.setup.cards  # noqa: F401  (each registers the schemas of its files)


def _rule_texts() -> Mapping[str, str]:
    from warcry3d.rules.warcry.rule_texts import PAGES

    return PAGES.texts


def _rule_passages(rule: str) -> "tuple[RulePassage, ...]":
    from warcry3d.rules.warcry.rule_texts import PAGES

    return PAGES.passages(rule)


def _spoken_passages() -> tuple[str, ...]:
    from warcry3d.rules.warcry.rule_texts import PAGES

    return PAGES.spoken_texts


SYSTEM: Final = System(
    name="warcry",
    title="Warcry",
    sight=_sight,
    movement=_movement,
    reach=_reach,
    battle=_battle,
    armies=_armies,
    board=_board,
    vocabulary=_vocabulary,
    schemas=_schemas,
    rule_texts=_rule_texts,
    rule_passages=_rule_passages,
    spoken_passages=_spoken_passages,
)
