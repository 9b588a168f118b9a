"""Previews of attacks: exact odds, terms, cover, reactions, and the falling test after."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from warcry3d.game.preview import AttackOdds, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message, percentage
from warcry3d.rules.results import CoverVerdict
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.attack import attack_context, reach_to, tests_after
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.combat.odds import DamageOdds, ReactionOdds, attack_odds, reaction_odds
from warcry3d.rules.warcry.battle.combat.reaction_checks import COUNTER, TAKE_COVER
from warcry3d.rules.warcry.battle.fighters import weapon_of
from warcry3d.rules.warcry.battle.previews.attack_terms import attack_terms, cover_reasons
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover as cover_of

__all__ = ["attack_preview", "odds_preview", "reaction_preview", "weapon_name"]


@dataclass(frozen=True, slots=True)
class _Judged:
    """An attack with what was found out about it."""

    attack: AttackContext
    cover: CoverVerdict
    odds: DamageOdds


def attack_preview(state: State, fighter: str, action: Attack) -> Preview:
    """Return what would come of an attack, whether or not it is allowed."""
    judged = _judged(state, fighter, action)
    odds = _odds_of(state, judged)
    return Preview(lines=tuple(_lines(state, judged)), odds=(odds,))


def odds_preview(state: State, fighter: str, action: Attack) -> AttackOdds:
    """Return the exact odds of an attack from where the fighters stand."""
    return _odds_of(state, _judged(state, fighter, action))


def reaction_preview(state: State, attack: AttackContext, reaction: str) -> Preview:
    """Return what comes of an attack under way if its target reacts so, or (empty) does not react."""
    cover = cover_of(state.table, attack.attacker, attack.target)
    plain = attack_odds(state, attack.attacker, Attack(attack.weapon, attack.target), is_in_cover=attack.is_in_cover)
    judged = _Judged(attack, cover, plain)
    odds = _odds_of(state, judged)
    if not reaction:
        return Preview(odds=(odds,))
    found = next((one for one in reaction_odds(state, attack) if one.reaction == reaction), None)
    if found is None:
        return Preview()
    lines = (_reaction(state, judged, found),)
    if found.odds is None:
        return Preview(lines=lines)
    return Preview(
        lines=lines, odds=(replace(odds, chances=found.odds.damage.chances, down=found.odds.down, reactions=()),)
    )


def _judged(state: State, fighter: str, action: Attack) -> _Judged:
    cover = cover_of(state.table, fighter, action.target)
    attack = attack_context(state, fighter, action, is_in_cover=cover.verdict)
    return _Judged(attack, cover, attack_odds(state, fighter, action, is_in_cover=cover.verdict))


def _odds_of(state: State, judged: _Judged) -> AttackOdds:
    attack = judged.attack
    return AttackOdds(
        attacker=attack.attacker,
        target=attack.target,
        weapon=weapon_name(state, attack.attacker, attack.weapon, attack.target),
        chances=judged.odds.damage.chances,
        down=judged.odds.down,
        terms=attack_terms(state, attack),
        cover=cover_reasons(judged.cover),
        reactions=tuple(_reaction(state, judged, found) for found in reaction_odds(state, attack)),
    )


def weapon_name(state: State, fighter: str, index: int, target: str = "") -> Message:
    """Return a weapon with its range as it is now."""
    weapon = weapon_of(state, fighter, index, target)
    if weapon.min_range > 0:
        values = {"weapon": weapon.runemark, "least": weapon.min_range, "reach": weapon.max_range}
        return message("{weapon}, {least:g}-{reach:g} in", **values)
    return message("{weapon}, {reach:g} in", weapon=weapon.runemark, reach=weapon.max_range)


def _lines(state: State, judged: _Judged) -> Iterator[RuleReason]:
    attack = judged.attack
    inches = reach_to(state, attack.attacker, attack.target)
    yield RuleReason("WC-DIST-1", message("{inches:.2f} in away", inches=inches))
    if not judged.cover.verdict:
        yield from _no_cover(judged.cover)
    for rule in tests_after(state, attack.target):
        text = message("{target} takes a falling test after the attack: it falls with a chance of {chance}",
                       target=attack.target, chance=percentage(1 / 6, 1))  # fmt: skip
        yield RuleReason(rule, text)


def _no_cover(cover: CoverVerdict) -> Iterator[RuleReason]:
    """Yield why what lies on the line gives no cover."""
    for left_out in cover.left_out:
        values = {"part": left_out.part, "inches": left_out.distance}
        yield RuleReason(
            "WC-COVER-5", message("no cover: {part} is {inches:.2f} in from the attacker and does not count", **values)
        )
    for part in cover.passed_over:
        yield RuleReason("WC-COVER-4", message("no cover: the line passes over {part}", part=part))


def _reaction(state: State, judged: _Judged, found: ReactionOdds) -> RuleReason:
    """Return a reaction of the target with what it does to the odds."""
    rule, name = _name(state, found.reaction)
    if found.odds is None:
        return RuleReason(rule, message("{reaction}: the odds depend on what its player chooses", reaction=name))
    odds, before = found.odds, judged.odds
    parts: list[Message] = []
    if abs(odds.damage.mean - before.damage.mean) > 1e-9:
        values = {"average": odds.damage.mean, "before": before.damage.mean}
        parts.append(
            message(
                "{average:.1f} instead of {before:.1f} damage on average, taken down with a chance of {down}",
                **values,
                down=percentage(odds.down, 1),
            )
        )
    if odds.own_lost.mean > 0:
        own = {"attacker": judged.attack.attacker, "average": odds.own_lost.mean, "down": percentage(odds.own_down, 1)}
        parts.append(message("{attacker} takes {average:.1f} on average, taken down with a chance of {down}", **own))
    if not parts:
        return RuleReason(rule, message("{reaction}: the odds stay as they are", reaction=name))
    return RuleReason(rule, message("{reaction}: {effects}", reaction=name, effects=tuple(parts)))


def _name(state: State, reaction: str) -> tuple[str, str | Message]:
    """Return a reaction's rule and what it is called."""
    if reaction == COUNTER:
        return "WC-REACT-2", message("counter")
    if reaction == TAKE_COVER:
        return "WC-REACT-3", message("take cover")
    ability = state.context.abilities[reaction]
    return ability.rule or "WC-REACT-1", ability.name
