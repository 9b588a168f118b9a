"""What would come of an action, and who is where, as lines of the terminal."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from warcry3d.game.preview import AttackOdds, Preview
from warcry3d.game.session import Game
from warcry3d.message import Message, percentage, template
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer, Marker, MarkerKind, Standings

__all__ = ["preview_lines", "table_lines"]

KINDS: Mapping[MarkerKind, str] = MappingProxyType(
    {
        MarkerKind.OBJECTIVE: template("objective"),
        MarkerKind.TREASURE: template("treasure"),
        MarkerKind.DEPLOYMENT: template("deployment point"),
    }
)
MOST_CHANCES = 12
"""So many amounts of damage are shown, the likeliest."""
RARE = 0.005


def preview_lines(preview: Preview, teller: Teller) -> Iterator[str]:
    """Yield what would come of an action: sentences, costs, where it ends, who is seen there, odds."""
    words = teller.words
    yield from (teller.reason(line) for line in preview.lines)
    if preview.legs:
        parts = tuple(f"{leg.inches:.2f}" for leg in preview.legs)
        total = sum(leg.inches for leg in preview.legs)
        yield words.say("costs {total:.2f} in: {parts}", total=total, parts=parts)
        yield from (teller.reason(leg.why) for leg in preview.legs if leg.why is not None)
    if preview.end is not None:
        yield words.say("ends at {place}", place=_place(preview.end))
    for view in preview.views:
        chips = tuple(teller.said(chip.label) for chip in view.chips)
        if chips:
            yield words.say("{name}: {sentence}", name=teller.name(view.model), sentence=words.say(", ").join(chips))
    for odds in preview.odds:
        yield from _odds_lines(odds, teller)
    if not preview.is_exact:
        yield words.say("(this is the quick answer)")


def _odds_lines(odds: AttackOdds, teller: Teller) -> Iterator[str]:
    words = teller.words
    yield words.say(
        "{attacker} at {target} with {weapon}: {average:.1f} damage on average, {chance} to take it down",
        attacker=teller.name(odds.attacker),
        target=teller.name(odds.target),
        weapon=teller.said(odds.weapon),
        average=odds.average,
        chance=percentage(odds.down),
    )
    likely = sorted(enumerate(odds.chances), key=lambda one: -one[1])[:MOST_CHANCES]
    shown = [f"{points}: {chance:.0%}" for points, chance in sorted(likely) if chance > RARE]
    yield "  " + words.say("damage {chances}", chances=tuple(shown))
    for why in (*odds.terms, *odds.cover, *odds.reactions):
        yield "  " + teller.reason(why)


def goal_lines(standings: Standings, teller: Teller) -> Iterator[str]:
    """Yield what wins the battle; nothing where its system does not say."""
    if standings.goal:
        said = teller.words.say(" · ").join(teller.reason(one) for one in standings.goal)
        yield "  " + teller.words.say("To win: ") + said


def table_lines(game: Game[Any, Any], offer: BattleOffer, teller: Teller) -> Iterator[str]:
    """Yield how the battle stands, and for each side who is where, with its wounds; then the markers."""
    words, standings = teller.words, offer.standings(game.state)
    yield from goal_lines(standings, teller)
    yield from ("  " + teller.said(line.message) for line in standings.lines)
    for side in game.setup.players:
        yield "  " + words.say("{side}:", side=teller.player(side))
        for model in game.table.models:
            if model.side == side:
                line = words.say("{name}: {sentence}", name=teller.name(model.id), sentence=_place(model.placement.at))
                left, most = standings.wounds.get(model.id, (0, 0))
                yield "    " + line + (words.say(", {left} of {most} wounds", left=left, most=most) if most else "")
    yield from ("    " + _marker(marker, teller) for marker in standings.markers)


def _marker(marker: Marker, teller: Teller) -> str:
    words = teller.words
    label = teller.said(marker.label) if isinstance(marker.label, Message) else marker.label
    name = f"{words.say(KINDS[marker.kind])} {label}".strip()
    line = words.say("{name}: {sentence}", name=name, sentence=_place(marker.at))
    return f"{line} ({teller.player(marker.side)})" if marker.side else line


def _place(at: tuple[float, float, float]) -> str:
    return f"{at[0]:.2f},{at[1]:.2f},{at[2]:.2f}"
