"""The record of D&D Miniatures in the registry of rule systems; each part is imported on demand."""

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
    from warcry3d.rules.dndminiatures.sight import GridSight

    return GridSight()


def _movement() -> "MovingRules":
    from warcry3d.rules.dndminiatures.movement import GridMovement

    return GridMovement()


def _reach() -> "ReachingRules":
    from warcry3d.rules.dndminiatures.reach import GridReaching

    return GridReaching()


def _battle() -> "BattleOffer":
    from warcry3d.rules.dndminiatures.battle.plugin import OFFER

    return OFFER


def _armies() -> "Armies":
    from warcry3d.rules.dndminiatures.creatures.armies import CreatureArmies

    return CreatureArmies()


def _board() -> BoardRules:
    from warcry3d.rules.dndminiatures.map_rules import SIZE, SQUARES, map_findings

    return BoardRules(SIZE, 0, (), map_findings, is_of_pieces=False, squares=SQUARES)


def _schemas() -> None:
    import warcry3d.rules.dndminiatures.creatures.format  # noqa: F401  (it registers the schemas of its files)


def _rule_texts() -> Mapping[str, str]:
    from warcry3d.rules.dndminiatures.rule_texts import PAGES

    return PAGES.texts


def _rule_passages(rule: str) -> "tuple[RulePassage, ...]":
    from warcry3d.rules.dndminiatures.rule_texts import PAGES

    return PAGES.passages(rule)


def _spoken_passages() -> tuple[str, ...]:
    from warcry3d.rules.dndminiatures.rule_texts import PAGES

    return PAGES.spoken_texts


SYSTEM: Final = System(
    name="dndminiatures",
    title="D&D Miniatures",
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
