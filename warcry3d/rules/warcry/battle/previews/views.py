"""What holds between a fighter at a place and each enemy: sight, attacks both ways, charges (chips beside enemies)."""

from collections.abc import Iterator

from warcry3d.game.preview import Chip, ChipKind, ModelView
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message, percentage
from warcry3d.rules.results import SightTerms
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.attack import attack_faults
from warcry3d.rules.warcry.battle.combat.odds import DamageOdds, attack_odds
from warcry3d.rules.warcry.battle.fighters import apart, enemies_within, weapon_of
from warcry3d.rules.warcry.battle.previews.attack_preview import weapon_name
from warcry3d.rules.warcry.battle.previews.attack_terms import cover_reasons
from warcry3d.rules.warcry.battle.previews.threats import straight_inches, threat_of
from warcry3d.rules.warcry.battle.prompt_parts import distance_fact
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover as cover_of
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.sight import sights
from warcry3d.sight.distance import is_within
from warcry3d.sight.verdict import Hidden, Seen, TooClose, Verdict

__all__ = ["views_from"]


def views_from(state: State, fighter: str, *, is_quick: bool = False) -> tuple[ModelView, ...]:
    """Return what holds between a fighter where a state has it and each enemy, in the order of their warbands.

    Quickly: of sight only what shows at once; else sight is left open, and so are attacks, which need it. The state is
    one of its own, whose sight is noted here: nobody goes on from it.
    """
    enemies = tuple(enemy.id for enemy in state.enemies(state.fighter(fighter).player))
    lines = sights(state.table, SightTerms())
    agreed = state.context.details.agreed.too_close == "seen"
    found = []
    for enemy in enemies:
        verdict = lines.glimpse(fighter, enemy) if is_quick else lines.between(fighter, enemy)
        is_seen = isinstance(verdict, Seen) or (agreed and isinstance(verdict, TooClose))
        state.seen[frozenset((fighter, enemy))] = is_seen
        chips = () if verdict is None else (_sight_chip(verdict, is_seen=is_seen),)
        found.append(
            ModelView(
                enemy,
                (
                    _distance_chip(state, fighter, enemy),
                    *chips,
                    *_own_chips(state, fighter, enemy),
                    *_enemy_chips(state, fighter, enemy),
                ),
            )
        )
    return tuple(found)


def _sight_chip(verdict: Verdict, *, is_seen: bool) -> Chip:
    match verdict:
        case Seen(clearance_mm=clearance):
            why = message("a free line of sight, {gap:.1f} mm from the nearest blocker", gap=clearance)
            return Chip(ChipKind.SEEN, message("seen"), RuleReason("WC-SIGHT-1", why))
        case Hidden(blockers=blockers):
            why = (
                message("hidden by {blockers}", blockers=blockers) if blockers else message("no line of sight is free")
            )
            return Chip(ChipKind.HIDDEN, message("hidden"), RuleReason("WC-SIGHT-1", why))
    counts = message("too close to call: it counts as seen")
    why = counts if is_seen else message("too close to call: it counts as hidden")
    return Chip(ChipKind.TOO_CLOSE, message("too close to call"), RuleReason("WC-SIGHT-1", why))


def _distance_chip(state: State, fighter: str, enemy: str) -> Chip:
    inches = apart(state, fighter, enemy)
    return Chip(ChipKind.DISTANCE, message("{inches:.2f} in", inches=inches), distance_fact(inches))


def _best(state: State, fighter: str, target: str, *, is_melee: bool | None = None) -> tuple[int, DamageOdds] | None:
    """Return the weapon whose allowed attack is likeliest to take a target down, then does most damage; None: none."""
    found = []
    for n in range(len(state.profile(fighter).weapons)):
        action = Attack(n, target)
        if is_melee in (None, weapon_of(state, fighter, n, target).is_melee) and not attack_faults(
            state, fighter, action
        ):
            found.append((n, attack_odds(state, fighter, action)))
    return max(found, key=lambda one: (one[1].down, one[1].lost.mean), default=None)


def _own_chips(state: State, fighter: str, enemy: str) -> Iterator[Chip]:
    """Yield what the fighter could do to an enemy from there."""
    if enemy in enemies_within(state, fighter, ENGAGED):
        why = message("within {limit:g} in: it must be attacked, and the fighter cannot move on", limit=ENGAGED)
        yield Chip(ChipKind.ENGAGED, message("engaged"), RuleReason("WC-MOVE-5", why))
    best = _best(state, fighter, enemy)
    if best is None:
        return
    weapon, odds = best
    yield Chip(
        ChipKind.IN_RANGE, weapon_name(state, fighter, weapon, enemy), RuleReason("WC-RANGE-1", message("in range"))
    )
    yield from _cover_chip(state, fighter, enemy, message("in cover"))
    why = message("{average:.1f} damage on average", average=odds.damage.mean)
    yield Chip(ChipKind.ODDS, message("{chance} down", chance=percentage(odds.down)), RuleReason("WC-ATT-4", why))


def _cover_chip(state: State, attacker: str, target: str, label: Message) -> Iterator[Chip]:
    for reason in cover_reasons(cover_of(state.table, attacker, target))[:1]:
        yield Chip(ChipKind.COVER, label, reason)


def _enemy_chips(state: State, fighter: str, enemy: str) -> Iterator[Chip]:
    """Yield what an enemy could do to the fighter there in its next activation: from where it is, or after a move."""
    for is_melee, label in ((False, message("shoots you")), (True, message("strikes you"))):
        best = _best(state, enemy, fighter, is_melee=is_melee)
        if best is not None:
            yield Chip(ChipKind.SHOOTS, label, RuleReason("WC-ATT-4", _threat(state, enemy, *best)))
            yield from _cover_chip(state, enemy, fighter, message("you in cover"))
            return
    yield from _after_a_move(state, fighter, enemy)


def _threat(state: State, enemy: str, weapon: int, odds: DamageOdds) -> Message:
    return message(
        "{weapon}: {average:.1f} damage on average, a chance of {down} to take you down",
        weapon=weapon_name(state, enemy, weapon),
        average=odds.damage.mean,
        down=percentage(odds.down, 1),
    )


def _after_a_move(state: State, fighter: str, enemy: str) -> Iterator[Chip]:
    """Yield whether an enemy may strike or shoot after a move, by the straight distance, terrain left aside."""
    inches = straight_inches(state, enemy, fighter)
    threat = threat_of(state, enemy, fighter)
    assert threat is not None, "both are on the battlefield"
    has, melee, missile = threat.inches, threat.melee, threat.missile
    if melee and has > 0 and is_within(inches - melee, has):
        yield Chip(ChipKind.CHARGES, message("may charge you"), _straight(inches, has, melee))
    elif missile and has > 0 and is_within(inches - missile, has):
        yield Chip(ChipKind.SHOOTS, message("may shoot you"), _straight(inches, has, missile))


def _straight(inches: float, move: float, reach: float) -> RuleReason:
    text = message(
        "{inches:.2f} in away in a straight line: its move of {move:g} in and its reach of {reach:g} in may do, "
        "terrain not counted",
        inches=inches,
        move=move,
        reach=reach,
    )
    return RuleReason("WC-MOVE-1", text)
