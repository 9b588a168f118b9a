"""When it is worth command points to a plain player that a unit fights before its turn (40K-STRAT-COUNTER)."""

from collections.abc import Iterable

from warcry3d.rules.warhammer40k.battle.attacks.aiming import all_at
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.attack_odds import lines_odds
from warcry3d.rules.warhammer40k.battle.attacks.weapons import strikes_of
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import PicksFighter40k, eligible, is_eligible
from warcry3d.rules.warhammer40k.battle.sensing import engaged_units, once_in
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.players.worth import best_target, left_of

__all__ = ["counter_worth"]


def counter_worth(state: State40k, player: str, units: Iterable[str]) -> tuple[float, str]:
    """Return the points that Counter-offensive saves on average, and the unit to use it on.

    Where the player picks the next unit to fight anyway, that one gains nothing; what is gained then is that another
    one fights as well before the enemy's next.
    """
    worth = {unit: strike_first_worth(state, unit) for unit in units}
    step = next((one for one in reversed(state.agenda) if isinstance(one, PicksFighter40k)), None)
    if step is not None and step.player == player:
        due = [unit for unit in eligible(state, player, is_first=step.is_first) if unit in worth]
        if due:
            del worth[max(due, key=lambda unit: worth[unit])]
    return max(((points, unit) for unit, points in worth.items()), default=(0.0, ""))


def strike_first_worth(state: State40k, unit: str) -> float:
    """Return the points that it saves if a unit strikes before the enemies that it fights have, not after them: what
    either loses to the other's blows it does not strike with.
    """
    found = 0.0
    for enemy in engaged_units(state, unit):
        if is_eligible(state, enemy):
            spared = hurt_share(state, enemy, unit) * strike_worth(state, unit)
            found = max(found, hurt_share(state, unit, enemy) * strike_worth(state, enemy) + spared)
    return found


def hurt_share(state: State40k, unit: str, target: str) -> float:
    """Return the share of its W that a unit loses on average to all blows of another one."""
    aims = all_at(state, unit, target, is_melee=True).aims
    odds = lines_odds(state, attack_lines(state, unit, aims, is_rough=True)).get(target)
    return 0.0 if odds is None else odds.mean / max(left_of(state, target), 1)


def strike_worth(state: State40k, unit: str) -> float:
    """Return the points that the blows of a unit cost its enemies on average."""

    def ask() -> float:
        targets = tuple(dict.fromkeys(target for shot in strikes_of(state, unit) for target in shot.targets))
        return best_target(state, unit, targets, is_melee=True)[0] if targets else 0.0

    return once_in(state, ("strike-worth", unit), ask)
