"""The rule systems that battles are played by; each is loaded when it is asked for."""

from collections.abc import Callable
from typing import Final

from warcry3d.errors import UnknownNameError
from warcry3d.rules.battle_api import BattleOffer

__all__ = ["BATTLES", "battle_offer"]


def _warcry() -> BattleOffer:
    from warcry3d.rules.warcry.battle.plugin import OFFER

    return OFFER


BATTLES: Final[dict[str, Callable[[], BattleOffer]]] = {"warcry": _warcry}
"""What makes each system's offer, by the name that tables and records write."""


def battle_offer(name: str) -> BattleOffer:
    """Return what a rule system offers; raise `UnknownNameError` naming those there are."""
    if name not in BATTLES:
        raise UnknownNameError(
            "no battles by the rule system '{name}'; there are: {known}", name=name, known=", ".join(BATTLES)
        )
    return BATTLES[name]()
